#pragma once

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include "SoftKinds.h"

namespace walk {

constexpr int kRigidKinds = 15;

namespace detail {

template <typename Shape, typename... Arguments>
Shape* keep(Rigid& rigid, Arguments&&... arguments) {
  auto shape = std::make_unique<Shape>(std::forward<Arguments>(arguments)...);
  Shape* const kept = shape.get();
  rigid.shapes.push_back(std::move(shape));
  return kept;
}

/// Builds an octahedron, or a sheet of 4 × 4 squares.
inline btTriangleMesh& meshOf(Rigid& rigid, btScalar size, bool sheet) {
  rigid.mesh = std::make_unique<btTriangleMesh>();
  const btScalar h = size / 2;
  if (!sheet) {
    const btVector3 p[6] = {{h, 0, 0}, {-h, 0, 0}, {0, h, 0}, {0, -h, 0}, {0, 0, h}, {0, 0, -h}};
    for (const auto& f :
         {std::array{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}})
      rigid.mesh->addTriangle(p[f[0]], p[f[1]], p[f[2]], true);
    return *rigid.mesh;
  }
  constexpr int n = 4;
  const auto at = [&](int x, int z) {
    return btVector3(btScalar(x) - n / 2, btScalar((x + z) % 2) * btScalar(0.1), btScalar(z) - n / 2) * size;
  };
  for (int x = 0; x < n; ++x)
    for (int z = 0; z < n; ++z) {
      rigid.mesh->addTriangle(at(x, z), at(x, z + 1), at(x + 1, z), true);
      rigid.mesh->addTriangle(at(x + 1, z), at(x, z + 1), at(x + 1, z + 1), true);
    }
  return *rigid.mesh;
}

inline void heightfield(Rigid& rigid, btScalar size, Dice& dice) {
  constexpr int n = 6;
  for (int i = 0; i < n * n; ++i) rigid.heights.push_back(dice.between(0, size / 2));
  keep<btHeightfieldTerrainShape>(rigid, n, n, rigid.heights.data(), btScalar(1), btScalar(0), size, 1, PHY_FLOAT,
                                  false);
}

inline void compound(Rigid& rigid, btScalar size, bool mesh) {
  btCollisionShape* const first =
      mesh ? static_cast<btCollisionShape*>(keep<btBvhTriangleMeshShape>(rigid, &meshOf(rigid, size, false), true))
           : keep<btSphereShape>(rigid, size / 2);
  auto* const box = keep<btBoxShape>(rigid, btVector3(size, size / 4, size / 4));
  auto* const whole = keep<btCompoundShape>(rigid);
  btTransform at = btTransform::getIdentity();
  whole->addChildShape(at, first);
  at.setOrigin(btVector3(0, size, 0));
  whole->addChildShape(at, box);
}

/// Returns false if the shape cannot move.
inline bool makeShape(Rigid& rigid, int kind, btScalar size, Dice& dice) {
  const btVector3 half(size / 2, size / 3, size / 4);
  if (kind == 0) keep<btBoxShape>(rigid, half);
  if (kind == 1) keep<btSphereShape>(rigid, size / 2);
  if (kind == 2) keep<btCapsuleShape>(rigid, size / 4, size / 2);
  if (kind == 3) keep<btCylinderShape>(rigid, half);
  if (kind == 4) keep<btConeShape>(rigid, size / 2, size);
  if (kind == 5) {
    auto* const hull = keep<btConvexHullShape>(rigid);
    for (int i = 0; i < 10; ++i) hull->addPoint(dice.vector(size / 2));
  }
  if (kind == 6) {
    const btVector3 centres[2] = {half, -half};
    const btScalar radii[2] = {size / 4, size / 3};
    keep<btMultiSphereShape>(rigid, centres, radii, 2);
  }
  if (kind == 7) keep<btConvexTriangleMeshShape>(rigid, &meshOf(rigid, size, false), true);
  if (kind == 8) compound(rigid, size, false);
  if (kind == 9) keep<btGImpactMeshShape>(rigid, &meshOf(rigid, size, false))->updateBound();
  if (kind == 10) keep<btStaticPlaneShape>(rigid, btVector3(dice.between(-1, 1) / 4, 1, 0).normalized(), btScalar(0));
  if (kind == 11) keep<btBvhTriangleMeshShape>(rigid, &meshOf(rigid, size, dice.oneIn(2)), true);
  if (kind == 12) {
    auto* const mesh = keep<btBvhTriangleMeshShape>(rigid, &meshOf(rigid, size, dice.oneIn(2)), true);
    keep<btScaledBvhTriangleMeshShape>(rigid, mesh, btVector3(1, 2, btScalar(0.5)));
  }
  if (kind == 13) compound(rigid, size, true);
  if (kind == 14) heightfield(rigid, size, dice);
  return kind < 10;
}

}  // namespace detail

/// Returns a rigid body of a kind from 0 to kRigidKinds − 1.
inline Rigid makeRigid(int kind, const btVector3& at, btScalar size, Dice& dice) {
  Rigid rigid;
  const bool mayMove = detail::makeShape(rigid, kind, size, dice);
  btCollisionShape* const shape = rigid.shapes.back().get();
  const btScalar mass = mayMove && !dice.oneIn(3) ? dice.between(btScalar(0.1), 10) : btScalar(0);
  btVector3 inertia(0, 0, 0);
  if (mass > 0) shape->calculateLocalInertia(mass, inertia);
  btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
  info.m_startWorldTransform.setIdentity();
  info.m_startWorldTransform.setOrigin(kind == 10 ? btVector3(0, dice.between(-2, 0), 0) : at);
  rigid.body = std::make_unique<btRigidBody>(info);
  return rigid;
}

}  // namespace walk
