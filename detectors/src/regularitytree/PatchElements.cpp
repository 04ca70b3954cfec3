#include "regularitytree/PatchElements.h"

#include "surfaces/SurfaceBounds.h"

namespace pliant::detail {

using surface::ElementBoxes;

namespace {

// Larger patches are not prefetched: their data would be evicted before its use.
constexpr Index kMostAhead = 128;

}  // namespace

void PatchElements::assign(const BodySet& bodies, const SurfacePatches& patches) {
  const auto take = [](surface::BoxSet& into, std::span<const Index> elements, int corners, const auto& cornersOf) {
    into.reset(elements.size(), corners);
    for (std::size_t i = 0; i < elements.size(); ++i) into.name(i, elements[i], cornersOf(elements[i]));
    into.close();
  };
  take(m_faces, patches.faces(), 3, [&](Index face) { return bodies.faces()[face].data(); });
  take(m_edges, patches.edges(), 2, [&](Index edge) { return bodies.edges()[edge].data(); });
  take(m_vertices, patches.vertices(), 1, [](const Index& vertex) { return &vertex; });
  m_edgeOrder.assign(patches.edges().begin(), patches.edges().end());
  for (auto& edge : m_edgeOrder) edge -= patches.firstEdgeIndex();
  m_marks.assign(patches.tree().nodeCount(), 0);
}

bool PatchElements::mark(Index node) {
  const bool first = m_marks[node] != m_round;
  m_marks[node] = m_round;
  return first;
}

void PatchElements::fillVertices(const SurfacePatches& patches, Index begin, Index end,
                                 const surface::VertexBoxes& vertexBoxes) {
  for (Index i = begin; i < end; ++i) {
    const float *low = vertexBoxes.low(patches.vertices()[i]), *high = low + vertexBoxes.high;
    for (int k = 0; k < 3; ++k) {
      m_vertices.bound(k)[i] = low[k];
      m_vertices.bound(3 + k)[i] = high[k];
    }
  }
}

void PatchElements::fill(const SurfacePatches& patches, Index node, const CandidateQuery& query,
                         const surface::VertexBoxes& vertexBoxes, const surface::ElementCorners& edges) {
  if (query.vertexFace || query.faceFace) {
    float* bound[6];
    for (int k = 0; k < 6; ++k) bound[k] = m_faces.bound(k);
    const auto leaves = patches.tree().leaves(node);
    surface::boundElements(vertexBoxes, patches.corners().front().data(), 3, 0, leaves.begin, leaves.end, bound);
  }
  if (query.edgeEdge) {
    const auto owned = patches.edgesOf(node);
    float* bound[6];
    for (int k = 0; k < 6; ++k) bound[k] = m_edges.bound(k) + owned.begin;
    surface::boundListed(vertexBoxes, edges.corner, edges.rows, edges.shrink, m_edgeOrder.data() + owned.begin,
                         owned.size(), bound);
  }
  if (query.vertexFace) {
    const auto owned = patches.verticesOf(node);
    fillVertices(patches, owned.begin, owned.end, vertexBoxes);
  }
}

void PatchElements::prefetch(const SurfacePatches& patches, Index node) const {
  const auto leaves = patches.tree().leaves(node);
  if (leaves.size() > kMostAhead) return;
  const auto* corners = patches.corners().data();
  constexpr Index kFacesPerLine = 5, kFloatsPerLine = 16;
  for (Index i = leaves.begin; i < leaves.end; i += kFacesPerLine) __builtin_prefetch(corners + i);
  const ElementBoxes faces = m_faces.view();
  for (Index i = leaves.begin; i < leaves.end + kFloatsPerLine; i += kFloatsPerLine) {
    for (const float* bound : faces.boxes.bound) __builtin_prefetch(bound + i, 1);
    for (const std::uint32_t* corner : faces.corner) __builtin_prefetch(corner + i);
    __builtin_prefetch(faces.id + i);
  }
}

void PatchElements::fillIsolated(const SurfacePatches& patches, const surface::VertexBoxes& vertexBoxes) {
  fillVertices(patches, patches.firstIsolated(), static_cast<Index>(patches.vertices().size()), vertexBoxes);
}

std::size_t PatchElements::memory() const {
  return m_faces.memory() + m_edges.memory() + m_vertices.memory() + memoryOf(m_edgeOrder, m_marks);
}

}  // namespace pliant::detail
