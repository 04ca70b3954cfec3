#pragma once

#include <pliant/detectors/AutoDetector.h>

#include "buckettree/SurfaceBuckets.h"
#include "regularitytree/RegularitySearch.h"
#include "spatialhash/StarSearch.h"
#include "spatialhash/SurfaceHash.h"
#include "spatialhash/TetraHash.h"
#include "surfaces/FoundPairs.h"
#include "surfaces/SurfaceScene.h"

namespace pliant::detail {

/// Owns the methods that AutoDetector chooses from and collects the pairs that they find.
class EngineRoom {
 public:
  struct Question {
    const CandidateQuery& query;
    bool apart;  ///< true: omitted pairs are farther apart than the query's distance; false: they do not intersect
  };

  EngineRoom();

  void update(const BodySet& bodies, Workers& workers) { m_tetra.update(bodies, workers); }
  void queryTetrahedra(const BodySet& bodies, const Query& query, Results& results, Workers& workers);

  /// Returns all work items of the query; valid until the next call.
  surface::SurfaceJobs find(const BodySet& bodies, const Question& question);
  bool hasHierarchy(const BodySet& bodies, Index slot) const { return m_patches.has(bodies, slot); }
  bool makeHierarchy(const BodySet& bodies, Index slot) { return m_patches.make(bodies, slot); }

  /// Discards all pairs.
  void begin(const surface::FoundPairs::Exact& exact, Workers& workers) { m_found.begin(workers.threads(), exact); }
  /// Adds the pairs of `jobs`, found by `engine`.
  void collect(const BodySet& bodies, const Question& question, AutoDetector::Engine engine,
               const surface::SurfaceJobs& jobs, Counters& counters, Workers& workers);
  /// Adds the pairs of the bodies that are left to StarSearch and belong to no work item.
  void collectStars(const BodySet& bodies, const Question& question, Workers& workers) {
    m_stars.collect(bodies, question.query, m_scene.stars(), m_found, workers);
  }
  std::size_t found() const { return m_found.size(); }
  surface::FoundPairs& end(const BodySet& bodies, Counters& counters);

  std::size_t memory() const;

 private:
  surface::SurfaceScene m_scene;
  surface::FoundPairs m_found;
  TetraHash m_tetra;
  SurfaceHash m_hash;
  SurfaceBuckets m_buckets;
  RegularitySearch m_patches;
  StarSearch m_stars;
};

}  // namespace pliant::detail
