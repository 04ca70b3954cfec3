#include <random>
#include <thread>

#include "../Worlds.h"

namespace {

using Maker = std::function<btSoftBody*(btSoftBodyWorldInfo&)>;

std::vector<std::pair<const char*, Maker>> bodies() {
  const btVector3 at(0, 0, 0);
  return {
      {"ellipsoid",
       [at](btSoftBodyWorldInfo& info) { return btSoftBodyHelpers::CreateEllipsoid(info, at, vector(1, 1, 1), 300); }},
      {"cloth", [at](btSoftBodyWorldInfo& info) { return makeCloth(info, at, 1, 12); }},
      {"cube with faces", [at](btSoftBodyWorldInfo& info) { return makeCube(info, at, 1.5, 3); }},
      {"cube without faces", [at](btSoftBodyWorldInfo& info) { return makeCube(info, at, 1.5, 3, false); }},
      {"one triangle",
       [](btSoftBodyWorldInfo& info) {
         const btVector3 x[3] = {vector(-1, 0, -1), vector(1, 0, -1), vector(0, 0.3, 1)};
         auto* body = new btSoftBody(&info, 3, x, nullptr);
         body->appendFace(0, 1, 2);
         for (int k = 0; k < 3; ++k) body->appendLink(k, (k + 1) % 3);
         return body;
       }},
      {"rope",
       [](btSoftBodyWorldInfo& info) {
         return btSoftBodyHelpers::CreateRope(info, vector(-1, 0, 0), vector(1, 0, 0), 10, 0);
       }},
  };
}

struct Hit : btCollisionWorld::ClosestRayResultCallback {
  int index = -1;
  using ClosestRayResultCallback::ClosestRayResultCallback;
  btScalar addSingleResult(btCollisionWorld::LocalRayResult& result, bool inWorld) override {
    index = result.m_localShapeInfo ? result.m_localShapeInfo->m_triangleIndex : -1;
    return ClosestRayResultCallback::addSingleResult(result, inWorld);
  }
};

Hit cast(const btCollisionWorld& world, const btVector3& from, const btVector3& to) {
  Hit hit(from, to);
  world.rayTest(from, to, hit);
  return hit;
}

}  // namespace

TEST_CASE("a ray hits what it hits in stock Bullet") {
  for (const auto& [name, make] : bodies()) {
    CAPTURE(name);
    StockStage stock;
    PliantStage ours;
    const auto fill = [build = make](auto& stage) {
      stage.setGravity(vector(0, 0, 0));
      stage.addRigid(0, new btBoxShape(vector(3, 0.1, 3)), vector(0, -1.5, 0));
      return stage.add(build(stage.info()));
    };
    btSoftBody *a = fill(stock), *b = fill(ours);
    ours.collision().setSelfEnabled(b, false);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> u(-1, 1);
    int hits = 0, ties = 0;
    for (int round = 0; round < 4; ++round) {
      for (int i = 0; i < 200; ++i) {
        const btVector3 from(btScalar(u(random)), btScalar(2 + u(random)), btScalar(u(random)));
        const btVector3 to(btScalar(u(random)), btScalar(-2 + u(random)), btScalar(u(random)));
        const Hit x = cast(stock.world, from, to), y = cast(ours.world, from, to);
        REQUIRE(x.hasHit() == y.hasHit());
        if (!x.hasHit()) continue;
        ++hits;
        if (x.index != y.index) {  // stock returns either face of a shared edge
          ++ties;
          CHECK(x.m_closestHitFraction == Approx(y.m_closestHitFraction));
          continue;
        }
        CHECK(x.m_closestHitFraction == y.m_closestHitFraction);
        CHECK((x.m_hitNormalWorld - y.m_hitNormalWorld).length() < btScalar(1e-6));
      }
      CHECK(b->m_fdbvt.empty());
      for (btSoftBody* body : {a, b}) body->setVelocity(vector(0.5, 0, 0.3));
      stock.step(3);
      ours.step(3);
    }
    CHECK(hits > 0);
    CHECK(ties * 100 < hits);
  }
}

TEST_CASE("a ray sees nodes that the user has moved and faces that he has added") {
  PliantStage stage;
  btSoftBody* body = stage.addCloth(vector(0, 0, 0), 1, 10);
  const btVector3 from(btScalar(0.11), 5, btScalar(0.07)), to(btScalar(0.11), -5, btScalar(0.07));
  CHECK(cast(stage.world, from, to).m_closestHitFraction == Approx(0.5).margin(1e-5));
  for (auto& node : nodesOf(*body)) node.m_x += vector(0, 2, 0);
  body->updateBounds();
  CHECK(cast(stage.world, from, to).m_closestHitFraction == Approx(0.3).margin(1e-5));
  const int first = body->m_nodes.size();
  body->appendNode(vector(-1, 3, -1), 1);
  body->appendNode(vector(1, 3, -1), 1);
  body->appendNode(vector(0, 3, 1), 1);
  body->appendFace(first, first + 1, first + 2);
  body->updateBounds();
  const Hit hit = cast(stage.world, from, to);
  CHECK(hit.m_closestHitFraction == Approx(0.2).margin(1e-5));
  CHECK(hit.index == body->m_faces.size() - 1);
}

TEST_CASE("rays may be cast on several threads at a time") {
  PliantStage stage;
  btSoftBody* body = stage.addCloth(vector(0, 0, 0), 1, 20);
  stage.step(2);
  std::vector<std::thread> threads;
  std::vector<int> hits(4, 0);
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const btScalar x = btScalar(i % 19) * btScalar(0.1) - btScalar(0.9);
        btSoftBody::sRayCast hit;
        hits[t] += stage.collision().rayTest(body, vector(x, 3, 0.21), vector(x, -3, 0.21), hit);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const int count : hits) CHECK(count == 200);
}

TEST_CASE("a body with a NaN is missed or hit, but ends no program") {
  PliantStage stage;
  btSoftBody* body = stage.addCloth(vector(0, 0, 0), 1, 10);
  body->m_nodes[3].m_x.setX(std::numeric_limits<btScalar>::quiet_NaN());
  body->m_nodes[40].m_x.setY(std::numeric_limits<btScalar>::infinity());
  for (int i = 0; i < 50; ++i) {
    const btScalar x = btScalar(i) / 25 - 1;
    cast(stage.world, vector(x, 3, 0.1), vector(x, -3, 0.2));
  }
  cast(stage.world, vector(0, 1, 0), vector(0, 1, 0));
  CHECK(stage.bodies().size() == 1);
}
