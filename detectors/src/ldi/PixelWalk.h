#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ldi/LdiRaster.h"

namespace pliant::detail {

/// Maps points to pixels and depths of a view.
class PointFinder {
 public:
  explicit PointFinder(const LdiView& view)
      : m_axes{view.columnAxis(), view.rowAxis(), view.axis},
        m_last{view.width - 1, view.height - 1},
        m_width(view.width),
        m_ascending(view.ascending),
        m_scale{1 / view.pixel[0], 1 / view.pixel[1], kDepthSteps / view.range()} {
    for (std::size_t i = 0; i < 3; ++i) {
      m_min[i] = view.min[static_cast<std::size_t>(m_axes[i])];
      m_max[i] = view.max[static_cast<std::size_t>(m_axes[i])];
    }
  }

  /// Returns false if the point is outside the view's box. Entries whose depth is not above `depth` lie before the
  /// point. In an ascending view these are the entries up to the point's own step of height; in a descending view, all
  /// others. So opposite views agree.
  bool find(const PackedPosition& point, std::size_t& pixel, float& depth) const {
    const Real* const p = &point.x;
    const double x = p[m_axes[0]], y = p[m_axes[1]], z = p[m_axes[2]];
    const bool within =
        (m_min[0] <= x) & (x <= m_max[0]) & (m_min[1] <= y) & (y <= m_max[1]) & (m_min[2] <= z) & (z <= m_max[2]);
    if (!within) return false;
    const Index column = std::min(static_cast<Index>((x - m_min[0]) * m_scale[0]), m_last[0]);
    const Index row = std::min(static_cast<Index>((y - m_min[1]) * m_scale[1]), m_last[1]);
    pixel = std::size_t{row} * m_width + column;
    // Entries clamped to the upper end lie above the point.
    constexpr auto highest = static_cast<std::int32_t>(kDepthSteps) - 1;
    const std::int32_t height = std::min(static_cast<std::int32_t>((z - m_min[2]) * m_scale[2]), highest);
    depth = static_cast<float>(m_ascending ? height : highest - height) / static_cast<float>(kDepthSteps);
    return true;
  }

 private:
  int m_axes[3];
  Index m_last[2], m_width;
  bool m_ascending;
  double m_scale[3], m_min[3], m_max[3];
};

/// Entries of a pixel in ascending order of height, in either view direction.
class UpwardEntries {
 public:
  UpwardEntries(const LayeredDepthImage& image, std::size_t pixel)
      : m_entries(image.pixel(pixel)), m_ascending(image.view.ascending) {}

  std::size_t size() const { return m_entries.size(); }
  /// Returns the height [depth step], a whole number.
  double height(std::size_t i) const {
    const double steps = static_cast<double>(at(i).depth) * kDepthSteps;
    return m_ascending ? steps : kDepthSteps - steps;
  }
  /// Returns the change of the winding number on the way up: 1 or -1.
  int change(std::size_t i) const { return at(i).entering() == m_ascending ? 1 : -1; }
  Index face(std::size_t i) const { return at(i).face(); }

 private:
  const LdiEntry& at(std::size_t i) const { return m_entries[m_ascending ? i : m_entries.size() - 1 - i]; }

  std::span<const LdiEntry> m_entries;
  bool m_ascending;
};

/// Calls visit(low, high, winding) for each interval between the entries of a pixel's ray, upwards. Entries of equal
/// height are combined. The parts before the first and after the last entry are skipped.
template <typename Visit>
void forPieces(const LayeredDepthImage& image, std::size_t pixel, Visit&& visit) {
  const UpwardEntries entries(image, pixel);
  int winding = 0;
  for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
    winding += entries.change(i);
    const double low = entries.height(i), high = entries.height(i + 1);
    if (low < high) visit(low, high, winding);
  }
}

/// Iterates over the intervals of a pixel whose winding number satisfies `Wanted`, upwards.
template <typename Wanted>
class WindingIntervals {
 public:
  /// Entries of equal height, as a range of indices upwards.
  struct Group {
    std::size_t begin, end;
  };

  WindingIntervals(const LayeredDepthImage& image, std::size_t pixel) : m_entries(image, pixel) { next(); }

  bool done() const { return m_low < 0; }
  double low() const { return m_low; }
  double high() const { return m_high; }
  /// Entries at the beginning and at the end of the interval.
  const Group& lowGroup() const { return m_lowGroup; }
  const Group& highGroup() const { return m_highGroup; }
  /// Change of the winding number at the beginning and at the end of the interval: 1 or -1.
  int lowChange() const { return m_lowChange; }
  int highChange() const { return m_highChange; }

