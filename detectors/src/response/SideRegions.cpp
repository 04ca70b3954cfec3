#include "response/SideRegions.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>

#include "core/wide.h"

namespace pliant::detail {

void SideRegions::build(const BodySet& bodies) {
  const std::size_t count = bodies.positions().size();
  const auto edges = bodies.edges();
  m_steps.build(count, [&](const auto& take) {
    for (Index i = 0; i < edges.size(); ++i)
      for (std::size_t k = 0; k < 2; ++k) take(edges[i][k], Step{edges[i][1 - k], i});
  });

  m_area.assign(count, 0);
  const auto rest = bodies.restPositions();
  for (const Triangle& t : bodies.faces()) {
    const auto [a, b, c] = wideCorners(rest, t);
    const double area = (b - a).cross(c - a).norm();
    for (const Index v : t) m_area[v] += area;
  }
  m_cut.assign(edges.size(), 0);
}

void SideRegions::find(const BodySet& bodies, Index body, std::span<const Index> cuts) {
  for (const Index edge : cuts) m_cut[edge] = 1;
  flood(bodies, body);
  m_arcs.clear();
  for (const Index edge : cuts) {
    m_cut[edge] = 0;
    const Index a = part(bodies.edges()[edge][0]), b = part(bodies.edges()[edge][1]);
    m_arcs.push_back({a, b});
    m_arcs.push_back({b, a});
  }
  std::sort(m_arcs.begin(), m_arcs.end());
  m_arcs.erase(std::unique(m_arcs.begin(), m_arcs.end()), m_arcs.end());
  colour();
}

void SideRegions::flood(const BodySet& bodies, Index body) {
  const BodySet::Range range = bodies.vertices(body);
  m_first = range.begin;
  m_partOf.assign(range.size(), kNoIndex);
  m_front.clear();
  m_partBegin.clear();
  m_partArea.clear();
  for (Index seed = range.begin; seed < range.end; ++seed) {
    if (m_partOf[seed - m_first] != kNoIndex) continue;
    const auto part = static_cast<Index>(m_partBegin.size());
    std::size_t next = m_front.size();
    m_partBegin.push_back(static_cast<Index>(next));
    double area = 0;
    m_partOf[seed - m_first] = part;
    for (m_front.push_back(seed); next < m_front.size(); ++next) {
      const Index vertex = m_front[next];
      area += m_area[vertex];
      for (const Step& step : m_steps[vertex]) {
        if (m_cut[step.edge] || m_partOf[step.vertex - m_first] != kNoIndex) continue;
        m_partOf[step.vertex - m_first] = part;
        m_front.push_back(step.vertex);
      }
    }
    m_partArea.push_back(area);
  }
  m_partBegin.push_back(static_cast<Index>(m_front.size()));
}

void SideRegions::colour() {
  m_order.resize(m_partArea.size());
  std::iota(m_order.begin(), m_order.end(), Index{0});
  std::sort(m_order.begin(), m_order.end(),
            [&](Index a, Index b) { return m_partArea[a] != m_partArea[b] ? m_partArea[a] > m_partArea[b] : a < b; });
  m_side.assign(m_partArea.size(), kOpen);
  for (const Index seed : m_order) {
    if (m_side[seed] != kOpen) continue;
    m_side[seed] = kRight;
    m_queue.assign(1, seed);
    for (std::size_t k = 0; k < m_queue.size(); ++k) {
      const Index from = m_queue[k];
      for (auto arc = std::lower_bound(m_arcs.begin(), m_arcs.end(), Arc{from, 0});
           arc != m_arcs.end() && arc->from == from; ++arc) {
        if (m_side[arc->to] != kOpen) continue;
        m_side[arc->to] = m_side[from] == kRight ? kWrong : kRight;
        m_queue.push_back(arc->to);
      }
    }
  }
}

}  // namespace pliant::detail
