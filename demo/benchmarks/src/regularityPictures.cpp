#include <pliant/benchmarks/regularityPictures.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/models/clothSheet.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawPatches.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

namespace pliant::benchmarks {
namespace {

using models::Discretisation;
using models::SurfaceModel;

constexpr RenderSettings kPanel{400, 330}, kUpright{330, 430};
constexpr Angle kFromAbove{-35, 38, 24}, kFromSide{35, 18, 24}, kFromFront{25, 8, 24};

std::string withCommas(std::size_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text.push_back(',');
    text.push_back(digits[i]);
  }
  return text;
}

Image panel(Drawing drawing, const std::vector<const SurfaceModel*>& shown, const Angle& angle,
            const std::vector<CaptionLine>& caption, RenderSettings settings) {
  std::array<double, 3> min, max;
  min.fill(std::numeric_limits<double>::infinity());
  max.fill(-std::numeric_limits<double>::infinity());
  for (const SurfaceModel* model : shown)
    for (const auto& p : model->points)
      for (std::size_t k = 0; k < 3; ++k) {
        min[k] = std::min(min[k], double{p[k]});
        max[k] = std::max(max[k], double{p[k]});
      }
  showBox(drawing, min, max, angle, settings);
  return withCaption(render(drawing, settings), caption);
}

/// Models and the results of a query. Leaves are single faces, as in the paper.
struct Detected {
  BodySet set;
  RegularityTree tree;
  Results results;

  Detected(const std::vector<const SurfaceModel*>& models, const Query& query, bool classical = false)
      : tree({.skipParts = !classical, .skipAdjacent = !classical, .leafPatchFaces = 1}) {
    for (const SurfaceModel* model : models) set.add(model->view());
    set.update();
    Workers workers;
    tree.setRecordsUsedPatches(true);
    tree.update(set, workers);
    tree.query(set, query, results, workers);
  }
};

Query facePairs(bool between, bool self) {
  Query query{.facePairs = true};
  query.between = between;
  query.self = self;
  return query;
}

Image detected(const std::vector<const SurfaceModel*>& models, const Query& query, const Angle& angle,
               RenderSettings settings, const std::string& what, bool classical = false) {
  const Detected found(models, query, classical);
  Drawing drawing;
  std::size_t parts = 0, faces = 0;
  for (Index id = 0; id < models.size(); ++id) {
    std::size_t own = 0;
    drawing.surfaces.push_back(drawUsedPatches(models[id]->view(), found.tree, id, &own));
    drawing.surfaces.back().smooth = false;
    parts += own;
    faces += models[id]->faces.size();
  }
  const Counters& counters = found.results.counters;
  return panel(std::move(drawing), models, angle,
               {{(what.empty() ? "" : what + ": ") + withCommas(faces) + " faces, " + withCommas(parts) + " patches, " +
                 withCommas(counters.procedureCalls) + " calls, " + withCommas(counters.elementTests) + " tests, " +
                 withCommas(found.results.facePairs.size()) + " intersecting pairs"}},
               settings);
}

Image levels(int samples) {
  RenderSettings settings = kPanel;
  settings.samples = samples;
  const SurfaceModel cloth = models::clothSheet(50000, models::ClothShape::Wrinkled);
  const Detected found({&cloth}, facePairs(false, true));
  std::vector<Image> panels;
  for (Index level = 5; level <= 10; ++level) {
    Drawing drawing;
    drawing.surfaces.push_back(drawLevel(cloth.view(), found.tree, 0, level));
    drawing.surfaces.back().smooth = false;
    panels.push_back(panel(std::move(drawing), {&cloth}, kFromAbove,
                           {{"level " + std::to_string(level) + ": " + withCommas(found.tree.parts(0, level).size()) +
                             (found.tree.parts(0, level).size() == 1 ? " patch" : " patches")}},
                           settings));
  }
  return sheetOf("Volino 1994, figure 3: hierarchy of a cloth of " + withCommas(cloth.faces.size()) +
                     " faces, levels 5 to 10 of 0 to " + std::to_string(found.tree.levels(0) - 1),
                 panels, 3);
}

Image simple(int samples) {
  RenderSettings settings = kPanel;
  settings.samples = samples;
  const SurfaceModel loop = models::loopSurface(5000);
  SurfaceModel ball = models::sphereSurface(2000), cloth = models::clothSheet(5000, models::ClothShape::Wrinkled);
  ball.scale(0.4);
  ball.move({0.05, 0.16, 0.1});
  return withCaption(sheetOf("Volino 1994, figure 7: a surface that meets itself, a sphere and a surface that meet",
                             {detected({&loop}, facePairs(false, true), kFromSide, settings, ""),
                              detected({&cloth, &ball}, facePairs(true, true), kFromAbove, settings, "")},
                             2),
                     explainFates());
}

/// Draws figures 8 and 9.
template <typename Make>
Image discretisations(const std::string& title, const Angle& angle, int samples, const Make& make) {
  RenderSettings settings = kPanel;
  settings.samples = samples;
  std::vector<Image> panels;
  for (const std::size_t faces : {1000u, 5000u, 20000u, 50000u}) {
    const SurfaceModel model = make(faces);
    panels.push_back(detected({&model}, facePairs(false, true), angle, settings, ""));
  }
  return withCaption(sheetOf(title, panels, 2), explainFates());
}

Image bodyAndCloth(int samples) {
  RenderSettings settings = kUpright;
  settings.samples = samples;
  std::vector<Image> panels;
  for (const auto detail : {Discretisation::Slight, Discretisation::Heavy}) {
    const SurfaceModel& body = models::dressedBody(detail);
    const SurfaceModel cloth = models::foldingDress(detail, 0.8);
    panels.push_back(detected({&body, &cloth}, facePairs(true, false), kFromFront, settings, "body and cloth"));
    panels.push_back(detected({&cloth}, facePairs(false, true), kFromFront, settings, "cloth with itself"));
    panels.push_back(detected({&cloth}, facePairs(false, true), kFromFront, settings, "the same by boxes only", true));
  }
  return withCaption(sheetOf("Volino 1994, figure 10: a dress and a body", panels, 3), explainFates());
}

struct RegularityPicture {
  const char* name;
  Image (*draw)(int samples);
};

constexpr std::array<RegularityPicture, 5> kPictures = {
    {{"3-levels", levels},
     {"7-elements", simple},
     {"8-sphere",
      [](int samples) {
        return discretisations("Volino 1994, figure 8: one sphere in several discretisations", kFromSide, samples,
                               [](std::size_t faces) -> SurfaceModel { return models::sphereSurface(faces); });
      }},
     {"9-loop",
      [](int samples) {
        return discretisations("Volino 1994, figure 9: one strip that crosses itself in several discretisations",
                               kFromSide, samples, models::loopSurface);
      }},
     {"10-cloth", bodyAndCloth}}};

}  // namespace

std::vector<std::string> regularityPictures(const std::string& folder, int samples, const Progress& progress) {
  std::vector<std::string> files;
  for (const RegularityPicture& picture : kPictures) {
    progress(std::string("picture volino1994-") + picture.name);
    files.push_back(std::string("volino1994-") + picture.name + ".png");
    picture.draw(samples).save((std::filesystem::path(folder) / files.back()).string(), Links::Replace);
  }
  return files;
}

}  // namespace pliant::benchmarks
