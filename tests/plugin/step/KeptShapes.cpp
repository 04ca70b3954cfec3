#include "KeptShapes.h"

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <random>
#include <vector>

#include "../ForwardingDetector.h"
#include "../Worlds.h"

using pliant::Index;
using pliant::Real;

namespace {

constexpr Index kSide = 8;
constexpr Real kMargin = Real(0.06);

/// Two sheets of one body, or a single one: squares of side 1. The layers are `thickness` apart, but near each other at
/// two places.
struct Cushion {
  std::vector<Eigen::Vector3d> rest;
  std::vector<Real> start, end;
  std::vector<pliant::Triangle> faces;

  explicit Cushion(double thickness) {
    const Index layers = thickness > 0 ? 2 : 1;
    for (Index layer = 0; layer < layers; ++layer)
      for (Index y = 0; y < kSide; ++y)
        for (Index x = 0; x < kSide; ++x) {
          const bool pinched = x == y && (x == 2 || x == 5);
          rest.emplace_back(x, y, layer ? thickness : pinched ? thickness - 0.15 : 0);
        }
    for (Index layer = 0; layer < layers; ++layer)
      for (Index y = 0; y + 1 < kSide; ++y)
        for (Index x = 0; x + 1 < kSide; ++x) {
          const Index a = (layer * kSide + y) * kSide + x, b = a + 1, c = a + kSide, d = c + 1;
          faces.push_back({a, b, c});
          faces.push_back({b, d, c});
        }
    for (const auto& p : rest)
      for (const double k : p) start.push_back(Real(k));
    end = start;
  }

  pliant::BodyView view() const {
    pliant::BodyView view;
    view.positions = {end.data(), Index(rest.size()), 3};
    view.positions_t0 = {start.data(), Index(rest.size()), 3};
    view.triangles = {faces[0].data(), Index(faces.size()), 3};
    return view;
  }

  /// Returns 1 where the lower layer is near the upper one, -1 around there on the upper layer, else 0.
  double towards(std::size_t v) const {
    const Eigen::Vector3d& p = rest[v];
    const bool lower = v < std::size_t{kSide * kSide};
    for (const double place : {2, 5})
      if (std::max(std::abs(p[0] - place), std::abs(p[1] - place)) < (lower ? 0.5 : 1.5)) return lower ? 1 : -1;
    return 0;
  }

  /// Moves the body by affine maps with errors: random ones, or such that the layers approach each other.
  void move(std::mt19937& random, double error, double turn) {
    std::uniform_real_distribution<double> part(-1, 1);
    const auto vector = [&] { return Eigen::Vector3d(part(random), part(random), part(random)); };
    const Eigen::Vector3d axis = vector().normalized(), spin = vector().normalized(), way = 100 * vector();
    const Eigen::DiagonalMatrix<double, 3> stretch(1 + 0.1 * part(random), 1 + 0.1 * part(random), 1);
    const Eigen::Matrix3d first = Eigen::AngleAxisd(3 * part(random), axis).toRotationMatrix() * stretch;
    const Eigen::Matrix3d second = Eigen::AngleAxisd(turn * part(random), spin).toRotationMatrix() * first;
    const bool closing = part(random) > 0;
    const auto errorAt = [&](std::size_t v, const Eigen::Matrix3d& map) -> Eigen::Vector3d {
      return error * (closing ? Eigen::Vector3d(towards(v) * map.col(2)) : vector());
    };
    for (std::size_t v = 0; v < rest.size(); ++v) {
      const Eigen::Vector3d a = first * rest[v] + (closing ? Eigen::Vector3d::Zero().eval() : errorAt(v, first));
      const Eigen::Vector3d b = second * rest[v] + way + errorAt(v, second);
      for (std::size_t k = 0; k < 3; ++k) {
        start[3 * v + k] = Real(a[Eigen::Index(k)]);
        end[3 * v + k] = Real(b[Eigen::Index(k)]);
      }
    }
  }
};

std::vector<pliant::SurfaceContact> contactsOf(const pliant::BodySet& set, const pliant::Candidates& candidates,
                                               const pliant::SurfaceContactSettings& settings) {
  pliant::Workers workers{1};
  pliant::Counters counters;
  std::vector<pliant::SurfaceContact> contacts;
  pliant::SurfaceNarrowTest().run(set, candidates, settings, contacts, counters, workers);
  return contacts;
}

struct Tally {
  int kept = 0, left = 0;
  std::size_t contacts = 0;
};

/// Compares the contacts of a body that keeps its shape with those of brute force.
void compare(const pliant::BodySet& set, pliant::detail::KeptShapes& shapes, bool nearby, Tally& tally) {
  pliant::SurfaceContactSettings settings;
  settings.nearby = settings.edgeEdgeNearby = settings.nearAtRest = nearby;
  const Real scale = nearby ? 1 + settings.reach : 0;
  shapes.find(set, {true, true, scale, scale});
  if (!shapes.kept()[0]) {
    ++tally.left;
    return;
  }
  ++tally.kept;
  pliant::Candidates found, all;
  shapes.addTo(found);
  pliant::Workers workers{1};
  pliant::Counters counters;
  pliant::BruteForce().candidates(set, {.vertexFace = true, .edgeEdge = true, .swept = true, .marginScale = scale}, all,
                                  counters, workers);
  CHECK(std::is_sorted(found.vertexFace.begin(), found.vertexFace.end()));
  CHECK(std::is_sorted(found.edgeEdge.begin(), found.edgeEdge.end()));
  const auto expected = contactsOf(set, all, settings), contacts = contactsOf(set, found, settings);
  CHECK(
      std::equal(contacts.begin(), contacts.end(), expected.begin(), expected.end(), [](const auto& a, const auto& b) {
        return a.kind == b.kind && a.elementA == b.elementA && a.elementB == b.elementB && a.weights == b.weights;
      }));
  tally.contacts += expected.size();
}

}  // namespace

