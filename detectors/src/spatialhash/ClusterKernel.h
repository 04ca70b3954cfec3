#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

#include "CellTable.h"

namespace pliant::detail {

/// Lanes of the widest vector of scalars that serves here.
inline constexpr std::size_t kGroupLanes = 16;
/// Tetrahedra that look at the table together, and the most vertices that they have. One bit each fits a word.
inline constexpr std::size_t kClusterLanes = 64;
inline constexpr std::size_t kClusterVertices = 64;

struct Cluster {
  Index firstLane;              ///< of ClusterSet::tetrahedra, and four times that of ClusterSet::corners
  Index firstVertex, vertices;  ///< range of ClusterSet::vertices; repeats the first up to a multiple of kGroupLanes
  Index firstOwner;             ///< of ClusterSet::owners
  Index homes;                  ///< of its vertices: those that have it for a home come first
  Index lanes;                  ///< tetrahedra, up to kClusterLanes
  Index slot;
};

/// Lanes that a cluster has room for in ClusterSet::tetrahedra and in each of its four rows of ClusterSet::corners.
/// Those beyond its last repeat its first.
constexpr std::size_t laneRoom(std::size_t lanes) {
  return (lanes + kGroupLanes - 1) / kGroupLanes * kGroupLanes;
}

/// A shape that a cluster had: none of its vertices was nearer than `apart` to one of its tetrahedra of which it is no
/// corner. As long as the cluster is nearly an affine image of that shape, none can be inside one.
struct ClusterShape {
  Real apart = 0;            ///< 0: there is none
  Real longest = 0;          ///< side of its box
  Real inverse[3][3] = {};   ///< of the edges from the first anchor to the others, one a column
  std::uint8_t anchor[4]{};  ///< ranks of vertices that tell the affine map
  std::uint16_t served = 0;  ///< steps in which it has been of use
  std::uint16_t pause = 0;   ///< steps until the next is worth its cost
  std::uint16_t pauses = 0;  ///< length of the pause after that
  bool isApart = false;      ///< what the cluster's vertices and tetrahedra are, by the last test
  std::uint64_t tested = 0;  ///< ClusterSet::update of that
};

struct ClusterSet {
  const Cluster* clusters;
  std::size_t count;
  const Index* tetrahedra;  ///< flat indices, by lane
  const std::uint8_t*
      corners;            ///< rank among the cluster's vertices, by corner and lane; readable kClusterLanes beyond
  const Index* vertices;  ///< flat vertex indices
  const std::uint64_t* owners;     ///< by rank of a vertex: the cluster's lanes that have it for a corner
  ClusterShape* shapes;            ///< by cluster
  Real *shapeX, *shapeY, *shapeZ;  ///< like `vertices`: coordinates in the shape, relative to a corner of its box
  std::uint64_t update;            ///< number of the positions' update
};

/// Vertices in the order of the table's cells; readable kEntryPadding beyond the last.
struct Entries {
  const Real *x, *y, *z;
  const LaneId* vertex;
  const LaneId* home;  ///< cluster, see TetraClusters
};
inline constexpr std::size_t kEntryPadding = 16;

/// Pairs that the filter could not rule out, each once, on their way to the exact test where they need one.
class PairSink {
 public:
  static constexpr std::size_t kCapacity = 256;
  struct Pair {
    Index vertex, tetrahedron;  ///< flat
    bool inside;
  };

  virtual ~PairSink() = default;
  /// `inside`: no exact test is needed.
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
  std::uint64_t cells = 0;           ///< blocks looked up
  std::uint64_t hashCollisions = 0;  ///< cells of other blocks met in their buckets
  std::uint64_t boxTests = 0;        ///< vertices against the box of a cluster
  std::uint64_t planeTests = 0;      ///< vertices against the half-spaces of tetrahedra, as their boxes hold them
};

/// Tells of clusters [begin, end) in their shapes whether their own vertices are apart from their own tetrahedra. Where
/// this has not been done for the positions' update, visitClusters does it.
void testShapes(const ClusterSet& clusters, std::size_t begin, std::size_t end, const Real* positions,
                const std::uint8_t* activeSlots);

/// Second pass over clusters [begin, end): every pair (vertex of the table, tetrahedron) that may be inside, by
/// half-space tests in rounded arithmetic with a bound on the error, goes to the sink; never a tetrahedron's own
/// corner. `positions` are four scalars a vertex, by flat index. `activeSlots` tells which bodies take part. Writes the
/// shapes of these clusters.
void visitClusters(const ClusterSet& clusters, std::size_t begin, std::size_t end, const CellTable& table,
                   const Entries& entries, const Real* positions, const std::uint8_t* activeSlots, PairSink& sink,
                   KernelCounters& counters);

}  // namespace pliant::detail
