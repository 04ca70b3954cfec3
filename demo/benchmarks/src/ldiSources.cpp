#include <pliant/benchmarks/Clock.h>
#include <pliant/benchmarks/ldiSources.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiAnswering.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/models/paperScenes.h>

#include <optional>

#include "depthComplexity.h"

namespace pliant::benchmarks {
namespace {

using models::ClosedModel;

/// Pixels that may differ: a card decides ties on edges by itself.
constexpr double kMostDifferent = 0.005;

/// Two overlapping surfaces and their views.
class Scene {
 public:
  Scene(const ClosedModel& a, const ClosedModel& b, Index resolution) {
    m_set.add(a.view());
    m_set.add(b.view());
    m_set.update(m_workers);
    const auto views = volumeOfInterest(m_set.box(0), m_set.box(1), {.resolution = resolution, .stretched = true});
    if (!views) throw Error("the boxes of two models do not overlap");
    m_views[0] = views->a;
    m_views[1] = views->b;
    SoftwareLdi software;
    for (Index slot = 0; slot < 2; ++slot) software.render(surface(slot), m_views[slot], m_expected[slot], m_workers);
  }

  struct Times {
    double draw = 0, readBack = 0, intersect = 0;
  };

  /// Both images, and the volume by the CPU.
  Times run(LdiRenderer& renderer, const std::function<double()>& readBackMs) {
    Times times;
    for (Index slot = 0; slot < 2; ++slot) {
      const double start = wallMilliseconds();
      renderer.render(surface(slot), m_views[slot], m_images[slot], m_workers);
      const double all = wallMilliseconds() - start, readBack = readBackMs ? readBackMs() : 0;
      times.draw += all - readBack;
      times.readBack += readBack;
    }
    const double start = wallMilliseconds();
    intersectionVolume(m_images[0], m_images[1], m_volume);
    times.intersect = wallMilliseconds() - start;
    return times;
  }

  /// Both images and the volume where they were drawn.
  double ask(LdiAnswering& answering) {
    std::unique_ptr<LdiKeptImage> kept[2] = {answering.makeImage(), answering.makeImage()};
    const double start = wallMilliseconds();
    LdiFigures figures;
    answering.answer({{surface(0), m_views[0], kept[0].get(), false},
                      {surface(1), m_views[1], kept[1].get(), false},
                      nullptr,
                      nullptr,
                      &figures},
                     m_workers);
    return wallMilliseconds() - start;
  }

  /// Share of pixels in which the last images differ from the CPU's.
  double different() const {
    std::size_t count = 0, pixels = 0;
    for (std::size_t slot = 0; slot < 2; ++slot) {
      pixels += m_views[slot].pixels();
      for (std::size_t p = 0; p < m_views[slot].pixels(); ++p) {
        count += m_images[slot].pixel(p).size() != m_expected[slot].pixel(p).size();
      }
    }
    return double(count) / double(pixels);
  }

  double layers(std::size_t slot) const { return depthComplexity(m_expected[slot]); }

 private:
  LdiSurface surface(Index slot) const {
    const BodySet::Range vertices = m_set.vertices(slot), faces = m_set.faces(slot);
    return {m_set.positions(), vertices.begin, vertices.size(), m_set.faces().subspan(faces.begin, faces.size()),
            false};
  }

  BodySet m_set;
  Workers m_workers;
  LdiView m_views[2];
  LayeredDepthImage m_expected[2], m_images[2];
  LdiVolume m_volume;
};

/// One row of a table: the scene by the CPU and by each source.
class Row {
 public:
  Row(Scene& scene, int repeats) : m_scene(scene), m_repeats(repeats) {}

  std::vector<Table::Cell> cells(const std::vector<LdiSource>& sources) {
    SoftwareLdi software;
    add(software, {});
    double unordered = 0, ordered = 0;
    std::optional<double> asked;
    for (const LdiSource& source : sources) {
      const double drawn = add(*source.renderer, source.readBackMs);
      if (source.renderer->name() == "ldi-gl-unordered") unordered = drawn;
      if (source.renderer->name() == "ldi-gl-ordered") ordered = drawn;
      LdiAnswering* const answering = source.renderer->answering();
      if (answering != nullptr) asked = medianOf([&] { return m_scene.ask(*answering); });
    }
    m_cells.emplace_back(unordered > 0 ? ordered / unordered : 0);
    m_cells.emplace_back(asked.value_or(0));
    return std::move(m_cells);
  }

