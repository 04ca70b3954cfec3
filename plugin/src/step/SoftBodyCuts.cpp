// SoftBodyReader: cuts.

#include <algorithm>

#include "SoftBodyReader.h"
#include "core/BodyElements.h"

namespace pliant::detail {
namespace {

// Displacement of cut vertices into their sides, as a fraction of the mean edge length.
constexpr Real kCutWidth = Real(0.02);

}  // namespace

/// Returns true if a body with more nodes is the old one with nodes added: more than half of the old nodes have not
/// moved, or more than half of the old faces are unchanged.
bool SoftBodyReader::hasGrown(const Entry& entry, const std::vector<Triangle>& triangles) {
  const btSoftBody& body = *entry.body;
  const int before = entry.nodeCount;
  if (before <= 0 || before >= body.m_nodes.size()) return false;
  int still = 0, left = 0;
  if (entry.end.size() == 3 * static_cast<std::size_t>(before))
    for (int i = 0; i < before; ++i)
      still +=
          std::equal(&entry.end[3 * std::size_t(i)], &entry.end[3 * std::size_t(i)] + 3, body.m_nodes[i].m_x.m_floats);
  const std::size_t faces = std::min(entry.triangleCopy.size(), triangles.size());
  for (std::size_t i = 0; i < faces; ++i) left += entry.triangleCopy[i] == triangles[i];
  return 2 * still > before || 2 * std::size_t(left) > entry.triangleCopy.size();
}

/// Extends the stored positions to the added nodes. `before`: old number of nodes.
void SoftBodyReader::grow(Entry& entry, Index before) {
  auto& nodes = entry.body->m_nodes;
  const std::vector<Edge> links = linksOf(*entry.body);
  const GrownSurface surface{viewOf(*entry.body, &btSoftBody::Node::m_x), before, entry.triangleCopy, links};
  entry.cuts.grow(surface);
  if (!entry.rest.empty()) entry.rest = carriedOver(surface, entry.rest);
  const bool inStep = moves(entry);
  if (inStep) {
    // Bullet sets m_q = m_x for added nodes.
    std::vector<Real> starts;
    for (Index i = 0; i < before; ++i)
      starts.insert(starts.end(), nodes[int(i)].m_q.m_floats, nodes[int(i)].m_q.m_floats + 3);
    starts = carriedOver(surface, starts);
    for (Index i = before; i < surface.x.count; ++i)
      std::copy_n(&starts[std::size_t{3} * i], 3, nodes[int(i)].m_q.m_floats);
  }
  if (entry.end.empty()) return;
  for (Index i = before; i < surface.x.count; ++i) {
    const btVector3& start = inStep ? nodes[int(i)].m_q : nodes[int(i)].m_x;
    entry.end.insert(entry.end.end(), start.m_floats, start.m_floats + 3);
  }
}

/// Separates the sides of new cuts. They coincide at first, so that contacts could not determine the sides.
void SoftBodyReader::openCuts(Entry& entry) {
  btSoftBody& body = *entry.body;
  const PositionsView x = viewOf(body, &btSoftBody::Node::m_x);
  const std::vector<Real> ways =
      entry.cuts.open(x, entry.triangleCopy, kCutWidth * entry.lengths.meanEdge, [&body](Index i) {
        const btSoftBody::Node& node = body.m_nodes[int(i)];
        return node.m_im > 0 && node.m_battach == 0;
      });
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    const Real* const way = &ways[3 * std::size_t(i)];
    if (way[0] == 0 && way[1] == 0 && way[2] == 0) continue;
    btSoftBody::Node& node = body.m_nodes[i];
    for (auto* place : {&node.m_x, &node.m_q}) *place += btVector3(way[0], way[1], way[2]);
    for (std::size_t k = 0; k < 3 && !entry.end.empty(); ++k) entry.end[3 * std::size_t(i) + k] += way[k];
  }
  entry.cuts.opened(x);
  m_set.setCutOpenings(entry.setId, entry.cuts.openings());
}

void SoftBodyReader::measureCuts() {
  for (const auto& entry : m_entries) {
    if (!entry || entry->cuts.empty() || entry->setId == kNoIndex) continue;
    entry->cuts.measure(viewOf(*entry->body, moves(*entry) ? &btSoftBody::Node::m_q : &btSoftBody::Node::m_x));
    m_set.setCutOpenings(entry->setId, entry->cuts.openings());
  }
}

}  // namespace pliant::detail
