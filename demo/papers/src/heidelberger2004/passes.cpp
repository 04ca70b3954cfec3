#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/models/paperScenes.h>
#include <pliant/papers/Range.h>
#include <pliant/papers/drivers.h>
#include <pliant/papers/judging.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/ldiPasses.h>
#include <pliant/scenes/Simulation.h>

#include <algorithm>
#include <optional>

#include "parts.h"

// Figures 1 and 2: the passes of both ways in which a card draws layers. No renderer keeps its layers, so the pictures
// are reconstructions. The numbers are measured.

namespace pliant::papers::ldi2004 {
namespace {

constexpr Index kPixels = 64;

/// The hand, and its view.
struct Hand {
  BodySet set;
  Workers workers{1};
  LdiView view;

  /// `closed`: 0 to 1.
  explicit Hand(double closed) {
    const models::ClosedModel hand = models::closingHand(closed);
    set.add(hand.view());
    set.update(workers);
    view = volumeOfInterest(set.box(0), {.resolution = kPixels});
  }
  LayeredDepthImage drawnBy(LdiRenderer& renderer) {
    LayeredDepthImage image;
    renderer.render({set.positions(), 0, set.vertices(0).size(), set.faces(), false}, view, image, workers);
    return image;
  }
  LayeredDepthImage drawn() {
    SoftwareLdi software;
    return drawnBy(software);
  }
};

/// An image by OpenGL beside that of the CPU.
struct Measured {
  ImageWork work;
  std::size_t points = 0, same = 0;  ///< points of the CPU's image, and those in pixels that are equal
};

/// Returns no value if the renderer is not available here.
std::optional<Measured> measure(Run& run, std::string_view renderer, Hand& hand) {
  benchmarks::LdiSource* const source = findSource(run, renderer);
  if (source == nullptr) return std::nullopt;
  const LayeredDepthImage expected = hand.drawn(), found = hand.drawnBy(*source->renderer);
  Measured measured{source->work(), expected.entries.size()};
  for (std::size_t p = 0; p < expected.view.pixels(); ++p) {
    const auto a = expected.pixel(p), b = found.pixel(p);
    if (std::equal(a.begin(), a.end(), b.begin(), b.end())) measured.same += a.size();
  }
  return measured;
}

/// Returns a picture of the passes that is at most 1,160 pixels wide.
Image drawn(const std::vector<LdiPass>& passes, const std::string& caption) {
  int scale = 3;
  Image picture = drawPasses(passes, scale);
  while (scale > 1 && picture.width() > 1160) picture = drawPasses(passes, --scale);
  return withCaption(picture, {{caption}, {"front faces above, where rays enter; back faces below; left: pass 1"}});
}

std::string number(std::size_t count) {
  return readable(static_cast<double>(count));
}

/// Returns the share of points that are nearer than the point of the pass before [%].
double outOfOrder(const std::vector<LdiPass>& passes) {
  std::size_t nearer = 0, all = 0;
  for (const LdiPass& pass : passes) {
    const auto before = std::find_if(passes.begin(), passes.end(), [&](const LdiPass& other) {
      return other.front == pass.front && other.number + 1 == pass.number;
    });
    if (before == passes.end()) continue;
    for (std::size_t p = 0; p < pass.found.view.pixels(); ++p)
      for (const LdiEntry& entry : pass.found.pixel(p)) {
        ++all;
        nearer += entry.depth < before->found.pixel(p)[0].depth;
      }
  }
  return all == 0 ? 0 : 100 * static_cast<double>(nearer) / static_cast<double>(all);
}

/// Adds the verdict on a way to draw layers. `drawn`: number of passes in the picture; `most`: most read-backs.
void addPassVerdict(Run& run, std::string_view renderer, Hand& hand, std::size_t drawn, std::size_t most) {
  const std::optional<Measured> measured = measure(run, renderer, hand);
  if (!measured) {
    run.addVerdict("There is no OpenGL here, so passes can't be measured. The picture has " + number(drawn) + ".");
    return;
  }
  const auto& [work, points, same] = *measured;
  const bool held = same == points && work.passes == drawn && work.readBacks <= most;
  std::string sentence = "`ldi-gl-";
  sentence.append(renderer).append("` draws this hand in " + number(work.passes) + " passes, with ");
  sentence.append(number(work.readBacks) + (work.readBacks == 1 ? " read-back" : " read-backs") + ", and finds ");
  sentence.append(number(same) + " of the CPU's " + number(points) + " points. The picture has " + number(drawn) +
                  " passes. ");
  sentence.append(held ? "Held: these passes find the whole image."
                       : "Did not hold: the passes, the read-backs or the image are not those of the paper.");
  run.addVerdict(sentence + " " + driverNote(run) + ".");
}

}  // namespace

void orderedLayers(Run& run) {
  Hand hand(1);
  const std::vector<LdiPass> passes = orderedPasses(hand.drawn());
  run.addText(
      "The hand of figure 4, closed. Each pass draws all faces of a side, and finds the nearest depth behind the "
      "pass before. The last pass of each side finds nothing: the occlusion query ends the side. The picture is a "
      "reconstruction: the finished image, cut into the layers that these passes find.");
  run.addPicture("figure1", drawn(passes, "Ordered: " + number(passes.size()) + " passes, two of them empty"),
                 "Ordered layers, pass after pass");
  addPassVerdict(run, "ordered", hand, passes.size(), passes.size());
}

void unorderedLayers(Run& run) {
  Hand hand(1);
  const std::vector<LdiPass> passes = unorderedPasses(hand.drawn());
  run.addText(
      "The same hand. Pass 1 of each side counts the faces at each pixel in the stencil buffer. Pass k keeps the "
      "k-th face in the order of drawing, so the CPU sorts the depths of each pixel: in this picture, a reconstruction "
      "as well, " +
      readable(outOfOrder(passes)) + " % of the points are nearer than those of the pass before.");
  run.addPicture("figure2", drawn(passes, "Unordered: " + number(passes.size()) + " passes"),
                 "Unordered layers, pass after pass");
  addPassVerdict(run, "unordered", hand, passes.size(), 2);

  std::vector<double> more;
  std::string counts = "no OpenGL here";
  const int frames = run.either(20, 5);
  for (int frame = 0; frame < frames; ++frame) {
    Hand at(double(frame) / (frames - 1));
    const auto ordered = measure(run, "ordered", at), unordered = measure(run, "unordered", at);
    if (!ordered || !unordered) continue;
    more.push_back(static_cast<double>(ordered->work.passes) / static_cast<double>(unordered->work.passes));
    counts = number(ordered->work.passes) + " and " + number(unordered->work.passes) + " for the closed hand";
  }
  if (!more.empty()) counts += "; " + rangeOf(more).text() + " times as many while it closes";
  addJudged(run,
            {.place = "section 4",
             .claim = "ordered and unordered layers need about the same number of passes",
             .paper = "",
             .ours = counts,
             .verdict = verdictOf(more, [](double ratio) { return ratio <= 1.5; })},
            {.held = "the pass of each side that finds nothing is a small part of the ordered ones",
             .partly = "ordered layers need a pass more for each side, which finds nothing; with few layers "
                       "that is a large part",
             .notHeld = "ordered layers need a pass more for each side, which finds nothing, and bodies "
                        "have few layers",
             .notTried = "a graphics driver is needed"});
}

}  // namespace pliant::papers::ldi2004
