#pragma once

#include <memory>

#include "../Worlds.h"
#include "Dice.h"

namespace walk {

struct Soft {
  std::unique_ptr<btSoftBody> body;
  int world = -1;       ///< index of the world; −1 if in none
  bool solid = false;   ///< true if Bullet would not update the corners of tetrahedra when nodes are added
  bool posed = false;   ///< true if a pose was set: Bullet reads past the pose if nodes were added since
  bool closed = false;  ///< true if the body can hold pressure
};

/// A rigid body, which owns its shapes.
struct Rigid {
  std::vector<std::unique_ptr<btCollisionShape>> shapes;  ///< children first; the last is the body's shape
  std::unique_ptr<btTriangleMesh> mesh;
  std::vector<btScalar> heights;  // in either precision, as the shape's older constructor reads them
  std::unique_ptr<btRigidBody> body;
  int world = -1;

  Rigid() = default;
  Rigid(Rigid&&) = default;
  Rigid& operator=(Rigid&&) = default;
  ~Rigid() {
    body.reset();
    while (!shapes.empty()) shapes.pop_back();
  }
};

constexpr int kSoftKinds = 14;

namespace detail {

inline std::unique_ptr<btSoftBody> fromNodes(btSoftBodyWorldInfo& info, const std::vector<btVector3>& at) {
  return std::make_unique<btSoftBody>(&info, static_cast<int>(at.size()), at.data(), nullptr);
}

/// Returns nine nodes. Kind 0: nothing joins them. Kind 1: random links and faces. Kind 2: all nodes at one place, and
/// faces whose corners may repeat.
inline std::unique_ptr<btSoftBody> loose(int kind, btSoftBodyWorldInfo& info, const btVector3& at, btScalar size,
                                         Dice& dice) {
  std::vector<btVector3> nodes;
  for (int i = 0; i < 9; ++i) nodes.push_back(kind == 2 ? at : at + dice.vector(size));
  auto body = fromNodes(info, nodes);
  for (int i = 0; kind != 0 && i < 12; ++i) {
    const int a = dice.below(9), b = dice.below(9), c = dice.below(9);
    if (a != b) body->appendLink(a, b);
    if (kind == 2 || (kind == 1 && a != b && b != c && a != c)) body->appendFace(a, b, c);
  }
  return body;
}

/// Returns a planar grid of links without faces.
inline std::unique_ptr<btSoftBody> net(btSoftBodyWorldInfo& info, const btVector3& at, btScalar size) {
  constexpr int n = 5;
  std::vector<btVector3> nodes;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) nodes.push_back(at + btVector3(btScalar(x), 0, btScalar(y)) * (size / n));
  auto body = fromNodes(info, nodes);
  for (int i = 0; i < n * n; ++i) {
    if (i % n + 1 < n) body->appendLink(i, i + 1);
    if (i + n < n * n) body->appendLink(i, i + n);
  }
  return body;
}

inline btSoftBody* ring(btSoftBodyWorldInfo& info, const btVector3& at, btScalar size) {
  constexpr int n = 12, m = 5;
  std::vector<btScalar> positions;
  std::vector<int> corners;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const btScalar a = SIMD_2_PI * btScalar(i) / n, b = SIMD_2_PI * btScalar(j) / m;
      const btScalar r = size * (1 + btScalar(0.3) * btCos(b));
      for (const btScalar x : {at.x() + r * btCos(a), at.y() + size * btScalar(0.3) * btSin(b), at.z() + r * btSin(a)})
        positions.push_back(x);
      const int p = i * m + j, q = i * m + (j + 1) % m, u = (i + 1) % n * m + j, v = (i + 1) % n * m + (j + 1) % m;
      for (const int corner : {p, q, u, q, v, u}) corners.push_back(corner);
    }
  return btSoftBodyHelpers::CreateFromTriMesh(info, positions.data(), corners.data(),
                                              static_cast<int>(corners.size()) / 3, false);
}

}  // namespace detail

/// Returns a soft body of a kind from 0 to kSoftKinds − 1.
inline Soft makeSoft(int kind, btSoftBodyWorldInfo& info, const btVector3& at, btScalar size, Dice& dice) {
  Soft soft;
  const btVector3 x(size, 0, 0), z(0, 0, size), up(0, size, 0);
  soft.solid = kind >= 3 && kind <= 5;
  soft.closed = kind == 1 || kind == 6 || kind == 7;
  if (kind == 0)
    soft.body.reset(btSoftBodyHelpers::CreatePatch(info, at, at + x, at + z, at + x + z, 3 + dice.below(7),
                                                   3 + dice.below(7), dice.below(16), dice.oneIn(2)));
  if (kind == 1)
    soft.body.reset(btSoftBodyHelpers::CreateEllipsoid(info, at, btVector3(size, size, size) / 2, 20 + dice.below(80)));
  if (kind == 2) soft.body.reset(btSoftBodyHelpers::CreateRope(info, at, at + x + up, dice.below(14), dice.below(4)));
  if (soft.solid) soft.body.reset(makeCube(info, at, size, 1 + dice.below(3), kind != 5));
  if (kind == 6) {
    std::vector<btVector3> corners;
    for (int i = 0; i < 12; ++i) corners.push_back(at + dice.vector(size / 2));
    soft.body.reset(btSoftBodyHelpers::CreateFromConvexHull(info, corners.data(), 12));
  }
  if (kind == 7) soft.body.reset(detail::ring(info, at, size / 2));
  if (kind == 8) soft.body = detail::net(info, at, size);
  if (kind == 9) soft.body = std::make_unique<btSoftBody>(&info);  // no nodes
  if (kind == 10) soft.body = detail::fromNodes(info, {at});
  if (kind > 10) soft.body = detail::loose(kind - 11, info, at, size, dice);
  if (kind != 9 && dice.oneIn(2)) soft.body->setTotalMass(dice.between(btScalar(0.1), 5), dice.oneIn(2) && soft.closed);
  if (kind < 9 && dice.oneIn(3)) soft.body->generateBendingConstraints(2);
  return soft;
}

}  // namespace walk
