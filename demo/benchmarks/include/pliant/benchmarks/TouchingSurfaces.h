#pragma once

#include <pliant/detectors/BodySet.h>

#include <cstdint>
#include <vector>

namespace pliant::benchmarks {

/// Two closed surfaces that deform in every frame and cut into each other in a small part of them.
class TouchingSurfaces {
 public:
  enum class Shape : std::uint8_t {
    Spheres,  ///< that ripple
    Knots,    ///< trefoils that sway
  };

  /// Of about `faces` faces each, at least 8.
  TouchingSurfaces(Shape shape, Index faces);

  Index faces() const { return static_cast<Index>(m_faces.size() / 3); }  ///< of one

  /// Moves all vertices to where they are in `frame`.
  void deform(int frame);

  /// Adds both to a set, neither tested against itself; positions are read from here, which must outlive the set's use.
  void addTo(BodySet& set) const;

 private:
  Shape m_shape;
  std::vector<Real> m_rest, m_x[2];
  std::vector<Index> m_faces;
};

}  // namespace pliant::benchmarks