TEST_CASE("a body that keeps its shape has the contacts of brute force") {
  std::mt19937 random(7);
  const double thickness = GENERATE(0.0, 1.0, 3.0);
  CAPTURE(thickness);
  Cushion cushion(thickness);
  pliant::BodySet set;
  const Index id = set.add(cushion.view());
  set.setMargin(id, kMargin);
  pliant::detail::KeptShapes shapes;
  Tally tally;
  for (const double error : {0.0, 0.01, 0.04, 0.08, 0.12, 0.5})
    for (const double turn : {0.0, 0.1, 1.5})
      for (int trial = 0; trial < 12; ++trial) {
        cushion.move(random, error, turn);
        set.update();
        shapes.beginStep(set);
        compare(set, shapes, true, tally);
        compare(set, shapes, false, tally);
      }
  CAPTURE(tally.kept, tally.left, tally.contacts);
  CHECK(tally.kept > 100);
  CHECK(tally.left > 40);
  if (thickness > 0) CHECK(tally.contacts > 20);
}

TEST_CASE("a set that changes is learned anew") {
  Cushion a(3), b(0);
  pliant::BodySet set;
  set.add(a.view());
  pliant::detail::KeptShapes shapes;
  const auto step = [&] {
    set.update();
    shapes.beginStep(set);
    shapes.find(set, {true, true, 1, 0});
  };
  for (int i = 0; i < 20; ++i) step();
  CHECK(shapes.kept()[0] == 1);
  const Index id = set.add(b.view());
  step();
  CHECK(shapes.kept()[0] == 0);
  for (int i = 0; i < 20; ++i) step();
  CHECK(shapes.kept()[0] == 1);
  CHECK(shapes.kept()[1] == 1);
  set.setSelf(id, false);
  step();
  CHECK(shapes.kept()[1] == 0);
}

TEST_CASE("many bodies are learned within a few steps, and a body that waits for its turn is asked again at once") {
  std::vector<Cushion> cushions(60, Cushion(3));
  pliant::BodySet set;
  for (const Cushion& cushion : cushions) set.add(cushion.view());
  pliant::detail::KeptShapes shapes;
  int steps = 0;
  for (bool all = false; !all && steps < 100; ++steps) {
    set.update();
    shapes.beginStep(set);
    shapes.find(set, {true, true, 1, 0});
    all = std::ranges::all_of(shapes.kept(), [](std::uint8_t kept) { return kept == 1; });
  }
  // 60 · 196 faces for two lists each, at most about 2,000 in a step, after 8 steps without a change.
  CHECK(steps > 12);
  CHECK(steps < 25);
}

TEST_CASE("bodies that stand still are kept without a look at their shape") {
  const Cushion cushion(3);
  pliant::BodySet set;
  set.add(cushion.view());
  set.add(cushion.view());
  pliant::detail::KeptShapes shapes;
  set.update();
  shapes.beginStep(set);
  const std::vector<std::uint8_t> still{0, 1};
  shapes.find(set, {true, true, 1, 0, still});
  CHECK(shapes.kept()[0] == 0);
  CHECK(shapes.kept()[1] == 1);
}

TEST_CASE("bodies that keep their shape now and then have the contacts of a detector that is asked anew in each step") {
  struct AskedAnew final : ForwardingDetector<pliant::BruteForce> {
    bool gathersEachStep(const pliant::BodySet&) const override { return true; }
  };
  AskedAnew asked;
  PliantStage kept, anew;
  anew.collision().setDetector(&asked);
  int contacts = 0;
  std::vector<btSoftBody*> cubes[2];
  btRigidBody* presses[2];
  for (PliantStage* const stage : {&kept, &anew}) {
    const int side = stage == &kept ? 0 : 1;
    stage->addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -1, 0));
    presses[side] = stage->addRigid(0, new btBoxShape(vector(3, 0.1, 3)), vector(0, 3.2, 0));
    makeKinematic(*presses[side]);
    for (int i = 0; i < 2; ++i) {
      cubes[side].push_back(stage->addCube(vector(0.1 * i, 0.6 + 1.2 * i, 0), 1, 3));
      stage->collision().setSelfEnabled(cubes[side].back(), true);
    }
  }
  for (int i = 0; i < 160; ++i) {
    const double height = i % 80 < 40 ? 3.2 - 0.04 * (i % 80) : 1.6 + 0.04 * (i % 80 - 40);
    for (btRigidBody* const press : presses) moveTo(*press, vector(0, height, 0));
    kept.step();
    anew.step();
    REQUIRE(coordinatesOf(kept.bodies()) == coordinatesOf(anew.bodies()));
    REQUIRE(kept.collision().getNumContacts() == anew.collision().getNumContacts());
    contacts += kept.collision().getNumContacts();
  }
  CHECK(contacts > 0);
}
