// Tests the tables of the regularity tree, and the drawings after the figures of Volino and Magnenat-Thalmann 1994.
// Each table fails if the methods in it find different pairs.

#include <pliant/benchmarks/CallKinds.h>
#include <pliant/benchmarks/Scene.h>
#include <pliant/benchmarks/benchmarks.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/pictures/Image.h>
#include <pliant_catch.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "../demo/ScratchFolder.h"

using namespace pliant;
using namespace pliant::benchmarks;

namespace {

Table made(const std::string& name, std::size_t faces = 1000) {
  const Table table = makeTable(name, {.steps = 3, .faces = faces});
  REQUIRE(table.name == name);
  for (const auto& row : table.rows) REQUIRE(row.size() == table.columns.size());
  REQUIRE(std::set<std::string>(table.columns.begin(), table.columns.end()).size() == table.columns.size());
  return table;
}

const std::string& text(const Table& table, std::size_t row) {
  return std::get<std::string>(table.rows.at(row).front());
}

}  // namespace

TEST_CASE("Steps of a surface that moves have the reading of its positions in them") {
  const Table times = made("regularity-times");
  REQUIRE(times.rows.size() == 2);
  for (std::size_t row = 0; row < 2; ++row) {
    CHECK((times.number(row, "pairs") > 0) == (text(times, row) == "loop"));
    CHECK(times.number(row, "read") > 0);
    CHECK(times.number(row, "tree") > times.number(row, "read"));
    CHECK(times.number(row, "x floor") > times.number(row, "x floor unread"));
    for (const char* const other : {"classical", "spatial hash", "bucket tree", "auto"})
      CHECK(times.number(row, other) > 0);
  }
}

TEST_CASE("Body and cloth have normals and boxes of their own beside the paper's, and its classical way") {
  const Table cloth = made("volino-cloth");
  REQUIRE(cloth.rows.size() == 3);
  for (std::size_t row = 0; row < 3; ++row) {
    CHECK(cloth.number(row, "cloth") == 3800);
    CHECK((cloth.number(row, "exact pairs") > 0) == (cloth.number(row, "folded") == 1));
    CHECK(cloth.number(row, "pairs missed") <= cloth.number(row, "exact pairs"));
    for (const char* const time : {"read", "normals and boxes", "of the cloth alone", "body-cloth", "both, 32",
                                   "cloth classical", "classical, 32", "cloth ours", "ours, 32", "no contour test"})
      CHECK(cloth.number(row, time) > 0);
  }
}

TEST_CASE("Calls for a cut face are told apart by what they compare") {
  for (const char* const name : {"volino-2", "volino-folds"}) {
    const Table table = made(name);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      if (std::holds_alternative<std::string>(table.cell(row, "calls/cut"))) continue;
      INFO(name << ", row " << row);
      double sum = 0;
      for (const char* const kind :
           {"of these between cut faces", "below unlisted neighbours", "of neighbours", "of patches apart"})
        sum += table.number(row, kind);
      CHECK(sum == Approx(table.number(row, "calls/cut")));
      // A cut pair of faces is a call of its own, and each face of the strip or the dress is in few pairs.
      CHECK(table.number(row, "of these between cut faces") >= 1);
      CHECK(table.number(row, "of these between cut faces") < 10);
      CHECK(table.number(row, "of patches apart") > table.number(row, "of neighbours"));
    }
  }
}

