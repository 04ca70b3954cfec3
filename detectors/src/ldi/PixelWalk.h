#pragma once

#include <pliant/detectors/ldi/LdiQueries.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "ldi/LdiRaster.h"

namespace pliant::detail {

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

/// Collects spans and what they add up to.
class SpanCollector {
 public:
  enum Spans : bool { Clear, Keep };

  SpanCollector(const LdiView& view, LdiVolume& volume, Spans spans = Clear) : m_view(view), m_volume(volume) {
    volume.view = view;
    if (spans == Clear) volume.spans.clear();
    m_share[0] = share(view.columnAxis(), view.width, view.pixel[0]);
    m_share[1] = share(view.rowAxis(), view.height, view.pixel[1]);
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

  /// What of the last pixel along an axis lies in the volume.
  double share(int axis, Index pixels, double pixel) const {
    const auto i = static_cast<std::size_t>(axis);
    return std::min(1.0, (m_view.max[i] - m_view.min[i]) / pixel - (pixels - 1.0));
  }

  const LdiView m_view;
  LdiVolume& m_volume;
  double m_share[2];
};

}  // namespace pliant::detail
