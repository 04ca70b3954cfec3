#pragma once

#include <pliant/detectors/Workers.h>
#include <pliant/detectors/buckettree/Buckets.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "spatialhash/SurfaceJoin.h"
#include "surfaces/FoundPairs.h"
#include "surfaces/SurfaceScene.h"

namespace pliant::detail {

/// Finds pairs of elements within surfaces that have stars, for all detectors. Faces at one vertex share it and are
/// never a pair, so they are tested against all other faces (by hashing), not against each other. Vertices near the
/// faces of a star are searched with the faces themselves, not with their boxes, since those boxes all overlap.
class StarSearch {
 public:
  /// Adds to `found` pairs of elements of each body in `selves` with itself: all pairs that pass an exact test, and
  /// some pairs whose boxes overlap. Requires Stars::serves(query).
  void collect(const BodySet& bodies, const CandidateQuery& query, std::span<const Index> selves,
               surface::FoundPairs& found, Workers& workers);

  std::size_t memory() const;

 private:
  struct Range {
    std::size_t begin, end;
    std::size_t size() const { return end - begin; }
  };
  struct Call {
    const BodySet& bodies;
    const CandidateQuery& query;
    surface::FoundPairs& found;
    Workers& workers;
    Index firstVertex;
  };

  void begin(const BodySet& bodies, Index body);
  template <typename Visit>
  void forCorners(const Call& call, Range range, const Visit& visit) const;
  std::size_t split(const Call& call, Range range, Index vertex);
  void within(const Call& call, Range range);
  void between(const Call& call, Range a, Range b);
  void joinWithin(const Call& call, Range range);
  void joinBetween(const Call& call, Range a, Range b);
  void pairVertices(const Call& call, Index body);
  void fill(const Call& call, Range range, surface::BoxSet& into) const;
  void fillVertices(const BodySet& bodies, Index body, surface::BoxSet& into) const;
  void reachVertices(const Call& call, Index body, Range faces);

  surface::SurfaceScene m_scene;
  std::vector<std::uint32_t> m_faces;  // faces of one body, indices in the set
  // Numbers of faces, indexed by vertex of the body; within() and between() leave them 0.
  std::vector<Index> m_counts, m_others;
  surface::BoxSet m_a, m_b;
  surface::BoxJoin m_join;
  Buckets m_vertices;
  std::vector<std::array<Real, 3>> m_places;
  std::vector<Box> m_extents;
  surface::Pool<std::vector<Index>> m_stacks;
};

}  // namespace pliant::detail
