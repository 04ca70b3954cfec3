#include <pliant/detectors/Error.h>
#include <pliant/io/printable.h>
#include <pliant/io/writeFile.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/pictures/frameBodies.h>
#include <pliant/scenes/Runner.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "Progress.h"
#include "commands.h"
#include "options.h"

namespace pliant::cli {
namespace {

constexpr int kColumns = 3;
constexpr const char* kUsualOverlay = "intersections";  // the default of `run`

/// A scene after a number of steps.
struct Shot {
  const char* scene;
  int steps;
  const char* overlay = kUsualOverlay;
  const char* detector = "auto";
};

struct GallerySheet {
  const char *name, *title;
  std::vector<Shot> shots;
  bool aboutScenes;  ///< true: captions describe the scene; false: the overlay
};

const std::vector<GallerySheet>& gallerySheets() {
  static const std::vector<GallerySheet> all{
      {"papers",
       "The papers' test beds: pliant run SCENE --steps N --overlay LIST --screenshot FILE",
       {{"setupA", 75, "tetrahedra"},
        {"setupB", 75, "tetrahedra"},
        {"setupC", 75, "tetrahedra"},
        {"setupD", 75, "tetrahedra"},
        {"setupE", 75, "none"},
        {"sphere", 75, "parts"},
        {"loop", 150, "parts"},
        {"dress", 110, "parts"},
        {"garment", 195, "parts"},
        {"soup", 75},
        {"soups", 120, "colliding"},
        {"knotrabbit", 75, "volumes"},
        {"rabbitreptile", 75, "volumes"},
        {"reptilesanta", 75, "volumes"},
        {"knotdragon", 75, "volumes"},
        {"santa", 75, "none"},
        {"particles", 75, "none"},
        {"dragon", 75, "none"},
        {"hand", 140, "volumes"},
        {"hat", 140, "volumes"},
        {"walk", 150},
        {"surgery", 240}},
       true},
      {"methods",
       "Structures and results of the methods: pliant run SCENE --steps N --overlay LIST --screenshot FILE",
       {{"setupD", 75, "tetrahedra"},
        {"tori", 200, "cells"},
        {"overlap", 1, "buckets"},
        {"knot", 45, "marks"},
        {"cloth", 60, "hierarchy"},
        {"cloth", 60, "hierarchy:300"},
        {"cloth", 60, "directions"},
        {"cloth", 60, "adjacency"},
        {"knot", 90, "parts"},
        {"overlap", 1, "voi"},
        {"overlap", 1, "layers"},
        {"overlap", 1, "volumes"},
        {"knot", 90, "volumes", "none"},
        {"overlap", 1, "inside"},
        {"tangle", 1},
        {"pile27", 60, "normals"},
        {"dress", 60, "methods"},
        {"clothedge", 100, "contacts"}},
       false},
      {"scenes",
       "Scenes: pliant run SCENE --steps N --screenshot FILE",
       {{"pile64", 200},      {"crowd", 150},        {"cloth", 120},        {"clothedge", 130}, {"cut", 60},
        {"net", 120},         {"mixed", 120},        {"tori", 330},         {"knot", 120},      {"balloons", 120},
        {"pinnedcloth", 150}, {"sheetonsheet", 110}, {"matchedrings", 110}, {"plate", 20},      {"curtain", 60},
        {"flags", 60},        {"ropes", 240},        {"carried", 70},       {"loadednet", 300}, {"room", 120},
        {"folded", 300},      {"softA", 150},        {"softB", 150},        {"softD", 150},     {"fusion", 120},
        {"garment", 195}},
       true}};
  return all;
}

struct GalleryArguments {
  std::vector<std::string> sheets;
  std::string out = "demo/out/gallery";
};

std::string describe(const Shot& shot, bool aboutScene) {
  if (aboutScene) return findScene(shot.scene)->description;
  std::string what;
  const Overlay overlay = parseOverlay(shot.overlay);
  for (const OverlayKind& kind : overlayKinds())
    if (overlay.*(kind.shown)) what += (what.empty() ? "" : "; ") + std::string(kind.description);
  return what;
}

Image take(const Shot& shot, bool aboutScene) {
  RunSettings settings;
  settings.scene = shot.scene;
  settings.simulation.detector = shot.detector;
  settings.steps = settings.checkEvery = shot.steps;
  Image picture;
  RunObserver observer;
  SceneTrail trail;
  const Overlay overlay = parseOverlay(shot.overlay);
  observer.started = [&](const Simulation& simulation, const RunReport&) { trail.follow(simulation, overlay); };
  observer.stepped = [&](const Simulation& simulation) { trail.follow(simulation, overlay); };
  observer.ended = [&](const Simulation& simulation, const RunReport&, const Verdict& last) {
    Drawing drawing = drawScene(simulation, last, overlay, &trail);
    drawing.camera = frameBodies(simulation).camera;
    picture = render(drawing).halved();
  };
  const RunReport report = runScene(settings, observer);
  if (report.ended != RunEnd::Done)
    throw std::runtime_error(std::string(shot.scene) + " ended early: " + std::string(runEndName(report.ended)));
  std::string what = std::string(shot.scene) + ", " + std::to_string(shot.steps);
  if (shot.overlay != std::string(kUsualOverlay)) what += std::string(": ") + shot.overlay;
  if (Simulation::isStock(shot.detector)) what += std::string(", --detector ") + shot.detector;
  return withCaption(picture, {{what}, {describe(shot, aboutScene), {105, 108, 114}}});
}

std::vector<const GallerySheet*> chosenSheets(const std::vector<std::string>& names) {
  std::vector<const GallerySheet*> chosen;
  for (const GallerySheet& sheet : gallerySheets()) {
    for (const Shot& shot : sheet.shots)
      if (!findScene(shot.scene)) throw Error(unknownScene(shot.scene));
    if (names.empty() || std::find(names.begin(), names.end(), sheet.name) != names.end()) chosen.push_back(&sheet);
  }
  for (const std::string& name : names) {
    if (std::none_of(chosen.begin(), chosen.end(), [&](const GallerySheet* sheet) { return sheet->name == name; }))
      throw Error("unknown sheet '" + name + "'; sheets are " + joined(gallerySheets(), ", ", &GallerySheet::name));
  }
  return chosen;
}

std::string fileOf(const GallerySheet& sheet, const GalleryArguments& arguments) {
  return (std::filesystem::path(arguments.out) / (std::string(sheet.name) + ".png")).string();
}

void drawGallery(const GalleryArguments& arguments) {
  const std::vector<const GallerySheet*> sheets = chosenSheets(arguments.sheets);
  makeFolder(arguments.out);
  std::size_t count = 0;
  for (const GallerySheet* sheet : sheets) {
    checkWritable(fileOf(*sheet, arguments), Links::Replace);
    count += sheet->shots.size();
  }
  Progress progress("pictures", count);
  for (const GallerySheet* sheet : sheets) {
    std::vector<Image> pictures;
    for (const Shot& shot : sheet->shots) {
      pictures.push_back(take(shot, sheet->aboutScenes));
      progress.advance();
    }
    const std::string file = fileOf(*sheet, arguments);
    sheetOf(sheet->title, pictures, kColumns).save(file, Links::Replace);
    std::printf("%s\n", printable(file).c_str());
    std::fflush(stdout);
  }
}

}  // namespace

void addGallery(CLI::App& app) {
  const auto arguments = std::make_shared<GalleryArguments>();
  CLI::App* const command = app.add_subcommand("gallery", "Draws sheets of pictures of scenes and methods");
  command->add_option("SHEET", arguments->sheets, "Sheets: papers, methods, scenes (default: all)");
  addOption(*command, "--out", "FOLDER", arguments->out, "Folder for the sheets, SHEET.png (default demo/out/gallery)");
  command->footer("Example: pliant gallery methods --out pictures");
  command->callback([arguments] { drawGallery(*arguments); });
}

}  // namespace pliant::cli
