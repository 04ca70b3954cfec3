#include "regularityIdeas.h"

#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/io/numbers.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/pictures/drawDetected.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawPatches.h>

#include <map>
#include <utility>

#include "paperSheets.h"

namespace pliant::benchmarks {
namespace {

using models::ClothShape;
using models::SurfaceModel;

constexpr RenderSettings kTwo{560, 380}, kThree{380, 300};
constexpr Angle kIdeaAbove{-35, 38, 24}, kIdeaSide{35, 18, 24};
constexpr std::size_t kIdeaFaces = 5000;
constexpr Colour kLine{0.05f, 0.10f, 0.35f}, kBody{0.42f, 0.43f, 0.45f}, kDirectionBall{0.75f, 0.20f, 0.04f};

Drawing drawingOf(const SurfaceModel& model, MethodPicture picture) {
  Drawing drawing;
  drawing.surfaces.push_back(drawBody(model.view(), kBody));
  drawing.surfaces.back().smooth = false;
  drawing.surfaces.back().colours = std::move(picture.colours.front());
  for (DrawnSurface& surface : picture.surfaces) drawing.surfaces.push_back(std::move(surface));
  return drawing;
}

/// Returns the edges of one face as lines.
std::vector<DrawnLine> contourOf(const SurfaceModel& model) {
  std::map<Edge, int> uses;
  for (const Triangle& t : model.faces)
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = t[k], b = t[(k + 1) % 3];
      ++uses[{std::min(a, b), std::max(a, b)}];
    }
  const auto at = [&](Index v) {
    const auto& p = model.points[v];
    return std::array<double, 3>{double{p[0]}, double{p[1]}, double{p[2]}};
  };
  std::vector<DrawnLine> lines;
  for (const auto& [edge, count] : uses)
    if (count == 1) lines.push_back({at(edge[0]), at(edge[1])});
  return lines;
}

Image condition(int samples, const SurfaceModel& model, const std::string& text) {
  constexpr double kBelow = 0.35, kArrow = 0.3;
  constexpr double kThick = 0.008;
  const Bounds bounds = boundsOf({&model});
  std::vector<DrawnLine> contour = contourOf(model), shadow = contour;
  for (DrawnLine& line : shadow) line[0][1] = line[1][1] = bounds.min[1] - kBelow;
  const std::array<double, 3> foot{bounds.min[0] - 0.1, bounds.min[1], bounds.min[2]};
  const std::array<double, 3> top{foot[0], foot[1] + kArrow, foot[2]};
  Drawing drawing;
  drawing.surfaces.push_back(drawBody(model.view(), kBody));
  drawing.surfaces.push_back(drawLines(contour, kThick, kLine));
  drawing.surfaces.push_back(drawLines(shadow, kThick, kMarkColour));
  const std::array<DrawnLine, 1> arrow{{{foot, top}}};
  drawing.surfaces.push_back(drawLines(arrow, 2 * kThick, kLine));
  const std::array<std::array<double, 3>, 1> tip{top};
  drawing.surfaces.push_back(drawParticles(tip, 0.02, kLine));
  Bounds shown = bounds;
  shown.min[1] -= kBelow;
  shown.min[0] -= 0.1;
  return panel(samples, std::move(drawing), shown, kIdeaAbove, {{text}}, kTwo);
}

}  // namespace

Image selfCollisionCauses(int samples) {
  const SurfaceModel loop = models::loopSurface(kIdeaFaces), wound = models::clothSheet(kIdeaFaces, ClothShape::Wound);
  const auto draw = [samples](const SurfaceModel& model, const Angle& angle, const std::string& text) {
    Scene scene = wavingScene({&model});
    RegularityTree tree;
    const Results found = scene.ask(tree);
    return panel(samples, drawDetected(scene.set, found), boundsOf({&model}), angle,
                 {{text + ": " + withCommas(found.facePairs.size()) + " intersecting pairs"}}, kTwo);
  };
  return sheetOf("Volino 1994, figure 1: causes of self-collision",
                 {draw(loop, kIdeaSide, "curvature: the strip bends into a loop"),
                  draw(wound, kIdeaAbove, "contour: a flat ring of 1.3 turns lies on itself")},
                 2);
}

