#include "NearBodies.h"

#include <algorithm>
#include <cmath>

#include "core/commonWay.h"

namespace pliant::detail {
namespace {

constexpr Real kBodyRoom = 1;  // extra margin of the larger boxes, in margins

}  // namespace

void NearBodies::find(const BodySet& set, std::span<const std::uint8_t> still, Real scale) {
  m_extents.clear();
  for (Index body = 0; body < set.bodyCount(); ++body) {
    if (!set.active(body)) continue;
    const Box& box = set.sweptBox(body);
    const Real grown = scale * set.detectionMarginAt(body) + set.sweptReach(body);
    Extent extent{{}, {}, body, still[body] != 0};
    for (std::size_t k = 0; k < 3; ++k) {
      const Real rounding = kRoundingOfWays * std::max(std::abs(box.min[k]), std::abs(box.max[k]));
      extent.low[k] = box.min[k] - grown - rounding;
      extent.high[k] = box.max[k] + grown + rounding;
    }
    m_extents.push_back(extent);
  }
  const auto within = [](const Extent& now, const Extent& seen) {
    bool in = now.bodyIndex == seen.bodyIndex && now.still == seen.still;
    for (std::size_t k = 0; k < 3; ++k) in = in && seen.low[k] <= now.low[k] && now.high[k] <= seen.high[k];
    return in;
  };
  if (m_near.size() == set.bodyCount() && std::ranges::equal(m_extents, m_seen, within)) return;
  for (Extent& extent : m_extents)
    for (std::size_t k = 0; k < 3; ++k) {
      extent.low[k] -= kBodyRoom * set.detectionMarginAt(extent.bodyIndex);
      extent.high[k] += kBodyRoom * set.detectionMarginAt(extent.bodyIndex);
    }
  m_seen = m_extents;
  m_near.assign(set.bodyCount(), 0);
  m_any = false;
  std::sort(m_extents.begin(), m_extents.end(), [](const Extent& a, const Extent& b) { return a.low[0] < b.low[0]; });
  for (std::size_t i = 0; i < m_extents.size(); ++i)
    for (std::size_t j = i + 1; j < m_extents.size() && m_extents[j].low[0] <= m_extents[i].high[0]; ++j) {
      const Extent &a = m_extents[i], &b = m_extents[j];
      if (a.still && b.still) continue;
      if (a.low[1] > b.high[1] || b.low[1] > a.high[1] || a.low[2] > b.high[2] || b.low[2] > a.high[2]) continue;
      m_near[a.bodyIndex] = m_near[b.bodyIndex] = 1;
      m_any = true;
    }
}

}  // namespace pliant::detail
