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

/// Boxes that look for those of a grid, or for all of `stored` where there is none.
struct Walk {
  const Grid* grid = nullptr;
  ElementBoxes stored, walkers;
  bool own = false;  ///< the walkers are the stored boxes themselves
  Exclusion exclusion = Exclusion::None;
  KeyOrder order = KeyOrder::SmallerFirst;

  void run(std::size_t begin, std::size_t end, PairBuffer& pairs, WalkCounters& counters) const;
};

/// Whoever carries out walks: at once, or cut into pieces for several threads.
class Walker {
 public:
  virtual ~Walker() = default;
  virtual void run(const Walk& walk) = 0;
};

/// Boxes by size. Boxes of like size share a grid, and small ones look for large ones, so that one giant among many
/// dwarfs costs little.
class SizedBoxes {
 public:
  /// Makes room for `count` boxes in as many levels as there ever were, here or, as `levels`, elsewhere.
  void reserve(std::size_t count, std::size_t levels = 1);
  std::size_t mostLevels() const { return m_sets.size(); }
  void measure(const ElementBoxes& boxes);
  int smallest() const { return m_smallest; }  ///< exponent of the smallest box
  /// Boxes with an exponent up to `finest` are one level.
  void split(int finest);
  std::size_t levels() const { return m_levels; }
  ElementBoxes level(std::size_t i) const { return m_levels == 1 ? m_source : m_sets[i].view(); }
  int exponent(std::size_t i) const { return m_exponents[i]; }
  const BoxGrid& grid(std::size_t i, const GridSettings& settings);
  std::size_t memory() const;

 private:
  std::size_t m_levels = 0;
  ElementBoxes m_source;
  int m_smallest = 0, m_largest = 0;  // exponents
  std::vector<int> m_exponents;       // of each level's largest box, falling
  std::vector<BoxSet> m_sets;
  std::vector<BoxGrid> m_grids;
  std::vector<std::uint8_t> m_built;
  std::vector<std::uint16_t> m_exponentOf;
  std::vector<std::uint32_t> m_order;
};

/// Finds all pairs of boxes of two sets, or within one, that meet.
class BoxJoin {
 public:
  /// Makes room for sets of up to `count` boxes in as many levels as there ever were, here or elsewhere.
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
