#include <pliant/benchmarks/Scene.h>
#include <pliant/benchmarks/regularityFigures.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/io/numbers.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/pictures/drawPatches.h>

#include "paperSheets.h"
#include "regularityIdeas.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::Discretisation;
using models::SurfaceModel;

constexpr RenderSettings kPanel{390, 320}, kSmall{286, 240}, kUpright{330, 430};
constexpr Angle kFromAbove{-35, 38, 24}, kFromSide{35, 18, 24}, kFromFront{25, 8, 24};

/// Models and the results of a query. Leaves are single faces, as in the paper.
struct Detected {
  BodySet set;
  RegularityTree tree;
  Results results;

  Detected(const std::vector<const SurfaceModel*>& models, const Query& query, bool classical = false)
      : tree({.skipPatches = !classical, .skipAdjacent = !classical, .leafPatchFaces = 1}) {
    for (const SurfaceModel* model : models) set.add(model->view());
    set.update();
    Workers workers;
    tree.setRecordsUsedPatches(true);
    tree.update(set, workers);
    tree.query(set, query, results, workers);
  }
};

Image detected(int samples, const std::vector<const SurfaceModel*>& models, const Query& query, const Angle& angle,
               RenderSettings settings, const std::string& what, bool classical = false,
               ShownCalls shown = ShownCalls::All) {
  const Detected found(models, query, classical);
  Drawing drawing;
  std::size_t patches = 0, faces = 0;
  for (Index id = 0; id < models.size(); ++id) {
    std::size_t own = 0;
    drawing.surfaces.push_back(drawUsedPatches(models[id]->view(), found.tree, id, &own, shown));
    drawing.surfaces.back().smooth = false;
    patches += own;
    faces += models[id]->faces.size();
  }
  const Counters& counters = found.results.counters;
  if (shown == ShownCalls::OnePatch)
    return panel(samples, std::move(drawing), boundsOf(models), angle,
                 {{withCommas(faces) + " faces: " + withCommas(counters.patchesSkipped) + " patches skipped by I"}},
                 settings);
  return panel(samples, std::move(drawing), boundsOf(models), angle,
               {{(what.empty() ? "" : what + ": ") + withCommas(faces) + " faces, " + withCommas(patches) +
                 " patches, " + withCommas(counters.procedureCalls) + " calls, " + withCommas(counters.elementTests) +
                 " tests, " + withCommas(found.results.facePairs.size()) + " intersecting pairs"}},
               settings);
}

Image levels(int samples) {
  const SurfaceModel cloth = models::clothSheet(50000, models::ClothShape::Wrinkled);
  const Detected found({&cloth}, kWithin);
  std::vector<Image> panels;
  for (Index level = 5; level <= 10; ++level) {
    Drawing drawing;
    drawing.surfaces.push_back(drawLevel(cloth.view(), found.tree, 0, level));
    drawing.surfaces.back().smooth = false;
    panels.push_back(
        panel(samples, std::move(drawing), boundsOf({&cloth}), kFromAbove,
              {{"level " + std::to_string(level) + ": " + withCommas(found.tree.patchesOf(0, level).size()) +
                (found.tree.patchesOf(0, level).size() == 1 ? " patch" : " patches")}},
              kPanel));
  }
  return sheetOf("Volino 1994, figure 3: hierarchy of a cloth of " + withCommas(cloth.faces.size()) +
                     " faces, levels 5 to 10 of 0 to " + std::to_string(found.tree.levels(0) - 1),
                 panels, 3);
}

Image simple(int samples) {
  const SurfaceModel loop = models::loopSurface(5000);
  SurfaceModel ball = models::sphereSurface(2000), cloth = models::clothSheet(5000, models::ClothShape::Wrinkled);
  ball.scale(0.4);
  ball.move({0.05, 0.16, 0.1});
  return withCaption(sheetOf("Volino 1994, figure 7: a surface that meets itself, a sphere and a surface that meet",
                             {detected(samples, {&loop}, kWithin, kFromSide, kPanel, ""),
                              detected(samples, {&cloth, &ball}, kWithinAndBetween, kFromAbove, kPanel, "")},
                             2),
                     explainFates());
}

/// Draws figures 8 and 9: above, which patches optimisation I skips; below, all patches that the detection visited.
Image discretisations(const std::string& title, int samples, SurfaceModel (*make)(std::size_t)) {
  std::vector<Image> panels;
  for (const ShownCalls shown : {ShownCalls::OnePatch, ShownCalls::All})
    for (const std::size_t faces : {1000u, 5000u, 20000u, 50000u}) {
      const SurfaceModel model = make(faces);
      panels.push_back(detected(samples, {&model}, kWithin, kFromSide, kSmall, "", false, shown));
    }
  std::vector<CaptionLine> caption = {
      {"Above: each patch by itself. Blue: cannot meet itself (optimisation I). Below:"}};
  for (const CaptionLine& line : explainFates()) caption.push_back(line);
  return withCaption(sheetOf(title, panels, 4), caption);
}

Image bodyAndCloth(int samples) {
  std::vector<Image> panels;
  for (const auto detail : {Discretisation::Slight, Discretisation::Heavy}) {
    const SurfaceModel& body = models::dressedBody(detail);
    const SurfaceModel cloth = models::foldingDress(detail, 0.8);
    panels.push_back(detected(samples, {&body, &cloth}, kBetween, kFromFront, kUpright, "body and cloth"));
    panels.push_back(detected(samples, {&cloth}, kWithin, kFromFront, kUpright, "cloth with itself"));
    panels.push_back(detected(samples, {&cloth}, kWithin, kFromFront, kUpright, "the same by boxes only", true));
  }
  return withCaption(sheetOf("Volino 1994, figure 10: a dress and a body", panels, 3), explainFates());
}

Image spheres(int samples) {
  return discretisations("Volino 1994, figure 8: one sphere in several discretisations", samples,
                         [](std::size_t faces) -> SurfaceModel { return models::sphereSurface(faces); });
}

Image loops(int samples) {
  return discretisations("Volino 1994, figure 9: one strip that crosses itself in several discretisations", samples,
                         models::loopSurface);
}

}  // namespace

Image regularityFigure(int figure, int samples) {
  Image (*const kFigures[kRegularityFigures])(int) = {selfCollisionCauses,
                                                      regularityConditions,
                                                      levels,
                                                      adjacencyVertices,
                                                      sampledDirections,
                                                      combinedDirections,
                                                      simple,
                                                      spheres,
                                                      loops,
                                                      bodyAndCloth};
  if (figure < 1 || figure > kRegularityFigures)
    throw Error("Volino 1994 has figures 1 to " + std::to_string(kRegularityFigures));
  return kFigures[figure - 1](samples);
}

std::vector<std::string> regularityPictures(const std::string& folder, int samples, const Progress& progress) {
  return savePictures({{"volino1994-1-causes", selfCollisionCauses},
                       {"volino1994-2-conditions", regularityConditions},
                       {"volino1994-3-levels", levels},
                       {"volino1994-4-adjacency", adjacencyVertices},
                       {"volino1994-5-directions", sampledDirections},
                       {"volino1994-6-combined", combinedDirections},
                       {"volino1994-7-elements", simple},
                       {"volino1994-8-sphere", spheres},
                       {"volino1994-9-loop", loops},
                       {"volino1994-10-cloth", bodyAndCloth}},
                      folder, samples, progress);
}

}  // namespace pliant::benchmarks
