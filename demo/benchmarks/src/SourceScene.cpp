#include "SourceScene.h"

#include <pliant/benchmarks/Clock.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <random>

#include "depthComplexity.h"

namespace pliant::benchmarks {
namespace {

/// A step of a 24-bit depth, plus the rounding to float.
constexpr double kDepthStep = 1.5 / (1 << 24);

bool differ(std::span<const LdiEntry> a, std::span<const LdiEntry> b) {
  return !std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const LdiEntry& x, const LdiEntry& y) {
    return std::abs(double{x.depth} - double{y.depth}) <= kDepthStep;
  });
}

}  // namespace

SourceScene::SourceScene(const models::ClosedModel& a, const models::ClosedModel& b, Index resolution) {
  m_set.add(a.view());
  m_set.add(b.view());
  m_set.update(m_workers);
  const auto views = volumeOfInterest(m_set.box(0), m_set.box(1), {.resolution = resolution, .stretched = true});
  if (!views) throw Error("the boxes of two models do not overlap");
  m_views[0] = views->a;
  m_views[1] = views->b;
  drawExpected();
}

SourceScene::SourceScene(const models::ClosedModel& model, Index resolution) : SourceScene(model, resolution, 0) {}

SourceScene::SourceScene(const models::ClosedModel& model, Index resolution, std::size_t points) {
  m_set.add(model.view());
  m_set.update(m_workers);
  m_views[0] = volumeOfInterest(m_set.box(0), {.resolution = resolution, .stretched = true});
  std::mt19937 random(1);
  const Box& box = m_set.box(0);
  m_points.resize(points);
  for (PackedPosition& p : m_points) {
    Real* const x = &p.x;
    for (std::size_t k = 0; k < 3; ++k) x[k] = std::uniform_real_distribution<Real>(box.min[k], box.max[k])(random);
  }
  drawExpected();
}

void SourceScene::drawExpected() {
  SoftwareLdi software;
  for (Index slot = 0; slot < m_set.bodyCount(); ++slot) {
    software.render(surface(slot), m_views[slot], m_expectedImages[slot], m_workers);
  }
  answer(m_expectedImages, m_expected);
}

LdiSurface SourceScene::surface(Index slot) const {
  const BodySet::Range vertices = m_set.vertices(slot), faces = m_set.faces(slot);
  return {m_set.positions(), vertices.begin, vertices.size(), m_set.faces().subspan(faces.begin, faces.size()), false};
}

LdiSurface SourceScene::cloud() const {
  return {m_points, 0, static_cast<Index>(m_points.size()), {}, false};
}

void SourceScene::answer(const LayeredDepthImage (&images)[2], Answer& to) {
  if (!m_points.empty()) {
    to.inside.clear();
    pointsInside(images[0], m_points, to.inside);
    return;
  }
  if (m_set.bodyCount() == 1) {
    selfIntersectionVolume(images[0], m_volume);
  } else {
    intersectionVolume(images[0], images[1], m_volume);
  }
  to.volume = m_volume.volume;
}

SourceScene::Times SourceScene::run(LdiRenderer& renderer, const std::function<double()>& readBackMs) {
  Times times;
  for (Index slot = 0; slot < m_set.bodyCount(); ++slot) {
    const double start = wallMilliseconds();
    renderer.render(surface(slot), m_views[slot], m_images[slot], m_workers);
    const double all = wallMilliseconds() - start, readBack = readBackMs ? readBackMs() : 0;
    times.draw += all - readBack;
    times.readBack += readBack;
  }
  const double start = wallMilliseconds();
  answer(m_images, m_found);
  times.answer = wallMilliseconds() - start;
  return times;
}

double SourceScene::ask(LdiBackend& backend) {
  const std::unique_ptr<LdiImageHandle> kept[2] = {backend.makeImage(), backend.makeImage()};
  const LdiInput first{surface(0), m_views[0], kept[0].get(), false};
  const double start = wallMilliseconds();
  if (!m_points.empty()) {
    backend.answer({{cloud(), {}, nullptr, false}, first, &m_found.inside, nullptr, nullptr}, m_workers);
  } else if (m_set.bodyCount() == 1) {
    LdiVolume volume;
    m_found.volume = backend.selfIntersection(first, volume, m_workers).volume;
  } else {
    OverlapSummary summary;
    backend.answer({first, {surface(1), m_views[1], kept[1].get(), false}, nullptr, nullptr, &summary}, m_workers);
    m_found.volume = summary.volume;
  }
  return wallMilliseconds() - start;
}

double SourceScene::pixelsThatDiffer() const {
  std::size_t count = 0, pixels = 0;
  for (Index slot = 0; slot < m_set.bodyCount(); ++slot) {
    pixels += m_views[slot].pixels();
    for (std::size_t p = 0; p < m_views[slot].pixels(); ++p) {
      count += differ(m_images[slot].pixel(p), m_expectedImages[slot].pixel(p));
    }
  }
  return double(count) / double(pixels);
}

double SourceScene::answerDiffers() const {
  if (m_points.empty()) {
    const double off = std::abs(m_found.volume - m_expected.volume);
    return off == 0 ? 0 : m_expected.volume > 0 ? off / m_expected.volume : 1;
  }
  std::vector<Index> off;
  std::set_symmetric_difference(m_found.inside.begin(), m_found.inside.end(), m_expected.inside.begin(),
                                m_expected.inside.end(), std::back_inserter(off));
  return double(off.size()) / double(std::max<std::size_t>(m_expected.inside.size(), 1));
}

double SourceScene::layers(std::size_t slot) const {
  return slot < m_set.bodyCount() ? depthComplexity(m_expectedImages[slot]) : 0;
}

}  // namespace pliant::benchmarks
