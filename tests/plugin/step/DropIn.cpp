#include <pliant/detectors/Error.h>

#include "../Worlds.h"

namespace {

struct Listener : pliant::SoftCollisionListener {
  int calls = 0;
  std::size_t most = 0;
  void contactsFound(std::span<const pliant::SoftContact> contacts) override {
    ++calls;
    most = std::max(most, contacts.size());
  }
};

/// Checks that `run` returns the same contact nodes, at least one, for every method on elements.
template <typename Run>
void sameByElements(const Run& run) {
  const auto hash = run(Method::SpatialHash);
  CHECK(hash.size() > 0);
  for (const Method method : kElementMethods) {
    CAPTURE(int(method));
    CHECK(hash == run(method));
  }
}

}  // namespace

TEST_CASE("two class names make soft cubes meet") {
  PliantStage stage;
  btSoftBody* lower = stage.addCube(vector(0, 0, 0), 1, 3);
  btSoftBody* upper = stage.addCube(vector(0.1, 1.2, 0.2), 1, 3);
  for (int i = 0; i < 16; ++i) lower->setMass(i, 0);  // pins the lowest layer in z
  Listener listener;
  pliant::SoftCollision& collision = stage.collision();
  collision.setListener(&listener);
  bool scontacts = false;
  int most = 0;
  stage.step(60, [&] {
    scontacts |= upper->m_scontacts.size() > 0 || lower->m_scontacts.size() > 0;
    most = std::max(most, collision.getNumContacts());
    std::set<std::pair<const btSoftBody*, std::array<int, 4>>> once;
    for (const pliant::SoftContact& contact : collision.getContacts()) {
      CHECK(once.insert({contact.bodyA, contact.nodes}).second);
      REQUIRE(contact.bodyA != contact.bodyB);
      REQUIRE((contact.bodyA == lower || contact.bodyA == upper));
      CHECK(contact.normal.length() == Approx(1).margin(1e-4));
      CHECK(contact.normal.dot(contact.pointOnA - contact.pointOnB) == Approx(-contact.depth).margin(1e-5));
      CHECK(contact.contactDistance == Approx(0.08));
      btScalar sum = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        REQUIRE(contact.nodes[k] >= 0);
        REQUIRE(contact.nodes[k] < (k < contact.nodesOfA() ? contact.bodyA : contact.bodyB)->m_nodes.size());
        sum += contact.weights[k];
      }
      CHECK(sum == Approx(0).margin(1e-5));
      if (contact.kind == pliant::SoftContact::Kind::VertexFace) {
        REQUIRE(contact.face >= 0);
        REQUIRE(contact.face < contact.bodyB->m_faces.size());
        for (std::size_t k = 0; k < 3; ++k)
          CHECK(contact.bodyB->m_faces[contact.face].m_n[k] == &contact.bodyB->m_nodes[contact.nodes[k + 1]]);
      }
    }
  });
  CHECK(most > 0);
  CHECK(scontacts);
  CHECK(listener.calls == 60);
  CHECK(int(listener.most) == most);
  CHECK(collision.getCounters().bodies == 2);
  CHECK(collision.getCounters().pairs == 1);
  CHECK(finite(*lower));
  CHECK(finite(*upper));
  CHECK(centreOf(*upper).y() > btScalar(0.5));
  const pliant::StageTimes times = collision.getStageTimes();
  CHECK(times.predict > 0);
  CHECK(times.broadphase > 0);
  CHECK(times.detect > 0);
  CHECK(times.update > 0);
}

TEST_CASE("the same bits for any number of threads") {
  const auto run = [](unsigned threads) {
    PliantStage stage;
    stage.collision().setThreads(threads);
    for (int i = 0; i < 4; ++i)
      stage.addCube(vector(btScalar(0.1) * btScalar(i), btScalar(1.15) * btScalar(i), 0), 1, 3);
    stage.addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -1.6, 0));
    stage.step(40);
    return coordinatesOf(stage.bodies());
  };
  const std::vector<btScalar> once = run(1);
  CHECK(once == run(1));
  CHECK(once == run(2));
}

TEST_CASE("no method means no contacts") {
  PliantStage stage;
  stage.collision().setMethod(Method::Off);
  CHECK(stage.collision().getDetector() == nullptr);
  stage.addCube(vector(0, 0, 0), 1, 2);
  stage.addCube(vector(0, 0.9, 0), 1, 2);
  stage.step(5);
  CHECK(stage.collision().getNumContacts() == 0);
  pliant::Results results;
  CHECK_FALSE(stage.collision().query({}, results));
}

