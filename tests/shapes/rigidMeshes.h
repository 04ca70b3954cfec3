#pragma once

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletDynamicsCommon.h>

#include <memory>

/// Triangle meshes for the rigid bodies of tests.
namespace rigid {

/// Returns a sheet of n × n squares on the surface y = height(x, z), |x|, |z| ≤ half.
template <typename Height>
std::unique_ptr<btTriangleMesh> sheet(double halfSide, int n, const Height& height) {
  auto mesh = std::make_unique<btTriangleMesh>();
  const auto half = btScalar(halfSide);
  const auto at = [&](int i, int k) {
    const btScalar x = half * (2 * btScalar(i) / btScalar(n) - 1), z = half * (2 * btScalar(k) / btScalar(n) - 1);
    return btVector3(x, height(x, z), z);
  };
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) {
      mesh->addTriangle(at(i, k), at(i, k + 1), at(i + 1, k));
      mesh->addTriangle(at(i + 1, k), at(i, k + 1), at(i + 1, k + 1));
    }
  return mesh;
}
inline std::unique_ptr<btTriangleMesh> sheet(double half, int n) {
  return sheet(half, n, [](btScalar, btScalar) { return btScalar(0); });
}

/// Returns a closed box with n × n squares per side; faces are oriented outward.
inline std::unique_ptr<btTriangleMesh> box(const btVector3& half, int n) {
  auto mesh = std::make_unique<btTriangleMesh>();
  for (int axis = 0; axis < 3; ++axis)
    for (int side = -1; side <= 1; side += 2) {
      const auto at = [&](int i, int k) {
        btVector3 p;
        p[axis] = btScalar(side) * half[axis];
        p[(axis + 1) % 3] = half[(axis + 1) % 3] * (2 * btScalar(i) / btScalar(n) - 1);
        p[(axis + 2) % 3] = half[(axis + 2) % 3] * (2 * btScalar(k) / btScalar(n) - 1);
        return p;
      };
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
          const btVector3 a = at(i, k), b = at(i + 1, k), c = at(i, k + 1), d = at(i + 1, k + 1);
          if (side > 0) {
            mesh->addTriangle(a, b, c);
            mesh->addTriangle(b, d, c);
          } else {
            mesh->addTriangle(a, c, b);
            mesh->addTriangle(b, c, d);
          }
        }
    }
  return mesh;
}

inline btGImpactMeshShape* gimpact(btTriangleMesh* mesh) {
  auto* shape = new btGImpactMeshShape(mesh);
  shape->updateBound();
  return shape;
}

}  // namespace rigid
