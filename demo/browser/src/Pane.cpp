#include "Pane.h"

#include <pliant/detectors/Error.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/cutSoft.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "timing.h"

namespace pliant::detail {
namespace {

// Seconds that the end of a pane waits for a step.
constexpr double kPatience = 2;
// Of the way to where a vertex is led, in a step; and its speed at most, lengths at scale 1 a second.
constexpr double kPull = 0.25, kMostSpeed = 12;
// Nearer vertices are cut through, of an edge's mean length: no slivers come of it.
constexpr btScalar kCutNear = btScalar(0.2);
// Bullet's cut takes memory by the square of their number.
constexpr int kMostCut = 10000;
// From the line of sight to a vertex that is taken: slope at most, and what one more length of distance at scale 1 is
// worth of it.
constexpr btScalar kNearSight = btScalar(0.08), kBehind = btScalar(0.01);
// Around a vertex that is taken, of its distance from the eye.
constexpr btScalar kAround = btScalar(0.03);
// Of a ball that is thrown, at scale 1.
constexpr double kBallRadius = 0.12, kBallMass = 0.5;
// Where judging takes longer than a step by this, fewer steps are judged.
constexpr double kShareOfJudging = 0.5;

std::atomic<bool> g_someAbandoned{false};

btVector3 toBullet(const Eigen::Vector3f& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

/// The first body of which a position is not finite; empty: none.
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

/// Why Bullet can't cut a body; empty: it can.
std::string whyWhole(const SimulatedBody& body) {
  const auto isDriven = [](std::uint8_t is) { return is != 0; };
  if (!body.mesh.tetrahedra.empty()) return "it is a solid";
  if (std::any_of(body.driven.begin(), body.driven.end(), isDriven)) return "it is led along";
  if (body.body->m_pose.m_bframe) return "it keeps its shape by a pose";
  if (body.body->m_nodes.size() > kMostCut) return "it has more than 10,000 vertices";
  return {};
}

/// A vertex that is led.
struct Hand {
  std::size_t body = 0;
  int vertex = 0;
  btScalar distance = 0;  // from the eye
  bool holds = false;
  std::vector<int> around;  // it too
};

}  // namespace

struct Pane::State {
  struct Task {
    bool shows;
    std::function<void(State&)> what;
  };

  mutable std::mutex mutex;
  std::condition_variable wake, idle;
  std::deque<Task> tasks;
  bool working = true, quit = false, ended = false;  // building comes first
  Clock::time_point since = Clock::now();
  std::shared_ptr<const Snapshot> latest;
  std::vector<StepSample> samples;
  std::optional<Ray> leadTo;  ///< along which a vertex is led

  // Of the simulation's thread alone.
  Overlay overlay;
  std::unique_ptr<Simulation> simulation;
  Verdict verdict;
  Hand hand;
  std::string note;
  std::optional<std::size_t> pairs;
  double judgeSeconds = 0, sinceJudged = 0;
  bool judgesAll = false, failed = false;

