#include "LayerView.h"

#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/io/numbers.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "darkPicture.h"
#include "timing.h"

namespace pliant::detail {
namespace {

constexpr Index kPixels = 64;
constexpr int kScale = 1, kColumns = 3, kGap = 6;
constexpr LdiDrawer::Matrix kIdentity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

double volumeOf(const LdiView& view) {
  double volume = 1;
  for (std::size_t k = 0; k < 3; ++k) volume *= view.max[k] - view.min[k];
  return volume;
}

Image stacked(const Image& above, const Image& below) {
  if (above.empty()) return below;
  Image both(std::max(above.width(), below.width()), above.height() + kGap + below.height(), {225, 228, 232});
  both.paste(above, 0, 0);
  both.paste(below, 0, above.height() + kGap);
  return both;
}

}  // namespace

LayerView::LayerView() : m_context(std::make_shared<SharedContext>()), m_ldi(m_context) {
  glGenTextures(1, &m_texture);
  glBindTexture(GL_TEXTURE_2D, m_texture);
  for (const int filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, static_cast<GLenum>(filter), GL_NEAREST);
}

LayerView::~LayerView() {
  m_context->contextDestroyed();
  glDeleteTextures(1, &m_texture);
}

LayerView::Choice LayerView::choose(const Snapshot& snapshot) const {
  const LdiGrid grid{.resolution = kPixels};
  Choice best;
  double largest = 0;
  for (std::size_t a = 0; a < snapshot.closed.size(); ++a) {
    if (!snapshot.closed[a]) continue;
    const Box& boxA = snapshot.closed[a]->box;
    if (best.bodies.empty() && isDrawable(volumeOfInterest(boxA, grid))) best = {{a}, {volumeOfInterest(boxA, grid)}};
    for (std::size_t b = a + 1; b < snapshot.closed.size(); ++b) {
      if (!snapshot.closed[b]) continue;
      const auto views = volumeOfInterest(boxA, snapshot.closed[b]->box, grid);
      if (!views || !isDrawable(views->a) || volumeOf(views->a) <= largest) continue;
      largest = volumeOf(views->a);
      best = {{a, b}, {views->a, views->b}};
    }
  }
  return best;
}

void LayerView::update(const std::shared_ptr<const Snapshot>& snapshot, const SceneRenderer& renderer, bool dark) {
  if (snapshot == m_shown && dark == m_dark) return;
  m_shown = snapshot;
  m_dark = dark;
  m_sheet = {};
  m_parts.clear();
  m_caption.clear();
  if (!snapshot) return;
  try {
    draw(*snapshot, renderer);
  } catch (const Error& error) {
    m_sheet = {};
    m_parts.clear();
    m_caption = std::string("layers can't be drawn: ") + error.what();
  }
  show();
}

void LayerView::draw(const Snapshot& snapshot, const SceneRenderer& renderer) {
  const Choice choice = choose(snapshot);
  std::size_t points = 0;
  const auto start = Clock::now();
  for (std::size_t i = 0; i < choice.bodies.size(); ++i) {
    const auto drawBody = [&](LdiDrawer& drawer) {
      drawer.useOwnProgram(kIdentity);
      renderer.drawFaces(choice.bodies[i], [&](std::size_t face) { drawer.setFirstFace(static_cast<Index>(face)); });
    };
    m_ldi.render({drawBody, snapshot.closed[choice.bodies[i]]->inverted}, choice.views[i], m_images[i]);
    points += m_images[i].entries.size();
  }
  const bool two = choice.bodies.size() == 2;
  if (two) intersectionVolume(m_images[0], m_images[1], m_volume);
  if (choice.bodies.size() == 1) selfIntersectionVolume(m_images[0], m_volume);
  const double ms = 1000 * secondsSince(start);
  for (std::size_t i = 0; i < choice.bodies.size(); ++i) {
    const Image drawn = drawLayers(m_images[i], kScale, kColumns);
    const int top = m_sheet.empty() ? 0 : m_sheet.height() + kGap;
    m_parts.push_back({snapshot.bodies[choice.bodies[i]] + ", layers 1 to " + std::to_string(m_images[i].layers()), top,
                       drawn.height()});
    m_sheet = stacked(m_sheet, drawn);
  }
  char text[480];
  std::snprintf(text, sizeof text,
                "Rays enter %s at blue points and leave at yellow ones, %s in all; near points are bright, white is "
                "nothing. %s volume: %.3g m³. These images are the window's own, of %u pixels along the longest side, "
                "drawn from the buffers of the picture in %.1f ms; the method's have other pixels, and so other "
                "layers, points and a slightly different volume.",
                two ? "the two bodies whose boxes overlap most" : "a body", withCommas(points).c_str(),
                two ? "Shared" : "Self-intersection", m_volume.volume, kPixels, ms);
  m_caption = choice.bodies.empty() ? "the scene has no closed body" : text;
}

void LayerView::show() {
  if (m_sheet.empty()) return;
  if (m_dark) m_sheet = darkPicture(std::move(m_sheet));
  glBindTexture(GL_TEXTURE_2D, m_texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, m_sheet.width(), m_sheet.height(), 0, GL_RGB, GL_UNSIGNED_BYTE,
               m_sheet.at(0, 0).data());
}

}  // namespace pliant::detail
