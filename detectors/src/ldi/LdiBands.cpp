#include "ldi/LdiBands.h"

#include <algorithm>

#include "ldi/LdiImages.h"
#include "ldi/PixelWalk.h"
#include "ldi/VolumeSums.h"

namespace pliant::detail {
namespace {

/// Calls each(first, last) for all bands of rows in ascending order.
template <typename Each>
void forBands(const LdiView& view, Each&& each) {
  const auto rows = static_cast<Index>(std::clamp<std::size_t>(LdiBands::kPixelsPerBand / view.width, 1, view.height));
  for (Index row = 0; row < view.height; row += rows) each(row, std::min(row + rows, view.height) - 1);
}

}  // namespace

std::unique_ptr<LdiKeptImage> LdiBands::makeImage() {
  return std::make_unique<LdiKeptImage>();
}

void LdiBands::draw(const LdiSubject& subject, Index first, Index last, LayeredDepthImage& image, Workers& workers) {
  m_renderer.renderRows(subject.surface, subject.view, first, last, image, workers);
  if (first == 0) {
    subject.image->entries = 0;
    subject.image->layers = 0;
  }
  subject.image->entries += image.entries.size();
  subject.image->layers = std::max(subject.image->layers, image.layers());
}

void LdiBands::find(const LayeredDepthImage& image, const LdiSubject& points, std::vector<Index>& inside) {
  pointsInside(image, points.surface.positions.subspan(points.surface.firstVertex, points.surface.vertices), m_found);
  inside.insert(inside.end(), m_found.begin(), m_found.end());
}

void LdiBands::answer(const LdiPairQuestion& question, Workers& workers) {
  const LdiSubject &a = question.a, &b = question.b;
  VolumeSums sums;
  for (std::vector<Index>* const list : {question.aInB, question.bInA}) {
    if (list != nullptr) list->clear();
  }
  forBands(a.view, [&](Index first, Index last) {
    if (a.image != nullptr) draw(a, first, last, m_a, workers);
    if (b.image != nullptr) draw(b, first, last, m_b, workers);
    if (question.aInB != nullptr && b.image != nullptr) find(m_b, a, *question.aInB);
    if (question.bInA != nullptr && a.image != nullptr) find(m_a, b, *question.bInA);
    if (question.intersection == nullptr) return;
    SpanCollector collector(a.view.ascending ? a.view : b.view, m_volume);
    collectIntersection(m_a, m_b, collector);
    addSpans(m_volume, sums);
  });
  for (std::vector<Index>* const list : {question.aInB, question.bInA}) {
    if (list != nullptr) std::sort(list->begin(), list->end());
  }
  if (question.intersection != nullptr) *question.intersection = sums.figures(a.view);
}

void LdiBands::selfIntersection(const LdiSubject& subject, LdiVolume& volume, Workers& workers) {
  SpanCollector collector(subject.view, volume);
  forBands(subject.view, [&](Index first, Index last) {
    draw(subject, first, last, m_a, workers);
    collectSelfIntersection(m_a, collector);
  });
  collector.finish();
}

LdiFigures LdiBands::selfIntersection(const LdiSubject& subject, Workers& workers) {
  selfIntersection(subject, m_volume, workers);
  VolumeSums sums;
  addSpans(m_volume, sums);
  return sums.figures(subject.view);
}

void LdiBands::read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) {
  m_renderer.render(subject.surface, subject.view, image, workers);
}

std::size_t LdiBands::memory() const {
  return memoryOf(m_a) + memoryOf(m_b) + m_volume.spans.capacity() * sizeof(LdiSpan) +
         m_found.capacity() * sizeof(Index);
}

}  // namespace pliant::detail
