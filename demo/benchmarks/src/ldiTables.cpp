#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/models/paperScenes.h>

#include <string>

#include "LdiScene.h"
#include "Times.h"
#include "paperFigures.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::ClosedModel;
using models::PaperModel;

double thousands(const ClosedModel& model) {
  return double(model.faces.size()) / 1000;
}

/// Times to draw the images of a scene [ms].
struct DrawTimes {
  DrawTimes(LdiScene& scene, int repeats)
      : all(medianMs(repeats, [&] { scene.placeAndDraw(); })),
        images(medianMs(repeats, [&] { scene.draw(); })),
        floor(medianMs(repeats, [&] { scene.floor(); })),
        ofAllowed(images / (3 * floor + 1e-6 * kMostNsPerEntry * scene.entries())) {}

  /// Target of stage 2: three times the floor plus this time per entry [ns].
  static constexpr double kMostNsPerEntry = 30;

  double all;        ///< stages 1 and 2
  double images;     ///< stage 2
  double floor;      ///< the floor's pass
  double ofAllowed;  ///< stage 2 / its target
};

Table vertexTable(const char* name) {
  return {name,
          "100,000 vertices in a volume, 128 x 128, ms: stages 1+2 (reading the positions, box, image), 2 alone, 3b "
          "(vertices); of allowed: stage 2 / (3 x floor + 30 ns per entry); floor: pixel bounds of all triangles",
          {"object", "faces k", "layers", "entries", "1+2", "2", "floor", "x floor", "of allowed", "3b",
           "ns per vertex", "inside %"}};
}

/// Returns the cells of vertexTable().
Table::Row vertexRow(const std::string& name, const ClosedModel& model, int repeats) {
  constexpr std::size_t kCloud = 100'000;
  LdiScene scene({&model}, 128, kCloud);
  const DrawTimes times(scene, repeats);
  const double found = medianMs(repeats, [&] { scene.answer(); });
  return Table::rowOf(name, thousands(model), scene.layers(0), scene.entries(), times.all, times.images, times.floor,
                      times.images / times.floor, times.ofAllowed, found, 1e6 * found / kCloud,
                      100.0 * double(scene.found()) / kCloud);
}

Table overlapsByCpu(const BenchSettings& settings) {
  Table table{
      "ldi-2003-table1",
      "intersection volumes, 128 x 128, ms: stages 1+2 (reading the positions, boxes, both images), 2 alone, 3a "
      "(volume); our own models with the papers' numbers of faces; layers within the volume of interest, as in the "
      "paper; last row: knot and dragon, for which the paper gives the sum",
      {"objects", "overlap", "faces k a", "faces k b", "layers a", "layers b", "1+2", "2", "3a", "floor", "x floor",
       "of allowed", "volume 1e-6", "paper layers a", "paper layers b", "paper 1+2", "paper 3a"}};
  const PaperOverlap* paper = kPaperOverlaps;
  for (const models::Overlap& overlap : models::paperOverlaps()) {
    const std::string name = nameOf(overlap);
    settings.progress("ldi 2003 table 1: " + name);
    const ClosedModel& a = models::paperModel(overlap.first);
    const ClosedModel b = models::secondOf(overlap);
    LdiScene scene({&a, &b}, 128);
    const DrawTimes times(scene, settings.few());
    const double intersected = medianMs(settings.few(), [&] { scene.answer(); });
    table.add(name, overlap.complex ? "complex" : "simple", thousands(a), thousands(b), scene.layers(0),
              scene.layers(1), times.all, times.images, intersected, times.floor, times.images / times.floor,
              times.ofAllowed, 1e6 * scene.volume(), paper->layers[0], paper->layers[1], paper->draw, paper->intersect);
    ++paper;
  }
  return table;
}

