#include <pliant/detectors/Error.h>

#include "Pair.h"

TEST_CASE("cubes meet unless they are told not to") {
  const std::pair<const char*, std::function<void(Pair&)>> ways[] = {
      {"body off", [](Pair& pair) { pair.collision().setBodyEnabled(pair.lower, false); }},
      {"pair off", [](Pair& pair) { pair.collision().setPairEnabled(pair.upper, pair.lower, false); }},
      {"m_collisionDisabledObjects", [](Pair& pair) { pair.upper->m_collisionDisabledObjects.push_back(pair.lower); }},
      {"the other's m_collisionDisabledObjects",
       [](Pair& pair) { pair.lower->m_collisionDisabledObjects.push_back(pair.upper); }},
      {"groups and masks",
       [](Pair& pair) {
         pair.stage.world.removeSoftBody(pair.upper);
         pair.stage.world.addSoftBody(pair.upper, 2, btBroadphaseProxy::AllFilter & ~1);
       }},
      {"setIgnoreCollisionCheck", [](Pair& pair) { pair.upper->setIgnoreCollisionCheck(pair.lower, true); }},
      {"clusters are Bullet's",
       [](Pair& pair) {
         for (btSoftBody* body : {pair.lower, pair.upper}) {
           body->generateClusters(2);
           body->m_cfg.collisions |= btSoftBody::fCollision::CL_SS;
         }
       }},
  };
  for (const auto& [name, keepApart] : ways) {
    CAPTURE(name);
    Pair pair;
    keepApart(pair);
    CHECK(pair.run() == 0);
    CHECK(pair.upper->m_scontacts.size() == 0);
  }
  Pair pair;
  CHECK(pair.run() > 0);
  CHECK(pair.lower->m_nodes[0].m_v.y() < btScalar(-0.5));
}

TEST_CASE("cubes do not meet where the user's filter does not let them") {
  static struct : btOverlapFilterCallback {
    bool needBroadphaseCollision(btBroadphaseProxy*, btBroadphaseProxy*) const override { return false; }
  } none;
  Pair pair;
  btOverlappingPairCache& cache = *pair.stage.broadphase.getOverlappingPairCache();
  // Bullet filters a pair when it comes into the cache.
  pair.stage.world.removeSoftBody(pair.upper);
  cache.setOverlapFilterCallback(&none);
  pair.stage.world.addSoftBody(pair.upper);
  CHECK(pair.run() == 0);
  CHECK(cache.getOverlapFilterCallback() == &none);
  cache.setOverlapFilterCallback(nullptr);
}

TEST_CASE(
    "what was switched off collides again once it is switched on, and goes with the body while nothing changes it") {
  Pair pair;
  pliant::SoftCollision& collision = pair.collision();
  CHECK(collision.isBodyEnabled(pair.lower));
  CHECK(collision.isPairEnabled(pair.lower, pair.upper));
  const bool whole = GENERATE(true, false);
  const auto set = [&](bool enabled) {
    if (whole)
      collision.setBodyEnabled(pair.upper, enabled);
    else
      collision.setPairEnabled(pair.lower, pair.upper, enabled);
    CHECK(collision.isBodyEnabled(pair.upper) == (enabled || !whole));
    CHECK(collision.isPairEnabled(pair.upper, pair.lower) == (enabled || whole));
  };
  set(false);
  CHECK(pair.run(5) == 0);
  // The bodies are near, and their boxes overlap while collision is off.
  for (auto& node : nodesOf(*pair.upper)) node.m_v.setZero();
  CHECK(pair.run(2) == 0);
  set(true);
  pair.upper->setVelocity(vector(0, -1, 0));
  CHECK(pair.run(10) > 0);
  set(false);
  pair.stage.world.removeSoftBody(pair.upper);
  pair.stage.world.addSoftBody(pair.upper);
  CHECK(pair.run(2) == 0);
  pair.stage.world.removeSoftBody(pair.upper);
  pair.upper->translate(vector(0, 0.01, 0));
  CHECK(collision.isBodyEnabled(pair.upper));
  CHECK(collision.isPairEnabled(pair.lower, pair.upper));
  pair.stage.world.addSoftBody(pair.upper);
  CHECK(pair.run(10) > 0);
}

