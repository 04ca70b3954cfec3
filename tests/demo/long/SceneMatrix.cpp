// Runs 600 steps of the scenes under Pliant and, for comparison, under stock Bullet. Each requirement is a test case.
// It is judged over the last 100 steps unless stated otherwise.
#include <pliant/scenes/median.h>
#include <pliant_catch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "../runFor.h"

using namespace pliant;

namespace {

RunReport finished(const std::string& scene, const std::string& detector, const SceneOptions& options = {},
                   int steps = 600, int checkEvery = 4) {
  RunReport report = runFor(scene, detector, steps, options, checkEvery);
  REQUIRE(report.ended == RunEnd::Done);
  return report;
}

// A plain scene runs once, and several test cases use its report.
const RunReport& plain(const std::string& scene, const std::string& detector) {
  static std::map<std::string, RunReport> reports;
  const std::string key = scene + " " + detector;
  if (reports.count(key) == 0) reports[key] = finished(scene, detector);
  return reports[key];
}

struct Late {
  double median = 0, worst = 0, mean = 0;
};

template <typename Value>
Late late(const RunReport& report, int after, Value value) {
  std::vector<double> values;
  for (const RunCheck& check : report.checks) {
    if (check.step > after) values.push_back(value(check));
  }
  std::sort(values.begin(), values.end());
  Late result{values[values.size() / 2], values.back(), 0};
  for (const double v : values) result.mean += v / static_cast<double>(values.size());
  return result;
}

double pairs(const RunCheck& check) {
  return static_cast<double>(check.pairsBetween + check.pairsSelf);
}
double between(const RunCheck& check) {
  return static_cast<double>(check.pairsBetween);
}
double inside(const RunCheck& check) {
  return static_cast<double>(check.verticesInside);
}

/// Returns the mean of a figure that has a value at each check.
double lateMean(const RunReport& report, const std::string& name, int after = 500) {
  const std::vector<double>& values = series(report, name);
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < report.checks.size(); ++i) {
    if (report.checks[i].step <= after) continue;
    sum += values[i];
    ++count;
  }
  return sum / count;
}

template <typename Value>
void requireClean(const RunReport& report, Value value, int after = 500) {
  const Late p = late(report, after, value), i = late(report, after, inside);
  CHECK(p.median == 0);
  CHECK(p.worst <= 5);
  CHECK(i.worst == 0);
}

void requireEnergy(const RunReport& report, double tolerance = 0.01) {
  CHECK(scalar(report, "worst_energy_share") <= tolerance);
}

}  // namespace

// Stock Bullet's figures and the times of a step were measured in single precision.
#if !PLIANT_DOUBLE_PRECISION
TEST_CASE("stock Bullet leaves the piles tangled, as it is known to") {
  const RunReport& pile = plain("pile27", "bullet");
  CHECK(late(pile, 500, between).mean == Approx(667).epsilon(0.1));
  CHECK(late(pile, 500, inside).mean == Approx(326).epsilon(0.1));
}
#endif

TEST_CASE("piles come clean, with and without friction") {
  for (const char* scene : {"pile27", "pile64"}) {
    INFO(scene);
    requireClean(plain(scene, "spatial-hash"), between);
    requireEnergy(plain(scene, "spatial-hash"));
    const RunReport report = finished(scene, "spatial-hash", {.friction = 0});
    requireClean(report, between);
    requireEnergy(report);
  }
}

TEST_CASE("a sheet on its edge, a knotted tube and a cloth do not enter themselves, however it is looked for") {
  for (const char* scene : {"clothedge", "knot", "cloth"}) {
    INFO(scene);
    const RunReport& report = plain(scene, "spatial-hash");
    requireClean(report, pairs);
    requireEnergy(report);
    // The other detectors must give the same bits as the hash, so these results hold for them too.
    constexpr int kSteps = 600;
    REQUIRE(report.checks.back().step == kSteps);
    for (const char* detector : {"auto", "regularity-tree"}) {
      INFO(detector);
      CHECK(finished(scene, detector, {}, kSteps, kSteps).positionsHash == report.positionsHash);
    }
  }
}