Table vertices(const BenchSettings& settings) {
  struct Case {
    PaperModel model;
    double paperLayers, paperDraw, paperFind;
  };
  constexpr Case kCases[] = {{PaperModel::Knot, 8, 11, 26},
                             {PaperModel::Rabbit, 8, 29, 27},
                             {PaperModel::Reptile, 12, 83, 28},
                             {PaperModel::Santa, 8, 79, 26},
                             {PaperModel::Dragon, 10, 307, 27}};
  Table table = vertexTable("ldi-2003-table2");
  table.columns.insert(table.columns.end(), {"paper layers", "paper 1+2", "paper 3b"});
  for (const Case& c : kCases) {
    const std::string name(models::nameOf(c.model));
    settings.progress("ldi 2003 table 2: " + name);
    table.add(vertexRow(name, models::paperModel(c.model), settings.few()), c.paperLayers, c.paperDraw, c.paperFind);
  }
  return table;
}

Table handByCpu(const BenchSettings& settings) {
  settings.progress("ldi 2004 table 1: hand and phone");
  Table table{
      "ldi-2004-table1",
      "a hand of 4,800 faces that closes on a phone of 900, 64 x 64, ms: collision (images and volume); self-collision "
      "by the order of entries and exits, as in the paper (image and order); self-collision (image and volume, without "
      "the volume that rounding adds); sum of first and last; minimum and maximum over the frames; paper: its software "
      "method. Frames with volume: by order those out of order; like the volume: frames in which order and volume "
      "agree",
      {"query", "min", "max", "paper min", "paper max", "frames with volume", "frames like the volume"}};
  constexpr int kFrames = 20;
  std::vector<double> between, order, self, both;
  int touched = 0, outOfOrder = 0, crossed = 0, agree = 0;
  const ClosedModel phone = models::phoneInHand();
  for (int frame = 0; frame < kFrames; ++frame) {
    const ClosedModel hand = models::closingHand(double(frame) / (kFrames - 1));
    LdiScene pair({&hand, &phone}, 64), alone({&hand}, 64);
    between.push_back(medianMs(settings.few(), [&] {
      pair.placeAndDraw();
      pair.answer();
    }));
    touched += pair.volume() > 0;
    order.push_back(medianMs(settings.few(), [&] {
      alone.placeAndDraw();
      alone.checkOrder();
    }));
    outOfOrder += alone.outOfOrder() > 0;
    // The detector also excludes volumes caused by rounding.
    Scene own({{hand}}, {}, {});
    LdiDetector detector(nullptr, {.grid = {.resolution = 64, .stretched = true}, .keepImages = false});
    self.push_back(medianMs(settings.few(), [&] {
      own.read();
      own.answer(detector, {.selfIntersectionVolumes = true});
    }));
    const bool isCrossed = !own.results.selfIntersectionVolumes.empty();
    crossed += isCrossed;
    agree += isCrossed == (alone.outOfOrder() > 0);
    both.push_back(between.back() + self.back());
  }
  const auto add = [&](const char* name, const std::vector<double>& ms, double least, double most, int frames,
                       int alike) {
    const Spread spread = Spread::of(ms);
    table.add(name, spread.minimum, spread.maximum, least, most, frames, alike);
  };
  add("collision", between, 2.8, 4.1, touched, kFrames);
  add("self-collision by order", order, 4.9, 7.1, outOfOrder, agree);
  add("self-collision", self, 4.9, 7.1, crossed, kFrames);
  add("overall", both, 7.7, 11.2, kFrames, kFrames);
  return table;
}

Table particlesByCpu(const BenchSettings& settings) {
  Table table{"ldi-2004-table2",
              "particles in a dragon's volume, 64 x 64, ms: all stages (reading the positions, box, image, particles); "
              "the paper's three methods",
              {"complexity", "faces k", "particles", "layers", "image", "particles ms", "all", "paper ordered",
               "paper unordered", "paper software"}};
  for (const PaperParticles& c : kPaperParticles) {
    settings.progress(std::string("ldi 2004 table 2: ") + c.name);
    const ClosedModel& model = models::paperModel(c.model);
    LdiScene scene({&model}, 64, c.points);
    Times times;
    times.run(settings.few(), 1, [&](int) {
      times("image", [&] { scene.placeAndDraw(); });
      times("particles", [&] { scene.answer(); });
    });
    table.add(c.name, thousands(model), c.points, scene.layers(0), times.median("image"), times.median("particles"),
              times.median("image", "particles"), c.ordered, c.unordered, c.software);
  }
  return table;
}

