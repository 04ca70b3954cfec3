#pragma once

#include <pliant/detectors/BodySet.h>

#include <cstdint>
#include <vector>

namespace pliant::benchmarks {

/// Two closed surfaces that deform in every frame and intersect in a small region.
class TouchingSurfaces {
 public:
  enum class Shape : std::uint8_t {
    Spheres,  ///< ripple
    Knots,    ///< trefoil knots that sway
  };

  /// `faces`: approximate number of faces of each surface, at least 8.
  TouchingSurfaces(Shape shape, Index faces);

  Index faces() const { return static_cast<Index>(m_faces.size() / 3); }  ///< per surface

  /// Moves all vertices to their positions in `frame`.
  void deform(int frame);

  /// Adds both surfaces to a set, with self-collision disabled.
  /// The set reads the positions from this object, which must outlive it.
  void addTo(BodySet& set) const;

 private:
  Shape m_shape;
  std::vector<Real> m_rest, m_x[2];
  std::vector<Index> m_faces;
};

}  // namespace pliant::benchmarks
