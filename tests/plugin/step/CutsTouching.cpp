// Bodies are cut while they hang, lie on the ground, or lie on each other.

#include "../Worlds.h"

namespace {

struct Ball final : btSoftBody::ImplicitFn {
  btVector3 centre;
  btScalar radius;
  Ball(const btVector3& at, btScalar r) : centre(at), radius(r) {}
  btScalar Eval(const btVector3& x) override { return (x - centre).length2() - radius * radius; }
};

btVector3 middleOf(const btSoftBody::Face& face) {
  return (face.m_n[0]->m_x + face.m_n[1]->m_x + face.m_n[2]->m_x) / 3;
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
      const btVector3 middle = middleOf(body.m_faces[f]);
      for (auto& corner : body.m_faces[f].m_n) move(corner, middle);
    }
    for (int l = 0; l < body.m_links.size(); ++l) {
      auto& n = body.m_links[l].m_n;
      const btVector3 middle = (n[0]->m_x + n[1]->m_x) / 2;
      for (auto& end : n) move(end, middle);
    }
  }
}

btSoftBody* addCloth(PliantStage& stage, const btVector3& at, int pinned) {
  btSoftBody* cloth = makeCloth(stage.info(), at, 1, 25, pinned);
  cloth->getCollisionShape()->setMargin(btScalar(0.02));
  return stage.add(cloth);
}

const std::pair<const char*, std::function<btSoftBody*(PliantStage&)>> kCases[] = {
    {"hangs", [](PliantStage& stage) { return addCloth(stage, vector(0, 2, 0), 3); }},
    {"lies on the ground",
     [](PliantStage& stage) {
       stage.addRigid(0, new btBoxShape(vector(10, 1, 10)), vector(0, -1, 0));
       return addCloth(stage, vector(0, 0.2, 0), 0);
     }},
    {"lies on another sheet",
     [](PliantStage& stage) {
       stage.addRigid(0, new btBoxShape(vector(10, 1, 10)), vector(0, -1, 0));
       btSoftBody* low = makeCloth(stage.info(), vector(0.05, 0.1, 0), 1.1, 22);
       low->getCollisionShape()->setMargin(btScalar(0.02));
       stage.add(low);
       return addCloth(stage, vector(0, 0.3, 0), 0);
     }},
};

using Cut = std::function<void(btSoftBody&)>;

const btSoftBody::Face& middleFace(const btSoftBody& body) {
  return body.m_faces[body.m_faces.size() / 2 + 7];
}

const std::pair<const char*, Cut> kCuts[] = {
    {"refine by a ball",
     [](btSoftBody& body) {
       Ball ball(middleOf(middleFace(body)), btScalar(0.35));
       body.refine(&ball, btScalar(1e-4), true);
     }},
    {"refine by a plane",
     [](btSoftBody& body) {
       CuttingPlane plane(vector(1, 0, 0.07).normalized(), middleOf(middleFace(body)));
       body.refine(&plane, btScalar(1e-4), true);
     }},
    {"cutLink",
     [](btSoftBody& body) {
       const auto& n = middleFace(body).m_n;
       const int a = indexOf(body, n[0]), b = indexOf(body, n[1]);
       CHECK(body.cutLink(a, b, btScalar(0.4)));
     }},
    {"appendNode, and faces that go to the new nodes", [](btSoftBody& body) { slit(body, 0, btScalar(0.4)); }},
    {"faces removed",
     [](btSoftBody& body) {
       for (int f = body.m_faces.size() - 1; f >= 0; --f) {
         if (btFabs(middleOf(body.m_faces[f]).x()) > btScalar(0.1)) continue;
         body.m_faces.swap(f, body.m_faces.size() - 1);
         body.m_faces.pop_back();
       }
     }},
};

}  // namespace

TEST_CASE("no two faces cross in any step after a cut, whatever the body touches") {
  for (const auto& [where, make] : kCases)
    for (const auto& [how, cut] : kCuts) {
      CAPTURE(where, how);
      PliantStage stage;
      btSoftBody* const cloth = make(stage);
      stage.step(60);
      REQUIRE(facePairsFound(stage.collision()) == 0);
      for (int round = 0; round < 2; ++round) {
        const int nodes = cloth->m_nodes.size(), faces = cloth->m_faces.size();
        cut(*cloth);
        if (round == 0) CHECK((cloth->m_nodes.size() > nodes || cloth->m_faces.size() < faces));
        for (int step = 0; step < 25; ++step) {
          CAPTURE(round, step);
          stage.step();
          CHECK(facePairsFound(stage.collision()) == 0);
        }
        CHECK(finite(*cloth));
        CHECK(fastestOf(*cloth) < 12);
      }
    }
}

