#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiQueries.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ldi/PixelWalk.h"

namespace pliant {
namespace detail {

void SpanCollector::finish() {
  const std::size_t column = static_cast<std::size_t>(m_view.columnAxis()),
                    row = static_cast<std::size_t>(m_view.rowAxis()), depth = m_view.axis;
  double sum = 0, columns = 0, rows = 0, heights = 0;  // of length · share, and of that times where it lies
  Index firstColumn = m_view.width, lastColumn = 0, firstRow = m_view.height, lastRow = 0;
  double lowest = 1, highest = 0;
  for (const LdiSpan& span : m_volume.spans) {
    const Index c = span.pixel % m_view.width, r = span.pixel / m_view.width;
    const double partOfColumn = m_share.ofColumn(c), partOfRow = m_share.ofRow(r);
    const double low = span.low, high = span.high, weight = (high - low) * partOfColumn * partOfRow;
    sum += weight;
    columns += weight * (c + partOfColumn / 2);
    rows += weight * (r + partOfRow / 2);
    heights += weight * (low + high) / 2;
    firstColumn = std::min(firstColumn, c);
    lastColumn = std::max(lastColumn, c);
    firstRow = std::min(firstRow, r);
    lastRow = std::max(lastRow, r);
    lowest = std::min(lowest, low);
    highest = std::max(highest, high);
  }
  m_volume.volume = sum * m_view.pixel[0] * m_view.pixel[1] * m_view.range();
  m_volume.centroid = {};
  m_volume.min.fill(std::numeric_limits<double>::infinity());
  m_volume.max.fill(-std::numeric_limits<double>::infinity());
  if (m_volume.spans.empty()) return;
  const auto set = [&](std::size_t axis, double unit, double centre, double low, double high) {
    const double least = m_view.min[axis], most = m_view.max[axis];
    m_volume.centroid[axis] = least + unit * centre;
    m_volume.min[axis] = std::clamp(least + unit * low, least, most);
    m_volume.max[axis] = std::clamp(least + unit * high, least, most);
  };
  set(column, m_view.pixel[0], columns / sum, firstColumn, lastColumn + 1.0);
  set(row, m_view.pixel[1], rows / sum, firstRow, lastRow + 1.0);
  set(depth, m_view.range(), heights / sum, lowest, highest);
}

}  // namespace detail

namespace {

using namespace detail;

template <typename Wanted>
void collect(const LayeredDepthImage& image, LdiVolume& volume, Wanted&& wanted) {
  SpanCollector collector(image.view, volume);
  for (std::size_t p = 0; p < image.view.pixels(); ++p) {
    forPieces(image, p, [&](double low, double high, int winding) {
      if (wanted(winding)) collector.add(p, low, high);
    });
  }
  collector.finish();
}

}  // namespace

void insideVolume(const LayeredDepthImage& image, LdiVolume& volume) {
  collect(image, volume, [](int winding) { return winding >= 1; });
}

void selfIntersectionVolume(const LayeredDepthImage& image, LdiVolume& volume) {
  collect(image, volume, [](int winding) { return winding > 1 || winding < 0; });
}

void intersectionVolume(const LayeredDepthImage& a, const LayeredDepthImage& b, LdiVolume& volume) {
  LdiView turned = b.view;
  turned.ascending = a.view.ascending;
  if (turned != a.view) throw Error("the images of an intersection volume differ in volume or pixels");
  SpanCollector collector(a.view.ascending ? a.view : b.view, volume);
  for (std::size_t p = 0; p < a.view.pixels(); ++p) {
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
  collector.finish();
}

std::size_t pixelsOutOfOrder(const LayeredDepthImage& image) {
  std::size_t count = 0;
  for (std::size_t p = 0; p < image.view.pixels(); ++p) {
    bool entering = true, inOrder = true;
    for (const LdiEntry& entry : image.pixel(p)) {
      inOrder &= entry.entering() == entering;
      entering = !entering;
    }
    count += !inOrder;
  }
  return count;
}

void pointsInside(const LayeredDepthImage& image, std::span<const PackedPosition> points, std::vector<Index>& inside) {
  // Points come in any order: what they need is looked up for many at a time, so that they wait for memory together.
  constexpr std::size_t kBlock = 32;
  struct Found {
    Index point;
    float depth;
    std::uint32_t begin, end;
  } found[kBlock];
  inside.clear();
  const PointFinder finder(image.view);
  const LdiEntry* const entries = image.entries.data();
  for (std::size_t first = 0; first < points.size(); first += kBlock) {
    std::size_t count = 0;
    for (std::size_t i = first; i < std::min(first + kBlock, points.size()); ++i) {
      std::size_t pixel;
      Found& next = found[count];
      if (!finder.find(points[i], pixel, next.depth)) continue;
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

}  // namespace pliant
