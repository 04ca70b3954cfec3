#include "solve/PackedNodes.h"

#include <cmath>

#include "core/forEachBody.h"

namespace pliant::detail {

void PackedNodes::clear() {
  for (const Index vertex : m_vertices) m_indexOf[vertex] = kNoIndex;
  m_x.clear();
  m_added.clear();
  m_allowed.clear();
  m_inverseMass.clear();
  m_nodes.clear();
  m_leader.clear();
  m_share.clear();
  m_anySeams = false;
  m_vertices.clear();
}

/// Makes room for `count` more nodes. Returns the index of the first.
Index PackedNodes::grow(const SolveContext& context, std::size_t count) {
  if (m_indexOf.size() < context.nodeOfVertex.size()) m_indexOf.resize(context.nodeOfVertex.size(), kNoIndex);
  const std::size_t first = m_x.size(), size = first + count;
  m_x.resize(size);
  m_added.resize(size);
  m_allowed.resize(size);
  m_inverseMass.resize(size);
  m_nodes.resize(size);
  m_leader.resize(size);
  m_share.resize(size);
  m_vertices.resize(size);
  return static_cast<Index>(first);
}

void PackedNodes::fill(const SolveContext& context, Index vertex, bool moves, Index i) {
  btSoftBody::Node* const node = context.nodeOfVertex[vertex];
  m_indexOf[vertex] = i;
  m_added[i] = m_x[i] = toLane(context.end(vertex));
  m_allowed[i] = 0;
  const bool grouped = moves && context.seams.isGrouped(vertex);
  const Real own = moves ? Real(node->m_im) : Real(0), all = grouped ? context.inverseMassOfSeam(vertex) : own;
  m_inverseMass[i] = all;
  m_nodes[i] = moves ? node : nullptr;
  m_leader[i] = grouped ? m_indexOf[context.seams.leader[vertex]] : i;
  m_share[i] = grouped ? (own > 0 ? all / own : Real(0)) : Real(1);
  m_vertices[i] = vertex;
}

void PackedNodes::addBodies(const SolveContext& context, std::span<const Index> bodies) {
  if (m_firstOf.size() < context.bodies.size()) m_firstOf.resize(context.bodies.size(), kNoIndex);
  std::size_t count = 0;
  for (const Index body : bodies) {
    m_firstOf[body] = static_cast<Index>(m_x.size() + count);
    count += context.set.vertices(body).size();
    m_anySeams = m_anySeams || (context.seams.any() && context.hasSeams(body));
  }
  grow(context, count);
  forEachBody(context.workers, bodies.size(), count, [&](std::size_t k) {
    const bool moves = context.moves(bodies[k]);
    Index i = m_firstOf[bodies[k]];
    const auto [begin, end] = context.set.vertices(bodies[k]);
    for (Index vertex = begin; vertex < end; ++vertex) fill(context, vertex, moves, i++);
  });
}

Index PackedNodes::add(const SolveContext& context, Index vertex) {
  if (const Index known = find(vertex); known != kNoIndex) return known;
  const Index i = grow(context, 1);
  fill(context, vertex, context.moves(context.bodyOf(vertex)), i);
  m_anySeams = m_anySeams || m_leader[i] != i;
  return i;
}

/// Solves |d + t·way|² = max(allowed², |d|²) for t; d is the node's displacement since it was added.
Real PackedNodes::allowedPart(Index i, const Lane& way) const {
  const Lane gone = m_x[i] - m_added[i];
  const Real square = dot(way, way), along = dot(gone, way), far = dot(gone, gone);
  const Real room = std::max(Real(0), m_allowed[i] * m_allowed[i] - far);
  if (square + 2 * along <= room) return 1;
  return std::clamp((std::sqrt(along * along + square * room) - along) / square, Real(0), Real(1));
}

void PackedNodes::gather() {
  gatherBody(0, static_cast<Index>(m_x.size()));
}

void PackedNodes::gatherBody(Index first, Index count) {
  // Until the sums are complete, a seam's other nodes hold the first node's old position.
  for (Index i = first; i < first + count; ++i)
    if (m_leader[i] != i) m_x[i] = m_x[m_leader[i]];
  for (Index i = first; i < first + count; ++i) {
    if (m_nodes[i] == nullptr) continue;
    const Lane now = toLane(m_nodes[i]->m_x);
    if (m_leader[i] != i)
      m_x[m_leader[i]] += (now - m_x[i]) * m_share[i];
    else if (m_share[i] == 1)
      m_x[i] = now;
    else
      m_x[i] += (now - m_x[i]) * m_share[i];
  }
}

void PackedNodes::scatterBody(Index first, Index count) const {
  for (Index i = first; i < first + count; ++i)
    if (m_nodes[i] != nullptr) scatter(i);
}

bool PackedNodes::hasSeams(Index first, Index count) const {
  if (!m_anySeams) return false;
  for (Index i = first; i < first + count; ++i)
    if (m_leader[i] != i) return true;
  return false;
}

void PackedNodes::scatter() const {
  scatterBody(0, static_cast<Index>(m_x.size()));
}

}  // namespace pliant::detail
