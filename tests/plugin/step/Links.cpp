// Ropes, nets and fringes: links that are no edges of faces collide as edges.

#include <cstring>

#include "../Worlds.h"
#include "LinkJudge.h"

namespace {

/// Adds a rope from `a` to `b` with pinned or free ends.
btSoftBody* addRope(PliantStage& stage, const btVector3& a, const btVector3& b, int links, bool held = false) {
  btSoftBody* rope = makeRope(stage.info(), a, b, links, 0.5);
  if (held) {
    rope->setMass(0, 0);
    rope->setMass(links, 0);
  }
  return stage.add(rope);
}

/// Returns a net of n × n nodes in the plane y = height, |x|, |z| ≤ 1, pinned along its border.
btSoftBody* makeNet(btSoftBodyWorldInfo& info, double height, int n) {
  std::vector<btVector3> nodes;
  const auto place = [n](int i) { return 2.0 * i / (n - 1) - 1; };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) nodes.push_back(vector(place(i), height, place(j)));
  auto* net = new btSoftBody(&info, n * n, nodes.data(), nullptr);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      if (i + 1 < n) net->appendLink(j * n + i, j * n + i + 1);
      if (j + 1 < n) net->appendLink(j * n + i, j * n + n + i);
    }
  net->m_cfg.piterations = 8;
  net->setTotalMass(1);
  pinRim(*net);
  return net;
}

double heightOf(const btSoftBody* body) {
  return double(centreOf(*body).y());
}

/// Steps a world. Returns the number of edge pairs of its bodies that passed through each other.
int passesIn(PliantStage& stage, int steps) {
  LinkJudge judge;
  for (int i = 0; i < stage.bodies().size(); ++i) judge.add(*stage.bodies()[i]);
  return stage.sumOf(steps, [&] { return judge.step(); });
}

btSoftBody* addFallingRope(PliantStage& stage, double height = 1.2) {
  return addRope(stage, vector(-1, height, 0.03), vector(1, height, 0.03), 21);
}
btSoftBody* addHeldRope(PliantStage& stage) {
  return addRope(stage, vector(0.02, 1, -1), vector(0.02, 1, 1), 21, true);
}

/// Returns the coordinates of all nodes after some steps.
template <typename AnyStage, typename Build>
std::vector<btScalar> nodesAfter(int steps, Build&& build) {
  AnyStage stage;
  build(stage);
  stage.step(steps);
  return coordinatesOf(stage.bodies());
}

template <typename Build>
bool stocksBits(int steps, Build&& build) {
  const auto stock = nodesAfter<StockStage>(steps, build), ours = nodesAfter<PliantStage>(steps, build);
  return stock.size() == ours.size() && std::memcmp(stock.data(), ours.data(), stock.size() * sizeof(btScalar)) == 0;
}

/// Returns a lattice of links without faces. The two diagonals of each square cross.
btSoftBody* makeTruss(btSoftBodyWorldInfo& info, const btVector3& at, int n) {
  std::vector<btVector3> nodes;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) nodes.push_back(at + vector(0.3 * x, 0.3 * y, 0.3 * z));
  auto* truss = new btSoftBody(&info, int(nodes.size()), nodes.data(), nullptr);
  for (int a = 0; a < int(nodes.size()); ++a)
    for (int b = a + 1; b < int(nodes.size()); ++b)
      if ((nodes[std::size_t(a)] - nodes[std::size_t(b)]).length() < 0.45) truss->appendLink(a, b);
  truss->setTotalMass(1);
  return truss;
}

}  // namespace

TEST_CASE("links: a rope that falls across a held rope stays on it, by every method") {
  const Method method = GENERATE(Method::Auto, Method::SpatialHash, Method::BucketTree, Method::RegularityTree,
                                 Method::BruteForce, Method::LdiSoftware);
  PliantStage stage;
  stage.collision().setMethod(method);
  btSoftBody *rope = addFallingRope(stage), *held = addHeldRope(stage);
  CHECK(passesIn(stage, 300) == 0);
  CHECK(heightOf(rope) > -0.3);
  CHECK(heightOf(held) > 0.5);
}

