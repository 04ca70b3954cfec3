// Vertices that coincide when a body is first read, and that nothing joins, move as one.

#include <map>

#include "../OverlapJudge.h"

namespace {

using Kind = pliant::SoftBodyStatus::Kind;
using Faces = std::vector<std::array<int, 3>>;

struct Shape {
  std::vector<btVector3> places;
  Faces faces;
};

Shape sheet(int n, btScalar half, const btVector3& centre) {
  Shape shape;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      shape.places.push_back(centre +
                             2 * half / btScalar(n - 1) *
                                 vector(btScalar(i) - btScalar(n - 1) / 2, 0, btScalar(j) - btScalar(n - 1) / 2));
  for (int j = 0; j + 1 < n; ++j)
    for (int i = 0; i + 1 < n; ++i) {
      const int k = j * n + i;
      shape.faces.push_back({k, k + n, k + 1});
      shape.faces.push_back({k + 1, k + n, k + n + 1});
    }
  return shape;
}

/// Returns the shape with a second side that has vertices of its own and reversed faces.
Shape doubled(const Shape& single) {
  Shape shape = single;
  const int count = int(single.places.size());
  shape.places.insert(shape.places.end(), single.places.begin(), single.places.end());
  for (const auto& f : single.faces) shape.faces.push_back({f[0] + count, f[2] + count, f[1] + count});
  return shape;
}

/// Returns a ball as exporters write it for textures: the first meridian twice, and a row of vertices at each pole.
Shape texturedBall(const btVector3& centre, btScalar radius, int segments, int rings) {
  Shape shape;
  for (int j = 0; j <= rings; ++j)
    for (int i = 0; i <= segments; ++i) {
      const int around = i % segments;
      const bool pole = j == 0 || j == rings;
      const btScalar down = SIMD_PI * btScalar(j) / btScalar(rings),
                     turn = SIMD_2_PI * btScalar(around) / btScalar(segments);
      const btScalar s = pole ? btScalar(0) : std::sin(down);
      shape.places.push_back(centre + radius * vector(s * std::cos(turn), std::cos(down), s * std::sin(turn)));
    }
  const auto at = [&](int i, int j) { return j * (segments + 1) + i; };
  for (int j = 0; j < rings; ++j)
    for (int i = 0; i < segments; ++i) {
      if (j > 0) shape.faces.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
      if (j + 1 < rings) shape.faces.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return shape;
}

btSoftBody* make(btSoftBodyWorldInfo& info, const Shape& shape, btScalar mass = 1) {
  auto* body = new btSoftBody(&info, int(shape.places.size()), shape.places.data(), nullptr);
  std::set<std::array<int, 2>> edges;
  for (const auto& f : shape.faces) {
    body->appendFace(f[0], f[1], f[2]);
    for (int k = 0; k < 3; ++k)
      if (const int a = f[size_t(k)], b = f[size_t((k + 1) % 3)]; edges.insert({std::min(a, b), std::max(a, b)}).second)
        body->appendLink(a, b);
  }
  body->setTotalMass(mass);
  body->m_cfg.piterations = 4;
  body->m_cfg.kDF = btScalar(0.5);
  return body;
}

/// Pairs of nodes that coincide at the start. holds() returns true if each pair still has one place and one velocity.
struct Together {
  explicit Together(const btSoftBody& watched) : body(watched) {
    std::map<std::array<btScalar, 3>, int> firsts;
    for (int i = 0; i < body.m_nodes.size(); ++i) {
      const btVector3& x = body.m_nodes[i].m_x;
      const int first = firsts.insert({{x.x(), x.y(), x.z()}, i}).first->second;
      if (first != i) pairs.push_back({first, i});
    }
  }
  bool holds() const {
    return std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
      const btSoftBody::Node &a = body.m_nodes[pair[0]], &b = body.m_nodes[pair[1]];
      return a.m_x == b.m_x && a.m_v == b.m_v;
    });
  }
  const btSoftBody& body;
  std::vector<std::array<int, 2>> pairs;
};

/// A sheet falls onto a ball that lies on the ground, and drapes over it.
struct Drape {
  PliantStage stage;
  StatusListener listener;
  btSoftBody *body, *ball;
  long contacts = 0, own = 0;

