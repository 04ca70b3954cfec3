// Tests the documented properties of the scenes of moving models in pliant/models.

#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/models/ModelScene.h>
#include <pliant/models/paperScenes.h>
#include <pliant/models/tetrahedraSetups.h>
#include <pliant/scenes/Scene.h>
#include <pliant_catch.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

#include "resultsOf.h"

using namespace pliant;
using namespace pliant::models;

namespace {

ModelScene make(const std::string& name, const ModelSceneOptions& options = {}) {
  const ModelSceneEntry* const entry = findModelScene(name);
  REQUIRE(entry != nullptr);
  return entry->make(options);
}

std::vector<BodyView> viewsOf(const ModelScene& scene) {
  std::vector<BodyView> views;
  for (const ModelBody& body : scene.bodies()) views.push_back(body.surface.view());
  return views;
}

std::size_t facePairs(const ModelScene& scene, bool self, bool between) {
  return resultsOf(SpatialHash(), viewsOf(scene), {.facePairs = true, .between = between, .self = self})
      .facePairs.size();
}

Results volumes(const ModelScene& scene) {
  return resultsOf(LdiDetector(nullptr, {.grid = {.resolution = 64}}), viewsOf(scene),
                   {.verticesInside = true, .intersectionVolumes = true});
}

double sharedVolume(const ModelScene& scene) {
  const Results results = volumes(scene);
  return results.intersectionVolumes.empty() ? 0 : double{results.intersectionVolumes[0].volume};
}

void isSound(const ModelSceneEntry& entry) {
  INFO(entry.name);
  ModelScene scene = entry.make({});
  const std::vector<ModelBody> start = scene.bodies();
  std::vector<const std::array<Real, 3>*> places;
  for (const ModelBody& body : scene.bodies()) places.push_back(body.surface.points.data());
  REQUIRE_FALSE(start.empty());
  scene.setTime(0.3);
  const std::vector<ModelBody> early = scene.bodies();
  scene.setTime(1);
  const std::vector<ModelBody> end = scene.bodies();
  scene.setTime(0.3);
  bool someMove = false;
  for (std::size_t b = 0; b < start.size(); ++b) {
    INFO(start[b].name);
    CHECK((scene.bodies()[b].surface.points == early[b].surface.points));
    CHECK(scene.bodies()[b].surface.points.data() == places[b]);
    CHECK((end[b].surface.faces == start[b].surface.faces));
    CHECK((early[b].surface.points != start[b].surface.points) == start[b].moves);
    someMove = someMove || start[b].moves;
    for (const auto* const bodies : {&start, &early, &end}) {
      const auto& points = (*bodies)[b].surface.points;
      REQUIRE(points.size() == start[b].surface.points.size());
      bool finite = true;
      for (const auto& p : points) finite = finite && std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
      CHECK(finite);
    }
  }
  CHECK(someMove);
}

}  // namespace

TEST_CASE("scenes of models have names of their own, a description and a source") {
  std::set<std::string> names;
  for (const SceneEntry& scene : scenes()) names.insert(scene.name);
  for (const ModelSceneEntry& entry : modelScenes()) {
    INFO(entry.name);
    CHECK(names.insert(std::string(entry.name)).second);
    CHECK(entry.description.size() > 20);
    CHECK(entry.source.find_first_of("0123456789") != std::string::npos);
    CHECK(findModelScene(entry.name) == &entry);
  }
  CHECK(findModelScene("nowhere") == nullptr);
}

TEST_CASE("what moves in a scene of models moves, the rest stands still, and a time is a place") {
  for (const ModelSceneEntry& entry : modelScenes()) {
    const std::set<std::string_view> large = {"rabbitreptile", "reptilesanta", "knotdragon"};
    if (!large.contains(entry.name)) isSound(entry);
  }
}

