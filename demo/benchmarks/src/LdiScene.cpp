#include "LdiScene.h"

#include <pliant/scenes/StaticQuery.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

#include "Times.h"

namespace pliant::benchmarks {
namespace {

bool differ(std::span<const LdiEntry> a, std::span<const LdiEntry> b) {
  constexpr double kDepthStep = 1.5 / (1 << 24);  // a step of a 24-bit depth, plus the rounding to float
  return !std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const LdiEntry& x, const LdiEntry& y) {
    return std::abs(double{x.depth} - double{y.depth}) <= kDepthStep;
  });
}

}  // namespace

LdiSurface surfaceOf(const BodySet& set, Index body) {
  const BodySet::Range vertices = set.vertices(body), faces = set.faces(body);
  return {set.positions(), vertices.begin, vertices.size(), set.faces().subspan(faces.begin, faces.size()), false};
}

LdiScene::LdiScene(const std::vector<const models::ClosedModel*>& models, Index resolution, std::size_t points)
    : m_grid{.resolution = resolution, .stretched = true} {
  for (const models::ClosedModel* model : models) m_set.add(model->view());
  place();
  m_points = randomPoints(m_set.box(0).min, m_set.box(0).max, points);
}

void LdiScene::place() {
  m_set.update(m_workers);
  if (bodies() == 1) {
    m_views[0] = volumeOfInterest(m_set.box(0), m_grid);
    return;
  }
  const auto views = volumeOfInterest(m_set.box(0), m_set.box(1), m_grid);
  m_apart = !views;
  if (m_apart) return;
  m_views[0] = views->a;
  m_views[1] = views->b;
}

void LdiScene::draw(LdiRenderer& renderer, Index body) {
  if (!m_apart) renderer.render(surfaceOf(m_set, body), m_views[body], m_images[body], m_workers);
}

void LdiScene::draw() {
  for (Index body = 0; body < bodies(); ++body) draw(m_software, body);
}

void LdiScene::answer() {
  if (!m_points.empty()) {
    pointsInside(m_images[0], m_points, m_found.inside);
    return;
  }
  if (m_apart)
    m_volume.clear();
  else if (bodies() == 1)
    selfIntersectionVolume(m_images[0], m_volume);
  else
    intersectionVolume(m_images[0], m_images[1], m_volume);
  m_found.volume = m_volume.volume;
}

double LdiScene::ask(LdiBackend& backend) {
  const std::unique_ptr<LdiImageHandle> kept[2] = {backend.makeImage(), backend.makeImage()};
  const LdiInput first{surfaceOf(m_set, 0), m_views[0], kept[0].get(), false};
  const double start = wallMs();
  if (!m_points.empty()) {
    const LdiSurface cloud{m_points, 0, static_cast<Index>(m_points.size()), {}, false};
    backend.answer({{cloud, {}, nullptr, false}, first, &m_found.inside, nullptr, nullptr}, m_workers);
  } else if (bodies() == 1) {
    m_found.volume = backend.selfIntersection(first, m_volume, m_workers).volume;
  } else {
    OverlapSummary summary;
    const LdiInput second{surfaceOf(m_set, 1), m_views[1], kept[1].get(), false};
    backend.answer({first, second, nullptr, nullptr, &summary}, m_workers);
    m_found.volume = summary.volume;
  }
  return wallMs() - start;
}

void LdiScene::floor() {
  for (Index body = 0; body < bodies(); ++body) m_floor.run(surfaceOf(m_set, body), m_views[body]);
}

double LdiScene::layers(Index body) const {
  return body < bodies() && !m_apart ? static_cast<double>(layersWithin(m_images[body])) : 0;
}

void LdiScene::setReference() {
  draw();
  answer();
  for (Index body = 0; body < bodies(); ++body) m_referenceImages[body] = m_images[body];
  m_reference = m_found;
}

double LdiScene::pixelsThatDiffer() const {
  std::size_t count = 0, pixels = 0;
  for (Index body = 0; body < bodies(); ++body) {
    pixels += m_views[body].pixels();
    for (std::size_t p = 0; p < m_views[body].pixels(); ++p)
      count += differ(m_images[body].pixel(p), m_referenceImages[body].pixel(p));
  }
  return double(count) / double(pixels);
}

double LdiScene::answerDiffers() const {
  if (m_points.empty()) {
    const double off = std::abs(m_found.volume - m_reference.volume);
    return off == 0 ? 0 : m_reference.volume > 0 ? off / m_reference.volume : 1;
  }
  std::vector<Index> off;
  std::set_symmetric_difference(m_found.inside.begin(), m_found.inside.end(), m_reference.inside.begin(),
                                m_reference.inside.end(), std::back_inserter(off));
  return double(off.size()) / double(std::max<std::size_t>(m_reference.inside.size(), 1));
}

}  // namespace pliant::benchmarks
