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
#include "surfaces/OverlapCulling.h"
#include "surfaces/SurfaceMethod.h"
#include "surfaces/SurfaceScene.h"

namespace pliant::detail {

/// The octrees of a set's bodies, and their descents.
class SurfaceBuckets final : public SurfaceMethod {
 public:
  void setSettings(const BucketSettings& settings) { m_settings = settings; }
  const BucketSettings& settings() const { return m_settings; }

  /// Adds all pairs of elements whose boxes overlap.
  void collect(const SurfaceSearch& search, const surface::WorkItems& items) override;

  std::size_t memory() const override;

 private:
  using Kind = surface::Kind;
  using Item = surface::ElementItem;

  static std::size_t place(Index body, Kind kind) { return surface::kKinds * body + static_cast<std::size_t>(kind); }
  ElementTree& tree(Index body, Kind kind) { return *m_trees[place(body, kind)]; }
  void listItems(const SurfaceSearch& search, const surface::WorkItems& items);
  void beginTrees(const BodySet& bodies);
  void takeElements(const BodySet& bodies, const CandidateQuery& query, Workers& workers);
  void reserveDescents(Workers& workers);
  void descend(const Item& item, BucketDescent& descent, std::uint64_t& nodesVisited, std::uint64_t& boxTests);
  void pairBuckets(const Item& item, std::span<const BucketDescent::Pair> pairs, surface::FoundPairs::TaskPairs& part);

  BucketSettings m_settings;
  surface::SurfaceScene m_scene;
  surface::OverlapCulling m_near;
  std::vector<std::unique_ptr<ElementTree>> m_trees;  // indexed by place()
  std::vector<Item> m_items;                          // partitioned: large ones first
  struct Used {
    Index body;
    Kind kind;
  };
  std::vector<Used> m_used;  // trees that this query needs
  std::vector<std::uint8_t> m_begun;
  std::vector<Index> m_partners;                     // number of work items with other bodies; indexed by body
  std::vector<std::uint64_t> m_visited, m_boxTests;  // indexed by work item
  surface::Pool<BucketDescent> m_descents;
};

}  // namespace pliant::detail
