#pragma once

#include <pliant/detectors/BodySet.h>

#include <memory>
#include <vector>

#include "bodyset/BodyRecord.h"

namespace pliant::detail {

/// Elements of all bodies of a set in arrays, ordered by body index, and the positions of the last update.
struct FlatBodies {
  using Records = std::vector<std::unique_ptr<BodyRecord>>;  ///< indexed by body id; null: free
  using Range = BodySet::Range;

  /// Rebuilds the arrays of all elements.
  void build(const Records& bodies);
  /// Packs all positions, computes the boxes and the status of each body. `given`: one per vertex, replaces the
  /// positions at t1 of the views unless it is empty.
  void read(const Records& bodies, Workers& workers, std::span<const PackedPosition> given = {});
  std::size_t memory() const;

  bool current = false;             ///< true if the arrays match the current bodies
  bool hasStart = false;            ///< true if a body has positions at t0
  std::vector<Index> ids, indices;  ///< body id per body index, and the reverse
  std::vector<Box> boxes, sweptBoxes;
  std::vector<Real> sweptReaches;
  std::vector<Range> vertexRange, edgeRange, faceRange, tetrahedronRange;
  std::vector<Index> firstLink;  ///< one per body: edge index in the set
  Index linkCount = 0;
  std::vector<PackedPosition> positions, positions_t0, rest;
  std::vector<Edge> edges;
  std::vector<Triangle> faces, edgesOfFaces;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Index> bodyOfVertex, bodyOfEdge, bodyOfFace, bodyOfTetrahedron;
  std::vector<std::uint8_t> onSurface;
  Real meanEdgeLength = 0;

 private:
  /// A range of one body's vertices that is read at once.
  struct Segment {
    Index body, begin, end;  ///< begin, end: vertex indices in the set
  };
  struct SegmentResult {
    Box box, swept;
    Index bad = kNoIndex;  ///< first vertex in the set that is not finite
    Real reach = 0;
    bool ofViews = false;  ///< true if the positions are those that the views had
  };

  void append(Index id, const BodyRecord& body);
  void readSegment(const BodyRecord& body, const Segment& segment, std::span<const PackedPosition> given,
                   SegmentResult& result);

  std::vector<Segment> m_segments;
  std::vector<SegmentResult> m_segmentResults;
};

}  // namespace pliant::detail
