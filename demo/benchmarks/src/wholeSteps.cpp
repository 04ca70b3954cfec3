#include <pliant/detectors/Results.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/largeScenes.h>
#include <pliant/scenes/median.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

constexpr int kJudgedEvery = 10;

/// Returns the bytes that the program has allocated; 0 where that is not known.
double allocatedBytes() {
#if defined(__GLIBC__)
  const auto all = mallinfo2();
  return static_cast<double>(all.uordblks) + static_cast<double>(all.hblkhd);
#else
  return 0;
#endif
}

/// A scene in one world, with the times of its steps in the current phase.
class MeasuredWorld {
 public:
  MeasuredWorld(const SceneEntry& scene, const std::string& detector, unsigned threads) {
    const double before = allocatedBytes();
    m_simulation = std::make_unique<Simulation>(scene, Simulation::Settings{.detector = detector, .threads = threads});
    m_bytes = allocatedBytes() - before;
  }

  void step() {
    const double before = allocatedBytes(), wall = wallMs(), cpu = threadCpuMs();
    m_simulation->step();
    m_cpu.push_back(threadCpuMs() - cpu);
    m_wall.push_back(wallMs() - wall);
    m_bytes += allocatedBytes() - before;
    for (std::size_t s = 0; s < m_stages.size(); ++s) m_stages[s] += m_simulation->times().ms[s];
    m_contacts = std::max(m_contacts, static_cast<double>(m_simulation->contacts()));
    m_candidates = std::max(m_candidates, static_cast<double>(m_simulation->detection().candidates));
  }
  /// Counts the pairs of faces that meet now, without those of a solid with itself: no world handles them.
  void judge() {
    const auto ofSolid = [this](const FacePair& pair) {
      return pair.bodyA == pair.bodyB && !m_simulation->bodies()[pair.bodyA].mesh.tetrahedra.empty();
    };
    const std::vector<FacePair> pairs = m_simulation->judge().pairs;
    const auto counted = static_cast<std::ptrdiff_t>(pairs.size()) - std::ranges::count_if(pairs, ofSolid);
    m_pairs = std::max(m_pairs, static_cast<double>(counted));
  }
  void beginPhase() {
    m_cpu.clear();
    m_wall.clear();
    m_stages.fill(0);
    m_contacts = m_candidates = m_pairs = 0;
  }

  double median() const { return pliant::median(m_cpu); }
  double wallMedian() const { return pliant::median(m_wall); }
  double mean() const { return std::accumulate(m_cpu.begin(), m_cpu.end(), 0.0) / static_cast<double>(m_cpu.size()); }
  double worst() const { return *std::max_element(m_cpu.begin(), m_cpu.end()); }
  double mebibytes() const { return m_bytes / (1 << 20); }
  double contacts() const { return m_contacts; }
  double candidates() const { return m_candidates; }
  double pairs() const { return m_pairs; }
  /// Returns the share of some stages in the time of all [%].
  double share(std::initializer_list<StepStage> stages) const {
    double sum = 0;
    for (const StepStage s : stages) sum += m_stages[static_cast<std::size_t>(s)];
    return 100 * sum / std::accumulate(m_stages.begin(), m_stages.end(), 0.0);
  }
  std::size_t faces() const {
    std::size_t faces = 0;
    for (const SimulatedBody& body : m_simulation->bodies()) faces += body.mesh.faces.size();
    return faces;
  }

 private:
  std::unique_ptr<Simulation> m_simulation;
  std::vector<double> m_cpu, m_wall;  ///< one per step [ms]
  std::array<double, static_cast<std::size_t>(StepStage::Count)> m_stages{};
  double m_bytes = 0, m_contacts = 0, m_candidates = 0, m_pairs = 0;
};

/// Numbers of steps of a scene. The first step builds what the others use, so it is not measured.
struct Measured {
  const char* scene;
  std::vector<int> ends;  ///< number of steps at the end of each phase
};

const std::vector<Measured>& measuredScenes() {
  static const std::vector<Measured> all{
      {"twonodes", {120}},    {"ropes256", {120}},     {"ropesheap", {60, 240}}, {"flight", {120}},
      {"pinnedcloth", {240}}, {"sheetonsheet", {240}}, {"rings", {240}},         {"slide", {180}},
      {"plate", {180}},       {"curtain", {180}},      {"knot", {300}},          {"tori", {300}},
      {"clothedge", {300}},   {"pile64", {300}},       {"solids1", {60}},        {"solids27", {60, 120}},
      {"layers1", {20, 60}},  {"layers10", {60, 100}}, {"layers50", {40}},       {"dcloth", {100}},
      {"dtori", {300}},       {"dneohookean", {120}},  {"dhammock", {100}},      {"dpinchrow", {180}}};
  return all;
}

/// Returns false if the settings name other scenes. `layers50`, which takes minutes, is measured only by name.
bool isChosen(const BenchSettings& settings, const std::string& scene) {
  const auto& names = settings.scenes;
  return names.empty() ? scene != "layers50" : std::find(names.begin(), names.end(), scene) != names.end();
}

