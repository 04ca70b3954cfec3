#include "ldi/SelfIntersection.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/makeRoom.h"
#include "ldi/PixelWalk.h"

namespace pliant::detail {
namespace {

constexpr double kMostPairs = 1 << 20;  // maximum pairs of probes along a span; far above the pixels of an image side

/// Maximum distance from the surface of a piece that results from rounding [length].
double leastOf(const LdiView& view) {
  return std::max(view.pixel[0], view.pixel[1]) / 128 + view.range() / kDepthSteps;
}

}  // namespace

void SelfIntersection::findPieces(const LdiVolume& volume) {
  const auto& spans = volume.spans;
  const auto count = static_cast<Index>(spans.size());
  m_pieces.reset(count);
  // `other` iterates over the spans of the neighbour pixel: the previous pixel of the row, or the pixel in the previous
  // row. Both indices only ascend.
  const auto join = [&](Index pixels, bool withinRow) {
    Index other = 0;
    for (Index i = 0; i < count; ++i) {
      const std::uint32_t pixel = spans[i].pixel;
      if (pixel < pixels || (withinRow && pixel % volume.view.width == 0)) continue;
      while (spans[other].pixel + pixels < pixel) ++other;
      for (Index j = other; spans[j].pixel + pixels == pixel; ++j) {
        if (spans[j].low <= spans[i].high && spans[i].low <= spans[j].high) m_pieces.unite(i, j);
      }
    }
  };
  join(1, true);
  join(volume.view.width, false);
}

bool SelfIntersection::mayRemain(const LdiView& view, double longest) {
  return longest * view.range() > 2 * leastOf(view);
}

void SelfIntersection::verify(const BodySet& bodies, const SurfaceTree& tree, LdiVolume& volume) {
  const LdiView& view = volume.view;
  const auto column = static_cast<std::size_t>(view.columnAxis()), row = static_cast<std::size_t>(view.rowAxis()),
             depth = std::size_t{view.axis};
  const double pixel = std::max(view.pixel[0], view.pixel[1]);
  const double least = leastOf(view);
  const auto leaves = [&](const LdiSpan& span, double part) {
    Eigen::Vector3d p;
    p[static_cast<Eigen::Index>(column)] = view.min[column] + (span.pixel % view.width + 0.5) * view.pixel[0];
    p[static_cast<Eigen::Index>(row)] = view.min[row] + (span.pixel / view.width + 0.5) * view.pixel[1];
    p[static_cast<Eigen::Index>(depth)] =
        view.min[depth] + (span.low + (double{span.high} - span.low) * part) * view.range();
    double distance = 0;
    tree.nearest(bodies, p, distance);
    return distance > least;
  };
  findPieces(volume);
  const auto count = static_cast<Index>(volume.spans.size());
  const auto length = [&](Index i) { return double{volume.spans[i].high} - volume.spans[i].low; };
  makeRoom(m_longestFirst, count);
  m_longestFirst.resize(count);
  std::iota(m_longestFirst.begin(), m_longestFirst.end(), Index{0});
  std::sort(m_longestFirst.begin(), m_longestFirst.end(),
            [&](Index i, Index j) { return length(i) != length(j) ? length(i) > length(j) : i < j; });
  makeRoom(m_kept, count);
  m_kept.assign(count, 0);
  for (const Index i : m_longestFirst) {
    std::uint8_t& kept = m_kept[m_pieces.root(i)];
    if (kept != 0 || length(i) * view.range() <= 2 * least) continue;
    const LdiSpan& span = volume.spans[i];
    // The number of probes is odd; the first probe is in the middle.
    const auto pairs =
        static_cast<std::size_t>(std::min(std::ceil(length(i) * view.range() / pixel * 2.5), kMostPairs));
    const std::size_t probes = 2 * pairs + 1;
    for (std::size_t k = 0; k < probes && kept == 0; ++k) {
      kept = leaves(span, (static_cast<double>((pairs + k) % probes) + 0.5) / static_cast<double>(probes));
    }
  }
  std::size_t left = 0;
  for (Index i = 0; i < count; ++i) {
    if (m_kept[m_pieces.root(i)] != 0) volume.spans[left++] = volume.spans[i];
  }
  volume.spans.resize(left);
  SpanCollector(view, volume, SpanCollector::Keep).finish();
}

}  // namespace pliant::detail