TEST_CASE("setups of tetrahedra have the paper's numbers, bodies without gaps, and vertices in tetrahedra") {
  struct Setup {
    const char* name;
    std::size_t objects;
    double tetrahedra, vertices;
  };
  for (const Setup& setup :
       {Setup{"setupA", 100, 1000, 1200}, Setup{"setupB", 8, 4000, 1936}, Setup{"setupC", 20, 10000, 4840},
        Setup{"setupD", 2, 20514, 5898}, Setup{"setupE", 100, 50000, 24200}}) {
    INFO(setup.name);
    ModelScene scene = make(setup.name);
    REQUIRE(scene.bodies().size() == setup.objects);
    double tetrahedra = 0, vertices = 0;
    for (const ModelBody& body : scene.bodies()) {
      tetrahedra += static_cast<double>(body.surface.tetrahedra.size());
      vertices += static_cast<double>(body.surface.points.size());
    }
    CHECK(tetrahedra == Approx(setup.tetrahedra).epsilon(setup.name[5] == 'D' ? 0.02 : 0));
    CHECK(vertices == setup.vertices);
    BodySet set;
    const Topology& topology = set.topology(set.add(scene.bodies()[0].surface.view()));
    CHECK(topology.closed);
    CHECK(enclosedVolume(scene.bodies()[0].surface) > 0);
    for (const double time : {0.0, 0.5, 1.0}) {
      scene.setTime(time);
      const std::size_t found =
          resultsOf(SpatialHash(), viewsOf(scene), {.vertexTetrahedron = true}).vertexTetrahedron.size();
      CHECK(static_cast<double>(found) > 0.01 * vertices);
      CHECK(static_cast<double>(found) < 0.2 * vertices);
    }
  }
}

TEST_CASE("a vessel is a tube that forks twice, of tetrahedra with positive volume, and does not meet itself") {
  const SurfaceModel vessel = branchingVessel();
  std::vector<std::size_t> pieces;  // connected pieces of the vertices at a height
  for (const int layer : {5, 40, 65}) {
    std::vector<Index> at;
    for (Index v = 0; v < vessel.points.size(); ++v)
      if (vessel.points[v][1] == static_cast<Real>(layer)) at.push_back(v);
    std::vector<std::set<Index>> found;
    for (const Index v : at) found.push_back({v});
    for (const Tetrahedron& t : vessel.tetrahedra) {
      std::vector<std::size_t> met;
      for (std::size_t piece = found.size(); piece-- > 0;)
        for (const Index v : t)
          if (found[piece].contains(v) && (met.empty() || met.back() != piece)) met.push_back(piece);
      for (std::size_t m = 0; m + 1 < met.size(); ++m) {  // from the last piece to the first
        found[met.back()].insert(found[met[m]].begin(), found[met[m]].end());
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(met[m]));
      }
    }
    pieces.push_back(found.size());
  }
  CHECK(pieces == std::vector<std::size_t>{1, 2, 4});
  double least = 1, sum = 0;
  for (const Tetrahedron& t : vessel.tetrahedra) {
    const auto edge = [&](std::size_t c) {
      return Eigen::Vector3d(double{vessel.points[t[c]][0]} - double{vessel.points[t[0]][0]},
                             double{vessel.points[t[c]][1]} - double{vessel.points[t[0]][1]},
                             double{vessel.points[t[c]][2]} - double{vessel.points[t[0]][2]});
    };
    const double volume = edge(1).dot(edge(2).cross(edge(3))) / 6;
    least = std::min(least, volume);
    sum += volume;
  }
  CHECK(least > 0.01);
  CHECK(sum == Approx(enclosedVolume(vessel)).epsilon(1e-4));
  CHECK(resultsOf(SpatialHash(), {vessel.view()}, {.facePairs = true}).facePairs.empty());
  CHECK(resultsOf(SpatialHash(), {vessel.view()}, {.vertexTetrahedron = true}).vertexTetrahedron.empty());
}

