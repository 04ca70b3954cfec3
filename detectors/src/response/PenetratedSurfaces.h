#pragma once

#include <pliant/detectors/BodySet.h>

#include <Eigen/Core>
#include <array>
#include <vector>

#include "response/SurfaceTree.h"

namespace pliant::detail {

/// Where a segment passes through a face.
struct SurfaceCrossing {
  Index face;              // flat
  double t;                // along the segment
  double slope;            // of the segment against the outward normal: cosine, > 0 on the way out, 0 within the face
  Eigen::Vector3d normal;  // unit, outward
  std::array<double, 3> barycentric;
};

/// Surfaces of bodies as edges of others meet them. A surface's tree and orientation are computed when it is first used
/// after an update.
class PenetratedSurfaces {
 public:
  void update(const BodySet& bodies);

  struct Surface {
    SurfaceTree tree;
    double outward = 1;  // −1: the faces are oriented inward as a whole
    std::uint64_t updates = 0;
    bool built = false;
  };
  const Surface& surface(Index slot);

  /// All crossings of the segment from p to q with the surface of a body, by exact decision, sorted by (t, face).
  /// Segments in the plane of a face and faces without area give none.
  void crossings(Index slot, Index p, Index q, std::vector<SurfaceCrossing>& found);

  /// From vertex p to vertex q.
  Eigen::Vector3d segment(Index p, Index q) const {
    return wide(m_bodies->positions()[q]) - wide(m_bodies->positions()[p]);
  }

  /// Outward unit normal of a face; zero for a face without area.
  Eigen::Vector3d normal(Index slot, Index face);

  /// Bytes held at present.
  std::size_t memory() const;

 private:
  const BodySet* m_bodies = nullptr;
  std::uint64_t m_revision = 0;
  std::vector<Surface> m_surfaces;
};

}  // namespace pliant::detail
