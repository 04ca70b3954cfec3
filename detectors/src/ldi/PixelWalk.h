#pragma once

#include <pliant/detectors/ldi/LdiQueries.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ldi/LdiRaster.h"

namespace pliant::detail {

/// Where points lie in a view.
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

  /// False for a point that is not in the view's box. The point has passed the entries whose depth is not above
  /// `depth`: looking up, those up to its own step of height; looking down, all others. So views from both sides agree.
  bool find(const PackedPosition& point, std::size_t& pixel, float& depth) const {
    const Real* const p = &point.x;
    const double x = p[m_axes[0]], y = p[m_axes[1]], z = p[m_axes[2]];
    const bool within =
        (m_min[0] <= x) & (x <= m_max[0]) & (m_min[1] <= y) & (y <= m_max[1]) & (m_min[2] <= z) & (z <= m_max[2]);
    if (!within) return false;
    const Index column = std::min(static_cast<Index>((x - m_min[0]) * m_scale[0]), m_last[0]);
    const Index row = std::min(static_cast<Index>((y - m_min[1]) * m_scale[1]), m_last[1]);
    pixel = std::size_t{row} * m_width + column;
    // What is clamped to the upper end lies above it.
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

/// The entries of a pixel from the volume's minimum upwards, whichever way the view looks.
class UpwardEntries {
 public:
  UpwardEntries(const LayeredDepthImage& image, std::size_t pixel)
      : m_entries(image.pixel(pixel)), m_ascending(image.view.ascending) {}

  std::size_t size() const { return m_entries.size(); }
  /// Height in steps of depth, a whole number.
  double height(std::size_t i) const {
    const double steps = static_cast<double>(at(i).depth) * kDepthSteps;
    return m_ascending ? steps : kDepthSteps - steps;
  }
  /// What the winding number grows by on the way up.
  int change(std::size_t i) const { return at(i).entering() == m_ascending ? 1 : -1; }
  Index face(std::size_t i) const { return at(i).face(); }

 private:
  const LdiEntry& at(std::size_t i) const { return m_entries[m_ascending ? i : m_entries.size() - 1 - i]; }

  std::span<const LdiEntry> m_entries;
  bool m_ascending;
};

/// Calls visit(low, high, winding) for each piece of a pixel's ray between entries, upwards; entries of equal height
/// are taken together. What lies before the first and after the last entry is left out.
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

/// Intervals of a pixel in which the winding number is one of those wanted, one after the other.
template <typename Wanted>
class WindingIntervals {
 public:
  /// Entries of equal height, by their number upwards.
  struct Group {
    std::size_t begin, end;
  };

  WindingIntervals(const LayeredDepthImage& image, std::size_t pixel) : m_entries(image, pixel) { next(); }

  bool done() const { return m_low < 0; }
  double low() const { return m_low; }
  double high() const { return m_high; }
  /// Those with which the interval begins and ends.
  const Group& lowGroup() const { return m_lowGroup; }
  const Group& highGroup() const { return m_highGroup; }
  /// What the winding number grows by where the interval begins, and where it ends: 1 or -1.
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
/// Where a surface passes through itself.
struct IsTwice {
  bool operator()(int winding) const { return winding > 1 || winding < 0; }
};
using InsideIntervals = WindingIntervals<IsInside>;
using TwiceIntervals = WindingIntervals<IsTwice>;

/// Spans of what a surface encloses twice, no longer than so many steps of depth, may have been made by rounding: of
/// faces that lie closer to each other than 1/128 pixel.
inline double leastTwice(const LdiView& view) {
  return std::max(view.pixel[0], view.pixel[1]) / 64 / view.range() * kDepthSteps + 2;
}

/// What of a pixel lies in the volume: those of the last column and row may stick out.
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

/// Collects spans and what they add up to.
class SpanCollector {
 public:
  enum Spans : bool { Clear, Keep };

  SpanCollector(const LdiView& view, LdiVolume& volume, Spans spans = Clear)
      : m_view(view), m_volume(volume), m_share(view) {
    volume.view = view;
    if (spans == Clear) volume.spans.clear();
  }

  /// Pixels ascending, spans of one upwards; heights in steps.
  void add(std::size_t pixel, double low, double high) {
    auto& spans = m_volume.spans;
    const auto p = static_cast<std::uint32_t>(pixel);
    if (!spans.empty() && spans.back().pixel == p && spans.back().high == toUnit(low)) {
      spans.back().high = toUnit(high);
    } else {
      spans.push_back({p, toUnit(low), toUnit(high)});
    }
  }

  void finish();

 private:
  static float toUnit(double steps) { return static_cast<float>(steps / kDepthSteps); }

  const LdiView m_view;
  LdiVolume& m_volume;
  PixelShare m_share;
};

struct VolumeSums;
/// Adds a volume's spans, pixels ascending; the volumes of bands one after the other.
void addSpans(const LdiVolume& volume, VolumeSums& sums);

/// As intersectionVolume and selfIntersectionVolume, without what spans add up to.
void collectIntersection(const LayeredDepthImage& a, const LayeredDepthImage& b, SpanCollector& collector);
void collectSelfIntersection(const LayeredDepthImage& image, SpanCollector& collector);

}  // namespace pliant::detail