  static std::vector<std::string> columns(const std::vector<LdiSource>& sources) {
    std::vector<std::string> names = {"software", "software 3a"};
    for (const LdiSource& source : sources) {
      constexpr std::string_view prefix = "ldi-gl-";
      std::string name(source.renderer->name());
      if (name.starts_with(prefix)) name.erase(0, prefix.size());
      names.insert(names.end(), {name, name + " read"});
    }
    names.insert(names.end(), {"ordered / unordered", "all on the card"});
    return names;
  }

 private:
  template <typename Run>
  double medianOf(Run&& run) {
    std::vector<double> ms;
    run();
    for (int i = 0; i < m_repeats; ++i) ms.push_back(run());
    return median(ms);
  }

  /// Returns ms of drawing and reading back.
  double add(LdiRenderer& renderer, const std::function<double()>& readBackMs) {
    std::vector<double> draw, rest;
    for (int i = -1; i < m_repeats; ++i) {
      const Scene::Times times = m_scene.run(renderer, readBackMs);
      if (i < 0) continue;
      draw.push_back(times.draw);
      rest.push_back(readBackMs ? times.readBack : times.intersect);
    }
    if (m_scene.different() > kMostDifferent) {
      throw Error(std::string(renderer.name()) + " differs from the CPU in " +
                  std::to_string(100 * m_scene.different()) + " % of the pixels");
    }
    m_cells.emplace_back(median(draw));
    m_cells.emplace_back(median(rest));
    return median(draw) + (readBackMs ? median(rest) : 0);
  }

  Scene& m_scene;
  int m_repeats;
  std::vector<Table::Cell> m_cells;
};

std::string captionOf(const char* what, const std::string& driver) {
  return std::string(what) +
         ", ms on the wall for both images: the CPU (and 3a, the volume, by the CPU); each way by OpenGL, drawing and "
         "reading back apart; how much longer ordered layers take than unordered ones (the papers: about three times); "
         "images and volume by shaders, with nothing but the volume read back. Drawn by " +
         driver;
}

}  // namespace

std::vector<Table> ldiSourceTables(const std::vector<LdiSource>& sources, const std::string& driver, int repeats,
                                   const Progress& progress) {
  std::vector<Table> tables(2);
  const auto add = [&](Table& table, std::vector<Table::Cell> cells, Scene& scene) {
    for (const std::size_t slot : {0u, 1u}) cells.emplace_back(scene.layers(slot));
    for (Table::Cell& cell : Row(scene, repeats).cells(sources)) cells.push_back(std::move(cell));
    table.rows.push_back(std::move(cells));
  };
  const auto columns = [&](std::vector<std::string> names) {
    names.insert(names.end(), {"layers a", "layers b"});
    for (std::string& name : Row::columns(sources)) names.push_back(std::move(name));
    return names;
  };
  tables[0].name = "ldi-gl-2003-table1";
  tables[0].caption = captionOf("the overlaps of table 1 of 2003 at 128 x 128", driver);
  tables[0].columns = columns({"objects", "overlap", "faces k"});
  for (const models::Overlap& overlap : models::paperOverlaps()) {
    const std::string name =
        std::string(models::nameOf(overlap.first)) + " / " + std::string(models::nameOf(overlap.second));
    progress("ldi by OpenGL: " + name);
    const ClosedModel& a = models::paperModel(overlap.first);
    const ClosedModel b = models::secondOf(overlap);
    Scene scene(a, b, 128);
    add(tables[0],
        {name, std::string(overlap.complex ? "complex" : "simple"), double(a.faces.size() + b.faces.size()) / 1000},
        scene);
  }
  tables[1].name = "ldi-gl-2004-table3";
  tables[1].caption = captionOf("hat and mouse of table 3 of 2004", driver);
  tables[1].columns = columns({"resolution"});
  const ClosedModel& mouse = models::paperModel(models::PaperModel::Mouse);
  const ClosedModel hat = models::fallingHat(1);
  for (const Index resolution : {32u, 64u, 128u}) {
    progress("ldi by OpenGL: hat and mouse, " + std::to_string(resolution));
    Scene scene(hat, mouse, resolution);
    add(tables[1], {double(resolution)}, scene);
  }
  return tables;
}

}  // namespace pliant::benchmarks
