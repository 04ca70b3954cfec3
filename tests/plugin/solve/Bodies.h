#pragma once

#include <memory>

#include "shapes/measures.h"

/// Small soft bodies without a world.
namespace bodies {

struct Shape {
  std::vector<btVector3> points;
  std::vector<pliant::Tetrahedron> tetrahedra;
  std::vector<pliant::Triangle> faces;
};

inline btSoftBodyWorldInfo worldInfo(const btVector3& gravity) {
  btSoftBodyWorldInfo info;
  info.m_gravity = gravity;
  info.m_sparsesdf.Initialize();
  return info;
}

/// Returns a cube of n³ cells with five tetrahedra each. Alternate cells are mirrored, so that the diagonals of
/// neighbours match.
inline Shape cube(int n, btScalar side, const btVector3& at) {
  Shape shape;
  const auto index = [&](int i, int j, int k) { return static_cast<pliant::Index>((i * (n + 1) + j) * (n + 1) + k); };
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) {
      for (int k = 0; k <= n; ++k) {
        const btVector3 p(btScalar(i) / btScalar(n), btScalar(j) / btScalar(n), btScalar(k) / btScalar(n));
        shape.points.push_back(at + (p - btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))) * side);
      }
    }
  }
  const auto add = [&](pliant::Index a, pliant::Index b, pliant::Index c, pliant::Index d) {
    const auto& p = shape.points;
    if ((p[b] - p[a]).cross(p[c] - p[a]).dot(p[d] - p[a]) < 0) std::swap(c, d);
    shape.tetrahedra.push_back({a, b, c, d});
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        pliant::Index v[8];
        const bool mirrored = (i + j + k) % 2 != 0;
        for (int c = 0; c < 8; ++c) {
          const int x = mirrored ? 1 - (c & 1) : (c & 1);
          v[c] = index(i + x, j + ((c >> 1) & 1), k + ((c >> 2) & 1));
        }
        add(v[1], v[2], v[4], v[7]);
        add(v[0], v[1], v[2], v[4]);
        add(v[3], v[1], v[2], v[7]);
        add(v[5], v[1], v[4], v[7]);
        add(v[6], v[2], v[4], v[7]);
      }
    }
  }
  shape.faces = pliant::boundaryFaces(
      {shape.tetrahedra[0].data(), static_cast<pliant::Index>(shape.tetrahedra.size()), 4},
      {&shape.points[0][0], static_cast<pliant::Index>(shape.points.size()), sizeof(btVector3) / sizeof(btScalar)});
  return shape;
}

/// Returns a square of n² cells in the plane y = at.y.
inline Shape sheet(int n, btScalar side, const btVector3& at) {
  Shape shape;
  const auto index = [&](int i, int j) { return static_cast<pliant::Index>(i * (n + 1) + j); };
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) {
      shape.points.push_back(
          at +
          btVector3(btScalar(i) / btScalar(n) - btScalar(0.5), 0, btScalar(j) / btScalar(n) - btScalar(0.5)) * side);
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const pliant::Index a = index(i, j), b = index(i + 1, j), c = index(i + 1, j + 1), d = index(i, j + 1);
      if ((i + j) % 2 != 0) {
        shape.faces.push_back({a, c, b});
        shape.faces.push_back({a, d, c});
      } else {
        shape.faces.push_back({a, d, b});
        shape.faces.push_back({b, d, c});
      }
    }
  }
  return shape;
}

inline std::unique_ptr<btSoftBody> make(btSoftBodyWorldInfo& info, const Shape& shape, btScalar mass, btScalar margin) {
  auto body = std::make_unique<btSoftBody>(&info, static_cast<int>(shape.points.size()), shape.points.data(), nullptr);
  std::set<pliant::Edge> edges;
  const auto add = [&](pliant::Index a, pliant::Index b) { edges.insert({std::min(a, b), std::max(a, b)}); };
  for (const auto& t : shape.tetrahedra) {
    body->appendTetra(int(t[0]), int(t[1]), int(t[2]), int(t[3]));
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = i + 1; j < 4; ++j) add(t[i], t[j]);
    }
  }
  for (const auto& f : shape.faces) {
    body->appendFace(int(f[0]), int(f[1]), int(f[2]));
    for (std::size_t i = 0; i < 3; ++i) add(f[i], f[(i + 1) % 3]);
  }
  for (const auto& e : edges) body->appendLink(int(e[0]), int(e[1]));
  body->setTotalMass(mass);
  body->m_cfg.piterations = 8;
  body->m_cfg.kDF = btScalar(0.5);
  body->m_cfg.collisions = btSoftBody::fCollision::SDF_RS;
  body->getCollisionShape()->setMargin(margin);
  body->setActivationState(DISABLE_DEACTIVATION);
  return body;
}

inline constexpr auto& eigen = wide;
inline constexpr auto& center = centreOf;

struct Motion {
  Eigen::Vector3d linear{0, 0, 0}, angular{0, 0, 0};
  double kinetic = 0;
};

/// Returns momentum, angular momentum about the origin, and kinetic energy of all nodes with mass.
template <typename Bodies>
Motion motion(const Bodies& all) {
  BodyMotion sum;
  for (const auto& body : all) sum.add(*body, vector(0, 0, 0));
  return {sum.momentum, sum.angular, sum.kinetic};
}

}  // namespace bodies