  void next() {
    m_low = -1;
    while (m_next < m_entries.size()) {
      const double height = m_entries.height(m_next);
      const int before = m_winding;
      const std::size_t first = m_next;
      for (; m_next < m_entries.size() && m_entries.height(m_next) == height; ++m_next) {
        m_winding += m_entries.change(m_next);
      }
      const bool was = Wanted{}(before), is = Wanted{}(m_winding);
      if (is && !was) {
        m_low = height;
        m_lowGroup = {first, m_next};
        m_lowChange = m_winding > before ? 1 : -1;
      }
      if (was && !is) {
        m_high = height;
        m_highGroup = {first, m_next};
        m_highChange = m_winding > before ? 1 : -1;
        return;
      }
    }
    m_low = -1;
  }

 private:
  UpwardEntries m_entries;
  std::size_t m_next = 0;
  int m_winding = 0, m_lowChange = 0, m_highChange = 0;
  double m_low = -1, m_high = 0;
  Group m_lowGroup{}, m_highGroup{};
};

struct IsInside {
  bool operator()(int winding) const { return winding >= 1; }
};
/// Winding numbers of a volume where a surface passes through itself.
struct IsTwice {
  bool operator()(int winding) const { return winding > 1 || winding < 0; }
};
using InsideIntervals = WindingIntervals<IsInside>;
using TwiceIntervals = WindingIntervals<IsTwice>;

/// Returns the length [depth step] up to which a span that a surface encloses twice may result from rounding, between
/// faces closer to each other than 1/128 pixel.
inline double leastTwice(const LdiView& view) {
  return std::max(view.pixel[0], view.pixel[1]) / 64 / view.range() * kDepthSteps + 2;
}

/// Share of a pixel that lies in the volume: pixels of the last column and row may extend beyond it.
class PixelShare {
 public:
  explicit PixelShare(const LdiView& view)
      : m_width(view.width),
        m_height(view.height),
        m_last{last(view, view.columnAxis(), view.width, view.pixel[0]),
               last(view, view.rowAxis(), view.height, view.pixel[1])} {}

  double ofColumn(Index column) const { return column + 1 == m_width ? m_last[0] : 1; }
  double ofRow(Index row) const { return row + 1 == m_height ? m_last[1] : 1; }
  double of(std::size_t pixel) const {
    return ofColumn(static_cast<Index>(pixel % m_width)) * ofRow(static_cast<Index>(pixel / m_width));
  }

 private:
  static double last(const LdiView& view, int axis, Index pixels, double pixel) {
    const auto i = static_cast<std::size_t>(axis);
    return std::min(1.0, (view.max[i] - view.min[i]) / pixel - (pixels - 1.0));
  }

  Index m_width, m_height;
  double m_last[2];
};

/// Collects spans and sums them.
class SpanCollector {
 public:
  enum Spans : bool { Clear, Keep };

  SpanCollector(const LdiView& view, LdiVolume& volume, Spans spans = Clear) : m_view(view), m_volume(volume) {
    volume.view = view;
    if (spans == Clear) volume.spans.clear();
  }

  /// Adds a span. Pixels must ascend, and so must the spans of a pixel. Heights are in depth steps.
  void add(std::size_t pixel, double low, double high) {
    auto& spans = m_volume.spans;
    const auto p = static_cast<std::uint32_t>(pixel);
    if (!spans.empty() && spans.back().pixel == p && spans.back().high == toUnit(low)) {
      spans.back().high = toUnit(high);
    } else {
      spans.push_back({p, toUnit(low), toUnit(high)});
    }
  }

  /// Writes the sums to the volume and returns them.
  OverlapSummary finish();

 private:
  static float toUnit(double steps) { return static_cast<float>(steps / kDepthSteps); }

  const LdiView m_view;
  LdiVolume& m_volume;
};

struct VolumeSums;
/// Adds the spans of a volume to the sums. The volumes of bands must be added in ascending order.
void addSpans(const LdiVolume& volume, VolumeSums& sums);

/// Collect the spans of intersectionVolume and selfIntersectionVolume without their sums.
void collectIntersection(const LayeredDepthImage& a, const LayeredDepthImage& b, SpanCollector& collector);
void collectSelfIntersection(const LayeredDepthImage& image, SpanCollector& collector);

}  // namespace pliant::detail
