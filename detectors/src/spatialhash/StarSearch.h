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

/// Goes through surfaces with stars, for all detectors alike. Faces at one vertex share it and are never a pair, so
/// they are held against all others, not against each other; what they are held against is hashed. Vertices are looked
/// for near the faces themselves, not near their boxes, since those of a star all meet.
class StarSearch {
 public:
  /// Adds to `found` pairs of elements of each slot with itself: all that pass an exact test, and some of those whose
  /// boxes meet. The query is one that Stars::serves.
  void collect(const BodySet& bodies, const CandidateQuery& query, std::span<const Index> slots,
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

  void begin(const BodySet& bodies, Index slot);
  template <typename Visit>
  void forCorners(const Call& call, Range range, const Visit& visit) const;
  std::size_t split(const Call& call, Range range, Index vertex);
  void within(const Call& call, Range range);
  void between(const Call& call, Range a, Range b);
  void joinWithin(const Call& call, Range range);
  void joinBetween(const Call& call, Range a, Range b);
  void pairVertices(const Call& call, Index slot);
  void fill(const Call& call, Range range, surface::BoxSet& into) const;
  void fillVertices(const BodySet& bodies, Index slot, surface::BoxSet& into) const;
  void reachVertices(const Call& call, Index slot, Range faces);

  surface::SurfaceScene m_scene;
  std::vector<std::uint32_t> m_faces;     // of one slot, flat
  std::vector<Index> m_counts, m_others;  // of faces by the slot's own vertices; all 0 between calls
  surface::BoxSet m_a, m_b;
  surface::BoxJoin m_join;
  Buckets m_vertices;
  std::vector<std::array<Real, 3>> m_places;
  std::vector<Box> m_extents;
  surface::Pool<std::vector<Index>> m_stacks;
};

}  // namespace pliant::detail
