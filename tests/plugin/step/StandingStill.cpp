// Bodies that sleep are not searched, and all that may happen to them is still seen.

#include "../ForwardingDetector.h"
#include "../Worlds.h"

namespace {

std::uint64_t candidatesIn(PliantStage& stage) {
  return stage.collision().getCounters().detection.candidates;
}

void sleepAll(PliantStage& stage) {
  for (int i = 0; i < stage.bodies().size(); ++i) stage.bodies()[i]->forceActivationState(ISLAND_SLEEPING);
}

/// Two cushions, one on the other, that meet themselves, on a floor of triangles.
struct Heap : PliantStage {
  btSoftBody *low, *high;

  Heap() {
    addMesh(rigid::sheet(3, 6));
    low = addCube(vector(0, 0.56, 0), 1, 2);
    high = addCube(vector(0.1, 1.66, 0), 1, 2);
    for (btSoftBody* const cube : {low, high}) collision().setSelfEnabled(cube, true);
  }
  void settle() {
    step(120);
    sleepAll(*this);
    step(3);
    REQUIRE(!low->isActive());
    REQUIRE(!high->isActive());
  }
};

/// Moves a body in the first near callback that is called.
struct Mover {
  static inline btSoftBody* body = nullptr;
  static void call(btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
    if (btSoftBody* const moved = std::exchange(body, nullptr)) moved->m_nodes[0].m_x += vector(0, 0.01, 0);
    btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
  }
};

}  // namespace

TEST_CASE("still: bodies that sleep on each other have no candidates, and the detector is not asked") {
  CountingHash detector;
  Heap stage;
  stage.collision().setDetector(&detector);
  stage.step(120);
  CHECK(candidatesIn(stage) > 0);
  sleepAll(stage);
  stage.step(3);
  const int asked = detector.asked;
  stage.step(30, [&] { REQUIRE(candidatesIn(stage) == 0); });
  CHECK(detector.asked == asked);
  CHECK(!stage.low->isActive());
}

TEST_CASE("still: one body that moves has candidates with its neighbours alone") {
  PliantStage stage;
  for (int i = 0; i < 20; ++i) {
    btSoftBody* const sheet = stage.addCloth(vector(3 * i, 0, 0), 1, 12);
    stage.addCloth(vector(3 * i, 0.04, 0), 1, 12);
    pin(*sheet);
  }
  stage.step(40);
  const std::uint64_t all = candidatesIn(stage);
  for (int i = 2; i < stage.bodies().size(); ++i) stage.bodies()[i]->forceActivationState(ISLAND_SLEEPING);
  stage.step(5);
  CHECK(candidatesIn(stage) > 0);
  CHECK(candidatesIn(stage) < all / 10);
}

TEST_CASE("still: a sleeper that the program moves into another one wakes, and is pushed out") {
  Heap stage;
  stage.settle();
  stage.step(20);
  // One node, down into the lower cube, farther than the contact distance.
  const auto isLower = [](const btSoftBody::Node& a, const btSoftBody::Node& b) { return a.m_x.y() < b.m_x.y(); };
  btSoftBody::Node& lowest = *std::ranges::min_element(nodesOf(*stage.high), isLower);
  lowest.m_x -= vector(0, 0.2, 0);
  stage.step();
  CHECK(stage.high->isActive());
  CHECK(stage.collision().getNumContacts() > 0);
  stage.step(60);
  CHECK(facePairsFound(stage.collision()) == 0);
}

TEST_CASE("still: a sleeper that is moved while pairs are dispatched wakes in the next step") {
  Heap stage;
  btSoftBody* const lone = stage.addCube(vector(9, 3, 0), 1, 2);
  stage.dispatcher.setNearCallback(&Mover::call);
  stage.step(60);
  lone->forceActivationState(ISLAND_SLEEPING);
  stage.step(10);
  REQUIRE(!lone->isActive());
  Mover::body = lone;
  stage.step(2);
  CHECK(Mover::body == nullptr);
  CHECK(lone->isActive());
}

TEST_CASE("still: a sleeper is woken by a soft body that hits it") {
  Heap stage;
  stage.settle();
  btSoftBody* const hits = stage.addCube(vector(0, 3.2, 0), 0.8, 2);
  hits->setVelocity(vector(0, -6, 0));
  int step = 0;
  while (step < 60 && !stage.high->isActive()) stage.step(), ++step;
  CHECK(step < 20);
  stage.step(60);
  CHECK(facePairsFound(stage.collision()) == 0);
  CHECK(centreOf(*hits).y() > centreOf(*stage.high).y());
}

TEST_CASE("still: bodies without simulation are where the program has put them last") {
  WeightlessStage stage;
  btSoftBody* const rest = stage.addCube(vector(0, 0, 0), 1, 2);
  btSoftBody* const ball = stage.addCube(vector(4, 2, 0), 1, 2);
  rest->forceActivationState(DISABLE_SIMULATION);
  stage.step(10);
  rest->translate(vector(4, 0, 0));
  rest->updateBounds();
  ball->setVelocity(vector(0, -3, 0));
  stage.step(60);
  CHECK(!rest->isActive());
  CHECK(centreOf(*rest).x() == Approx(4));
  CHECK(centreOf(*ball).y() > 0.9);
}

TEST_CASE("still: bodies that fall asleep and wake have the bits of a detector that is asked anew in each step") {
  struct AskedAnew final : ForwardingDetector<pliant::SpatialHash> {
    bool gathersEachStep(const pliant::BodySet&) const override { return true; }
  };
  AskedAnew asked;
  PliantStage kept, anew;
  anew.collision().setDetector(&asked);
  for (PliantStage* const stage : {&kept, &anew}) {
    stage->addMesh(rigid::sheet(8, 8));
    for (int i = 0; i < 6; ++i) {
      btSoftBody* const cube = stage->addCube(vector(2.5 * (i / 2), 0.6 + 1.1 * (i % 2), 0), 1, 2);
      stage->collision().setSelfEnabled(cube, i % 3 == 0);
    }
  }
  int slept = 0;
  for (int i = 0; i < 240; ++i) {
    for (PliantStage* const stage : {&kept, &anew}) {
      auto& bodies = stage->bodies();
      for (int k = 0; k < 6; ++k)
        if (i % 60 == 20 + 5 * (k / 2)) bodies[k]->forceActivationState(ISLAND_SLEEPING);
      if (i % 60 == 50) bodies[2 * (i / 60 % 3)]->m_nodes[3].m_x += vector(0.01, 0.02, 0);
      if (i == 100) stage->addCube(vector(0.2, 4, 0.1), 0.6, 2)->setVelocity(vector(0, -5, 0));
      stage->step();
    }
    for (int k = 0; k < 6; ++k) slept += !kept.bodies()[k]->isActive();
    REQUIRE(coordinatesOf(kept.bodies()) == coordinatesOf(anew.bodies()));
    REQUIRE(kept.collision().getNumContacts() == anew.collision().getNumContacts());
  }
  CHECK(slept > 100);
}
