#pragma once

#include <pliant/models/ImplicitShape.h>

#include <unordered_map>

namespace pliant::models {

/// The surface of a shape, cut by a body-centred lattice of cubes of one size. The corners of a tetrahedron are the
/// centres of two neighbouring cubes and the ends of an edge between these cubes. A tetrahedron contains a triangle or
/// a quadrangle if the value changes its sign in it.
class LatticeCut {
 public:
  LatticeCut(const ImplicitShape& shape, double size);

  std::vector<Point> points;
  std::vector<Triangle> faces;

 private:
  using Selection = ImplicitShape::Selection;
  /// Coordinates in half cubes: even for corners of cubes, odd for centres.
  using Place = std::array<std::uint32_t, 3>;
  struct Sample {
    Place place;
    double value;
  };

  void descend(const Place& low, std::uint32_t cubes, const Selection& wide, std::size_t level);
  void cut(const Place& centre, const Selection& near);
  void cut(const std::array<Index, 4>& corners);
  Index sample(const Place& place, const Selection& near);
  Index crossing(Index a, Index b);
  Point at(const Place& place) const;

  const ImplicitShape& m_shape;
  double m_size, m_steepness;
  Point m_origin;
  std::vector<Selection> m_selections;  // one per level of the descent
  std::vector<Sample> m_samples;
  std::unordered_map<std::uint64_t, Index> m_sampleAt, m_crossingOf;
};

}  // namespace pliant::models
