#pragma once

#include <pliant/detectors/BodySet.h>

#include <vector>

namespace pliant::benchmarks {

/// A crowd of closed surfaces without tetrahedra: ellipsoids of 128 faces in a lattice, of differing shapes, that sway
/// and ripple, so that in every frame a few per cent of the faces cut into neighbours. Lengths in mean radii, about 1.
class SurfaceSetup {
 public:
  static constexpr Index kFaces = 128;  ///< of a body

  /// At least one body.
  explicit SurfaceSetup(Index bodies);

  Index bodies() const { return m_bodies; }
  std::size_t vertices() const { return m_x.size() / 3; }
  std::size_t faces() const { return std::size_t{kFaces} * m_bodies; }

  /// The step that ends at `frame`: from where the vertices were in the frame before to where they are in this.
  void deform(int frame);

  /// Adds all bodies to a set; their positions are read from this setup, which must outlive the set's use.
  void addTo(BodySet& set) const;

 private:
  void place(int frame, std::vector<Real>& x) const;

  Index m_bodies;
  std::vector<Real> m_sphere;  // vertices of the unit sphere that all bodies come from
  std::vector<Index> m_faces;
  std::vector<Real> m_x0, m_x;  // coordinates, three a vertex, at start and end of the step
};

}  // namespace pliant::benchmarks
