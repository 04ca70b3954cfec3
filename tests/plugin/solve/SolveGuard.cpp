#include <pliant_catch.h>

#include "SolverStage.h"
#include "solve/InversionGuard.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

/// Returns six times the signed volume.
double volume(const btSoftBody::Tetra& t) {
  const btVector3 a = t.m_n[0]->m_x;
  return double((t.m_n[1]->m_x - a).dot((t.m_n[2]->m_x - a).cross(t.m_n[3]->m_x - a)));
}

int inverted(const btSoftBody& body, const std::vector<double>& rest) {
  int count = 0;
  for (int i = 0; i < body.m_tetras.size(); ++i) {
    count += volume(body.m_tetras[i]) * rest[std::size_t(i)] <= 0;
  }
  return count;
}

struct Block {
  Block()
      : info(bodies::worldInfo(btVector3(0, 0, 0))),
        body(bodies::make(info, bodies::cube(3, 1, btVector3(0, 0, 0)), 2, btScalar(0.01))) {
    std::vector<Triangle> faces;
    std::vector<Tetrahedron> tetrahedra;
    set.add(viewOf(*body, faces, tetrahedra));
    set.update();
    array = {body.get()};
    for (int i = 0; i < body->m_nodes.size(); ++i) nodes.push_back(&body->m_nodes[i]);
    for (int i = 0; i < body->m_tetras.size(); ++i) rest.push_back(volume(body->m_tetras[i]));
  }

  /// Scans the body `times` times with a guard.
  void guard(int times) {
    const SolveSettings settings;
    const SolveContext context{array, nodes, set, settings};
    InversionGuard guard;
    guard.build(set);
    PackedNodes packed;
    packed.addBodies(context, std::array{Index{0}});
    for (int i = 0; i < times; ++i) guard.scan(context, 0, packed);
    packed.scatter();
  }

  btSoftBodyWorldInfo info;
  std::unique_ptr<btSoftBody> body;
  BodySet set;
  std::vector<btSoftBody*> array;
  std::vector<btSoftBody::Node*> nodes;
  std::vector<double> rest;
};

}  // namespace

TEST_CASE("inverted tetrahedra recover, momentum kept") {
  Block block;
  // A corner node is pulled through the body.
  btSoftBody::Node& corner = block.body->m_nodes[0];
  corner.m_x += btVector3(btScalar(0.6), btScalar(0.6), btScalar(0.6));
  REQUIRE(inverted(*block.body, block.rest) > 0);
  for (auto* n : block.nodes) n->m_q = n->m_x;
  block.guard(100);
  CHECK(inverted(*block.body, block.rest) == 0);
  Eigen::Vector3d linear(0, 0, 0);
  for (const auto* n : block.nodes) linear += (bodies::eigen(n->m_x) - bodies::eigen(n->m_q)) / double(n->m_im);
  CHECK(linear.norm() < 1e-5);
}

TEST_CASE("a body in good shape is not touched") {
  Block block;
  std::vector<btVector3> before;
  for (const auto* n : block.nodes) before.push_back(n->m_x);
  block.guard(1);
  for (std::size_t i = 0; i < before.size(); ++i) CHECK((block.nodes[i]->m_x - before[i]).length() == 0);
}

TEST_CASE("a pinned node is not moved, a tetrahedron of pinned nodes is left alone") {
  Block block;
  for (int i = 0; i < block.body->m_nodes.size(); ++i) block.body->setMass(i, 0);
  block.body->m_nodes[0].m_x += btVector3(1, 1, 1);
  const btVector3 there = block.body->m_nodes[0].m_x;
  block.guard(1);
  CHECK((block.body->m_nodes[0].m_x - there).length() == 0);
}