Table resolutionsByCpu(const BenchSettings& settings) {
  Table table{
      "ldi-2004-table3",
      "a hat of 1,500 faces and a mouse of 15,000, ms: images and volume; the paper's three methods",
      {"resolution", "layers a", "layers b", "all", "floor", "paper ordered", "paper unordered", "paper software"}};
  const ClosedModel& mouse = models::paperModel(PaperModel::Mouse);
  const ClosedModel hat = models::fallingHat(1);
  for (const PaperResolution& c : kPaperResolutions) {
    settings.progress("ldi 2004 table 3: " + std::to_string(c.resolution));
    LdiScene scene({&hat, &mouse}, c.resolution);
    const double all = medianMs(settings.few(), [&] {
      scene.placeAndDraw();
      scene.answer();
    });
    table.add(c.resolution, scene.layers(0), scene.layers(1), all, medianMs(settings.few(), [&] { scene.floor(); }),
              c.ordered, c.unordered, c.software);
  }
  return table;
}

/// Measures stage 2 for few and for many faces, at both resolutions of the papers.
Table images(const BenchSettings& settings) {
  settings.progress("ldi 2004: images");
  Table table{
      "ldi-2004-images",
      "one image of a whole model, ms: stages 1+2 (reading the positions, box, image), 2 alone; for comparison, a "
      "plain scalar rasteriser on another machine, with 500,000 faces in place of 520,000",
      {"object", "faces k", "resolution", "layers", "entries", "1+2", "2", "floor", "of allowed", "plain scalar"}};
  struct Case {
    PaperModel model;
    Index resolution;
    double plain;
  };
  constexpr Case kCases[] = {
      {PaperModel::Knot, 64, 0.13}, {PaperModel::Dragon, 64, 2.5}, {PaperModel::Dragon, 128, 4.2}};
  for (const Case& c : kCases) {
    const ClosedModel& model = models::paperModel(c.model);
    LdiScene scene({&model}, c.resolution);
    const DrawTimes times(scene, settings.few());
    table.add(models::nameOf(c.model), thousands(model), c.resolution, scene.layers(0), scene.entries(), times.all,
              times.images, times.floor, times.ofAllowed, c.plain);
  }
  return table;
}

/// Reads all files first. Throws Error as fileModel does.
Table ldiFiles(const BenchSettings& settings) {
  const std::vector<std::string>& files = settings.meshes;
  std::vector<FileModel> models;
  for (const std::string& file : files) models.push_back(fileModel(file));
  Table table = vertexTable("ldi-files");
  table.columns.push_back("holes capped");
  for (std::size_t i = 0; i < files.size(); ++i) {
    settings.progress("ldi " + files[i]);
    table.add(vertexRow(files[i], models[i].model, settings.few()), models[i].holesCapped);
  }
  return table;
}

}  // namespace

std::vector<TableEntry> ldiTables() {
  const auto hasMeshes = [](const BenchSettings& settings) { return !settings.meshes.empty(); };
  return {{"ldi-files", ldiFiles, hasMeshes},
          {"ldi-2003-table1", overlapsByCpu},
          {"ldi-2003-table2", vertices},
          {"ldi-2004-table1", handByCpu},
          {"ldi-2004-table2", particlesByCpu},
          {"ldi-2004-table3", resolutionsByCpu},
          {"ldi-2004-images", images},
          {"ldi-2004-rays", ldiRays},
          {"ldi-2003-particles", ldiParticleScene}};
}

}  // namespace pliant::benchmarks
