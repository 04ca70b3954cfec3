#include <pliant/benchmarks/BulletTrees.h>
#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "Floor.h"
#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using HashSettings = SpatialHash::Settings;

constexpr Query kVertices{.vertexTetrahedron = true};
constexpr int kFineSteps = 200;   // figures of fewer steps have fewer points
constexpr int kBulletEvery = 20;  // Bullet's trees are slow and run only in every twentieth step

std::size_t penetratingVertices(const Results& results) {
  std::set<std::pair<Index, Index>> vertices;
  for (const VertexTetrahedron& hit : results.vertexTetrahedron) vertices.emplace(hit.vertexBody, hit.vertex);
  return vertices.size();
}

/// One way to use Bullet's trees, built in the first recorded step.
struct Bullet {
  const char* stage;
  BulletTrees::Update update;
  std::optional<BulletTrees> trees{};
};

Table::Row table2Row(char name, int steps) {
  Scene scene = tetrahedraScene(name);
  const BodySet& set = scene.set;
  SpatialHash hash;
  Floor floor;
  Bullet bullets[] = {{"soft body", BulletTrees::Update::AsSoftBody}, {"refitted", BulletTrees::Update::Refit}};
  const int every = name == 'F' ? steps : kBulletEvery;
  std::size_t penetrating = 0;
  Times times;
  times.run(steps, kWarmUp, [&](int step) {
    scene.moveTo(step + kWarmUp);
    times("read", [&] { scene.read(); });
    times("update", [&] { hash.update(set, scene.workers); });
    times("query", [&] { hash.query(set, kVertices, scene.results, scene.workers); });
    times("floor", [&] { floor.run(set, scene.workers); });
    if (step == 0) penetrating = penetratingVertices(scene.results);
    if (step < 0 || name == 'G') return;
    for (Bullet& bullet : bullets) {
      if (!bullet.trees) bullet.trees.emplace(set, bullet.update);
      if (step % every != every - 1 && step != steps - 1) continue;
      std::size_t hits = 0;
      times(bullet.stage, [&] {
        bullet.trees->update(set);
        hits = bullet.trees->query(set);
      });
      if (hits != scene.results.vertexTetrahedron.size())
        throw Error("the spatial hash and Bullet's trees find different pairs");
    }
  });
  const std::size_t tetrahedra = set.tetrahedra().size(), vertices = set.positions().size();
  const auto perPrimitive = [&](std::size_t bytes) { return double(bytes) / double(vertices + tetrahedra); };
  const Spread total = times.spread("read", "update", "query");
  const double floorMs = times.median("floor"), perTetrahedron = 1e6 / double(tetrahedra);
  const double bytes = perPrimitive(hash.memory());
  Table::Row row = Table::rowOf(
      std::string(1, name), set.bodyCount(), tetrahedra, vertices, 100 * (double(penetrating) / double(vertices)),
      steps, total.average, total.minimum, total.maximum, total.deviation, total.median, times.median("read"),
      times.median("update"), total.median * perTetrahedron, floorMs, floorMs * perTetrahedron,
      Floor::bytes(vertices, tetrahedra) / floorMs / 1e6, times.ratio("floor", "read", "update", "query"),
      times.ratio("floor", "update", "query"), bytes, bytes + perPrimitive(set.memory()));
  for (const Bullet& bullet : bullets) {
    const double ms = bullet.trees ? times.median(bullet.stage) : 0;
    row = bullet.trees ? Table::rowOf(row, ms, ms / total.median) : Table::rowOf(row, "-", "-");
  }
  return row;
}

/// Returns the settings of the paper's algorithm.
HashSettings paperSettings() {
  HashSettings settings;
  settings.hash = SpatialHash::Hash::Xor;
  settings.layout = SpatialHash::Layout::SingleCells;
  settings.insideTest = SpatialHash::InsideTest::Barycentric;
  return settings;
}

