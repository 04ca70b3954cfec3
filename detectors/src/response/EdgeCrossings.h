#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/UnionFind.h"

namespace pliant::detail {

/// An edge that passes through a face of another body or of its own body. Indices are those in the set.
struct EdgeCrossing {
  Index edge, face;
  Index contour = 0;           ///< number of the connected contour, from 0 in the order of the bodies
  bool firstPositive = false;  ///< true if the edge's first vertex is on the side to which the face's normal points
  Eigen::Vector3d at;          ///< position of the crossing
  Eigen::Vector3d along;       ///< unit direction of the edge from its first vertex
  Eigen::Vector3d normal;      ///< unit normal of the face
  Eigen::Vector3d pull;        ///< sum of the unit directions in which the contour leaves the crossing
};

/// Crossings of face pairs, and the contours that they form. Both surfaces meet along polylines whose corners are
/// crossings; each segment of a polyline lies in one pair of faces.
class EdgeCrossings {
 public:
  /// Computes the data that depends on the topology only.
  void build(const BodySet& bodies);

  /// `pairs` must be sorted; see SurfaceTangles::find.
  void find(const BodySet& bodies, std::span<const FacePair> pairs);

  /// Returns the area vector of the contours of the first body's surface in the second one's: a sum over closed
  /// polylines, each directed along the cross product of both faces' normals. Returns zero if ties have left a contour
  /// open. `pairs` must be those of the last find(), all of two bodies.
  Eigen::Vector3d area(const BodySet& bodies, std::span<const FacePair> pairs) const;

  /// Returns the crossings, ordered by contour, then by (edge, face).
  std::span<const EdgeCrossing> crossings() const { return m_crossings; }

 private:
  struct Entry {
    Index edge;
    bool grazing;
    Index face, pair;
    auto operator<=>(const Entry&) const = default;
  };
  struct Segment {
    Index pair, crossing;  // in m_ofFace: face and crossing
    auto operator<=>(const Segment&) const = default;
  };
  void gather(const BodySet& bodies, std::span<const FacePair> pairs);
  void join();
  void mend(const BodySet& bodies, std::span<const FacePair> pairs);
  void number(const BodySet& bodies);

  std::vector<std::uint8_t> m_facesOfEdge;  // one per edge of the set: number of its faces; 2 means two or more
  std::vector<Entry> m_entries;
  std::vector<Segment> m_segments, m_ofFace;
  std::vector<Index> m_broken;  // pairs of faces without exactly two crossings
  UnionFind m_sets;             // of the crossings of a contour
  std::vector<Index> m_contour;
  struct Piece {
    Index pair;
    Eigen::Vector3d from, to;
  };
  std::vector<Piece> m_pieces;  // segments of the contours, one per pair of faces
  std::vector<EdgeCrossing> m_crossings;
};

}  // namespace pliant::detail
