// Figures 1, 2 and 7 to 10.

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/Workers.h>
#include <pliant/models/ModelScene.h>
#include <pliant/models/tetrahedraSetups.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawDetected.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "parts.h"

namespace pliant::papers::teschner {
namespace {

using Corner = std::array<double, 3>;

constexpr RenderSettings kPanel{520, 420};
constexpr Angle kFromAbove{24, 24, 24};

/// A drawing with the box that is shown.
struct Shown {
  Drawing drawing;
  Corner min, max;

  Shown() {
    min.fill(std::numeric_limits<double>::infinity());
    max.fill(-std::numeric_limits<double>::infinity());
  }
  void cover(const Corner& p) {
    for (std::size_t k = 0; k < 3; ++k) {
      min[k] = std::min(min[k], p[k]);
      max[k] = std::max(max[k], p[k]);
    }
  }
};

Image panel(const Run& run, Shown shown, const Angle& angle, const std::string& caption,
            RenderSettings settings = kPanel) {
  settings.samples = run.samples();
  showBox(shown.drawing, shown.min, shown.max, angle, settings);
  return withCaption(render(shown.drawing, settings), {{caption}});
}

/// A setup in the middle of its motion: what a query finds, and the bodies.
struct Moment {
  models::ModelScene scene;
  BodySet set;
  Results results;
  Shown found, bodies;

