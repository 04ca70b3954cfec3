#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "ClusterKernel.h"

namespace pliant::detail {

/// Clusters of each body's tetrahedra: up to kClusterLanes of them with up to kClusterVertices vertices, adjacent at
/// rest and in a coherent order. Disconnected pieces of a body share no cluster unless they are small. Clusters depend
/// on the topology only and live as long as it does, as do the shapes that the kernel stores.
class TetraClusters {
 public:
  /// Call for each update of the positions: marks all shapes as untested, and rebuilds all clusters if the set has
  /// changed.
  void update(const BodySet& bodies);

  ClusterSet view();
  /// Indexed by vertex of the set: the first cluster that contains the vertex; kNoHome if there is none.
  std::span<const LaneId> home() const { return m_home; }
  static constexpr LaneId kNoHome = static_cast<LaneId>(-1);
  std::size_t memory() const;

 private:
  using Point = std::array<float, 3>;
  /// Connected tetrahedra of a body.
  struct Piece {
    std::vector<Index> tetrahedra;
    Point centre;
  };

  void addBody(const BodySet& bodies, Index body);
  void addPieces(const BodySet& bodies, Index body, const std::vector<Point>& points, std::span<Piece> pieces);
  static std::vector<Piece> piecesOf(const BodySet& bodies, Index body);
  void addClusters(const BodySet& bodies, Index body, const Index* tetrahedra, std::size_t count);
  void addCluster(const BodySet& bodies, Index body, const Index* tetrahedra, std::size_t count);
  void findVertices(const BodySet& bodies, const Index* tetrahedra, std::size_t count);

  std::vector<Cluster> m_clusters;
  std::vector<Index> m_tetrahedra;
  std::vector<std::uint8_t> m_corners;
  std::vector<Index> m_vertices;
  std::vector<std::uint64_t> m_owners;
  std::vector<LaneId> m_home;
  std::vector<ClusterShape> m_shapes;
  std::vector<Real> m_shapeX, m_shapeY, m_shapeZ;
  std::vector<Index> m_found;  // scratch: result of findVertices()
  std::uint64_t m_revision = 0, m_updates = 0;
  const BodySet* m_bodies = nullptr;
};

}  // namespace pliant::detail
