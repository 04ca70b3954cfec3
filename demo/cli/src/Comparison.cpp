#include "Comparison.h"

#include <pliant/io/printable.h>
#include <pliant/pictures/Image.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/scenes/Scene.h>
#include <pliant/scenes/median.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "format.h"
#include "methods.h"

namespace pliant::cli {
namespace {

constexpr int kJudgedSteps = 100;

double numberOr(const Json& object, const char* key, double other) {
  const auto at = object.find(key);
  return at != object.end() && at->is_number() ? at->get<double>() : other;
}

// Returns how the run ended, in words, from the checks and the scene's figures.
std::string describeOutcome(const Json& report, const ComparedRun& run) {
  const Json& figures = report["scene_figures"];
  std::vector<std::string> facts;
  if (report["ended"] != "done") {
    const double step = numberOr(figures, "ended_in_step", -1);
    std::string ended = report["ended"].get<std::string>();
    if (ended == "hang") ended = "hangs";
    if (ended == "crash") ended = "crashes";
    if (ended == "time limit") ended += " after " + std::to_string(run.steps) + " steps";
    facts.push_back(step > 0 ? ended + " in step " + format("%.0f", step) : ended);
  }
  const auto at = [&](const char* key, const char* words) {
    const double step = numberOr(figures, key, -1);
    if (step >= 0) facts.push_back(words + format(" at step %.0f", step));
  };
  at("unlinked_at_step", "rings come apart");
  at("swapped_at_step", "cubes pass through each other");
  at("fell_through_at_step", "falls through");
  at("left_room_at_step", "something leaves the room");
  if (figures.contains("swapped") && !report["checks"].empty()) {
    const auto momentum = [](const Json& check) {
      const Json& alongX = check["momentum"][0];
      return alongX.is_number() ? alongX.get<double>() : 0;  // null if not finite
    };
    const double gained = momentum(report["checks"].back()) / momentum(report["checks"].front()) - 1;
    if (std::abs(gained) > 0.01) facts.push_back(format("momentum %+.0f %%", 100 * gained));
  }
  const double startEnergy = numberOr(figures, "start_energy", 0), excess = numberOr(figures, "worst_energy_excess", 0);
  const double driverWork = report["checks"].empty() ? 0 : numberOr(report["checks"].back(), "driver_work", 0);
  if (excess > 0.01 * (startEnergy + driverWork) && excess > 1e-3)
    facts.push_back(format(excess < 1e6 ? "makes %.0f J of energy" : "makes %.0e J of energy", excess));
  const bool tangled = run.pairsBetween + run.pairsSelf + run.verticesInside > 0;
  if (facts.empty()) return tangled ? "stays tangled" : "clean";
  if (tangled) facts.push_back("tangled");
  return joined(facts, ", ");
}

constexpr std::array<const char*, 9> kHeads{"scene",       "detector",        "steps",
                                            "ms per step", "collision",       "pairs between",
                                            "pairs self",  "vertices inside", "outcome"};

std::array<std::string, kHeads.size()> cells(const ComparedRun& run) {
  const std::string steps = run.steps > 0 ? std::to_string(run.steps) : "-";
  if (!run.complete) return {run.scene, run.detector, steps, "-", "-", "-", "-", "-", run.outcome};
  return {run.scene,
          run.detector,
          steps,
          format("%.2f", run.msPerStep),
          format("%.0f %%", 100 * run.collisionShare),
          format("%.0f", run.pairsBetween),
          format("%.0f", run.pairsSelf),
          format("%.0f", run.verticesInside),
          run.outcome};
}

}  // namespace

ComparedRun summarize(const Json& report) {
  ComparedRun run;
  run.scene = report["scene"].get<std::string>();
  run.detector = report["detector"].get<std::string>();
  run.steps = report["steps"].get<int>();
  run.complete = report["ended"] == "done" || report["ended"] == "time limit" || report["ended"] == "nan";
  run.cutShort = report["ended"] == "time limit";
  run.msPerStep = numberOr(report["ms"], "total", 0);
  run.collisionShare = numberOr(report["scene_figures"], "collision_share", 0);
  std::vector<double> between, self, inside;
  for (const Json& check : report["checks"]) {
    if (check["step"].get<int>() <= run.steps - kJudgedSteps) continue;
    between.push_back(check["pairs_between"].get<double>());
    self.push_back(check["pairs_self"].get<double>());
    inside.push_back(check["vertices_inside"].get<double>());
    run.worstDepth = std::max(run.worstDepth, numberOr(check, "worst_depth", 0));
  }
  run.pairsBetween = median(between);
  run.pairsSelf = median(self);
  run.verticesInside = median(inside);
  run.outcome = describeOutcome(report, run);
  return run;
}

ComparedRun failed(const std::string& scene, const std::string& detector, const std::string& why) {
  ComparedRun run;
  run.scene = scene;
  run.detector = detector;
  run.outcome = why;
  return run;
}

std::string asText(const std::vector<ComparedRun>& runs) {
  Rows rows;
  rows.emplace_back(kHeads.begin(), kHeads.end());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0 && runs[i].scene != runs[i - 1].scene) rows.emplace_back();
    const auto row = cells(runs[i]);
    rows.emplace_back(row.begin(), row.end());
  }
  return layOut(rows, 2);
}

