#include <pliant/benchmarks/Clock.h>
#include <pliant/benchmarks/LdiModels.h>
#include <pliant/benchmarks/PixelFloor.h>
#include <pliant/benchmarks/ldi.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/models/paperScenes.h>
#include <pliant/plugin/StepStatistics.h>

#include <random>
#include <string>

#include "LdiScene.h"
#include "depthComplexity.h"
#include "paperFigures.h"

namespace pliant::benchmarks {
namespace {

using models::ClosedModel;
using models::PaperModel;

/// Target of stage 2: three times the floor plus this time per entry [ns].
constexpr double kMostNsPerEntry = 30;

/// Bodies in a set, and the stages of the papers. Each stage returns its thread CPU time [ms].
class Stages {
 public:
  Stages(const std::vector<const ClosedModel*>& models, Index resolution)
      : m_grid{.resolution = resolution, .stretched = true} {
    for (const ClosedModel* model : models) m_set.add(model->view());
  }

  /// Reads positions; computes boxes and the volume of interest; draws one image or two. Returns ms.
  double draw() {
    const double start = threadCpuMs();
    m_set.update(m_workers);
    LdiView views[2];
    if (m_set.bodyCount() == 1) {
      views[0] = volumeOfInterest(m_set.box(0), m_grid);
    } else {
      const auto pair = volumeOfInterest(m_set.box(0), m_set.box(1), m_grid);
      m_apart = !pair;
      if (m_apart) return threadCpuMs() - start;
      views[0] = pair->a;
      views[1] = pair->b;
    }
    for (Index slot = 0; slot < m_set.bodyCount(); ++slot) drawBody(slot, views[slot]);
    return threadCpuMs() - start;
  }

  /// Stage 2 alone: redraws the images of the last draw(). Returns ms.
  double redraw() {
    const double start = threadCpuMs();
    for (Index slot = 0; slot < m_set.bodyCount(); ++slot) drawBody(slot, LdiView(m_images[slot].view));
    return threadCpuMs() - start;
  }

  /// Stage 3a of 2003. Returns ms.
  double intersect() {
    const double start = threadCpuMs();
    m_volume.clear();
    if (!m_apart) intersectionVolume(m_images[0], m_images[1], m_volume);
    return threadCpuMs() - start;
  }

  /// The self-collision query of 2004: entries and exits must alternate. Returns ms.
  double checkOrder() {
    const double start = threadCpuMs();
    m_outOfOrder = pixelsOutOfOrder(m_images[0]);
    return threadCpuMs() - start;
  }

  /// Stage 3b. Returns ms.
  double find(const std::vector<PackedPosition>& points) {
    const double start = threadCpuMs();
    pointsInside(m_images[0], points, m_inside);
    return threadCpuMs() - start;
  }

  /// Runs the floor's pass over the faces of all images. Returns ms.
  double floor() {
    const double start = threadCpuMs();
    for (Index slot = 0; slot < m_set.bodyCount(); ++slot) m_floor.run(surfaceOf(slot), m_images[slot].view);
    return threadCpuMs() - start;
  }

  double layers(Index slot) const { return depthComplexity(m_images[slot]); }
  const LdiVolume& volume() const { return m_volume; }
  double entries() const { return double(m_images[0].entries.size() + m_images[1].entries.size()); }
  std::size_t found() const { return m_inside.size(); }
  std::size_t outOfOrder() const { return m_outOfOrder; }

  /// Returns random points in the first body's box.
  std::vector<PackedPosition> points(std::size_t count) {
    m_set.update(m_workers);
    std::mt19937 random(1);
    const Box& box = m_set.box(0);
    std::vector<PackedPosition> points(count);
    for (PackedPosition& p : points) {
      Real* const x = &p.x;
      for (std::size_t k = 0; k < 3; ++k) x[k] = std::uniform_real_distribution<Real>(box.min[k], box.max[k])(random);
    }
    return points;
  }

 private:
  LdiSurface surfaceOf(Index slot) const {
    const BodySet::Range vertices = m_set.vertices(slot), faces = m_set.faces(slot);
    return {m_set.positions(), vertices.begin, vertices.size(), m_set.faces().subspan(faces.begin, faces.size()),
            false};
  }
  void drawBody(Index slot, const LdiView& view) {
    m_renderer.render(surfaceOf(slot), view, m_images[slot], m_workers);
  }

