// Bodies are cut while they hang, lie on the ground, or lie on each other.

#include <pliant_catch.h>

#include <functional>
#include <string>

#include "../Worlds.h"

namespace {

struct Ball final : btSoftBody::ImplicitFn {
  btVector3 centre;
  btScalar radius;
  Ball(const btVector3& at, btScalar r) : centre(at), radius(r) {}
  btScalar Eval(const btVector3& x) override { return (x - centre).length2() - radius * radius; }
};

struct Plane final : btSoftBody::ImplicitFn {
  btVector3 normal;
  btScalar offset;
  Plane(const btVector3& n, const btVector3& point) : normal(n), offset(n.dot(point)) {}
  btScalar Eval(const btVector3& x) override { return normal.dot(x) - offset; }
};

std::size_t crossing(PliantStage& stage) {
  pliant::Query query;
  query.facePairs = true;
  pliant::Results results;
  REQUIRE(stage.world.softCollision().query(query, results));
  return results.facePairs.size();
}

int indexOf(const btSoftBody& body, const btSoftBody::Node* node) {
  return int(node - &body.m_nodes[0]);
}

/// Cuts the body along x = `at` up to z = `until`: duplicates nodes, and joins the faces and links of one side to the
/// copies.
void slit(btSoftBody& body, btScalar at, btScalar until) {
  const int count = body.m_nodes.size();
  for (int i = 0; i < count; ++i) {
    const btVector3 x = body.m_nodes[i].m_x;
    if (btFabs(x.x() - at) > btScalar(0.01) || x.z() > until) continue;
    const int twin = body.m_nodes.size();
    body.appendNode(x, 1 / body.m_nodes[i].m_im);
    body.m_nodes[twin].m_v = body.m_nodes[i].m_v;
    const auto move = [&](btSoftBody::Node*& corner, const btVector3& middle) {
      if (indexOf(body, corner) == i && middle.x() > at) corner = &body.m_nodes[twin];
    };
    for (int f = 0; f < body.m_faces.size(); ++f) {
      auto& n = body.m_faces[f].m_n;
      const btVector3 middle = (n[0]->m_x + n[1]->m_x + n[2]->m_x) / 3;
      for (auto& corner : n) move(corner, middle);
    }
    for (int l = 0; l < body.m_links.size(); ++l) {
      auto& n = body.m_links[l].m_n;
      const btVector3 middle = (n[0]->m_x + n[1]->m_x) / 2;
      for (auto& end : n) move(end, middle);
    }
  }
}

struct Case {
  const char* name;
  std::function<btSoftBody*(PliantStage&)> make;
  int settle;
};

btSoftBody* addCloth(PliantStage& stage, const btVector3& at, int pinned) {
  btSoftBody* cloth = makeCloth(stage.info(), at, 1, 25, pinned);
  cloth->getCollisionShape()->setMargin(btScalar(0.02));
  return stage.add(cloth);
}

const Case kCases[] = {
    {"hangs", [](PliantStage& stage) { return addCloth(stage, btVector3(0, 2, 0), 3); }, 60},
    {"lies on the ground",
     [](PliantStage& stage) {
       stage.addRigid(0, new btBoxShape(btVector3(10, 1, 10)), btVector3(0, -1, 0));
       return addCloth(stage, btVector3(0, btScalar(0.2), 0), 0);
     },
     60},
    {"lies on another sheet",
     [](PliantStage& stage) {
       stage.addRigid(0, new btBoxShape(btVector3(10, 1, 10)), btVector3(0, -1, 0));
       btSoftBody* low = makeCloth(stage.info(), btVector3(btScalar(0.05), btScalar(0.1), 0), btScalar(1.1), 22);
       low->getCollisionShape()->setMargin(btScalar(0.02));
       stage.add(low);
       return addCloth(stage, btVector3(0, btScalar(0.3), 0), 0);
     },
     60},
};

using Cut = std::function<void(btSoftBody&)>;

btVector3 middleOf(const btSoftBody& body) {
  const auto& n = body.m_faces[body.m_faces.size() / 2 + 7].m_n;
  return (n[0]->m_x + n[1]->m_x + n[2]->m_x) / 3;
}

const std::pair<const char*, Cut> kCuts[] = {
    {"refine by a ball",
     [](btSoftBody& body) {
       Ball ball(middleOf(body), btScalar(0.35));
       body.refine(&ball, btScalar(1e-4), true);
     }},
    {"refine by a plane",
     [](btSoftBody& body) {
       Plane plane(btVector3(1, 0, btScalar(0.07)).normalized(), middleOf(body));
       body.refine(&plane, btScalar(1e-4), true);
     }},
    {"cutLink",
     [](btSoftBody& body) {
       const auto& n = body.m_faces[body.m_faces.size() / 2 + 7].m_n;
       const int a = indexOf(body, n[0]), b = indexOf(body, n[1]);
       CHECK(body.cutLink(a, b, btScalar(0.4)));
     }},
    {"appendNode, and faces that go to the new nodes", [](btSoftBody& body) { slit(body, 0, btScalar(0.4)); }},
    {"faces removed",
     [](btSoftBody& body) {
       for (int f = body.m_faces.size() - 1; f >= 0; --f) {
         const auto& n = body.m_faces[f].m_n;
         const btVector3 middle = (n[0]->m_x + n[1]->m_x + n[2]->m_x) / 3;
         if (btFabs(middle.x()) > btScalar(0.1)) continue;
         body.m_faces.swap(f, body.m_faces.size() - 1);
         body.m_faces.pop_back();
       }
     }},
};

}  // namespace

