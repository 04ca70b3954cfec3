#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

#include "CellTable.h"

namespace pliant::detail {

/// Number of lanes of the widest SIMD vector of Real in use.
inline constexpr std::size_t kGroupLanes = 16;
/// Maximum numbers of tetrahedra and of vertices of a cluster. One bit per tetrahedron or vertex fits a 64-bit word.
inline constexpr std::size_t kClusterLanes = 64;
inline constexpr std::size_t kClusterVertices = 64;

struct Cluster {
  Index firstLane;  ///< in ClusterSet::tetrahedra; four times that in ClusterSet::corners
  /// Range of ClusterSet::vertices; padded with the first vertex to a multiple of kGroupLanes.
  Index firstVertex, vertices;
  Index firstOwner;  ///< in ClusterSet::owners
  Index homes;       ///< number of vertices whose home is this cluster; they come first
  Index lanes;       ///< number of tetrahedra, at most kClusterLanes
  Index body;
};

/// Returns the number of lanes that a cluster occupies in ClusterSet::tetrahedra and in each of its four rows of
/// ClusterSet::corners. Unused lanes repeat the first one.
constexpr std::size_t laneRoom(std::size_t lanes) {
  return (lanes + kGroupLanes - 1) / kGroupLanes * kGroupLanes;
}

/// Reference shape of a cluster. In it, each vertex is at least `separation` away from each tetrahedron of the cluster
/// of which it is no corner. While the cluster is nearly an affine image of this shape, no vertex is inside such a
/// tetrahedron.
struct ClusterShape {
  Real separation = 0;       ///< minimum distance [length]; 0: no shape
  Real longest = 0;          ///< longest side of the shape's box [length]
  Real inverse[3][3] = {};   ///< of the matrix whose columns are the edges from the first anchor to the others
  std::uint8_t anchor[4]{};  ///< ranks of four vertices that define the affine map
  std::uint16_t served = 0;  ///< number of updates in which the shape was useful, at most kWorthwhile
  std::uint16_t pause = 0;   ///< number of updates until a new shape is worth its cost
  std::uint16_t pauses = 0;  ///< length of the current pause
  bool separated = false;    ///< result of the last test: vertices and tetrahedra are separated
  std::uint64_t tested = 0;  ///< ClusterSet::update of the last test
};

/// View of the arrays of TetraClusters.
struct ClusterSet {
  const Cluster* clusters;
  std::size_t count;
  const Index* tetrahedra;  ///< indices in the set, by lane
  const std::uint8_t*
      corners;            ///< rank among the cluster's vertices, by corner and lane; kClusterLanes more are readable
  const Index* vertices;  ///< vertex indices in the set
  const std::uint64_t* owners;  ///< by vertex rank: bit mask of the lanes that have the vertex as a corner
  ClusterShape* shapes;         ///< one per cluster
  /// Coordinates in the shape, in the order of `vertices`, relative to a corner of the shape's box.
  Real *shapeX, *shapeY, *shapeZ;
  std::uint64_t update;  ///< number of the position update
};

/// Vertices in the order of the table's cells; kEntryPadding more are readable after the last one.
struct Entries {
  const Real *x, *y, *z;
  const LaneId* vertex;
  const LaneId* home;  ///< index of a cluster, see TetraClusters
};
inline constexpr std::size_t kEntryPadding = 16;

/// Buffer for the pairs that the filter cannot exclude, each once. take() receives them in blocks.
class PairSink {
 public:
  static constexpr std::size_t kCapacity = 256;
  struct Pair {
    Index vertex, tetrahedron;  ///< indices in the set
    bool inside;
  };

  virtual ~PairSink() = default;
  /// `inside`: the vertex is certified to be inside; no exact test is needed.
  void push(Index vertex, Index tetrahedron, bool inside) {
    m_pairs[m_count] = {vertex, tetrahedron, inside};
    if (++m_count == kCapacity) flush();
  }
  void flush() {
    if (m_count) take(m_pairs, m_count);
    m_count = 0;
  }

 protected:
  virtual void take(const Pair* pairs, std::size_t count) = 0;

 private:
  Pair m_pairs[kCapacity];
  std::size_t m_count = 0;
};

struct KernelCounters {
  std::uint64_t cells = 0;           ///< number of block lookups
  std::uint64_t hashCollisions = 0;  ///< cells of other blocks in the same buckets
  std::uint64_t boxTests = 0;        ///< vertices tested against the box of a cluster
  std::uint64_t planeTests = 0;  ///< vertices tested against the half-spaces of a tetrahedron whose box contains them
};

/// Determines for clusters [begin, end), by their shapes, whether their own vertices are separated from their own
/// tetrahedra. visitClusters() does it for clusters that were not tested in this position update.
void testShapes(const ClusterSet& clusters, std::size_t begin, std::size_t end, const Real* positions,
                const std::uint8_t* activeBodies);

/// Second pass over clusters [begin, end). Pushes every pair (vertex of the table, tetrahedron) that may be inside to
/// the sink; never a tetrahedron's own corner. The half-space tests use rounded arithmetic with an error bound.
/// `positions`: four scalars per vertex of the set. `activeBodies`: not 0 for bodies that are included. Writes the
/// shapes of these clusters.
void visitClusters(const ClusterSet& clusters, std::size_t begin, std::size_t end, const CellTable& table,
                   const Entries& entries, const Real* positions, const std::uint8_t* activeBodies, PairSink& sink,
                   KernelCounters& counters);

}  // namespace pliant::detail
