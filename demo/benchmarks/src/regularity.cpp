#include <pliant/benchmarks/Clock.h>
#include <pliant/benchmarks/Floor.h>
#include <pliant/benchmarks/regularity.h>
#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <set>
#include <utility>

namespace pliant::benchmarks {
namespace {

using models::Discretisation;
using models::SurfaceModel;
using Settings = RegularityTree::Settings;

// As the paper counts: down to single faces.
const Settings kClassical{.skipParts = false, .skipAdjacent = false, .bottomFaces = 1};
const Settings kPaper{.bottomFaces = 1};
const Settings kWithoutContours{.contourTest = RegularityTree::ContourTest::Off, .bottomFaces = 1};

constexpr std::size_t kHeavyCloth = 50000;  // the dress of so many faces is among those that are to be measured

double size(const std::vector<Triangle>& faces) {
  return static_cast<double>(faces.size());
}

/// Models in a set, and pairs of their faces.
class Scene {
 public:
  explicit Scene(const std::vector<const SurfaceModel*>& models) {
    for (const SurfaceModel* model : models) m_set.add(model->view());
    m_set.update();
  }

  BodySet& set() { return m_set; }
  Workers& workers() { return m_workers; }

  Results ask(Detector& detector, bool self = true, bool between = false) {
    once(detector, self, between);
    return m_results;
  }
  /// ms of one query.
  double once(Detector& detector, bool self = true, bool between = false) {
    Query query{.facePairs = true};
    query.self = self;
    query.between = between;
    const double start = threadCpuMs();
    detector.update(m_set, m_workers);
    detector.query(m_set, query, m_results, m_workers);
    return threadCpuMs() - start;
  }
  /// Median ms of a query, structures built before.
  double time(Detector& detector, int repeats, bool self = true, bool between = false) {
    once(detector, self, between);
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) times.push_back(once(detector, self, between));
    return Spread::of(times).median;
  }

