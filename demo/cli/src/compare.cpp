#include "compare.h"

#include <LinearMath/btScalar.h>
#include <pliant/detectors/Config.h>
#include <pliant/detectors/Error.h>
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
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "Comparison.h"
#include "Jobs.h"
#include "Progress.h"
#include "RunLog.h"
#include "methods.h"
#include "validators.h"

namespace pliant::cli {
namespace {

struct Arguments {
  std::vector<std::string> scenes, detectors{"bullet", "bullet-clusters", "spatial-hash"};
  int steps = 0;
  unsigned jobs = 2;
  double time = 300, limit = 60, stepLimit = 5;
  std::string out = "demo/out";
  bool pictures = true;
};

struct Cell {
  const SceneEntry* scene;
  std::string detector, json, picture;
};

std::vector<Cell> chooseCells(const Arguments& arguments) {
  std::vector<const SceneEntry*> chosen;
  for (const std::string& name : arguments.scenes) {
    chosen.push_back(findScene(name));
    if (!chosen.back()) throw Error(unknownScene(name));
  }
  if (chosen.empty()) {
    for (const SceneEntry& scene : scenes()) chosen.push_back(&scene);
  }
  const auto known = Simulation::detectors();
  std::vector<Cell> cells;
  for (const SceneEntry* scene : chosen) {
    for (const std::string& detector : arguments.detectors) {
      if (std::find(known.begin(), known.end(), detector) == known.end() && tryFindMethod(detector) == nullptr) {
        throw Error("unknown detector '" + detector + "'; `pliant list` names the detectors");
      }
      const std::filesystem::path stem = std::filesystem::path(arguments.out) / (scene->name + "-" + detector);
      cells.push_back({scene, detector, stem.string() + ".json", stem.string() + ".png"});
    }
  }
  return cells;
}

// A busy machine shortens the runs, not the list: each may take half as much again as its share of the time left.
class Budget {
 public:
  Budget(const Arguments& arguments, std::size_t cells) : m_arguments(arguments), m_cells(static_cast<double>(cells)) {}

  double limit(std::size_t job) const {
    const double gone = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    const double share = (m_arguments.time - gone) * m_arguments.jobs / (m_cells - static_cast<double>(job));
    return std::min(std::max(1.5 * share, 1.0), m_arguments.limit);
  }

