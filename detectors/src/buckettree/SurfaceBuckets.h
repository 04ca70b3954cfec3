#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Workers.h>
#include <pliant/detectors/buckettree/BucketDescent.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "buckettree/ElementTree.h"
#include "spatialhash/StarSearch.h"
#include "surfaces/FoundPairs.h"
#include "surfaces/OverlapCulling.h"
#include "surfaces/SurfaceScene.h"

namespace pliant::detail {

/// The octrees of a set's bodies, and their descents. Each call reads the positions of the set's last update.
class SurfaceBuckets {
 public:
  void setSettings(const BucketSettings& settings) { m_settings = settings; }
  const BucketSettings& settings() const { return m_settings; }

  /// Returns all pairs of elements whose boxes overlap, except those that fail an exact test of `exact`. Adds to
  /// `counters`.
  surface::FoundPairs& gather(const BodySet& bodies, const CandidateQuery& query,
                              const surface::FoundPairs::Exact& exact, Counters& counters, Workers& workers);

  /// Adds the pairs of `jobs` (null: of all work items) to `found`, and to `counters`.
  void collect(const BodySet& bodies, const CandidateQuery& query, const surface::SurfaceJobs* jobs,
               surface::FoundPairs& found, Counters& counters, Workers& workers);

  std::size_t memory() const;

 private:
  using Kind = surface::Kind;

  /// Elements of one body against those of another one, or of one body among themselves.
  struct Job {
    Index slotA, slotB;
    Kind kindA, kindB;
    surface::List list;
    bool own() const { return slotA == slotB; }
  };

  static std::size_t place(Index slot, Kind kind) { return surface::kKinds * slot + static_cast<std::size_t>(kind); }
  ElementTree& tree(Index slot, Kind kind) { return *m_trees[place(slot, kind)]; }
  void listJobs(const BodySet& bodies, const CandidateQuery& query);
  void beginTrees(const BodySet& bodies);
  void takeElements(const BodySet& bodies, const CandidateQuery& query, Workers& workers);
  void reserveDescents(Workers& workers);
  void descend(const Job& job, BucketDescent& descent, std::uint64_t& nodesVisited, std::uint64_t& boxTests);
  void pairBuckets(const Job& job, std::span<const BucketDescent::Pair> pairs, surface::FoundPairs::TaskPairs& part);

  BucketSettings m_settings;
  surface::SurfaceScene m_scene;
  surface::OverlapCulling m_near;
  std::vector<std::unique_ptr<ElementTree>> m_trees;  // indexed by place()
  std::vector<Job> m_jobs;                            // partitioned: large ones first
  struct Used {
    Index slot;
    Kind kind;
  };
  std::vector<Used> m_used;  // trees that this query needs
  std::vector<std::uint8_t> m_begun;
  std::vector<Index> m_partners;                     // number of work items with other bodies; indexed by body
  std::vector<std::uint64_t> m_visited, m_boxTests;  // indexed by work item
  surface::Pool<BucketDescent> m_descents;
  surface::FoundPairs m_found;
  StarSearch m_stars;
};

}  // namespace pliant::detail