TEST_CASE(
    "a sheet that rests is cut: its sides don't press each other, nothing moves, and the narrow test has nearly "
    "nothing to do") {
  WeightlessStage stage;
  btSoftBody* const cloth = addCloth(stage, vector(0, 0, 0), 0);
  stage.step(5);
  kCuts[0].second(*cloth);
  const int faces = cloth->m_faces.size();
  const std::vector<btVector3> places = positionsOf(*cloth);
  for (int step = 0; step < 10; ++step) {
    CAPTURE(step);
    stage.step();
    const auto& counters = stage.collision().getCounters();
    for (const pliant::SoftContact& contact : stage.collision().getContacts()) CHECK(contact.impulse == 0);
    CHECK(counters.checkHits == 0);
    if (step >= 3) CHECK(int(counters.detection.narrowTests) < faces / 20);
  }
  // A cut moves its vertices by at most a fiftieth of the mean edge.
  const btScalar edge = btScalar(2.0 / 24 * 1.2);
  CHECK(farthestOf(*cloth, places) < edge / btScalar(50) * btScalar(1.2));
}

TEST_CASE("sides of a cut that were apart meet again at their contact distance") {
  WeightlessStage stage;
  btSoftBody* const cloth = makeCloth(stage.info(), vector(0, 0, 0), 1, 13);
  cloth->getCollisionShape()->setMargin(btScalar(0.02));
  stage.add(cloth);
  stage.step();
  CuttingPlane plane(vector(1, 0, 0), vector(0.04, 0, 0));
  cloth->refine(&plane, btScalar(1e-4), true);
  std::vector<int> right;
  for (int i = 0; i < cloth->m_nodes.size(); ++i) {
    bool isRight = false;
    for (int f = 0; f < cloth->m_faces.size(); ++f) {
      const auto& n = cloth->m_faces[f].m_n;
      const bool own = std::any_of(n, n + 3, [&](const auto* node) { return indexOf(*cloth, node) == i; });
      if (own && middleOf(cloth->m_faces[f]).x() > btScalar(0.04)) isRight = true;
    }
    if (isRight) right.push_back(i);
  }
  const auto drive = [&](int steps, const btVector3& velocity, bool checked) {
    for (int i = 0; i < steps; ++i) {
      for (auto& node : nodesOf(*cloth)) node.m_v.setZero();
      for (const int node : right) cloth->m_nodes[node].m_v = velocity;
      stage.step();
      if (checked) CHECK(facePairsFound(stage.collision()) == 0);
    }
  };
  REQUIRE(right.size() > 70);
  drive(12, vector(1, 1.5, 0), false);  // away from the other side, and up
  drive(12, vector(-2, 0, 0), false);   // over the other side
  drive(30, vector(0, -1, 0), true);    // down onto it
  int above = 0;
  for (const int i : right) {
    const btVector3 from = cloth->m_nodes[i].m_x - vector(0, 0.002, 0);
    btSoftBody::sRayCast hit;
    if (!stage.collision().rayTest(cloth, from, from - vector(0, 0.2, 0), hit)) continue;
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
  WeightlessStage stage;
  btSoftBody* const cloth = addCloth(stage, vector(0, 0, 0), 0);
  stage.step();
  const auto lookDown = [&](const btVector3& at, btSoftBody::sRayCast& ours, btSoftBody::sRayCast& stock) {
    const btVector3 from = at + vector(0, 1, 0), to = at - vector(0, 1, 0);
    const bool hit = stage.collision().rayTest(cloth, from, to, ours);
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
      if ((n[1]->m_x - n[0]->m_x).cross(n[2]->m_x - n[0]->m_x).length() < btScalar(1e-4)) continue;
      REQUIRE(lookDown(middleOf(cloth->m_faces[f]), ours, stock));
      CHECK(ours.index == f);
      CHECK(ours.fraction == Approx(0.5));
      CHECK(stock.feature == btSoftBody::eFeature::Face);
      CHECK(stock.index < cloth->m_faces.size());
      CHECK(stock.fraction == Approx(0.5));
    }
    if (how == kCuts[4].first) CHECK_FALSE(lookDown(vector(0, 0, 0.9), ours, stock));
    CHECK(firstHit(stage.world, vector(0.6, 1, 0.6), vector(0.6, -1, 0.6)) == cloth);
  }
  btSphereShape shape(btScalar(0.05));
  btCollisionObject probe;
  probe.setCollisionShape(&shape);
  const auto meets = [&](const btVector3& at) {
    probe.setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
    PointCounter counter;
    stage.world.contactPairTest(&probe, cloth, counter);
    return counter.count > 0;
  };
  CHECK(meets(vector(0.6, 0, 0.6)));
  CHECK_FALSE(meets(vector(0, 0, 0.9)));
}
