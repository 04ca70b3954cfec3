#pragma once

#include <pliant/detectors/BodySet.h>

#include <Eigen/Core>
#include <array>
#include <vector>

#include "response/SurfaceTree.h"

namespace pliant::detail {

/// A point in which a segment passes through a face.
struct SurfaceCrossing {
  Index face;    // index in the set
  double t;      // position along the segment, 0 to 1
  double slope;  // cosine between segment and outward normal: > 0 at an exit, < 0 at an entry, 0 within the face
  Eigen::Vector3d normal;  // unit, outward
  std::array<double, 3> barycentric;
};

/// Surfaces of bodies that edges of other bodies may cross. The tree and the orientation of a surface are computed at
/// its first use after an update. Bodies are given by body index.
class PenetratedSurfaces {
 public:
  void update(const BodySet& bodies);

  struct Surface {
    SurfaceTree tree;
    double outward = 1;  // −1 if the faces are oriented inward as a whole
    std::uint64_t updates = 0;
    bool built = false;
  };
  const Surface& surface(Index index);

  /// Computes all crossings of the segment from vertex p to vertex q with the surface of a body, decided exactly and
  /// sorted by (t, face). A segment in the plane of a face crosses it with slope 0, up to rounding; faces without area
  /// have no crossings.
  void crossings(Index index, Index p, Index q, std::vector<SurfaceCrossing>& found);

  /// Returns the vector from vertex p to vertex q.
  Eigen::Vector3d segment(Index p, Index q) const {
    return wide(m_bodies->positions()[q]) - wide(m_bodies->positions()[p]);
  }

  /// Returns the outward unit normal of a face, or zero if the face has no area.
  Eigen::Vector3d normal(Index index, Index face);

  /// Returns the memory in use [bytes].
  std::size_t memory() const;

 private:
  const BodySet* m_bodies = nullptr;
  std::uint64_t m_revision = 0;
  std::vector<Surface> m_surfaces;
};

}  // namespace pliant::detail
