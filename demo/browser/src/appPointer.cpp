// App: mouse actions in the pictures.

#include <algorithm>

#include "App.h"

namespace pliant::detail {

std::optional<std::size_t> App::viewAt(float x, float y) const {
  const float up = static_cast<float>(m_windowHeight) - y;
  for (std::size_t v = 0; v < m_views.size(); ++v) {
    const Region r = regionOf(v);
    const float right = x - static_cast<float>(r.left), above = up - static_cast<float>(r.bottom);
    if (m_views[v].pane && right >= 0 && right < static_cast<float>(r.width) && above >= 0 &&
        above < static_cast<float>(r.height))
      return v;
  }
  return std::nullopt;
}

Ray App::through(std::size_t view, float x, float y) const {
  const Region r = regionOf(view);
  const auto width = static_cast<float>(r.width), height = static_cast<float>(r.height);
  const float top = static_cast<float>(m_windowHeight - r.bottom - r.height);
  return m_camera.through(x - static_cast<float>(r.left), y - top, width, height);
}

/// Returns the number of steps requested from the pane that is ahead, without panes that have failed.
int App::stepsRequested() const {
  int most = 0;
  for (const PaneView& view : m_views) {
    const auto latest = view.pane ? view.pane->snapshot() : nullptr;
    if (latest && latest->fault.empty()) most = std::max(most, view.pane->stepsRequested());
  }
  return most;
}

bool App::throwBall(float x, float y) {
  const auto view = viewAt(x, y);
  if (!view) return false;
  const Ray ray = through(*view, x, y);
  leaveSteps();
  forEachPane([&](Pane& pane, int now) { pane.throwBall(ray, static_cast<double>(m_camera.distance()), now); });
  return true;
}

bool App::grab(float x, float y) {
  m_held = viewAt(x, y);
  if (!m_held) return false;
  leaveSteps();
  m_dragTarget = {x, y};
  m_dragRay.reset();
  forEachPane([&](Pane& pane, int now) { pane.grab(through(*m_held, x, y), now); });
  return true;
}

std::optional<std::array<float, 4>> App::holdLine(std::size_t view) const {
  const PaneView& of = m_views[view];
  if (!m_held || !of.pane || !of.shown || !of.shown->held) return std::nullopt;
  const Region r = regionOf(view), in = regionOf(*m_held);
  const auto width = static_cast<float>(r.width), height = static_cast<float>(r.height);
  const Eigen::Vector3f held = toVector(*of.shown->held);
  const Eigen::Vector4f at = m_camera.clipFromWorld(width, height) * Eigen::Vector4f(held.x(), held.y(), held.z(), 1);
  if (!(at.w() > 0)) return std::nullopt;
  const float left = static_cast<float>(r.left), top = static_cast<float>(m_windowHeight - r.bottom - r.height);
  return std::array{left + width * (at.x() / at.w() + 1) / 2, top + height * (1 - at.y() / at.w()) / 2,
                    m_dragTarget[0] + static_cast<float>(r.left - in.left),
                    m_dragTarget[1] + static_cast<float>(in.bottom + in.height - r.bottom - r.height)};
}

void App::dragTo(float x, float y) {
  m_dragTarget = {x, y};
}

/// Call before a step: the camera may have moved as well.
void App::dragHeld() {
  if (!m_held) return;
  const Ray to = through(*m_held, m_dragTarget[0], m_dragTarget[1]);
  if (m_dragRay && m_dragRay->from == to.from && m_dragRay->along == to.along) return;
  m_dragRay = to;
  forEachPane([&](Pane& pane, int now) { pane.setDragTarget(to, now); });
}

void App::release() {
  m_held.reset();
  forEachPane([](Pane& pane, int now) { pane.release(now); });
}

bool App::cut(float fromX, float fromY, float toX, float toY) {
  const auto view = viewAt(fromX, fromY);
  if (!view) return false;
  const Ray from = through(*view, fromX, fromY), to = through(*view, toX, toY);
  leaveSteps();
  forEachPane([&](Pane& pane, int now) { pane.cut(from, to, now); });
  return true;
}

}  // namespace pliant::detail
