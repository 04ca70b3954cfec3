#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <memory>

namespace pliant::detail {

namespace surface {
class FoundPairs;
struct SurfaceJobs;
}  // namespace surface

/// Spatial hash for surfaces: vertices, edges and faces in the cells of their boxes. Each call reads the positions of
/// the set's last update.
class SurfaceHash {
 public:
  SurfaceHash();
  ~SurfaceHash();

  void setSettings(const SpatialHash::Settings& settings);

  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers);
  /// Fills results.facePairs, sorted; adds to results.counters.
  void facePairs(const BodySet& bodies, const Query& query, Results& results, Workers& workers);
  /// Fills results.vertexFace, sorted; adds to results.counters. Requires a checked margin.
  void vertexFace(const BodySet& bodies, const Query& query, Results& results, Workers& workers);

  /// Adds to `found` all pairs of elements whose boxes overlap, of the given work items (null: of all).
  void collect(const BodySet& bodies, const CandidateQuery& query, const surface::SurfaceJobs* jobs,
               surface::FoundPairs& found, Workers& workers);

  std::size_t memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant::detail
