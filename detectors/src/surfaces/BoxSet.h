#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/ElementBoxes.h"

namespace pliant::detail::surface {

/// Owns boxes of elements, followed by kPad empty boxes. Keeps its memory when it is refilled.
class BoxSet {
 public:
  /// Allocates capacity for `count` elements with up to `corners` rows of corners: refilling the set with at most as
  /// many allocates nothing.
  void reserve(std::size_t count, int corners = 3);
  /// Sets the size to `count` elements with `corners` rows of corners. Existing contents become invalid.
  void reset(std::size_t count, int corners);
  /// Writes empty boxes to the padding. Call after all elements are set.
  void close();

  void set(std::size_t at, const ElementBoxes& from, std::size_t i) {
    for (int k = 0; k < 6; ++k) m_bound[k][at] = from.boxes.bound[k][i];
    for (int c = 0; c < m_corners; ++c) m_corner[c][at] = from.corner[c][i];
    m_id[at] = from.id[i];
  }
  void set(std::size_t at, std::uint32_t id, const BoxArrays& boxes, std::size_t i, const std::uint32_t* corners) {
    for (int k = 0; k < 6; ++k) m_bound[k][at] = boxes.bound[k][i];
    for (int c = 0; c < m_corners; ++c) m_corner[c][at] = corners[c];
    m_id[at] = id;
  }
  /// Sets the id and corners of an element whose bounds are written through bound().
  void name(std::size_t at, std::uint32_t id, const std::uint32_t* corners) {
    for (int c = 0; c < m_corners; ++c) m_corner[c][at] = corners[c];
    m_id[at] = id;
  }
  /// Returns row k of the bounds, for writing.
  float* bound(int k) { return m_bound[k].data(); }
  /// Copies the elements of `from` in the given order.
  void gather(const ElementBoxes& from, std::span<const std::uint32_t> order);

  std::size_t size() const { return m_count; }
  ElementBoxes view() const;
  std::size_t memory() const;

 private:
  std::size_t m_count = 0;
  int m_corners = 0;
  std::vector<float> m_bound[6];
  std::vector<std::uint32_t> m_id, m_corner[3];
};

/// Returns the number of rows of corners of a view.
int cornerRows(const ElementBoxes& boxes);

/// Returns the longest side of a box; 0 for an empty box, always finite.
float longestSide(const ElementBoxes& boxes, std::size_t i);

}  // namespace pliant::detail::surface