/// Spatial hashes with several settings, measured alternately on the same frames.
struct Comparison {
  void run(char setup, int steps) {
    Scene scene = tetrahedraScene(setup);
    hashes.clear();
    for (const HashSettings& one : settings) hashes.push_back(std::make_unique<SpatialHash>(one));
    counters.resize(hashes.size());
    primitives = scene.set.tetrahedra().size() + scene.set.positions().size();
    times.run(steps, kWarmUp, [&](int step) {
      scene.moveTo(step + kWarmUp);
      scene.read();
      for (std::size_t i = 0; i < hashes.size(); ++i) {
        times(std::to_string(i), [&] { scene.answer(*hashes[i], kVertices); });
        counters[i] = scene.results.counters;
      }
    });
  }

  /// Returns the median time of each hash over all runs [ms].
  std::vector<double> medians() const {
    std::vector<double> all;
    for (std::size_t i = 0; i < settings.size(); ++i) all.push_back(times.median(std::to_string(i)));
    return all;
  }

  std::vector<HashSettings> settings;
  std::vector<double> x{};  // place of a figure's point, one per curve
  Table::Row first{};       // cells of a row before the times
  std::vector<std::unique_ptr<SpatialHash>> hashes{};
  std::vector<Counters> counters{};  // counts of the last step
  std::size_t primitives = 0;        // tetrahedra and vertices
  Times times{};
};

/// Adds the measured points to a figure.
/// All points are visited several times, so that a disturbance of the machine does not affect a few points only.
Table measured(Table figure, char setup, std::vector<Comparison> points, int steps) {
  constexpr int kVisits = 3;
  for (int i = 0; i < kVisits; ++i)
    for (Comparison& point : points) point.run(setup, (steps + kVisits - 1) / kVisits);
  for (const Comparison& point : points) {
    figure.add(point.first, point.medians());
    figure.plot.add(point.x, point.medians());
  }
  return figure;
}

bool isPrime(Index n) {
  for (Index d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n > 1;
}

Table tableSizeFigure(int number, char setup, const BenchSettings& bench) {
  const std::string name = "figure" + std::to_string(number);
  bench.progress("figure " + std::to_string(number));
  Table figure{
      name,
      std::string("setup ") + setup + ", ms per step against table size, cell = mean edge length",
      {"table size", "prime below", "single cells", "single cells at the prime", "blocks", "blocks at the prime"}};
  figure.plot = {std::string("Setup ") + setup + ": time against hash table size",
                 "table size (buckets)",
                 "time per step (ms)",
                 {{"single cells", {}}, {"single cells, prime", {}}, {"blocks", {}}, {"blocks, prime", {}}}};
  std::vector<Comparison> points;
  const bool fine = bench.steps >= kFineSteps;
  for (Index size = 99; size <= 9999; size += size < 2000 ? (fine ? 100 : 400) : (fine ? 400 : 2500)) {
    Index prime = size;
    while (!isPrime(prime)) --prime;
    Comparison& point = points.emplace_back();
    point.first = Table::rowOf(size, prime);
    for (HashSettings settings : {paperSettings(), HashSettings()}) {
      for (const Index n : {size, prime}) {
        settings.tableSize = n;
        point.settings.push_back(settings);
        point.x.push_back(double(n));
      }
    }
  }
  return measured(std::move(figure), setup, std::move(points), bench.few());
}

Table cellSizeFigure(int number, char setup, Index tableSize, const BenchSettings& bench) {
  const std::string name = "figure" + std::to_string(number);
  bench.progress("figure " + std::to_string(number));
  Table figure{name,
               std::string("setup ") + setup + ", ms per step against cell size in mean edge lengths, table size " +
                   std::to_string(tableSize),
               {"cell / edge", "single cells", "blocks"}};
  figure.plot = {std::string("Setup ") + setup + ": time against cell size, table size " + std::to_string(tableSize),
                 "cell size (mean edge lengths)",
                 "time per step (ms)",
                 {{"single cells", {}}, {"blocks", {}}},
                 {{1, "mean edge"}}};
  const Real edge = tetrahedraScene(setup).set.meanEdgeLength();
  std::vector<double> factors{0.3, 0.4, 0.5, 0.6, 0.7,  0.8, 0.9, 1.0, 1.1,
                              1.2, 1.3, 1.4, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0};
  if (bench.steps < kFineSteps) factors = {0.4, 0.7, 1.0, 1.5, 2.0, 3.0};
  std::vector<Comparison> points;
  for (const double factor : factors) {
    Comparison& point = points.emplace_back();
    point.first = {factor};
    point.x = {factor, factor};
    point.settings = {paperSettings(), HashSettings()};
    for (HashSettings& settings : point.settings) {
      settings.cellSize = static_cast<Real>(factor) * edge;
      settings.tableSize = tableSize;
    }
  }
  return measured(std::move(figure), setup, std::move(points), bench.few());
}

}  // namespace

