// VolumeConstraints alone: one region between two cubes.
#include <pliant_catch.h>

#include "Bodies.h"
#include "NaiveSolver.h"
#include "solve/VolumeConstraints.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

/// A cube of mass 3 comes down on a cube of mass 1. move() sets the predicted motion.
struct Region {
  btSoftBodyWorldInfo info = bodies::worldInfo(btVector3(0, 0, 0));
  std::unique_ptr<btSoftBody> upper = bodies::make(info, bodies::cube(1, 1, btVector3(0, 1, 0)), 3, 0),
                              lower = bodies::make(info, bodies::cube(1, 1, btVector3(0, 0, 0)), 1, 0);
  BodySet set;
  std::vector<btSoftBody*> all{upper.get(), lower.get()};
  std::vector<btSoftBody::Node*> nodes;
  std::vector<btVector3> predicted;
  SolveSettings settings;
  SolveContext context{all, nodes, set, settings};
  VolumeRegions volumes;
  PackedNodes packed;
  VolumeConstraints sweep;

  explicit Region(btScalar friction = 0) {
    for (btSoftBody* body : all) {
      std::vector<Triangle> faces;
      std::vector<Tetrahedron> tetrahedra;
      set.add(viewOf(*body, faces, tetrahedra));
      body->m_cfg.kDF = friction;
      body->m_sst.isdt = 60;
      for (int i = 0; i < body->m_nodes.size(); ++i) {
        body->m_nodes[i].m_q = body->m_nodes[i].m_x;
        nodes.push_back(&body->m_nodes[i]);
      }
    }
    set.update();
    context.nodeOfVertex = nodes;
  }

  /// Moves the upper cube by `way`, and adds the region. `depth`: depth at t0.
  void move(const btVector3& way, Real depth) {
    for (int i = 0; i < upper->m_nodes.size(); ++i) upper->m_nodes[i].m_x += way;
    predicted.clear();
    for (const btSoftBody::Node* node : nodes) predicted.push_back(node->m_x);
    constexpr Real area = Real(0.7), weights[] = {Real(0.1), Real(0.2), Real(0.3), Real(0.4)};
    VolumeRegion region;
    region.begin = 0;
    region.normal = {0, 1, 0};
    region.point = {0, Real(0.5), 0};
    region.area = area;
    region.depth_t0 = depth;
    region.volume = area * (depth - way.y());
    region.bodyA = 0;
    region.bodyB = 1;
    for (const Real side : {Real(1), Real(-1)}) {
      int k = 0;
      for (Index v = set.vertices(side > 0 ? 0 : 1).begin; v < set.vertices(side > 0 ? 0 : 1).end; ++v) {
        const bool facing = side > 0 ? nodes[v]->m_q.y() < btScalar(0.75) : nodes[v]->m_q.y() > btScalar(0.25);
        if (facing) volumes.parts.push_back({v, Vector3(0, -side * area * weights[k++], 0)});
      }
      REQUIRE(k == 4);
    }
    region.end = static_cast<Index>(volumes.parts.size());
    volumes.regions.push_back(region);
    sweep.begin();
    sweep.add(context, volumes, 0, packed);
  }

  /// Makes `times` passes and writes the packed positions to the nodes.
  void solve(int times) {
    for (int i = 0; i < times; ++i) sweep.sweep(packed.x());
    packed.scatter();
  }
  /// Returns the displacement of the upper patch relative to the lower one.
  Vector3 patches() const {
    Vector3 sum = Vector3::Zero();
    for (const VolumeRegions::Part& part : volumes.parts) {
      const btVector3 way = nodes[part.vertex]->m_x - nodes[part.vertex]->m_q;
      sum -= part.gradient.y() / volumes.regions[0].area * Vector3(way.x(), way.y(), way.z());
    }
    return sum;
  }
  Real depth() const { return volumes.regions[0].depth_t0 - patches().y(); }
  /// Returns what the solver has added to a body's nodes: Σ mass × displacement.
  Vector3 given(Index index) const {
    Vector3 sum = Vector3::Zero();
    for (Index v = set.vertices(index).begin; v < set.vertices(index).end; ++v) {
      const btVector3 way = (nodes[v]->m_x - predicted[v]) / nodes[v]->m_im;
      sum += Vector3(way.x(), way.y(), way.z());
    }
    return sum;
  }
  ContactImpulse impulse() const {
    std::vector<ContactImpulse> impulses(1);
    sweep.report(impulses);
    return impulses[0];
  }
};

}  // namespace

