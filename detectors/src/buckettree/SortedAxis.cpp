#include <pliant/detectors/buckettree/SortedAxis.h>

#include <algorithm>
#include <bit>

#include "core/memoryOf.h"

namespace pliant {
namespace {

constexpr Index kMostShifts = 64;  // a pointer that moves farther is found by binary search

}  // namespace

void SortedAxis::clear() {
  m_entries.clear();
  m_starts.clear();
  m_moves = 0;
}

bool SortedAxis::insertionSort() {
  const std::size_t most = 4 * m_entries.size() * static_cast<std::size_t>(std::bit_width(m_entries.size()));
  for (std::size_t i = 1; i < m_entries.size(); ++i) {
    if (!(m_entries[i] < m_entries[i - 1])) continue;
    const Entry entry = m_entries[i];
    std::size_t to = i;
    for (; to > 0 && entry < m_entries[to - 1]; --to) m_entries[to] = m_entries[to - 1];
    m_entries[to] = entry;
    m_moves += i - to;
    if (m_moves > most) return false;
  }
  return true;
}

void SortedAxis::sort(const Real* keys, std::ptrdiff_t stride, std::span<const std::uint8_t> gone,
                      std::span<const Index> newcomers) {
  const auto key = [&](Index handle) { return keys[stride * static_cast<std::ptrdiff_t>(handle)]; };
  if (!gone.empty()) std::erase_if(m_entries, [&](const Entry& entry) { return gone[entry.handle] != 0; });
  for (Entry& entry : m_entries) entry.key = key(entry.handle);
  m_moves = 0;
  if (!insertionSort()) {
    std::sort(m_entries.begin(), m_entries.end());
    m_moves = kNoMoves;
  }
  if (!newcomers.empty()) {
    m_new.resize(newcomers.size());
    for (std::size_t i = 0; i < newcomers.size(); ++i) m_new[i] = {key(newcomers[i]), newcomers[i]};
    std::sort(m_new.begin(), m_new.end());
    // Merges from the back, so that no entry is overwritten before it has been moved.
    std::size_t old = m_entries.size(), fresh = m_new.size(), to = old + fresh;
    m_entries.resize(to);
    while (fresh > 0) {
      const bool takeOld = old > 0 && m_new[fresh - 1] < m_entries[old - 1];
      m_entries[--to] = takeOld ? m_entries[--old] : m_new[--fresh];
    }
  }
}

void SortedAxis::follow(Real minimum, Real maximum, std::size_t buckets) {
  const auto count = static_cast<Index>(m_entries.size());
  // Pointers for another number of buckets are useless: all start at position 0.
  if (m_starts.size() != buckets + 1) m_starts.assign(buckets + 1, 0);
  m_starts.front() = 0;
  m_starts.back() = count;
  // Halves do not overflow, even for the largest numbers.
  const double first = 0.5 * double(minimum), step = (0.5 * double(maximum) - first) / static_cast<double>(buckets);
  if (!(step > 0)) {
    // Flat box: all handles are in the first bucket, as in equation 1.
    std::fill(m_starts.begin() + 1, m_starts.end(), count);
    return;
  }
  for (std::size_t k = 1; k < buckets; ++k) {
    const double threshold = first + static_cast<double>(k) * step;
    const auto below = [&](const Entry& entry) { return 0.5 * double(entry.key) < threshold; };
    Index at = std::min(m_starts[k], count), steps = 0;
    while (at > 0 && steps < kMostShifts && !below(m_entries[at - 1])) --at, ++steps;
    while (at < count && steps < kMostShifts && below(m_entries[at])) ++at, ++steps;
    if (steps >= kMostShifts)
      at = static_cast<Index>(std::partition_point(m_entries.begin(), m_entries.end(), below) - m_entries.begin());
    m_starts[k] = at;
  }
}

void SortedAxis::cells(std::uint32_t* cells, std::ptrdiff_t stride) const {
  for (std::size_t k = 0; k + 1 < m_starts.size(); ++k)
    for (Index place = m_starts[k]; place < m_starts[k + 1]; ++place)
      cells[stride * static_cast<std::ptrdiff_t>(m_entries[place].handle)] = static_cast<std::uint32_t>(k);
}

std::size_t SortedAxis::memory() const {
  return detail::memoryOf(m_entries, m_new, m_starts);
}

}  // namespace pliant
