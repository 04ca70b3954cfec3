#include "buckettree/ElementTree.h"

#include <algorithm>

#include "surfaces/boxPairs.h"

namespace pliant::detail {

using surface::ElementBoxes;

void ElementTree::begin(std::size_t count) {
  m_present.assign(count, 0);
  m_all = false;
}

bool ElementTree::take(const ElementBoxes& elements, const float* region) {
  m_found.resize(elements.count);
  m_found.resize(surface::selectBoxes(elements.boxes, 0, elements.count, region, m_found.data()));
  for (const std::uint32_t i : m_found) m_present[i] = 1;
  return !m_found.empty();
}

std::array<float, 6> ElementTree::reached(const ElementBoxes& elements, const std::array<float, 6>& region) const {
  std::array<float, 6> part = region;
  for (std::size_t k = 0; k < 3; ++k) {
    float low = region[3 + k], high = region[k];
    for (const std::uint32_t i : m_found) {
      low = std::min(low, elements.boxes.bound[k][i]);
      high = std::max(high, elements.boxes.bound[3 + k][i]);
    }
    part[k] = std::max(part[k], low);
    part[3 + k] = std::min(part[3 + k], high);
  }
  return part;
}

void ElementTree::update(const ElementBoxes& elements) {
  m_boxes.reserve(elements.count);
  m_found.reserve(elements.count);
  m_places.resize(elements.count);
  m_extents.resize(elements.count);
  for (std::size_t i = 0; i < elements.count; ++i) {
    if (!m_all && !m_present[i]) continue;
    Box& extent = m_extents[i];
    for (std::size_t k = 0; k < 3; ++k) {
      extent.min[k] = static_cast<Real>(elements.boxes.bound[k][i]);
      extent.max[k] = static_cast<Real>(elements.boxes.bound[3 + k][i]);
      m_places[i][k] = extent.min[k] / 2 + extent.max[k] / 2;
    }
  }
  m_buckets.update(m_places, m_extents, m_all ? std::span<const std::uint8_t>() : m_present);
  m_boxes.gather(elements, m_buckets.order());
}

std::size_t ElementTree::memory() const {
  return m_buckets.memory() + m_boxes.memory() + m_places.capacity() * sizeof(m_places[0]) +
         m_extents.capacity() * sizeof(Box) + m_present.capacity() + m_found.capacity() * sizeof(std::uint32_t);
}

}  // namespace pliant::detail