  BodySet m_set;
  Workers m_workers;
  LdiGrid m_grid;
  SoftwareLdi m_renderer;
  LayeredDepthImage m_images[2];
  LdiVolume m_volume;
  bool m_apart = false;  ///< true if the two boxes do not overlap
  std::vector<Index> m_inside;
  std::size_t m_outOfOrder = 0;
  PixelFloor m_floor;
};

/// Self-collision with LdiDetector: all stages, and the check that excludes volumes caused by rounding.
class SelfStages {
 public:
  explicit SelfStages(const ClosedModel& model)
      : m_detector(nullptr, {.grid = {.resolution = 64, .stretched = true}, .keepImages = false}) {
    m_set.add(model.view());
  }

  /// Returns ms.
  double run() {
    const double start = threadCpuMs();
    m_set.update(m_workers);
    m_detector.update(m_set, m_workers);
    m_detector.query(m_set, {.selfIntersectionVolumes = true}, m_results, m_workers);
    return threadCpuMs() - start;
  }
  bool found() const { return !m_results.selfIntersectionVolumes.empty(); }

 private:
  BodySet m_set;
  Workers m_workers;
  LdiDetector m_detector;
  Results m_results;
};

/// Returns the median over `repeats` runs, after a warm-up run.
template <typename Run>
double medianOf(int repeats, Run&& run) {
  std::vector<double> ms;
  run();
  for (int i = 0; i < repeats; ++i) ms.push_back(run());
  return median(ms);
}

double thousands(const ClosedModel& model) {
  return double(model.faces.size()) / 1000;
}

/// Returns time / target of stage 2.
double ofAllowed(double ms, double floor, double entries) {
  return ms / (3 * floor + 1e-6 * kMostNsPerEntry * entries);
}

Table intersections(int repeats, const Progress& progress) {
  Table table;
  table.name = "ldi-2003-table1";
  table.caption =
      "intersection volumes, 128 x 128, ms: stages 1+2 (reading the positions, boxes, both images), 2 alone, 3a "
      "(volume); our own models with the papers' numbers of faces; layers within the volume of interest, as in the "
      "paper; last row: knot and dragon, for which the paper gives the sum";
  table.columns = {"objects",
                   "overlap",
                   "faces k a",
                   "faces k b",
                   "layers a",
                   "layers b",
                   "1+2",
                   "2",
                   "3a",
                   "floor",
                   "x floor",
                   "of allowed",
                   "volume 1e-6",
                   "paper layers a",
                   "paper layers b",
                   "paper 1+2",
                   "paper 3a"};
  const PaperOverlap* paper = kPaperOverlaps;
  for (const models::Overlap& overlap : models::paperOverlaps()) {
    const std::string name =
        std::string(models::nameOf(overlap.first)) + " / " + std::string(models::nameOf(overlap.second));
    progress("ldi 2003 table 1: " + name);
    const ClosedModel& a = models::paperModel(overlap.first);
    const ClosedModel b = models::secondOf(overlap);
    Stages stages({&a, &b}, 128);
    const double drawn = medianOf(repeats, [&] { return stages.draw(); });
    const double redrawn = medianOf(repeats, [&] { return stages.redraw(); });
    const double intersected = medianOf(repeats, [&] { return stages.intersect(); });
    const double floor = medianOf(repeats, [&] { return stages.floor(); });
    table.rows.push_back({name, std::string(overlap.complex ? "complex" : "simple"), thousands(a), thousands(b),
                          stages.layers(0), stages.layers(1), drawn, redrawn, intersected, floor, redrawn / floor,
                          ofAllowed(redrawn, floor, stages.entries()), 1e6 * stages.volume().volume, paper->layers[0],
                          paper->layers[1], paper->draw, paper->intersect});
    ++paper;
  }
  return table;
}

const std::vector<std::string> kVertexColumns = {"object",     "faces k", "layers",        "entries",
                                                 "1+2",        "2",       "floor",         "x floor",
                                                 "of allowed", "3b",      "ns per vertex", "inside %"};
const char* const kVertexCaption =
    "100,000 vertices in a volume, 128 x 128, ms: stages 1+2 (reading the positions, box, image), 2 alone, 3b "
    "(vertices); of allowed: stage 2 / (3 x floor + 30 ns per entry); floor: pixel bounds of all triangles";

/// Returns the cells of kVertexColumns.
std::vector<Table::Cell> vertexRow(const std::string& name, const ClosedModel& model, int repeats) {
  constexpr std::size_t kPoints = 100'000;
  Stages stages({&model}, 128);
  const std::vector<PackedPosition> points = stages.points(kPoints);
  const double drawn = medianOf(repeats, [&] { return stages.draw(); });
  const double redrawn = medianOf(repeats, [&] { return stages.redraw(); });
  const double floor = medianOf(repeats, [&] { return stages.floor(); });
  const double found = medianOf(repeats, [&] { return stages.find(points); });
  return {name,
          thousands(model),
          stages.layers(0),
          stages.entries(),
          drawn,
          redrawn,
          floor,
          redrawn / floor,
          ofAllowed(redrawn, floor, stages.entries()),
          found,
          1e6 * found / kPoints,
          100.0 * double(stages.found()) / kPoints};
}

Table vertices(int repeats, const Progress& progress) {
  struct Case {
    PaperModel model;
    double paperLayers, paperDraw, paperFind;
  };
  constexpr Case kCases[] = {{PaperModel::Knot, 8, 11, 26},
                             {PaperModel::Rabbit, 8, 29, 27},
                             {PaperModel::Reptile, 12, 83, 28},
                             {PaperModel::Santa, 8, 79, 26},
                             {PaperModel::Dragon, 10, 307, 27}};
  Table table;
  table.name = "ldi-2003-table2";
  table.caption = kVertexCaption;
  table.columns = kVertexColumns;
  table.columns.insert(table.columns.end(), {"paper layers", "paper 1+2", "paper 3b"});
  for (const Case& c : kCases) {
    const std::string name(models::nameOf(c.model));
    progress("ldi 2003 table 2: " + name);
    table.rows.push_back(vertexRow(name, models::paperModel(c.model), repeats));
    table.rows.back().insert(table.rows.back().end(), {c.paperLayers, c.paperDraw, c.paperFind});
  }
  return table;
}

Table hand(int repeats, const Progress& progress) {
  progress("ldi 2004 table 1: hand and phone");
  Table table;
  table.name = "ldi-2004-table1";
  table.caption =
      "a hand of 4,800 faces that closes on a phone of 900, 64 x 64, ms: collision (images and volume); self-collision "
      "by the order of entries and exits, as in the paper (image and order); self-collision (image and volume, without "
      "the volume that rounding adds); sum of first and last; minimum and maximum over the frames; paper: its software "
      "method";
  table.columns = {"query", "min", "max", "paper min", "paper max", "frames with volume"};
  constexpr int kFrames = 20;
  std::vector<double> between, order, self, both;
  int touched = 0, outOfOrder = 0, crossed = 0;
  const ClosedModel phone = models::phoneInHand();
  for (int frame = 0; frame < kFrames; ++frame) {
    const ClosedModel hand = models::closingHand(double(frame) / (kFrames - 1));
    Stages stages({&hand, &phone}, 64);
    between.push_back(medianOf(repeats, [&] { return stages.draw() + stages.intersect(); }));
    touched += stages.volume().volume > 0;
    Stages alone({&hand}, 64);
    order.push_back(medianOf(repeats, [&] { return alone.draw() + alone.checkOrder(); }));
    outOfOrder += alone.outOfOrder() > 0;
    SelfStages own(hand);
    self.push_back(medianOf(repeats, [&] { return own.run(); }));
    crossed += own.found();
    both.push_back(between.back() + self.back());
  }
  const auto add = [&](const char* name, const std::vector<double>& ms, double least, double most, double frames) {
    const Spread spread = Spread::of(ms);
    table.rows.push_back({std::string(name), spread.minimum, spread.maximum, least, most, frames});
  };
  add("collision", between, 2.8, 4.1, touched);
  add("self-collision by order", order, 4.9, 7.1, outOfOrder);
  add("self-collision", self, 4.9, 7.1, crossed);
  add("overall", both, 7.7, 11.2, kFrames);
  return table;
}

Table particles(int repeats, const Progress& progress) {
  Table table;
  table.name = "ldi-2004-table2";
  table.caption =
      "particles in a dragon's volume, 64 x 64, ms: all stages (reading the positions, box, image, particles); the "
      "paper's three methods";
  table.columns = {"complexity",   "faces k", "particles",     "layers",          "image",
                   "particles ms", "all",     "paper ordered", "paper unordered", "paper software"};
  for (const PaperParticles& c : kPaperParticles) {
    progress(std::string("ldi 2004 table 2: ") + c.name);
    const ClosedModel& model = models::paperModel(c.model);
    Stages stages({&model}, 64);
    const std::vector<PackedPosition> points = stages.points(c.points);
    std::vector<double> drawn, found, all;
    for (int i = -1; i < repeats; ++i) {
      const double image = stages.draw(), inside = stages.find(points);
      if (i < 0) continue;
      drawn.push_back(image);
      found.push_back(inside);
      all.push_back(image + inside);
    }
    table.rows.push_back({std::string(c.name), thousands(model), double(c.points), stages.layers(0), median(drawn),
                          median(found), median(all), c.ordered, c.unordered, c.software});
  }
  return table;
}

Table resolutions(int repeats, const Progress& progress) {
  Table table;
  table.name = "ldi-2004-table3";
  table.caption = "a hat of 1,500 faces and a mouse of 15,000, ms: images and volume; the paper's three methods";
  table.columns = {"resolution", "layers a",      "layers b",        "all",
                   "floor",      "paper ordered", "paper unordered", "paper software"};
  const ClosedModel& mouse = models::paperModel(PaperModel::Mouse);
  const ClosedModel hat = models::fallingHat(1);
  for (const PaperResolution& c : kPaperResolutions) {
    progress("ldi 2004 table 3: " + std::to_string(c.resolution));
    Stages stages({&hat, &mouse}, c.resolution);
    const double all = medianOf(repeats, [&] { return stages.draw() + stages.intersect(); });
    table.rows.push_back({double(c.resolution), stages.layers(0), stages.layers(1), all,
                          medianOf(repeats, [&] { return stages.floor(); }), c.ordered, c.unordered, c.software});
  }
  return table;
}

/// Measures stage 2 for few and for many faces, at both resolutions of the papers.
Table images(int repeats, const Progress& progress) {
  progress("ldi 2004: images");
  Table table;
  table.name = "ldi-2004-images";
  table.caption =
      "one image of a whole model, ms: stages 1+2 (reading the positions, box, image), 2 alone; for comparison, a "
      "plain scalar rasteriser on another machine, with 500,000 faces in place of 520,000";
  table.columns = {"object", "faces k", "resolution", "layers",     "entries",
                   "1+2",    "2",       "floor",      "of allowed", "plain scalar"};
  struct Case {
    PaperModel model;
    Index resolution;
    double plain;
  };
  constexpr Case kCases[] = {
      {PaperModel::Knot, 64, 0.13}, {PaperModel::Dragon, 64, 2.5}, {PaperModel::Dragon, 128, 4.2}};
  for (const Case& c : kCases) {
    const ClosedModel& model = models::paperModel(c.model);
    Stages stages({&model}, c.resolution);
    const double drawn = medianOf(repeats, [&] { return stages.draw(); });
    const double redrawn = medianOf(repeats, [&] { return stages.redraw(); });
    const double floor = medianOf(repeats, [&] { return stages.floor(); });
    table.rows.push_back({std::string(models::nameOf(c.model)), thousands(model), double(c.resolution),
                          stages.layers(0), stages.entries(), drawn, redrawn, floor,
                          ofAllowed(redrawn, floor, stages.entries()), c.plain});
  }
  return table;
}

}  // namespace

std::vector<Table> ldiTables(int repeats, const Progress& progress) {
  return {intersections(repeats, progress), vertices(repeats, progress),    hand(repeats, progress),
          particles(repeats, progress),     resolutions(repeats, progress), images(repeats, progress),
          ldiRays(repeats, progress),       particleScene(20 * repeats)};
}

Table ldiFiles(const std::vector<std::string>& files, int repeats, const Progress& progress) {
  std::vector<FileModel> models;
  for (const std::string& file : files) models.push_back(fileModel(file));
  Table table;
  table.name = "ldi-files";
  table.caption = kVertexCaption;
  table.columns = kVertexColumns;
  table.columns.push_back("holes capped");
  for (std::size_t i = 0; i < files.size(); ++i) {
    progress("ldi " + files[i]);
    table.rows.push_back(vertexRow(files[i], models[i].model, repeats));
    table.rows.back().emplace_back(double(models[i].holesCapped));
  }
  return table;
}

}  // namespace pliant::benchmarks
