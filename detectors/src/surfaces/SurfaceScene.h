#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Workers.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "surfaces/BodyHierarchy.h"
#include "surfaces/ElementBoxes.h"
#include "surfaces/Stars.h"
#include "surfaces/SurfaceBounds.h"

namespace pliant::detail::surface {

/// Edges are FaceEdges and Links together.
enum class Kind : std::uint8_t { Vertices, Edges, FaceEdges, Links, Faces };
inline constexpr std::size_t kKinds = 5;

/// Returns true if the query requests any pair of elements of two bodies, or of one body with itself.
bool asksFor(const CandidateQuery& query, const BodySet& bodies, Index slotA, Index slotB);

/// Calls add(slotA, slotB, kindA, kindB) for each combination of edge kinds of two bodies, or of one, that the query
/// tests.
template <typename Add>
void forEdgeJobs(const CandidateQuery& query, Index a, Index b, Add&& add) {
  if (!query.linksOnly) return add(a, b, Kind::Edges, Kind::Edges);
  add(a, b, Kind::Links, Kind::Links);
  add(a, b, Kind::Links, Kind::FaceEdges);
  if (a != b) add(b, a, Kind::Links, Kind::FaceEdges);
}

/// Work items of a scene: pairs of body indices (slots) that may meet, smaller first, ascending; and bodies to test
/// against themselves.
struct SurfaceJobs {
  std::span<const std::pair<Index, Index>> pairs;
  std::span<const Index> selves;
};

/// The bodies of one query: pairs that may meet, and boxes of their elements in floats, rounded outward.
///
/// Bodies whose boxes touch form a group. Each group has a frame that moves with the mean motion of its bodies, since a
/// common motion brings none of them nearer. In the double build the frame is also shifted and scaled, so that
/// coordinates fit floats.
class SurfaceScene {
 public:
  /// Finds the bodies that may come within reach of each other, by a hierarchy of their boxes, and computes all boxes.
  /// If `jobs` is not null, it takes these work items instead: all or some of the items that another scene found for
  /// the query.
  void build(const BodySet& bodies, const CandidateQuery& query, const SurfaceJobs* jobs, Workers& workers);
  /// Finds the work items only; computes no boxes.
  void find(const BodySet& bodies, const CandidateQuery& query, const SurfaceJobs* jobs = nullptr);

  /// Computes boxes of vertices but not of elements, for callers that compute the boxes of a few elements through
  /// corners(). Call listElements() before elements() or corners().
  void buildVertices(const BodySet& bodies, const CandidateQuery& query, const SurfaceJobs* jobs, Workers& workers);

  /// Pairs of bodies that may meet, smaller index first, ascending; and bodies to test against themselves.
  std::span<const std::pair<Index, Index>> pairs() const { return m_pairs; }
  std::span<const Index> selves() const { return m_selves; }
  /// Bodies to test against themselves by StarSearch; they are not in selves().
  std::span<const Index> stars() const { return m_starSlots; }

  /// Copies the ids and corners that elements() returns. Does nothing without pairs and selves.
  void listElements(const BodySet& bodies);
  /// Returns all elements of a kind of one body.
  ElementBoxes elements(const BodySet& bodies, Index slot, Kind kind) const;
  ElementCorners corners(const BodySet& bodies, const CandidateQuery& query, Index slot, Kind kind) const;
  /// Boxes of vertices, indexed by vertex index in the set. They are the positions themselves if pairs of faces alone
  /// are requested, without motion and distance (float build).
  const VertexBoxes& vertexBoxes() const { return m_vertexBoxes; }
  /// Box of all vertices of a body: min, max.
  const std::array<float, 6>& box(Index slot) const { return m_boxes[slot]; }

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
    Index slot, begin, end;
  };

  void findJobs(const BodySet& bodies, const CandidateQuery& query);
  void findGroups(const BodySet& bodies, const CandidateQuery& query);
  void takePositions(const BodySet& bodies);
  void boundVertices(const BodySet& bodies, const CandidateQuery& query, Workers& workers);
  void boundElements(const BodySet& bodies, const CandidateQuery& query, Workers& workers);
  Index root(Index slot);
  static BodySet::Range edgesOf(const BodySet& bodies, Index slot, Kind kind);
  float marginPart(const BodySet& bodies, const CandidateQuery& query, Index slot) const;

  std::uint64_t m_revision = ~std::uint64_t{0};
  std::vector<std::uint32_t> m_ids, m_edgeCorner[2], m_faceCorner[3];

  std::vector<double> m_radius;  // one per body, rounded up [length]
  std::vector<BodyExtent> m_extents;
  BodyHierarchy m_hierarchy;
  std::vector<std::pair<Index, Index>> m_pairs;
  Stars m_stars;
  std::vector<Index> m_selves, m_starSlots, m_parent;
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
