#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant::detail::surface {

/// Surfaces with stars: vertices of so many faces that a search would spend its time on pairs of these, which share a
/// corner and never count. StarSearch goes through such a surface by itself.
class Stars {
 public:
  /// Pairs of faces at one vertex that are worth a look at the topology, for each face of the surface. No vertex of an
  /// ordinary surface comes near.
  static constexpr std::uint64_t kPairsPerFace = 512;

  /// To be called when the set's bodies may have changed.
  void follow(const BodySet& bodies);
  /// Whether the faces of a slot have a star.
  bool has(Index slot) const { return m_has[slot] != 0; }
  /// Whether StarSearch can answer: nothing moves, no margins count, no edges are asked for.
  static bool serves(const CandidateQuery& query) { return !query.swept && !query.edgeEdge && query.marginScale == 0; }

 private:
  std::uint64_t m_revision = 0;
  std::vector<std::uint8_t> m_has;
  std::vector<Index> m_faces;  // by vertex of the largest body
};

}  // namespace pliant::detail::surface
