// Pane: what its thread does.

#include "PaneState.h"

#include <pliant/detectors/Error.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/plugin/SoftCollision.h>

#include <algorithm>
#include <utility>

namespace pliant::detail {
namespace {

// Least step time between two judgements, as a share of the time of a judgement.
constexpr double kShareOfJudging = 0.5;

// Number of steps for which a note is shown.
constexpr int kNoteSteps = 240;

/// Returns the name of the first body with a position that is not finite; empty if there is none.
std::string nameOfLost(const Simulation& simulation) {
  for (const SimulatedBody& body : simulation.bodies()) {
    btScalar sum = 0;
    for (int i = 0; i < body.body->m_nodes.size(); ++i) {
      const btVector3& x = body.body->m_nodes[i].m_x;
      sum += 0 * (x.x() + x.y() + x.z());
    }
    if (!(sum == 0)) return body.name;
  }
  return {};
}

}  // namespace

void Pane::State::judgeNow() {
  const auto start = Clock::now();
  verdict = simulation->judge();
  pairs = static_cast<std::size_t>(verdict.pairsBetween + verdict.pairsSelf);
  judged = true;
  judgeSeconds = secondsSince(start);
  sinceJudged = 0;
}

/// Asks the papers' question if it is set.
void Pane::State::ask() {
  answer.reset();
  if (question != Question::Paper || stock) return;
  const Simulation::Settings& now = simulation->settings();
  if (!query) query.emplace(now.detector, now.given, now.methodValues);
  answer = query->ask(*simulation);
}

/// Returns the papers' question to the detector in use, with its settings. With Question::Step, a detector that lets
/// others answer is asked what it chose in the last step.
StepwiseQuery Pane::State::stepwiseQuery() {
  const Simulation::Settings& now = simulation->settings();
  const bool ofStep = question == Question::Step;
  if (ofStep) query.emplace(now.detector, now.given, now.methodValues);
  if (ofStep || !answer) query->ask(*simulation);
  StepwiseQuery asked{query->query(), now.methodValues};
  setAnswerer(query->given(), asked);
  if (!ofStep) return asked;
  query.reset();
  if (const auto drawn = simulation->drawnBy()) setDrawnBy(*drawn, asked);
  const std::vector<AutoDetector::WorkItem> chosen = choices();
  if (!chosen.empty()) setChosen(chosen, asked);
  return asked;
}

/// Returns what auto chose in the steps, with the bodies' numbers in the scene; kNoIndex for a rigid body.
std::vector<AutoDetector::WorkItem> Pane::State::choices() const {
  std::vector<AutoDetector::WorkItem> items;
  const SoftCollision* const collision = simulation->softCollision();
  if (!collision) return items;
  const auto indexOf = [&](int handle) {
    const auto& bodies = simulation->bodies();
    const btSoftBody* const body = collision->getBody(handle);
    const auto at =
        std::find_if(bodies.begin(), bodies.end(), [&](const SimulatedBody& one) { return one.body == body; });
    return at == bodies.end() ? kNoIndex : static_cast<Index>(at - bodies.begin());
  };
  for (const SoftCollision::Choice& choice : collision->getChoices()) {
    AutoDetector::WorkItem item = choice.item;
    item.bodyA = indexOf(choice.bodyA);
    item.bodyB = indexOf(choice.bodyB);
    if (item.bodyA != kNoIndex || item.bodyB != kNoIndex) items.push_back(item);
  }
  return items;
}

std::vector<std::optional<ClosedBody>> Pane::State::closedBodies() const {
  std::vector<std::optional<ClosedBody>> closed;
  for (const SimulatedBody& body : simulation->bodies()) {
    BodySet alone;
    const Index id = alone.add(body.view());
    alone.update();
    const bool shown = alone.topology(id).closed && alone.status(id).kind == BodyStatus::Kind::Active;
    closed.push_back(shown ? std::optional(ClosedBody{alone.box(0), looksInward(alone, 0)}) : std::nullopt);
  }
  return closed;
}

void Pane::State::publish() {
  auto next = std::make_shared<Snapshot>();
  const bool wanted = overlay.intersections || overlay.inside;
  if (!wanted) pairs.reset();
  Overlay shown = overlay;
  // Without a step there are no contacts and no choices at these positions.
  if (!measured) shown.contacts = shown.normals = shown.methods = false;
  // The last verdict is shown until the next judgement, because marks that flicker would be less clear.
  trail.follow(*simulation, overlay);
  next->drawing = drawScene(*simulation, wanted ? verdict : Verdict{}, shown, &trail);
  if (overlay.cells) next->load = hashLoad(*simulation);
  next->markUpdates = trail.marks().updates();
  next->sample = sample();
  for (const SimulatedBody& body : simulation->bodies()) {
    next->bodies.push_back(body.name);
    next->solid.push_back(body.mesh.tetrahedra.empty() ? 0 : 1);
    next->hasCloud = next->hasCloud || (body.mesh.faces.empty() && body.mesh.links.empty());
    next->faces += body.mesh.faces.size();
  }
  if (const SoftCollision* const collision = simulation->softCollision()) {
    next->chosen.resize(simulation->bodies().size());
    for (const SimulatedBody& body : simulation->bodies())
      next->isCut = next->isCut || !collision->getCuts(body.body).empty();
    for (const AutoDetector::WorkItem& item : choices())
      if (item.bodyA == item.bodyB && measured) next->chosen[item.bodyA] = AutoDetector::name(item.method);
  }
  next->question = question;
  next->holdsGas = simulation->holdsGas();
  if (overlay.layers) next->closed = closedBodies();
  next->pairs = pairs;
  if (pairs) next->verticesInside = static_cast<std::size_t>(verdict.verticesInside);
  if (simulation->steps() < noted + kNoteSteps) next->note = note;
  next->held = picker.held(*simulation);
  const std::lock_guard lock(mutex);
  latest = std::move(next);
}

StepSample Pane::State::sample() const {
  StepSample sample;
  sample.step = simulation->steps();
  sample.detector = simulation->settings().detector;
  sample.stepped = stepped();
  sample.measured = measured;
  sample.answer = answer;
  if (judged) sample.pairs = pairs;
  if (judged && pairs) sample.verticesInside = static_cast<std::size_t>(verdict.verticesInside);
  if (!measured) return sample;
  sample.times = simulation->times();
  sample.contacts = simulation->contacts();
  sample.lastImage = simulation->lastImage();
  if (const SoftCollision* collision = simulation->softCollision()) {
    sample.counters = simulation->detection();
    sample.volumeContacts = static_cast<std::size_t>(collision->getCounters().volumes);
  }
  return sample;
}

void Pane::State::step() {
  const auto start = Clock::now();
  if (dragTarget) picker.pull(*simulation, *dragTarget);
  measured = stepped();
  measured ? simulation->step() : simulation->stepPaths();
  ask();
  if (const std::string lost = nameOfLost(*simulation); !lost.empty())
    throw Error("a position of '" + lost + "' is not finite");
  sinceJudged += secondsSince(start);
  trail.follow(*simulation, overlay);
  judged = false;
  const bool due = judgesAll || sinceJudged >= kShareOfJudging * judgeSeconds;
  if (due && (overlay.intersections || overlay.inside)) judgeNow();
  addSample();
  doDue();
}

/// Adds the sample of the last step, or replaces it by one that has more.
void Pane::State::addSample() {
  if (simulation->steps() == 0) return;
  const std::lock_guard lock(mutex);
  samples.push_back(sample());
}

void Pane::State::doDue() {
  while (!later.empty() && later.front().after <= simulation->steps()) {
    const Later due = std::move(later.front());
    later.pop_front();
    due.what(*this);
  }
}

/// Stops the simulation: all later tasks are discarded.
void Pane::State::fail(const std::string& fault) {
  auto last = std::make_shared<Snapshot>();
  const std::lock_guard lock(mutex);
  if (latest) *last = *latest;
  last->fault = fault;
  latest = std::move(last);
  failed = true;
}

void Pane::State::work(const Task& task) {
  if (failed) return;
  try {
    task.what(*this);
    if (task.shows) publish();
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void Pane::State::live(const SceneEntry& entry, const Simulation::Settings& settings) {
  try {
    simulation = std::make_unique<Simulation>(entry, settings);
    judgeNow();
    publish();
  } catch (const std::exception& error) {
    fail(error.what());
  }
  std::unique_lock lock(mutex);
  building = false;
  while (!quit) {
    if (tasks.empty() || failed) {
      tasks.clear();
      working = false;
      idle.notify_all();
      wake.wait(lock, [&] { return quit || !tasks.empty(); });
      continue;
    }
    const auto task = std::move(tasks.front());
    tasks.pop_front();
    working = true;
    since = Clock::now();
    lock.unlock();
    work(task);
    lock.lock();
  }
  lock.unlock();
  query.reset();
  simulation.reset();
  lock.lock();
  working = false;
  ended = true;
  idle.notify_all();
}

}  // namespace pliant::detail
