#pragma once

#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <pliant/detectors/Topology.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

/// Soft bodies for tests. The caller owns them, also in a world.

inline btVector3 vector(double x, double y, double z) {
  return {btScalar(x), btScalar(y), btScalar(z)};
}

inline std::span<btSoftBody::Node> nodesOf(btSoftBody& body) {
  return {body.m_nodes.size() > 0 ? &body.m_nodes[0] : nullptr, std::size_t(body.m_nodes.size())};
}
inline std::span<const btSoftBody::Node> nodesOf(const btSoftBody& body) {
  return {body.m_nodes.size() > 0 ? &body.m_nodes[0] : nullptr, std::size_t(body.m_nodes.size())};
}
inline int indexOf(const btSoftBody& body, const btSoftBody::Node* node) {
  return int(node - &body.m_nodes[0]);
}

/// Pins the nodes whose position fulfils the condition.
template <typename Condition>
void pinWhere(btSoftBody& body, const Condition& condition) {
  for (int i = 0; i < body.m_nodes.size(); ++i)
    if (condition(body.m_nodes[i].m_x)) body.setMass(i, 0);
}
inline void pin(btSoftBody& body) {
  pinWhere(body, [](const btVector3&) { return true; });
}
/// Pins the rim of a level square around the y axis with a half side of 1.
inline void pinRim(btSoftBody& body) {
  pinWhere(body, [](const btVector3& x) { return std::max(std::abs(x.x()), std::abs(x.z())) > btScalar(0.99); });
}

/// A plane by which btSoftBody::refine cuts.
struct CuttingPlane final : btSoftBody::ImplicitFn {
  btVector3 normal;
  btScalar offset;
  CuttingPlane(const btVector3& n, const btVector3& point) : normal(n), offset(n.dot(point)) {}
  btScalar Eval(const btVector3& x) override { return normal.dot(x) - offset; }
};

/// Returns a cube of cells × cells × cells lattice cells with five tetrahedra each, and links along all edges.
inline btSoftBody* makeCube(btSoftBodyWorldInfo& info, const btVector3& centre, double side, int cells,
                            bool faces = true) {
  const auto size = btScalar(side);
  const int n = cells + 1;
  std::vector<btVector3> positions;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        positions.push_back(centre + (vector(x, y, z) / btScalar(cells) - vector(0.5, 0.5, 0.5)) * size);
  auto* body = new btSoftBody(&info, int(positions.size()), positions.data(), nullptr);
  const auto at = [n](int x, int y, int z) { return pliant::Index((z * n + y) * n + x); };
  std::set<std::array<pliant::Index, 2>> edges;
  std::vector<pliant::Tetrahedron> tetrahedra;
  for (int z = 0; z < cells; ++z)
    for (int y = 0; y < cells; ++y)
      for (int x = 0; x < cells; ++x) {
        const pliant::Index c[8] = {at(x, y, z),     at(x + 1, y, z),     at(x, y + 1, z),     at(x + 1, y + 1, z),
                                    at(x, y, z + 1), at(x + 1, y, z + 1), at(x, y + 1, z + 1), at(x + 1, y + 1, z + 1)};
        static constexpr int kEven[5][4] = {{0, 1, 2, 4}, {3, 2, 1, 7}, {5, 4, 7, 1}, {6, 7, 4, 2}, {1, 2, 4, 7}};
        static constexpr int kOdd[5][4] = {{1, 3, 0, 5}, {2, 0, 3, 6}, {4, 5, 6, 0}, {7, 6, 5, 3}, {0, 3, 5, 6}};
        for (const auto& t : (x + y + z) % 2 ? kOdd : kEven) tetrahedra.push_back({c[t[0]], c[t[1]], c[t[2]], c[t[3]]});
      }
  for (auto& t : tetrahedra) {
    const btVector3& from = positions[t[0]];
    if ((positions[t[1]] - from).cross(positions[t[2]] - from).dot(positions[t[3]] - from) < 0) std::swap(t[2], t[3]);
    body->appendTetra(int(t[0]), int(t[1]), int(t[2]), int(t[3]));
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i + 1; j < 4; ++j) edges.insert({std::min(t[i], t[j]), std::max(t[i], t[j])});
  }
  for (const auto& e : edges) body->appendLink(int(e[0]), int(e[1]));
  if (faces)
    for (const pliant::Triangle& f : pliant::boundaryFaces(
             {tetrahedra[0].data(), pliant::Index(tetrahedra.size()), 4},
             {positions[0].m_floats, pliant::Index(positions.size()), sizeof(btVector3) / sizeof(btScalar)}))
      body->appendFace(int(f[0]), int(f[1]), int(f[2]));
  body->setTotalMass(1);
  body->m_cfg.piterations = 8;
  body->getCollisionShape()->setMargin(btScalar(0.04));
  return body;
}

/// Returns a sheet of n × n nodes that spans centre ± u ± v. The bits of `pinned` pin corners, as in CreatePatch.
inline btSoftBody* makeSheet(btSoftBodyWorldInfo& info, const btVector3& centre, const btVector3& u, const btVector3& v,
                             int n, int pinned = 0, double mass = 1) {
  btSoftBody* body = btSoftBodyHelpers::CreatePatch(info, centre - u - v, centre + u - v, centre - u + v,
                                                    centre + u + v, n, n, pinned, true);
  body->setTotalMass(btScalar(mass));
  body->m_cfg.piterations = 4;
  return body;
}

/// Returns a level sheet with a margin.
inline btSoftBody* makeCloth(btSoftBodyWorldInfo& info, const btVector3& centre, double half, int n, int pinned = 0) {
  btSoftBody* body = makeSheet(info, centre, vector(half, 0, 0), vector(0, 0, half), n, pinned);
  body->getCollisionShape()->setMargin(btScalar(0.03));
  return body;
}

/// Returns a hollow ball. Its mass is spread by the area of its faces. `pressure`: m_cfg.kPR.
inline btSoftBody* makeBall(btSoftBodyWorldInfo& info, const btVector3& centre, double radius, int nodes,
                            double mass = 1, double pressure = 0) {
  btSoftBody* body = btSoftBodyHelpers::CreateEllipsoid(info, centre, vector(radius, radius, radius), nodes);
  body->setTotalMass(btScalar(mass), true);
  body->m_cfg.kPR = btScalar(pressure);
  return body;
}

/// Returns a rope from `a` to `b`. Node 0 lies at `a`.
inline btSoftBody* makeRope(btSoftBodyWorldInfo& info, const btVector3& a, const btVector3& b, int links,
                            double mass = 1) {
  btSoftBody* body = btSoftBodyHelpers::CreateRope(info, a, b, links - 1, 0);
  body->setTotalMass(btScalar(mass));
  body->m_cfg.piterations = 8;
  return body;
}
