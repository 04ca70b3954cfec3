#include "Pane.h"

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

namespace pliant::detail {
namespace {

using Clock = std::chrono::steady_clock;

// Seconds that the end of a pane waits for a step.
constexpr int kPatience = 2;
// Of the way to where a vertex is led, in a step; and its speed at most, lengths at scale 1 a second.
constexpr double kPull = 0.25, kMostSpeed = 12;
// Nearer vertices are cut through, of an edge's mean length: no slivers come of it.
constexpr btScalar kCutNear = btScalar(0.2);
// Of a ball that is thrown, at scale 1.
constexpr double kBallRadius = 0.12, kBallMass = 0.5;
// Where judging takes longer than a step by this, fewer steps are judged.
constexpr double kShareOfJudging = 0.5;

std::atomic<bool> g_someAbandoned{false};

btVector3 toBullet(const Eigen::Vector3f& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A vertex that is led.
struct Hand {
  std::size_t body = 0;
  int vertex = 0;
  btScalar distance = 0;  // from the eye
  btVector3 to{0, 0, 0};
  bool holds = false;
};

}  // namespace

struct Pane::State {
  mutable std::mutex mutex;
  std::condition_variable wake, idle;
  std::deque<std::function<void(State&)>> tasks;
  bool working = true, quit = false;  // building comes first
  Clock::time_point since = Clock::now();
  std::shared_ptr<const Snapshot> latest;

  // Of the simulation's thread alone.
  Overlay overlay;
  std::unique_ptr<Simulation> simulation;
  Verdict verdict;
  Hand hand;
  std::optional<std::size_t> pairs;
  double judgeSeconds = 0, sinceJudged = 0;

