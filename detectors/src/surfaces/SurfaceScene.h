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

/// Edges are those of faces and links.
enum class Kind : std::uint8_t { Vertices, Edges, FaceEdges, Links, Faces };
inline constexpr std::size_t kKinds = 5;

/// Whether a query asks for any pair of elements of two bodies, or of a body and itself.
bool asksFor(const CandidateQuery& query, const BodySet& bodies, Index slotA, Index slotB);

/// Calls add(slotA, slotB, kindA, kindB) for what of the edges of two bodies, or of one, a query holds against each
/// other.
template <typename Add>
void forEdgeJobs(const CandidateQuery& query, Index a, Index b, Add&& add) {
  if (!query.linksOnly) return add(a, b, Kind::Edges, Kind::Edges);
  add(a, b, Kind::Links, Kind::Links);
  add(a, b, Kind::Links, Kind::FaceEdges);
  if (a != b) add(b, a, Kind::Links, Kind::FaceEdges);
}

/// What is to be gone through of a scene: slots that may meet, smaller first, ascending; and slots to test against
/// themselves.
struct SurfaceJobs {
  std::span<const std::pair<Index, Index>> pairs;
  std::span<const Index> selves;
};

/// The bodies of one query as the hash sees them: which may meet, and boxes in floats, rounded outward, of the elements
/// of those that may.
///
/// Bodies whose boxes touch form a group. A group has a frame of its own that moves with it (what all its bodies do
/// together brings none of them nearer), and in the double build is shifted and scaled to fit floats.
class SurfaceScene {
 public:
  /// Finds which bodies may come within reach of each other, by a hierarchy of their boxes. Or, where they are given,
  /// takes those `jobs` that another scene has found for the query, all or some; null: all are found here.
  void build(const BodySet& bodies, const CandidateQuery& query, const SurfaceJobs* jobs, Workers& workers);
  /// The same without boxes of elements.
  void find(const BodySet& bodies, const CandidateQuery& query, const SurfaceJobs* jobs = nullptr);

  /// The same, but elements have no boxes: for those who bound few of them, by corners(). What elements() tells is
  /// known after listElements() only.
  void buildVertices(const BodySet& bodies, const CandidateQuery& query, const SurfaceJobs* jobs, Workers& workers);

  /// Slots that may meet, smaller first, ascending; and slots to test against themselves.
  std::span<const std::pair<Index, Index>> pairs() const { return m_pairs; }
  std::span<const Index> selves() const { return m_selves; }
  /// Slots to test against themselves that are left to StarSearch and not among these.
  std::span<const Index> stars() const { return m_starSlots; }

  /// Copies what elements() tells of elements beside their boxes, where there is anything to be gone through.
  void listElements(const BodySet& bodies);
  /// Elements of a slot, all of them.
  ElementBoxes elements(const BodySet& bodies, Index slot, Kind kind) const;
  ElementCorners corners(const BodySet& bodies, const CandidateQuery& query, Index slot, Kind kind) const;
  /// Boxes of vertices by flat index; where nothing moves and no distance is asked for, the set's positions themselves.
  const VertexBoxes& vertexBoxes() const { return m_vertexBoxes; }
  /// Box of all vertices of a slot: min, max.
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
    std::array<Real, 4> shift{};     // of the end of the step
    std::array<double, 3> origin{};  // double build, times scale
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

  std::vector<double> m_radius;  // by slot, rounded up
  std::vector<BodyExtent> m_extents;
  BodyHierarchy m_hierarchy;
  std::vector<std::pair<Index, Index>> m_pairs;
  Stars m_stars;
  std::vector<Index> m_selves, m_starSlots, m_parent;
  std::vector<Group> m_groups;  // by the group's first slot
  std::vector<Frame> m_frames;  // by slot
  std::vector<std::uint8_t> m_used;
  std::vector<Piece> m_pieces;
  std::vector<std::array<float, 6>> m_pieceBoxes, m_boxes;
  std::vector<float> m_interleaved;
  VertexBoxes m_vertexBoxes;
  Bounds m_vertices, m_edges, m_faces;
};

}  // namespace pliant::detail::surface
