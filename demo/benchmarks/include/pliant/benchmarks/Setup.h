#pragma once

#include <pliant/detectors/BodySet.h>

#include <string>
#include <string_view>
#include <vector>

namespace pliant::benchmarks {

/// One of the setups of Teschner 2003, table 1 (A to E), or larger ones of the same kind (F, G): tetrahedral objects
/// that deform in every frame, a few per cent of their vertices in foreign tetrahedra or in other parts of their own
/// object.
///
/// A: objects of two cubes. B, C, E, F, G: plates of 10×10×1 cubes, every twentieth rolled up through itself. D: two
/// long branching vessels. A cube has edge 1 and is cut into five tetrahedra.
class Setup {
 public:
  /// `name` is one letter, A to G; `bodies` other than 0 joins the objects into so many bodies of equal size.
  explicit Setup(char name, Index bodies = 0);

  char name() const { return m_name; }
  Index objects() const { return m_objects; }
  std::size_t vertices() const { return m_rest.size() / 3; }
  std::size_t tetrahedra() const { return m_tetrahedra.size() / 4; }

  /// Moves all vertices to where they are in `frame`.
  void deform(int frame);

  /// Adds all bodies to a set; their positions are read from this setup, which must outlive the set's use.
  void addTo(BodySet& set) const;

 private:
  struct Part {
    Index firstVertex, vertexCount, firstTetrahedron, tetrahedronCount;
  };

  void addObject(const std::vector<Real>& x, const std::vector<Index>& tetrahedra);
  void joinInto(Index bodies);

  char m_name;
  Index m_objects = 0;
  std::vector<Part> m_parts;        // objects
  std::vector<Part> m_bodies;       // what is added to a set
  std::vector<Real> m_rest, m_x;    // coordinates, three a vertex, at rest and in this frame
  std::vector<Index> m_tetrahedra;  // four corners each, indices of their body's vertices
};

}  // namespace pliant::benchmarks
