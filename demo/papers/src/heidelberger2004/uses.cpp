#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/models/paperScenes.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Runner.h>

#include <algorithm>

#include "parts.h"

// Statements without a table: contours (section 3.2), and the uses that section 5 names.

namespace pliant::papers::ldi2004 {
namespace {

/// A moment of a scene.
struct Moment {
  RunCheck last;
  double ms = 0;  ///< median of a step
  Image picture;
};

Moment runTo(Run& run, const std::string& scene, const std::string& detector, int steps) {
  Moment moment;
  RunSettings settings;
  settings.scene = scene;
  settings.simulation.detector = detector;
  settings.steps = steps;
  settings.checkEvery = steps;
  RunObserver observer;
  observer.ended = [&](const Simulation& simulation, const RunReport&, const pliant::Verdict& verdict) {
    RenderSettings size{560, 460};
    size.samples = run.samples();
    moment.picture = render(drawScene(simulation, verdict, parseOverlay("intersections")), size);
  };
  const RunReport report = runScene(settings, observer);
  moment.last = report.checks.back();
  moment.ms = report.ms.total.value_or(0);
  return moment;
}

std::string count(std::uint64_t number) {
  return readable(static_cast<double>(number));
}

std::string faultsOf(const Moment& moment) {
  return count(moment.last.pairsBetween + moment.last.pairsSelf) + " intersecting face pairs and " +
         count(moment.last.verticesInside) + " vertices inside";
}

bool isClean(const Moment& moment) {
  return moment.last.pairsBetween + moment.last.pairsSelf + moment.last.verticesInside == 0;
}

}  // namespace

void selfCollision(Run& run) {
  // Front faces and back faces coincide along contours: in all frames each pixel must have as many entries as exits.
  std::size_t pixels = 0, unbalanced = 0, coincide = 0;
  const int frames = run.either(20, 5);
  SoftwareLdi renderer;
  Workers workers{1};
  LayeredDepthImage image;
  for (int frame = 0; frame < frames; ++frame) {
    const models::ClosedModel hand = models::closingHand(double(frame) / (frames - 1));
    BodySet set;
    set.add(hand.view());
    set.update(workers);
    renderer.render({set.positions(), 0, set.vertices(0).size(), set.faces(), false},
                    volumeOfInterest(set.box(0), {.resolution = 64, .stretched = true}), image, workers);
    pixels += image.view.pixels();
    unbalanced += image.unbalancedPixels();
    for (std::size_t p = 0; p < image.view.pixels(); ++p) {
      const auto entries = image.pixel(p);
      for (std::size_t i = 1; i < entries.size(); ++i)
        coincide += entries[i].depth == entries[i - 1].depth && entries[i].entering() != entries[i - 1].entering();
    }
  }
  run.addText(
      "Section 3.2: front faces and back faces are drawn apart, so that two of them at one depth are two entries, "
      "as happens along contours.");
  run.addVerdict("In " + count(pixels) + " pixels of the closing hand, " + count(unbalanced) +
                 " have unequal numbers of entries and exits; " + count(coincide) +
                 " times an entry and an exit have the same depth. " +
                 (unbalanced == 0 ? "Held: contours are safe." : "Did not hold: rays end inside."));
  run.addClaim({.place = "section 3.2",
                .claim = "contours are safe: no entry is lost where a front face and a back face coincide",
                .paper = "",
                .ours = count(unbalanced) + " of " + count(pixels) + " pixels unbalanced",
                .verdict = unbalanced == 0 ? Verdict::Held : Verdict::NotHeld,
                .reason = "vertices are rounded to 1/256 pixel, and one fill rule decides each pixel; all renderers "
                          "draw the same bits"});
}

void walkAndSurgery(Run& run) {
  const Moment walk = runTo(run, "walk", "auto", run.either(240, 20));
  const Moment surgery = runTo(run, "surgery", "auto", run.either(360, 20));
  const Moment volumes = runTo(run, "surgery", "ldi-software", run.either(360, 20));
  run.addText(
      "Section 5 names cloth on walking avatars, surgery with deformable organs, and open meshes as next. "
      "Scenes `walk` and `surgery` of `pliant run` and of the browser simulate the first two. Open meshes are "
      "closed by `--cap-holes`, in `pliant detect` as in `pliant run`.");
  run.addPicture("section5",
                 sheetOf("Uses that section 5 names",
                         {withCaption(walk.picture, {{"walk: shirt and skirt, " + faultsOf(walk)}}),
                          withCaption(surgery.picture, {{"surgery: " + faultsOf(surgery)}})},
                         2),
                 "A figure walks in a shirt and a skirt; a tool has cut into an organ");
  run.addVerdict("The walk takes " + readable(walk.ms) + " ms a step and has " + faultsOf(walk) +
                 " at its end. Surgery takes " + readable(surgery.ms) + " ms with " + faultsOf(surgery) +
                 "; by volumes alone " + readable(volumes.ms) + " ms with " + faultsOf(volumes) + ".");
  run.addClaim(
      {.place = "section 5",
       .claim = "cloth on a walking figure can be simulated in real time",
       .paper = "future work",
       .ours = readable(walk.ms) + " ms a step of 16.7 ms; " + faultsOf(walk),
       .verdict = isClean(walk) ? (walk.ms <= 1000.0 / 60 ? Verdict::Held : Verdict::Partly) : Verdict::NotHeld,
       .reason = "cloth has no inside, so it collides by faces and edges (`auto`), not by layers"});
  run.addClaim({.place = "section 5",
                .claim = "deformable organs and a tool can be simulated interactively",
                .paper = "future work",
                .ours = readable(surgery.ms) + " ms by elements, " + readable(volumes.ms) + " by volumes",
                .verdict = isClean(surgery) ? Verdict::Held : Verdict::Partly,
                .reason =
                    "an organ stays closed when it is cut between tetrahedra. Volumes let bodies share a fraction "
                    "of a pixel, so elements stay the default"});
}

}  // namespace pliant::papers::ldi2004
