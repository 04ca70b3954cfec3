#include <pliant/models/paperScenes.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <utility>

#include "LdiScene.h"
#include "Times.h"
#include "paperFigures.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::ClosedModel;

/// Largest share of different pixels that is not reported: a graphics card decides ties on edges in its own way.
constexpr double kMostDifferent = 0.005;

std::string rangeOf(double least, double most) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f-%.1f", least, most);
  return text;
}

/// Creates the tables, row by row.
class Measuring {
 public:
  explicit Measuring(const BenchSettings& settings) : m_settings(settings), m_repeats(std::min(settings.few(), 5)) {}

  Table tableOf(const char* name, const std::string& what, std::vector<std::string> first,
                const std::vector<std::string>& paper) const {
    Table table{
        name,
        what +
            ", ms of wall time: images drawn by the CPU, and its answer from them; each OpenGL renderer, with "
            "drawing and reading back apart, and the pixels that differ from the CPU's; time of ordered layers / "
            "unordered ones (2004: about 3); images and answer by shaders, without other reading back; largest "
            "difference of an answer from the CPU's; the paper's times. Drawn by " +
            m_settings.driver,
        std::move(first)};
    table.columns.insert(table.columns.end(), {"layers a", "layers b", "software", "software answer"});
    for (const LdiSource& source : m_settings.sources) {
      const std::string method = source.shortName();
      table.columns.insert(table.columns.end(), {method, method + " read", method + " differs %"});
    }
    table.columns.insert(table.columns.end(), {"ordered / unordered", "all on the card", "answers differ %"});
    for (const std::string& column : paper) table.columns.push_back("paper " + column);
    return table;
  }

  void add(Table& table, const Table::Row& first, LdiScene& scene, const Table::Row& paper) {
    scene.setReference();
    m_answersDiffer = 0;
    const double layers[] = {scene.layers(0), scene.layers(1)};
    table.add(first, layers, measure(scene), paper);
  }

  void announce(const std::string& what) const { m_settings.progress("ldi by OpenGL: " + what); }

 private:
  /// Returns the cells between the layers and the paper's times.
  Table::Row measure(LdiScene& scene) {
    SoftwareLdi software;
    const Times onCpu = draws(scene, software, {});
    Table::Row row = Table::rowOf(onCpu.median("draw"), onCpu.median("answer"));
    double unordered = 0, ordered = 0, asked = 0;
    for (const LdiSource& source : m_settings.sources) {
      LdiRenderer& renderer = *source.renderer;
      const Times times = draws(scene, renderer, source.readBackMs);
      const double draw = times.median("draw"), read = times.median("read");
      row = Table::rowOf(row, draw, read, compare(scene, renderer.name()));
      if (renderer.name() == "ldi-gl-unordered") unordered = draw + read;
      if (renderer.name() == "ldi-gl-ordered") ordered = draw + read;
      LdiBackend& backend = renderer.backend();
      if (backend.onCard()) asked = asks(scene, backend);
    }
    return Table::rowOf(row, unordered > 0 ? ordered / unordered : 0, asked, 100 * m_answersDiffer);
  }

  /// Returns the times to draw all images, to read them back, and to answer on the CPU.
  Times draws(LdiScene& scene, LdiRenderer& renderer, const std::function<double()>& readBackMs) const {
    Times times(wallMs);
    times.run(m_repeats, 1, [&](int) {
      double all = 0, read = 0;
      for (Index body = 0; body < scene.bodies(); ++body) {
        const double start = wallMs();
        scene.draw(renderer, body);
        all += wallMs() - start;
        read += readBackMs ? readBackMs() : 0;
      }
      times.add("draw", all - read);
      times.add("read", read);
      times("answer", [&] { scene.answer(); });
    });
    return times;
  }

  /// Returns the share of pixels that differ from the CPU's [%]. Reports a large one.
  double compare(const LdiScene& scene, std::string_view renderer) {
    m_answersDiffer = std::max(m_answersDiffer, scene.answerDiffers());
    const double differ = scene.pixelsThatDiffer();
    if (differ > kMostDifferent) {
      m_settings.progress(
          std::string(renderer) + " differs from the CPU in " + std::to_string(100 * differ) +
          " % of the pixels: its times can't be compared; do not use this driver for layered depth images");
    }
    return 100 * differ;
  }

