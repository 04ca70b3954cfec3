#include <pliant_catch.h>

#include <random>

#include "SolverStage.h"
#include "solve/ImpactZones.h"
#include "solve/LockstepSolver.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

/// A row of cubes whose nodes have random motions and masses.
struct Crowd {
  explicit Crowd(int count = 2) : info(bodies::worldInfo(btVector3(0, 0, 0))) {
    std::mt19937 random(3);
    std::uniform_real_distribution<btScalar> part(-1, 1);
    for (int b = 0; b < count; ++b) {
      all.push_back(
          bodies::make(info, bodies::cube(1, 1, btVector3(btScalar(1.2) * btScalar(b), 0, 0)), 1, btScalar(0.05)));
      array.push_back(all.back().get());
      for (int i = 0; i < all.back()->m_nodes.size(); ++i) {
        btSoftBody::Node& n = all.back()->m_nodes[i];
        n.m_q = n.m_x;
        n.m_x += btVector3(part(random), part(random), part(random)) * btScalar(0.5);
        n.m_im = 2 + part(random);
        nodes.push_back(&n);
        predicted.push_back(n.m_x);
      }
      std::vector<Triangle> faces;
      std::vector<Tetrahedron> tetrahedra;
      set.add(viewOf(*all.back(), faces, tetrahedra));
    }
    set.update();
  }
  static SurfaceContact hit(Index a, Index b, Index c, Index d, Real distance = 1) {
    SurfaceContact contact;
    contact.vertices = {a, b, c, d};
    contact.weights = {1, 0, 0, -1};
    contact.normal = Vector3::UnitX();
    contact.distance_t0 = distance;
    return contact;
  }
  struct Sums {
    Eigen::Vector3d linear{0, 0, 0}, angular{0, 0, 0};
    double kinetic = 0;
  };
  Sums sums() const {
    Sums s;
    for (const auto* n : nodes) {
      if (n->m_im <= 0) continue;
      const Eigen::Vector3d q = bodies::eigen(n->m_q), d = bodies::eigen(n->m_x) - q;
      s.linear += d / double(n->m_im);
      s.angular += q.cross(d) / double(n->m_im);
      s.kinetic += d.squaredNorm() / double(n->m_im);
    }
    return s;
  }
  btSoftBodyWorldInfo info;
  std::vector<std::unique_ptr<btSoftBody>> all;
  std::vector<btSoftBody*> array;
  std::vector<btSoftBody::Node*> nodes;
  std::vector<btVector3> predicted;
  BodySet set;
  SolveSettings settings;
};

/// Reports a hit for vertices of neighbouring indices that approach each other: at most `most` per check, each `copies`
/// times.
struct Stubborn {
  const Crowd& crowd;
  int most, copies, checks = 0;
  Stubborn(const Crowd& of, int mostHits, int copiesOfEach) : crowd(of), most(mostHits), copies(copiesOfEach) {}

  static void detect(std::vector<SurfaceContact>&) {}
  void check(std::vector<SurfaceContact>& hits) {
    hits.clear();
    ++checks;
    int left = most;
    for (Index i = 0; i + 3 < crowd.nodes.size() && left > 0; ++i) {
      const auto *a = crowd.nodes[i], *b = crowd.nodes[i + 1];
      if ((a->m_x - b->m_x).length() > (a->m_q - b->m_q).length() * btScalar(0.999)) continue;
      --left;
      for (int k = 0; k < copies; ++k) hits.push_back(Crowd::hit(i, i + 1, i + 2, i + 3, btScalar(0.01)));
    }
  }
};

}  // namespace

TEST_CASE("zones keep linear and angular momentum and add no energy") {
  Crowd crowd;
  const SolveContext context{crowd.array, crowd.nodes, crowd.set, crowd.settings};
  ImpactZones zones;
  zones.begin(crowd.nodes.size());
  const auto before = crowd.sums();
  // Two zones, which a later round joins.
  std::vector<SurfaceContact> hits = {Crowd::hit(0, 9, 10, 11), Crowd::hit(4, 5, 14, 15)};
  REQUIRE(zones.absorb(context, hits));
  CHECK(zones.zones() == 2);
  auto after = crowd.sums();
  CHECK((after.linear - before.linear).norm() < 1e-5);
  CHECK((after.angular - before.angular).norm() < 1e-5);
  CHECK(after.kinetic <= before.kinetic * (1 + 1e-6));
  hits = {Crowd::hit(0, 1, 14, 13)};
  REQUIRE(zones.absorb(context, hits));
  CHECK(zones.zones() == 1);
  CHECK(zones.vertices().size() == 10);
  after = crowd.sums();
  CHECK((after.linear - before.linear).norm() < 1e-5);
  CHECK((after.angular - before.angular).norm() < 1e-5);
  CHECK(after.kinetic <= before.kinetic * (1 + 1e-6));
}