TEST_CASE("a region is pushed apart to no depth, with the momentum that it had, and says how much it pushed") {
  Region region;
  region.move(btVector3(Real(0.05), Real(-0.12), 0), Real(-0.02));
  CHECK(region.depth() == Approx(0.1));
  region.solve(1);
  CHECK(std::abs(region.depth()) < 1e-6);
  region.solve(5);
  CHECK(std::abs(region.depth()) < 1e-6);
  CHECK((region.given(0) + region.given(1)).norm() < 1e-6);
  CHECK(region.given(0).y() == Approx(region.impulse().normal));
  CHECK(region.impulse().normal > 0);
  CHECK(std::abs(region.given(0).x()) < 1e-7);  // no friction
  CHECK(region.impulse().friction.norm() == 0);
}

TEST_CASE("a depth that was there at the start does not grow, and a part of it is taken back after that") {
  Region region;
  region.move(btVector3(0, Real(-0.03), 0), Real(0.05));
  region.solve(3);
  CHECK(region.depth() == Approx(0.05));
  const Real pushed = region.impulse().normal;
  CHECK(region.sweep.recover(region.packed));
  region.solve(3);
  CHECK(region.depth() == Approx(0.05 * (1 - region.settings.volumeRecovery)));
  CHECK(region.impulse().normal == pushed);
  CHECK((region.given(0) + region.given(1)).norm() < 1e-6);
  CHECK_FALSE(region.sweep.recover(region.packed));
}

TEST_CASE("friction of a region holds a small slip, and takes as much of a large one as Coulomb's law allows") {
  for (const Real slip : {Real(0.01), Real(0.5)}) {
    Region region(Real(0.5));
    region.move(btVector3(slip, Real(-0.1), 0), 0);
    region.solve(8);
    const ContactImpulse impulse = region.impulse();
    CAPTURE(slip, impulse.normal, impulse.friction.x(), region.patches().x());
    CHECK(std::abs(region.depth()) < 1e-6);
    CHECK((region.given(0) + region.given(1)).norm() < 1e-6);
    CHECK(region.given(0).x() == Approx(impulse.friction.x()));
    CHECK(impulse.friction.x() < 0);
    CHECK(std::abs(impulse.friction.y()) < 1e-7);
    if (slip < Real(0.1)) {
      CHECK(std::abs(region.patches().x()) < 1e-6);
      CHECK(impulse.friction.norm() < impulse.normal / 2);
    } else {
      CHECK(region.patches().x() > 0);
      CHECK(impulse.friction.norm() == Approx(impulse.normal / 2));
    }
  }
}

TEST_CASE("a region only pushes: what is apart stays, and what was pushed too far is taken back, no more") {
  SECTION("apart") {
    Region region(Real(0.5));
    region.move(btVector3(Real(0.1), Real(-0.01), 0), Real(-0.02));
    region.solve(4);
    CHECK(region.given(0).norm() + region.given(1).norm() == 0);
    CHECK(region.impulse().normal == 0);
  }
  SECTION("moved apart between two iterations") {
    Region region(Real(0.5));
    region.move(btVector3(Real(0.1), Real(-0.1), 0), 0);
    region.solve(1);
    REQUIRE(region.impulse().normal > 0);
    for (Index v = region.set.vertices(0).begin; v < region.set.vertices(0).end; ++v) {
      const Index i = region.packed.add(region.context, v);
      region.packed.x()[i] += toLane(btVector3(0, 1, 0));
      region.predicted[v] += btVector3(0, 1, 0);
    }
    region.solve(4);
    CHECK(region.impulse().normal == 0);
    CHECK(region.impulse().friction.norm() == 0);
    CHECK(region.given(0).norm() < 1e-6);
    CHECK(region.given(1).norm() < 1e-6);
  }
}

TEST_CASE("a body that stands still is not moved by a region, and the other one is moved by all of its depth") {
  Region region;
  region.lower->forceActivationState(ISLAND_SLEEPING);
  region.move(btVector3(0, Real(-0.1), 0), 0);
  region.solve(2);
  CHECK(std::abs(region.depth()) < 1e-6);
  CHECK(region.given(1).norm() == 0);
}
