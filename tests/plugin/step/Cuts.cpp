// A sheet is cut between two steps: its sides coincide, separate, and meet again.

#include "Pair.h"

namespace {

/// A sheet in the plane y = 0, cut in two, without gravity.
struct Halves {
  WeightlessStage stage;
  btSoftBody* sheet;

  Halves() {
    sheet = makeSheet(stage.info(), vector(0, 0, 0), vector(1, 0, 0), vector(0, 0, 1), 15);
    sheet->m_cfg.piterations = 1;
    sheet->getCollisionShape()->setMargin(btScalar(0.01));
    stage.add(sheet);
    stage.step();
    CuttingPlane plane(vector(1, 0, 0.1), vector(0.03, 0, 0));
    sheet->refine(&plane, btScalar(1e-4), true);
  }

  /// Returns one value per vertex: true if a path along faces leads to the end of the sheet at low x.
  std::vector<bool> isLeft() const {
    const auto index = [&](const btSoftBody::Node* n) { return std::size_t(indexOf(*sheet, n)); };
    std::vector<bool> left(std::size_t(sheet->m_nodes.size()), false);
    for (int i = 0; i < sheet->m_nodes.size(); ++i) left[std::size_t(i)] = sheet->m_nodes[i].m_x.x() < btScalar(-0.9);
    for (bool grows = true; grows;) {
      grows = false;
      for (int f = 0; f < sheet->m_faces.size(); ++f) {
        const auto& n = sheet->m_faces[f].m_n;
        const bool any = left[index(n[0])] || left[index(n[1])] || left[index(n[2])];
        for (const auto* corner : n) {
          if (!any || left[index(corner)]) continue;
          left[index(corner)] = grows = true;
        }
      }
    }
    return left;
  }

  void give(const std::vector<bool>& left, const btVector3& velocity) {
    for (int i = 0; i < sheet->m_nodes.size(); ++i)
      sheet->m_nodes[i].m_v = left[std::size_t(i)] ? velocity : vector(0, 0, 0);
  }
};

}  // namespace

TEST_CASE("the sides of a cut are no contact when they are born, with any method") {
  for (const Method method : {Method::SpatialHash, Method::BucketTree, Method::RegularityTree}) {
    Halves halves;
    halves.stage.collision().setMethod(method);
    const int nodes = halves.sheet->m_nodes.size();
    CHECK(nodes > 15 * 15 + 30);
    const auto left = halves.isLeft();
    const auto count = std::count(left.begin(), left.end(), true);
    CHECK(count > 100);
    CHECK(count < nodes - 100);
    halves.stage.step();
    CHECK(halves.stage.collision().getNumContacts() == 0);
    CHECK(halves.stage.collision().getStatus(halves.sheet).kind == pliant::SoftBodyStatus::Kind::Active);
    for (const auto& node : nodesOf(*halves.sheet)) CHECK(node.m_x.length() < 2);
  }
}

TEST_CASE("the cuts of a body: pairs of vertices that were one, one of each side, and how far they have opened") {
  Halves halves;
  pliant::SoftCollision& collision = halves.stage.collision();
  CHECK(collision.getCuts(halves.sheet).empty());
  const auto left = halves.isLeft();
  halves.stage.step();
  const auto cuts = collision.getCuts(halves.sheet);
  REQUIRE(cuts.size() > 10);
  for (const auto& cut : cuts) {
    REQUIRE(cut.nodes.size() == 2);
    const btVector3 &a = halves.sheet->m_nodes[cut.nodes[0]].m_x, &b = halves.sheet->m_nodes[cut.nodes[1]].m_x;
    CHECK(left[std::size_t(cut.nodes[0])] != left[std::size_t(cut.nodes[1])]);
    CHECK((a - b).length() < btScalar(0.02));
    CHECK(cut.opening >= 0);
  }
  for (int i = 0; i < 6; ++i) {
    halves.give(left, vector(1.5, 3, 0));
    halves.stage.step();
  }
  for (const auto& cut : collision.getCuts(halves.sheet)) CHECK(cut.opening > btScalar(0.1));
}

