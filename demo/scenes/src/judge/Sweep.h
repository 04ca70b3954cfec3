#pragma once

#include <pliant/detectors/Types.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace pliant::detail {

/// Closed box, empty by default.
struct JudgeBox {
  std::array<Real, 3> min{kHigh, kHigh, kHigh}, max{-kHigh, -kHigh, -kHigh};

  void include(const Real* p) {
    for (std::size_t k = 0; k < 3; ++k) {
      min[k] = std::min(min[k], p[k]);
      max[k] = std::max(max[k], p[k]);
    }
  }
  bool meets(const JudgeBox& other) const {
    return min[0] <= other.max[0] && other.min[0] <= max[0] && min[1] <= other.max[1] && other.min[1] <= max[1] &&
           min[2] <= other.max[2] && other.min[2] <= max[2];
  }

 private:
  static constexpr Real kHigh = std::numeric_limits<Real>::infinity();
};

struct SweepItem {
  Index element;
  JudgeBox box;
};

/// Returns the axis along which the box of all items is longest.
inline std::size_t widestAxis(const std::vector<SweepItem>& items) {
  JudgeBox all;
  for (const SweepItem& item : items) {
    all.include(item.box.min.data());
    all.include(item.box.max.data());
  }
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k) {
    if (all.max[k] - all.min[k] > all.max[axis] - all.min[axis]) axis = k;
  }
  return axis;
}

/// Calls visit(a, b) for each pair of items, one of each list, whose boxes meet.
template <typename Visit>
void sweep(std::vector<SweepItem> a, std::vector<SweepItem> b, Visit visit) {
  if (a.empty() || b.empty()) return;
  const std::size_t axis = widestAxis(a.size() > b.size() ? a : b);
  const auto byMin = [axis](const SweepItem& p, const SweepItem& q) { return p.box.min[axis] < q.box.min[axis]; };
  std::sort(a.begin(), a.end(), byMin);
  std::sort(b.begin(), b.end(), byMin);
  // The item that begins first is tested against the items of the other list that begin before it ends.
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i].box.min[axis] <= b[j].box.min[axis]) {
      for (std::size_t k = j; k < b.size() && b[k].box.min[axis] <= a[i].box.max[axis]; ++k) {
        if (a[i].box.meets(b[k].box)) visit(a[i].element, b[k].element);
      }
      ++i;
    } else {
      for (std::size_t k = i; k < a.size() && a[k].box.min[axis] <= b[j].box.max[axis]; ++k) {
        if (a[k].box.meets(b[j].box)) visit(a[k].element, b[j].element);
      }
      ++j;
    }
  }
}

/// Calls visit(a, b) once for each pair of different items whose boxes meet.
template <typename Visit>
void sweepSelf(std::vector<SweepItem> items, Visit visit) {
  const std::size_t axis = widestAxis(items);
  std::sort(items.begin(), items.end(),
            [axis](const SweepItem& p, const SweepItem& q) { return p.box.min[axis] < q.box.min[axis]; });
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (std::size_t k = i + 1; k < items.size() && items[k].box.min[axis] <= items[i].box.max[axis]; ++k) {
      if (items[i].box.meets(items[k].box)) visit(items[i].element, items[k].element);
    }
  }
}

}  // namespace pliant::detail
