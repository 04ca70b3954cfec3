#include "regularitytree/RestHash.h"

#include "spatialhash/JoinWalkers.h"

namespace pliant::detail {

using surface::BoxSet;
using surface::ElementBoxes;
using surface::Exclusion;
using surface::JoinWalker;

template <typename RangeOf>
ElementBoxes RestHash::gather(const ElementBoxes& from, std::span<const Index> nodes, RangeOf&& rangeOf, BoxSet& into) {
  m_order.clear();
  m_order.reserve(from.count);
  into.reserve(from.count);
  m_join.reserve(from.count, m_join.mostLevels());
  for (const Index node : nodes) {
    const SurfaceHierarchy::Leaves range = rangeOf(node);
    for (Index i = range.begin; i < range.end; ++i) m_order.push_back(i);
  }
  into.gather(from, m_order);
  return into.view();
}

void RestHash::pair(const SurfacePatches& parts, const PatchElements& elements, std::span<const Index> nodes,
                    const CandidateQuery& query, surface::FoundPairs& found, Workers& workers) {
  if (nodes.empty()) return;
  const surface::GridSettings grid;
  ElementBoxes faces;
  if (query.faceFace || query.vertexFace)
    faces = gather(
        elements.faces(), nodes, [&](Index node) { return parts.tree().leaves(node); }, m_faces);
  if (query.faceFace) {
    JoinWalker walker(found, surface::kFaceFace, workers);
    m_join.within(faces, Exclusion::FaceFace, grid, walker);
  }
  if (query.edgeEdge) {
    JoinWalker walker(found, surface::kEdgeEdge, workers);
    m_join.within(gather(
                      elements.edges(), nodes, [&](Index node) { return parts.edgesOf(node); }, m_edges),
                  Exclusion::EdgeEdge, grid, walker);
  }
  if (query.vertexFace) {
    JoinWalker walker(found, surface::kVertexFace, workers);
    m_join.between(gather(
                       elements.vertices(), nodes, [&](Index node) { return parts.verticesOf(node); }, m_vertices),
                   faces, Exclusion::VertexFace, true, grid, walker);
  }
}

std::size_t RestHash::memory() const {
  return m_join.memory() + m_vertices.memory() + m_edges.memory() + m_faces.memory() +
         m_order.capacity() * sizeof(std::uint32_t);
}

}  // namespace pliant::detail