 private:
  BodySet m_set;
  Workers m_workers;
  Results m_results;
};

std::size_t cutFaces(const Results& results) {
  std::set<std::pair<Index, Index>> faces;
  for (const FacePair& pair : results.facePairs) {
    faces.emplace(pair.bodyA, pair.faceA);
    faces.emplace(pair.bodyB, pair.faceB);
  }
  return faces.size();
}

void mustAgree(const Results& a, const Results& b) {
  const bool same =
      std::equal(a.facePairs.begin(), a.facePairs.end(), b.facePairs.begin(), b.facePairs.end(),
                 [](const FacePair& x, const FacePair& y) {
                   return x.bodyA == y.bodyA && x.faceA == y.faceA && x.bodyB == y.bodyB && x.faceB == y.faceB;
                 });
  if (!same) throw Error("the regularity tree and its classical way do not find the same");
}

/// Tables 1 and 2: by the number of faces.
Table counts(const std::string& name, const std::string& caption, const std::function<SurfaceModel(std::size_t)>& make,
             std::size_t most, const Progress& progress) {
  Table table{name,
              caption,
              {"faces", "cut", "classical calls/face", "paper", "tests/face", "paper ", "calls", "tests", "calls/cut",
               "tests/cut", "calls, no contour test", "tests ", "pairs missed"},
              {}};
  const bool cuts = name.find('2') != std::string::npos;
  for (const std::size_t faces : {1000u, 5000u, 20000u, 50000u, 200000u, 1000000u}) {
    if (faces > most) continue;
    progress(name + ": " + std::to_string(faces));
    const SurfaceModel model = make(faces);
    Scene scene({&model});
    RegularityTree classical(kClassical), ours(kPaper), without(kWithoutContours);
    const Results all = scene.ask(classical), found = scene.ask(ours), some = scene.ask(without);
    mustAgree(all, found);
    const auto cut = static_cast<double>(cutFaces(all));
    const auto number = [](std::uint64_t x) { return static_cast<double>(x); };
    const auto ratio = [cut](double x) -> Table::Cell {
      if (cut > 0) return x / cut;
      return std::string("-");
    };
    table.rows.push_back({size(model.faces), cut, number(all.counters.procedureCalls) / size(model.faces), 20.0,
                          number(all.counters.elementTests) / size(model.faces), 6.0,
                          number(found.counters.procedureCalls), number(found.counters.elementTests),
                          ratio(number(found.counters.procedureCalls)), ratio(number(found.counters.elementTests)),
                          number(some.counters.procedureCalls), number(some.counters.elementTests),
                          number(all.facePairs.size() - some.facePairs.size())});
  }
  table.caption += cuts ? " Theirs: 20 calls and 3 tests for each face that is cut."
                        : " Theirs: about 300 calls in all and no test.";
  return table;
}

/// 3.3: seconds of theirs (an Indigo), ms of ours.
Table bodyAndCloth(std::size_t most, int repeats, const Progress& progress) {
  Table table{
      "volino-cloth",
      "Volino 1994, 3.3: a dress around a body. Ours: ms of thread CPU time, normals and boxes included; theirs: "
      "s, without them (0.4 s and 5.0 s)",
      {"cloth", "body", "folded", "body-cloth", "theirs, s", "cloth classical", "theirs, s ", "cloth", "exact pairs",
       "theirs, s  ", "no contour test", "pairs missed"},
      {}};
  table.columns[7] = "cloth ours";
  for (const auto detail : {Discretisation::Slight, Discretisation::Heavy})
    for (const double folded : {0.0, 0.5, 1.0}) {
      const bool slight = detail == Discretisation::Slight;
      if (!slight && most < kHeavyCloth) continue;
      progress(std::string("volino-cloth: ") + (slight ? "slight" : "heavy"));
      const SurfaceModel& body = models::dressedBody(detail);
      const SurfaceModel cloth = models::foldingDress(detail, folded);
      Scene both({&body, &cloth}), alone({&cloth});
      Settings classicalFast;
      classicalFast.skipParts = classicalFast.skipAdjacent = false;
      Settings off;
      off.contourTest = RegularityTree::ContourTest::Off;
      RegularityTree tree, classical(classicalFast), without(off);
      const Results all = alone.ask(classical), found = alone.ask(tree), some = alone.ask(without);
      mustAgree(all, found);
      RegularityTree between;
      table.rows.push_back({size(cloth.faces), size(body.faces), folded, both.time(between, repeats, false, true),
                            slight ? 0.4 : 6.0, alone.time(classical, repeats), slight ? 0.7 : 10.0,
                            alone.time(tree, repeats), static_cast<double>(found.facePairs.size()), slight ? 0.1 : 0.5,
                            alone.time(without, repeats),
                            static_cast<double>(all.facePairs.size() - some.facePairs.size())});
    }
  return table;
}

constexpr int kCallsToChoose = 60, kMostCallsToChoose = 2000;

/// Lets it try all: a hierarchy is built only once a job has taken as long as that is worth, which is calls later the
/// faster the machine is.
void letChoose(AutoDetector& chosen, const std::function<void()>& ask) {
  const auto measured = [](const AutoDetector::Job& job) { return job.reason == AutoDetector::Reason::Measured; };
  for (int i = 0; i < kMostCallsToChoose; ++i) {
    ask();
    if (i >= kCallsToChoose && std::all_of(chosen.jobs().begin(), chosen.jobs().end(), measured)) return;
  }
}

/// Times as multiples of the floor in the same run.
Table times(std::size_t most, int repeats, const Progress& progress) {
  Table table{"regularity-times",
              "self-collision, ms of thread CPU time of a step, all updates included; floor: one vectorised pass that "
              "stores the boxes of all faces, in turns with the tree; x floor: median of ratios",
              {"surface", "faces", "pairs", "floor", "tree", "x floor", "ns/face", "classical", "rest hashed",
               "spatial hash", "bucket tree", "auto", "narrow tests", "parts skipped", "pairs skipped"},
              {}};
  const auto add = [&](const std::string& name, const SurfaceModel& model) {
    progress("regularity-times: " + name);
    Scene scene({&model});
    Settings noSkips;
    noSkips.skipParts = noSkips.skipAdjacent = false;
    RegularityTree tree, classical(noSkips), rest({.rest = RegularityTree::Rest::Hash});
    SpatialHash hash;
    BucketTree buckets;
    AutoDetector chosen;
    Floor floor;
    const Results found = scene.ask(tree);
    for (Detector* const other : std::initializer_list<Detector*>{&hash, &rest, &buckets})
      mustAgree(scene.ask(*other), found);
    letChoose(chosen, [&] { mustAgree(scene.ask(chosen), found); });
    // In turns: the machine may be faster at one time than at another.
    std::vector<double> floors, trees, ratios;
    for (int i = 0; i < 3 * repeats; ++i) {
      const double start = threadCpuMs();
      floor.runFaces(&scene.set().positions()[0].x, scene.set().faces()[0].data(), model.faces.size(), scene.workers());
      floors.push_back(threadCpuMs() - start);
      trees.push_back(scene.once(tree));
      ratios.push_back(trees.back() / floors.back());
    }
    const double ours = Spread::of(trees).median;
    table.rows.push_back(
        {name, size(model.faces), static_cast<double>(found.facePairs.size()), Spread::of(floors).median, ours,
         Spread::of(ratios).median, 1e6 * ours / size(model.faces), scene.time(classical, repeats),
         scene.time(rest, repeats), scene.time(hash, repeats), scene.time(buckets, repeats),
         scene.time(chosen, repeats), static_cast<double>(found.counters.narrowTests),
         static_cast<double>(found.counters.partsSkipped), static_cast<double>(found.counters.pairsSkipped)});
  };
  constexpr std::size_t sizes[] = {1000, 10000, 50000, 200000, 1000000};
  for (const std::size_t faces : sizes)
    if (faces <= most) add("sphere", models::sphereSurface(faces));
  for (const std::size_t faces : sizes)
    if (faces <= most) add("loop", models::loopSurface(faces));
  if (most < kHeavyCloth) return table;
  for (const double folded : {0.0, 0.5, 1.0})
    add("dress, folded " + std::to_string(folded).substr(0, 3), models::foldingDress(Discretisation::Heavy, folded));
  return table;
}

/// The same number of faces as one body and as ever more that touch each other.
Table manyBodies(std::size_t most, int repeats, const Progress& progress) {
  constexpr std::size_t kFaces = 50'000;
  constexpr double kApart = 0.98;  // of the spheres' diameter
  Table table{
      "regularity-many",
      "50,000 faces as so many spheres, which touch their neighbours in a lattice: with themselves and each other, "
      "ms of thread CPU time of a step, all updates included",
      {"bodies", "faces", "pairs", "tree", "rest hashed", "spatial hash", "auto"},
      {}};
  for (const std::size_t bodies : {1u, 10u, 100u, 1000u}) {
    if (kFaces > most) continue;
    progress("regularity-many: " + std::to_string(bodies));
    const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(bodies)) - 1e-9));
    std::vector<SurfaceModel> spheres(bodies, models::sphereSurface(kFaces / bodies));
    std::vector<const SurfaceModel*> all;
    double faces = 0;
    for (std::size_t i = 0; i < bodies; ++i) {
      const auto at = [&](std::size_t place) { return kApart * static_cast<double>(place); };
      spheres[i].move({at(i % side), at(i / side % side), at(i / side / side)});
      all.push_back(&spheres[i]);
      faces += size(spheres[i].faces);
    }
    Scene scene(all);
    RegularityTree tree, rest({.rest = RegularityTree::Rest::Hash});
    SpatialHash hash;
    AutoDetector chosen;
    const Results found = scene.ask(tree, true, true);
    for (Detector* const other : std::initializer_list<Detector*>{&hash, &rest})
      mustAgree(scene.ask(*other, true, true), found);
    letChoose(chosen, [&] { mustAgree(scene.ask(chosen, true, true), found); });
    const auto time = [&](Detector& detector) { return scene.time(detector, repeats, true, true); };
    table.rows.push_back({static_cast<double>(bodies), faces, static_cast<double>(found.facePairs.size()), time(tree),
                          time(rest), time(hash), time(chosen)});
  }
  return table;
}

}  // namespace

std::vector<Table> regularityTables(std::size_t most, int repeats, const Progress& progress) {
  std::vector<Table> tables;
  tables.push_back(counts(
      "volino-1", "Volino 1994, tables 1a and 1b: a sphere, classical and ours.",
      [](std::size_t faces) -> SurfaceModel { return models::sphereSurface(faces); }, most, progress));
  tables.push_back(counts("volino-2", "Volino 1994, tables 2a and 2b: a strip that crosses itself.",
                          models::loopSurface, most, progress));
  tables.push_back(bodyAndCloth(most, repeats, progress));
  tables.push_back(times(most, repeats, progress));
  tables.push_back(manyBodies(most, repeats, progress));
  return tables;
}

}  // namespace pliant::benchmarks
