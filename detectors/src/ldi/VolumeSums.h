#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>

#include <algorithm>
#include <cstddef>

#include "ldi/PixelWalk.h"

namespace pliant::detail {

/// Sums over the spans of a volume, in pixels and parts of the view's range.
struct VolumeSums {
  /// Sums of lengths, which are whole multiples of a depth step. So they are exact in any order of addition. The last
  /// column and row are summed separately, because they may extend beyond the volume.
  double inner = 0, lastColumn = 0, lastRow = 0, corner = 0;
  /// Sums of the lengths times the pixels' shares, and of these times the spans' positions.
  double weights = 0, columns = 0, rows = 0, heights = 0;
  Index columnsFrom = kNoIndex, columnsTo = 0, rowsFrom = kNoIndex, rowsTo = 0;
  double lowest = 1, highest = 0, longest = 0;

  /// Returns the sum for the spans of a pixel.
  double& lengthsAt(const LdiView& view, Index column, Index row) {
    if (column + 1 < view.width) return row + 1 < view.height ? inner : lastRow;
    return row + 1 < view.height ? lastColumn : corner;
  }

  bool empty() const { return columnsFrom == kNoIndex; }

  double volume(const LdiView& view) const {
    const PixelShare share(view);
    const double partOfColumn = share.ofColumn(view.width - 1), partOfRow = share.ofRow(view.height - 1);
    const double sum = inner + lastColumn * partOfColumn + lastRow * partOfRow + corner * partOfColumn * partOfRow;
    return sum * view.pixel[0] * view.pixel[1] * view.range();
  }

  /// Returns the summary in world space.
  OverlapSummary summary(const LdiView& view) const {
    OverlapSummary summary;
    summary.volume = volume(view);
    summary.longest = longest;
    if (empty()) return summary;
    const auto set = [&](int of, double unit, double centre, double low, double high) {
      const auto axis = static_cast<std::size_t>(of);
      const double least = view.min[axis], most = view.max[axis];
      summary.centroid[axis] = least + unit * centre;
      summary.min[axis] = std::clamp(least + unit * low, least, most);
      summary.max[axis] = std::clamp(least + unit * high, least, most);
    };
    set(view.columnAxis(), view.pixel[0], columns / weights, columnsFrom, columnsTo + 1.0);
    set(view.rowAxis(), view.pixel[1], rows / weights, rowsFrom, rowsTo + 1.0);
    set(view.axis, view.range(), heights / weights, lowest, highest);
    return summary;
  }
};

}  // namespace pliant::detail
