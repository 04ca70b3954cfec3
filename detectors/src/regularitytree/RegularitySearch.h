#pragma once

#include <memory>
#include <vector>

#include "regularitytree/DualTraversal.h"
#include "regularitytree/LinkHash.h"
#include "regularitytree/PatchElements.h"
#include "spatialhash/StarSearch.h"
#include "surfaces/FoundPairs.h"
#include "surfaces/SurfaceScene.h"

namespace pliant::detail {

/// Finds the pairs of elements whose boxes overlap, with the hierarchies of all bodies. Pairs inside a patch, or
/// between two patches, that the traversal skips are not found. In this class a body index is named slot.
class RegularitySearch {
 public:
  /// `leafPatch`: largest number of faces of a leaf patch in later searches.
  void setTopology(unsigned children, unsigned directions, bool refuse, Index leafPatch);

  /// Builds the hierarchies of all surfaces that are new or have changed. Throws Error if a surface must be refused.
  void build(const BodySet& bodies);

  void run(const BodySet& bodies, const CandidateQuery& query, const DualTraversal::Settings& settings,
           const surface::FoundPairs::Exact& exact, Counters& counters, Workers& workers);
  surface::FoundPairs& found() { return m_own; }

  /// Adds the pairs of the given jobs to `found`. Builds the hierarchies that these jobs need.
  void collect(const BodySet& bodies, const CandidateQuery& query, const DualTraversal::Settings& settings,
               const surface::SurfaceJobs& jobs, surface::FoundPairs& found, Counters& counters, Workers& workers);
  /// Builds the hierarchy of one body, as collect() does. Returns false if it already exists; then only its vertex,
  /// edge and face indices in the set are updated.
  bool make(const BodySet& bodies, Index slot);
  /// Returns true if the body has a hierarchy that was checked against the current revision of the set.
  bool has(const BodySet& bodies, Index slot) const;

  void setNotesUsed(bool notes) { m_notesUsed = notes; }
  void forgetUsed() { m_used.clear(); }
  /// Patches used in all runs since forgetUsed().
  std::span<const UsedPatches> used() const { return m_used; }
  /// Returns the hierarchy of a body, given its id; null if the body is unknown or has no faces.
  const SurfaceHierarchy* hierarchyOf(Index body) const;

  std::size_t memory() const;

 private:
  void follow(const BodySet& bodies);
  bool build(const BodySet& bodies, Index slot);
  void search(const BodySet& bodies, const CandidateQuery& query, const DualTraversal::Settings& settings,
              const surface::SurfaceJobs* jobs, surface::FoundPairs& found, Counters& counters, Workers& workers);
  void boundVertices(const BodySet& bodies, const CandidateQuery& query, const surface::SurfaceJobs* jobs,
                     Workers& workers);
  static double reach(const BodySet& bodies, const CandidateQuery& query, Index slot);
  void readMotions(const BodySet& bodies, Workers& workers);
  void updateParts(const BodySet& bodies, const CandidateQuery& query, const DualTraversal::Settings& settings,
                   Workers& workers);
  void descend(const BodySet& bodies, const DualTraversal::Settings& settings, Workers& workers);
  void collectUsed();
  void fillElements(const BodySet& bodies, const CandidateQuery& query, Workers& workers);
  void pairElements(const CandidateQuery& query, surface::FoundPairs& into, Workers& workers);
  void pairLoose(surface::FoundPairs& into, Workers& workers);

  unsigned m_children = 3;
  Index m_bottom = 1;
  bool m_refuse = true, m_notesUsed = false;
  DirectionSamples m_samples{32};
  std::uint64_t m_revision = ~std::uint64_t{0};
  surface::SurfaceScene m_scene;
  surface::VertexBoxes m_vertexBoxes, m_motions;
  std::vector<float> m_motion;
  surface::FoundPairs m_own;
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
    Index slot, node;
  };
  std::vector<Patch> m_touched;
  LinkHash m_links;
  StarSearch m_stars;
};

}  // namespace pliant::detail
