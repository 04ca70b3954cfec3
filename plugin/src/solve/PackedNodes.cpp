#include "solve/PackedNodes.h"

namespace pliant::detail {

void PackedNodes::clear() {
  for (const Index vertex : m_vertices) m_indexOf[vertex] = kNoIndex;
  m_x.clear();
  m_inverseMass.clear();
  m_nodes.clear();
  m_vertices.clear();
}

Index PackedNodes::append(const SolveContext& context, Index vertex) {
  const auto i = static_cast<Index>(m_x.size());
  btSoftBody::Node* const node = context.nodeOfVertex[vertex];
  const bool moves = context.moves(context.slotOf(vertex));
  m_indexOf[vertex] = i;
  m_x.push_back(toLane(context.end(vertex)));
  m_inverseMass.push_back(moves ? Real(node->m_im) : Real(0));
  m_nodes.push_back(moves ? node : nullptr);
  m_vertices.push_back(vertex);
  return i;
}

Index PackedNodes::addBody(const SolveContext& context, Index slot) {
  if (m_indexOf.size() < context.nodeOfVertex.size()) m_indexOf.resize(context.nodeOfVertex.size(), kNoIndex);
  if (m_firstOf.size() < context.bodies.size()) m_firstOf.resize(context.bodies.size(), kNoIndex);
  const auto [begin, end] = context.set.vertices(slot);
  const auto first = static_cast<Index>(m_x.size());
  for (Index vertex = begin; vertex < end; ++vertex) append(context, vertex);
  return m_firstOf[slot] = first;
}

Index PackedNodes::add(const SolveContext& context, Index vertex) {
  if (m_indexOf.size() < context.nodeOfVertex.size()) m_indexOf.resize(context.nodeOfVertex.size(), kNoIndex);
  return m_indexOf[vertex] != kNoIndex ? m_indexOf[vertex] : append(context, vertex);
}

void PackedNodes::gather() {
  for (Index i = 0; i < m_x.size(); ++i) {
    if (m_nodes[i] != nullptr) gather(i);
  }
}

void PackedNodes::scatter() const {
  for (Index i = 0; i < m_x.size(); ++i) {
    if (m_nodes[i] != nullptr) scatter(i);
  }
}

}  // namespace pliant::detail