TEST_CASE("a query before the first step knows no bodies, and says so") {
  PliantStage stage;
  stage.addCube(vector(0, 0, 0), 1, 2);
  stage.addCube(vector(0, 0.9, 0), 1, 2);
  pliant::Results results;
  results.facePairs.resize(1);
  CHECK_FALSE(stage.collision().query({.facePairs = true}, results));
  CHECK(results.facePairs.empty());
  stage.step();
  CHECK(stage.collision().query({.facePairs = true}, results));
  // After a step, a world whose bodies were all removed answers the query: nothing intersects.
  while (stage.bodies().size() > 0) {
    const std::unique_ptr<btSoftBody> removed(stage.bodies()[0]);
    stage.world.removeSoftBody(removed.get());
  }
  CHECK(stage.collision().query({.facePairs = true}, results));
  CHECK(results.facePairs.empty());
}

TEST_CASE("a query for what the method can't answer is one error that names both") {
  PliantStage stage;
  stage.addCube(vector(0, 0, 0), 1, 2);
  stage.step();
  pliant::Results results;
  const auto fault = [&](Method method, const pliant::Query& query) -> std::string {
    stage.collision().setMethod(method);
    try {
      const bool answered = stage.collision().query(query, results);  // inside CHECK, Catch would catch the error
      CHECK(answered);
    } catch (const pliant::Error& error) {
      return error.what();
    }
    return {};
  };
  const pliant::Query elements{.vertexTetrahedron = true, .facePairs = true}, volumes{.intersectionVolumes = true};
  CHECK(fault(Method::Auto, elements).empty());
  CHECK(fault(Method::LdiSoftware, volumes).empty());
  CHECK(fault(Method::LdiSoftware, elements) == "ldi-software can't answer a query for vertexTetrahedron, facePairs");
  CHECK(fault(Method::BucketTree, elements) == "bucket-tree can't answer a query for vertexTetrahedron");
  CHECK(fault(Method::Auto, volumes) == "auto can't answer a query for intersectionVolumes");
  // The world still works after an error.
  stage.step();
  CHECK(fault(Method::RegularityTree, {.facePairs = true}).empty());
}

TEST_CASE("threads beyond the machine's count as all that it has") {
  PliantStage stage;
  pliant::SoftCollision& collision = stage.collision();
  CHECK(collision.getThreads() == 1);
  collision.setThreads(0);
  const unsigned most = collision.getThreads();
  collision.setThreads(1u << 20);
  CHECK(collision.getThreads() == most);
}

TEST_CASE("all methods that go by elements find the same contacts") {
  sameByElements([](Method method) {
    PliantStage stage;
    stage.collision().setMethod(method);
    stage.addCube(vector(0, 0, 0), 1, 2);
    stage.addCube(vector(0.3, 1.05, 0.2), 1, 2);
    btSoftBody* cloth = stage.addCloth(vector(0, 1.7, 0), 1, 8);
    cloth->setVelocity(vector(0, -2, 0));
    std::vector<std::array<int, 4>> nodes;
    stage.step(15, [&] {
      for (const pliant::SoftContact& contact : stage.collision().getContacts()) nodes.push_back(contact.nodes);
    });
    return nodes;
  });
}

TEST_CASE("a body with an edge of three faces collides under every method that goes by elements") {
  sameByElements([](Method method) {
    PliantStage stage;
    stage.collision().setMethod(method);
    // Three fins share an upright edge. They fall onto a cloth that is pinned at its corners.
    const std::array<btScalar, 15> points = {
        0, 0, 0, 0, 1, 0, 1, 0, 0, btScalar(-0.5), 0, btScalar(0.8), btScalar(-0.5), 0, btScalar(-0.8)};
    const std::array<int, 9> fins = {0, 1, 2, 0, 1, 3, 0, 1, 4};
    btSoftBody* body = btSoftBodyHelpers::CreateFromTriMesh(stage.info(), points.data(), fins.data(), 3);
    body->setTotalMass(1);
    body->translate(vector(0, 0.3, 0));
    stage.add(body);
    stage.addCloth(vector(0, 0, 0), 2, 8, 15);
    std::vector<std::array<int, 4>> nodes;
    stage.step(30, [&] {
      CHECK(stage.collision().getStatus(body).kind == pliant::SoftBodyStatus::Kind::Active);
      for (const pliant::SoftContact& contact : stage.collision().getContacts()) nodes.push_back(contact.nodes);
    });
    return nodes;
  });
}
