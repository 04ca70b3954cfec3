#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>

#include <Eigen/Core>
#include <span>
#include <vector>

namespace pliant::detail {

/// An edge that passes through a face of another body, or of its own. Flat indices.
struct EdgeCrossing {
  Index edge, face;
  Index contour = 0;           ///< crossings that hang together, from 0 in the order of their bodies
  bool firstPositive = false;  ///< the edge's first vertex is on the side to which the face's normal points
  Eigen::Vector3d at;          ///< where
  Eigen::Vector3d along;       ///< unit, of the edge from its first vertex
  Eigen::Vector3d normal;      ///< unit, of the face
  Eigen::Vector3d pull;        ///< sum of the unit directions in which the contour leaves
};

/// Crossings of face pairs, and the contours that they make up: both surfaces meet along a polyline whose corners are
/// crossings, and each of whose segments lies in one pair of faces.
class EdgeCrossings {
 public:
  /// What depends on the topology alone.
  void build(const BodySet& bodies);

  /// `pairs`: sorted, see SurfaceTangles::find.
  void find(const BodySet& bodies, std::span<const FacePair> pairs);

  /// Area vector of the contours of the first body's surface in the second one's: a sum over closed polylines, each
  /// running along the cross product of both faces' normals. Zero where ties have left one open. For the pairs that
  /// were given to find, all of two bodies.
  Eigen::Vector3d area(const BodySet& bodies, std::span<const FacePair> pairs) const;

  /// Ordered by contour, then by (edge, face).
  std::span<const EdgeCrossing> crossings() const { return m_crossings; }

 private:
  struct Entry {
    Index edge;
    bool grazing;
    Index face, pair;
    auto operator<=>(const Entry&) const = default;
  };
  struct Segment {
    Index pair, crossing;  // of m_ofFace: face and crossing
    auto operator<=>(const Segment&) const = default;
  };
  void gather(const BodySet& bodies, std::span<const FacePair> pairs);
  void join();
  void mend(const BodySet& bodies, std::span<const FacePair> pairs);
  void unite(Index a, Index b);
  void number(const BodySet& bodies);
  Index root(Index crossing);

  std::vector<std::uint8_t> m_facesOfEdge;  // by flat edge; 2: or more
  std::vector<Entry> m_entries;
  std::vector<Segment> m_segments, m_ofFace;
  std::vector<Index> m_broken;  // pairs
  std::vector<Index> m_parent, m_contour;
  struct Piece {
    Index pair;
    Eigen::Vector3d from, to;
  };
  std::vector<Piece> m_pieces;  // of the contours, in pairs of faces
  std::vector<EdgeCrossing> m_crossings;
};

}  // namespace pliant::detail
