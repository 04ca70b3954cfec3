#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiQueries.h>

#include <algorithm>

#include "ldi/PixelWalk.h"
#include "ldi/VolumeSums.h"

namespace pliant {
namespace detail {
namespace {

/// Adds the intervals of all pixels whose winding number satisfies `Wanted`.
template <typename Wanted>
void collect(const LayeredDepthImage& image, SpanCollector& collector) {
  for (std::size_t p = image.firstPixel; p < image.endPixel(); ++p) {
    forPieces(image, p, [&](double low, double high, int winding) {
      if (Wanted{}(winding)) collector.add(p, low, high);
    });
  }
}

}  // namespace

void addSpans(const LdiVolume& volume, VolumeSums& sums) {
  const LdiView view = volume.view;
  const PixelShare share(view);
  for (const LdiSpan& span : volume.spans) {
    const Index c = span.pixel % view.width, r = span.pixel / view.width;
    const double partOfColumn = share.ofColumn(c), partOfRow = share.ofRow(r);
    const double low = span.low, high = span.high, weight = (high - low) * partOfColumn * partOfRow;
    sums.lengthsAt(view, c, r) += high - low;
    sums.weights += weight;
    sums.columns += weight * (c + partOfColumn / 2);
    sums.rows += weight * (r + partOfRow / 2);
    sums.heights += weight * (low + high) / 2;
    sums.columnsFrom = std::min(sums.columnsFrom, c);
    sums.columnsTo = std::max(sums.columnsTo, c);
    sums.rowsFrom = std::min(sums.rowsFrom, r);
    sums.rowsTo = std::max(sums.rowsTo, r);
    sums.lowest = std::min(sums.lowest, low);
    sums.highest = std::max(sums.highest, high);
    sums.longest = std::max(sums.longest, high - low);
  }
}

OverlapSummary SpanCollector::finish() {
  VolumeSums sums;
  addSpans(m_volume, sums);
  const OverlapSummary summary = sums.summary(m_view);
  m_volume.volume = summary.volume;
  m_volume.centroid = summary.centroid;
  m_volume.min = summary.min;
  m_volume.max = summary.max;
  return summary;
}

void collectSelfIntersection(const LayeredDepthImage& image, SpanCollector& collector) {
  collect<IsTwice>(image, collector);
}

void collectIntersection(const LayeredDepthImage& a, const LayeredDepthImage& b, SpanCollector& collector) {
  LdiView turned = b.view;
  turned.ascending = a.view.ascending;
  if (turned != a.view || a.firstPixel != b.firstPixel || a.endPixel() != b.endPixel()) {
    throw Error("the two images must have the same volume of interest and the same pixels");
  }
  for (std::size_t p = a.firstPixel; p < a.endPixel(); ++p) {
    InsideIntervals inA(a, p), inB(b, p);
    while (!inA.done() && !inB.done()) {
      const double low = std::max(inA.low(), inB.low()), high = std::min(inA.high(), inB.high());
      if (low < high) collector.add(p, low, high);
      if (inA.high() < inB.high()) {
        inA.next();
      } else {
        inB.next();
      }
    }
  }
}

}  // namespace detail

using namespace detail;

void insideVolume(const LayeredDepthImage& image, LdiVolume& volume) {
  SpanCollector collector(image.view, volume);
  collect<IsInside>(image, collector);
  collector.finish();
}

void selfIntersectionVolume(const LayeredDepthImage& image, LdiVolume& volume) {
  SpanCollector collector(image.view, volume);
  collectSelfIntersection(image, collector);
  collector.finish();
}

void intersectionVolume(const LayeredDepthImage& a, const LayeredDepthImage& b, LdiVolume& volume) {
  SpanCollector collector(a.view.ascending ? a.view : b.view, volume);
  collectIntersection(a, b, collector);
  collector.finish();
}

std::size_t pixelsOutOfOrder(const LayeredDepthImage& image) {
  std::size_t count = 0;
  for (std::size_t p = image.firstPixel; p < image.endPixel(); ++p) {
    bool entering = true, inOrder = true;
    for (const LdiEntry& entry : image.pixel(p)) {
      inOrder &= entry.entering() == entering;
      entering = !entering;
    }
    count += !inOrder;
  }
  return count;
}

namespace {

/// `isBand`: the image holds only some rows.
template <bool isBand>
void findInside(const LayeredDepthImage& image, std::span<const PackedPosition> points, std::vector<Index>& inside) {
  // Points come in any order. The data of several points are read together, so that their memory accesses overlap.
  constexpr std::size_t kBlock = 32;
  struct Found {
    Index point;
    float depth;
    std::uint32_t begin, end;
  } found[kBlock];
  inside.clear();
  const PointFinder finder(image.view);
  const LdiEntry* const entries = image.entries.data();
  [[maybe_unused]] const std::size_t pixels = image.endPixel() - image.firstPixel;
  for (std::size_t first = 0; first < points.size(); first += kBlock) {
    std::size_t count = 0;
    for (std::size_t i = first; i < std::min(first + kBlock, points.size()); ++i) {
      std::size_t pixel;
      Found& next = found[count];
      if (!finder.find(points[i], pixel, next.depth)) continue;
      if constexpr (isBand) {
        // Pixels before the band wrap to huge numbers.
        pixel -= image.firstPixel;
        if (pixel >= pixels) continue;
      }
      next.point = static_cast<Index>(i);
      next.begin = image.offsets[pixel];
      next.end = image.offsets[pixel + 1];
      count += next.begin != next.end;
    }
    for (std::size_t i = 0; i < count; ++i) {
      int winding = 0;
      for (std::uint32_t e = found[i].begin; e < found[i].end; ++e) {
        winding += entries[e].depth <= found[i].depth ? (entries[e].entering() ? 1 : -1) : 0;
      }
      if (winding >= 1) inside.push_back(found[i].point);
    }
  }
}

}  // namespace

void pointsInside(const LayeredDepthImage& image, std::span<const PackedPosition> points, std::vector<Index>& inside) {
  if (image.firstPixel == 0 && image.endPixel() == image.view.pixels()) {
    findInside<false>(image, points, inside);
  } else {
    findInside<true>(image, points, inside);
  }
}

}  // namespace pliant
