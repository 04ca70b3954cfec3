#include "solve/BodyLinks.h"

#include <algorithm>

namespace pliant::detail {
namespace {

/// Links that share a node stay at least so far apart where possible, and how far ahead one is looked for.
constexpr Index kApart = 8;
constexpr std::size_t kAhead = 96;

Index indexOf(const btSoftBody& body, const btSoftBody::Node* node) {
  return static_cast<Index>(node - &body.m_nodes[0]);
}

}  // namespace

void BodyLinks::read(const btSoftBody& body) {
  const auto count = static_cast<std::size_t>(body.m_links.size());
  if (m_links.size() == count && readConstants(body)) return;
  order(body);
  readConstants(body);
}

bool BodyLinks::readConstants(const btSoftBody& body) {
  for (std::size_t i = 0; i < m_links.size(); ++i) {
    const btSoftBody::Link& from = body.m_links[static_cast<int>(m_source[i])];
    Link& to = m_links[i];
    if (to.a != indexOf(body, from.m_n[0]) || to.b != indexOf(body, from.m_n[1])) return false;
    to.c0 = from.m_c0;
    to.c1 = from.m_c1;
  }
  return true;
}

void BodyLinks::order(const btSoftBody& body) {
  const auto count = static_cast<Index>(body.m_links.size());
  m_links.resize(count);
  m_source.resize(count);
  // The next one is the first of those waiting whose nodes have rested for long enough, else the first.
  m_last.assign(static_cast<std::size_t>(body.m_nodes.size()), 0);
  m_waiting.clear();
  Index next = 0;
  for (Index place = 0; place < count; ++place) {
    while (next < count && m_waiting.size() < kAhead) m_waiting.push_back(next++);
    const Index now = place + kApart;
    const auto rested = [&](Index i) {
      const btSoftBody::Link& link = body.m_links[static_cast<int>(i)];
      return m_last[indexOf(body, link.m_n[0])] + kApart <= now && m_last[indexOf(body, link.m_n[1])] + kApart <= now;
    };
    auto found = std::find_if(m_waiting.begin(), m_waiting.end(), rested);
    if (found == m_waiting.end()) found = m_waiting.begin();
    const btSoftBody::Link& link = body.m_links[static_cast<int>(*found)];
    m_source[place] = *found;
    m_links[place] = {indexOf(body, link.m_n[0]), indexOf(body, link.m_n[1]), 0, 0};
    m_last[m_links[place].a] = m_last[m_links[place].b] = now;
    m_waiting.erase(found);
  }
}

void BodyLinks::solve(Lane* x, const Real* inverseMass) const {
  for (const Link& link : m_links) {
    if (!(link.c0 > 0)) continue;
    Lane& a = x[link.a];
    Lane& b = x[link.b];
    const Lane along = b - a;
    const Real squared = dot(along, along);
    if (!(link.c1 + squared > SIMD_EPSILON)) continue;
    const Real k = (link.c1 - squared) / (link.c0 * (link.c1 + squared));
    a -= along * (k * inverseMass[link.a]);
    b += along * (k * inverseMass[link.b]);
  }
}

}  // namespace pliant::detail
