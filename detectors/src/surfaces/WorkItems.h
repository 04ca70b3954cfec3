#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "surfaces/BodyHierarchy.h"
#include "surfaces/ElementBoxes.h"
#include "surfaces/FoundPairs.h"
#include "surfaces/Stars.h"

namespace pliant::detail::surface {

/// Work items of a query: pairs of body indices that may meet, smaller first, ascending; and bodies to test
/// against themselves.
struct WorkItems {
  std::span<const std::pair<Index, Index>> pairs;
  std::span<const Index> selves;
  bool empty() const { return pairs.empty() && selves.empty(); }
};

/// Finds the work items of a query, by a hierarchy of the bodies' boxes.
class WorkItemFinder {
 public:
  /// Returns the pairs of bodies that may come within reach of each other, and the bodies to test against themselves.
  /// Valid until the next call.
  WorkItems find(const BodySet& bodies, const CandidateQuery& query);
  /// Bodies of the last query to test against themselves by StarSearch. They are in no work item.
  std::span<const Index> stars() const { return m_starBodies; }

  std::size_t memory() const { return memoryOf(m_extents) + m_hierarchy.memory(); }

 private:
  std::vector<BodyExtent> m_extents;
  BodyHierarchy m_hierarchy;
  Stars m_stars;
  std::vector<std::pair<Index, Index>> m_pairs;
  std::vector<Index> m_selves, m_starBodies;
};

/// Returns a body's share of the margins of a pair [length]: 0 if the query ignores margins, however large they are.
double marginPart(const BodySet& bodies, const CandidateQuery& query, Index body);
/// Returns a body's share of the distance within which a pair is a candidate, rounded up [length].
double pairReach(const BodySet& bodies, const CandidateQuery& query, Index body);

/// Returns true if the query requests any pair of elements of two bodies, or of one body with itself.
bool asksFor(const CandidateQuery& query, const BodySet& bodies, Index bodyA, Index bodyB);

/// Edges are FaceEdges and Links together.
enum class Kind : std::uint8_t { Vertices, Edges, FaceEdges, Links, Faces };
inline constexpr std::size_t kKinds = 5;

/// Elements of one body against those of another one, or of one body among themselves.
struct ElementItem {
  Index bodyA, bodyB;
  Kind kindA, kindB;
  List list;

  bool own() const { return bodyA == bodyB; }
  /// Elements of different bodies share no corner.
  Exclusion exclusion() const {
    if (!own()) return Exclusion::None;
    return list == kVertexFace ? Exclusion::VertexFace : list == kEdgeEdge ? Exclusion::EdgeEdge : Exclusion::FaceFace;
  }
};

/// Calls add(ElementItem) for all elements that the query tests in two bodies, or in one.
template <typename Add>
void forElementItems(const CandidateQuery& query, Index a, Index b, Add&& add) {
  if (query.vertexFace) add(ElementItem{a, b, Kind::Vertices, Kind::Faces, kVertexFace});
  if (query.vertexFace && a != b) add(ElementItem{b, a, Kind::Vertices, Kind::Faces, kVertexFace});
  if (query.edgeEdge && !query.linksOnly) add(ElementItem{a, b, Kind::Edges, Kind::Edges, kEdgeEdge});
  if (query.edgeEdge && query.linksOnly) {
    add(ElementItem{a, b, Kind::Links, Kind::Links, kEdgeEdge});
    add(ElementItem{a, b, Kind::Links, Kind::FaceEdges, kEdgeEdge});
    if (a != b) add(ElementItem{b, a, Kind::Links, Kind::FaceEdges, kEdgeEdge});
  }
  if (query.faceFace) add(ElementItem{a, b, Kind::Faces, Kind::Faces, kFaceFace});
}

/// The same for all work items.
template <typename Add>
void forElementItems(const CandidateQuery& query, const WorkItems& items, Add&& add) {
  for (const auto& [a, b] : items.pairs) forElementItems(query, a, b, add);
  for (const Index body : items.selves) forElementItems(query, body, body, add);
}

/// Returns the intersection of two boxes (min x, y, z, max x, y, z); std::nullopt if they do not touch.
inline std::optional<std::array<float, 6>> intersectionOf(const std::array<float, 6>& a,
                                                          const std::array<float, 6>& b) {
  std::array<float, 6> common;
  for (std::size_t k = 0; k < 3; ++k) {
    common[k] = std::max(a[k], b[k]);
    common[3 + k] = std::min(a[3 + k], b[3 + k]);
    if (common[k] > common[3 + k]) return std::nullopt;
  }
  return common;
}

}  // namespace pliant::detail::surface
