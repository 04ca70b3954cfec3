#pragma once

#include <pliant/detectors/BodySet.h>

#include <memory>
#include <vector>

#include "bodyset/BodyRecord.h"

namespace pliant::detail {

/// All elements of all bodies of a set in flat arrays, by slot, and the positions of the last update.
struct FlatBodies {
  using Records = std::vector<std::unique_ptr<BodyRecord>>;  ///< by id; null: free
  using Range = BodySet::Range;

  /// Lays out the elements of all bodies anew.
  void build(const Records& bodies);
  /// Reads all positions: packs them, makes boxes and gives each body its status.
  void read(const Records& bodies, Workers& workers);
  std::size_t memory() const;

  bool current = false;           ///< they belong to the present bodies
  bool hasStart = false;          ///< some body has positions at t0
  std::vector<Index> ids, slots;  ///< id of slot; slot of id
  std::vector<Box> boxes, sweptBoxes;
  std::vector<Real> sweptReaches;
  std::vector<Range> vertexRange, edgeRange, faceRange, tetrahedronRange;
  std::vector<Index> firstLink;  ///< by slot, flat edge
  Index linkCount = 0;
  std::vector<PackedPosition> positions, positions_t0, rest;
  std::vector<Edge> edges;
  std::vector<Triangle> faces, edgesOfFaces;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Index> slotOfVertex, slotOfEdge, slotOfFace, slotOfTetrahedron;
  std::vector<std::uint8_t> onSurface;
  Real meanEdgeLength = 0;

 private:
  /// Vertices of one body that are read in one piece.
  struct Segment {
    Index slot, begin, end;  ///< flat vertices
  };
  struct SegmentResult {
    Box box, swept;
    Index bad;  ///< first flat vertex that is not finite
    Real reach = 0;
  };

  void append(Index id, const BodyRecord& body);
  SegmentResult readSegment(const BodyView& view, const Segment& segment);

  std::vector<Segment> m_segments;
  std::vector<SegmentResult> m_segmentResults;
};

}  // namespace pliant::detail
