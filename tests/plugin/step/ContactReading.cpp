// When a program reads the contacts of a step makes no difference to what it reads.

#include <thread>

#include "../Worlds.h"

namespace {

using Contacts = std::vector<pliant::SoftContact>;

Contacts read(const pliant::SoftCollision& collision) {
  const auto contacts = collision.getContacts();
  return {contacts.begin(), contacts.end()};
}

bool same(const pliant::SoftContact& a, const pliant::SoftContact& b) {
  return a.kind == b.kind && a.swept == b.swept && a.nodes == b.nodes && a.face == b.face && a.weights == b.weights &&
         a.pointOnA == b.pointOnA && a.pointOnB == b.pointOnB && a.normal == b.normal && a.depth == b.depth &&
         a.volume == b.volume && a.contactDistance == b.contactDistance && a.impulse == b.impulse &&
         a.friction == b.friction && (a.rigid == nullptr) == (b.rigid == nullptr) && a.rigidPart == b.rigidPart &&
         a.rigidTriangle == b.rigidTriangle;
}

/// Cubes on a rigid mesh of triangles and on each other; one of them is a sensor.
struct SensorHeap : PliantStage {
  btRigidBody* floor;
  std::vector<btSoftBody*> cubes;

  explicit SensorHeap(unsigned threads) {
    collision().setThreads(threads);
    floor = addMesh(rigid::sheet(4, 8));
    for (int i = 0; i < 4; ++i)
      cubes.push_back(
          addCube(vector(btScalar(0.05) * btScalar(i), btScalar(0.6) + btScalar(1.05) * btScalar(i), 0), 1, 3));
    btSoftBody* const sensor = addCube(vector(1.01, 0.6, 0), 1, 3);
    pin(*sensor);
    sensor->setCollisionFlags(sensor->getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
    cubes.push_back(sensor);
    step(60);
  }
  ~SensorHeap() {
    for (btSoftBody* const cube : removed) delete cube;
  }
  void remove(std::size_t i) {
    world.removeSoftBody(cubes[i]);
    removed.push_back(cubes[i]);
  }

  std::vector<btSoftBody*> removed;
};

}  // namespace

TEST_CASE("contacts that are read after bodies have left are those that were read before, without the bodies'") {
  const unsigned threads = GENERATE(1u, 2u);
  SensorHeap early(threads), late(threads);
  Contacts expected = read(early.collision());
  REQUIRE(std::ranges::count_if(expected, [&](const auto& c) { return c.rigid != nullptr; }) > 10);
  REQUIRE(std::ranges::count_if(expected, [&](const auto& c) { return c.bodyB == early.cubes.back(); }) +
              std::ranges::count_if(expected, [&](const auto& c) { return c.bodyA == early.cubes.back(); }) >
          0);
  CHECK(late.collision().getNumContacts() == int(expected.size()));

  SECTION("none has left") {}
  SECTION("a soft body has left, and its memory is used again") {
    std::erase_if(expected, [&](const auto& c) { return c.bodyA == early.cubes[1] || c.bodyB == early.cubes[1]; });
    late.remove(1);
  }
  SECTION("another one came in its place") {
    std::erase_if(expected, [&](const auto& c) { return c.bodyA == early.cubes[2] || c.bodyB == early.cubes[2]; });
    late.remove(2);
    late.addCube(vector(0, 9, 0), 1, 5);
    pliant::Results results;
    CHECK(late.collision().query({.facePairs = true}, results));  // reads the bodies of the world anew
  }
  SECTION("the rigid body has left") {
    std::erase_if(expected, [](const auto& c) { return c.rigid != nullptr; });
    late.world.removeRigidBody(late.floor);
    delete late.floor->getMotionState();
    delete late.floor;
  }
  SECTION("the mesh of a rigid body was replaced") {
    late.collision().bodyChanged(late.floor);
    pliant::Results results;
    CHECK(late.collision().query({.facePairs = true}, results));
  }
  const Contacts found = read(late.collision());
  CHECK(late.collision().getNumContacts() == int(expected.size()));
  CHECK(std::ranges::equal(found, expected, same));
  for (const auto& contact : found)
    for (const btSoftBody* const gone : late.removed) CHECK((contact.bodyA != gone && contact.bodyB != gone));
}

TEST_CASE("several threads may read the contacts at once") {
  SensorHeap heap(2);
  std::array<std::span<const pliant::SoftContact>, 4> views;
  std::array<int, 4> counts{};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < views.size(); ++i)
    threads.emplace_back([&, i] {
      counts[i] = heap.collision().getNumContacts();
      views[i] = heap.collision().getContacts();
    });
  for (std::thread& thread : threads) thread.join();
  REQUIRE(counts[0] > 10);
  for (std::size_t i = 0; i < views.size(); ++i) {
    CHECK(views[i].data() == views[0].data());
    CHECK(views[i].size() == std::size_t(counts[0]));
    CHECK(counts[i] == counts[0]);
  }
}

TEST_CASE("a listener gets the contacts that the program reads after the step") {
  struct Listener : pliant::SoftCollisionListener {
    Contacts contacts;
    void contactsFound(std::span<const pliant::SoftContact> found) override {
      contacts.assign(found.begin(), found.end());
    }
  } listener;
  SensorHeap heap(1), other(1);
  heap.collision().setListener(&listener);
  heap.step();
  other.step();
  REQUIRE(listener.contacts.size() > 10);
  CHECK(std::ranges::equal(listener.contacts, read(heap.collision()), same));
  CHECK(std::ranges::equal(listener.contacts, read(other.collision()), same));
}