TEST_CASE("a number of faces can be chosen where the shape has any") {
  for (const char* name : {"sphere", "loop", "soup", "soups"}) {
    INFO(name);
    const std::size_t faces = make(name, {.faces = 2'000}).bodies()[0].surface.faces.size();
    CHECK(faces > 1'900);
    CHECK(faces < 2'100);
    CHECK_THROWS_AS(make(name, {.faces = 99}), Error);
    CHECK_THROWS_AS(make(name, {.faces = 5'000'001}), Error);
  }
  CHECK(make("dress", {.faces = 3'800}).bodies()[1].surface.faces.size() == 3'800);
  CHECK_THROWS_AS(make("dress", {.faces = 3'801}), Error);
  CHECK_THROWS_AS(make("dragon", {.faces = 1'000}), Error);
  const ModelScene dragon = make("dragon");
  CHECK(dragon.bodies()[0].surface.faces.size() == 50'000);
  CHECK(dragon.bodies()[1].surface.points.size() == 10'000);
}

TEST_CASE("a sphere that breathes meets itself nowhere, a strip does once it is bent") {
  ModelScene sphere = make("sphere", {.faces = 5'000}), loop = make("loop", {.faces = 5'000});
  CHECK(facePairs(loop, true, false) == 0);
  for (const double time : {0.25, 0.75, 1.0}) {
    sphere.setTime(time);
    CHECK(facePairs(sphere, true, false) == 0);
  }
  loop.setTime(1);
  CHECK(facePairs(loop, true, false) > 20);
}

TEST_CASE("a dress folds until it passes through itself") {
  ModelScene dress = make("dress");
  CHECK(facePairs(dress, true, false) == 0);
  dress.setTime(1);
  CHECK(facePairs(dress, true, false) > 0);
  CHECK(facePairs(dress, false, true) > 0);
}

TEST_CASE("the triangles of a soup go one way together, or each its own") {
  const auto spread = [](double degrees) {
    ModelScene soup = make("soup", {.faces = 1'000, .angle = degrees});
    const std::vector<std::array<Real, 3>> start = soup.bodies()[0].surface.points;
    soup.setTime(1);
    const std::vector<std::array<Real, 3>>& end = soup.bodies()[0].surface.points;
    double most = 0;
    for (std::size_t v = 0; v < start.size(); ++v) {
      double apart = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double way = double{end[v][k]} - double{start[v][k]}, first = double{end[0][k]} - double{start[0][k]};
        apart = std::max(apart, std::abs(way - first));
      }
      most = std::max(most, apart);
    }
    return most;
  };
  CHECK(spread(0) < 1e-5);
  CHECK(spread(30) > 0.01);
  CHECK(spread(180) > spread(30));
  ModelScene dense = make("soup", {.faces = 3'000});
  CHECK(facePairs(dense, true, false) > 10);
}

TEST_CASE("two soups approach until they overlap") {
  ModelScene soups = make("soups", {});
  REQUIRE(soups.bodies().size() == 2);
  const auto between = [&] {
    return resultsOf(SpatialHash(), viewsOf(soups), {.facePairs = true, .self = false}).facePairs.size();
  };
  CHECK(between() == 0);
  soups.setTime(1);
  const std::size_t atEnd = between();
  CHECK(atEnd > 10);
  soups.setTime(0.8);
  CHECK(between() < atEnd);
}

TEST_CASE("knot and rabbit start at the paper's simple place and end at its complex one") {
  ModelScene scene = make("knotrabbit");
  const auto overlaps = paperOverlaps();
  CHECK((scene.bodies()[1].surface.points == secondOf(overlaps[0]).points));
  scene.setTime(1);
  CHECK((scene.bodies()[1].surface.points == secondOf(overlaps[1]).points));
  CHECK(sharedVolume(scene) > 0);
}

TEST_CASE("hand and hat come to hold what they come to, particles fall into Santa and lie in a dragon") {
  for (const char* name : {"hand", "hat"}) {
    INFO(name);
    ModelScene scene = make(name);
    const double before = sharedVolume(scene);
    scene.setTime(1);
    CHECK(sharedVolume(scene) > before);
  }
  for (const char* name : {"santa", "dragon"}) {
    INFO(name);
    ModelScene scene = make(name);
    for (const double time : {0.0, 0.6}) {
      scene.setTime(time);
      const Results results = volumes(scene);
      const std::size_t particles = scene.bodies()[1].surface.points.size();
      CHECK(results.verticesInside.size() > particles / 50);
      CHECK(results.verticesInside.size() < particles / 2);
    }
  }
}