 private:
  const Arguments& m_arguments;
  double m_cells;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

int stepsOf(const Arguments& arguments, const Cell& cell) {
  return arguments.steps > 0 ? arguments.steps : cell.scene->steps;
}

Job makeJob(const Arguments& arguments, const Cell& cell, double limit) {
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

std::string tell(const ComparedRun& run, int steps, double seconds) {
  std::ostringstream text;
  text << run.scene << " under " << run.detector << ": " << run.steps << " of " << steps << " steps in " << std::fixed
       << std::setprecision(1) << seconds << " s; " << run.outcome;
  return text.str();
}

ComparedRun read(const Cell& cell, int status, bool pictures) {
  if (status != 0) {
    const std::string how = status > 0 ? "status " + std::to_string(status) : "ended from outside";
    return failed(cell.scene->name, cell.detector, "the run failed (" + how + ")");
  }
  std::ifstream file(cell.json);
  ComparedRun run = summarize(Json::parse(file));
  run.report = cell.json;
  if (pictures) run.picture = cell.picture;
  return run;
}

// What was run, for one who finds the files later.
std::string describe(const Arguments& arguments, std::size_t runs) {
  char date[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  if (gmtime_r(&now, &utc)) std::strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
  std::ostringstream text;
  text << "pliant compare, " << date << ": Pliant " PLIANT_VERSION ", Bullet " << BT_BULLET_VERSION / 100 << '.'
       << BT_BULLET_VERSION % 100 << ", " << (sizeof(btScalar) == sizeof(float) ? "single" : "double") << " precision; "
       << runs << " runs, " << arguments.jobs << " at once, in about " << arguments.time << " s";
  return text.str();
}

std::string explain(const Arguments& arguments) {
  std::string text =
      "steps: of 1/60 s. Time: median of the stepping thread's CPU time; collision: the share of it in broad phase,\n"
      "detection and response (stock Bullet's trees and contact solve are in its other stages). Pairs of faces that\n"
      "intersect and vertices inside another body: medians over the last 100 steps.\n"
      "Beside this table: SCENE-DETECTOR.json, the whole report of a run;\n";
  if (arguments.pictures) {
    text += "SCENE-DETECTOR.png, a picture of its end (where it hangs: of its start); comparison.png, all pictures;\n";
  }
  return text + "comparison.json, the table; comparison.log, when each run ended and how.\n";
}

/// Names the scenes some of whose runs were cut short, and how to see them whole; nothing where none was.
std::string tellCutShort(const std::vector<ComparedRun>& runs) {
  std::string names;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto same = [&](const ComparedRun& run) { return run.cutShort && run.scene == runs[i].scene; };
    if (runs[i].cutShort && std::none_of(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(i), same))
      names += ' ' + runs[i].scene;
  }
  if (names.empty()) return {};
  return "Some runs were cut short. Whole: pliant compare" + names + " --time 3600 --limit 600\n";
}

void compare(const Arguments& arguments) {
  const std::vector<Cell> cells = chooseCells(arguments);
  makeFolder(arguments.out);
  const std::filesystem::path out(arguments.out);
  const std::string logFile = (out / "comparison.log").string();
  RunLog log(logFile);
  const std::string what = describe(arguments, cells.size());
  log.write(what);
  std::printf("%s; %s tells how far they are\n\n", what.c_str(), logFile.c_str());
  std::fflush(stdout);
  std::vector<ComparedRun> runs(cells.size());
  std::vector<int> statuses(cells.size());
  std::vector<double> starts(cells.size());
  {
    Progress progress("runs", cells.size());
    const Budget budget(arguments, cells.size());
    runJobs(
        cells.size(), arguments.jobs,
        [&](std::size_t job) {
          starts[job] = log.seconds();
          return makeJob(arguments, cells[job], budget.limit(job));
        },
        [&](std::size_t job, int status) {
          statuses[job] = status;
          runs[job] = read(cells[job], status, arguments.pictures);
          log.write(tell(runs[job], stepsOf(arguments, cells[job]), log.seconds() - starts[job]));
          progress.advance();
        });
  }
  log.write("all runs ended");
  const std::string table = asText(runs), notes = explain(arguments) + tellCutShort(runs);
  std::printf("%s\n%s", table.c_str(), notes.c_str());
  writeFile((out / "comparison.txt").string(), what + "\n\n" + table + "\n" + notes);
  writeFile((out / "comparison.md").string(), what + "\n\n" + asMarkdown(runs) + "\n" + notes);
  writeFile((out / "comparison.json").string(), asJson(runs).dump(1) + "\n");
  if (arguments.pictures) saveContactSheet((out / "comparison.png").string(), runs);
  std::printf("All of it is in %s\n", absolute(out).c_str());
  const auto bad = std::count_if(statuses.begin(), statuses.end(), [](int status) { return status != 0; });
  if (bad > 0) {
    throw std::runtime_error(std::to_string(bad) + " of " + std::to_string(cells.size()) + " runs failed");
  }
}

}  // namespace

void addCompare(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* const command = app.add_subcommand("compare", "Runs scenes under several detectors: a table, and pictures");
  command->add_option("SCENE", arguments->scenes, "Scenes' names (all)");
  command->add_option("--detectors", arguments->detectors, "Joined by commas (bullet,bullet-clusters,spatial-hash)")
      ->delimiter(',');
  command->add_option("--steps", arguments->steps, "Steps of each run (each scene's own)")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--jobs", arguments->jobs, "Runs at once (2)")->check(CLI::Range(1, 1024));
  command
      ->add_option("--time", arguments->time,
                   "Seconds that all runs together should take; late ones are cut short (300)")
      ->check(positiveNumber());
  command->add_option("--limit", arguments->limit, "Seconds after which a run begins no further step (60)")
      ->check(positiveNumber());
  command->add_option("--step-limit", arguments->stepLimit, "Seconds of CPU time after which a step is given up (5)")
      ->check(positiveNumber());
  command->add_option("--out", arguments->out, "Folder for table, reports and pictures (demo/out)");
  command->add_flag("!--no-pictures", arguments->pictures, "No pictures");
  command->callback([arguments] { compare(*arguments); });
}

}  // namespace pliant::cli