TEST_CASE("links: ropes whose nodes lie above each other hold each other") {
  PliantStage stage;
  addRope(stage, vector(-1, 1, 0), vector(1, 1, 0), 20, true);
  btSoftBody* rope = addRope(stage, vector(0, 1.2, -1), vector(0, 1.2, 1), 20);
  CHECK(passesIn(stage, 300) == 0);
  CHECK(heightOf(rope) > -0.3);
}

TEST_CASE("links: a rope stays on the upper edge of an upright cloth") {
  PliantStage stage;
  btSoftBody* rope = addFallingRope(stage);
  btSoftBody* cloth = stage.add(makeSheet(stage.info(), vector(0, 0, 0), vector(0, 1, 0), vector(0, 0, 1), 11));
  pinWhere(*cloth, [](const btVector3& x) { return std::abs(x.z()) > 0.99; });
  CHECK(passesIn(stage, 300) == 0);
  CHECK(heightOf(rope) > 0);
}

TEST_CASE("links: a rope stays on a rod of triangles that is 0.04 thick") {
  PliantStage stage;
  auto mesh = std::make_unique<btTriangleMesh>();
  const auto corner = [](int i, double z) { return i == 0 ? vector(0, 1, z) : vector(i == 1 ? 0.02 : -0.02, 0.97, z); };
  for (int i = 0; i < 3; ++i) {
    const int k = (i + 1) % 3;
    mesh->addTriangle(corner(i, -2), corner(k, -2), corner(i, 2));
    mesh->addTriangle(corner(k, -2), corner(k, 2), corner(i, 2));
  }
  btRigidBody* rod = stage.addMesh(std::move(mesh));
  btSoftBody* rope = addFallingRope(stage);
  CHECK(passesIn(stage, 300) == 0);
  CHECK(heightOf(rope) > 0.3);
  REQUIRE(!stage.collision().getContacts().empty());
  CHECK(stage.collision().getContacts().front().rigid == rod);
}

TEST_CASE("links: a net catches a ball and a rope") {
  PliantStage stage;
  btSoftBody* net = stage.add(makeNet(stage.info(), 1, 9));
  btSoftBody* ball = stage.add(makeBall(stage.info(), vector(0.03, 1.8, 0.02), 0.4, 128, 1, 20));
  ball->m_cfg.piterations = 4;
  btSoftBody* rope = addRope(stage, vector(-0.9, 1.5, -0.8), vector(0.9, 1.5, -0.8), 18);
  CHECK(passesIn(stage, 300) == 0);
  CHECK(heightOf(net) > 0.7);
  CHECK(heightOf(ball) > 0.7);
  CHECK(heightOf(rope) > 0.5);
}

TEST_CASE("links: a cloth lies on a held rope of few links") {
  PliantStage stage;
  addRope(stage, vector(0.02, 1, -1.5), vector(0.02, 1, 1.5), 5, true);
  btSoftBody* cloth =
      stage.add(makeSheet(stage.info(), vector(0, 1.3, 0), vector(1, 0, 0), vector(0, 0, 1), 11, 0, 0.5));
  CHECK(passesIn(stage, 300) == 0);
  CHECK(heightOf(cloth) > 0);
}

TEST_CASE("links: a rope that falls onto itself does not pass itself") {
  PliantStage stage;
  stage.addRigid(0, new btBoxShape(vector(8, 1, 8)), vector(0, -1, 0));
  addRope(stage, vector(0, 0.1, 0), vector(0.1, 2.1, 0.05), 41);
  CHECK(passesIn(stage, 300) == 0);
}

