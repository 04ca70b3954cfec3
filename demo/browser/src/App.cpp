#include "App.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/readMesh.h>
#include <pliant/scenes/meshScene.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <thread>
#include <utility>

namespace pliant::detail {
namespace {

constexpr const char* kStock = "bullet";
// Seconds of a step after which the other pane goes on alone; and where all steps are waited for.
constexpr double kStuck = 2, kStuckSteadily = 60;
// Of a ball that is thrown: of the camera's distance, a second.
constexpr double kThrow = 2.5;

}  // namespace

App::App(const BrowserSettings& settings, const Preferences& preferences)
    : m_detectors(settings.detectors), m_preferences(preferences) {
  if (settings.overlay) m_preferences.overlay = parseOverlay(*settings.overlay);
  const auto known = [&](const std::string& name) {
    return std::any_of(m_detectors.begin(), m_detectors.end(), [&](const auto& d) { return d.name == name; });
  };
  if (settings.detector && !known(*settings.detector))
    throw Error("unknown detector '" + *settings.detector + "'; `pliant list` names the detectors");
  if (settings.detector) m_preferences.detector = *settings.detector;
  if (!known(m_preferences.detector)) m_preferences.detector = Preferences{}.detector;
  if (!settings.meshes.empty()) {
    openMeshes(settings.meshes);
    return;
  }
  if (!settings.scene.empty() && !findScene(settings.scene)) throw Error(unknownScene(settings.scene));
  if (!settings.scene.empty()) m_preferences.scene = settings.scene;
  if (!findScene(m_preferences.scene)) m_preferences.scene = Preferences{}.scene;
  openScene(m_preferences.scene);
}

void App::openScene(const std::string& name) {
  const SceneEntry* const entry = m_meshes && m_meshes->name == name ? &*m_meshes : findScene(name);
  if (!entry) throw Error(unknownScene(name));
  m_scene = *entry;
  if (!m_meshes || entry != &*m_meshes) m_preferences.scene = name;
  m_options = {};
  restart();
  resetCamera();
}

void App::openMeshes(const std::vector<std::string>& files) {
  std::vector<GivenMesh> bodies;
  for (const std::string& file : files) {
    const Mesh mesh = readMesh(file);
    GivenMesh body{std::filesystem::path(file).filename().string(), {}};
    for (const Mesh::Position& p : mesh.vertices) body.mesh.positions.emplace_back(p[0], p[1], p[2]);
    body.mesh.faces = mesh.triangles;
    body.mesh.tetrahedra = mesh.tetrahedra;
    bodies.push_back(std::move(body));
  }
  m_meshes = meshScene("files", std::move(bodies));
  openScene(m_meshes->name);
}

std::vector<const SceneEntry*> App::scenes() const {
  std::vector<const SceneEntry*> all;
  if (m_meshes) all.push_back(&*m_meshes);
  for (const SceneEntry& entry : pliant::scenes()) all.push_back(&entry);
  return all;
}

void App::setDetector(const std::string& name) {
  if (std::none_of(m_detectors.begin(), m_detectors.end(), [&](const auto& d) { return d.name == name; }))
    throw Error("unknown detector '" + name + "'; `pliant list` names the detectors");
  m_preferences.detector = name;
  restart();
}

void App::setBeside(bool beside) {
  m_preferences.beside = beside;
  restart();
}

void App::setOverlay(const Overlay& overlay) {
  m_preferences.overlay = overlay;
  for (PaneView& view : m_views)
    if (view.pane) view.pane->setOverlay(overlay);
}

void App::setOptions(const SceneOptions& options) {
  checkOptions(options, m_scene);
  m_options = options;
}

void App::restart() {
  if (m_options.scale != m_cameraScale) resetCamera();
  m_held.reset();
  m_recorded.reset();
  m_wanted = 0;
  m_due = 0;
  m_views[0].pane.reset();
  m_views[0].note.clear();
  if (m_preferences.beside) start(m_views[0], kStock);
  start(m_views[1], m_preferences.detector);
}

void App::start(PaneView& view, const std::string& detector) {
  view.pane.reset();
  view.history.clear();
  view.shown.reset();
  view.renderer.take({});
  view.stuck = false;
  view.detector = detector;
  view.note.clear();
  if (m_scene.stockCrashes && detector.starts_with(kStock)) {
    view.note = "stock Bullet crashes in this scene";
    return;
  }
  Simulation::Settings settings;
  settings.detector = detector;
  settings.options = m_options;
  for (const BrowserDetector& known : m_detectors)
    if (known.name == detector) settings.given = known.given;
  view.pane = std::make_unique<Pane>(m_scene, settings, m_preferences.overlay);
}

void App::step(int steps) {
  m_running = false;
  m_wanted = steps;
}

void App::resetCamera() {
  // Of the scene's own, which needs none of its bodies.
  m_camera.look(m_scene.make(m_options)->camera(), m_options.scale);
  m_cameraScale = m_options.scale;
}

bool App::building() const {
  return std::any_of(m_views.begin(), m_views.end(),
                     [](const PaneView& view) { return view.pane && !view.pane->snapshot(); });
}

bool App::bothIdle() const {
  return std::none_of(m_views.begin(), m_views.end(),
                      [](const PaneView& view) { return view.pane && !view.stuck && view.pane->busy(); });
}

std::optional<int> App::shownStep() const {
  std::optional<int> step;
  for (const PaneView& view : m_views) {
    if (!view.pane || view.stuck) continue;
    if (!view.shown || (step && *step != view.shown->sample.step)) return std::nullopt;
    step = view.shown->sample.step;
  }
  return step;
}

void App::collect() {
  for (PaneView& view : m_views) {
    if (!view.pane) continue;
    const auto latest = view.pane->snapshot();
    if (!latest || latest == view.shown) continue;
    view.shown = latest;
    view.renderer.take(latest->drawing);
    view.history.add(latest->sample);
  }
}

void App::watch(double patience) {
  for (PaneView& view : m_views)
    if (view.pane) view.stuck = view.pane->busyFor() > patience;
}

void App::wait() {
  for (watch(kStuckSteadily); building() || !bothIdle(); watch(kStuckSteadily))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Those that are behind go first.
void App::stepPanes() {
  const auto canStep = [](const PaneView& view) {
    const auto latest = view.pane && !view.stuck ? view.pane->snapshot() : nullptr;
    return latest && latest->fault.empty() ? latest : nullptr;
  };
  int least = std::numeric_limits<int>::max();
  for (const PaneView& view : m_views)
    if (const auto latest = canStep(view)) least = std::min(least, latest->sample.step);
  for (const PaneView& view : m_views)
    if (const auto latest = canStep(view); latest && latest->sample.step == least) view.pane->step();
}

void App::advance(double seconds, bool steadily) {
  steadily ? wait() : watch(kStuck);
  // A slow display or a slow step is not made up for.
  m_due = std::min(m_due + (m_running ? seconds * m_speed : 0), Simulation::kTimeStep);
  const bool due = m_wanted > 0 || (m_running && (steadily || m_due >= Simulation::kTimeStep));
  if (due && !building() && bothIdle()) {
    stepPanes();
    m_due = 0;
    m_wanted = std::max(0, m_wanted - 1);
  }
  if (steadily) wait();
  collect();
}

void App::draw(const Region& region, int windowHeight) {
  m_windowHeight = windowHeight;
  const bool two = m_preferences.beside;
  const int half = region.width / 2;
  m_regions[0] = {region.left, region.bottom, std::max(1, two ? half - 1 : 1), region.height};
  m_regions[1] =
      two ? Region{region.left + half + 1, region.bottom, std::max(1, region.width - half - 1), region.height} : region;
  const SceneRenderer::Look look{m_preferences.wires, m_preferences.shadows, m_preferences.dark};
  for (std::size_t v = 0; v < m_views.size(); ++v)
    if (v == 1 || two) m_views[v].renderer.draw(m_camera, m_regions[v], look);
  // After drawing: the buffers hold what is shown.
  if (m_preferences.overlay.layers) m_layers.update(m_views[1].shown, m_views[1].renderer);
}

std::optional<std::size_t> App::viewAt(float x, float y) const {
  const float up = static_cast<float>(m_windowHeight) - y;
  for (std::size_t v = 0; v < m_views.size(); ++v) {
    const Region& r = m_regions[v];
    const float right = x - static_cast<float>(r.left), above = up - static_cast<float>(r.bottom);
    if (m_views[v].pane && right >= 0 && right < static_cast<float>(r.width) && above >= 0 &&
        above < static_cast<float>(r.height))
      return v;
  }
  return std::nullopt;
}

Ray App::through(std::size_t view, float x, float y) const {
  const Region& r = m_regions[view];
  const auto width = static_cast<float>(r.width), height = static_cast<float>(r.height);
  const float top = static_cast<float>(m_windowHeight - r.bottom - r.height);
  return m_camera.through(x - static_cast<float>(r.left), y - top, width, height);
}

void App::throwBall(float x, float y) {
  const auto view = viewAt(x, y);
  if (!view) return;
  const Ray ray = through(*view, x, y);
  for (PaneView& each : m_views)
    if (each.pane) each.pane->throwBall(ray, kThrow * static_cast<double>(m_camera.distance()));
}

void App::grab(float x, float y) {
  m_held = viewAt(x, y);
  if (!m_held) return;
  for (PaneView& each : m_views)
    if (each.pane) each.pane->grab(through(*m_held, x, y));
}

void App::lead(float x, float y) {
  if (!m_held) return;
  for (PaneView& each : m_views)
    if (each.pane) each.pane->lead(through(*m_held, x, y));
}

void App::release() {
  m_held.reset();
  for (PaneView& each : m_views)
    if (each.pane) each.pane->release();
}

void App::cut(float fromX, float fromY, float toX, float toY) {
  const auto view = viewAt(fromX, fromY);
  if (!view) return;
  const Ray from = through(*view, fromX, fromY), to = through(*view, toX, toY);
  for (PaneView& each : m_views) {
    if (!each.pane) continue;
    each.pane->cut(from, to);
    if (each.detector.starts_with(kStock) || each.detector == "none")
      each.note = "not cut: stock Bullet may crash in a body that was";
  }
}

void App::exportHistory(const std::string& file) const {
  std::vector<NamedHistory> histories;
  for (const PaneView& view : m_views)
    if (view.pane) histories.push_back({view.detector, &view.history});
  exportHistories(histories, file);
}

void App::record(const std::string& to) {
  stopRecording();
  m_recorder = std::make_unique<Recorder>(to);
  m_recorded.reset();
}

void App::stopRecording() {
  const std::unique_ptr<Recorder> ended = std::move(m_recorder);
  if (ended) ended->end();
}

bool App::wantsPicture() const {
  return m_recorder && shownStep() && shownStep() != m_recorded;
}

void App::take(const Image& picture) {
  m_recorded = shownStep();
  try {
    m_recorder->add(picture);
  } catch (const Error&) {
    m_recorder.reset();
    throw;
  }
}

}  // namespace pliant::detail
