#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/memoryOf.h"

namespace pliant::detail {

/// Intersections of the rays through pixels with the surface, in the order of drawing. A key holds the depth [step] in
/// its high half, and 2 · face + side in its low half. So the keys of a pixel sort like entries.
class FragmentList {
 public:
  /// Ensures capacity for `more` fragments at pixelsEnd() and keysEnd(), plus kLdiPadding.
  void reserve(std::size_t more);
  void clear() { m_size = 0; }
  void grow(std::size_t by) { m_size += by; }

  std::size_t size() const { return m_size; }
  std::uint32_t* pixelsEnd() { return m_pixels.data() + m_size; }
  std::uint64_t* keysEnd() { return m_keys.data() + m_size; }
  const std::uint32_t* pixels() const { return m_pixels.data(); }
  const std::uint64_t* keys() const { return m_keys.data(); }
  std::size_t memory() const { return memoryOf(m_pixels, m_keys); }

  void add(std::uint32_t pixel, std::uint64_t key) {
    reserve(1);
    m_pixels[m_size] = pixel;
    m_keys[m_size] = key;
    ++m_size;
  }

 private:
  std::vector<std::uint32_t> m_pixels;
  std::vector<std::uint64_t> m_keys;
  std::size_t m_size = 0;
};

}  // namespace pliant::detail
