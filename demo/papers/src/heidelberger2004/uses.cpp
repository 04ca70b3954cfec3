#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/io/printable.h>
#include <pliant/models/paperScenes.h>
#include <pliant/papers/judging.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Runner.h>

#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

#include "parts.h"

// Statements without a table: contours (section 3.2), and the uses that section 5 names.

namespace pliant::papers::ldi2004 {
namespace {

/// A run of a scene.
struct Watched {
  int steps = 0, cuts = 0;
  std::uint64_t pairs = 0, inside = 0;  ///< most faults at a check
  double ms = 0;                        ///< median of a step
  Image picture{};

  bool isClean() const { return pairs + inside == 0; }
  std::string faults() const;
};

std::string count(std::uint64_t number) {
  return readable(static_cast<double>(number));
}

std::string Watched::faults() const {
  return "at most " + count(pairs) + " intersecting face pairs and " + count(inside) + " vertices inside";
}

constexpr int kCheckEvery = 10;

/// Runs a scene and checks it every kCheckEvery steps.
Watched watch(Run& run, const std::string& scene, const std::string& detector, int steps) {
  Watched watched;
  RunSettings settings;
  settings.scene = scene;
  settings.simulation.detector = detector;
  settings.steps = steps;
  settings.checkEvery = kCheckEvery;
  RunObserver observer;
  observer.ended = [&](const Simulation& simulation, const RunReport&, const pliant::Verdict& verdict) {
    RenderSettings size{560, 460};
    size.samples = run.samples();
    watched.picture = render(drawScene(simulation, verdict, parseOverlay("intersections")), size);
  };
  const RunReport report = runScene(settings, observer);
  watched.steps = report.steps;
  watched.ms = report.ms.total.value_or(0);
  for (const RunCheck& check : report.checks) {
    watched.pairs = std::max(watched.pairs, check.pairsBetween + check.pairsSelf);
    watched.inside = std::max(watched.inside, check.verticesInside);
  }
  for (const auto& [name, figure] : report.figures)
    if (name == "cuts") watched.cuts = static_cast<int>(std::get<std::vector<double>>(figure).back());
  return watched;
}

using Corners = std::array<std::array<double, 3>, 8>;

/// Adds a closed surface with the corners of a box: bit k of a corner's number is its side along axis k.
void addBox(models::ClosedModel& model, const Corners& corners) {
  const auto first = static_cast<Index>(model.points.size());
  for (const auto& p : corners)
    model.points.push_back({static_cast<Real>(p[0]), static_cast<Real>(p[1]), static_cast<Real>(p[2])});
  constexpr Index kSides[][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& side : kSides) {
    model.faces.push_back({first + side[0], first + side[1], first + side[2]});
    model.faces.push_back({first + side[0], first + side[2], first + side[3]});
  }
}

/// Returns the corners of a box that spans x and y alike.
Corners squareBox(double from, double to, double bottom, double top) {
  Corners corners;
  for (std::size_t i = 0; i < 8; ++i)
    corners[i] = {(i & 1) != 0 ? to : from, (i & 2) != 0 ? to : from, (i & 4) != 0 ? top : bottom};
  return corners;
}

constexpr Index kSide = 64;  // pixels along the surface of coinciding(), whose sides have this length

/// Returns a surface on which front faces and back faces coincide: a slab, a smaller box that touches it, and above
/// both a bar with four sides whose contour, seen along z, runs through the centres of pixels. `contours`: receives the
/// number of the bar's first face.
models::ClosedModel coinciding(Index& contours) {
  models::ClosedModel model;
  addBox(model, squareBox(0, kSide, 0, 4));
  addBox(model, squareBox(8, 56, 4, 12));
  contours = static_cast<Index>(model.faces.size());
  Corners bar;
  constexpr double kOfBar[4][2] = {{20.5, 16}, {32, 13}, {32, 19}, {44.5, 16}};  // x and z of its edges
  for (std::size_t i = 0; i < 8; ++i) {
    const auto& edge = kOfBar[(i & 1) + (i >> 2) * 2];
    bar[i] = {edge[0], (i & 2) != 0 ? 50.0 : 10.0, edge[1]};
  }
  addBox(model, bar);
  return model;
}

/// Images of a surface on which front faces and back faces coincide.
struct Coinciding {
  std::size_t touching = 0, onContours = 0;  ///< pixels in which a front face and a back face have one depth
  std::size_t unbalanced = 0;                ///< pixels with unequal numbers of entries and exits
  std::vector<std::string> same, other;      ///< OpenGL renderers that draw the same image, and another one

