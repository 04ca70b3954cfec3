#pragma once

#include <memory>
#include <vector>

#include "regularitytree/CrowdedParts.h"
#include "regularitytree/DualTraversal.h"
#include "regularitytree/LinkHash.h"
#include "regularitytree/PartElements.h"
#include "regularitytree/RestHash.h"
#include "spatialhash/StarSearch.h"
#include "surfaces/FoundPairs.h"
#include "surfaces/SurfaceScene.h"

namespace pliant::detail {

/// All bodies' hierarchies, and what is found with them: every pair of elements whose boxes meet, but for those within
/// parts that the descent skips.
class RegularitySearch {
 public:
  /// `bottom`: faces of parts that the settings of a search will end at.
  void setTopology(unsigned children, unsigned directions, bool refuse, Index bottom);

  /// Makes hierarchies of all surfaces that are new or others than before. Throws Error where one must be refused.
  void build(const BodySet& bodies);

  void run(const BodySet& bodies, const CandidateQuery& query, const DualTraversal::Settings& settings,
           const surface::FoundPairs::Exact& exact, Counters& counters, Workers& workers);
  surface::FoundPairs& found() { return m_own; }

  /// Adds to `found` the pairs of the given jobs alone; makes the hierarchies that they need.
  void collect(const BodySet& bodies, const CandidateQuery& query, const DualTraversal::Settings& settings,
               const surface::SurfaceJobs& jobs, surface::FoundPairs& found, Counters& counters, Workers& workers);
  /// Makes that of one body, as `collect` does; false: it had it, under other numbers perhaps.
  bool make(const BodySet& bodies, Index slot);
  /// Whether a body has a hierarchy, as far as `collect`, `make` or `build` has seen the set.
  bool has(const BodySet& bodies, Index slot) const;

  void setNotesUsed(bool notes) { m_notesUsed = notes; }
  void forgetUsed() { m_used.clear(); }
  /// Of all runs since it was forgotten.
  std::span<const UsedParts> used() const { return m_used; }
  /// By id; null where the body is not known or has no faces.
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
  void fillElements(const BodySet& bodies, const CandidateQuery& query, const DualTraversal::Settings& settings,
                    Workers& workers);
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
  std::vector<std::unique_ptr<SurfaceParts>> m_parts;     // by slot; null: not made yet
  std::vector<std::unique_ptr<PartElements>> m_elements;  // by slot; null: not made yet
  std::vector<std::uint8_t> m_ready;                      // by slot: checked against the set's revision
  std::vector<Index> m_ids;                               // of m_parts
  std::vector<std::uint8_t> m_use;                        // by slot: needs boxes; needs masks
  std::vector<Index> m_small;
  std::size_t m_mostEdges = 0;  // of a contour
  surface::Pool<DualTraversal::Task> m_tasks;
  PairList m_first, m_bottoms;
  std::vector<UsedParts> m_used;
  struct Part {
    Index slot, node;
  };
  std::vector<Part> m_touched;
  CrowdedParts m_crowded;
  RestHash m_rest;
  LinkHash m_links;
  StarSearch m_stars;
};

}  // namespace pliant::detail