TEST_CASE("rings stay linked and clean up to 1.05 times their taut length") {
  const RunReport& report = plain("tori", "spatial-hash");
  const auto &linking = series(report, "linking_number"), &distance = series(report, "end_distance");
  const double taut = scalar(report, "taut_length");
  std::size_t judged = 0;
  for (std::size_t i = 0; i < report.checks.size() && !(distance[i] > 1.05 * taut); ++i, ++judged) {
    INFO("step " << report.checks[i].step);
    REQUIRE(std::isfinite(distance[i]));
    CHECK(report.checks[i].pairsSelf <= 5);
    CHECK(std::abs(linking[i]) == Approx(1).margin(0.01));
    CHECK(report.checks[i].pairsBetween <= 5);
    CHECK(report.checks[i].verticesInside == 0);
  }
  REQUIRE(judged < report.checks.size());  // the rings were pulled that far
  // The rings' surfaces do not pass through each other, even when they are pulled much farther.
  for (const RunCheck& check : report.checks) CHECK(check.pairsBetween <= 5);
  CHECK(report.checks[judged].step > 400);
  requireEnergy(report);
}

TEST_CASE("cubes that collide keep order, momentum and energy") {
  const RunReport& report = plain("impact50", "spatial-hash");
  requireClean(report, pairs);
  requireEnergy(report);
  for (const RunCheck& check : report.checks) {
    CHECK(check.momentum[0] == Approx(50).epsilon(0.01));
    CHECK(std::abs(check.momentum[1]) < 0.5);
    CHECK(std::abs(check.momentum[2]) < 0.5);
  }
  CHECK(scalar(report, "swapped_at_step") < 0);
}

TEST_CASE("piles that start deeply overlapping are clean after 60 steps") {
  for (const char* scene : {"pile27", "pile64"}) {
    INFO(scene);
    const RunReport report = finished(scene, "spatial-hash", {.spacing = 0.85}, 160);
    REQUIRE(report.checks.front().verticesInside > 1000);
    requireClean(report, between, 60);
    requireEnergy(report, 0.1);
  }
}

TEST_CASE("every scene runs for 600 steps, and all stays finite") {
  for (const SceneEntry& entry : scenes()) {
    INFO(entry.name);
    CHECK(plain(entry.name, "spatial-hash").steps == 600);
  }
}

namespace {

// The rest shape of a pile depends on the last digits, and stock's piles keep shaking (the large one with 15 to 20 J,
// ours with 0.2 J). So the test compares means over the last 100 steps of several runs with slightly different
// friction, and only runs in which stock is clean.
struct Shapes {
  std::map<std::string, double> ours, stock;
  int runs = 0;
};
constexpr int kShapeRuns = 5;
const std::array<std::string, 4> kShapeFigures{"mean_height", "extent_x", "extent_y", "extent_z"};

/// Returns true if the bodies do not intersect, as required of the piles, and no body is turned inside out.
bool isClean(const RunReport& report) {
  const Late p = late(report, 500, between);
  return p.median == 0 && p.worst <= 5 && late(report, 500, inside).worst == 0 && late(report, 500, pairs).median <= 5;
}

Shapes meanShapes(const std::string& scene) {
  Shapes shapes;
  for (int i = 0; i < 20 && shapes.runs < kShapeRuns; ++i) {
    const double friction = 0.5 + (i % 2 == 0 ? 0.0025 : -0.0025) * (i + i % 2);  // 0.5, 0.495, 0.505, 0.49 ...
    const SceneOptions thick{.friction = friction, .margin = 0.1};
    const RunReport stock = finished(scene, "bullet", thick);
    if (!isClean(stock)) continue;
    const RunReport ours = finished(scene, "spatial-hash", thick);
    CHECK(isClean(ours));
    ++shapes.runs;
    for (const std::string& name : kShapeFigures) {
      shapes.stock[name] += lateMean(stock, name);
      shapes.ours[name] += lateMean(ours, name);
    }
  }
  return shapes;
}

}  // namespace