int stepsFor(char setup, int steps) {
  return std::max(3, setup == 'F' ? steps / 100 : setup == 'G' ? steps / 500 : steps);
}

Table table2(const BenchSettings& settings) {
  Table table{"table2",
              "spatial hash, ms of thread CPU time per step, as table 2 of the paper: reading the positions, update "
              "and query; x floor: median of each step's ratio to the floor, 'unread' without reading; Bullet's trees "
              "read no positions",
              {"setup",
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
               "refitted x ours"}};
  for (const char name : settings.setups) {
    settings.progress(std::string("table2 ") + name);
    table.add(table2Row(name, stepsFor(name, settings.steps)));
  }
  return table;
}

Table objects(const BenchSettings& settings) {
  Table table{"objects",
              "the primitives of setup E as 1, 10 and 100 objects, ms per step",
              {"objects", "median", "min", "relative to 100"}};
  Scene scenes[] = {tetrahedraScene('E', 1), tetrahedraScene('E', 10), tetrahedraScene('E', 100)};
  SpatialHash hashes[3];
  const auto stage = [&](std::size_t i) { return std::to_string(i); };
  Times times;
  times.run(settings.fifth(), kWarmUp, [&](int step) {
    for (std::size_t i = 0; i < 3; ++i) {
      scenes[i].moveTo(step + kWarmUp);
      scenes[i].read();
      times(stage(i), [&] { scenes[i].answer(hashes[i], kVertices); });
    }
  });
  for (std::size_t i = 0; i < 3; ++i) {
    const Spread total = times.spread(stage(i));
    table.add(scenes[i].set.bodyCount(), total.median, total.minimum, total.median / times.median(stage(2)));
  }
  return table;
}

Table hashFunctions(const BenchSettings& bench) {
  Table table{"hashes",
              "hash functions (section 4.1): ms per step with single cells and with blocks, and visited cells of other "
              "places per look-up of a single cell",
              {"setup", "table size", "xor", "additive", "rotating", "blocks xor", "blocks additive", "blocks rotating",
               "met xor", "met additive", "met rotating"}};
  using Hash = SpatialHash::Hash;
  for (const char setup : {'A', 'D', 'E'}) {
    for (const Index size : {Index{999}, Index{1024}, Index{9973}, Index{65536}}) {
      Comparison runs;
      for (const HashSettings& settings : {paperSettings(), HashSettings()})
        for (const Hash hash : {Hash::Xor, Hash::Additive, Hash::Rotating})
          runs.settings.emplace_back(settings).hash = hash;
      for (HashSettings& settings : runs.settings) settings.tableSize = size;
      runs.run(setup, bench.few());
      std::vector<double> met;
      for (std::size_t i = 0; i < 3; ++i) {
        const Counters& counters = runs.counters[i];
        met.push_back(double(counters.hashCollisions) / double(std::max<std::uint64_t>(counters.cellsVisited, 1)));
      }
      table.add(std::string(1, setup), size, runs.medians(), met);
    }
  }
  return table;
}