  void judgeNow();
  void pull();
  std::vector<std::optional<Box>> closedBoxes() const;
  void cut(const Ray& from, const Ray& to);
  void publish(std::string fault);
  void step();
  void live(const SceneEntry& entry, const Simulation::Settings& settings);
  void work(const std::function<void(State&)>& task);
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
  if (!hand.holds) return;
  btSoftBody& body = *simulation->bodies()[hand.body].body;
  if (hand.vertex >= body.m_nodes.size()) return;
  btSoftBody::Node& node = body.m_nodes[hand.vertex];
  if (node.m_im <= 0) return;
  btVector3 velocity = (hand.to - node.m_x) * btScalar(kPull / Simulation::kTimeStep);
  const auto most = static_cast<btScalar>(kMostSpeed * simulation->scale());
  if (velocity.length() > most) velocity *= most / velocity.length();
  node.m_v = velocity;
}

void Pane::State::cut(const Ray& from, const Ray& to) {
  const btVector3 eye = toBullet(from.from), first = toBullet(from.along), last = toBullet(to.along);
  btVector3 normal = first.cross(last);
  if (!simulation->softCollision() || normal.length() < btScalar(1e-4)) return;
  normal.normalize();
  const CuttingPlane plane{normal, normal.dot(eye)};
  const btVector3 afterFirst = normal.cross(first), beforeLast = last.cross(normal);
  for (std::size_t b = 0; b < simulation->bodies().size(); ++b) {
    const SimulatedBody& body = simulation->bodies()[b];
    const bool driven = std::any_of(body.driven.begin(), body.driven.end(), [](auto is) { return is != 0; });
    if (!body.mesh.tetrahedra.empty() || driven) continue;
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
    if (meets) cutSoft(*simulation, b, plane, kCutNear * edges / static_cast<btScalar>(links.size()));
  }
}

std::vector<std::optional<Box>> Pane::State::closedBoxes() const {
  std::vector<std::optional<Box>> boxes;
  for (const SimulatedBody& body : simulation->bodies()) {
    BodySet alone;
    const Index id = alone.add(body.view());
    alone.update();
    const bool shown = alone.topology(id).closed && alone.status(id).kind == BodyStatus::Kind::Active;
    boxes.push_back(shown ? std::optional(alone.box(0)) : std::nullopt);
  }
  return boxes;
}

void Pane::State::publish(std::string fault) {
  auto next = std::make_shared<Snapshot>();
  const bool wanted = overlay.intersections || overlay.inside;
  // A verdict of other positions marks faces that may have come apart: better none than many steps old.
  if (!wanted) pairs.reset();
  next->drawing = drawScene(*simulation, wanted ? verdict : Verdict{}, overlay);
  next->sample.step = simulation->steps();
  next->sample.times = simulation->times();
  next->sample.contacts = simulation->contacts();
  next->sample.pairs = pairs;
  if (const SoftCollision* collision = simulation->softCollision())
    next->sample.counters = collision->getCounters().detection;
  for (const SimulatedBody& body : simulation->bodies()) {
    next->vertices += static_cast<std::size_t>(body.body->m_nodes.size());
    next->faces += body.mesh.faces.size();
    next->tetrahedra += body.mesh.tetrahedra.size();
  }
  if (overlay.layers) next->closed = closedBoxes();
  next->fault = std::move(fault);
  const std::lock_guard lock(mutex);
  latest = std::move(next);
}

void Pane::State::step() {
  const auto start = Clock::now();
  pull();
  simulation->step();
  sinceJudged += secondsSince(start);
  pairs.reset();
  if ((overlay.intersections || overlay.inside) && sinceJudged >= kShareOfJudging * judgeSeconds) judgeNow();
}

void Pane::State::work(const std::function<void(State&)>& task) {
  std::string fault;
  try {
    task(*this);
  } catch (const std::exception& error) {
    fault = error.what();
  }
  publish(std::move(fault));
}

void Pane::State::live(const SceneEntry& entry, const Simulation::Settings& settings) {
  try {
    simulation = std::make_unique<Simulation>(entry, settings);
    judgeNow();
    publish({});
  } catch (const std::exception& error) {
    auto failed = std::make_shared<Snapshot>();
    failed->fault = error.what();
    const std::lock_guard lock(mutex);
    latest = std::move(failed);
  }
  std::unique_lock lock(mutex);
  while (!quit) {
    if (tasks.empty() || !simulation) {
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
  idle.notify_all();
}

Pane::Pane(const SceneEntry& entry, const Simulation::Settings& settings, const Overlay& overlay)
    : m_state(std::make_shared<State>()) {
  m_state->overlay = overlay;
  std::thread([state = m_state, entry, settings] { state->live(entry, settings); }).detach();
}

Pane::~Pane() {
  std::unique_lock lock(m_state->mutex);
  m_state->quit = true;
  m_state->working = true;
  m_state->wake.notify_all();
  const bool ended = m_state->idle.wait_for(lock, std::chrono::seconds(kPatience), [&] { return !m_state->working; });
  if (!ended) g_someAbandoned = true;
}

bool Pane::someAbandoned() {
  return g_someAbandoned;
}

void Pane::post(std::function<void(State&)> task) {
  const std::lock_guard lock(m_state->mutex);
  if (m_state->tasks.empty() && !m_state->working) m_state->since = Clock::now();
  m_state->tasks.push_back(std::move(task));
  m_state->wake.notify_all();
}

void Pane::step() {
  post([](State& state) { state.step(); });
}

void Pane::setOverlay(const Overlay& overlay) {
  post([overlay](State& state) {
    state.overlay = overlay;
    if (overlay.intersections || overlay.inside) state.judgeNow();
  });
}

void Pane::grab(const Ray& ray) {
  post([ray](State& state) {
    const btVector3 from = toBullet(ray.from), along = toBullet(ray.along);
    btScalar best = std::numeric_limits<btScalar>::max();
    for (std::size_t b = 0; b < state.simulation->bodies().size(); ++b) {
      const btSoftBody& body = *state.simulation->bodies()[b].body;
      for (int i = 0; i < body.m_nodes.size(); ++i) {
        const btVector3 way = body.m_nodes[i].m_x - from;
        const btScalar ahead = way.dot(along);
        if (ahead <= 0) continue;
        // Off the line of sight by little before far away: an angle, and a little of the distance.
        const btScalar off = (way - along * ahead).length() / ahead + btScalar(0.01) * ahead;
        if (off >= best) continue;
        best = off;
        state.hand = {b, i, ahead, body.m_nodes[i].m_x, true};
      }
    }
  });
}

void Pane::lead(const Ray& ray) {
  post([ray](State& state) { state.hand.to = toBullet(ray.from) + toBullet(ray.along) * state.hand.distance; });
}

void Pane::release() {
  post([](State& state) { state.hand.holds = false; });
}

void Pane::cut(const Ray& from, const Ray& to) {
  post([from, to](State& state) { state.cut(from, to); });
}

void Pane::throwBall(const Ray& ray, double speed) {
  post([ray, speed](State& state) {
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
