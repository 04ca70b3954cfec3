#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spatialhash/SurfaceGrid.h"
#include "surfaces/BoxSet.h"
#include "surfaces/ElementBoxes.h"

namespace pliant::detail::surface {

/// Search of the boxes `walkers` for overlapping boxes of `grid`, or of `stored` if there is no grid.
struct Walk {
  const Grid* grid = nullptr;
  ElementBoxes stored, walkers;
  bool own = false;  ///< true: the walkers are the stored boxes themselves
  Exclusion exclusion = Exclusion::None;
  KeyOrder order = KeyOrder::SmallerFirst;

  void run(std::size_t begin, std::size_t end, PairBuffer& pairs, WalkCounters& counters) const;
};

/// Runs walks: at once, or split across threads.
class Walker {
 public:
  virtual ~Walker() = default;
  virtual void run(const Walk& walk) = 0;
};

/// Boxes grouped by size. Boxes of similar size share a grid, and small boxes search among large ones. So one very
/// large box among many small ones costs little.
class SizedBoxes {
 public:
  /// Reserves memory for `count` boxes in at least `levels` levels, and in as many as this object has ever had.
  void reserve(std::size_t count, std::size_t levels = 1);
  std::size_t mostLevels() const { return m_sets.size(); }
  void measure(const ElementBoxes& boxes);
  int smallest() const { return m_smallest; }  ///< exponent of the smallest box
  /// Splits the boxes into levels. Boxes with exponents up to `finest` form one level.
  void split(int finest);
  std::size_t levels() const { return m_levels; }
  ElementBoxes level(std::size_t i) const { return m_levels == 1 ? m_source : m_sets[i].view(); }
  int exponent(std::size_t i) const { return m_exponents[i]; }
  const BoxGrid& grid(std::size_t i, const GridSettings& settings);
  std::size_t memory() const;

 private:
  std::size_t m_levels = 0;
  ElementBoxes m_source;
  int m_smallest = 0, m_largest = 0;  // exponents of the smallest and the largest box
  std::vector<int> m_exponents;       // exponents of each level's largest box, descending
  std::vector<BoxSet> m_sets;
  std::vector<BoxGrid> m_grids;
  std::vector<std::uint8_t> m_built;
  std::vector<std::uint16_t> m_exponentOf;
  std::vector<std::uint32_t> m_order;
};

/// Finds all pairs of overlapping boxes of two sets, or within one set.
class BoxJoin {
 public:
  /// Reserves memory for sets of up to `count` boxes in at least `levels` levels, and in as many as there have ever
  /// been.
  void reserve(std::size_t count, std::size_t levels) {
    m_first.reserve(count, levels);
    m_second.reserve(count, levels);
  }
  std::size_t mostLevels() const { return std::max(m_first.mostLevels(), m_second.mostLevels()); }
  void between(const ElementBoxes& a, const ElementBoxes& b, Exclusion exclusion, bool keyStartsWithA,
               const GridSettings& settings, Walker& walker);
  void within(const ElementBoxes& boxes, Exclusion exclusion, const GridSettings& settings, Walker& walker);
  std::size_t memory() const { return m_first.memory() + m_second.memory(); }

 private:
  SizedBoxes m_first, m_second;
};

}  // namespace pliant::detail::surface
