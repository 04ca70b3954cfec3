// The steps of a query by the spatial hash: their numbers are those of the detector and of brute force.

#include <pliant/detectors/SpatialHash.h>
#include <pliant/models/ModelScene.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/querySteps.h>
#include <pliant_catch.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "DrawnRods.h"
#include "resultsOf.h"

using namespace pliant;

namespace {

std::vector<MethodBody> bodiesOf(const models::ModelScene& scene) {
  std::vector<MethodBody> bodies;
  for (const models::ModelBody& body : scene.bodies()) bodies.push_back({body.surface.view()});
  return bodies;
}

std::vector<BodyView> viewsOf(const std::vector<MethodBody>& bodies) {
  std::vector<BodyView> views;
  for (const MethodBody& body : bodies) views.push_back(body.view);
  return views;
}

bool says(const QueryStep& step, std::size_t number, const std::string& what) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
  INFO(step.sentence);
  INFO(text + what);
  return step.sentence.find(text + what) != std::string::npos;
}

constexpr std::size_t kDotCorners = 6;

}  // namespace

TEST_CASE("steps of a query of tetrahedra: cells, entries, look-ups, box tests, results, surfaces") {
  models::ModelScene scene = models::findModelScene("setupA")->make({});
  scene.setTime(0.5);
  const std::vector<MethodBody> bodies = bodiesOf(scene);
  const std::vector<QueryStep> steps = hashSteps(bodies, {.values = paperValues("spatial-hash")});
  REQUIRE(steps.size() == 7);
  const std::vector<BodyView> views = viewsOf(bodies);
  const SpatialHash::Settings paper{.hash = SpatialHash::Hash::Xor,
                                    .layout = SpatialHash::Layout::SingleCells,
                                    .insideTest = SpatialHash::InsideTest::Barycentric,
                                    .tableSize = 9973};
  const Results results = resultsOf(SpatialHash(paper), views, {.vertexTetrahedron = true});
  REQUIRE(results.vertexTetrahedron.size() > 10);

  CHECK(steps[0].title.starts_with("Pass 1"));
  CHECK(says(steps[0], 1200, " vertices lie in "));
  REQUIRE(steps[0].picture.surfaces.size() == 1);
  const std::size_t cells = pictures::rodsOf(steps[0].picture.surfaces[0]).size() / 12;
  CHECK(says(steps[0], cells, " cells of edge"));

  BodySet set;
  for (const BodyView& view : views) set.add(view);
  Workers workers;
  set.update(workers);
  const SpatialHash::Load load = SpatialHash(paper).load(set, workers);
  CHECK(cells == load.blocks);
  CHECK(says(steps[1], load.buckets, " entries"));
  CHECK(says(steps[1], load.sharing, " cells share"));
  CHECK_FALSE(steps[1].image.empty());

  CHECK(says(steps[2], 1000, " tetrahedra look up "));
  CHECK(says(steps[2], results.counters.cellsVisited, " cells"));
  CHECK(says(steps[2], results.counters.hashCollisions, " cells of another place"));
  CHECK_FALSE(steps[2].picture.surfaces.empty());

  CHECK(says(steps[3], results.counters.boxTests, " vertices"));
  CHECK(says(steps[3], results.counters.candidates, " pairs pass"));
  REQUIRE(steps[3].picture.surfaces.size() == 1);

  CHECK(says(steps[4], results.vertexTetrahedron.size(), " vertices have no negative"));
  std::set<std::pair<Index, Index>> found;
  for (const VertexTetrahedron& hit : results.vertexTetrahedron) found.emplace(hit.vertexBody, hit.vertex);
  REQUIRE(steps[4].picture.surfaces.size() == 2);
  const std::size_t dots = steps[4].picture.surfaces[0].mesh.positions.size() / kDotCorners;
  CHECK(dots == found.size());
  // Each of them passed the box test.
  CHECK(steps[3].picture.surfaces[0].mesh.positions.size() / kDotCorners >= dots);

  const std::size_t pairs = resultsOf(SpatialHash(), views, {.facePairs = true}).facePairs.size();
  CHECK(steps[5].title.starts_with("Surfaces"));
  CHECK(says(steps[6], pairs, " intersect"));
  CHECK(says(steps[4], results.counters.narrowTests, " pairs are tested"));
}

