#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "judge/Sweep.h"

namespace pliant::detail {

/// Boxes by the column of a grid across y and z that they reach into. Columns run along x.
class Columns {
 public:
  Columns() = default;
  explicit Columns(const std::vector<SweepItem>& items) {
    JudgeBox all;
    for (const SweepItem& item : items) {
      all.include(item.box.min.data());
      all.include(item.box.max.data());
    }
    m_side = std::max(1, static_cast<int>(std::sqrt(static_cast<double>(items.size()))));
    // Long boxes reach into many columns: larger columns bound the length of all lists.
    for (divide(items, all); m_side > 1 && entries(items) > kMostEntries * items.size(); divide(items, all))
      m_side /= 2;
    m_items.resize(static_cast<std::size_t>(m_side) * static_cast<std::size_t>(m_side));
    for (const SweepItem& item : items) {
      const int top = along(1, item.box.max[2]), right = along(0, item.box.max[1]);
      for (int z = along(1, item.box.min[2]); z <= top; ++z)
        for (int y = along(0, item.box.min[1]); y <= right; ++y) m_items[index(y, z)].push_back(item.element);
    }
  }

  /// Returns the elements of all boxes that the line through `p` along x may meet, in the order of the list.
  const std::vector<Index>& at(const Real* p) const { return m_items[index(along(0, p[1]), along(1, p[2]))]; }

 private:
  static constexpr std::size_t kMostEntries = 8;  // per box

  void divide(const std::vector<SweepItem>& items, const JudgeBox& all) {
    for (std::size_t k = 0; k < 2; ++k) {
      m_low[k] = items.empty() ? 0 : static_cast<double>(all.min[k + 1]);
      const double size = items.empty() ? 0 : static_cast<double>(all.max[k + 1]) - m_low[k];
      const double perLength = m_side / size;
      m_perLength[k] = size > 0 && std::isfinite(size) && std::isfinite(perLength) ? perLength : 0;
    }
  }
  std::size_t entries(const std::vector<SweepItem>& items) const {
    std::size_t count = 0;
    for (const SweepItem& item : items) {
      const auto across = [&](std::size_t k) {
        return static_cast<std::size_t>(along(k, item.box.max[k + 1]) - along(k, item.box.min[k + 1]) + 1);
      };
      count += across(0) * across(1);
    }
    return count;
  }
  /// The same rounding for boxes and points keeps their order. Without a finite size all are in the first column.
  int along(std::size_t k, Real x) const {
    const double at = (static_cast<double>(x) - m_low[k]) * m_perLength[k];
    return at > 0 ? static_cast<int>(std::min(at, m_side - 1.0)) : 0;
  }
  std::size_t index(int y, int z) const {
    return static_cast<std::size_t>(z) * static_cast<std::size_t>(m_side) + static_cast<std::size_t>(y);
  }

  int m_side = 1;
  double m_low[2] = {}, m_perLength[2] = {};
  std::vector<std::vector<Index>> m_items = std::vector<std::vector<Index>>(1);
};

}  // namespace pliant::detail
