#include <pliant/benchmarks/BulletTrees.h>
#include <pliant/benchmarks/Floor.h>
#include <pliant/benchmarks/spatialHash.h>
#include <pliant/detectors/Error.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "HashRun.h"
#include "TwoThreads.h"

namespace pliant::benchmarks {
namespace {

constexpr int kBulletEvery = 20;  // Bullet's trees are slow and run only in every twentieth step

/// Bullet's trees and their times on the same frames.
struct TreeRun {
  TreeRun(const BodySet& set, BulletTrees::Update update) : trees(set, update) {}

  void step(const BodySet& set) {
    const double start = threadCpuMs();
    trees.update(set);
    hits = trees.query(set);
    total.push_back(threadCpuMs() - start);
  }

  BulletTrees trees;
  std::size_t hits = 0;
  std::vector<double> total;  // one per step [ms]
};

int stepsFor(char setup, int steps) {
  return std::max(3, setup == 'F' ? steps / 100 : setup == 'G' ? steps / 500 : steps);
}

}  // namespace

Table table2(const std::string& setups, int steps, const Progress& progress) {
  Table table;
  table.name = "table2";
  table.caption =
      "spatial hash, ms of thread CPU time per step, as table 2 of the paper: reading the positions, update and query; "
      "x floor: median of each step's ratio to the floor, 'unread' without reading; Bullet's trees read no positions";
  table.columns = {"setup",
                   "objects",
                   "tets",
                   "vertices",
                   "penetrating %",
                   "steps",
                   "average",
                   "min",
                   "max",
                   "deviation",
                   "median",
                   "read",
                   "update",
                   "ns/tet",
                   "floor",
                   "floor ns/tet",
                   "floor GB/s",
                   "x floor",
                   "x floor unread",
                   "bytes/prim",
                   "with bodies",
                   "bullet as soft body",
                   "x ours",
                   "bullet refitted",
                   "refitted x ours"};
  for (const char name : setups) {
    progress(std::string("table2 ") + name);
    MovingSetup stage(name);
    HashRun ours;
    Floor floor;
    std::optional<TreeRun> asSoftBody, refitted;
    const int count = stepsFor(name, steps);
    const int every = name == 'F' ? count : kBulletEvery;
    std::vector<double> totals, floors, reads, ratios, unreadRatios;
    const std::size_t tetrahedra = stage.setup.tetrahedra(), vertices = stage.setup.vertices();
    double penetrating = 0;
    for (int step = -kWarmUp; step < count; ++step) {
      const double read = stage.next();
      const BodySet& set = stage.set;
      const double unread = ours.step(set, stage.workers, step >= 0);
      const double start = threadCpuMs();
      floor.run(&set.positions()[0].x, set.tetrahedra()[0].data(), tetrahedra, stage.workers);
      const double least = threadCpuMs() - start;
      if (step < 0) continue;
      totals.push_back(read + unread);
      floors.push_back(least);
      reads.push_back(read);
      ratios.push_back((read + unread) / least);
      unreadRatios.push_back(unread / least);
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
          throw Error("the spatial hash and Bullet's trees find different pairs");
        }
      }
    }
    const Spread total = Spread::of(totals), floorSpread = Spread::of(floors);
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
                                 Spread::of(reads).median,
                                 Spread::of(ours.update).median,
                                 total.median * perTetrahedron,
                                 floorSpread.median,
                                 floorSpread.median * perTetrahedron,
                                 Floor::bytes(vertices, tetrahedra) / floorSpread.median / 1e6,
                                 Spread::of(ratios).median,
                                 Spread::of(unreadRatios).median,
                                 bytes,
                                 bytes + double(stage.set.memory()) / double(vertices + tetrahedra)};
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
  std::vector<std::unique_ptr<MovingSetup>> stages;
  std::vector<std::unique_ptr<HashRun>> runs;
  for (Index count : counts) {
    stages.push_back(std::make_unique<MovingSetup>('E', count));
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
  table.caption = std::string("one and two threads of the spatial hash, ") + kThreadsCaption;
  table.columns = threadColumns();
  table.columns.insert(table.columns.begin(), "setup");
  for (const char name : setups) {
    MovingSetup stage(name);
    const ThreadedStep step{stage.set,
                            {.vertexTetrahedron = true},
                            [] { return std::make_unique<SpatialHash>(); },
                            [&] { stage.setup.deform(stage.frame++); },
                            [&](Floor& floor, Workers& workers) {
                              floor.run(&stage.set.positions()[0].x, stage.set.tetrahedra()[0].data(),
                                        stage.setup.tetrahedra(), workers);
                            }};
    auto& row = table.rows.emplace_back(oneAndTwoThreads(step, stepsFor(name, steps)));
    row.insert(row.begin(), std::string(1, name));
  }
  return table;
}

}  // namespace pliant::benchmarks
