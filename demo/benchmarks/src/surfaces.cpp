#include <pliant/benchmarks/BulletFaceTrees.h>
#include <pliant/benchmarks/Clock.h>
#include <pliant/benchmarks/SurfaceSetup.h>
#include <pliant/benchmarks/surfaces.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "HashRun.h"
#include "stepQuery.h"

namespace pliant::benchmarks {
namespace {

constexpr Index kMostForBruteForce = 8;  // number of bodies
constexpr Index kMany = 800;             // number of bodies; at least so many run fewer steps

const Real kMarginScale = 1 + contactSettings().reach;

CandidateQuery boxQuery() {
  CandidateQuery query;
  query.faceFace = query.swept = true;
  query.marginScale = kMarginScale;
  return query;
}

/// Times [ms], one per recorded step.
struct Times {
  std::vector<double> candidates, narrow, facePairs;
};

/// A step of one detector and its results.
struct SurfaceRun {
  void step(Detector& detector, const BodySet& set, Workers& workers, Times* times) {
    const double start = threadCpuMs();
    detector.update(set, workers);
    detector.candidates(set, stepQuery(), candidates, counters, workers);
    const double gathered = threadCpuMs();
    narrow.run(set, candidates, contactSettings(), contacts, counters, workers);
    const double tested = threadCpuMs();
    detector.query(set, facePairQuery, results, workers);
    const double end = threadCpuMs();
    if (!times) return;
    times->candidates.push_back(gathered - start);
    times->narrow.push_back(tested - gathered);
    times->facePairs.push_back(end - tested);
  }

  std::size_t pairCount() const { return candidates.vertexFace.size() + candidates.edgeEdge.size(); }

  std::size_t cutFaces() const {
    std::set<std::pair<Index, Index>> faces;
    for (const FacePair& pair : results.facePairs) {
      faces.emplace(pair.bodyA, pair.faceA);
      faces.emplace(pair.bodyB, pair.faceB);
    }
    return faces.size();
  }

  Query facePairQuery{.facePairs = true};
  Candidates candidates;
  SurfaceNarrowTest narrow;
  std::vector<SurfaceContact> contacts;
  Results results;
  Counters counters;
};

bool sameFound(const SurfaceRun& a, const SurfaceRun& b) {
  const auto sameContact = [](const SurfaceContact& x, const SurfaceContact& y) {
    return x.kind == y.kind && x.swept == y.swept && x.elementA == y.elementA && x.elementB == y.elementB &&
           x.weights == y.weights && x.normal == y.normal && x.distance_t0 == y.distance_t0;
  };
  const auto samePair = [](const FacePair& x, const FacePair& y) {
    return x.bodyA == y.bodyA && x.faceA == y.faceA && x.bodyB == y.bodyB && x.faceB == y.faceB;
  };
  return std::equal(a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(), sameContact) &&
         std::equal(a.results.facePairs.begin(), a.results.facePairs.end(), b.results.facePairs.begin(),
                    b.results.facePairs.end(), samePair);
}

/// A lattice of surfaces, with all methods on the same frames.
struct CrowdRun {
  explicit CrowdRun(Index bodies) : setup(bodies) {
    setup.addTo(set);
    if (bodies <= kMostForBruteForce) brute.emplace();
  }

  void step(int frame, bool record) {
    setup.deform(frame);
    const double start = threadCpuMs();
    set.update(workers);
    const double read = threadCpuMs();
    ours.step(hash, set, workers, record ? &times : nullptr);
    const double before = threadCpuMs();
    hash.candidates(set, boxQuery(), boxes, ours.counters, workers);
    const double boxed = threadCpuMs();
    if (brute) {
      theirs.step(*brute, set, workers, record ? &bruteTimes : nullptr);
      if (!sameFound(ours, theirs)) throw Error("the spatial hash and brute force find different pairs");
    }
    if (!trees) trees.emplace(set, kMarginScale);
    const double treesStart = threadCpuMs();
    trees->update(set);
    const double refitted = threadCpuMs();
    treePairs = trees->boxPairs(set);
    const double treesEnd = threadCpuMs();
    if (!record) {
      if (trees->intersectingPairs(set) != ours.results.facePairs.size()) {
        throw Error("the spatial hash and Bullet's trees find different pairs");
      }
      return;
    }
    reads.push_back(read - start);
    boxTimes.push_back(boxed - before);
    refits.push_back(refitted - treesStart);
    treeQueries.push_back(treesEnd - refitted);
  }

  SurfaceSetup setup;
  BodySet set;
  Workers workers;
  SpatialHash hash;
  std::optional<BruteForce> brute;
  std::optional<BulletFaceTrees> trees;
  SurfaceRun ours, theirs;
  Candidates boxes;
  std::size_t treePairs = 0;
  Times times, bruteTimes;
  std::vector<double> reads, boxTimes, refits, treeQueries;
};

}  // namespace

Table surface(int steps, const Progress& progress) {
  Table table;
  table.name = "surface";
  table.caption =
      "surfaces: swept candidates (vertex-face, edge-edge) and their narrow test, face pairs, and pairs of swept face "
      "boxes, also by Bullet's refitted face trees: ns of thread CPU time per face, medians; counts of the last step; "
      "bytes of the hash and of the set of bodies";
  table.columns = {"bodies",          "faces",         "vertices",       "cut faces %",
                   "steps",           "read",          "candidates",     "candidates/face",
                   "narrow",          "contacts/face", "face pairs",     "box pairs",
                   "box pairs/face",  "bullet refit",  "bullet query",   "bullet box pairs/face",
                   "bullet x ours",   "bytes/face",    "set bytes/face", "brute candidates",
                   "brute face pairs"};
  for (const Index bodies : {Index{8}, Index{80}, Index{800}}) {
    CrowdRun run(bodies);
    const double faces = double(run.setup.faces());
    progress("surface " + std::to_string(run.setup.faces()));
    const int count = std::max(3, bodies >= kMany ? steps / 10 : steps);
    for (int step = -kWarmUp; step < count; ++step) run.step(step, step >= 0);
    const auto perFace = [&](const std::vector<double>& ms) { return 1e6 * Spread::of(ms).median / faces; };
    const double boxes = perFace(run.boxTimes), refit = perFace(run.refits), query = perFace(run.treeQueries);
    std::vector<Table::Cell> row{double(bodies),
                                 faces,
                                 double(run.setup.vertices()),
                                 100 * double(run.ours.cutFaces()) / faces,
                                 double(count),
                                 perFace(run.reads),
                                 perFace(run.times.candidates),
                                 double(run.ours.pairCount()) / faces,
                                 perFace(run.times.narrow),
                                 double(run.ours.contacts.size()) / faces,
                                 perFace(run.times.facePairs),
                                 boxes,
                                 double(run.boxes.faceFace.size()) / faces,
                                 refit,
                                 query,
                                 double(run.treePairs) / faces,
                                 (refit + query) / boxes,
                                 double(run.hash.memory()) / faces,
                                 double(run.set.memory()) / faces};
    for (const auto* times : {&run.bruteTimes.candidates, &run.bruteTimes.facePairs}) {
      row.push_back(run.brute ? Table::Cell(perFace(*times)) : Table::Cell(std::string("-")));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace pliant::benchmarks