std::string asMarkdown(const std::vector<ComparedRun>& runs) {
  std::string text;
  const auto line = [&text](const auto& row) {
    text += "|";
    for (const auto& cell : row) text.append(" ").append(cell).append(" |");
    text += "\n";
  };
  line(kHeads);
  line(std::array<const char*, kHeads.size()>{"---", "---", "---:", "---:", "---:", "---:", "---:", "---:", "---"});
  for (const ComparedRun& run : runs) line(cells(run));
  return text;
}

Json asJson(const std::vector<ComparedRun>& runs) {
  Json list = Json::array();
  for (const ComparedRun& run : runs) {
    Json row{{"scene", run.scene}, {"detector", run.detector}, {"steps", run.steps}, {"outcome", run.outcome}};
    if (!run.report.empty()) row["report"] = std::filesystem::path(run.report).filename().string();
    if (!run.picture.empty()) row["picture"] = std::filesystem::path(run.picture).filename().string();
    if (run.complete) {
      row["ms_per_step"] = run.msPerStep;
      row["collision_share"] = run.collisionShare;
      row["pairs_between"] = run.pairsBetween;
      row["pairs_self"] = run.pairsSelf;
      row["vertices_inside"] = run.verticesInside;
      row["worst_depth"] = run.worstDepth;
    }
    list.push_back(row);
  }
  return list;
}

void saveContactSheet(const std::string& path, const std::vector<ComparedRun>& runs) {
  constexpr int kWidth = 480, kLine = 24, kGap = 8, kIndent = 4;
  constexpr Rgb kFaint{105, 108, 114};
  struct Cell {
    std::vector<std::string> lines;  ///< above the picture: detector, outcome, figures
    Image picture;
  };
  /// The runs of a scene, in their order from the left.
  struct Row {
    std::string scene;
    std::vector<Cell> cells;
  };
  const auto wrap = [](const std::string& text) { return Image::wrap(text, kWidth - 2 * kIndent); };
  std::vector<Row> rows;
  std::size_t columns = 0;
  for (const ComparedRun& run : runs) {
    auto row = std::ranges::find(rows, run.scene, &Row::scene);
    if (row == rows.end()) row = rows.insert(row, {run.scene, {}});
    Cell cell{wrap(titleOf(run.detector)), run.picture.empty() ? Image() : Image::load(run.picture).halved()};
    const auto append = [&](const std::string& text) {
      for (std::string& line : wrap(text)) cell.lines.push_back(std::move(line));
    };
    append(run.outcome);
    if (run.complete)
      append(format("%.0f pairs", run.pairsBetween + run.pairsSelf) + format(", %.0f inside", run.verticesInside) +
             format(", %.1f ms per step", run.msPerStep));
    row->cells.push_back(std::move(cell));
    columns = std::max(columns, row->cells.size());
  }

  // Pictures of one row start at the same height.
  const auto left = [](std::size_t column) { return kGap + static_cast<int>(column) * (kWidth + kGap); };
  const int width = left(columns);
  const auto headOf = [&](const Row& row) {
    const SceneEntry* const scene = findScene(row.scene);
    return Image::wrap(row.scene + (scene ? ": " + scene->description : ""), width - 2 * kGap);
  };
  const auto linesOf = [](const Row& row) {
    std::size_t most = 0;
    for (const Cell& cell : row.cells) most = std::max(most, cell.lines.size());
    return static_cast<int>(most);
  };
  std::vector<int> tops{2 * kGap + kLine};
  for (const Row& row : rows) {
    int height = 0;
    for (const Cell& cell : row.cells) height = std::max(height, cell.picture.height());
    const int lines = static_cast<int>(headOf(row).size()) + linesOf(row);
    tops.push_back(tops.back() + kLine * lines + kIndent + height + 2 * kGap);
  }
  Image sheet(width, tops.back(), kPaper);
  const auto write = [&](int x, int y, const std::vector<std::string>& lines, Rgb colour) {
    for (std::size_t i = 0; i < lines.size(); ++i)
      sheet.write(x + kIndent, y + kLine * static_cast<int>(i), lines[i], colour);
  };
  write(kGap, kGap, {"red: faces that intersect"}, kInk);
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const Row& row = rows[at];
    const std::vector<std::string> head = headOf(row);
    write(kGap, tops[at], head, kInk);
    const int y = tops[at] + kLine * static_cast<int>(head.size());
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
      const Cell& cell = row.cells[column];
      write(left(column), y, cell.lines, kFaint);
      sheet.paste(cell.picture, left(column), y + kLine * linesOf(row) + kIndent);
    }
  }
  sheet.save(path, Links::Replace);
}

}  // namespace pliant::cli
