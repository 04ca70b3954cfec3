#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/models/clothSheet.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "Floor.h"
#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::ClothShape;

constexpr const char* kCaption =
    "ms of wall time, reading, update and query. Controls: two copies of the detector, one after the other and at the "
    "same time; repeated passes of the floor; a loop that waits for its own results. Passes and loop take as long as "
    "the detector. All begin with a sleeping helper thread.";

const std::vector<std::string> kColumns = {"1 thread",      "2 threads",    "gain",       "copies 1",
                                           "copies 2",      "copies gain",  "floor gain", "loop gain",
                                           "gain / copies", "gain / floor", "gain / loop"};

/// Waits until no helper thread spins, as at the start of a program's step.
void rest() {
  constexpr double kRest = 0.4;  // time after which an idle helper thread sleeps [ms]
  const double begin = wallMs();
  while (wallMs() < begin + kRest) {
  }
}

void loop(std::size_t turns, Workers& workers) {
  constexpr std::size_t kChunks = 64;
  workers.forChunks(kChunks, 1, [turns](std::size_t chunk, std::size_t, std::size_t) {
    std::uint64_t state = chunk;
    for (std::size_t i = 0; i < turns; ++i) state = (state ^ (state >> 7)) * 0x9e3779b97f4a7c15u + 1;
    [[maybe_unused]] volatile std::uint64_t kept = state;
  });
}

/// A detector and its own results.
template <typename D>
struct Copy {
  void answer(const BodySet& set, const Query& query, Workers& workers) {
    detector.update(set, workers);
    detector.query(set, query, results, workers);
  }

  D detector;
  Results results;
};

/// Measures the steps of a scene with detector D on one thread and on two threads.
/// Returns medians over `steps` steps. All columns are measured alternately.
template <typename D>
Table::Row oneAndTwoThreads(Scene& scene, const Query& query, int steps) {
  Workers alone, two(2);
  Copy<D> single, both, copies[2];
  Floor floor;
  int passes = 1;
  std::size_t turns = 1000;
  Times times(wallMs);
  // Returns the time on one thread. The stages are the name with 1 and with 2.
  const auto time = [&](const std::string& name, const auto& task) {
    rest();
    const double ms = times(name + "1", [&] { task(alone); });
    rest();
    times(name + "2", [&] { task(two); });
    return ms;
  };
  times.run(steps, kWarmUp, [&](int step) {
    scene.next();
    scene.set.update(alone);
    const double detector = time("detector", [&](Workers& workers) {
      scene.set.update(workers);
      (&workers == &alone ? single : both).answer(scene.set, query, workers);
    });
    time("copies", [&](Workers& workers) {
      workers.forChunks(2, 1, [&](std::size_t copy, std::size_t, std::size_t) {
        Workers own;
        copies[copy].answer(scene.set, query, own);
      });
    });
    const double pass = time("floor", [&](Workers& workers) {
      for (int i = 0; i < passes; ++i) floor.run(scene.set, workers);
    });
    const double looped = time("loop", [&](Workers& workers) { loop(turns, workers); });
    if (step >= 0) return;
    passes = std::max(1, static_cast<int>(std::lround(passes * detector / pass)));
    turns = std::max<std::size_t>(1, static_cast<std::size_t>(double(turns) * detector / looped));
  });
  const auto gain = [&](const std::string& name) { return times.median(name + "1") / times.median(name + "2"); };
  const double ours = gain("detector"), copied = gain("copies"), floors = gain("floor"), loops = gain("loop");
  return Table::rowOf(times.median("detector1"), times.median("detector2"), ours, times.median("copies1"),
                      times.median("copies2"), copied, floors, loops, ours / copied, ours / floors, ours / loops);
}

Table::Row clothRow(ClothShape shape, std::size_t faces, int steps) {
  const models::SurfaceModel cloth = models::clothSheet(faces, shape);
  Scene scene = wavingScene({&cloth});
  return oneAndTwoThreads<RegularityTree>(scene, kWithin, steps);
}

Table::Row touchingRow(std::size_t faces, int steps) {
  Scene scene = touchingScene(Touching::Spheres, static_cast<Index>(faces));
  return oneAndTwoThreads<BucketTree>(scene, kBetween, steps);
}

/// Compares one and two threads with two independent copies of the hash, the floor's pass and a loop, all of the same
/// duration.
/// Two threads of one core share its units: work that waits for its own results becomes twice as fast, work that uses
/// the units fully gains little.
Table threads(const BenchSettings& settings) {
  Table table{"threads", std::string("one and two threads of the spatial hash, ") + kCaption, {"setup"}};
  table.columns.insert(table.columns.end(), kColumns.begin(), kColumns.end());
  for (const char name : settings.setups) {
    Scene scene = tetrahedraScene(name);
    table.add(std::string(1, name),
              oneAndTwoThreads<SpatialHash>(scene, {.vertexTetrahedron = true}, stepsFor(name, settings.fifth())));
  }
  return table;
}

/// Surfaces have 10,000 and 50,000 faces, if at most `faces`; 1,000 if `faces` is below 10,000.
Table surfaceThreads(const BenchSettings& settings) {
  Table table{"threads-surfaces",
              std::string("one and two threads: intersecting faces within a cloth by the regularity tree, and of two "
                          "touching spheres by the bucket tree; ") +
                  kCaption,
              {"surface", "faces"}};
  table.columns.insert(table.columns.end(), kColumns.begin(), kColumns.end());
  for (const std::size_t faces : {1'000u, 10'000u, 50'000u}) {
    // The smallest size is measured only if `faces` excludes the others.
    if (faces > settings.faces || (faces < 10'000 && settings.faces >= 10'000)) continue;
    const auto add = [&](const char* name, const auto& measure) {
      settings.progress(table.name + ": " + name + ", " + std::to_string(faces));
      table.add(name, faces, measure());
    };
    add("wrinkled cloth", [&] { return clothRow(ClothShape::Wrinkled, faces, settings.fifth()); });
    add("crumpled cloth", [&] { return clothRow(ClothShape::Crumpled, faces, settings.fifth()); });
    add("touching spheres", [&] { return touchingRow(faces, settings.fifth()); });
  }
  return table;
}

}  // namespace

std::vector<TableEntry> threadTables() {
  return {{"threads", threads}, {"threads-surfaces", surfaceThreads}};
}

}  // namespace pliant::benchmarks
