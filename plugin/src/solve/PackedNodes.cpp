#include "solve/PackedNodes.h"

#include <cmath>

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

Index PackedNodes::append(const SolveContext& context, Index vertex) {
  const auto i = static_cast<Index>(m_x.size());
  btSoftBody::Node* const node = context.nodeOfVertex[vertex];
  const bool moves = context.moves(context.bodyOf(vertex));
  m_indexOf[vertex] = i;
  m_x.push_back(toLane(context.end(vertex)));
  m_added.push_back(m_x.back());
  m_allowed.push_back(0);
  const bool grouped = moves && context.seams.isGrouped(vertex);
  const Real own = moves ? Real(node->m_im) : Real(0), all = grouped ? context.inverseMassOfSeam(vertex) : own;
  m_inverseMass.push_back(all);
  m_nodes.push_back(moves ? node : nullptr);
  m_leader.push_back(grouped ? m_indexOf[context.seams.leader[vertex]] : i);
  m_anySeams = m_anySeams || m_leader.back() != i;
  m_share.push_back(grouped ? (own > 0 ? all / own : Real(0)) : Real(1));
  m_vertices.push_back(vertex);
  return i;
}

Index PackedNodes::addBody(const SolveContext& context, Index body) {
  if (m_indexOf.size() < context.nodeOfVertex.size()) m_indexOf.resize(context.nodeOfVertex.size(), kNoIndex);
  if (m_firstOf.size() < context.bodies.size()) m_firstOf.resize(context.bodies.size(), kNoIndex);
  const auto [begin, end] = context.set.vertices(body);
  const auto first = static_cast<Index>(m_x.size());
  for (Index vertex = begin; vertex < end; ++vertex) append(context, vertex);
  return m_firstOf[body] = first;
}

Index PackedNodes::add(const SolveContext& context, Index vertex) {
  if (m_indexOf.size() < context.nodeOfVertex.size()) m_indexOf.resize(context.nodeOfVertex.size(), kNoIndex);
  return m_indexOf[vertex] != kNoIndex ? m_indexOf[vertex] : append(context, vertex);
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
