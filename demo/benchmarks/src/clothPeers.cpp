#include <pliant/benchmarks/BulletSelfCollision.h>
#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>

#include <algorithm>
#include <utility>

#include "Floor.h"
#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::ClothShape;
using Pairs = std::vector<BulletSelfCollision::Pair>;

Pairs pairsOf(const Results& results) {
  Pairs pairs;
  for (const FacePair& pair : results.facePairs) pairs.push_back({pair.faceA, pair.faceB});
  return pairs;
}

std::size_t missing(const Pairs& all, Pairs found) {
  std::sort(found.begin(), found.end());
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](const auto& pair) { return !std::binary_search(found.begin(), found.end(), pair); }));
}

/// Measures a cloth of one shape and one number of faces with all methods. Returns the cells after its name.
Table::Row peersRow(BulletSelfCollision& bullet, std::size_t faces, ClothShape shape, int steps) {
  Scene scene = clothScene(faces, shape);
  RegularityTree tree;
  SpatialHash hash;
  Floor floor;
  Pairs bullets;
  std::size_t exact = 0, contacts = 0, missedByTree = 0, missedByHash = 0, missedByBullet = 0;
  Times times;
  times.run(steps, kWarmUp, [&](int step) {
    scene.moveTo(step);
    bullet.place(scene.body(0));
    times("read", [&] { scene.read(); });
    times("floor", [&] { floor.run(scene.set, scene.workers); });
    times("tree", [&] { scene.answer(tree, kWithin); });
    const Pairs ours = pairsOf(scene.results);
    times("hash", [&] { scene.answer(hash, kWithin); });
    const Pairs all = pairsOf(scene.results);
    times("normals", [&] { bullet.updateNormals(); });
    times("refit", [&] { bullet.refit(); });
    times("cones", [&] { bullet.updateCones(); });
    times("descent", [&] { bullet.facePairs(bullets); });
    times("handler", [&] { contacts = bullet.handleContacts(); });
    exact = all.size();
    missedByTree += missing(all, ours);
    missedByHash += missing(ours, all);
    if (missedByTree + missedByHash > 0) throw Error("the regularity tree and the spatial hash find different pairs");
    missedByBullet = std::max(missedByBullet, missing(all, bullets));
    if (missing(bullets, all) > 0) throw Error("Bullet's cones found a pair that the spatial hash did not find");
  });
  const double treeMs = times.median("read", "tree"), normals = times.median("normals"), refit = times.median("refit"),
               cones = times.median("cones"), descent = times.median("descent"),
               bulletMs = normals + refit + cones + descent, handler = normals + refit + times.median("handler");
  return Table::rowOf(faces, exact, times.median("floor"), treeMs, times.median("read", "hash"), normals, refit, cones,
                      descent, bulletMs, bulletMs / treeMs, handler, handler / treeMs, contacts, missedByTree,
                      missedByHash, missedByBullet);
}

constexpr std::pair<ClothShape, const char*> kShapes[] = {{ClothShape::Flat, "flat"},
                                                          {ClothShape::Wrinkled, "wrinkled"},
                                                          {ClothShape::Wound, "wound"},
                                                          {ClothShape::Crumpled, "crumpled"}};

}  // namespace

Table clothPeers(const BenchSettings& settings) {
  Table table{
      "cloth-peers",
      "self-collision of moving cloths, ours and Bullet's (its tree of faces refitted, cones of normals, "
      "selfCollideT; leaves with our exact test, so that face pairs can be compared): ms of thread CPU time per "
      "step, all updates included, medians. Pairs and contacts are of the last step; misses are the most in any "
      "step. handler: Bullet's own call for cones, descent and its own test of vertices near faces, with normals "
      "and refit",
      {"cloth", "faces", "pairs", "floor", "tree", "hash", "bullet normals", "refit", "cones", "descent", "bullet",
       "x tree", "handler", "x tree ", "contacts", "tree misses", "hash misses", "bullet misses"}};
  for (const std::size_t count : {1'000u, 10'000u, 50'000u}) {
    // The smallest size is measured only if `faces` excludes the others.
    if (count > settings.faces || (count < 10'000 && settings.faces >= 10'000)) continue;
    settings.progress("cloth-peers: Bullet's tree for " + std::to_string(count));
    BulletSelfCollision bullet(clothSheet(count, ClothShape::Flat));
    for (const auto& [shape, name] : kShapes) {
      settings.progress(std::string("cloth-peers: ") + name + ", " + std::to_string(count));
      table.add(name, peersRow(bullet, count, shape, settings.few()));
    }
  }
  return table;
}

}  // namespace pliant::benchmarks
