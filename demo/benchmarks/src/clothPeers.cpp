#include <pliant/benchmarks/BulletSelfCollision.h>
#include <pliant/benchmarks/Clock.h>
#include <pliant/benchmarks/Floor.h>
#include <pliant/benchmarks/clothPeers.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/models/clothSheet.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>

namespace pliant::benchmarks {
namespace {

using models::ClothShape;
using models::SurfaceModel;
using Pair = BulletSelfCollision::Pair;

constexpr double kStep = 0.02;  // time between two frames
constexpr int kWarmUp = 3;

std::vector<Pair> pairsOf(const Results& results) {
  std::vector<Pair> pairs;
  for (const FacePair& pair : results.facePairs) pairs.push_back({pair.faceA, pair.faceB});
  return pairs;
}

std::size_t missing(const std::vector<Pair>& all, std::vector<Pair> found) {
  std::sort(found.begin(), found.end());
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](const Pair& pair) { return !std::binary_search(found.begin(), found.end(), pair); }));
}

/// A cloth of one shape and one number of faces, under all methods.
class Run {
 public:
  Run(BulletSelfCollision& bullet, std::size_t faces, ClothShape shape)
      : m_bullet(bullet), m_faces(faces), m_shape(shape), m_cloth(clothSheet(faces, shape)) {
    m_set.add(m_cloth.view());
  }

  void step(int frame, bool record) {
    const SurfaceModel next = clothSheet(m_faces, m_shape, kStep * frame);
    std::copy(next.points.begin(), next.points.end(), m_cloth.points.begin());
    m_bullet.place(m_cloth);
    Clock clock(record);
    clock.start();
    m_set.update(m_workers);
    const double read = clock.split();
    m_floor.runFaces(&m_set.positions()[0].x, m_set.faces()[0].data(), m_set.faces().size(), m_workers);
    clock.to(floors);
    const Results mine = ask(m_tree);
    clock.to(trees, read);
    const Results hashed = ask(m_hash);
    clock.to(hashes, read);
    m_bullet.updateNormals();
    clock.to(normals);
    m_bullet.refit();
    clock.to(refits);
    m_bullet.updateCones();
    clock.to(cones);
    m_bullet.facePairs(m_found);
    clock.to(descents);
    contacts = m_bullet.handleContacts();
    clock.to(handlers);
    const std::vector<Pair> all = pairsOf(hashed), tree = pairsOf(mine);
    exact = all.size();
    missedByTree += missing(all, tree);
    missedByHash += missing(tree, all);
    if (missedByTree + missedByHash > 0) throw Error("the regularity tree and the spatial hash find different pairs");
    missedByBullet = std::max(missedByBullet, missing(all, m_found));
    if (missing(m_found, all) > 0) throw Error("Bullet's cones found a pair that the spatial hash did not find");
  }

  std::vector<double> floors, trees, hashes, normals, refits, cones, descents, handlers;
  std::size_t exact = 0, contacts = 0, missedByTree = 0, missedByHash = 0, missedByBullet = 0;

 private:
  /// Measures the time since the last call. Stores it if `record` is set.
  class Clock {
   public:
    explicit Clock(bool record) : m_record(record) {}
    void start() { m_last = threadCpuMs(); }
    double split() {
      const double now = threadCpuMs(), passed = now - m_last;
      m_last = threadCpuMs();
      return passed;
    }
    void to(std::vector<double>& times, double before = 0) {
      const double passed = split();
      if (m_record) times.push_back(before + passed);
    }

   private:
    bool m_record;
    double m_last = 0;
  };

  Results ask(Detector& detector) {
    Results results;
    detector.update(m_set, m_workers);
    Query query{.facePairs = true};
    query.between = false;
    detector.query(m_set, query, results, m_workers);
    return results;
  }

  BulletSelfCollision& m_bullet;
  std::size_t m_faces;
  ClothShape m_shape;
  SurfaceModel m_cloth;
  BodySet m_set;
  Workers m_workers;
  RegularityTree m_tree;
  SpatialHash m_hash;
  Floor m_floor;
  std::vector<Pair> m_found;
};

constexpr std::pair<ClothShape, const char*> kShapes[] = {{ClothShape::Flat, "flat"},
                                                          {ClothShape::Wrinkled, "wrinkled"},
                                                          {ClothShape::Wound, "wound"},
                                                          {ClothShape::Crumpled, "crumpled"}};

}  // namespace

Table clothPeers(std::span<const std::size_t> faces, int repeats, const Progress& progress) {
  Table table{
      "cloth-peers",
      "self-collision of moving cloths, ours and Bullet's (its tree of faces refitted, cones of normals, "
      "selfCollideT; leaves with our exact test, so that face pairs can be compared): ms of thread CPU time per "
      "step, all updates included, medians. Pairs and contacts are of the last step; misses are the most in any "
      "step. handler: Bullet's own call for cones, descent and its own test of vertices near faces, with normals "
      "and refit",
      {"cloth", "faces", "pairs", "floor", "tree", "hash", "bullet normals", "refit", "cones", "descent", "bullet",
       "x tree", "handler", "x tree ", "contacts", "tree misses", "hash misses", "bullet misses"},
      {}};
  for (const std::size_t count : faces) {
    progress("cloth-peers: Bullet's tree for " + std::to_string(count));
    BulletSelfCollision bullet(clothSheet(count, ClothShape::Flat));
    for (const auto& [shape, name] : kShapes) {
      progress(std::string("cloth-peers: ") + name + ", " + std::to_string(count));
      Run run(bullet, count, shape);
      for (int frame = -kWarmUp; frame < repeats; ++frame) run.step(frame, frame >= 0);
      const auto median = [](const std::vector<double>& times) { return Spread::of(times).median; };
      const double tree = median(run.trees), updates = median(run.normals) + median(run.refits),
                   ours = updates + median(run.cones) + median(run.descents), handler = updates + median(run.handlers);
      table.rows.push_back({name, static_cast<double>(count), static_cast<double>(run.exact), median(run.floors), tree,
                            median(run.hashes), median(run.normals), median(run.refits), median(run.cones),
                            median(run.descents), ours, ours / tree, handler, handler / tree,
                            static_cast<double>(run.contacts), static_cast<double>(run.missedByTree),
                            static_cast<double>(run.missedByHash), static_cast<double>(run.missedByBullet)});
    }
  }
  return table;
}

}  // namespace pliant::benchmarks
