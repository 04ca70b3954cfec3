#include <pliant/benchmarks/BulletTrees.h>
#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <algorithm>
#include <optional>

#include "Floor.h"
#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

constexpr Index kMostForBruteForce = 8;  // number of bodies
constexpr Index kMany = 800;             // number of bodies; at least so many run fewer steps

/// Returns the settings of a step of the plugin: contacts up to 1.25 contact distances, edge-edge pairs included.
SurfaceContactSettings contactSettings() {
  SurfaceContactSettings settings;
  settings.edgeEdgeNearby = true;
  return settings;
}

const Real kMarginScale = 1 + contactSettings().reach;

/// Returns the query for the candidates of these contacts.
CandidateQuery stepQuery() {
  CandidateQuery query;
  query.vertexFace = query.edgeEdge = query.swept = true;
  query.marginScale = kMarginScale;
  return query;
}

CandidateQuery boxQuery() {
  CandidateQuery query;
  query.faceFace = query.swept = true;
  query.marginScale = kMarginScale;
  return query;
}

/// Answers of one detector in a step: candidates, contacts and intersecting faces.
struct Answers {
  /// Names of stages begin with `prefix`.
  void step(Detector& detector, Scene& scene, Times& times, const std::string& prefix) {
    times(prefix + "candidates", [&] {
      detector.update(scene.set, scene.workers);
      detector.candidates(scene.set, stepQuery(), candidates, counters, scene.workers);
    });
    times(prefix + "narrow",
          [&] { narrow.run(scene.set, candidates, contactSettings(), contacts, counters, scene.workers); });
    times(prefix + "face pairs", [&] { detector.query(scene.set, kWithinAndBetween, results, scene.workers); });
  }

  Candidates candidates;
  SurfaceNarrowTest narrow;
  std::vector<SurfaceContact> contacts;
  Results results;
  Counters counters;
};

void answersMustAgree(const Answers& a, const Answers& b) {
  const auto same = [](const SurfaceContact& x, const SurfaceContact& y) {
    return x.kind == y.kind && x.swept == y.swept && x.elementA == y.elementA && x.elementB == y.elementB &&
           x.weights == y.weights && x.normal == y.normal && x.distance_t0 == y.distance_t0;
  };
  if (!std::equal(a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(), same))
    throw Error("the spatial hash and brute force find different contacts");
  mustAgree(a.results, b.results);
}

Table::Row crowdRow(Index bodies, int steps) {
  Scene scene = crowdScene(bodies);
  const bool few = bodies <= kMostForBruteForce;
  SpatialHash hash;
  BruteForce brute;
  std::optional<BulletFaceTrees> trees;
  Answers ours, theirs;
  Candidates boxes;
  std::size_t treePairs = 0;
  Times times;
  times.run(steps, kWarmUp, [&](int step) {
    scene.moveTo(step);
    times("read", [&] { scene.read(); });
    ours.step(hash, scene, times, "");
    times("boxes", [&] { hash.candidates(scene.set, boxQuery(), boxes, ours.counters, scene.workers); });
    if (few) {
      theirs.step(brute, scene, times, "brute ");
      answersMustAgree(ours, theirs);
    }
    if (!trees) trees.emplace(scene.set, kMarginScale);
    times("refit", [&] { trees->update(scene.set); });
    times("trees", [&] { treePairs = trees->boxPairs(scene.set); });
    if (step < 0 && trees->intersectingPairs(scene.set) != ours.results.facePairs.size())
      throw Error("the spatial hash and Bullet's trees find different pairs");
  });
  const auto faces = double(scene.set.faces().size());
  const auto perFace = [faces](std::size_t count) { return double(count) / faces; };
  const auto nsPerFace = [&](const std::string& stage) { return 1e6 * times.median(stage) / faces; };
  const auto brutes = [&](const std::string& stage) {
    return few ? Table::Cell(nsPerFace("brute " + stage)) : Table::Cell(std::string("-"));
  };
  const double boxed = nsPerFace("boxes"), refit = nsPerFace("refit"), query = nsPerFace("trees");
  return Table::rowOf(bodies, faces, scene.set.positions().size(), 100 * perFace(cutFaces(ours.results)), steps,
                      nsPerFace("read"), nsPerFace("candidates"),
                      perFace(ours.candidates.vertexFace.size() + ours.candidates.edgeEdge.size()), nsPerFace("narrow"),
                      perFace(ours.contacts.size()), nsPerFace("face pairs"), boxed, perFace(boxes.faceFace.size()),
                      refit, query, perFace(treePairs), (refit + query) / boxed, perFace(hash.memory()),
                      perFace(scene.set.memory()), brutes("candidates"), brutes("face pairs"));
}

