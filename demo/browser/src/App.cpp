#include "App.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/readMesh.h>
#include <pliant/scenes/largeScenes.h>
#include <pliant/scenes/meshScene.h>
#include <pliant/scenes/playedScenes.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace pliant::detail {
namespace {

Region inPixels(const Region& r, float perUnit) {
  const auto scaled = [perUnit](int units) {
    return static_cast<int>(std::lround(static_cast<float>(units) * perUnit));
  };
  const int left = scaled(r.left), bottom = scaled(r.bottom);
  return {left, bottom, scaled(r.left + r.width) - left, scaled(r.bottom + r.height) - bottom};
}

}  // namespace

App::App(const BrowserSettings& settings, const Preferences& preferences, bool steadily)
    : m_detectors(settings.detectors), m_preferences(preferences), m_steadily(steadily) {
  if (settings.overlay) m_preferences.overlay = parseOverlay(*settings.overlay);
  if (settings.detector) checkDetector(*settings.detector);
  if (settings.detector) m_preferences.detector = *settings.detector;
  if (!knows(m_preferences.detector)) m_preferences.detector = Preferences{}.detector;
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
  m_bodyDetectors.clear();
  m_question = m_scene.scripted ? Question::Paper : Question::Step;
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
  ++m_meshesOpened;
  openScene(m_meshes->name);
}

std::vector<const SceneEntry*> App::scenes() const {
  std::vector<const SceneEntry*> all;
  if (m_meshes) all.push_back(&*m_meshes);
  for (const auto* const entries : {&playedScenes(), &pliant::scenes(), &largeScenes()})
    for (const SceneEntry& entry : *entries) all.push_back(&entry);
  return all;
}

bool App::knows(const std::string& detector) const {
  return std::any_of(m_detectors.begin(), m_detectors.end(), [&](const auto& d) { return d.name == detector; });
}

void App::checkDetector(const std::string& name) const {
  if (!knows(name)) throw Error("unknown detector '" + name + "'; `pliant list` names the detectors");
}

std::string App::titleOf(const std::string& detector) {
  if (detector == "bullet") return "stock Bullet (VF_SS)";
  if (detector == "bullet-deformable") return "stock Bullet (VF_DD)";
  if (detector == "bullet-clusters") return "stock Bullet (CL_SS)";
  if (detector == "none") return "stock Bullet, no soft contacts";
  return "Pliant, " + detector;
}

void App::setDetector(const std::string& name) {
  checkDetector(name);
  leaveSteps();
  const auto& shown = m_views[1].shown;
  const bool goesOn = m_views[1].pane && (!shown || shown->fault.empty()) && !Simulation::isStock(name) &&
                      !Simulation::isStock(m_preferences.detector);
  m_preferences.detector = name;
  if (!goesOn) {
    restart();
    return;
  }
  Pane& pane = *m_views[1].pane;
  m_views[1].detector = name;
  m_views[1].history.follow(name);
  pane.setDetector(name, givenOf(name), valuesOf(name));
  if (name == "auto")
    for (const BodyDetector& own : m_bodyDetectors) pane.setBodyDetector(own);
}

std::function<GivenDetector()> App::givenOf(const std::string& detector) const {
  for (const BrowserDetector& known : m_detectors)
    if (known.name == detector) return known.given;
  return {};
}

MethodValues App::valuesOf(const std::string& detector) const {
  const auto own = m_methodValues.find(methodFamily(detector));
  return own == m_methodValues.end() ? MethodValues{} : own->second;
}

MethodValues App::methodValues() const {
  MethodValues values = valuesOf(m_preferences.detector);
  values.merge(defaultValues(m_preferences.detector));
  return values;
}

void App::setMethodValue(const std::string& text) {
  leaveSteps();
  MethodValues values = methodValues();
  parseMethodValue(m_preferences.detector, text, values);
  m_methodValues[std::string(methodFamily(m_preferences.detector))] = values;
  if (m_views[1].pane) m_views[1].pane->setMethodValues(values);
}

Question App::parseQuestion(const std::string& word) {
  if (word != "step" && word != "paper") throw Error("'" + word + "' is neither step nor paper");
  return word == "step" ? Question::Step : Question::Paper;
}

void App::setQuestion(Question question) {
  leaveSteps();
  m_question = question;
  if (m_views[1].pane) m_views[1].pane->setQuestion(question);
}

void App::setBodyDetector(const BodyDetector& own) {
  Simulation::checkBodyDetector(m_preferences.detector, own);
  if (m_views[1].shown) Simulation::checkBody(own.body, m_views[1].shown->bodies);
  std::erase_if(m_bodyDetectors, [&](const BodyDetector& known) { return known.body == own.body; });
  m_bodyDetectors.push_back(own);
  if (m_views[1].pane) m_views[1].pane->setBodyDetector(own);
}