  explicit Drape(const Shape& shape) {
    stage.collision().setListener(&listener);
    body = stage.add(make(stage.info(), shape));
    ball = btSoftBodyHelpers::CreateEllipsoid(stage.info(), vector(0, 1, 0), vector(1, 1, 1) * btScalar(0.6), 96);
    ball->setTotalMass(20);
    ball->m_cfg.kPR = 200;
    stage.add(ball);
    stage.addRigid(0, new btStaticPlaneShape(vector(0, 1, 0), 0));
  }
  void step() {
    stage.step();
    contacts += stage.collision().getNumContacts();
    own += countContacts(stage.collision(), [](const auto& contact) { return contact.bodyA == contact.bodyB; });
  }
};

}  // namespace

TEST_CASE(
    "a double-sided sheet over a ball: sides stay together, with no more contacts than twice the single sheet's") {
  const Shape single = sheet(13, btScalar(1.3), vector(0, 1.8, 0));
  Drape one(single), two(doubled(single));
  const Together sides(*two.body);
  REQUIRE(sides.pairs.size() == single.places.size());
  bool together = true;
  int pairs = 0;
  for (int i = 0; i < 240; ++i) {
    one.step();
    two.step();
    together = together && sides.holds();
    pairs += overlap::facePairs(*two.body, *two.ball);
  }
  CHECK(together);
  CHECK(pairs == 0);
  CHECK(one.contacts > 1000);
  CHECK(two.contacts <= 2 * one.contacts);
  CHECK(two.own <= 2 * one.own);
  CHECK(fastestOf(*two.body) < btScalar(1));
  CHECK((centreOf(*two.body) - centreOf(*one.body)).length() < btScalar(0.1));
  REQUIRE(two.listener.reported.size() == 1);
  CHECK(two.listener.reported[0].second.kind == Kind::Seams);
  CHECK(two.listener.reported[0].second.message.find("338 vertices coincide at 169 places") == 0);
  CHECK(two.stage.collision().getStatus(two.body).kind == Kind::Seams);
  CHECK(one.listener.reported.empty());
  CHECK(one.stage.collision().getStatus(one.body).kind == Kind::Active);
}

TEST_CASE("a double-sided sheet falls, hangs and folds as the single one does") {
  const Shape single = sheet(9, 1, vector(0, 3, 0));
  PliantStage stages[2];
  btSoftBody* bodies[2];
  for (int k = 0; k < 2; ++k) {
    bodies[k] = stages[k].add(make(stages[k].info(), k ? doubled(single) : single));
    for (const int corner : {0, 8}) bodies[k]->setMass(corner, 0);  // corners of one side
  }
  const Together sides(*bodies[1]);
  for (int i = 0; i < 120; ++i) {
    for (PliantStage& stage : stages) stage.step();
    REQUIRE(sides.holds());
  }
  CHECK(farthestOf(*bodies[1], positionsOf(*bodies[0])) < btScalar(0.01));
  CHECK(centreOf(*bodies[1]).y() < btScalar(2.5));
}

TEST_CASE("seams: the same bits by every detector") {
  const Shape shape = doubled(sheet(9, btScalar(1.3), vector(0, 1.8, 0)));
  std::vector<btVector3> first;
  for (const Method method : kElementMethods) {
    CAPTURE(int(method));
    Drape drape(shape);
    drape.stage.collision().setMethod(method);
    for (int i = 0; i < 60; ++i) drape.step();
    const std::vector<btVector3> end = positionsOf(*drape.body);
    if (first.empty()) first = end;
    CHECK(end == first);
    CHECK(drape.contacts > 0);
  }
}