Table::Row touchingRow(Touching shape, Index each, int steps) {
  Scene scene = touchingScene(shape, each);
  BucketTree tree;
  SpatialHash hash;
  BulletFaceTrees trees(scene.set, 0);
  Floor floor;
  std::size_t pairs = 0, hashed = 0, bullets = 0;
  Times times;
  times.run(steps, kWarmUp, [&](int step) {
    scene.moveTo(step);
    times("read", [&] { scene.read(); });
    times("tree", [&] { scene.answer(tree, kWithinAndBetween); });
    pairs = scene.results.facePairs.size();
    times("hash", [&] { scene.answer(hash, kWithinAndBetween); });
    hashed = scene.results.facePairs.size();
    times("bullet", [&] {
      trees.update(scene.set);
      bullets = trees.intersectingPairs(scene.set);
    });
    if (bullets != pairs || bullets != hashed)
      throw Error("bucket tree, spatial hash and Bullet's trees find different pairs");
    times("floor", [&] { floor.run(scene.set, scene.workers); });
  });
  const auto faces = double(scene.set.faces().size());
  return Table::rowOf(shape == Touching::Spheres ? "spheres" : "knots", faces / 2, steps, pairs, times.median("floor"),
                      times.median("read"), times.median("tree"), times.ratio("floor", "tree", "read"),
                      times.ratio("floor", "tree"), 1e6 * times.median("tree") / faces, times.median("hash"),
                      times.median("bullet"), double(tree.memory()) / faces);
}

}  // namespace

Table surface(const BenchSettings& settings) {
  const int steps = settings.fifth();
  Table table{"surface",
              "surfaces: swept candidates (vertex-face, edge-edge) and their narrow test, face pairs, and pairs of "
              "swept face boxes, also by Bullet's refitted face trees: ns of thread CPU time per face, medians; counts "
              "of the last step; bytes of the hash and of the set of bodies",
              {"bodies",          "faces",         "vertices",       "cut faces %",
               "steps",           "read",          "candidates",     "candidates/face",
               "narrow",          "contacts/face", "face pairs",     "box pairs",
               "box pairs/face",  "bullet refit",  "bullet query",   "bullet box pairs/face",
               "bullet x ours",   "bytes/face",    "set bytes/face", "brute candidates",
               "brute face pairs"}};
  for (const Index bodies : {Index{8}, Index{80}, Index{800}}) {
    settings.progress("surface " + std::to_string(128 * bodies));
    table.add(crowdRow(bodies, std::max(3, bodies >= kMany ? steps / 10 : steps)));
  }
  return table;
}

Table touchingSurfaces(const BenchSettings& settings) {
  const int steps = settings.fifth();
  Table table{"bucket-touching",
              "intersecting face pairs of two deforming surfaces that touch: ms of thread CPU time, update and query, "
              "medians; the floor stores the boxes of all faces; x floor: ratio to the floor, without and with reading "
              "the positions",
              {"shape", "faces each", "steps", "pairs", "floor", "read", "bucket tree", "x floor read", "x floor",
               "ns/face", "hash", "bullet", "bytes/face"}};
  for (const auto shape : {Touching::Spheres, Touching::Knots})
    for (const Index faces : {Index{12'000}, Index{50'000}, Index{500'000}}) {
      if (faces > settings.touching) continue;
      settings.progress("bucket-touching " + std::to_string(faces));
      table.add(touchingRow(shape, faces, faces > 100'000 ? std::max(3, steps / 10) : steps));
    }
  return table;
}

}  // namespace pliant::benchmarks