TEST_CASE("a second cut through a held vertex of the first one takes its vertices over") {
  Halves halves;
  pliant::SoftCollision& collision = halves.stage.collision();
  btSoftBody& sheet = *halves.sheet;
  for (int i = 0; i < sheet.m_nodes.size(); ++i) sheet.setMass(i, 0);
  halves.stage.step();
  const auto first = collision.getCuts(&sheet);
  REQUIRE(first.size() > 10);
  const btVector3 crossing = sheet.m_nodes[first[first.size() / 2].nodes[0]].m_x;
  CuttingPlane plane(vector(0.1, 0, 1), crossing);
  sheet.refine(&plane, btScalar(1e-4), true);
  halves.stage.step();
  const auto both = collision.getCuts(&sheet);
  CHECK(both.size() > first.size() + 10);
  std::size_t most = 0;
  for (const auto& cut : both) {
    CHECK(cut.nodes.size() >= 2);
    most = std::max(most, cut.nodes.size());
  }
  CHECK(most > 2);
}

TEST_CASE("halves of a sheet that come apart and then at each other meet, and don't pass through each other") {
  Halves halves;
  const auto left = halves.isLeft();
  for (int i = 0; i < 6; ++i) {
    halves.give(left, vector(1.5, 3, 0));
    halves.stage.step();
  }
  CHECK(facePairsFound(halves.stage.collision()) == 0);
  CHECK(halves.stage.collision().getNumContacts() == 0);
  int contacts = 0;
  halves.give(left, vector(0, -6, 0));
  halves.stage.step(30, [&] {
    contacts += halves.stage.collision().getNumContacts();
    CHECK(facePairsFound(halves.stage.collision()) == 0);
  });
  CHECK(contacts > 0);
}

TEST_CASE("sides of a cut that go at each other from the first step on hold each other") {
  Halves halves;
  const auto left = halves.isLeft();
  for (int i = 0; i < halves.sheet->m_nodes.size(); ++i) {
    btSoftBody::Node& node = halves.sheet->m_nodes[i];
    // The edge of the left side rises at one end and sinks at the other, while it moves over the right side.
    node.m_v = left[std::size_t(i)] ? vector(4, 6 * node.m_x.z(), 0) : vector(0, 0, 0);
  }
  int contacts = 0;
  halves.stage.step(60, [&] {
    contacts += halves.stage.collision().getNumContacts();
    // A sliver of the cut stays inside its neighbour.
    CHECK(facePairsFound(halves.stage.collision()) <= 1);
  });
  CHECK(contacts > 100);
}

TEST_CASE("a flat sheet that is cut in step after step, sides on each other, goes the same way under every method") {
  const auto run = [](Method method) {
    PliantStage stage;
    stage.collision().setMethod(method);
    btSoftBody* const sheet = makeSheet(stage.info(), vector(0, 2, 0), vector(1, 0, 0), vector(0, 0, 1), 19);
    sheet->m_cfg.piterations = 1;
    sheet->getCollisionShape()->setMargin(btScalar(0.01));
    stage.add(sheet);
    std::vector<btScalar> coordinates;
    for (int step = 0; step < 16; ++step) {
      if (step >= 2 && step < 9) {
        const btScalar at = btScalar(-0.74) + btScalar(0.2) * btScalar(step - 2);
        CuttingPlane blade(vector(1, 0, 0.05), vector(at, 0, 0));
        sheet->refine(&blade, btScalar(1e-4), true);
      }
      stage.step();
      // Vertices that coincide at t0 are not in contact.
      for (const pliant::SoftContact& contact : stage.collision().getContacts())
        for (std::size_t i = 0; i < contact.nodesOfA(); ++i)
          for (std::size_t j = contact.nodesOfA(); j < 4; ++j)
            CHECK_FALSE(sheet->m_nodes[contact.nodes[i]].m_q == sheet->m_nodes[contact.nodes[j]].m_q);
      for (const btScalar x : coordinatesOf(*sheet)) coordinates.push_back(x);
    }
    CHECK(sheet->m_nodes.size() > 19 * 19 + 7 * 2 * 19);
    return coordinates;
  };
  const auto expected = run(Method::BruteForce);
  for (const Method method : kElementMethods) {
    CAPTURE(int(method));
    CHECK(run(method) == expected);
  }
}
