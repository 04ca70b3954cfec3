#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/ElementBoxes.h"

namespace pliant::detail::surface {

/// Boxes of elements in memory of their own, closed by kPad empty boxes. Memory is kept when the set is filled anew.
class BoxSet {
 public:
  /// Makes room for `count` elements, so that filling the set with no more allocates nothing.
  void reserve(std::size_t count);
  /// Room for `count` elements with `corners` rows of corners; what was held is lost.
  void reset(std::size_t count, int corners);
  /// Empties the places after the last element; to be called once all are set.
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
  /// The id and corners of an element, whose bounds are written by themselves.
  void name(std::size_t at, std::uint32_t id, const std::uint32_t* corners) {
    for (int c = 0; c < m_corners; ++c) m_corner[c][at] = corners[c];
    m_id[at] = id;
  }
  /// Row k of the bounds, to be written.
  float* bound(int k) { return m_bound[k].data(); }
  /// Takes all elements of `from` in the given order.
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

/// Rows of corners that a view has.
int cornerRows(const ElementBoxes& boxes);

/// The longest side of a box, 0 for an empty one, finite.
float longestSide(const ElementBoxes& boxes, std::size_t i);

}  // namespace pliant::detail::surface
