#include "ldi/FragmentList.h"

#include <algorithm>

#include "ldi/LdiCull.h"

namespace pliant::detail {

void FragmentList::reserve(std::size_t more) {
  const std::size_t needed = m_size + more + kLdiPadding;
  if (needed <= m_pixels.size()) return;
  const std::size_t size = std::max(needed, 2 * m_pixels.size());
  m_keys.resize(size);
  m_pixels.resize(size);  // resized last: its size stands for the capacity of both
}

}  // namespace pliant::detail
