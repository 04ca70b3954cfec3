#pragma once

#include <optional>
#include <span>
#include <vector>

#include "regularitytree/ApproximateProjection.h"
#include "regularitytree/ContourKernels.h"
#include "regularitytree/ContourLoops.h"

namespace pliant::detail {

/// Gives the same answer as ContourSweep for closed loops, in linear time for typical contours of patches.
///
/// A chain of edges that all go forward in some direction of the plane does not intersect itself.
/// - Loops are cut into blocks of a few edges. A block has a box, and a bit set of those of sixteen directions in which
///   all its edges go forward.
/// - Consecutive blocks with a common direction are such a chain. Other blocks do not meet if their boxes are
///   separated.
/// - The remaining blocks are tested in the same way edge by edge, and the remaining pairs of edges one by one.
/// - All tests use an approximate projection with error bounds, and the exact projection where it leaves a decision
///   open.
class MonotoneChains {
 public:
  void reserve(std::size_t edges);
  /// Returns nothing if two edges that are not consecutive share a vertex, or if the work would not be linear.
  std::optional<bool> regular(std::span<const PackedPosition> positions, const ContourLoops& loops,
                              const ViewDirection& along);
  /// Returns true if every end of an edge is certainly farther than `distance` (≥ 0), perpendicular to the view
  /// direction, from every edge that does not have this end.
  bool separated(std::span<const PackedPosition> positions, const ContourLoops& loops, const ViewDirection& along,
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
  bool m_isExact = false;  // m_exact is up to date
  std::span<const PackedPosition> m_positions;
  std::span<const Index> m_vertices;
  std::span<const ContourLoops::Loop> m_loops;
  ViewDirection m_along{0, 0, 1};
  std::vector<std::uint32_t> m_ids;               // m_vertices with padding
  std::vector<std::uint32_t> m_forward;           // per edge
  std::vector<float> m_boxes[4];                  // per block: low u, low w, high u, high w
  std::vector<float> m_edgeBoxes[8];              // per edge; then enlarged
  std::vector<std::uint8_t> m_chains;             // per block
  std::vector<std::uint32_t> m_blockForward;      // per block
  std::vector<std::uint32_t> m_starts, m_loopOf;  // per block: first block to test, its loop
  std::vector<std::uint32_t> m_edges;             // per block: number of edges
  std::vector<BlockPair> m_pairs;
};

}  // namespace pliant::detail
