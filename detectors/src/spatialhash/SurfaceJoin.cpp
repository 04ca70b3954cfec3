#include "spatialhash/SurfaceJoin.h"

#include <algorithm>
#include <bit>

#include "surfaces/boxPairs.h"

namespace pliant::detail::surface {
namespace {

// Up to this many boxes are tested against all others one by one, which is cheaper than a grid.
constexpr std::size_t kFewBoxes = 96;
// Octaves of box length per level (a factor of eight). Only the level of the finest boxes may have more, see split().
constexpr int kOctaves = 3;

// Exponents are numbered from 0: first those of denormal numbers (one per bit, 23), then those of normal ones.
constexpr std::size_t kExponents = 23 + 255;

int exponentOf(float side) {
  const auto bits = std::bit_cast<std::uint32_t>(side);
  const auto exponent = static_cast<int>(bits >> 23);
  return exponent > 0 ? exponent + 22 : std::max(0, static_cast<int>(std::bit_width(bits)) - 1);
}

}  // namespace

void Walk::run(std::size_t begin, std::size_t end, PairBuffer& pairs, WalkCounters& counters) const {
  if (grid)
    walkGrid(*grid, walkers, begin, end, own, exclusion, order, pairs, counters);
  else
    pairBoxes(stored, 0, stored.count, walkers, begin, end, own, exclusion, order, pairs, counters);
}

void SizedBoxes::reserve(std::size_t count, std::size_t levels) {
  if (m_exponentOf.size() < count) m_exponentOf.resize(count);
  if (m_sets.size() < levels) {
    m_sets.resize(levels);
    m_grids.resize(levels);
    m_exponents.reserve(kExponents);
    m_built.reserve(kExponents);
  }
  if (count <= kFewBoxes) return;
  m_order.reserve(count);
  for (std::size_t level = 0; level < m_sets.size(); ++level) {
    if (m_sets.size() > 1) m_sets[level].reserve(count);
    m_grids[level].reserve(count);
  }
}

void SizedBoxes::measure(const ElementBoxes& boxes) {
  m_source = boxes;
  m_smallest = static_cast<int>(kExponents) - 1;
  m_largest = 0;
  reserve(boxes.count);
  for (std::size_t i = 0; i < boxes.count; ++i) {
    const int exponent = exponentOf(longestSide(boxes, i));
    m_exponentOf[i] = static_cast<std::uint16_t>(exponent);
    m_smallest = std::min(m_smallest, exponent);
    m_largest = std::max(m_largest, exponent);
  }
}

void SizedBoxes::split(int finest) {
  const ElementBoxes& boxes = m_source;
  m_exponents.clear();
  if (std::max(m_smallest, finest) > m_largest - kOctaves) {
    m_exponents.push_back(std::max(m_largest, finest));
    m_levels = 1;
    m_built.assign(1, 0);
    return;
  }
  std::array<std::uint32_t, kExponents> histogram{};
  for (std::size_t i = 0; i < boxes.count; ++i) {
    m_exponentOf[i] = static_cast<std::uint16_t>(std::max(static_cast<int>(m_exponentOf[i]), finest));
    ++histogram[m_exponentOf[i]];
  }
  for (int e = static_cast<int>(kExponents) - 1; e >= 0; --e)
    if (histogram[static_cast<std::size_t>(e)] && (m_exponents.empty() || e <= m_exponents.back() - kOctaves))
      m_exponents.push_back(e);
  m_levels = m_exponents.size();
  if (m_sets.size() < m_levels) reserve(boxes.count, m_levels);
  m_built.assign(m_levels, 0);
  if (m_levels == 1) return;
  for (std::size_t level = 0; level < m_levels; ++level) {
    m_order.clear();
    const int high = m_exponents[level];
    for (std::size_t i = 0; i < boxes.count; ++i)
      if (m_exponentOf[i] <= high && m_exponentOf[i] > high - kOctaves)
        m_order.push_back(static_cast<std::uint32_t>(i));
    m_sets[level].gather(boxes, m_order);
  }
}

const BoxGrid& SizedBoxes::grid(std::size_t i, const GridSettings& settings) {
  if (!m_built[i]) m_grids[i].build(level(i), settings);
  m_built[i] = 1;
  return m_grids[i];
}

std::size_t SizedBoxes::memory() const {
  std::size_t bytes = memoryOf(m_exponentOf, m_order);
  for (const auto& set : m_sets) bytes += set.memory();
  for (const auto& grid : m_grids) bytes += grid.memory();
  return bytes;
}

void BoxJoin::between(const ElementBoxes& a, const ElementBoxes& b, Exclusion exclusion, bool keyStartsWithA,
                      const GridSettings& settings, Walker& walker) {
  if (a.count == 0 || b.count == 0) return;
  const auto order = [&](bool storedIsA) {
    if (!keyStartsWithA) return KeyOrder::SmallerFirst;
    return storedIsA ? KeyOrder::StoredFirst : KeyOrder::WalkerFirst;
  };
  // The smaller set searches; the larger one is scanned in contiguous memory.
  const auto each = [&](const ElementBoxes& x, const ElementBoxes& y) {
    const bool storedIsX = x.count > y.count;
    walker.run({nullptr, storedIsX ? x : y, storedIsX ? y : x, false, exclusion, order(storedIsX)});
  };
  if (std::min(a.count, b.count) <= kFewBoxes) return each(a, b);
  m_first.measure(a);
  m_second.measure(b);
  // Boxes that are smaller than all boxes of the other set search in the same grids, so they form one level.
  m_first.split(m_second.smallest() - 1);
  m_second.split(m_first.smallest() - 1);
  for (std::size_t i = 0; i < m_first.levels(); ++i)
    for (std::size_t j = 0; j < m_second.levels(); ++j) {
      const ElementBoxes x = m_first.level(i), y = m_second.level(j);
      if (std::min(x.count, y.count) <= kFewBoxes) {
        each(x, y);
        continue;
      }
      const bool storedIsA = m_first.exponent(i) >= m_second.exponent(j);
      const BoxGrid& grid = storedIsA ? m_first.grid(i, settings) : m_second.grid(j, settings);
      walker.run({&grid.grid(), grid.sorted(), storedIsA ? y : x, false, exclusion, order(storedIsA)});
    }
}

void BoxJoin::within(const ElementBoxes& boxes, Exclusion exclusion, const GridSettings& settings, Walker& walker) {
  constexpr auto kOrder = KeyOrder::SmallerFirst;
  if (boxes.count <= kFewBoxes) return walker.run({nullptr, boxes, boxes, true, exclusion, kOrder});
  m_first.measure(boxes);
  m_first.split(0);
  for (std::size_t i = 0; i < m_first.levels(); ++i) {
    const ElementBoxes large = m_first.level(i);
    if (large.count <= kFewBoxes) {
      walker.run({nullptr, large, large, true, exclusion, kOrder});
      for (std::size_t j = i + 1; j < m_first.levels(); ++j)
        walker.run({nullptr, m_first.level(j), large, false, exclusion, kOrder});
      continue;
    }
    const BoxGrid& grid = m_first.grid(i, settings);
    walker.run({&grid.grid(), grid.sorted(), grid.sorted(), true, exclusion, kOrder});
    for (std::size_t j = i + 1; j < m_first.levels(); ++j)
      walker.run({&grid.grid(), grid.sorted(), m_first.level(j), false, exclusion, kOrder});
  }
}

}  // namespace pliant::detail::surface
