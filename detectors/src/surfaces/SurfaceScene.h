#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Workers.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/UnionFind.h"
#include "surfaces/ElementBoxes.h"
#include "surfaces/SurfaceBounds.h"
#include "surfaces/WorkItems.h"

namespace pliant::detail::surface {

/// The bodies of a query's work items: boxes of their elements in floats, rounded outward.
///
/// Bodies whose boxes touch form a group. Each group has a frame that moves with the mean motion of its bodies, since a
/// common motion brings none of them nearer. In the double build the frame is also shifted and scaled, so that
/// coordinates fit floats.
class SurfaceScene {
 public:
  /// Computes all boxes of the work items' bodies: some or all items that WorkItemFinder returned for the query.
  void build(const BodySet& bodies, const CandidateQuery& query, const WorkItems& items, Workers& workers);

  /// Computes boxes of vertices but not of elements, for callers that compute the boxes of a few elements through
  /// corners(). Call listElements() before elements(), and before corners() of vertices.
  void buildVertices(const BodySet& bodies, const CandidateQuery& query, const WorkItems& items, Workers& workers);

  /// Copies the ids and corners that elements() returns.
  void listElements(const BodySet& bodies);
  /// Returns all elements of a kind of one body.
  ElementBoxes elements(const BodySet& bodies, Index body, Kind kind) const;
  ElementCorners corners(const BodySet& bodies, const CandidateQuery& query, Index body, Kind kind) const;
  /// Boxes of vertices, indexed by vertex index in the set. They are the positions themselves if pairs of faces alone
  /// are requested, without motion and distance (float build).
  const VertexBoxes& vertexBoxes() const { return m_vertexBoxes; }
  /// Box of all vertices of a body: min, max.
  const std::array<float, 6>& box(Index body) const { return m_boxes[body]; }

  std::size_t memory() const;

 private:
  static constexpr double kBig = std::numeric_limits<double>::infinity();
  struct Bounds {
    std::vector<float> bound[6];
    void fit(std::size_t count);
    void take(const VertexBoxes& boxes, std::size_t begin, std::size_t end);
    BoxArrays at(std::size_t begin) const;
    std::size_t memory() const;
  };
  struct Frame {
    std::array<Real, 4> shift{};     // subtracted from positions at t1
    std::array<double, 3> origin{};  // double build only; times scale
    double scale = 1;
  };
  struct Group {
    std::array<double, 3> low{kBig, kBig, kBig}, high{-kBig, -kBig, -kBig}, motion{};
    double bodies = 0;
  };
  struct Piece {
    Index body, begin, end;
  };

  void findGroups(const BodySet& bodies, const CandidateQuery& query, const WorkItems& items);
  void takePositions(const BodySet& bodies);
  void boundVertices(const BodySet& bodies, const CandidateQuery& query, Workers& workers);
  void boundElements(const BodySet& bodies, const CandidateQuery& query, Workers& workers);
  static BodySet::Range rangeOf(const BodySet& bodies, Index body, Kind kind);
  float shrinkOf(const BodySet& bodies, const CandidateQuery& query, Index body) const;

  std::uint64_t m_revision = ~std::uint64_t{0};
  std::vector<std::uint32_t> m_ids, m_edgeCorner[2], m_faceCorner[3];

  UnionFind m_sets;             // bodies whose boxes touch are in one set
  std::vector<Group> m_groups;  // indexed by smallest body index of the group
  std::vector<Frame> m_frames;  // one per body
  std::vector<std::uint8_t> m_used;
  std::vector<Piece> m_pieces;
  std::vector<std::array<float, 6>> m_pieceBoxes, m_boxes;
  std::vector<float> m_interleaved;
  VertexBoxes m_vertexBoxes;
  Bounds m_vertices, m_edges, m_faces;
};

}  // namespace pliant::detail::surface