TEST_CASE("no two vertices of a zone come nearer on the way") {
  Crowd crowd;
  const SolveContext context{crowd.array, crowd.nodes, crowd.set, crowd.settings};
  ImpactZones zones;
  zones.begin(crowd.nodes.size());
  std::vector<SurfaceContact> hits;
  for (Index i = 0; i + 3 < 16; ++i) hits.push_back(Crowd::hit(i, i + 1, i + 2, i + 3));
  REQUIRE(zones.absorb(context, hits));
  for (const double time : {0.25, 0.5, 1.0}) {
    const auto at = [&](const btSoftBody::Node* n) -> Eigen::Vector3d {
      return (1 - time) * bodies::eigen(n->m_q) + time * bodies::eigen(n->m_x);
    };
    for (const auto* a : crowd.nodes) {
      for (const auto* b : crowd.nodes) {
        const double start = (bodies::eigen(a->m_q) - bodies::eigen(b->m_q)).norm();
        CHECK((at(a) - at(b)).norm() >= start - 1e-5);
      }
    }
  }
}

TEST_CASE("a zone that meets itself by rounding gives up its rotation, then its motion") {
  Crowd crowd;
  const SolveContext context{crowd.array, crowd.nodes, crowd.set, crowd.settings};
  ImpactZones zones;
  zones.begin(crowd.nodes.size());
  const auto before = crowd.sums();
  const std::vector<SurfaceContact> near = {Crowd::hit(0, 9, 10, 11, 0)};
  std::vector<SurfaceContact> hits = near;
  REQUIRE(zones.absorb(context, hits));
  hits = near;
  REQUIRE(zones.absorb(context, hits));  // translation remains
  const btVector3 move = crowd.nodes[0]->m_x - crowd.nodes[0]->m_q;
  for (const Index i : {9u, 10u, 11u}) CHECK((crowd.nodes[i]->m_x - crowd.nodes[i]->m_q - move).length() < 1e-6);
  CHECK((crowd.sums().linear - before.linear).norm() < 1e-5);
  hits = near;
  REQUIRE(zones.absorb(context, hits));  // the zone stops
  for (const Index i : {0u, 9u, 10u, 11u}) CHECK((crowd.nodes[i]->m_x - crowd.nodes[i]->m_q).length() == 0);
  hits = near;
  CHECK_FALSE(zones.absorb(context, hits));
  CHECK(hits.size() == 1);
  hits = {Crowd::hit(0, 9, 10, 11, 1)};  // due to the check's caution, not to rounding
  Crowd fresh;
  const SolveContext other{fresh.array, fresh.nodes, fresh.set, fresh.settings};
  zones.begin(fresh.nodes.size());
  REQUIRE(zones.absorb(other, hits));
  CHECK_FALSE(zones.absorb(other, hits));
  CHECK(hits.empty());
}

TEST_CASE("a zone with a pinned vertex moves as that vertex does") {
  Crowd crowd;
  crowd.nodes[0]->m_im = 0;
  const SolveContext context{crowd.array, crowd.nodes, crowd.set, crowd.settings};
  ImpactZones zones;
  zones.begin(crowd.nodes.size());
  std::vector<SurfaceContact> hits = {Crowd::hit(0, 9, 10, 11)};
  REQUIRE(zones.absorb(context, hits));
  const btVector3 drive = crowd.nodes[0]->m_x - crowd.nodes[0]->m_q;
  CHECK((crowd.nodes[0]->m_x - crowd.predicted[0]).length() == 0);
  for (const Index i : {9u, 10u, 11u}) CHECK((crowd.nodes[i]->m_x - crowd.nodes[i]->m_q - drive).length() < 1e-6);
  SECTION("pinned vertices alone can't be resolved") {
    for (const Index i : {9u, 10u, 11u}) crowd.nodes[i]->m_im = 0;
    zones.begin(crowd.nodes.size());
    CHECK_FALSE(zones.absorb(context, hits));
    CHECK(hits.size() == 1);
  }
}

TEST_CASE("final checks are few: zones take whole bodies when they grow on and on, at once where too much meets") {
  const bool flood = GENERATE(false, true);
  constexpr int bodies = 24;
  Crowd crowd(bodies);
  Stubborn source(crowd, flood ? 1000 : 1, flood ? 200 : 1);
  LockstepSolver solver;
  SolveReport report;
  std::vector<SurfaceContact> none;
  solveStep(solver, {crowd.array, crowd.nodes, crowd.set, crowd.settings}, source, none, report);
  CHECK(report.hits > (flood ? 1000 : 10));
  CHECK(report.unresolved == 0);
  if (flood)
    CHECK(source.checks <= 1 + crowd.settings.checkRounds);
  else
    CHECK(source.checks <= 1 + crowd.settings.checkRounds + 8 + bodies);
}

TEST_CASE("hits have impulses of their own beside hits between pinned vertices, which have none") {
  struct Once {
    std::vector<SurfaceContact> next;
    static void detect(std::vector<SurfaceContact>&) {}
    void check(std::vector<SurfaceContact>& hits) { hits = std::exchange(next, {}); }
  };
  Crowd crowd;
  for (const Index pinned : {0u, 3u}) crowd.nodes[pinned]->m_im = 0;
  SurfaceContact pushed = Crowd::hit(4, 9, 10, 11);
  pushed.contactDistance = 1;
  Once source{{Crowd::hit(0, 1, 2, 3), pushed}};
  LockstepSolver solver;
  SolveReport report;
  std::vector<SurfaceContact> none;
  solveStep(solver, {crowd.array, crowd.nodes, crowd.set, crowd.settings}, source, none, report);
  CHECK(report.hits == 1);
  REQUIRE(solver.impulses().size() == 2);
  CHECK(solver.impulses()[0].normal == 0);
  CHECK(solver.impulses()[1].normal > 0);
}
