// A scene ends with the same bits, whichever detector gathers the candidates and with any number of threads.
#include <pliant/scenes/Runner.h>
#include <pliant/scenes/Scene.h>
#include <pliant_catch.h>
#include <pliant_share.h>
#include <pliant_threads.h>

using namespace pliant;

namespace {

std::string hashAfter(const std::string& scene, const std::string& detector, unsigned threads, int steps) {
  const RunReport report = runScene(
      {.scene = scene, .simulation = {.detector = detector, .threads = threads}, .steps = steps, .checkEvery = steps});
  REQUIRE(report.ended == RunEnd::Done);
  REQUIRE(report.steps == steps);
  return report.positionsHash;
}

}  // namespace

TEST_CASE("a scene runs to the same bits under the hash, under brute force and by patches") {
  // The numbers of steps are large enough for contacts and self-contacts, and for repairs after the final check.
  const std::pair<const char*, int> scenes[] = {{"impact50", 60},  {"impact200", 60}, {"tori", 90},
                                                {"knot", 40},      {"parts", 60},     {"net", 60},
                                                {"dimpact50", 20}, {"dsheets", 60}};
  int number = 0;
  for (const auto& [scene, steps] : scenes) {
    if (!share::takes(number++, 3)) continue;
    INFO(scene);
    const std::string hashed = hashAfter(scene, "spatial-hash", 1, steps);
    CHECK(hashAfter(scene, "brute-force", 1, steps) == hashed);
    CHECK(hashAfter(scene, "patches", number % 2 ? 2 : 1, steps) == hashed);
  }
  for (const char* const surfaces : {"clothedge", "overlap", "rings", "ropes", "garment", "sheetonsheet"}) {
    if (!share::takes(number++, 3)) continue;
    INFO(surfaces);
    CHECK(hashAfter(surfaces, "patches", 1, 60) == hashAfter(surfaces, "spatial-hash", 1, 60));
  }
}

TEST_CASE("every scene runs to the same bits with one thread, two, and more than there are cores") {
  int number = 0;
  for (const SceneEntry& entry : scenes()) {
    if (!share::takes(number++, 3)) continue;
    INFO(entry.name);
    const int steps = entry.name.ends_with("tori") ? 90 : 45;  // until the rings have met
    const std::string once = hashAfter(entry.name, "spatial-hash", 1, steps);
    // Two threads for one scene, three for the next, and four for the one after it.
    CHECK(hashAfter(entry.name, "auto", 2 + static_cast<unsigned>(number % 3), steps) == once);
  }
}

TEST_CASE("a scene whose detector changes while it runs goes the same way, and none goes over to stock Bullet") {
  const SceneEntry& entry = *findScene("clothedge");
  Simulation same(entry, {.detector = "spatial-hash"}), changing(entry, {.detector = "spatial-hash"});
  for (int step = 0; step < 30; ++step) {
    same.step();
    changing.step();
  }
  for (const char* const detector : {"bucket-tree", "auto", "brute-force", "regularity-tree"}) {
    changing.setDetector(detector);
    CHECK(changing.settings().detector == detector);
    for (int step = 0; step < 5; ++step) {
      same.step();
      changing.step();
    }
    INFO(detector);
    REQUIRE(hashPositions(changing) == hashPositions(same));
  }
  CHECK(changing.contacts() > 0);
  CHECK_THROWS_AS(changing.setDetector("bullet"), Error);
  CHECK_THROWS_AS(changing.setDetector("nosuch"), Error);
  CHECK(changing.settings().detector == "regularity-tree");
  changing.step();
  Simulation stock(entry, {.detector = "none"});
  CHECK_THROWS_AS(stock.setDetector("auto"), Error);
}