Image regularityConditions(int samples) {
  const SurfaceModel wrinkled = models::clothSheet(kIdeaFaces, ClothShape::Wrinkled),
                     wound = models::clothSheet(kIdeaFaces, ClothShape::Wound);
  return withCaption(
      sheetOf("Volino 1994, figure 2: a direction V, and the contour along it",
              {condition(samples, wrinkled,
                         "all normals agree with V, and the projected contour does not cross itself: "
                         "no self-collision"),
               condition(samples, wound,
                         "all normals agree with V, but the projected contour crosses itself: "
                         "self-collision is possible")},
              2),
      {{"blue: the contour, and V", toRgb(kLine)}, {"red: the contour projected along V", toRgb(kMarkColour)}});
}

Image adjacencyVertices(int samples) {
  const SurfaceModel cloth = models::clothSheet(kIdeaFaces, ClothShape::Wrinkled);
  const std::array<MethodBody, 1> bodies{{{cloth.view()}}};
  std::vector<Image> panels;
  for (const std::size_t patches : {8u, 64u})
    panels.push_back(panel(samples, drawingOf(cloth, drawAdjacency(bodies, patches)), boundsOf({&cloth}), kIdeaAbove,
                           {{std::to_string(patches) + " patches or about as many"}}, kTwo));
  return withCaption(
      sheetOf("Volino 1994, figure 4: vertices of the adjacency lists", panels, 2),
      {{"A yellow ball lies at each vertex of a contour at which the largest neighbour of a patch of the "
        "level changes. Of two adjacent patches one has such a vertex on the other."}});
}

Image sampledDirections(int samples) {
  SurfaceModel ball = models::sphereSurface(2000);
  std::vector<Image> panels;
  for (const unsigned count : {12u, 32u, 64u}) {
    const std::vector<std::array<double, 3>> directions = RegularityTree({.directions = count}).directions();
    std::vector<std::array<double, 3>> tips = directions;
    for (auto& tip : tips)
      for (double& x : tip) x *= 0.5;
    Drawing drawing;
    drawing.surfaces.push_back(drawBody(ball.view(), kBody));
    drawing.surfaces.push_back(drawParticles(tips, 0.035, kDirectionBall));
    panels.push_back(panel(samples, std::move(drawing), boundsOf({&ball}), kIdeaSide,
                           {{std::to_string(directions.size()) + " directions" +
                             (count == 12   ? ", the paper's"
                              : count == 32 ? ", our default"
                                            : "")}},
                           kThree));
  }
  return sheetOf("Volino 1994, figure 5: sampled directions", panels, 3);
}

Image combinedDirections(int samples) {
  SurfaceModel cloth = models::clothSheet(kIdeaFaces, ClothShape::Wrinkled);
  // The normals of the model look down. Turned upwards, the rods are above the sheet.
  for (Triangle& t : cloth.faces) std::swap(t[1], t[2]);
  const std::array<MethodBody, 1> bodies{{{cloth.view()}}};
  std::vector<Image> panels;
  for (const std::size_t patches : {60u, 20u, 7u})
    panels.push_back(panel(samples, drawingOf(cloth, drawDirections(bodies, patches)), boundsOf({&cloth}), kIdeaAbove,
                           {{std::to_string(patches) + " patches or about as many"}}, kThree));
  return withCaption(
      sheetOf("Volino 1994, figure 6: directions of patches, and of the patches that they form", panels, 3),
      {{"Rods: sampled directions that agree with the normals of all faces of a patch. A larger patch has those that "
        "all its children have. The greener a patch, the more there are; a red one has none."}});
}

}  // namespace pliant::benchmarks
