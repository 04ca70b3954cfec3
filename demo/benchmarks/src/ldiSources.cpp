#include <pliant/benchmarks/Clock.h>
#include <pliant/benchmarks/ldiSources.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/models/paperScenes.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

#include "SourceScene.h"
#include "paperFigures.h"

namespace pliant::benchmarks {
namespace {

using models::ClosedModel;

/// Largest share of different pixels that is not reported: a graphics card decides ties on edges in its own way.
constexpr double kMostDifferent = 0.005;

using Cells = std::vector<Table::Cell>;

std::string rangeOf(double least, double most) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f-%.1f", least, most);
  return text;
}

/// Creates the tables, row by row.
class Measuring {
 public:
  Measuring(const std::vector<LdiSource>& sources, std::string driver, int repeats, const Progress& progress)
      : m_sources(sources), m_driver(std::move(driver)), m_repeats(repeats), m_progress(progress) {}

  Table tableOf(const char* name, const std::string& what, std::vector<std::string> first,
                const std::vector<std::string>& paper) const {
    Table table;
    table.name = name;
    table.caption =
        what +
        ", ms of wall time: images drawn by the CPU, and its answer from them; each OpenGL renderer, with "
        "drawing and reading back apart, and the pixels that differ from the CPU's; time of ordered layers / "
        "unordered ones (2004: about 3); images and answer by shaders, without other reading back; largest "
        "difference of an answer from the CPU's; the paper's times. Drawn by " +
        m_driver;
    table.columns = std::move(first);
    table.columns.insert(table.columns.end(), {"layers a", "layers b", "software", "software answer"});
    for (const LdiSource& source : m_sources) {
      const std::string method = shortName(source);
      table.columns.insert(table.columns.end(), {method, method + " read", method + " differs %"});
    }
    table.columns.insert(table.columns.end(), {"ordered / unordered", "all on the card", "answers differ %"});
    for (const std::string& column : paper) table.columns.push_back("paper " + column);
    return table;
  }

  void add(Table& table, Cells cells, SourceScene& scene, const Cells& paper) {
    m_cells = std::move(cells);
    m_answersDiffer = 0;
    m_cells.insert(m_cells.end(), {scene.layers(0), scene.layers(1)});
    measure(scene);
    m_cells.insert(m_cells.end(), paper.begin(), paper.end());
    table.rows.push_back(std::move(m_cells));
  }

  void announce(const std::string& what) const { m_progress("ldi by OpenGL: " + what); }

 private:
  static std::string shortName(const LdiSource& source) {
    constexpr std::string_view prefix = "ldi-gl-";
    std::string name(source.renderer->name());
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
    return name;
  }

  void measure(SourceScene& scene) {
    SoftwareLdi software;
    std::vector<double> draw, answer;
    for (int i = -1; i < m_repeats; ++i) {
      const SourceScene::Times times = scene.run(software, {});
      if (i < 0) continue;
      draw.push_back(times.draw);
      answer.push_back(times.answer);
    }
    m_cells.insert(m_cells.end(), {median(draw), median(answer)});
    double unordered = 0, ordered = 0;
    std::optional<double> asked;
    for (const LdiSource& source : m_sources) {
      const double drawn = draws(scene, source);
      if (source.renderer->name() == "ldi-gl-unordered") unordered = drawn;
      if (source.renderer->name() == "ldi-gl-ordered") ordered = drawn;
      LdiBackend& backend = source.renderer->backend();
      if (backend.onCard()) asked = asks(scene, backend);
    }
    m_cells.insert(m_cells.end(), {unordered > 0 ? ordered / unordered : 0, asked.value_or(0), 100 * m_answersDiffer});
  }

  /// Returns the time to draw and read back [ms].
  double draws(SourceScene& scene, const LdiSource& source) {
    std::vector<double> draw, read;
    for (int i = -1; i < m_repeats; ++i) {
      const SourceScene::Times times = scene.run(*source.renderer, source.readBackMs);
      if (i < 0) continue;
      draw.push_back(times.draw);
      read.push_back(times.readBack);
    }
    m_answersDiffer = std::max(m_answersDiffer, scene.answerDiffers());
    const double differ = scene.pixelsThatDiffer();
    if (differ > kMostDifferent) {
      m_progress(std::string(source.renderer->name()) + " differs from the CPU in " + std::to_string(100 * differ) +
                 " % of the pixels: its times can't be compared; do not use this driver for layered depth images");
    }
    m_cells.insert(m_cells.end(), {median(draw), median(read), 100 * differ});
    return median(draw) + median(read);
  }