  void judgeNow();
  void pull();
  std::vector<std::optional<ClosedBody>> closedBodies() const;
  void grab(const Ray& ray);
  void cut(const Ray& from, const Ray& to);
  void publish();
  void fail(const std::string& fault);
  StepSample sample() const;
  void step();
  void live(const SceneEntry& entry, const Simulation::Settings& settings);
  void work(const Task& task);
};

void Pane::State::judgeNow() {
  const auto start = Clock::now();
  std::vector<BodyView> views;
  for (const SimulatedBody& body : simulation->bodies()) views.push_back(body.view());
  verdict = judge(views);
  pairs = static_cast<std::size_t>(verdict.pairsBetween + verdict.pairsSelf);
  judgeSeconds = secondsSince(start);
  sinceJudged = 0;
}

void Pane::State::pull() {
  std::optional<Ray> ray;
  {
    const std::lock_guard lock(mutex);
    ray = leadTo;
  }
  if (!hand.holds || !ray) return;
  const btVector3 to = toBullet(ray->from) + toBullet(ray->along) * hand.distance;
  btSoftBody& body = *simulation->bodies()[hand.body].body;
  if (hand.vertex >= body.m_nodes.size()) return;
  btVector3 velocity = (to - body.m_nodes[hand.vertex].m_x) * btScalar(kPull / Simulation::kTimeStep);
  const auto most = static_cast<btScalar>(kMostSpeed * simulation->scale());
  if (velocity.length() > most) velocity *= most / velocity.length();
  for (const int i : hand.around)
    if (i < body.m_nodes.size() && body.m_nodes[i].m_im > 0) body.m_nodes[i].m_v = velocity;
}

void Pane::State::cut(const Ray& from, const Ray& to) {
  const btVector3 eye = toBullet(from.from), first = toBullet(from.along), last = toBullet(to.along);
  btVector3 normal = first.cross(last);
  if (normal.length() < btScalar(1e-4)) return;
  normal.normalize();
  const CuttingPlane plane{normal, normal.dot(eye)};
  const btVector3 afterFirst = normal.cross(first), beforeLast = last.cross(normal);
  note.clear();
  if (!simulation->softCollision()) {
    note = "not cut: stock Bullet may crash in a body that was";
    return;
  }
  for (std::size_t b = 0; b < simulation->bodies().size(); ++b) {
    const SimulatedBody& body = simulation->bodies()[b];
    bool meets = false;
    btScalar edges = 0;
    const auto& links = body.body->m_links;
    for (int i = 0; i < links.size(); ++i) {
      const btVector3 &p = links[i].m_n[0]->m_x, &q = links[i].m_n[1]->m_x;
      edges += links[i].m_rl;
      const btScalar atP = normal.dot(p) - plane.offset, atQ = normal.dot(q) - plane.offset;
      if ((atP < 0) == (atQ < 0)) continue;
      const btVector3 way = p + (q - p) * (atP / (atP - atQ)) - eye;
      meets = meets || (way.dot(afterFirst) > 0 && way.dot(beforeLast) > 0);
    }
    if (!meets) continue;
    if (const std::string why = whyWhole(body); !why.empty()) {
      note = "not cut: " + body.name + ", as " + why;
      continue;
    }
    cutSoft(*simulation, b, plane, kCutNear * edges / static_cast<btScalar>(links.size()));
  }
}

void Pane::State::grab(const Ray& ray) {
  hand.holds = false;
  const btVector3 from = toBullet(ray.from), along = toBullet(ray.along);
  const btScalar behind = kBehind / static_cast<btScalar>(simulation->scale());
  btScalar best = std::numeric_limits<btScalar>::max();
  for (std::size_t b = 0; b < simulation->bodies().size(); ++b) {
    const SimulatedBody& body = simulation->bodies()[b];
    for (int i = 0; i < body.body->m_nodes.size(); ++i) {
      const auto v = static_cast<std::size_t>(i);
      const btSoftBody::Node& node = body.body->m_nodes[i];
      if (node.m_im <= 0 || (v < body.driven.size() && body.driven[v] != 0)) continue;
      const btVector3 way = node.m_x - from;
      const btScalar ahead = way.dot(along), slope = (way - along * ahead).length() / ahead;
      if (!(ahead > 0) || !(slope < kNearSight)) continue;
      // Off the line of sight by little before far away.
      const btScalar off = slope + behind * ahead;
      if (!(off < best)) continue;
      best = off;
      hand = {b, i, ahead, true, {}};
    }
  }
  if (!hand.holds) return;
  const btSoftBody& body = *simulation->bodies()[hand.body].body;
  const btVector3 at = body.m_nodes[hand.vertex].m_x;
  for (int i = 0; i < body.m_nodes.size(); ++i)
    if (i == hand.vertex || body.m_nodes[i].m_x.distance(at) < kAround * hand.distance) hand.around.push_back(i);
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
  // Between two judgements the last one stays: red that comes and goes would say less.
  next->drawing = drawScene(*simulation, wanted ? verdict : Verdict{}, overlay);
  next->sample = sample();
  for (const SimulatedBody& body : simulation->bodies()) next->bodies.push_back(body.name);
  if (overlay.layers) next->closed = closedBodies();
  next->note = note;
  if (hand.holds) next->held = simulation->bodies()[hand.body].body->m_nodes[hand.vertex].m_x;
  const std::lock_guard lock(mutex);
  latest = std::move(next);
}

StepSample Pane::State::sample() const {
  StepSample sample;
  sample.step = simulation->steps();
  sample.detector = simulation->settings().detector;
  sample.times = simulation->times();
  sample.contacts = simulation->contacts();
  sample.pairs = pairs;
  if (const SoftCollision* collision = simulation->softCollision())
    sample.counters = collision->getCounters().detection;
  return sample;
}

void Pane::State::step() {
  const auto start = Clock::now();
  pull();
  simulation->step();
  if (const std::string lost = nameOfLost(*simulation); !lost.empty())
    throw Error("a position of '" + lost + "' is no number any more");
  sinceJudged += secondsSince(start);
  pairs.reset();
  const bool due = judgesAll || sinceJudged >= kShareOfJudging * judgeSeconds;
  if (due && (overlay.intersections || overlay.inside)) judgeNow();
  const std::lock_guard lock(mutex);
  samples.push_back(sample());
}

/// What has failed goes no further.
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
  simulation.reset();
  lock.lock();
  working = false;
  ended = true;
  idle.notify_all();
}

Pane::Pane(const SceneEntry& entry, const Simulation::Settings& settings, const Overlay& overlay, bool judgesAll)
    : m_state(std::make_shared<State>()) {
  m_state->overlay = overlay;
  m_state->judgesAll = judgesAll;
  m_thread = std::thread([state = m_state, entry, settings] { state->live(entry, settings); });
}

Pane::~Pane() {
  end();
}

bool Pane::end() {
  if (!m_thread.joinable()) return !m_left;
  std::unique_lock lock(m_state->mutex);
  const double patience = m_state->working ? kPatience - secondsSince(m_state->since) : kPatience;
  m_state->quit = true;
  m_state->wake.notify_all();
  const bool ended = m_state->idle.wait_for(lock, std::chrono::duration<double>(std::max(patience, 0.05)),
                                            [&] { return m_state->ended; });
  lock.unlock();
  m_left = !ended;
  if (ended) {
    m_thread.join();
  } else {
    m_thread.detach();
    g_someAbandoned = true;
  }
  return ended;
}

bool Pane::someAbandoned() {
  return g_someAbandoned;
}

void Pane::post(bool shows, std::function<void(State&)> task) {
  const std::lock_guard lock(m_state->mutex);
  if (m_state->tasks.empty() && !m_state->working) m_state->since = Clock::now();
  m_state->tasks.push_back({shows, std::move(task)});
  m_state->wake.notify_all();
}

void Pane::step(int steps) {
  for (int i = 0; i < steps; ++i) post(i + 1 == steps, [](State& state) { state.step(); });
}

std::vector<StepSample> Pane::takeSamples() {
  const std::lock_guard lock(m_state->mutex);
  return std::exchange(m_state->samples, {});
}

void Pane::setOverlay(const Overlay& overlay) {
  post(true, [overlay](State& state) {
    state.overlay = overlay;
    if (overlay.intersections || overlay.inside) state.judgeNow();
  });
}

void Pane::setBodyDetector(const BodyDetector& own) {
  post(false, [own](State& state) { state.simulation->setBodyDetector(own); });
}

void Pane::setDetector(const std::string& detector, const std::function<GivenDetector()>& given) {
  post(false, [detector, given](State& state) { state.simulation->setDetector(detector, given); });
}

void Pane::grab(const Ray& ray) {
  lead(ray);
  post(true, [ray](State& state) { state.grab(ray); });
}

// No task: there may be many between two steps, of which the last counts.
void Pane::lead(const Ray& ray) {
  const std::lock_guard lock(m_state->mutex);
  m_state->leadTo = ray;
}

void Pane::release() {
  post(false, [](State& state) { state.hand.holds = false; });
}

void Pane::cut(const Ray& from, const Ray& to) {
  post(true, [from, to](State& state) {
    state.cut(from, to);
    state.judgeNow();
  });
}

void Pane::throwBall(const Ray& ray, double speed) {
  post(true, [ray, speed](State& state) {
    const auto scale = static_cast<btScalar>(state.simulation->scale());
    btRigidBody& ball = state.simulation->addBall(kBallRadius, toBullet(ray.from) / scale, kBallMass);
    ball.setLinearVelocity(toBullet(ray.along) * static_cast<btScalar>(speed));
  });
}

bool Pane::busy() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->working || !m_state->tasks.empty();
}

double Pane::busyFor() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->working ? secondsSince(m_state->since) : 0;
}

std::shared_ptr<const Snapshot> Pane::snapshot() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->latest;
}

}  // namespace pliant::detail