  double asks(LdiScene& scene, LdiBackend& backend) {
    Times times;
    times.run(m_repeats, 1, [&](int) { times.add("asked", scene.ask(backend)); });
    m_answersDiffer = std::max(m_answersDiffer, scene.answerDiffers());
    return times.median("asked");
  }

  const BenchSettings& m_settings;
  int m_repeats;
  double m_answersDiffer = 0;
};

const std::vector<std::string> kMethods = {"ordered", "unordered", "software"};

Table overlaps(const BenchSettings& settings) {
  Measuring measuring(settings);
  Table table = measuring.tableOf("ldi-gl-2003-table1", "the overlaps of table 1 of 2003 at 128 x 128",
                                  {"objects", "overlap", "faces k"}, {"1+2", "3a"});
  const PaperOverlap* paper = kPaperOverlaps;
  for (const models::Overlap& overlap : models::paperOverlaps()) {
    const std::string name = nameOf(overlap);
    measuring.announce(name);
    const ClosedModel& a = models::paperModel(overlap.first);
    const ClosedModel b = models::secondOf(overlap);
    LdiScene scene({&a, &b}, 128);
    measuring.add(
        table,
        {name, std::string(overlap.complex ? "complex" : "simple"), double(a.faces.size() + b.faces.size()) / 1000},
        scene, {paper->draw, paper->intersect});
    ++paper;
  }
  return table;
}

Table hand(const BenchSettings& settings) {
  Measuring measuring(settings);
  Table table = measuring.tableOf("ldi-gl-2004-table1",
                                  "hand and phone of table 1 of 2004 at 64 x 64; the paper's minimum and maximum",
                                  {"query", "closed %"}, kMethods);
  const ClosedModel phone = models::phoneInHand();
  Table::Row collision, self;
  for (const PaperSequence& method : kPaperSequence) {
    collision.emplace_back(rangeOf(method.least[0], method.most[0]));
    self.emplace_back(rangeOf(method.least[1], method.most[1]));
  }
  for (const double closed : {0.6, 0.8, 1.0}) {
    measuring.announce("hand and phone, closed " + std::to_string(std::lround(100 * closed)) + " %");
    const ClosedModel hand = models::closingHand(closed);
    LdiScene between({&hand, &phone}, 64), itself({&hand}, 64);
    measuring.add(table, {std::string("collision"), 100 * closed}, between, collision);
    measuring.add(table, {std::string("self-collision"), 100 * closed}, itself, self);
  }
  return table;
}

Table particles(const BenchSettings& settings) {
  Measuring measuring(settings);
  Table table = measuring.tableOf("ldi-gl-2004-table2", "particles in a dragon, table 2 of 2004, at 64 x 64",
                                  {"complexity", "particles"}, kMethods);
  for (const PaperParticles& c : kPaperParticles) {
    measuring.announce(std::string("particles, ") + c.name);
    LdiScene scene({&models::paperModel(c.model)}, 64, c.points);
    measuring.add(table, {std::string(c.name), double(c.points)}, scene, {c.ordered, c.unordered, c.software});
  }
  return table;
}

Table resolutions(const BenchSettings& settings) {
  Measuring measuring(settings);
  Table table = measuring.tableOf("ldi-gl-2004-table3", "hat and mouse of table 3 of 2004", {"resolution"}, kMethods);
  const ClosedModel& mouse = models::paperModel(models::PaperModel::Mouse);
  const ClosedModel hat = models::fallingHat(1);
  for (const PaperResolution& c : kPaperResolutions) {
    measuring.announce("hat and mouse, " + std::to_string(c.resolution));
    LdiScene scene({&hat, &mouse}, c.resolution);
    measuring.add(table, {double(c.resolution)}, scene, {c.ordered, c.unordered, c.software});
  }
  return table;
}

}  // namespace

std::vector<TableEntry> ldiGlTables() {
  const auto hasSources = [](const BenchSettings& settings) { return !settings.sources.empty(); };
  return {{"ldi-gl-2003-table1", overlaps, hasSources},
          {"ldi-gl-tiles", ldiTiles, [](const BenchSettings& settings) { return !settings.tiles.empty(); }},
          {"ldi-gl-2004-table1", hand, hasSources},
          {"ldi-gl-2004-sequence", ldiSequence, hasSources},
          {"ldi-gl-2004-table2", particles, hasSources},
          {"ldi-gl-2004-table3", resolutions, hasSources}};
}

}  // namespace pliant::benchmarks