TEST_CASE("a ball with the seam of a texture stays closed, under pressure too") {
  const bool volumes = GENERATE(false, true);
  PliantStage stage;
  StatusListener listener(stage.collision());
  if (volumes) stage.collision().setMethod(Method::LdiSoftware);
  // A vertex of each pole belongs to no face.
  btSoftBody* ball = make(stage.info(), texturedBall(vector(0, 2, 0), 1, 16, 10));
  ball->m_cfg.kPR = 20;
  const Together seam(*ball);
  REQUIRE(seam.pairs.size() == 9 + 2 * 16);
  stage.add(ball);
  btSoftBody* upper = stage.add(make(stage.info(), texturedBall(vector(0, 4.2, 0), 1, 16, 10)));
  upper->m_cfg.kPR = 20;
  stage.addRigid(0, new btStaticPlaneShape(vector(0, 1, 0), 0));
  const btScalar volume = ball->getVolume();
  stage.step();
  CHECK(stage.collision().getNumContacts() == 0);  // elements at a seam are near, but no contacts
  bool together = true;
  stage.step(240, [&] { together = together && seam.holds(); });
  CHECK(together);
  CHECK(ball->getVolume() > btScalar(0.8) * volume);
  CHECK(centreOf(*ball).y() > btScalar(0.5));
  if (!volumes) CHECK(overlap::facePairs(*ball, *upper) == 0);
  REQUIRE(listener.reported.size() == 2);
  for (const auto& [body, status] : listener.reported) {
    CHECK(status.kind == Kind::Seams);
    CHECK(status.message.find("52 vertices coincide at 11 places") == 0);
  }
}

TEST_CASE("seams keep momentum: a double-sided sheet meets a cube in free flight") {
  WeightlessStage stage;
  Shape shape = doubled(sheet(9, 1, vector(0, 1, 0)));
  btSoftBody* body = stage.add(make(stage.info(), shape));
  for (int i = 0; i < body->m_nodes.size(); ++i) body->setMass(i, btScalar(0.01) * btScalar(1 + i % 7));
  body->setVelocity(vector(1, -10, 0));
  btSoftBody* cube = stage.addCube(vector(0.3, 0, 0), 1, 2);
  const Together sides(*body);
  const Eigen::Vector3d before = motionOf(stage.bodies()).momentum;
  int pushing = 0;
  stage.step(60, [&] {
    pushing += countContacts(stage.collision(), [](const auto& contact) { return contact.impulse > 0; });
    REQUIRE(sides.holds());
  });
  CHECK(pushing > 0);
  CHECK((motionOf(stage.bodies()).momentum - before).norm() < 2e-3 * before.norm());
  CHECK(overlap::facePairs(*body, *cube) == 0);
}

TEST_CASE("no seam: vertices that a link joins, and a flat bag, whose sides its rim joins") {
  WeightlessStage stage;
  const Shape single = sheet(5, 1, vector(0, 0, 0));
  SECTION("linked") {
    btSoftBody* body = make(stage.info(), doubled(single));
    for (int i = 0; i < 25; ++i) body->appendLink(i, i + 25);
    stage.add(body);
    stage.step(5);
    CHECK(stage.collision().getStatus(body).kind == Kind::Active);
  }
  SECTION("a bag opens") {
    Shape bag = single;
    std::map<int, int> back;
    for (const auto& face : single.faces) {
      std::array<int, 3> turned = {face[0], face[2], face[1]};
      for (int& v : turned) {
        if (v % 5 == 0 || v % 5 == 4 || v / 5 == 0 || v / 5 == 4) continue;  // on the rim
        const auto [at, isNew] = back.insert({v, int(bag.places.size())});
        if (isNew) bag.places.push_back(single.places[size_t(v)]);
        v = at->second;
      }
      bag.faces.push_back(turned);
    }
    btSoftBody* body = make(stage.info(), bag);
    body->m_nodes[12].m_v = vector(0, 1, 0);
    body->m_nodes[back.at(12)].m_v = vector(0, -1, 0);
    stage.add(body);
    stage.step(5);
    CHECK(body->m_nodes[12].m_x.y() > body->m_nodes[back.at(12)].m_x.y() + btScalar(0.01));
    CHECK(stage.collision().getStatus(body).kind == Kind::Active);
  }
}