  double asks(SourceScene& scene, LdiBackend& backend) {
    std::vector<double> ms;
    for (int i = -1; i < m_repeats; ++i) {
      const double took = scene.ask(backend);
      if (i >= 0) ms.push_back(took);
    }
    m_answersDiffer = std::max(m_answersDiffer, scene.answerDiffers());
    return median(ms);
  }

  const std::vector<LdiSource>& m_sources;
  std::string m_driver;
  int m_repeats;
  const Progress& m_progress;
  Cells m_cells;
  double m_answersDiffer = 0;
};

Table overlaps(Measuring& measuring) {
  Table table = measuring.tableOf("ldi-gl-2003-table1", "the overlaps of table 1 of 2003 at 128 x 128",
                                  {"objects", "overlap", "faces k"}, {"1+2", "3a"});
  const PaperOverlap* paper = kPaperOverlaps;
  for (const models::Overlap& overlap : models::paperOverlaps()) {
    const std::string name =
        std::string(models::nameOf(overlap.first)) + " / " + std::string(models::nameOf(overlap.second));
    measuring.announce(name);
    const ClosedModel& a = models::paperModel(overlap.first);
    const ClosedModel b = models::secondOf(overlap);
    SourceScene scene(a, b, 128);
    measuring.add(
        table,
        {name, std::string(overlap.complex ? "complex" : "simple"), double(a.faces.size() + b.faces.size()) / 1000},
        scene, {paper->draw, paper->intersect});
    ++paper;
  }
  return table;
}

const std::vector<std::string> kMethods = {"ordered", "unordered", "software"};

Table hand(Measuring& measuring) {
  Table table = measuring.tableOf("ldi-gl-2004-table1",
                                  "hand and phone of table 1 of 2004 at 64 x 64; the paper's minimum and maximum",
                                  {"query", "closed %"}, kMethods);
  const ClosedModel phone = models::phoneInHand();
  const Cells collision = {rangeOf(28.6, 37.3), rangeOf(9.5, 12.2), rangeOf(2.8, 4.1)},
              self = {rangeOf(40.0, 54.2), rangeOf(12.3, 17.7), rangeOf(4.9, 7.1)};
  for (const double closed : {0.6, 0.8, 1.0}) {
    measuring.announce("hand and phone, closed " + std::to_string(std::lround(100 * closed)) + " %");
    const ClosedModel hand = models::closingHand(closed);
    SourceScene between(hand, phone, 64), itself(hand, 64);
    measuring.add(table, {std::string("collision"), 100 * closed}, between, collision);
    measuring.add(table, {std::string("self-collision"), 100 * closed}, itself, self);
  }
  return table;
}

Table particles(Measuring& measuring) {
  Table table = measuring.tableOf("ldi-gl-2004-table2", "particles in a dragon, table 2 of 2004, at 64 x 64",
                                  {"complexity", "particles"}, kMethods);
  for (const PaperParticles& c : kPaperParticles) {
    measuring.announce(std::string("particles, ") + c.name);
    SourceScene scene(models::paperModel(c.model), 64, c.points);
    measuring.add(table, {std::string(c.name), double(c.points)}, scene, {c.ordered, c.unordered, c.software});
  }
  return table;
}

Table resolutions(Measuring& measuring) {
  Table table = measuring.tableOf("ldi-gl-2004-table3", "hat and mouse of table 3 of 2004", {"resolution"}, kMethods);
  const ClosedModel& mouse = models::paperModel(models::PaperModel::Mouse);
  const ClosedModel hat = models::fallingHat(1);
  for (const PaperResolution& c : kPaperResolutions) {
    measuring.announce("hat and mouse, " + std::to_string(c.resolution));
    SourceScene scene(hat, mouse, c.resolution);
    measuring.add(table, {double(c.resolution)}, scene, {c.ordered, c.unordered, c.software});
  }
  return table;
}

}  // namespace

std::vector<Table> ldiSourceTables(const std::vector<LdiSource>& sources, const std::string& driver, int repeats,
                                   const Progress& progress) {
  Measuring measuring(sources, driver, repeats, progress);
  return {overlaps(measuring), hand(measuring), particles(measuring), resolutions(measuring)};
}

}  // namespace pliant::benchmarks
