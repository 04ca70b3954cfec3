#include <pliant/detectors/Error.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Runner.h>
#include <pliant/scenes/mechanics.h>
#include <pliant/scenes/median.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <type_traits>

namespace pliant {
namespace {

void require(bool good, const std::string& what) {
  if (!good) throw Error(what);
}

void checkSettings(const RunSettings& settings) {
  require(settings.steps >= 1, "the number of steps must be at least 1");
  require(settings.checkEvery >= 1, "checks must be at least one step apart");
  require(std::isfinite(settings.limit) && settings.limit >= 0, "the time limit must not be negative");
}

std::vector<RunBody> describeBodies(const Simulation& simulation) {
  std::vector<RunBody> bodies;
  for (const SimulatedBody& body : simulation.bodies()) {
    bodies.push_back({body.name, body.mesh.positions.size(), body.mesh.faces.size(), body.mesh.tetrahedra.size(),
                      static_cast<double>(body.body->getCollisionShape()->getMargin())});
  }
  return bodies;
}

std::vector<RunChoice> describeChoices(const Simulation& simulation) {
  std::vector<RunChoice> choices;
  SoftCollision* const collision = simulation.softCollision();
  if (!collision) return choices;
  const auto nameOf = [&](int id) {
    for (const SimulatedBody& body : simulation.bodies())
      if (id >= 0 && body.body == collision->getBody(id)) return body.name;
    return std::string();
  };
  for (const SoftCollision::Choice& choice : collision->getChoices())
    choices.push_back({nameOf(choice.bodyA), nameOf(choice.bodyB), choice.item});
  return choices;
}

constexpr double kLeastEnergy = 1e-6;  // [J]; smaller differences are rounding

// Collects the measurements of a run.
class Recorder {
 public:
  Recorder(const Simulation& simulation, RunReport& report) : m_simulation(simulation), m_report(report) {
    const Mechanics start = measureMechanics(simulation);
    m_startEnergy = start.kinetic + start.potential;
    for (const RigidSurface& rigid : simulation.rigid()) m_hasRigidMesh = m_hasRigidMesh || rigid.isMesh;
  }

  void timed(const StepTimes& times, double wallMs) {
    for (std::size_t s = 0; s < m_stages.size(); ++s) {
      if (times.known[s]) m_stages[s].push_back(times.ms[s]);
    }
    m_totals.push_back(times.total());
    m_walls.push_back(wallMs);
    const StepStage collision[]{StepStage::Broadphase, StepStage::Detect, StepStage::Response};
    double sum = 0;
    for (const StepStage s : collision) sum += times[s];
    m_collision += sum;
    m_all += times.total();
  }

  /// Call after each step, because energy may rise and fall between two checks. Returns false if a value is not finite.
  bool watch() {
    const Mechanics now = measureMechanics(m_simulation);
    const double energy = now.kinetic + now.potential, allowed = m_startEnergy + m_simulation.driverWork();
    const double excess = energy - allowed;
    m_energyExcess = std::max(m_energyExcess, excess);
    if (excess > kLeastEnergy) m_energyShare = std::max(m_energyShare, excess / std::max(allowed, kLeastEnergy));
    return !now.nan;
  }

  Verdict check(int step) {
    Verdict verdict = m_simulation.judge();
    const Mechanics now = measureMechanics(m_simulation);
    RunCheck check;
    check.step = step;
    check.pairsBetween = verdict.pairsBetween;
    check.pairsSelf = verdict.pairsSelf;
    check.verticesInside = verdict.verticesInside;
    check.worstDepth = verdict.worstDepth;
    check.kinetic = now.kinetic;
    check.potential = now.potential;
    check.driverWork = m_simulation.driverWork();
    check.momentum = now.momentum;
    check.worstStretch = now.worstStretch;
    check.contacts = m_simulation.contacts();
    if (const SoftCollision* const collision = m_simulation.softCollision())
      check.volumeContacts = static_cast<std::size_t>(collision->getCounters().volumes);
    check.nan = verdict.nan || now.nan;
    m_report.checks.push_back(check);
    m_meanStretch.push_back(now.meanStretch);
    m_meanHeight.push_back(now.meanHeight);
    for (std::size_t k = 0; k < 3; ++k) m_extent[k].push_back(now.extent[k]);
    if (m_hasRigidMesh) checkRigid();
    return verdict;
  }

  void finish() {
    const auto stage = [this](StepStage s) -> std::optional<double> {
      const auto& values = m_stages[static_cast<std::size_t>(s)];
      if (values.empty()) return std::nullopt;
      return median(values);
    };
    m_report.ms = {
        stage(StepStage::Predict), stage(StepStage::Broadphase), stage(StepStage::Detect), stage(StepStage::Response),
        stage(StepStage::Solve),   stage(StepStage::Update),     median(m_totals)};
    Figures& figures = m_report.figures;
    figures = m_simulation.scene().figures(m_simulation);
    figures.emplace_back("mean_stretch", m_meanStretch);
    figures.emplace_back("mean_height", m_meanHeight);
    figures.emplace_back("extent_x", m_extent[0]);
    figures.emplace_back("extent_y", m_extent[1]);
    figures.emplace_back("extent_z", m_extent[2]);
    if (m_hasRigidMesh) {
      figures.emplace_back("pairs_with_rigid_mesh", m_rigidPairs);
      figures.emplace_back("vertices_in_rigid_mesh", m_inRigid);
    }
    figures.emplace_back("start_energy", m_startEnergy);
    figures.emplace_back("worst_energy_excess", m_energyExcess);
    figures.emplace_back("worst_energy_share", m_energyShare);
    figures.emplace_back("collision_share", m_all > 0 ? m_collision / m_all : 0);
    figures.emplace_back("first_step_ms", m_totals.empty() ? 0 : m_totals.front());
    figures.emplace_back("wall_ms", median(m_walls));
  }

