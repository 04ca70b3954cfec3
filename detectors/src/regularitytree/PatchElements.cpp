#include "regularitytree/PatchElements.h"

#include "surfaces/SurfaceBounds.h"

namespace pliant::detail {

using surface::ElementBoxes;
using surface::kPad;

namespace {

// Larger patches are not prefetched: their data would be evicted before its use.
constexpr Index kMostAhead = 128;

}  // namespace

void PatchElements::Rows::reset(std::size_t count, int corners) {
  for (auto& v : bound) v.assign(count + kPad, 0);
  id.assign(count + kPad, 0);
  for (int c = 0; c < 3; ++c) corner[c].assign(c < corners ? count + kPad : 0, 0);
}

ElementBoxes PatchElements::Rows::view() const {
  ElementBoxes view;
  for (int k = 0; k < 6; ++k) view.boxes.bound[k] = bound[k].data();
  for (int c = 0; c < 3; ++c) view.corner[c] = corner[c].empty() ? nullptr : corner[c].data();
  view.id = id.data();
  view.count = id.empty() ? 0 : id.size() - kPad;
  return view;
}

std::size_t PatchElements::Rows::memory() const {
  return memoryOf(id, bound, corner);
}

void PatchElements::assign(const BodySet& bodies, const SurfacePatches& parts) {
  const auto take = [](Rows& rows, std::span<const Index> elements, const auto& cornersOf, std::size_t corners) {
    rows.reset(elements.size(), static_cast<int>(corners));
    for (std::size_t i = 0; i < elements.size(); ++i) {
      rows.id[i] = elements[i];
      for (std::size_t c = 0; c < corners; ++c) rows.corner[c][i] = cornersOf(elements[i], c);
    }
  };
  take(
      m_faces, parts.faces(), [&](Index face, std::size_t c) { return bodies.faces()[face][c]; }, 3);
  take(
      m_edges, parts.edges(), [&](Index edge, std::size_t c) { return bodies.edges()[edge][c]; }, 2);
  take(
      m_vertices, parts.vertices(), [](Index vertex, std::size_t) { return vertex; }, 1);
  m_edgeOrder.assign(parts.edges().begin(), parts.edges().end());
  for (auto& edge : m_edgeOrder) edge -= parts.firstEdgeIndex();
  m_marks.assign(parts.tree().nodeCount(), 0);
}

bool PatchElements::mark(Index node) {
  const bool first = m_marks[node] != m_round;
  m_marks[node] = m_round;
  return first;
}

void PatchElements::fillVertices(const SurfacePatches& parts, Index begin, Index end,
                                 const surface::VertexBoxes& vertexBoxes) {
  for (Index i = begin; i < end; ++i) {
    const float* box = vertexBoxes.low(parts.vertices()[i]);
    for (std::size_t k = 0; k < 3; ++k) {
      m_vertices.bound[k][i] = box[k];
      m_vertices.bound[3 + k][i] = box[vertexBoxes.high + k];
    }
  }
}

void PatchElements::fill(const SurfacePatches& parts, Index node, const CandidateQuery& query,
                         const surface::VertexBoxes& vertexBoxes, const surface::ElementCorners& edges) {
  if (query.vertexFace || query.faceFace) {
    float* bound[6];
    for (int k = 0; k < 6; ++k) bound[k] = m_faces.bound[k].data();
    const auto leaves = parts.tree().leaves(node);
    surface::boundElements(vertexBoxes, parts.corners().front().data(), 3, 0, leaves.begin, leaves.end, bound);
  }
  if (query.edgeEdge) {
    const auto owned = parts.edgesOf(node);
    float* bound[6];
    for (int k = 0; k < 6; ++k) bound[k] = m_edges.bound[k].data() + owned.begin;
    surface::boundListed(vertexBoxes, edges.corner, edges.rows, edges.shrink, m_edgeOrder.data() + owned.begin,
                         owned.size(), bound);
  }
  if (query.vertexFace) {
    const auto owned = parts.verticesOf(node);
    fillVertices(parts, owned.begin, owned.end, vertexBoxes);
  }
}

void PatchElements::prefetch(const SurfacePatches& parts, Index node) const {
  const auto leaves = parts.tree().leaves(node);
  if (leaves.size() > kMostAhead) return;
  const auto* corners = parts.corners().data();
  constexpr Index kFacesPerLine = 5, kFloatsPerLine = 16;
  for (Index i = leaves.begin; i < leaves.end; i += kFacesPerLine) __builtin_prefetch(corners + i);
  for (Index i = leaves.begin; i < leaves.end + kFloatsPerLine; i += kFloatsPerLine) {
    for (const auto& bound : m_faces.bound) __builtin_prefetch(bound.data() + i, 1);
    for (const auto& corner : m_faces.corner) __builtin_prefetch(corner.data() + i);
    __builtin_prefetch(m_faces.id.data() + i);
  }
}

void PatchElements::fillLoose(const SurfacePatches& parts, const surface::VertexBoxes& vertexBoxes) {
  fillVertices(parts, parts.firstLoose(), static_cast<Index>(parts.vertices().size()), vertexBoxes);
}

std::size_t PatchElements::memory() const {
  return m_faces.memory() + m_edges.memory() + m_vertices.memory() + memoryOf(m_edgeOrder, m_marks);
}

}  // namespace pliant::detail