TEST_CASE("links: a rope at 50 m/s does not pass a held rope") {
  PliantStage stage;
  btSoftBody* rope = addFallingRope(stage, 3);
  addHeldRope(stage);
  for (auto& node : nodesOf(*rope)) node.m_v = vector(0, -50, 0);
  CHECK(passesIn(stage, 120) == 0);
}

TEST_CASE("links: the fringe of a held cloth lies on a rope") {
  PliantStage stage;
  const int n = 7;
  btSoftBody* cloth = btSoftBodyHelpers::CreatePatch(stage.info(), vector(-0.5, 1, -0.5), vector(0.5, 1, -0.5),
                                                     vector(-0.5, 1, 0.5), vector(0.5, 1, 0.5), n, n, 0, true);
  for (int row = 0; row < n; ++row)
    for (int k = 0, last = n * row; k < 6; ++k, last = cloth->m_nodes.size() - 1) {
      cloth->appendNode(cloth->m_nodes[n * row].m_x + vector(-0.15 * (k + 1), 0, 0), 1);
      cloth->appendLink(last, cloth->m_nodes.size() - 1);
    }
  cloth->m_cfg.piterations = 8;
  cloth->setTotalMass(btScalar(0.4));
  for (int row = 0; row < n; ++row) cloth->setMass(n * row + n - 1, 0);
  stage.add(cloth);
  addRope(stage, vector(-0.7, 0.9, -1), vector(-0.7, 0.9, 1), 5, true);
  CHECK(passesIn(stage, 200) == 0);
  // The mean height of the cloth if it hangs freely: 0.03.
  CHECK(heightOf(cloth) > 0.55);
}

TEST_CASE("links: what bends, and what joins faces, is no element, and a link that comes later is one") {
  PliantStage stage;
  const auto twoFaces = [&](double x, bool bent) {
    const btVector3 nodes[] = {vector(x, 0, -1), vector(x - 0.1, 0, -1.2), vector(x + 0.1, 0, -1.2),
                               vector(x, 0, 1),  vector(x - 0.1, 0, 1.2),  vector(x + 0.1, 0, 1.2)};
    auto* body = new btSoftBody(&stage.info(), 6, nodes, nullptr);
    body->appendLink(0, 3);
    if (bent)
      body->m_links[0].m_bbending = -1;  // true in a signed field of one bit
    else {
      body->appendFace(0, 1, 2);
      body->appendFace(3, 4, 5);
    }
    pin(*body);
    return stage.add(body);
  };
  twoFaces(-2, false);
  btSoftBody* bending = twoFaces(2, true);
  const btSoftBody *left = addRope(stage, vector(-3, 0.3, 0), vector(-1, 0.3, 0), 10),
                   *right = addRope(stage, vector(1, 0.3, 0), vector(3, 0.3, 0), 10);
  stage.step(60);
  CHECK(heightOf(left) < -2);
  CHECK(heightOf(right) < -2);
  bending->appendLink(0, 3);
  btSoftBody* rope = addRope(stage, vector(1, 0.3, 0), vector(3, 0.3, 0), 10);
  stage.step(60);
  CHECK(heightOf(rope) > -1);
}

TEST_CASE("links: ropes and trusses that touch nothing end with stock Bullet's bits") {
  CHECK(stocksBits(200, [](auto& stage) {
    for (const double z : {-1.0, 0.0, 1.0}) {
      btSoftBody* rope = makeRope(stage.info(), vector(-1, 0, z), vector(1, 0, z), 20, 0.5);
      rope->setMass(0, 0);
      rope->m_nodes[20].m_v = vector(0, 3, 0);
      if (z > 0) rope->generateBendingConstraints(2);
      stage.add(rope);
    }
  }));
  CHECK(stocksBits(200, [](auto& stage) {
    btSoftBody* truss = makeTruss(stage.info(), vector(0, 0, 0), 4);
    truss->setMass(0, 0);
    truss->m_nodes[63].m_v = vector(4, 2, -3);
    stage.add(truss);
  }));
}
