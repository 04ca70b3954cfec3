#pragma once

#include <optional>
#include <span>
#include <vector>

#include "regularitytree/ApproximateProjection.h"
#include "regularitytree/ContourKernels.h"
#include "regularitytree/ContourLoops.h"

namespace pliant::detail {

/// The same answer as ContourSweep's for closed loops, in linear time where they are as patches of surfaces have them.
///
/// A chain of edges that all go forward along some direction of the plane doesn't meet itself. Loops are cut into
/// blocks of a few edges, each with the directions (of sixteen, a bit each) along which all its edges go forward and
/// the box that holds them: blocks that follow each other with a direction in common are such a chain, and others whose
/// boxes lie apart don't meet. Of what is left the same is asked edge by edge, and the last pairs of edges are decided
/// one by one. All this looks at a sketch with bounds of its errors, and at the points as they are seen exactly where
/// the sketch can't tell.
class MonotoneChains {
 public:
  void reserve(std::size_t edges);
  /// No answer: two edges that don't follow each other share a vertex, or the work would not be linear.
  std::optional<bool> regular(std::span<const PackedPosition> positions, const ContourLoops& loops,
                              const ViewDirection& along);
  /// Whether every end of an edge surely is farther than `distance` (≥ 0), across the direction of sight, from every
  /// edge that it is not an end of.
  bool apart(std::span<const PackedPosition> positions, const ContourLoops& loops, const ViewDirection& along,
             double distance);

 private:
  enum class Contact : std::uint8_t { None, Meets, Unknown };

  void makeRoom(std::size_t points);
  bool sketch(std::span<const PackedPosition> positions, const ContourLoops& loops, const ViewDirection& along);
  EdgeBlocks blocks();
  std::size_t blockCount() const { return m_vertices.size() / kBlockEdges; }
  Contact findContact();
  void summarize(float gap);
  void findStarts();
  Contact decide(const BlockPair& pair);
  Contact edgesMeet(Index i, Index j);
  bool windingsFit();
  int orientation(const ContourLoops::Loop& loop);
  int windingAround(Index point, const ContourLoops::Loop& loop);
  int turn(Index i, Index j, Index k);
  int order(Index i, Index j);
  const ProjectedPoints& exact();

  ApproximateProjection m_sketch;
  ProjectedPoints m_exact;
  bool m_isExact = false;  // m_exact has the points
  std::span<const PackedPosition> m_positions;
  std::span<const Index> m_vertices;
  std::span<const ContourLoops::Loop> m_loops;
  ViewDirection m_along{0, 0, 1};
  std::vector<std::uint32_t> m_ids;               // m_vertices, with padding
  std::vector<std::uint32_t> m_forward;           // of edges
  std::vector<float> m_boxes[4];                  // of blocks: low u, low w, high u, high w
  std::vector<float> m_edgeBoxes[8];              // of edges, and wider
  std::vector<std::uint8_t> m_chains;             // of blocks
  std::vector<std::uint32_t> m_blockForward;      // of blocks
  std::vector<std::uint32_t> m_starts, m_loopOf;  // of blocks: the first that it may meet, its loop
  std::vector<std::uint32_t> m_edges;             // of blocks: how many
  std::vector<BlockPair> m_pairs;
};

}  // namespace pliant::detail
