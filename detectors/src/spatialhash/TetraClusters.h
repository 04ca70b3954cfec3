#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "ClusterKernel.h"

namespace pliant::detail {

/// Tetrahedra of each body in groups of up to kClusterLanes, and of kClusterVertices, that lie side by side at rest, in
/// a coherent order; parts of a body that don't hang together share no group unless they are small. They depend on the
/// topology only and live as long as it does; with them live the shapes that the kernel remembers.
class TetraClusters {
 public:
  /// Of new positions: begins with their shapes untested, and builds all anew if the set has changed.
  void update(const BodySet& bodies);

  ClusterSet view();
  /// By flat vertex index: the first of the clusters that have the vertex; kNoHome where none has.
  std::span<const LaneId> home() const { return m_home; }
  static constexpr LaneId kNoHome = static_cast<LaneId>(-1);
  std::size_t memory() const;

 private:
  using Point = std::array<float, 3>;
  struct Piece {
    std::vector<Index> tetrahedra;
    Point centre;
  };

  void addBody(const BodySet& bodies, Index slot);
  void addPieces(const BodySet& bodies, Index slot, const std::vector<Point>& points, std::span<Piece> pieces);
  static std::vector<Piece> piecesOf(const BodySet& bodies, Index slot);
  void addClusters(const BodySet& bodies, Index slot, const Index* tetrahedra, std::size_t count);
  void addCluster(const BodySet& bodies, Index slot, const Index* tetrahedra, std::size_t count);
  void findVertices(const BodySet& bodies, const Index* tetrahedra, std::size_t count);

  std::vector<Cluster> m_clusters;
  std::vector<Index> m_tetrahedra;
  std::vector<std::uint8_t> m_corners;
  std::vector<Index> m_vertices;
  std::vector<std::uint64_t> m_owners;
  std::vector<LaneId> m_home;
  std::vector<ClusterShape> m_shapes;
  std::vector<Real> m_shapeX, m_shapeY, m_shapeZ;
  std::vector<Index> m_found;  // scratch
  std::uint64_t m_revision = 0, m_updates = 0;
  const BodySet* m_bodies = nullptr;
};

}  // namespace pliant::detail