TEST_CASE("no two faces cross in any step after a cut, whatever the body touches") {
  for (const Case& world : kCases)
    for (const auto& [how, cut] : kCuts) {
      CAPTURE(world.name, how);
      PliantStage stage;
      btSoftBody* const cloth = world.make(stage);
      stage.step(world.settle);
      REQUIRE(crossing(stage) == 0);
      for (int round = 0; round < 2; ++round) {
        const int nodes = cloth->m_nodes.size(), faces = cloth->m_faces.size();
        cut(*cloth);
        if (round == 0) CHECK((cloth->m_nodes.size() > nodes || cloth->m_faces.size() < faces));
        for (int step = 0; step < 25; ++step) {
          CAPTURE(round, step);
          stage.step();
          CHECK(crossing(stage) == 0);
        }
        CHECK(finite(*cloth));
        for (int i = 0; i < cloth->m_nodes.size(); ++i) CHECK(cloth->m_nodes[i].m_v.length() < 12);
      }
    }
}

TEST_CASE(
    "a sheet that rests is cut: its sides don't press each other, nothing moves, and the narrow test has nearly "
    "nothing to do") {
  PliantStage stage;
  stage.info().m_gravity.setZero();
  btSoftBody* const cloth = addCloth(stage, btVector3(0, 0, 0), 0);
  stage.step(5);
  kCuts[0].second(*cloth);
  const int faces = cloth->m_faces.size();
  std::vector<btVector3> places;
  for (int i = 0; i < cloth->m_nodes.size(); ++i) places.push_back(cloth->m_nodes[i].m_x);
  for (int step = 0; step < 10; ++step) {
    CAPTURE(step);
    stage.step();
    const auto& counters = stage.world.softCollision().getCounters();
    for (const pliant::SoftContact& contact : stage.world.softCollision().getContacts()) CHECK(contact.impulse == 0);
    CHECK(counters.checkHits == 0);
    if (step >= 3) CHECK(int(counters.detection.narrowTests) < faces / 20);
  }
  // A cut moves its vertices by at most a fiftieth of the mean edge.
  const btScalar edge = btScalar(2.0 / 24 * 1.2);
  for (std::size_t i = 0; i < places.size(); ++i)
    CHECK(places[i].distance(cloth->m_nodes[int(i)].m_x) < edge / btScalar(50) * btScalar(1.2));
}

