#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

#include "CellTable.h"

namespace pliant::detail {

/// Tetrahedra whose half-spaces are made and tested together, one to a lane.
inline constexpr std::size_t kGroupLanes = 16;
/// Tetrahedra that look at the table together, and the most vertices that they have. One bit each fits a word.
inline constexpr std::size_t kClusterLanes = 64;
inline constexpr std::size_t kClusterVertices = 64;

struct LaneGroup {
  std::uint8_t corner[4][kGroupLanes];  ///< rank among the cluster's vertices
  Index tetrahedron[kGroupLanes];       ///< flat; lanes beyond the cluster's last repeat its first
};

struct Cluster {
  Index firstGroup;             ///< of ClusterSet::groups; as many as `lanes` need
  Index firstVertex, vertices;  ///< range of ClusterSet::vertices; repeats the first up to a multiple of kGroupLanes
  Index firstOwner;             ///< of ClusterSet::owners
  Index homes;                  ///< of its vertices: those that have it for a home come first
  Index lanes;                  ///< tetrahedra, up to kClusterLanes
  Index slot;
};

struct ClusterSet {
  const Cluster* clusters;
  std::size_t count;
  const LaneGroup* groups;
  const Index* vertices;        ///< flat vertex indices
  const std::uint64_t* owners;  ///< by rank of a vertex: the cluster's lanes that have it for a corner
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
  /// Sign of the tetrahedron's exact volume.
  virtual int orientation(Index tetrahedron) const = 0;

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
  std::uint64_t planeTests = 0;      ///< vertices against all of a group, as the box of one holds them
};

/// Second pass over clusters [begin, end): every pair (vertex of the table, tetrahedron) that may be inside, by
/// half-space tests in rounded arithmetic with a bound on the error, goes to the sink; never a tetrahedron's own
/// corner. `positions` are four scalars a vertex, by flat index. `activeSlots` tells which bodies take part.
void visitClusters(const ClusterSet& clusters, std::size_t begin, std::size_t end, const CellTable& table,
                   const Entries& entries, const Real* positions, const std::uint8_t* activeSlots, PairSink& sink,
                   KernelCounters& counters);

}  // namespace pliant::detail