Table edgesLeftOut(const BenchSettings& bench) {
  Table table{
      "edges",
      "vertices in tetrahedra, beside pairs of intersecting faces, which also find edges in tetrahedra (section "
      "7): ms per step, and pairs of objects in the last step",
      {"setup", "vertices", "faces", "faces / vertices", "object pairs", "without a vertex inside"}};
  for (const char setup : {'A', 'B', 'D'}) {
    Scene scene = tetrahedraScene(setup, 0, true);
    SpatialHash vertices, faces;
    using ObjectPairs = std::set<std::pair<Index, Index>>;
    ObjectPairs byVertices, byFaces;
    Times times;
    times.run(bench.few(), kWarmUp, [&](int step) {
      scene.moveTo(step + kWarmUp);
      scene.read();
      byVertices.clear();
      byFaces.clear();
      times("vertices", [&] { scene.answer(vertices, kVertices); });
      for (const VertexTetrahedron& hit : scene.results.vertexTetrahedron)
        byVertices.insert(std::minmax(hit.vertexBody, hit.tetrahedronBody));
      times("faces", [&] { scene.answer(faces, kWithinAndBetween); });
      for (const FacePair& pair : scene.results.facePairs) byFaces.insert(std::minmax(pair.bodyA, pair.bodyB));
    });
    const auto missed =
        std::count_if(byFaces.begin(), byFaces.end(), [&](const auto& pair) { return !byVertices.contains(pair); });
    table.add(std::string(1, setup), times.median("vertices"), times.median("faces"),
              times.median("faces") / times.median("vertices"), byFaces.size(), missed);
  }
  return table;
}

Table variants(const BenchSettings& bench) {
  static const char* const kPasses[] = {"two", "one"};
  static const char* const kLayouts[] = {"blocks", "single cells"};
  static const char* const kTests[] = {"simd", "barycentric", "half-space"};
  using Passes = SpatialHash::Passes;
  using Layout = SpatialHash::Layout;
  using Test = SpatialHash::InsideTest;
  Table table{"variants",
              "passes (section 7), layouts and inside tests (section 4.4): ms per step",
              {"setup", "passes", "layout", "inside test", "median", "bytes/prim"}};
  for (const char setup : {'A', 'D', 'E'}) {
    Comparison runs;
    for (const Passes passes : {Passes::Two, Passes::One}) {
      for (const Layout layout : {Layout::Blocks, Layout::SingleCells}) {
        for (const Test test : {Test::Simd, Test::Barycentric, Test::HalfSpace}) {
          if (passes == Passes::One && test == Test::Simd) continue;
          HashSettings& settings = runs.settings.emplace_back();
          if (layout == Layout::SingleCells) settings.hash = paperSettings().hash;
          settings.passes = passes;
          settings.layout = layout;
          settings.insideTest = test;
        }
      }
    }
    runs.run(setup, bench.few());
    for (std::size_t i = 0; i < runs.settings.size(); ++i) {
      const HashSettings& settings = runs.settings[i];
      table.add(std::string(1, setup), kPasses[settings.passes == Passes::One],
                kLayouts[settings.layout == Layout::SingleCells], kTests[static_cast<std::size_t>(settings.insideTest)],
                runs.medians()[i], double(runs.hashes[i]->memory()) / double(runs.primitives));
    }
  }
  return table;
}

std::vector<TableEntry> hashFigures() {
  return {{"figure3", [](const BenchSettings& bench) { return tableSizeFigure(3, 'D', bench); }},
          {"figure4", [](const BenchSettings& bench) { return tableSizeFigure(4, 'A', bench); }},
          {"figure5", [](const BenchSettings& bench) { return cellSizeFigure(5, 'D', 9973, bench); }},
          {"figure6", [](const BenchSettings& bench) { return cellSizeFigure(6, 'A', 4999, bench); }}};
}

}  // namespace pliant::benchmarks