TEST_CASE("seams that are not to be joined fall to pieces, and others go on together once they are") {
  PliantStage stage;
  pliant::SoftCollision& collision = stage.collision();
  StatusListener listener(collision);
  // Two squares side by side with coincident vertices along a row.
  Shape shape = sheet(3, btScalar(0.5), vector(0, 0, 0));
  const Shape right = sheet(3, btScalar(0.5), vector(1, 0, 0));
  for (const auto& f : right.faces) shape.faces.push_back({f[0] + 9, f[1] + 9, f[2] + 9});
  shape.places.insert(shape.places.end(), right.places.begin(), right.places.end());
  btSoftBody* body = make(stage.info(), shape);
  CHECK(collision.areSeamsJoined(body));
  const bool joined = GENERATE(false, true);
  collision.setSeamsJoined(body, joined);
  CHECK(collision.areSeamsJoined(body) == joined);
  for (int i = 9; i < 18; ++i) body->m_nodes[i].m_v = vector(1, 0, 0);
  stage.add(body);
  const Together row(*body);
  REQUIRE(row.pairs.size() == 3);
  stage.step(30);
  CHECK(row.holds() == joined);
  CHECK((body->m_nodes[2].m_x.x() < body->m_nodes[9].m_x.x() - btScalar(0.4)) == !joined);
  CHECK(listener.reported.size() == size_t(joined));
  if (!joined) return;
  CHECK(listener.reported[0].second.message.find("6 vertices coincide at 3 places") == 0);
  collision.setSeamsJoined(body, false);
  body->m_nodes[2].m_v = vector(-3, 0, 0);
  stage.step(5);
  CHECK_FALSE(row.holds());
}

TEST_CASE("pressure in a surface with a rim is told once, with the number of its edges") {
  PliantStage stage;
  StatusListener listener(stage.collision());
  Shape bowl = sheet(5, 1, vector(0, 0, 0));
  for (btVector3& x : bowl.places) x.setY(x.x() * x.x() - 3);
  btSoftBody* open = stage.add(make(stage.info(), bowl));
  btSoftBody* ball = btSoftBodyHelpers::CreateEllipsoid(stage.info(), vector(0, 5, 0), vector(1, 1, 1), 64);
  stage.add(ball);
  btSoftBody* cube = stage.addCube(vector(5, 5, 0), 1, 2);
  stage.step();
  CHECK(listener.reported.empty());
  for (btSoftBody* body : {open, ball, cube}) body->m_cfg.kPR = btScalar(0.1);
  stage.step(3);
  REQUIRE(listener.reported.size() == 1);
  CHECK(listener.reported[0].second.kind == Kind::Leaks);
  CHECK(listener.reported[0].second.message.find("a rim of 16 edges") != std::string::npos);
  CHECK(stage.collision().getStatus(open).kind == Kind::Leaks);
  CHECK(stage.collision().getStatus(ball).kind == Kind::Active);
  CHECK(stage.collision().getStatus(cube).kind == Kind::Active);
}

TEST_CASE("seams last: over nodes that come, moves of the whole body, and a place from which one side was pulled") {
  PliantStage stage;
  btSoftBody* body = stage.add(make(stage.info(), doubled(sheet(5, 1, vector(0, 0, 0)))));
  const Together sides(*body);
  stage.step(3);
  SECTION("nodes and faces come") {
    for (int i = 0; i < 40; ++i) body->appendNode(vector(i, 9, 0), 1);
    body->appendFace(50, 51, 52);
  }
  SECTION("moved and turned") {
    body->transform(btTransform(btQuaternion(vector(1, 2, 3).normalized(), btScalar(0.7)), vector(3, 2, 1)));
  }
  SECTION("one side is pulled away, the other comes along") {
    for (int i = 0; i < 25; ++i) body->m_nodes[i].m_x += vector(0, 0.2, 0);
    stage.step();
    CHECK(finite(*body));
  }
  SECTION("an anchor holds one side") {
    btRigidBody* rigid = stage.addRigid(0, new btBoxShape(vector(1, 1, 1) * btScalar(0.1)), vector(-1, 0, -1));
    const btVector3 held = body->m_nodes[0].m_x;
    body->appendAnchor(0, rigid);
    stage.step(60);
    CHECK((body->m_nodes[25].m_x - held).length() < btScalar(0.2));
  }
  stage.step(30, [&] { REQUIRE(sides.holds()); });
  CHECK(stage.collision().getStatus(body).message.find("50 vertices coincide at 25 places") == 0);
}
