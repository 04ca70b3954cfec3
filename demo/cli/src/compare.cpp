#include "compare.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/writeFile.h>
#include <pliant/scenes/Simulation.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "Comparison.h"
#include "Jobs.h"
#include "Progress.h"
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
    if (!chosen.back()) throw Error("unknown scene '" + name + "'");
  }
  if (chosen.empty()) {
    for (const SceneEntry& scene : scenes()) chosen.push_back(&scene);
  }
  const auto known = Simulation::detectors();
  std::vector<Cell> cells;
  for (const SceneEntry* scene : chosen) {
    for (const std::string& detector : arguments.detectors) {
      if (std::find(known.begin(), known.end(), detector) == known.end()) {
        throw Error("unknown detector '" + detector + "'");
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

Job makeJob(const Arguments& arguments, const Cell& cell, double limit) {
  const int steps = arguments.steps > 0 ? arguments.steps : cell.scene->steps;
  Job job;
  job.arguments = {"run",          cell.scene->name,
                   "--detector",   cell.detector,
                   "--steps",      std::to_string(steps),
                   "--limit",      std::to_string(limit),
                   "--step-limit", std::to_string(arguments.stepLimit),
                   "--json",       cell.json};
  if (arguments.pictures) job.arguments.insert(job.arguments.end(), {"--screenshot", cell.picture});
  job.limit = limit + 10 * arguments.stepLimit + 30;
  return job;
}

ComparedRun read(const Cell& cell, int status, bool pictures) {
  if (status != 0) return failed(cell.scene->name, cell.detector, "the run failed");
  std::ifstream file(cell.json);
  ComparedRun run = summarize(Json::parse(file));
  if (pictures) run.picture = cell.picture;
  return run;
}

void compare(const Arguments& arguments) {
  const std::vector<Cell> cells = chooseCells(arguments);
  makeFolder(arguments.out);
  std::vector<ComparedRun> runs(cells.size());
  std::vector<int> statuses(cells.size());
  {
    Progress progress("runs", cells.size());
    const Budget budget(arguments, cells.size());
    runJobs(
        cells.size(), arguments.jobs,
        [&](std::size_t job) { return makeJob(arguments, cells[job], budget.limit(job)); },
        [&](std::size_t job, int status) {
          statuses[job] = status;
          runs[job] = read(cells[job], status, arguments.pictures);
          progress.advance();
        });
  }
  const std::filesystem::path out(arguments.out);
  const std::string text = asText(runs);
  std::fputs(text.c_str(), stdout);
  writeFile((out / "comparison.txt").string(), text);
  writeFile((out / "comparison.md").string(), asMarkdown(runs));
  writeFile((out / "comparison.json").string(), asJson(runs).dump(1) + "\n");
  if (arguments.pictures) saveContactSheet((out / "comparison.png").string(), runs);
  std::printf(
      "\nPairs and vertices: medians over the last 100 steps. Time: median of the stepping thread's CPU time; "
      "collision:\n"
      "broad phase, detection and response in it (stock Bullet's trees and contact solve are in its other stages).\n"
      "Written: %s/comparison.txt, .md, .json%s\n",
      absolute(out).c_str(), arguments.pictures ? ", .png, and for each run a report and a picture" : "");
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
