#pragma once

#include <pliant/models/SurfaceModel.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

namespace pliant::models {

/// A triangulation that is refined by incremental Delaunay subdivision, in the plane z = 0 or on a sphere around the
/// origin. All faces look to the same side: to +z or outward.
class DelaunayMesh {
 public:
  enum class On : std::uint8_t { Plane, Sphere };

  /// The given faces must be a Delaunay triangulation. Throws Error if two faces use an edge in the same direction.
  DelaunayMesh(On on, std::vector<Point> points, const std::vector<Triangle>& faces);

  /// Splits the longest edge until there are at least `faces` faces.
  void refine(std::size_t faces);

  const std::vector<Point>& points() const { return m_points; }
  std::vector<Triangle> faces() const;
  /// Returns the number of edges, of two faces, that are no Delaunay edges.
  std::size_t badEdges() const;
  /// Returns the number of edges of one face.
  std::size_t borderEdges() const;

 private:
  struct Face {
    Triangle corners;                                           ///< counter-clockwise
    std::array<Index, 3> beyond{kNoIndex, kNoIndex, kNoIndex};  ///< the face opposite each corner
  };
  struct LongEdge {
    double length2;
    Index a, b, face;
    bool operator<(const LongEdge& other) const {
      return std::tie(length2, a, b, face) < std::tie(other.length2, other.a, other.b, other.face);
    }
  };

  double length2(Index a, Index b) const;
  bool isInCircle(const Triangle& t, Index point) const;
  std::size_t cornerOf(Index face, Index vertex) const;
  std::size_t sideTo(Index face, Index other) const;
  void link(Index face, std::size_t side, Index other);
  void pushEdges(Index face);
  Point between(Index a, Index b);
  void split(Index face, std::size_t side);
  void legalise(Index face, Index point);

  On m_on;
  std::vector<Point> m_points;
  std::vector<Face> m_faces;
  std::priority_queue<LongEdge> m_edges;
  std::vector<Index> m_open;  ///< faces whose edge opposite the new point may have to be flipped
};

}  // namespace pliant::models