TEST_CASE("margins: set, or a fraction of the edges, at most one of the thickness, whatever the shape's margin is") {
  PliantStage stage;
  pliant::SoftCollision& collision = stage.collision();
  btSoftBody* cube = makeCube(stage.info(), vector(0, 0, 0), 1, 2);
  btSoftBody* rope = btSoftBodyHelpers::CreateRope(stage.info(), vector(5, 0, 0), vector(9, 0, 0), 7, 0);
  for (btSoftBody* body : {cube, rope}) stage.world.addSoftBody(body);
  stage.step();
  CHECK(collision.getMargin(cube) == Approx(0.05));  // a twentieth of the side, less than a tenth of the edges
  CHECK(collision.getMargin(rope) == Approx(0.05));  // a tenth of the links' length, 0.5
  for (const btScalar margin : {btScalar(0.25), btScalar(0.5), btScalar(0.01)}) {
    for (btSoftBody* body : {cube, rope}) body->getCollisionShape()->setMargin(margin);
    stage.step();
    CHECK(collision.getMargin(cube) == Approx(0.05));
    CHECK(collision.getMargin(rope) == Approx(0.05));
  }
  collision.setMarginFraction(btScalar(0.2));
  CHECK(collision.getMarginFraction() == btScalar(0.2));
  stage.step();
  CHECK(collision.getMargin(rope) == Approx(0.1));
  collision.setMargin(cube, btScalar(0.01));
  stage.step();
  CHECK(collision.getMargin(cube) == Approx(0.01));
  collision.clearMargin(cube);
  stage.step();
  CHECK(collision.getMargin(cube) == Approx(0.05));
  CHECK_THROWS(collision.setMargin(cube, -1));
  CHECK_THROWS(collision.setMargin(cube, std::numeric_limits<btScalar>::quiet_NaN()));
  CHECK_THROWS(collision.setMarginFraction(-1));
}

TEST_CASE("surfaces collide with themselves, solids when told to") {
  PliantStage stage;
  btSoftBody* cube = stage.addCube(vector(0, 0, 0), 1, 2);
  btSoftBody* cloth = stage.addCloth(vector(5, 0, 0), 1, 12);
  pliant::SoftCollision& collision = stage.collision();
  CHECK_FALSE(collision.isSelfEnabled(cube));
  CHECK(collision.isSelfEnabled(cloth));
  // The cloth stands on its edge, so it folds on the floor.
  for (auto& node : nodesOf(*cloth)) {
    btVector3& x = node.m_x;
    x = vector(5 + btScalar(0.05) * x.z() * x.z(), x.z() + btScalar(0.2), x.x() - 5);
  }
  cube->setVelocity(vector(0, 9, 0));
  stage.addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(5, -1.9, 0));
  int most = 0;
  stage.step(60, [&] {
    for (const pliant::SoftContact& contact : collision.getContacts()) {
      CHECK(contact.bodyA == cloth);
      CHECK(contact.bodyB == cloth);
    }
    most = std::max(most, collision.getNumContacts());
  });
  CHECK(most > 0);
  collision.setSelfEnabled(cloth, false);
  stage.step();
  CHECK(collision.getNumContacts() == 0);
}

TEST_CASE("rings of neighbours that are not kept apart are set per body") {
  WeightlessStage stage;
  pliant::SoftCollision& collision = stage.collision();
  btSoftBody *held = stage.addCloth(vector(0, 0, 0), 1, 6), *loose = stage.addCloth(vector(5, 0, 0), 1, 6);
  CHECK(collision.getExcludedRings(held) == int(pliant::kDefaultExcludedRings));
  CHECK_THROWS(collision.setExcludedRings(held, 0));
  CHECK_THROWS(collision.setExcludedRings(held, int(pliant::kMaxExcludedRings) + 1));
  collision.setExcludedRings(loose, int(pliant::kMaxExcludedRings));
  CHECK(collision.getExcludedRings(loose) == int(pliant::kMaxExcludedRings));
  for (btSoftBody* body : {held, loose}) collision.setMargin(body, btScalar(0.5));
  stage.step();
  CHECK(collision.getNumContacts() == 0);   // both bodies are at rest
  for (btSoftBody* body : {held, loose}) {  // shrinks both bodies
    const btVector3 centre = centreOf(*body);
    for (auto& node : nodesOf(*body)) {
      node.m_x = node.m_q = centre + (node.m_x - centre) * btScalar(0.5);
      node.m_v.setZero();
    }
  }
  stage.step();
  CHECK(collision.getNumContacts() > 0);
  for (const pliant::SoftContact& contact : collision.getContacts()) CHECK((contact.bodyA == held || contact.swept));
}

TEST_CASE("Bullet's trees are kept when asked for") {
  PliantStage stage;
  btSoftBody* cloth = stage.addCloth(vector(0, 0, 0), 1, 8);
  const auto allHeld = [&] {
    return std::ranges::all_of(nodesOf(*cloth), [](const auto& node) {
      return node.m_leaf->volume.Contain(btDbvtVolume::FromCR(node.m_q, btScalar(0.001)));
    });
  };
  stage.step(60);
  CHECK_FALSE(allHeld());
  CHECK(cloth->m_fdbvt.empty());
  stage.collision().setKeepBulletTrees(true);
  CHECK(stage.collision().isKeepingBulletTrees());
  stage.step(2);
  CHECK(allHeld());
  CHECK_FALSE(cloth->m_fdbvt.empty());
  // Stock Bullet's own ray test on the kept tree, also after faces were added.
  for (int round = 0; round < 3; ++round) {
    const btVector3 below = centreOf(*cloth) - vector(0.03, 2, 0.05);
    btSoftBody::sRayCast stock, ours;
    CHECK(cloth->rayTest(below, below + vector(0, 4, 0), stock));
    CHECK(stage.collision().rayTest(cloth, below, below + vector(0, 4, 0), ours));
    CHECK(stock.fraction == ours.fraction);
    cloth->appendFace(0, 1, 9);
    stage.step();
  }
}

