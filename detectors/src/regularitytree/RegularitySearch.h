#pragma once

#include <pliant/detectors/RegularityTree.h>

#include <memory>
#include <vector>

#include "regularitytree/DualTraversal.h"
#include "regularitytree/LinkHash.h"
#include "regularitytree/PatchElements.h"
#include "surfaces/SurfaceMethod.h"
#include "surfaces/SurfaceScene.h"

namespace pliant::detail {

/// Finds the pairs of elements whose boxes overlap, with the hierarchies of all bodies. Pairs inside a patch, or
/// between two patches, that the traversal skips are not found.
class RegularitySearch final : public SurfaceMethod {
 public:
  /// Keeps the hierarchies unless `children` changes. Does not check the settings.
  void setSettings(const RegularityTree::Settings& settings);
  const RegularityTree::Settings& settings() const { return m_settings; }
  /// In searches over a motion, closed bodies with fewer faces get no masks: none of their patches is skipped.
  void setLeastClosed(Index faces) { m_leastClosed = faces; }

  /// Builds the hierarchies of all surfaces that are new or have changed. Throws Error if a surface must be refused.
  void update(const BodySet& bodies, Workers& workers) override;
  bool candidatesNeedUpdate() const override { return true; }
  /// Builds the hierarchies that these work items need, and adds the pairs.
  void collect(const SurfaceSearch& search, const surface::WorkItems& items) override;
  /// Builds the hierarchy of one body. Throws Error if the surface must be refused.
  void build(const BodySet& bodies, Index index);
  /// Returns true if the body has a hierarchy of its present faces.
  bool has(const BodySet& bodies, Index index);

  void setRecordsUsed(bool records) { m_recordsUsed = records; }
  void beginQuery(const BodySet&) override { m_used.clear(); }
  /// Patches used in all searches since beginQuery().
  std::span<const UsedPatches> used() const { return m_used; }
  /// Returns the hierarchy of a body, given its id; null if the body is unknown or has no faces.
  const SurfaceHierarchy* hierarchyOf(Index body) const;

  std::size_t memory() const override;

 private:
  void follow(const BodySet& bodies);
  void makeReady(const BodySet& bodies, Index index);
  bool wantsMasks(const SurfaceSearch& search, Index index) const;
  void use(const SurfaceSearch& search, const surface::WorkItems& items);
  static double reach(const BodySet& bodies, const CandidateQuery& query, Index index);
  void readMotions(const BodySet& bodies, Workers& workers);
  void updatePatches(const SurfaceSearch& search, const CandidateQuery& query);
  void descend(const SurfaceSearch& search, const surface::WorkItems& items);
  void collectUsed();
  void fillElements(const BodySet& bodies, const CandidateQuery& query, Workers& workers);
  void pairElements(const SurfaceSearch& search, const CandidateQuery& query);
  void pairIsolated(const SurfaceSearch& search, const surface::WorkItems& items);

  RegularityTree::Settings m_settings;
  Index m_leastClosed = 0;
  bool m_recordsUsed = false;
  DirectionSamples m_samples{m_settings.directions};
  std::uint64_t m_revision = ~std::uint64_t{0};
  surface::SurfaceScene m_scene;
  surface::VertexBoxes m_vertexBoxes, m_motions;
  std::vector<float> m_motion;
  std::vector<std::unique_ptr<SurfacePatches>> m_patches;  // per body; null: not built yet
  std::vector<std::unique_ptr<PatchElements>> m_elements;  // per body; null: not built yet
  std::vector<std::uint8_t> m_ready;                       // per body: 1 if checked against m_revision
  std::vector<Index> m_ids;                                // body ids, one per entry of m_patches
  std::vector<std::uint8_t> m_use;                         // per body: flags of Use
  std::vector<Index> m_small;
  std::size_t m_mostEdges = 0;  // largest number of edges in a contour test
  surface::Pool<DualTraversal::Task> m_tasks;
  PairList m_first, m_leafPatches;
  std::vector<UsedPatches> m_used;
  struct Patch {
    Index body, node;
  };
  std::vector<Patch> m_touched;
  LinkHash m_links;
};

}  // namespace pliant::detail