TEST_CASE("sides of a cut that were apart meet again at their contact distance") {
  PliantStage stage;
  stage.info().m_gravity.setZero();
  btSoftBody* const cloth = makeCloth(stage.info(), btVector3(0, 0, 0), 1, 13);
  cloth->getCollisionShape()->setMargin(btScalar(0.02));
  stage.add(cloth);
  stage.step();
  Plane plane(btVector3(1, 0, 0), btVector3(btScalar(0.04), 0, 0));
  cloth->refine(&plane, btScalar(1e-4), true);
  std::vector<int> right;
  for (int i = 0; i < cloth->m_nodes.size(); ++i) {
    bool isRight = false;
    for (int f = 0; f < cloth->m_faces.size(); ++f) {
      const auto& n = cloth->m_faces[f].m_n;
      const bool own = std::any_of(n, n + 3, [&](const auto* node) { return indexOf(*cloth, node) == i; });
      if (own && (n[0]->m_x + n[1]->m_x + n[2]->m_x).x() / 3 > btScalar(0.04)) isRight = true;
    }
    if (isRight) right.push_back(i);
  }
  const auto give = [&](const btVector3& velocity) {
    for (int i = 0; i < cloth->m_nodes.size(); ++i) cloth->m_nodes[i].m_v.setZero();
    for (const int i : right) cloth->m_nodes[i].m_v = velocity;
  };
  REQUIRE(right.size() > 70);
  for (int i = 0; i < 12; ++i) {
    give(btVector3(1, btScalar(1.5), 0));  // away from the other side, and up
    stage.step();
  }
  for (int i = 0; i < 12; ++i) {
    give(btVector3(-2, 0, 0));  // over the other side
    stage.step();
  }
  for (int i = 0; i < 30; ++i) {
    give(btVector3(0, -1, 0));  // down onto it
    stage.step();
    CHECK(crossing(stage) == 0);
  }
  int above = 0;
  for (const int i : right) {
    const btVector3 from = cloth->m_nodes[i].m_x - btVector3(0, btScalar(0.002), 0);
    btSoftBody::sRayCast hit;
    if (!stage.world.softCollision().rayTest(cloth, from, from - btVector3(0, btScalar(0.2), 0), hit)) continue;
    const auto& n = cloth->m_faces[hit.index].m_n;
    if (std::any_of(n, n + 3, [&](const auto* node) {
          return std::count(right.begin(), right.end(), indexOf(*cloth, node)) > 0;
        }))
      continue;
    ++above;
    CHECK(hit.fraction * btScalar(0.2) > btScalar(0.03));  // the contact distance is 0.04
  }
  CHECK(above > 10);
}

TEST_CASE("rays, contact tests and picking by them see what was cut, Bullet's own ray as well") {
  PliantStage stage;
  stage.info().m_gravity.setZero();
  btSoftBody* const cloth = addCloth(stage, btVector3(0, 0, 0), 0);
  stage.step();
  const auto lookDown = [&](const btVector3& at, btSoftBody::sRayCast& ours, btSoftBody::sRayCast& stock) {
    const btVector3 from = at + btVector3(0, 1, 0), to = at - btVector3(0, 1, 0);
    const bool hit = stage.world.softCollision().rayTest(cloth, from, to, ours);
    CHECK(cloth->rayTest(from, to, stock) == hit);
    return hit;
  };
  btSoftBody::sRayCast ours, stock;
  // The first cut removes faces and leaves a gap. The other cuts make slivers, which Bullet's test hits from anywhere.
  for (const auto& [how, cut] : {kCuts[4], kCuts[1], kCuts[0]}) {
    CAPTURE(how);
    cut(*cloth);
    stage.step();
    for (int f = 0; f < cloth->m_faces.size(); f += 3) {
      const auto& n = cloth->m_faces[f].m_n;
      const btVector3 middle = (n[0]->m_x + n[1]->m_x + n[2]->m_x) / 3;
      if ((n[1]->m_x - n[0]->m_x).cross(n[2]->m_x - n[0]->m_x).length() < btScalar(1e-4)) continue;
      REQUIRE(lookDown(middle, ours, stock));
      CHECK(ours.index == f);
      CHECK(ours.fraction == Approx(0.5));
      CHECK(stock.feature == btSoftBody::eFeature::Face);
      CHECK(stock.index < cloth->m_faces.size());
      CHECK(stock.fraction == Approx(0.5));
    }
    if (how == kCuts[4].first) CHECK_FALSE(lookDown(btVector3(0, 0, btScalar(0.9)), ours, stock));
    btCollisionWorld::ClosestRayResultCallback result(btVector3(btScalar(0.6), 1, btScalar(0.6)),
                                                      btVector3(btScalar(0.6), -1, btScalar(0.6)));
    stage.world.rayTest(result.m_rayFromWorld, result.m_rayToWorld, result);
    CHECK(result.m_collisionObject == cloth);
  }
  struct Counter : btCollisionWorld::ContactResultCallback {
    int count = 0;
    btScalar addSingleResult(btManifoldPoint&, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
      ++count;
      return 0;
    }
  };
  btSphereShape shape(btScalar(0.05));
  btCollisionObject probe;
  probe.setCollisionShape(&shape);
  const auto meets = [&](const btVector3& at) {
    probe.setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
    Counter counter;
    stage.world.contactPairTest(&probe, cloth, counter);
    return counter.count > 0;
  };
  CHECK(meets(btVector3(btScalar(0.6), 0, btScalar(0.6))));
  CHECK_FALSE(meets(btVector3(0, 0, btScalar(0.9))));
}