TEST_CASE("flags of Bullet's that are not needed do no harm and are left as they are") {
  Pair pair;
  const int flags = btSoftBody::fCollision::SDF_RS | btSoftBody::fCollision::VF_SS | btSoftBody::fCollision::VF_DD |
                    btSoftBody::fCollision::CL_SELF;
  pair.lower->m_cfg.collisions = pair.upper->m_cfg.collisions = flags;
  CHECK(pair.run() > 0);
  CHECK(pair.lower->m_cfg.collisions == flags);
  CHECK(pair.upper->m_cfg.collisions == flags);
  CHECK(pair.lower->m_fdbvt.empty());
}

TEST_CASE("pairs with clusters on both sides collide as Bullet lets them, CL_SELF or not") {
  Pair pair;
  for (btSoftBody* body : {pair.lower, pair.upper}) {
    body->generateClusters(4);
    body->m_cfg.collisions =
        btSoftBody::fCollision::CL_SS | btSoftBody::fCollision::CL_RS | btSoftBody::fCollision::CL_SELF;
  }
  pair.run(30);
  CHECK(pair.collision().getNumContacts() == 0);
  CHECK(pair.lower->getLinearVelocity().y() < btScalar(-0.1));  // Bullet's joints push it
}

namespace {

/// Returns the choices that follow from a method of one body.
std::vector<pliant::SoftCollision::Choice> ownChoices(const pliant::SoftCollision& collision) {
  auto choices = collision.getChoices();
  std::erase_if(choices, [](const auto& choice) { return choice.item.reason != pliant::AutoDetector::Reason::Set; });
  return choices;
}

}  // namespace

TEST_CASE("a body goes by a method of its own, with the same contacts, and what doesn't go for one body is refused") {
  using Chosen = pliant::AutoDetector::Method;
  std::vector<btScalar> chosen;
  {
    Pair pair;
    REQUIRE(pair.run() > 0);
    CHECK(ownChoices(pair.collision()).empty());
    CHECK(pair.collision().getMethod(pair.upper) == Method::Auto);
    chosen = coordinatesOf(*pair.upper);
  }
  for (const auto& [method, expected] :
       {std::pair(Method::SpatialHash, Chosen::SpatialHash), std::pair(Method::BucketTree, Chosen::BucketTree),
        std::pair(Method::RegularityTree, Chosen::RegularityTree)}) {
    Pair pair;
    pliant::SoftCollision& collision = pair.collision();
    collision.setMethod(pair.upper, method);
    CHECK(collision.getMethod(pair.upper) == method);
    REQUIRE(pair.run() > 0);
    CHECK(coordinatesOf(*pair.upper) == chosen);
    const auto choices = ownChoices(collision);
    REQUIRE(!choices.empty());
    const int upper = collision.getBodyId(pair.upper);
    for (const auto& choice : choices) {
      CHECK((choice.bodyA == upper || choice.bodyB == upper));
      CHECK(choice.item.method == expected);
    }
    collision.setMethod(pair.upper, Method::Auto);
    pair.stage.step();
    CHECK(ownChoices(collision).empty());
    // The method is forgotten with the body, unless the body returns unchanged.
    collision.setMethod(pair.upper, method);
    pair.stage.world.removeSoftBody(pair.upper);
    CHECK(collision.getMethod(pair.upper) == method);
    pair.upper->translate(vector(0, 1, 0));
    CHECK(collision.getMethod(pair.upper) == Method::Auto);
    pair.stage.world.addSoftBody(pair.upper);
    for (const Method other : {Method::Off, Method::BruteForce, Method::LdiSoftware, Method(99)})
      CHECK_THROWS_AS(collision.setMethod(pair.lower, other), pliant::Error);
  }
}

TEST_CASE("a method is set by its name, and an unknown one is refused and changes nothing") {
  Pair pair;
  pliant::SoftCollision& collision = pair.collision();
  collision.setMethod("bucket-tree");
  collision.setMethod(pair.upper, "regularity-tree");
  for (const char* const name : {"", "off", "no-such"}) {
    CHECK_THROWS_AS(collision.setMethod(name), pliant::Error);
    CHECK_THROWS_AS(collision.setMethod(pair.upper, name), pliant::Error);
  }
  CHECK_THROWS_AS(collision.setMethod(Method(99)), pliant::Error);
  CHECK_THROWS_WITH(collision.setMethod("hash"),
                    "there is no method 'hash'; methods are auto, spatial-hash, bucket-tree, regularity-tree, patches, "
                    "brute-force, ldi-software");
  CHECK_THROWS_WITH(collision.setMethod(pair.upper, "patches"),
                    "the method of one body can't be 'patches'; it can be auto, spatial-hash, bucket-tree, "
                    "regularity-tree");
  CHECK(collision.getDetector()->name() == "bucket-tree");
  CHECK(collision.getMethod(pair.upper) == Method::RegularityTree);
  collision.setMethod(pair.upper, "auto");
  CHECK(collision.getMethod(pair.upper) == Method::Auto);
}