 private:
  // Judges the soft bodies against the static meshes. They must stay outside a mesh, or inside it if isRoom is true.
  void checkRigid() {
    constexpr Home kInRoom[] = {{0, 1}};
    double pairs = 0, inside = 0;
    for (const RigidSurface& rigid : m_simulation.rigid()) {
      if (!rigid.isMesh) continue;
      SoftMesh mesh = rigid.mesh;
      const btTransform& at = rigid.body->getWorldTransform();
      place(mesh, at.getOrigin(), at.getBasis());
      const std::span<const Home> homes = rigid.isRoom ? std::span<const Home>(kInRoom) : std::span<const Home>();
      for (const SimulatedBody& body : m_simulation.bodies()) {
        const Verdict verdict = judge(std::vector<BodyView>{body.view(), mesh.view()}, homes);
        pairs += static_cast<double>(verdict.pairsBetween);
        inside += static_cast<double>(std::count_if(verdict.inside.begin(), verdict.inside.end(),
                                                    [](const Verdict::Inside& i) { return i.body == 0; }));
      }
    }
    m_rigidPairs.push_back(pairs);
    m_inRigid.push_back(inside);
  }

  const Simulation& m_simulation;
  RunReport& m_report;
  std::array<std::vector<double>, static_cast<std::size_t>(StepStage::Count)> m_stages;
  std::vector<double> m_totals, m_walls, m_meanStretch, m_meanHeight, m_rigidPairs, m_inRigid;
  std::array<std::vector<double>, 3> m_extent;
  double m_startEnergy = 0, m_energyExcess = 0, m_energyShare = 0, m_collision = 0, m_all = 0;
  bool m_hasRigidMesh = false;
};

}  // namespace

std::string_view runEndName(RunEnd end) {
  switch (end) {
    case RunEnd::Done:
      return "done";
    case RunEnd::TimeLimit:
      return "time limit";
    case RunEnd::Hang:
      return "hang";
    case RunEnd::Crash:
      return "crash";
    case RunEnd::NotANumber:
      break;
  }
  return "nan";
}

std::string hashPositions(const Simulation& simulation) {
  using Bits = std::conditional_t<sizeof(btScalar) == 4, std::uint32_t, std::uint64_t>;
  std::uint64_t hash = 14695981039346656037ull;
  for (const SimulatedBody& simulated : simulation.bodies()) {
    for (int i = 0; i < simulated.body->m_nodes.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        const Bits bits = std::bit_cast<Bits>(simulated.body->m_nodes[i].m_x.m_floats[k]);
        for (std::size_t byte = 0; byte < sizeof(Bits); ++byte) {
          hash = (hash ^ ((bits >> (8 * byte)) & 0xff)) * 1099511628211ull;
        }
      }
    }
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

RunReport runScene(const RunSettings& settings, const RunObserver& observer) {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
  };
  checkSettings(settings);
  const SceneEntry* const entry = findScene(settings.scene);
  require(entry != nullptr, unknownScene(settings.scene));
  checkOptions(settings.simulation.options, *entry);
  require(!entry->scripted || !settings.simulation.options.mass,
          "the mass has no effect: the bodies of scene '" + entry->name + "' follow paths");

  RunReport report;
  report.scene = settings.scene;
  report.detector = settings.simulation.detector;
  Simulation simulation(*entry, settings.simulation);
  report.glRenderer = simulation.glRenderer();
  if (const SoftCollision* collision = simulation.softCollision()) {
    report.threads = collision->getThreads();
    report.counters.emplace();
  }
  report.bodies = describeBodies(simulation);
  Recorder recorder(simulation, report);
  if (observer.started) observer.started(simulation, report);

  const auto start = Clock::now();
  Verdict verdict;
  const auto check = [&](int step) {
    simulation.scene().check(simulation, step);
    verdict = recorder.check(step);
    if (observer.checked) observer.checked(simulation, report.checks.back(), verdict);
  };
  check(0);
  for (int step = 1; step <= settings.steps && report.ended == RunEnd::Done; ++step) {
    if (observer.stepBegins) observer.stepBegins(step);
    const auto begun = Clock::now();
    simulation.step();
    if (observer.stepEnds) observer.stepEnds(step);
    recorder.timed(simulation.times(), 1e3 * seconds(begun));
    if (observer.stepped) observer.stepped(simulation);
    if (report.counters) *report.counters += simulation.detection();
    report.steps = step;
    if (!recorder.watch()) report.ended = RunEnd::NotANumber;
    if (settings.limit > 0 && seconds(start) > settings.limit && step < settings.steps)
      report.ended = RunEnd::TimeLimit;
    const bool last = step == settings.steps || report.ended != RunEnd::Done;
    if (last || step % settings.checkEvery == 0) check(step);
  }
  recorder.finish();
  report.positionsHash = hashPositions(simulation);
  report.drawnBy = simulation.drawnBy();
  report.chosen = describeChoices(simulation);
  if (observer.ended) observer.ended(simulation, report, verdict);
  return report;
}

}  // namespace pliant
