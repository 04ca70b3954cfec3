#include <LinearMath/btScalar.h>
#include <pliant/detectors/Config.h>
#include <pliant/detectors/Error.h>
#include <pliant/io/printable.h>
#include <pliant/io/writeFile.h>
#include <pliant/scenes/Simulation.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "Comparison.h"
#include "Jobs.h"
#include "Progress.h"
#include "RunLog.h"
#include "StopSignals.h"
#include "commands.h"
#include "methods.h"
#include "options.h"

namespace pliant::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> scenes, detectors{"bullet", "bullet-clusters", "bullet-deformable", "auto"};
  int steps = 0;
  unsigned jobs = 2;
  bool all = false;
  std::optional<double> time;
  double limit = 60, stepLimit = 5;
  std::string out = "demo/out";
  bool pictures = true;

  /// Returns the wall time after which all runs are stopped [s].
  double seconds() const { return time.value_or(all || !scenes.empty() ? 300 : 120); }
};

struct Cell {
  const SceneEntry* scene;
  std::string detector, json, picture;
};

std::vector<Cell> chooseCells(const CompareArguments& arguments) {
  std::vector<const SceneEntry*> chosen;
  for (const std::string& name : arguments.scenes) {
    chosen.push_back(findScene(name));
    if (!chosen.back()) throw Error(unknownScene(name));
  }
  if (chosen.empty()) {
    for (const SceneEntry& scene : scenes()) {
      if (arguments.all || scene.featured) chosen.push_back(&scene);
    }
    std::stable_partition(chosen.begin(), chosen.end(), [](const SceneEntry* scene) { return scene->featured; });
  }
  const auto known = Simulation::detectors();
  std::vector<Cell> cells;
  for (const SceneEntry* scene : chosen) {
    const std::size_t before = cells.size();
    for (const std::string& detector : arguments.detectors) {
      if (std::find(known.begin(), known.end(), detector) == known.end() && tryFindMethod(detector) == nullptr) {
        throw Error("unknown detector '" + detector + "'; `pliant list` names the detectors");
      }
      if (!Simulation::serves(detector, *scene)) continue;
      const std::filesystem::path stem = std::filesystem::path(arguments.out) / (scene->name + "-" + detector);
      cells.push_back({scene, detector, stem.string() + ".json", stem.string() + ".png"});
    }
    if (cells.size() == before && !arguments.scenes.empty())
      throw Error("--detectors: none serves scene '" + scene->name + "'; stock Bullet's is " +
                  Simulation::stockDetector(*scene));
  }
  if (cells.empty()) throw Error("--detectors: none serves one of the scenes");
  return cells;
}