TEST_CASE("Kinds of calls: two sheets that cross have neighbours and patches apart, and no call is lost") {
  const models::SurfaceModel strip = models::loopSurface(1000);
  benchmarks::Scene scene = wavingScene({&strip});
  RegularityTree tree({.leafPatchFaces = 1});
  tree.setRecordsUsedPatches(true);
  const Results found = scene.ask(tree);
  const CallKinds kinds = kindsOf(scene.set, tree, found);
  CHECK(kinds.cut + kinds.unlisted + kinds.neighbours + kinds.apart == found.counters.procedureCalls);
  CHECK(kinds.cut > found.facePairs.size());
  CHECK(kinds.unlisted == 0);
  // Without a cut, one call skips a flat sheet.
  const models::SurfaceModel flat = models::clothSheet(1000, models::ClothShape::Flat);
  benchmarks::Scene other = wavingScene({&flat});
  const Results none = other.ask(tree);
  const CallKinds single = kindsOf(other.set, tree, none);
  CHECK(single.neighbours == 1);
  CHECK(single.cut + single.unlisted + single.apart == 0);
}

TEST_CASE(
    "Of two neighbours of a level one has a listed vertex on the other, though not each pair has one in both lists") {
  const models::SurfaceModel cloth = models::clothSheet(5000, models::ClothShape::Wrinkled);
  benchmarks::Scene scene = wavingScene({&cloth});
  RegularityTree tree({.leafPatchFaces = 1});
  scene.ask(tree);
  const Adjacency lists = adjacencyOf(scene.set, tree);
  CHECK(lists.pairs > 500);
  CHECK(lists.listed == lists.pairs);
  CHECK(lists.common < lists.pairs);
  CHECK(lists.common > lists.pairs / 2);
  CHECK(lists.entries > 2);
  CHECK(lists.entries < 6.5);
}

TEST_CASE("Children and directions are compared on surfaces that meet themselves and that do not") {
  const Table settings = made("regularity-settings");
  REQUIRE(settings.rows.size() == 30);
  std::set<std::pair<std::string, std::pair<double, double>>> all;
  int ours = 0;
  for (std::size_t row = 0; row < 30; ++row) {
    const double children = settings.number(row, "children"), directions = settings.number(row, "directions");
    all.insert({text(settings, row), {children, directions}});
    CHECK((settings.number(row, "pairs") > 0) == (text(settings, row) == "crumpled"));
    CHECK(settings.number(row, "calls") >=
          settings.number(row, "parts skipped") + settings.number(row, "pairs skipped"));
    CHECK(settings.number(row, "tests") >= settings.number(row, "pairs"));
    if (children == 3 && directions == 32) {
      CHECK(settings.number(row, "x ours") == 1);
      ++ours;
    }
  }
  CHECK(all.size() == 30);
  CHECK(ours == 3);
}

TEST_CASE("Faces that go, come and are cut are told beside none and all of them") {
  const Table changes = made("regularity-topology");
  REQUIRE(changes.rows.size() == 5);
  const double faces = changes.number(0, "faces");
  const double expected[] = {faces, faces - 1, faces, faces, faces};
  for (std::size_t row = 0; row < 5; ++row) {
    CHECK(changes.number(row, "faces") == expected[row]);
    for (const char* const time : {"bodies", "hierarchy", "query", "step"}) CHECK(changes.number(row, time) > 0);
  }
}

TEST_CASE("ten pictures are drawn, each with colours in it") {
  const ScratchFolder folder;
  const auto files = findBenchmark("regularity-tree").pictures(folder.path(""), 1, [](const std::string&) {});
  CHECK(files.size() == 10);
  std::set<std::string> unseen{"volino1994-3-levels.png", "volino1994-7-elements.png", "volino1994-8-sphere.png",
                               "volino1994-9-loop.png", "volino1994-10-cloth.png"};
  for (const std::string& file : files) {
    INFO(file);
    const Image image = Image::load(folder.path(file));
    CHECK(image.width() > 700);
    std::size_t coloured = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const Rgb& p = image.at(x, y);
        coloured += std::max({p[0], p[1], p[2]}) > std::min({p[0], p[1], p[2]}) + 60;
      }
    // Drawings of whole surfaces have more colour than those of lines and balls.
    CHECK(coloured > (unseen.erase(file) > 0 ? 5000 : 2000));
  }
  CHECK(unseen.empty());
}
