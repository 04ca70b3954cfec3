#pragma once

#include <pliant/detectors/BodySet.h>

#include <vector>

namespace pliant::benchmarks {

/// A lattice of closed surfaces without tetrahedra: ellipsoids of 128 faces and different shapes that sway and ripple.
/// In every frame a few per cent of the faces intersect faces of neighbours. The mean radius is about 1.
class SurfaceSetup {
 public:
  static constexpr Index kFaces = 128;  ///< faces per body

  /// Throws Error if `bodies` is 0.
  explicit SurfaceSetup(Index bodies);

  Index bodies() const { return m_bodies; }
  std::size_t vertices() const { return m_x.size() / 3; }
  std::size_t faces() const { return std::size_t{kFaces} * m_bodies; }

  /// Sets the step that ends at `frame`: positions at t0 are those of the frame before.
  void deform(int frame);

  /// Adds all bodies to a set. The set reads the positions from this object, which must outlive it.
  void addTo(BodySet& set) const;

 private:
  void place(int frame, std::vector<Real>& x) const;

  Index m_bodies;
  std::vector<Real> m_sphere;  // vertices of the unit sphere, which all bodies are deformed from
  std::vector<Index> m_faces;
  std::vector<Real> m_x0, m_x;  // coordinates, three per vertex, at t0 and t1
};

}  // namespace pliant::benchmarks