std::vector<int> endsOf(const Measured& measured, bool quick) {
  std::vector<int> ends = measured.ends;
  int begin = 1;
  for (int& end : ends) {
    if (quick) end = std::max(begin + 4, end / 4);
    begin = end;
  }
  return ends;
}

/// Measures a scene in three worlds that take turns, and adds a row for each phase. Adds the steps so far of a phase
/// that is stopped, if there are any.
void measureScene(const Measured& measured, const BenchSettings& settings, unsigned threads, Table& table) {
  const SceneEntry& scene = *findScene(measured.scene);
  std::vector<std::unique_ptr<MeasuredWorld>> worlds;
  const auto build = [&](const std::string& detector, unsigned count) {
    if (!settings.stopped()) worlds.push_back(std::make_unique<MeasuredWorld>(scene, detector, count));
    if (!settings.stopped()) worlds.back()->step();
  };
  if (!scene.stockCrashes) build(Simulation::stockDetector(scene), 1);
  build("auto", 1);
  if (threads > 1) build("auto", threads);
  if (settings.stopped()) return;
  const MeasuredWorld* const stock = scene.stockCrashes ? nullptr : worlds.front().get();
  const MeasuredWorld &ours = *worlds[stock != nullptr], &all = *worlds.back();
  const std::vector<int> ends = endsOf(measured, settings.quick);
  int step = 1;
  for (const int end : ends) {
    const int begin = step;
    for (auto& world : worlds) world->beginPhase();
    for (; step < end && !settings.stopped(); ++step) {
      if (step % kJudgedEvery == 0)
        settings.progress(scene.name + ": step " + std::to_string(step) + " of " + std::to_string(ends.back()));
      for (auto& world : worlds) {
        world->step();
        if ((step + 1) % kJudgedEvery == 0 || step + 1 == end) world->judge();
      }
    }
    if (step == begin) return;
    // The pairs of a phase that was stopped are those of its last step.
    if (step < end)
      for (auto& world : worlds) world->judge();
    using Cell = Table::Cell;
    const auto cellOf = [&](double (MeasuredWorld::*value)() const) {
      return stock ? Cell((stock->*value)()) : Cell("crashes");
    };
    const std::string steps = std::to_string(begin + 1) + " to " + std::to_string(step);
    table.add(scene.name, step < end ? steps + " of " + std::to_string(end) : steps, ours.faces(),
              cellOf(&MeasuredWorld::median), cellOf(&MeasuredWorld::mean), cellOf(&MeasuredWorld::worst),
              ours.median(), ours.mean(), ours.worst(), stock ? Cell(ours.median() / stock->median()) : Cell("-"),
              stock ? Cell(ours.mean() / stock->mean()) : Cell("-"), ours.share({StepStage::Predict}),
              ours.share({StepStage::Broadphase, StepStage::Detect}), ours.share({StepStage::Response}),
              ours.share({StepStage::Solve}), ours.share({StepStage::Update, StepStage::Other}), ours.candidates(),
              ours.contacts(), cellOf(&MeasuredWorld::mebibytes), ours.mebibytes(), cellOf(&MeasuredWorld::pairs),
              ours.pairs(), ours.wallMedian(), all.wallMedian(), ours.wallMedian() / all.wallMedian());
    if (settings.stopped()) return;
  }
}

}  // namespace

void checkMeasuredScenes(const std::vector<std::string>& names) {
  std::string known;
  for (const Measured& measured : measuredScenes()) known += (known.empty() ? "" : ", ") + std::string(measured.scene);
  for (const std::string& name : names) {
    const bool found = std::any_of(measuredScenes().begin(), measuredScenes().end(),
                                   [&](const Measured& measured) { return measured.scene == name; });
    if (!found) throw Error("--scene: no steps of '" + name + "' are measured; scenes are " + known);
  }
}

Table wholeSteps(const BenchSettings& settings) {
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  Table table{
      "steps",
      "whole steps: ms of CPU time of stock Bullet and of Pliant on one thread, shares of Pliant's time [%], most "
      "candidates and contacts in a step, MiB allocated, most pairs of faces that meet after each tenth step, and "
      "wall time of a step on one thread and on all",
      {"scene",       "steps",          "faces",          "stock median",
       "mean",        "worst",          "Pliant median",  "mean ",
       "worst ",      "median / stock", "mean / stock",   "predict",
       "detect",      "response",       "solve",          "other",
       "candidates",  "contacts",       "stock MiB",      "MiB",
       "stock pairs", "pairs",          "wall, 1 thread", "wall, " + std::to_string(threads),
       "gain"}};
  for (const Measured& measured : measuredScenes()) {
    if (!isChosen(settings, measured.scene)) continue;
    settings.progress(std::string(measured.scene) + "...");
    measureScene(measured, settings, threads, table);
    if (settings.stopped()) break;
  }
  return table;
}

}  // namespace pliant::benchmarks
