#include <pliant/benchmarks/BulletTrees.h>
#include <pliant/benchmarks/Floor.h>
#include <pliant/benchmarks/spatialHash.h>
#include <pliant/detectors/Error.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "HashRun.h"

namespace pliant::benchmarks {
namespace {

constexpr int kBulletEvery = 20;  // Bullet's trees are slow: they take part in so few of the steps

/// Bullet's trees, which follow the same frames, every so often.
struct TreeRun {
  TreeRun(const BodySet& set, BulletTrees::Update update) : trees(set, update) {}

  void step(const BodySet& set) {
    const double start = threadMilliseconds();
    trees.update(set);
    hits = trees.query(set);
    total.push_back(threadMilliseconds() - start);
  }

  BulletTrees trees;
  std::size_t hits = 0;
  std::vector<double> total;  // ms, by step
};

int stepsFor(char setup, int steps) {
  return std::max(3, setup == 'F' ? steps / 100 : setup == 'G' ? steps / 500 : steps);
}

}  // namespace

Table table2(const std::string& setups, int steps, const Progress& progress) {
  Table table;
  table.name = "table2";
  table.caption =
      "spatial hash, update and query, ms of thread CPU time per step, as table 2 of the paper; ratios of medians";
  table.columns = {"setup",         "objects",         "tets",           "vertices",
                   "penetrating %", "steps",           "average",        "min",
                   "max",           "deviation",       "median",         "update",
                   "ns/tet",        "read ns/tet",     "floor",          "floor ns/tet",
                   "floor GB/s",    "x floor",         "bytes/prim",     "bullet as soft body",
                   "x ours",        "bullet refitted", "refitted x ours"};
  for (const char name : setups) {
    progress(std::string("table2 ") + name);
    Stage stage(name);
    HashRun ours;
    Floor floor;
    std::optional<TreeRun> asSoftBody, refitted;
    const int count = stepsFor(name, steps);
    const int every = name == 'F' ? count : kBulletEvery;
    std::vector<double> floors, reads;
    const std::size_t tetrahedra = stage.setup.tetrahedra(), vertices = stage.setup.vertices();
    double penetrating = 0;
    for (int step = -kWarmUp; step < count; ++step) {
      const double read = stage.next();
      const BodySet& set = stage.set;
      ours.step(set, stage.workers, step >= 0);
      const double start = threadMilliseconds();
      floor.run(&set.positions()[0].x, set.tetrahedra()[0].data(), tetrahedra);
      if (step < 0) continue;
      floors.push_back(threadMilliseconds() - start);
      reads.push_back(read);
      if (step == 0) penetrating = double(ours.penetratingVertices()) / double(vertices);
      if (name == 'G') continue;
      if (!asSoftBody) {
        asSoftBody.emplace(set, BulletTrees::Update::AsSoftBody);
        refitted.emplace(set, BulletTrees::Update::Refit);
      }
      if (step % every == every - 1 || step == count - 1) {
        asSoftBody->step(set);
        refitted->step(set);
        if (asSoftBody->hits != ours.results.vertexTetrahedron.size() || refitted->hits != asSoftBody->hits) {
          throw Error("the spatial hash and Bullet's trees do not find the same pairs");
        }
      }
    }
    const Spread total = Spread::of(ours.total), floorSpread = Spread::of(floors);
    const double perTetrahedron = 1e6 / double(tetrahedra);
    const double bytes = double(ours.hash.memory()) / double(vertices + tetrahedra);
    std::vector<Table::Cell> row{std::string(1, name),
                                 double(stage.setup.objects()),
                                 double(tetrahedra),
                                 double(vertices),
                                 100 * penetrating,
                                 double(count),
                                 total.average,
                                 total.minimum,
                                 total.maximum,
                                 total.deviation,
                                 total.median,
                                 Spread::of(ours.update).median,
                                 total.median * perTetrahedron,
                                 Spread::of(reads).median * perTetrahedron,
                                 floorSpread.median,
                                 floorSpread.median * perTetrahedron,
                                 Floor::bytes(vertices, tetrahedra) / floorSpread.median / 1e6,
                                 total.median / floorSpread.median,
                                 bytes};
    for (const auto& trees : {std::cref(asSoftBody), std::cref(refitted)}) {
      if (trees.get()) {
        const double median = Spread::of(trees.get()->total).median;
        row.insert(row.end(), {median, median / total.median});
      } else {
        row.insert(row.end(), {std::string("-"), std::string("-")});
      }
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table objects(int steps) {
  Table table;
  table.name = "objects";
  table.caption = "the primitives of setup E as 1, 10 and 100 objects, ms per step";
  table.columns = {"objects", "median", "min", "relative to 100"};
  const std::vector<Index> counts{1, 10, 100};
  std::vector<std::unique_ptr<Stage>> stages;
  std::vector<std::unique_ptr<HashRun>> runs;
  for (Index count : counts) {
    stages.push_back(std::make_unique<Stage>('E', count));
    runs.push_back(std::make_unique<HashRun>());
  }
  for (int step = -kWarmUp; step < steps; ++step) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      stages[i]->next();
      runs[i]->step(stages[i]->set, stages[i]->workers, step >= 0);
    }
  }
  const double reference = Spread::of(runs.back()->total).median;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const Spread total = Spread::of(runs[i]->total);
    table.rows.push_back({double(counts[i]), total.median, total.minimum, total.median / reference});
  }
  return table;
}

Table threads(const std::string& setups, int steps) {
  Table table;
  table.name = "threads";
  table.caption = "one and two threads, ms on the wall, beside a loop without memory traffic or shared data";
  table.columns = {"setup", "hash 1", "hash 2", "gain", "control 1", "control 2", "control gain", "hash / control"};
  for (const char name : setups) {
    Stage stage(name);
    Workers two(2);
    HashRun single, both;
    std::vector<double> hash1, hash2, control1, control2;
    constexpr std::size_t kChunks = 64;
    constexpr std::size_t kTurnsPerTetrahedron = 15;  // about as long as the hash takes
    const std::size_t turns = stage.setup.tetrahedra() * kTurnsPerTetrahedron / kChunks;
    const auto control = [&](Workers& workers) {
      const double start = wallMilliseconds();
      workers.forChunks(kChunks, 1, [&](std::size_t chunk, std::size_t, std::size_t) {
        std::uint64_t state = chunk;
        for (std::size_t i = 0; i < turns; ++i) state = (state ^ (state >> 7)) * 0x9e3779b97f4a7c15u + 1;
        [[maybe_unused]] volatile std::uint64_t kept = state;
      });
      return wallMilliseconds() - start;
    };
    const int count = stepsFor(name, steps);
    for (int step = -kWarmUp; step < count; ++step) {
      stage.next();
      const double h1 = single.wallStep(stage.set, stage.workers), h2 = both.wallStep(stage.set, two);
      const double c1 = control(stage.workers), c2 = control(two);
      if (step < 0) continue;
      hash1.push_back(h1);
      hash2.push_back(h2);
      control1.push_back(c1);
      control2.push_back(c2);
    }
    const double h1 = Spread::of(hash1).median, h2 = Spread::of(hash2).median;
    const double c1 = Spread::of(control1).median, c2 = Spread::of(control2).median;
    table.rows.push_back({std::string(1, name), h1, h2, h1 / h2, c1, c2, c1 / c2, (h1 / h2) / (c1 / c2)});
  }
  return table;
}

}  // namespace pliant::benchmarks
