#include "ldi/CpuBackend.h"

#include <algorithm>

#include "core/memoryOf.h"
#include "ldi/PixelWalk.h"
#include "ldi/VolumeSums.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kPixelsPerPart = std::size_t{1} << 19;

template <typename Input>
LdiMemoryImage& imageOf(const Input& input) {
  return static_cast<LdiMemoryImage&>(*input.image);
}

}  // namespace

std::unique_ptr<LdiImageHandle> CpuBackend::makeImage() {
  return std::make_unique<LdiMemoryImage>();
}

const LayeredDepthImage& CpuBackend::read(const LdiInput& input, Workers& workers) {
  LdiMemoryImage& handle = imageOf(input);
  LayeredDepthImage& image = handle.images[0];
  if (input.drawn && handle.drawn) return image;
  handle.drawn = false;  // in case drawing throws
  m_renderer.render(input.surface, input.view, image, workers);
  handle.drawn = handle.kept = true;
  handle.entries = image.entries.size();
  handle.layers = image.layers();
  return image;
}

bool CpuBackend::inBands(const LdiInput& input) const {
  return input.image != nullptr && m_renderer.drawsRows() && input.view.pixels() > kMostUnbandedPixels &&
         !(input.drawn && imageOf(input).drawn);
}

/// Draws the rows [first, last]. Returns null for an input without an image.
const LayeredDepthImage* CpuBackend::drawBand(const LdiInput& input, Index first, Index last, LayeredDepthImage& band,
                                              Workers& workers) {
  if (input.image == nullptr) return nullptr;
  m_renderer.renderRows(input.surface, input.view, first, last, band, workers);
  LdiMemoryImage& handle = imageOf(input);
  if (first == 0) {
    handle.entries = 0;
    handle.layers = 0;
    handle.drawn = handle.kept = false;
  }
  handle.entries += band.entries.size();
  handle.layers = std::max(handle.layers, band.layers());
  return &band;
}

/// Calls each(image of a, image of b) for the whole images, or for all bands of rows in ascending order. Null for an
/// input without an image. Returns true if the images are drawn in bands.
template <typename Each>
bool CpuBackend::forParts(const LdiInput& a, const LdiInput& b, Workers& workers, Each&& each) {
  if (!inBands(a) && !inBands(b)) {
    const LayeredDepthImage* const first = a.image == nullptr ? nullptr : &read(a, workers);
    each(first, b.image == nullptr ? nullptr : &read(b, workers));
    return false;
  }
  const LdiView& view = a.image == nullptr ? b.view : a.view;
  const auto rows = static_cast<Index>(std::clamp<std::size_t>(kPixelsPerPart / view.width, 1, view.height));
  for (Index row = 0; row < view.height; row += rows) {
    const Index last = std::min(row + rows, view.height) - 1;
    const LayeredDepthImage* const first = drawBand(a, row, last, m_bands[0], workers);
    each(first, drawBand(b, row, last, m_bands[1], workers));
  }
  return true;
}

/// Appends the points inside an image or a band of it.
void CpuBackend::addInside(const LayeredDepthImage& image, const LdiInput& points, std::vector<Index>& inside) {
  const auto own = points.surface.positions.subspan(points.surface.firstVertex, points.surface.vertices);
  if (inside.empty()) {
    pointsInside(image, own, inside);
    return;
  }
  pointsInside(image, own, m_found);
  inside.insert(inside.end(), m_found.begin(), m_found.end());
}

void CpuBackend::answer(const LdiPairQuery& query, Workers& workers) {
  for (std::vector<Index>* const list : {query.aInB, query.bInA}) {
    if (list != nullptr) list->clear();
  }
  const bool both = query.a.image != nullptr && query.b.image != nullptr;
  VolumeSums sums;
  const bool banded = forParts(query.a, query.b, workers, [&](const LayeredDepthImage* a, const LayeredDepthImage* b) {
    if (query.aInB != nullptr && b != nullptr) addInside(*b, query.a, *query.aInB);
    if (query.bInA != nullptr && a != nullptr) addInside(*a, query.b, *query.bInA);
    if (query.intersection == nullptr || !both) return;
    SpanCollector collector(a->view.ascending ? a->view : b->view, m_volume);
    collectIntersection(*a, *b, collector);
    addSpans(m_volume, sums);
  });
  for (std::vector<Index>* const list : {query.aInB, query.bInA}) {
    if (banded && list != nullptr) std::sort(list->begin(), list->end());
  }
  if (query.intersection != nullptr && both) *query.intersection = sums.summary(query.a.view);
}

OverlapSummary CpuBackend::selfIntersection(const LdiInput& input, LdiVolume& volume, Workers& workers) {
  SpanCollector collector(input.view, volume);
  forParts(input, {}, workers, [&](const LayeredDepthImage* image, const LayeredDepthImage*) {
    collectSelfIntersection(*image, collector);
  });
  return collector.finish();
}

const std::array<LayeredDepthImage, 3>& CpuBackend::drawAxes(const LdiAxesInput& input, Workers& workers) {
  LdiMemoryImage& handle = imageOf(input);
  if (input.drawn && handle.drawn) return handle.images;
  handle.drawn = false;  // in case drawing throws
  m_renderer.renderViews(input.surface, input.views, handle.images, workers);
  handle.drawn = true;
  handle.entries = 0;
  for (const LayeredDepthImage& image : handle.images) handle.entries += image.entries.size();
  return handle.images;
}

/// Calls each(surface a, images of a, surface b, images of b) as axisGradients() takes them.
template <typename Each>
void CpuBackend::withAxes(const LdiAxesQuery& query, Workers& workers, Each&& each) {
  const auto& a = drawAxes(query.a, workers);
  const bool both = query.b.image != nullptr;
  const LayeredDepthImage* const b = both ? drawAxes(query.b, workers).data() : nullptr;
  each(query.a.surface, a, both ? &query.b.surface : nullptr, b);
}

void CpuBackend::gradient(const LdiAxesQuery& query, LdiAxisGradients& gradients, Workers& workers) {
  withAxes(query, workers, [&](const auto&... drawn) { axisGradients(drawn..., gradients); });
}

void CpuBackend::spans(const LdiAxesQuery& query, LdiAxesSpans& spans, Workers& workers) {
  withAxes(query, workers, [&](const auto&... drawn) { axesSpans(drawn..., spans); });
}

std::size_t CpuBackend::scratchMemory() const {
  std::size_t bytes = memoryOf(m_volume.spans, m_found);
  for (const LayeredDepthImage& band : m_bands) bytes += band.allocatedMemory();
  return bytes;
}

}  // namespace pliant::detail
