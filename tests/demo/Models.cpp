// Tests the documented properties of the papers' models and scenes in pliant/models.

#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/models/paperScenes.h>
#include <pliant/models/polygonise.h>
#include <pliant_catch.h>

#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "resultsOf.h"

using namespace pliant;
using namespace pliant::models;

namespace {

struct Faults {
  bool closed, manifold;
  std::size_t facePairs;  ///< Number of intersecting pairs within the surface, exact.
  double volume;          ///< Enclosed volume.
};

Faults faultsOf(const ClosedModel& model) {
  const Topology topology = topologyOf(model.view());
  const Results results = resultsOf(SpatialHash(), {model.view()}, {.facePairs = true});
  return {topology.closed, topology.manifold, results.facePairs.size(), enclosedVolume(model)};
}

/// Checks that the model is closed and passes through itself nowhere. Returns its volume.
double checkSound(const ClosedModel& model) {
  const Faults faults = faultsOf(model);
  CHECK(faults.closed);
  CHECK(faults.manifold);
  CHECK(faults.facePairs == 0);
  return faults.volume;
}

double overlapOf(const ClosedModel& a, const ClosedModel& b) {
  const Results results = resultsOf(LdiDetector(nullptr, {.grid = {.resolution = 128}}), {a.view(), b.view()},
                                    {.intersectionVolumes = true});
  return results.intersectionVolumes.empty() ? 0 : results.intersectionVolumes[0].volume;
}

/// Returns true if the surface has one component, where faces that share a vertex are connected.
bool isConnected(const ClosedModel& model) {
  std::vector<Index> root(model.points.size());
  for (Index v = 0; v < root.size(); ++v) root[v] = v;
  const auto find = [&](Index v) {
    while (root[v] != v) v = root[v] = root[root[v]];
    return v;
  };
  for (const Triangle& t : model.faces) {
    root[find(t[1])] = find(t[0]);
    root[find(t[2])] = find(t[0]);
  }
  std::set<Index> roots;
  for (const Triangle& t : model.faces) roots.insert(find(t[0]));
  return roots.size() == 1;
}

}  // namespace

TEST_CASE("The papers' models are closed, of one piece, have the papers' faces and nowhere pass through themselves") {
  const std::pair<PaperModel, std::size_t> models[] = {
      {PaperModel::Knot, 12'000},        {PaperModel::Rabbit, 50'000},     {PaperModel::Reptile, 110'000},
      {PaperModel::Santa, 150'000},      {PaperModel::Dragon, 520'000},    {PaperModel::MediumDragon, 150'000},
      {PaperModel::SmallDragon, 50'000}, {PaperModel::SmallSanta, 10'000}, {PaperModel::Mouse, 15'000},
      {PaperModel::Hat, 1'500},          {PaperModel::Phone, 900}};
  for (const auto& [name, faces] : models) {
    CAPTURE(std::string(nameOf(name)));
    const ClosedModel& model = paperModel(name);
    CHECK(model.faces.size() == faces);
    CHECK(isConnected(model));
    CHECK(checkSound(model) > 0.005);
    for (std::size_t k = 0; k < 3; ++k) {
      for (const auto& p : model.points) REQUIRE(std::abs(p[k]) <= Real(0.50001));
    }
  }
}

TEST_CASE("A model is made once") {
  CHECK(&paperModel(PaperModel::Rabbit) == &paperModel(PaperModel::Rabbit));
}

TEST_CASE("A shape is cut to the same bits each time, with as many faces as asked for, and its size is right") {
  ImplicitShape ball;
  ball.part({{{1, 2, 3, 2}}}, 0);
  for (const std::size_t faces : {400u, 5000u, 5002u}) {
    const ClosedModel once = polygonise(ball, faces), again = polygonise(ball, faces);
    CHECK(once.points == again.points);
    CHECK(once.faces == again.faces);
    CHECK(once.faces.size() == faces);
    CHECK(checkSound(once) == Approx(std::numbers::pi / 6).epsilon(faces < 1000 ? 0.1 : 0.02));
  }
  CHECK_THROWS_AS(polygonise(ball, 401), Error);
}

TEST_CASE("A carved part leaves a hole, a blend rounds, a flat part is flat") {
  ImplicitShape ball;
  ball.part({{{0, 0, 0, 1}}}, 0);
  const double whole = faultsOf(polygonise(ball, 4000)).volume;
  ImplicitShape drilled = ball;
  drilled.part({{{0, 0, -2, 0.5}, {0, 0, 2, 0.5}}}, 0, ImplicitShape::Joined::Carved);
  const ClosedModel ring = polygonise(drilled, 4000);
  CHECK(faultsOf(ring).facePairs == 0);
  CHECK(faultsOf(ring).volume < 0.75 * whole);
  // A torus has Euler characteristic 0.
  CHECK(ring.points.size() == ring.faces.size() / 2);
  ImplicitShape flat;
  flat.flatPart({{0, 0, 0, 1}}, {{0, 0, 1}, 4}, 0);
  CHECK(faultsOf(polygonise(flat, 4000)).volume == Approx(whole / 4).epsilon(0.05));
}

TEST_CASE("The overlaps of the papers are there, complex ones larger than simple ones") {
  REQUIRE(paperOverlaps().size() == 7);
  double simple = 0;
  for (const Overlap& overlap : paperOverlaps()) {
    CAPTURE(std::string(nameOf(overlap.first)), std::string(nameOf(overlap.second)));
    const double volume = overlapOf(paperModel(overlap.first), secondOf(overlap));
    CHECK(volume > 1e-6);
    if (overlap.complex && overlap.second != PaperModel::Dragon) CHECK(volume > 5 * simple);
    if (!overlap.complex) simple = volume;
  }
  CHECK(overlapOf(fallingHat(0), paperModel(PaperModel::Mouse)) <
        overlapOf(fallingHat(1), paperModel(PaperModel::Mouse)));
}

TEST_CASE("The hand closes on the phone, and at last into itself") {
  const ClosedModel open = closingHand(0), fist = closingHand(1);
  CHECK(open.faces.size() == 4800);
  CHECK(isConnected(open));
  CHECK(open.faces == fist.faces);
  checkSound(open);
  CHECK(faultsOf(fist).facePairs > 50);
  CHECK(overlapOf(open, phoneInHand()) == 0);
  CHECK(overlapOf(closingHand(0.6), phoneInHand()) > 1e-4);
}

TEST_CASE("Santa deforms without passing through himself") {
  const ClosedModel& rest = paperModel(PaperModel::SmallSanta);
  ClosedModel santa = rest;
  double farthest = 0;
  for (const double seconds : {0.0, 0.7, 2.9, 11.0}) {
    deformSanta(seconds, rest.points, santa.points);
    CHECK(faultsOf(santa).facePairs == 0);
    for (std::size_t v = 0; v < rest.points.size(); ++v) {
      farthest = std::max(farthest, double{std::abs(santa.points[v][0] - rest.points[v][0])});
    }
  }
  CHECK(farthest > 0.1);
}
