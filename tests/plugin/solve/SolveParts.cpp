#include <pliant_catch.h>

#include <cstring>

#include "SolverStage.h"
#include "solve/BodyLinks.h"
#include "solve/Islands.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

/// A row of `count` separate bodies of one triangle each.
struct Row {
  explicit Row(std::size_t count) : info(bodies::worldInfo(btVector3(0, 0, 0))) {
    for (std::size_t b = 0; b < count; ++b) {
      bodies::Shape shape;
      const auto x = btScalar(2) * btScalar(b);
      shape.points = {btVector3(x, 0, 0), btVector3(x + 1, 0, 0), btVector3(x, 0, 1)};
      shape.faces = {{0, 1, 2}};
      all.push_back(bodies::make(info, shape, 1, btScalar(0.01)));
      array.push_back(all.back().get());
      for (int i = 0; i < 3; ++i) nodes.push_back(&all.back()->m_nodes[i]);
      std::vector<Triangle> faces;
      std::vector<Tetrahedron> tetrahedra;
      set.add(viewOf(*all.back(), faces, tetrahedra));
    }
    set.update();
  }
  static SurfaceContact between(Index a, Index b) {
    SurfaceContact contact;
    contact.vertices = {3 * a, 3 * b, 3 * b + 1, 3 * b + 2};
    contact.weights = {1, -1, 0, 0};
    contact.normal = Vector3::UnitX();
    return contact;
  }
  std::vector<std::vector<Index>> islands(const std::vector<SurfaceContact>& contacts) {
    const SolveSettings settings;
    const SolveContext context{array, nodes, set, settings};
    Islands found;
    found.build(context, {contacts, {}, {}});
    std::vector<std::vector<Index>> result;
    for (Index i = 0; i < found.count(); ++i) {
      const auto bodies = found.bodies(i);
      result.emplace_back(bodies.begin(), bodies.end());
      for (const Index index : bodies) CHECK(found.islandOf(index) == i);
    }
    return result;
  }
  btSoftBodyWorldInfo info;
  std::vector<std::unique_ptr<btSoftBody>> all;
  std::vector<btSoftBody*> array;
  std::vector<btSoftBody::Node*> nodes;
  BodySet set;
};

using Lists = std::vector<std::vector<Index>>;

}  // namespace

TEST_CASE("contacts join bodies into islands, in the order of their first body") {
  Row row(7);
  CHECK(row.islands({}).empty());
  CHECK(row.islands({Row::between(5, 2), Row::between(6, 4), Row::between(2, 0)}) == Lists{{0, 2, 5}, {4, 6}});
  CHECK(row.islands({Row::between(2, 0), Row::between(6, 4), Row::between(5, 2)}) == Lists{{0, 2, 5}, {4, 6}});
  CHECK(row.islands({Row::between(3, 3)}) == Lists{{3}});
}

TEST_CASE("a body that stands still joins nothing, but what touches it is not alone") {
  Row row(4);
  row.all[1]->forceActivationState(ISLAND_SLEEPING);
  CHECK(row.islands({Row::between(0, 1), Row::between(1, 2)}) == Lists{{0}, {2}});
  row.array[0] = nullptr;
  CHECK(row.islands({Row::between(0, 1), Row::between(1, 2)}) == Lists{{2}});
}

TEST_CASE("a link is corrected to the bit as Bullet corrects it") {
  constexpr int kLinked = 46;  // 23 links: five groups of four, and three more
  btSoftBodyWorldInfo info = bodies::worldInfo(btVector3(0, 0, 0));
  bodies::Shape shape;
  for (int i = 0; i < kLinked; ++i) {
    shape.points.push_back(btVector3(std::sin(btScalar(i)), std::cos(btScalar(3 * i)), btScalar(0.3) * btScalar(i)));
  }
  auto body = bodies::make(info, shape, 3, btScalar(0.01));
  // No two links share a node, so their order does not matter.
  for (int i = 0; i < kLinked; i += 2) body->appendLink(i, i + 1);
  body->setMass(6, 0);
  body->setMass(8, 0);
  body->setMass(9, 0);
  body->predictMotion(btScalar(1) / 60);
  for (int i = 0; i < kLinked; ++i) body->m_nodes[i].m_x *= btScalar(1) + btScalar(0.01) * btScalar(i % 7);
  BodySet set;
  std::vector<Triangle> faces;
  std::vector<Tetrahedron> tetrahedra;
  set.add(viewOf(*body, faces, tetrahedra));
  set.update();
  std::vector<btSoftBody*> array = {body.get()};
  std::vector<btSoftBody::Node*> nodes;
  for (int i = 0; i < kLinked; ++i) nodes.push_back(&body->m_nodes[i]);
  const SolveSettings settings;
  const SolveContext context{array, nodes, set, settings};
  PackedNodes packed;
  packed.addBodies(context, std::array{Index{0}});
  BodyLinks links;
  links.read(*body);
  links.solve(packed.x(), packed.inverseMass());
  btSoftBody::getSolver(btSoftBody::ePSolver::Linear)(body.get(), 1, 0);
  for (Index i = 0; i < kLinked; ++i) {
    for (int k = 0; k < 3; ++k) {
      const btScalar bullets = nodes[i]->m_x[k], ours = packed.x()[i][k];
      CHECK(std::memcmp(&bullets, &ours, sizeof ours) == 0);
    }
  }
}