  explicit Moment(char setup) : scene(models::findModelScene(std::string("setup") + setup)->make({})) {
    scene.setTime(0.5);
    for (const models::ModelBody& body : scene.bodies()) {
      set.add(body.surface.view());
      for (const auto& p : body.surface.points) {
        found.cover({double{p[0]}, double{p[1]}, double{p[2]}});
        bodies.cover({double{p[0]}, double{p[1]}, double{p[2]}});
      }
    }
    Workers workers;
    set.update(workers);
    SpatialHash hash;
    hash.update(set, workers);
    hash.query(set, {.vertexTetrahedron = true, .barycentric = false}, results, workers);
    found.drawing = drawDetected(set, results);
    bodies.drawing = drawDetected(set, {});
  }
};

void setupFigure(Run& run, char setup, const std::string& figure, const std::string& title, const Angle& angle) {
  Moment moment(setup);
  const std::string hits = std::to_string(moment.results.vertexTetrahedron.size()) + " vertices in tetrahedra";
  const Image sheet = sheetOf(title,
                              {panel(run, std::move(moment.bodies), angle, std::string("setup ") + setup),
                               panel(run, std::move(moment.found), angle, hits + ": dots, with these tetrahedra")},
                              2);
  run.addPicture(figure, sheet, title);
  run.addVerdict("The setup has the paper's numbers of objects and primitives and shapes of our own; " + hits +
                 " are found at this time.");
}

/// Draws a tetrahedron smaller, so that neighbours can be told apart.
void appendShrunk(const models::SurfaceModel& model, const Tetrahedron& t, double by, DrawnSurface& surface) {
  constexpr std::array<Triangle, 4> kFaces{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
  Corner middle{};
  for (const Index v : t)
    for (std::size_t k = 0; k < 3; ++k) middle[k] += double{model.points[v][k]} / 4;
  const auto first = static_cast<Index>(surface.mesh.positions.size());
  for (const Index v : t) {
    Corner p;
    for (std::size_t k = 0; k < 3; ++k) p[k] = std::lerp(middle[k], double{model.points[v][k]}, by);
    surface.mesh.positions.push_back(vec(p[0], p[1], p[2]));
  }
  for (const Triangle& f : kFaces) surface.mesh.faces.push_back({first + f[0], first + f[1], first + f[2]});
}

Image simulated(const Run& run, const char* scene, int steps) {
  Simulation simulation(*findScene(scene), {});
  for (int step = 0; step < steps; ++step) simulation.step();
  const pliant::Verdict verdict = simulation.judge();
  RenderSettings settings = kPanel;
  settings.samples = run.samples();
  return withCaption(render(drawScene(simulation, verdict, parseOverlay("intersections")), settings),
                     {{std::string(scene) + " after " + std::to_string(steps) + " steps: " +
                       std::to_string(verdict.pairsBetween + verdict.pairsSelf) + " pairs of faces intersect"}});
}

}  // namespace

void figure1(Run& run) {
  const int steps = run.either(120, 30);
  const Image sheet = sheetOf("Soft bodies of tetrahedra in a Bullet world",
                              {simulated(run, "softA", steps), simulated(run, "softB", steps)}, 2);
  run.addPicture("figure1", sheet, "Deforming objects of tetrahedra in a simulation");
  run.addVerdict(
      "Objects of tetrahedra are simulated here as well: by Bullet's springs and Pliant's contacts, in place of "
      "the paper's own environment.");
}

void figure2(Run& run) {
  // A tetrahedron, the cells of its box, and vertices around it.
  const std::array<Corner, 4> corners{{{0.3, 0.4, 0.4}, {2.7, 0.6, 0.7}, {1.2, 2.6, 0.5}, {1.4, 1.1, 1.8}}};
  const std::array<Corner, 9> others{{{1.4, 1.1, 0.8},
                                      {2.4, 2.3, 1.4},
                                      {0.4, 1.7, 0.3},
                                      {0.7, 2.5, 1.6},
                                      {2.6, 1.4, 0.3},
                                      {3.5, 0.6, 0.6},
                                      {3.4, 2.4, 1.5},
                                      {-0.5, 1.5, 1.3},
                                      {1.6, 3.4, 0.4}}};
  Shown shown;
  DrawnSurface solid;
  for (const Corner& p : corners) solid.mesh.positions.push_back(vec(p[0], p[1], p[2]));
  solid.mesh.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  solid.colour = bodyColour(1);
  solid.smooth = false;
  solid.opacity = 0.5f;
  shown.drawing.surfaces.push_back(solid);
  std::vector<Corner> tested, outside;
  for (const Corner& p : others) {
    const bool inCells = p[0] >= 0 && p[0] < 3 && p[1] >= 0 && p[1] < 3 && p[2] >= 0 && p[2] < 2;
    (inCells ? tested : outside).push_back(p);
    shown.cover(p);
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k) {
        const Corner low{double(i), double(j), double(k)}, high{i + 1.0, j + 1.0, k + 1.0};
        const bool occupied = std::any_of(tested.begin(), tested.end(), [&](const Corner& p) {
          return std::floor(p[0]) == i && std::floor(p[1]) == j && std::floor(p[2]) == k;
        });
        shown.drawing.surfaces.push_back(drawBox(
            low, high, occupied ? Colour{0.10f, 0.50f, 0.20f} : Colour{0.55f, 0.57f, 0.60f}, occupied ? 0.03 : 0.015));
        shown.cover(low);
        shown.cover(high);
      }
  shown.drawing.surfaces.push_back(drawParticles(tested, 0.09, kFoundVertexColour));
  shown.drawing.surfaces.push_back(drawParticles(outside, 0.09, {0.30f, 0.32f, 0.36f}));
  run.addPicture(
      "figure2",
      panel(run, std::move(shown), {28, 30, 24},
            "18 cells of the tetrahedron's box are looked up (green: with a vertex); red vertices are tested",
            {640, 480}),
      "The cells of a tetrahedron's box");
  run.addVerdict(
      "Single cells are looked up in this way with `Layout::SingleCells`. By default the table has blocks of 2 × "
      "2 × 2 cells, so that a tetrahedron has fewer look-ups.");
}

void figure7(Run& run) {
  setupFigure(run, 'A', "figure7", "Setup A: 100 objects of two cubes", kFromAbove);
}
void figure8(Run& run) {
  setupFigure(run, 'B', "figure8", "Setup B: 8 plates, one rolled up", kFromAbove);
}
void figure9(Run& run) {
  setupFigure(run, 'D', "figure9", "Setup D: two vessels that branch twice", {30, 12, 24});
}

void figure10(Run& run) {
  constexpr double kShrunk = 0.82;
  const models::SurfaceModel vessel = models::branchingVessel();
  std::vector<Image> panels;
  for (const bool near : {false, true}) {
    Shown shown;
    DrawnSurface tetrahedra;
    tetrahedra.colour = bodyColour(near ? 1 : 0);
    tetrahedra.smooth = false;
    std::size_t count = 0;
    for (const Tetrahedron& t : vessel.tetrahedra) {
      double z = 0, y = 0;
      for (const Index v : t) {
        z += double{vessel.points[v][2]} / 4;
        y += double{vessel.points[v][1]} / 4;
      }
      // Cut open; the second panel shows the first fork.
      if (z > 0 || (near && (y < 10 || y > 40))) continue;
      appendShrunk(vessel, t, kShrunk, tetrahedra);
      ++count;
    }
    for (const btVector3& p : tetrahedra.mesh.positions) shown.cover({double{p.x()}, double{p.y()}, double{p.z()}});
    shown.drawing.surfaces.push_back(std::move(tetrahedra));
    panels.push_back(
        panel(run, std::move(shown), {12, 16, 24},
              (near ? "the first fork, " : "a vessel, cut open, ") + std::to_string(count) + " tetrahedra"));
  }
  run.addPicture("figure10", sheetOf("Tetrahedral mesh of setup D", panels, 2), "The tetrahedra of a vessel");
  run.addVerdict(
      "A vessel is a lattice of " + std::to_string(vessel.tetrahedra.size()) +
      " tetrahedra that is split lengthwise at each fork, with the vessel's own shape; the paper's vessels are "
      "those of a patient.");
}

}  // namespace pliant::papers::teschner