// The height: links of a pile shorten under its weight, the less the more iterations there are. pile64 stands 2.26 high
// under stock Bullet, 2.34 with twice and 2.40 with four times as many iterations; under Pliant, which gives loaded
// bodies more iterations, 2.37 (5.0 % above stock's on average; 5.3 % in double precision).
TEST_CASE("at the margin at which stock is clean, piles are as high and as wide as stock's, on average") {
  for (const char* scene : {"pile27", "pile64"}) {
    const Shapes shapes = meanShapes(scene);
    REQUIRE(shapes.runs == kShapeRuns);
    for (const std::string& name : kShapeFigures) {
      CAPTURE(scene, name);
      CHECK(shapes.ours.at(name) == Approx(shapes.stock.at(name)).epsilon(name == "mean_height" ? 0.06 : 0.02));
    }
  }
}

TEST_CASE("links stretch hardly more than under stock Bullet") {
  for (const char* scene : {"pile27", "pile64", "knot", "cloth", "impact50"}) {
    INFO(scene);
    CHECK(lateMean(plain(scene, "spatial-hash"), "mean_stretch") <=
          lateMean(plain(scene, "bullet"), "mean_stretch") + 0.005);
  }
}

TEST_CASE("links of rings stretch hardly more than under stock Bullet while its rings are clean") {
  const RunReport &ours = plain("tori", "spatial-hash"), &stock = plain("tori", "bullet");
  const std::vector<double>&stretch = series(ours, "mean_stretch"), &stockStretch = series(stock, "mean_stretch");
  std::size_t judged = 0;
  for (; judged < stock.checks.size() && pairs(stock.checks[judged]) == 0; ++judged) {
    INFO("step " << stock.checks[judged].step);
    CHECK(stretch[judged] <= stockStretch[judged] + 0.005);
  }
  CHECK(judged > 20);
}

// Folds fall over or stay up by chance, under stock Bullet as well, and the stretch depends on it. So the test uses the
// mean of several runs with slightly different friction.
TEST_CASE("a sheet that fell on its edge is stretched hardly more than under stock Bullet, on average") {
  double ours = 0, stock = 0;
  const std::array<double, 5> frictions{0.490, 0.495, 0.500, 0.505, 0.510};
  for (const double friction : frictions) {
    const auto stretch = [&](const char* detector) {
      return lateMean(finished("clothedge", detector, {.friction = friction}), "mean_stretch");
    };
    ours += stretch("spatial-hash") / static_cast<double>(frictions.size());
    stock += stretch("bullet") / static_cast<double>(frictions.size());
  }
  CAPTURE(ours, stock);
  CHECK(ours <= stock + 0.005);
}

#if !PLIANT_DOUBLE_PRECISION
// The two worlds step in turn, so that other load on the machine affects both. The times are thread CPU time.
TEST_CASE("a step costs no more than stock's in piles, and at most twice stock's elsewhere") {
  const std::string scene = GENERATE("pile27", "pile64", "clothedge", "knot", "cloth", "tori", "impact50");
  CAPTURE(scene);
  const SceneEntry& entry = *findScene(scene);
  Simulation ours(entry, {.detector = "spatial-hash"}), stock(entry, {.detector = "bullet"});
  std::vector<double> oursMs, stockMs;
  // The rings are measured until they are pulled to 1.05 times their taut length.
  const int steps = scene == "tori" ? 480 : 600;
  for (int step = 0; step < steps; ++step) {
    ours.step();
    oursMs.push_back(ours.times().total());
    stock.step();
    stockMs.push_back(stock.times().total());
  }
  CHECK(median(oursMs) <= (scene.starts_with("pile") ? 1 : 2) * median(stockMs));
}
#endif
