#pragma once

#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <pliant/detectors/Topology.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

/// Soft bodies for tests. The caller owns them, also in a world.

/// Returns a cube of cells × cells × cells lattice cells with five tetrahedra each, and links along all edges.
inline btSoftBody* makeCube(btSoftBodyWorldInfo& info, const btVector3& centre, btScalar size, int cells,
                            bool faces = true, btScalar mass = 1) {
  const int n = cells + 1;
  std::vector<btVector3> positions;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        positions.push_back(centre + (btVector3(btScalar(x), btScalar(y), btScalar(z)) / btScalar(cells) -
                                      btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))) *
                                         size);
  auto* body = new btSoftBody(&info, int(positions.size()), positions.data(), nullptr);
  const auto at = [n](int x, int y, int z) { return (z * n + y) * n + x; };
  std::set<std::array<int, 2>> edges;
  std::vector<std::array<int, 4>> tetrahedra;
  for (int z = 0; z < cells; ++z)
    for (int y = 0; y < cells; ++y)
      for (int x = 0; x < cells; ++x) {
        const int c[8] = {at(x, y, z),     at(x + 1, y, z),     at(x, y + 1, z),     at(x + 1, y + 1, z),
                          at(x, y, z + 1), at(x + 1, y, z + 1), at(x, y + 1, z + 1), at(x + 1, y + 1, z + 1)};
        static constexpr int kEven[5][4] = {{0, 1, 2, 4}, {3, 2, 1, 7}, {5, 4, 7, 1}, {6, 7, 4, 2}, {1, 2, 4, 7}};
        static constexpr int kOdd[5][4] = {{1, 3, 0, 5}, {2, 0, 3, 6}, {4, 5, 6, 0}, {7, 6, 5, 3}, {0, 3, 5, 6}};
        for (const auto& t : (x + y + z) % 2 ? kOdd : kEven) tetrahedra.push_back({c[t[0]], c[t[1]], c[t[2]], c[t[3]]});
      }
  for (auto& t : tetrahedra) {
    const btVector3 ab = positions[size_t(t[1])] - positions[size_t(t[0])];
    const btVector3 ac = positions[size_t(t[2])] - positions[size_t(t[0])];
    const btVector3 ad = positions[size_t(t[3])] - positions[size_t(t[0])];
    if (ab.cross(ac).dot(ad) < 0) std::swap(t[2], t[3]);
    body->appendTetra(t[0], t[1], t[2], t[3]);
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j)
        edges.insert({std::min(t[size_t(i)], t[size_t(j)]), std::max(t[size_t(i)], t[size_t(j)])});
  }
  for (const auto& e : edges) body->appendLink(e[0], e[1]);
  if (faces) {
    const std::vector<pliant::Tetrahedron> copy = [&] {
      std::vector<pliant::Tetrahedron> out;
      for (const auto& t : tetrahedra)
        out.push_back({pliant::Index(t[0]), pliant::Index(t[1]), pliant::Index(t[2]), pliant::Index(t[3])});
      return out;
    }();
    pliant::TetrahedraView view;
    view.data = copy[0].data();
    view.count = pliant::Index(copy.size());
    pliant::PositionsView at0;
    at0.data = positions[0].m_floats;
    at0.count = pliant::Index(positions.size());
    at0.stride = sizeof(btVector3) / sizeof(btScalar);
    for (const pliant::Triangle& f : pliant::boundaryFaces(view, at0))
      body->appendFace(int(f[0]), int(f[1]), int(f[2]));
  }
  body->setTotalMass(mass);
  body->m_cfg.piterations = 8;
  body->getCollisionShape()->setMargin(btScalar(0.04));
  return body;
}

inline btSoftBody* makeCloth(btSoftBodyWorldInfo& info, const btVector3& centre, btScalar half, int n, int pinned = 0) {
  const btVector3 x(half, 0, 0), z(0, 0, half);
  btSoftBody* body = btSoftBodyHelpers::CreatePatch(info, centre - x - z, centre + x - z, centre - x + z,
                                                    centre + x + z, n, n, pinned, true);
  body->setTotalMass(1);
  body->m_cfg.piterations = 4;
  body->getCollisionShape()->setMargin(btScalar(0.03));
  return body;
}