TEST_CASE("links that share nodes come to rest, and keep momentum, however they are grouped") {
  btSoftBodyWorldInfo info = bodies::worldInfo(btVector3(0, 0, 0));
  bodies::Shape shape;
  const int side = 7;
  for (int i = 0; i < side * side; ++i) shape.points.push_back(btVector3(btScalar(i % side), 0, btScalar(i / side)));
  auto body = bodies::make(info, shape, 3, btScalar(0.01));
  SECTION("a grid") {
    for (int i = 0; i < side * side; ++i) {
      if (i % side + 1 < side) body->appendLink(i, i + 1);
      if (i + side < side * side) body->appendLink(i, i + side);
      if (i % side + 1 < side && i + side < side * side) body->appendLink(i, i + side + 1);
    }
  }
  SECTION("a chain") {
    for (int i = 0; i + 1 < side * side; ++i) body->appendLink(i, i + 1);
  }
  SECTION("all at one node") {
    for (int i = 1; i < side * side; ++i) body->appendLink(0, i);
  }
  body->predictMotion(btScalar(1) / 60);
  BodyLinks links;
  links.read(*body);
  std::vector<Lane> x;
  std::vector<Real> inverseMass;
  Lane before = Lane::Zero(), after = Lane::Zero();
  for (int i = 0; i < side * side; ++i) {
    const btVector3 moved(btScalar(0.1) * std::sin(btScalar(5 * i)), 0, btScalar(0.1) * std::cos(btScalar(7 * i)));
    x.push_back(toLane(body->m_nodes[i].m_x + moved));
    inverseMass.push_back(body->m_nodes[i].m_im);
    before += x.back() / inverseMass.back();
  }
  links.solve(x.data(), inverseMass.data());
  for (std::size_t i = 0; i < x.size(); ++i) after += x[i] / inverseMass[i];
  for (int k = 0; k < 3; ++k) CHECK(after[k] == Approx(before[k]).margin(1e-3));
  for (int pass = 0; pass < 400; ++pass) links.solve(x.data(), inverseMass.data());
  for (int i = 0; i < body->m_links.size(); ++i) {
    const btSoftBody::Link& link = body->m_links[i];
    const Lane along = x[static_cast<std::size_t>(link.m_n[0] - &body->m_nodes[0])] -
                       x[static_cast<std::size_t>(link.m_n[1] - &body->m_nodes[0])];
    CHECK(std::sqrt(dot(along, along)) == Approx(link.m_rl).epsilon(0.01));
  }
}

TEST_CASE("links that change their nodes or constants are read anew") {
  btSoftBodyWorldInfo info = bodies::worldInfo(btVector3(0, 0, 0));
  bodies::Shape shape;
  shape.points = {btVector3(0, 0, 0), btVector3(1, 0, 0), btVector3(0, 3, 0)};
  auto body = bodies::make(info, shape, 3, btScalar(0.01));
  body->appendLink(0, 1);
  body->predictMotion(btScalar(1) / 60);
  BodyLinks links;
  links.read(*body);
  const auto solved = [&] {
    std::array<Lane, 3> x{toLane(body->m_nodes[0].m_x), toLane(body->m_nodes[1].m_x), toLane(body->m_nodes[2].m_x)};
    const std::array<Real, 3> inverseMass{1, 1, 1};
    links.solve(x.data(), inverseMass.data());
    return x;
  };
  CHECK(solved()[1][0] == Approx(1));
  body->m_links[0].m_c1 = 4;  // squared rest length
  links.read(*body);
  CHECK(solved()[1][0] > 1);
  body->m_links[0].m_n[1] = &body->m_nodes[2];
  links.read(*body);
  CHECK(solved()[1][0] == Approx(1));
  CHECK(solved()[2][1] < 3);
}
