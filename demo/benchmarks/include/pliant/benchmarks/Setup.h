#pragma once

#include <pliant/detectors/BodySet.h>

#include <string>
#include <string_view>
#include <vector>

namespace pliant::benchmarks {

/// A setup of Teschner 2003, table 1 (A to E), or a larger one of the same kind (F, G).
/// Tetrahedral objects deform in every frame. A few per cent of their vertices are in other objects or in other parts
/// of their own object. A cube has edge 1 and is cut into five tetrahedra.
/// - A: objects of two cubes.
/// - B, C, E, F, G: plates of 10×10×1 cubes. Every twentieth is rolled up and intersects itself.
/// - D: two long branching vessels.
/// long branching vessels. A cube has edge 1 and is cut into five tetrahedra.
class Setup {
 public:
  /// `name`: A to G. `bodies`: number of bodies of equal size that the objects are joined into; 0: a body per object.
  explicit Setup(char name, Index bodies = 0);

  char name() const { return m_name; }
  Index objects() const { return m_objects; }
  std::size_t vertices() const { return m_rest.size() / 3; }
  std::size_t tetrahedra() const { return m_tetrahedra.size() / 4; }

  /// Moves all vertices to their positions in `frame`.
  void deform(int frame);

  /// Adds all bodies to a set. The set reads the positions from this object, which must outlive it.
  void addTo(BodySet& set) const;

 private:
  struct Part {
    Index firstVertex, vertexCount, firstTetrahedron, tetrahedronCount;
  };

  void addObject(const std::vector<Real>& x, const std::vector<Index>& tetrahedra);
  void joinInto(Index bodies);

  char m_name;
  Index m_objects = 0;
  std::vector<Part> m_parts;        // one per object
  std::vector<Part> m_bodies;       // one per body of a set
  std::vector<Real> m_rest, m_x;    // coordinates, three per vertex, at rest and in this frame
  std::vector<Index> m_tetrahedra;  // four corners each, vertex indices [body]
};

}  // namespace pliant::benchmarks