/// Returns the cells in the order in which they run: the last detector of each scene first.
/// The comparison is mainly for this detector, so it has run if the time ends within a scene.
std::vector<std::size_t> orderOf(const std::vector<Cell>& cells) {
  std::vector<std::size_t> order(cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t first = 0, next = 0; first < cells.size(); first = next) {
    while (next < cells.size() && cells[next].scene == cells[first].scene) ++next;
    const auto at = [&](std::size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
    std::rotate(at(first), at(next - 1), at(next));
  }
  return order;
}

// Distributes the time over the runs.
// - A run may take 1.5 times its equal share of the time left, and at least 20 s. On a busy machine fewer scenes run,
//   but they reach their ends.
// - Part of the time is reserved for the work of a run after its last step, and for the table and the pictures.
class Budget {
 public:
  Budget(const CompareArguments& arguments, std::size_t cells)
      : m_arguments(arguments), m_time(arguments.seconds()), m_cells(static_cast<double>(cells)) {}

  /// Returns the limit for the steps of a run that starts now [s], or std::nullopt if too little time is left.
  std::optional<double> limit(std::size_t job) const {
    const double left = m_time - kept() - gone();
    if (left < kLeast * m_time) return std::nullopt;
    const double share = left * m_arguments.jobs / (m_cells - static_cast<double>(job));
    return std::min({std::max(1.5 * share, kGoodWhile), m_arguments.limit, left});
  }
  bool over() const { return gone() > kRuns * m_time; }

 private:
  static constexpr double kLeast = 0.02, kRuns = 0.97;  // fractions of the whole time
  static constexpr double kGoodWhile = 20;              // [s]

  // Returns the time reserved for the work after the last step [s].
  double kept() const { return std::max(0.1 * m_time, std::min(8.0, 0.5 * m_time)); }
  double gone() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }

  const CompareArguments& m_arguments;
  double m_time, m_cells;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

int stepsOf(const CompareArguments& arguments, const Cell& cell) {
  return arguments.steps > 0 ? arguments.steps : cell.scene->steps;
}

Job makeJob(const CompareArguments& arguments, const Cell& cell, double limit) {
  Job job;
  job.arguments = {"run",          cell.scene->name,
                   "--detector",   cell.detector,
                   "--steps",      std::to_string(stepsOf(arguments, cell)),
                   "--limit",      std::to_string(limit),
                   "--step-limit", std::to_string(arguments.stepLimit),
                   "--json",       cell.json};
  if (arguments.pictures) job.arguments.insert(job.arguments.end(), {"--screenshot", cell.picture});
  job.limit = limit + 10 * arguments.stepLimit + 30;
  return job;
}

std::string describeRun(const ComparedRun& run, int steps, double seconds) {
  std::ostringstream text;
  text << run.scene << " under " << run.detector << ": " << run.steps << " of " << steps << " steps in " << std::fixed
       << std::setprecision(1) << seconds << " s; " << run.outcome;
  return text.str();
}

ComparedRun read(const Cell& cell, int status, bool pictures) {
  if (status != 0) {
    const std::string how = status > 0 ? "status " + std::to_string(status) : "no exit status";
    return failed(cell.scene->name, cell.detector, "the run failed (" + how + ")");
  }
  std::ifstream file(cell.json);
  ComparedRun run = summarize(Json::parse(file));
  run.report = cell.json;
  if (pictures) run.picture = cell.picture;
  return run;
}

// Returns a heading that describes the comparison, with date and versions.
std::string describe(const CompareArguments& arguments, std::size_t runs) {
  char date[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  if (gmtime_r(&now, &utc)) std::strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
  std::ostringstream text;
  text << "pliant compare, " << date << ": Pliant " PLIANT_VERSION ", Bullet " << BT_BULLET_VERSION / 100 << '.'
       << BT_BULLET_VERSION % 100 << ", " << (sizeof(btScalar) == sizeof(float) ? "single" : "double") << " precision; "
       << runs << " runs, " << arguments.jobs << " at a time, in at most " << arguments.seconds() << " s";
  return text.str();
}

/// Explains the column of detectors. Printed before the table.
constexpr const char* kDetectors =
    "detector: auto is Pliant with its default method. bullet is stock Bullet, vertices against faces;\n"
    "bullet-clusters is stock Bullet, clusters against clusters; bullet-deformable is stock Bullet's deformable "
    "world,\n"
    "for the scenes of that world; none is stock Bullet without soft contacts. All others are Pliant, too.\n\n";

std::string explain(const CompareArguments& arguments) {
  std::string text =
      "steps: of 1/60 s. ms per step: median of the stepping thread's CPU time.\n"
      "collision: share of broad phase, detection and response (stock Bullet has its trees and its contact solve in\n"
      "other stages).\n"
      "pairs: intersecting faces. vertices inside: vertices in other bodies. Medians over the last 100 steps.\n"
      "clean: neither of them. tangled: some are left.\n"
      "makes N J of energy: largest energy, minus that at the start and the work of pulled bodies, if above 1 %.\n"
      "Files in the same folder: SCENE-DETECTOR.json, the whole report of a run;\n";
  if (arguments.pictures) {
    text +=
        "SCENE-DETECTOR.png, a picture of its end (of its start if it hangs or crashes);\n"
        "comparison.png, all pictures; red: faces that intersect;\n";
  }
  return text + "comparison.json, the table; comparison.log, time and outcome of each run.\n";
}

/// Appends the name unless the list already has it.
void addOnce(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

using Runs = std::vector<std::optional<ComparedRun>>;  // one per cell; std::nullopt if the cell did not run

std::vector<ComparedRun> measured(const Runs& runs) {
  std::vector<ComparedRun> list;
  for (const std::optional<ComparedRun>& run : runs) {
    if (run) list.push_back(*run);
  }
  return list;
}

/// Returns the scenes that were left out or cut short, and the command that runs them to their ends.
/// Empty if there are none.
std::string describeMissing(const std::vector<Cell>& cells, const Runs& runs, bool interrupted) {
  std::vector<std::string> scenes, leftOut, cutShort;
  for (std::size_t first = 0, next = 0; first < cells.size(); first = next) {
    const std::string& scene = cells[first].scene->name;
    std::vector<std::string> detectors;
    bool cut = false;
    for (next = first; next < cells.size() && cells[next].scene == cells[first].scene; ++next) {
      if (!runs[next]) detectors.push_back(cells[next].detector);
      cut = cut || (runs[next] && runs[next]->cutShort);
    }
    const bool all = detectors.size() == next - first;
    if (!detectors.empty()) leftOut.push_back(all ? scene : scene + " (under " + joined(detectors, " and ") + ")");
    if (cut) addOnce(cutShort, scene);
    if (cut || !detectors.empty()) addOnce(scenes, scene);
  }
  std::string text;
  if (!leftOut.empty()) {
    text += (interrupted ? "Interrupted. Left out: " : "The time is over. Left out: ") + joined(leftOut, ", ") + ".\n";
  }
  if (!cutShort.empty()) text += "Some runs were cut short: " + joined(cutShort, ", ") + ".\n";
  if (!scenes.empty()) text += "For complete runs: demo/run " + joined(scenes, " ") + " --time 3600 --limit 600\n";
  return text;
}

void compare(const CompareArguments& arguments) {
  const std::vector<Cell> cells = chooseCells(arguments);
  makeFolder(arguments.out);
  const std::filesystem::path out(arguments.out);
  const std::string logFile = (out / "comparison.log").string();
  // A link in the folder could make a run write outside of it.
  refuseLink(logFile);
  for (const Cell& cell : cells) {
    refuseLink(cell.json);
    refuseLink(cell.picture);
  }
  RunLog log(logFile);
  const std::string what = describe(arguments, cells.size());
  log.write(what);
  std::printf("%s; progress is in %s\n\n", what.c_str(), printable(logFile).c_str());
  std::fflush(stdout);
  const std::vector<std::size_t> order = orderOf(cells);
  Runs runs(cells.size());
  std::vector<double> starts(cells.size());
  int bad = 0;
  StopSignals signals;
  {
    Progress progress("runs", cells.size());
    const Budget budget(arguments, cells.size());
    runJobs(
        cells.size(), arguments.jobs,
        [&](std::size_t job) -> std::optional<Job> {
          starts[job] = log.seconds();
          const std::optional<double> limit = budget.limit(job);
          if (!limit) return std::nullopt;
          return makeJob(arguments, cells[order[job]], *limit);
        },
        [&](std::size_t job, int status) {
          if (status != 0) ++bad;
          const Cell& cell = cells[order[job]];
          ComparedRun& run = runs[order[job]].emplace(read(cell, status, arguments.pictures));
          log.write(describeRun(run, stepsOf(arguments, cell), log.seconds() - starts[job]));
          progress.advance();
        },
        [&] { return StopSignals::caught() != 0 || budget.over(); });
  }
  const std::vector<ComparedRun> list = measured(runs);
  log.write(list.size() == cells.size() ? "all runs ended" : "stopped");
  const std::string table = asText(list),
                    notes = explain(arguments) + describeMissing(cells, runs, StopSignals::caught() != 0);
  std::printf("%s%s\n%s", kDetectors, table.c_str(), notes.c_str());
  std::fflush(stdout);
  writeFile((out / "comparison.txt").string(), what + "\n\n" + kDetectors + table + "\n" + notes, Links::Replace);
  writeFile((out / "comparison.md").string(), what + "\n\n" + kDetectors + asMarkdown(list) + "\n" + notes,
            Links::Replace);
  writeFile((out / "comparison.json").string(), asJson(list).dump(1) + "\n", Links::Replace);
  if (arguments.pictures && !list.empty()) saveContactSheet((out / "comparison.png").string(), list);
  std::printf("Results are in %s\n", printable(absolute(out).string()).c_str());
  std::fflush(stdout);
  signals.obey();
  if (bad > 0) {
    throw std::runtime_error(std::to_string(bad) + " of " + std::to_string(list.size()) + " runs failed");
  }
}

}  // namespace

void addCompare(CLI::App& app) {
  const auto arguments = std::make_shared<CompareArguments>();
  CLI::App* const command =
      app.add_subcommand("compare", "Runs scenes under several detectors; makes a table and pictures");
  command->add_option("SCENE", arguments->scenes, "Scenes; pliant list describes them (default: the 14 main ones)");
  command->add_flag("--all", arguments->all, "Run every scene")->excludes("SCENE");
  oneWordEach(
      addOption(
          *command, "--detectors", "LIST", arguments->detectors,
          "Detectors, joined by commas (default bullet,bullet-clusters,bullet-deformable,auto). A scene leaves out "
          "those of stock Bullet's other world"))
      ->delimiter(',');
  addOption(*command, "--steps", "N", arguments->steps, "Number of steps of each run (default: the scene's)")
      ->check(wholeNumber(1, 1000000));
  addOption(*command, "--jobs", "N", arguments->jobs, "Number of runs at a time, 1 to 1024 (default 2)")
      ->check(wholeNumber(1, 1024));
  addOption(*command, "--time", "S", arguments->time,
            "Wall time in seconds after which all runs are stopped; runs that have not begun are left out "
            "(default 300; 120 for the main scenes)")
      ->check(timeInSeconds());
  addOption(*command, "--limit", "S", arguments->limit,
            "Wall time in seconds after which a run begins no step (default 60)")
      ->check(timeInSeconds());
  addOption(*command, "--step-limit", "S", arguments->stepLimit,
            "CPU time in seconds after which a step is ended, and its run (default 5)")
      ->check(timeInSeconds());
  addOption(*command, "--out", "FOLDER", arguments->out, "Folder for table, reports and pictures (default demo/out)");
  command->add_flag_callback(
      "--no-pictures", [arguments] { arguments->pictures = false; }, "Draw no pictures");
  command->footer("Example: pliant compare knot tori --detectors bullet,spatial-hash --out knots");
  command->callback([arguments] { compare(*arguments); });
}

}  // namespace pliant::cli