TEST_CASE("steps of a query have its settings: the counters of all steps together are those of the query") {
  models::ModelScene scene = models::findModelScene("setupA")->make({});
  scene.setTime(0.5);
  const std::vector<MethodBody> bodies = bodiesOf(scene);
  const std::vector<BodyView> views = viewsOf(bodies);
  BodySet set;
  for (const BodyView& view : views) set.add(view);
  Workers workers;
  set.update(workers);
  for (const MethodValues& values :
       {MethodValues{}, MethodValues{{"hash", 2}, {"table", 999}}, MethodValues{{"passes", 1}, {"layout", 1}}}) {
    SpatialHash hash;
    applyMethodValues(values, hash);
    const Counters both =
        resultsOf(SpatialHash(hash.settings()), views, {.vertexTetrahedron = true, .facePairs = true}).counters;
    const std::vector<QueryStep> steps = hashSteps(bodies, {.values = values});
    CHECK(says(steps.back(), both.cellsVisited, " cells, "));
    CHECK(says(steps.back(), both.boxTests, " box tests"));
    CHECK(says(steps.back(), both.narrowTests, " tests."));
    CHECK(both.narrowTests > 0);
    const SpatialHash::Load load = hash.load(set, workers);
    if (values.contains("passes")) continue;
    CHECK(says(steps[0], load.blocks, " blocks of 2 x 2 x 2 cells"));
    CHECK(says(steps[1], load.sharing, " blocks share"));
  }
  const Results inside = resultsOf(SpatialHash(), views, {.vertexTetrahedron = true});
  CHECK(inside.counters.narrowTests >= inside.vertexTetrahedron.size());
}

TEST_CASE("steps of a query of surfaces have no tetrahedra, and broken bodies no steps of their own") {
  const std::vector<SoftMesh> spheres = {pictures::sphereAt(0, 0, 0, 2), pictures::sphereAt(1.5, 0, 0, 2)};
  const std::vector<QueryStep> steps = hashSteps(pictures::bodiesOf(spheres));
  REQUIRE(steps.size() == 2);
  CHECK(steps[0].title.starts_with("Surfaces"));
  std::size_t marked = 0;
  for (const auto& colours : steps[1].picture.colours)
    marked += static_cast<std::size_t>(std::count(colours.begin(), colours.end(), kMarkColour));
  CHECK(marked > 10);

  SoftMesh broken = spheres[0];
  broken.positions[3].setY(std::numeric_limits<btScalar>::quiet_NaN());
  CHECK(hashSteps(pictures::bodiesOf({broken})).size() == 1);
  CHECK(hashSteps({}).size() == 1);
}

TEST_CASE("steps of a query with a box of 1e14 cells take as long as the occupied ones, and draw these") {
  SoftMesh large, fine;
  large.positions = {vec(0, 0, 0), vec(1e6, 0, 0), vec(0, 1e6, 0), vec(0, 0, 1e6)};
  large.tetrahedra = {{0, 1, 2, 3}};
  large.faces = boundaryOf(large.tetrahedra);
  // Short links between all vertices make the mean edge short, which is the edge of a cell.
  for (int i = 0; i < 1331; ++i) fine.positions.push_back(vec(50 + i % 11, 50 + i / 11 % 11, 50 + i / 121));
  for (Index i = 0; i < 1331; ++i)
    for (Index j = i + 1; j < 1331; ++j) fine.links.push_back({i, j});
  std::vector<MethodBody> bodies{{large.view()}, {fine.view()}};
  bodies[1].view.links = {fine.links.front().data(), static_cast<Index>(fine.links.size()), 2};
  const std::vector<QueryStep> steps = hashSteps(bodies, {.values = paperValues("spatial-hash")});
  REQUIRE(steps.size() == 7);
  const std::size_t cells = pictures::rodsOf(steps[0].picture.surfaces.at(0)).size() / 12;
  CHECK(cells > 4);
  // The tetrahedron has 6 edges, and its box and each cell 12.
  CHECK(pictures::rodsOf(steps[2].picture.surfaces.at(0)).size() == 6 + 12 + 12 * cells);
  CHECK(steps[3].picture.surfaces.at(0).mesh.positions.size() == kDotCorners * fine.positions.size());
  CHECK(says(steps[4], fine.positions.size(), " vertices have no negative"));
  bodies.pop_back();
  CHECK(says(hashSteps(bodies)[0], 1, " block of 2 x 2 x 2 cells"));
}

TEST_CASE("vertices in tetrahedra are drawn as dots, their tetrahedra by edges, and the bodies as glass") {
  // Two tetrahedra; a corner of the second one is in the first one.
  SoftMesh first, second, away;
  first.positions = {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)};
  first.tetrahedra = {{0, 1, 2, 3}};
  first.faces = boundaryOf(first.tetrahedra);
  second = placed(first, vec(0.25, 0.25, 0.25));
  away = placed(first, vec(9, 9, 9));
  const MethodPicture picture = drawTetrahedra(pictures::bodiesOf({away, first, second}));
  CHECK(picture.glass == std::vector<std::uint8_t>{0, 1, 1});
  REQUIRE(picture.surfaces.size() == 2);
  CHECK(picture.surfaces[0].mesh.positions.size() == kDotCorners);
  const std::vector<pictures::Rod> rods = pictures::rodsOf(picture.surfaces[1]);
  REQUIRE(rods.size() == 6);
  for (const pictures::Rod& rod : rods) CHECK(rod.colour == kFoundTetrahedronColour);
  CHECK(drawTetrahedra(pictures::bodiesOf({away, first})).surfaces.empty());
}