  explicit Coinciding(Run& run) {
    Index contours = 0;
    const models::ClosedModel model = coinciding(contours);
    BodySet set;
    Workers workers{1};
    set.add(model.view());
    set.update(workers);
    const LdiSurface surface{set.positions(), 0, set.vertices(0).size(), set.faces(), false};
    const LdiView view = volumeOfInterest(set.box(0), {.resolution = kSide, .axis = LdiGrid::Axis::Z});
    LayeredDepthImage image, drawn;
    SoftwareLdi().render(surface, view, image, workers);
    unbalanced = image.unbalancedPixels();
    for (std::size_t p = 0; p < view.pixels(); ++p) {
      const auto entries = image.pixel(p);
      for (std::size_t i = 1; i < entries.size(); ++i)
        if (entries[i].depth == entries[i - 1].depth && entries[i].entering() != entries[i - 1].entering())
          ++(entries[i].face() >= contours ? onContours : touching);
    }
    for (const benchmarks::LdiSource& source : run.settings().sources) {
      source.renderer->render(surface, view, drawn, workers);
      const bool isSame = drawn.offsets == image.offsets && drawn.entries == image.entries;
      (isSame ? same : other).push_back(source.shortName());
    }
  }
};

}  // namespace

void selfCollision(Run& run) {
  const Coinciding found(run);
  const bool occurs = found.touching > 0 && found.onContours > 0;
  const std::size_t renderers = 1 + found.same.size() + found.other.size();
  const std::size_t safe = found.unbalanced == 0 ? 1 + found.same.size() : 0;
  run.addText(
      "Section 3.2: front faces and back faces are drawn apart, so that two of them at one depth are two entries. Here "
      "two boxes touch, and the contour of a bar runs through the centres of pixels.");
  run.addVerdict("In " + count(found.touching) +
                 " pixels the boxes have a front face and a back face at one depth, in " + count(found.onContours) +
                 " the bar, along its contour. In " + count(found.unbalanced) +
                 " pixels entries and exits differ in number." +
                 (found.same.empty() ? "" : " The same image: CPU, " + joined(found.same, ", ") + ".") +
                 (found.other.empty() ? "" : " Another image: " + joined(found.other, ", ") + "."));
  addJudged(run,
            {.place = "section 3.2",
             .claim = "contours are safe: no entry is lost where a front face and a back face coincide",
             .paper = "",
             .ours = "they coincide in " + count(found.touching + found.onContours) + " pixels; " + count(safe) +
                     " of " + count(renderers) + " renderers keep both",
             .verdict = occurs ? verdictOf(safe, renderers) : Verdict::NotTried},
            {.held = "vertices are rounded to 1/256 pixel, and one fill rule decides each pixel",
             .partly = "not by " + joined(found.other, ", "),
             .notHeld = "rays end inside",
             .notTried = "front faces and back faces do not coincide in this image"});
}

void walkAndSurgery(Run& run) {
  // The cut begins after step 165, and the figure stands at first: a quick page runs as many steps.
  const Watched walk = watch(run, "walk", "auto", 240), surgery = watch(run, "surgery", "auto", 360),
                volumes = watch(run, "surgery", "ldi-software", 360);
  run.addText(
      "Section 5 names cloth on walking avatars, surgery with deformable organs, and open meshes as next. "
      "Scenes `walk` and `surgery` of `pliant run` and of the browser simulate the first two, here with a check "
      "every " +
      count(kCheckEvery) + " steps. Open meshes are closed by `--cap-holes`, in `pliant detect` as in `pliant run`.");
  run.addPicture(
      "section5",
      sheetOf("Uses that section 5 names",
              {withCaption(walk.picture, {{"walk after " + count(std::uint64_t(walk.steps)) + " steps"}}),
               withCaption(surgery.picture, {{"surgery after " + count(std::uint64_t(surgery.steps)) + " steps, " +
                                              count(std::uint64_t(surgery.cuts)) + " of them with a cut"}})},
              2),
      surgery.cuts > 0 ? "A figure walks in a shirt and a skirt; a tool has cut into an organ"
                       : "A figure walks in a shirt and a skirt; a tool has cut nothing");
  run.addVerdict("The walk takes " + readable(walk.ms) + " ms a step and has " + walk.faults() +
                 " at any check. Surgery with " + count(std::uint64_t(surgery.cuts)) + " cuts takes " +
                 readable(surgery.ms) + " ms with " + surgery.faults() + "; by volumes alone, with " +
                 count(std::uint64_t(volumes.cuts)) + " cuts, " + readable(volumes.ms) + " ms with " +
                 volumes.faults() + ".");
  constexpr double kStep = 1000.0 / 60;
  addJudged(run,
            {.place = "section 5",
             .claim = "cloth on a walking figure can be simulated in real time",
             .paper = "future work",
             .ours = readable(walk.ms) + " ms a step of 16.7 ms; " + walk.faults(),
             .verdict = verdictOf(std::size_t{walk.isClean()} + std::size_t{walk.ms <= kStep}, 2)},
            {.held = "cloth has no inside, so it collides by faces and edges (`auto`), not by layers",
             .partly = walk.isClean() ? "a step takes longer than its time" : "cloth and figure intersect",
             .notHeld = "a step takes longer than its time, and cloth and figure intersect"});
  const bool cutBoth = surgery.cuts > 0 && volumes.cuts > 0, fast = std::max(surgery.ms, volumes.ms) <= kStep;
  const std::size_t clean = std::size_t{surgery.isClean()} + std::size_t{volumes.isClean()};
  addJudged(
      run,
      {.place = "section 5",
       .claim = "deformable organs and a tool can be simulated interactively",
       .paper = "future work",
       .ours = readable(surgery.ms) + " ms by elements, " + readable(volumes.ms) + " by volumes; " +
               count(std::uint64_t(surgery.cuts)) + " and " + count(std::uint64_t(volumes.cuts)) + " cuts",
       .verdict = !cutBoth              ? Verdict::NotTried
                  : !fast || clean == 0 ? Verdict::NotHeld
                                        : verdictOf(clean, 2)},
      {.held = "an organ stays closed when it is cut between tetrahedra",
       .partly = std::string("an organ stays closed when it is cut between tetrahedra; ") +
                 (volumes.isClean() ? "by elements organs intersect"
                                    : "volumes let bodies share a fraction of a pixel, so elements stay the default"),
       .notHeld = fast ? "organs and tool intersect" : "a step takes longer than its time",
       .notTried = "the tool has cut nothing"});
}

}  // namespace pliant::papers::ldi2004
