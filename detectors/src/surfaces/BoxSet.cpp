#include "surfaces/BoxSet.h"

#include <algorithm>
#include <limits>

#include "core/memoryOf.h"

namespace pliant::detail::surface {

void BoxSet::reserve(std::size_t count, int corners) {
  const auto fit = [room = count + kPad](auto& v) {
    if (v.size() < room) v.resize(room);
  };
  for (auto& v : m_bound) fit(v);
  for (int c = 0; c < corners; ++c) fit(m_corner[c]);
  fit(m_id);
}

void BoxSet::reset(std::size_t count, int corners) {
  reserve(count, corners);
  m_count = count;
  m_corners = corners;
}

void BoxSet::close() {
  constexpr float big = std::numeric_limits<float>::infinity();
  for (std::size_t i = m_count; i < m_count + kPad; ++i)
    for (int k = 0; k < 6; ++k) m_bound[k][i] = k < 3 ? big : -big;
}

void BoxSet::gather(const ElementBoxes& from, std::span<const std::uint32_t> order) {
  reset(order.size(), cornerRows(from));
  for (int k = 0; k < 6; ++k)
    for (std::size_t i = 0; i < order.size(); ++i) m_bound[k][i] = from.boxes.bound[k][order[i]];
  for (int c = 0; c < m_corners; ++c)
    for (std::size_t i = 0; i < order.size(); ++i) m_corner[c][i] = from.corner[c][order[i]];
  for (std::size_t i = 0; i < order.size(); ++i) m_id[i] = from.id[order[i]];
  close();
}

ElementBoxes BoxSet::view() const {
  ElementBoxes view;
  for (int k = 0; k < 6; ++k) view.boxes.bound[k] = m_bound[k].data();
  for (int c = 0; c < m_corners; ++c) view.corner[c] = m_corner[c].data();
  view.id = m_id.data();
  view.count = m_count;
  return view;
}

std::size_t BoxSet::memory() const {
  return memoryOf(m_id, m_bound, m_corner);
}

int cornerRows(const ElementBoxes& boxes) {
  int rows = 0;
  while (rows < 3 && boxes.corner[rows]) ++rows;
  return rows;
}

float longestSide(const ElementBoxes& boxes, std::size_t i) {
  float side = 0;
  for (int k = 0; k < 3; ++k) side = std::max(side, boxes.boxes.bound[3 + k][i] - boxes.boxes.bound[k][i]);
  return std::min(side, std::numeric_limits<float>::max());
}

}  // namespace pliant::detail::surface
