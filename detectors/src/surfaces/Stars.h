#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>

#include <cstdint>
#include <vector>

namespace pliant::detail::surface {

/// Finds surfaces with large vertex stars: a vertex of so many faces that a search would spend its time on pairs of
/// them, which share a corner and never count. StarSearch processes such surfaces.
class Stars {
 public:
  /// Number of face pairs at one vertex, per face of the surface, that makes StarSearch worthwhile. Ordinary surfaces
  /// are far below.
  static constexpr std::uint64_t kPairsPerFace = 512;

  /// Call when the bodies of the set may have changed.
  void follow(const BodySet& bodies);
  /// Returns true if the faces of the body with this index have a large vertex star.
  bool has(Index body) const { return m_has[body] != 0; }
  /// Returns true if StarSearch supports the query: no motion, no margins and no edges.
  static bool serves(const CandidateQuery& query) { return !query.swept && !query.edgeEdge && query.marginScale == 0; }

 private:
  std::uint64_t m_revision = 0;
  std::vector<std::uint8_t> m_has;
  std::vector<Index> m_faces;  // indexed by vertex of the present body
};

}  // namespace pliant::detail::surface