std::string App::bodyDetector(const std::string& body) const {
  for (const BodyDetector& own : m_bodyDetectors)
    if (own.body == body) return own.detector;
  return "auto";
}

void App::setBeside(bool beside) {
  m_preferences.beside = beside;
  if (beside && mayBeBeside()) {
    restart();
    return;
  }
  stop(m_views[0]);
  m_views[0].note.clear();
}

void App::setSpeed(double speed) {
  if (!(speed >= 0.02 && speed <= 1)) throw Error("the speed must be from 0.02 to 1");
  m_speed = speed;
}

bool App::still() const {
  return !m_running && m_wanted == 0 && !m_held && !building() && bothIdle() && stepsBehind() == 0;
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

void App::setRunning(bool running) {
  leaveSteps();
  m_running = running;
}

void App::restart() {
  leaveSteps();
  const bool resized = m_options.scale != m_inUse.scale;
  m_inUse = m_options;
  if (resized) resetCamera();
  m_held.reset();
  m_recorded.reset();
  m_wanted = 0;
  m_due = 0;
  stop(m_views[0]);
  m_views[0].note.clear();
  if (!Simulation::serves(m_preferences.detector, m_scene)) m_preferences.detector = Simulation::stockDetector(m_scene);
  if (beside()) start(m_views[0], Simulation::stockDetector(m_scene));
  start(m_views[1], m_preferences.detector);
}

void App::step(int steps) {
  leaveSteps();
  m_running = false;
  m_wanted = steps;
  m_goesOn = false;
}

void App::goOn(int steps) {
  step(steps);
  m_goesOn = true;
}

void App::resetCamera() {
  // The scene object gives its camera without building its bodies.
  m_camera.look(m_scene.make(m_inUse)->camera(), m_inUse.scale);
}

void App::arrange(const Region& region, int windowHeight) {
  m_area = region;
  m_windowHeight = windowHeight;
}

Region App::regionOf(std::size_t view) const {
  if (!beside()) return m_area;
  // Stacks the pictures vertically if they are larger that way.
  if (std::min(m_area.width, m_area.height / 2) > std::min(m_area.width / 2, m_area.height)) {
    const int half = m_area.height / 2;
    if (view == 1) return {m_area.left, m_area.bottom, m_area.width, std::max(1, half - 1)};
    return {m_area.left, m_area.bottom + half + 1, m_area.width, std::max(1, m_area.height - half - 1)};
  }
  const int half = m_area.width / 2;
  if (view == 0) return {m_area.left, m_area.bottom, std::max(1, half - 1), m_area.height};
  return {m_area.left + half + 1, m_area.bottom, std::max(1, m_area.width - half - 1), m_area.height};
}

void App::draw(float pixelsPerUnit) {
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  const SceneRenderer::Look look{m_preferences.wires, m_preferences.shadows, m_preferences.dark};
  for (std::size_t v = 0; v < m_views.size(); ++v)
    if (v == 1 || beside()) m_views[v].renderer.draw(m_camera, inPixels(regionOf(v), pixelsPerUnit), look);
  // Called after drawing, when the buffers hold the shown drawing.
  if (showsLayers() && !m_through) m_layers.update(m_views[1].shown, m_views[1].renderer, m_preferences.dark);
  if (m_through) m_through->setDark(m_preferences.dark);
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
  std::unique_ptr<Recorder> ended = std::move(m_recorder);
  if (!ended) return;
  if (m_steadily) return ended->end();
  ended->finish();
  m_recordersEnding.push_back(std::move(ended));
}

void App::finishRecordings() {
  stopRecording();
  for (const auto& recorder : m_recordersEnding) recorder->end();
  m_recordersEnding.clear();
}

std::string App::recordingEnded() {
  const auto at = std::find_if(m_recordersEnding.begin(), m_recordersEnding.end(),
                               [](const auto& recorder) { return recorder->finished(); });
  if (at == m_recordersEnding.end()) return {};
  const std::unique_ptr<Recorder> ended = std::move(*at);
  m_recordersEnding.erase(at);
  ended->end();
  return ended->to();
}

bool App::wantsPicture() const {
  return m_recorder && (m_steadily || !m_recorder->full()) && shownStep() && shownStep() != m_recorded;
}

void App::take(const Image& picture) {
  m_recorded = shownStep();
  try {
    m_recorder->add(picture);
  } catch (const Error&) {
    // The recorder's thread writes the pictures that it already has.
    m_recorder->finish();
    m_recordersEnding.push_back(std::move(m_recorder));
    throw;
  }
}

}  // namespace pliant::detail
