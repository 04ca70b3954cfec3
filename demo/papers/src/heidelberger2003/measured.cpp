#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/models/paperScenes.h>
#include <pliant/papers/Range.h>
#include <pliant/papers/drivers.h>
#include <pliant/papers/judging.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "parts.h"

namespace pliant::papers::ldi2003 {
namespace {

using benchmarks::Table;
using models::ClosedModel;
using models::PaperModel;

double millisecondsOf(auto&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Two bodies and a detector.
struct Detected {
  BodySet set;
  Workers workers{1};
  LdiDetector detector;
  Results results;

  Detected(const ClosedModel& a, const ClosedModel& b, const LdiDetector::Settings& settings)
      : detector(nullptr, settings) {
    set.add(a.view());
    set.add(b.view());
  }
  /// Returns the time of update and query [ms].
  double query() {
    return millisecondsOf([&] {
      set.update(workers);
      detector.update(set, workers);
      detector.query(set, {.verticesInside = true, .intersectionVolumes = true}, results, workers);
    });
  }
  double volume() const { return results.intersectionVolumes.empty() ? 0 : results.intersectionVolumes[0].volume; }
};

/// Returns a sphere of radius 1, around all models of a longest side of 1.
ClosedModel sphereAround() {
  ClosedModel sphere;
  static_cast<models::SurfaceModel&>(sphere) = models::sphereSurface(5000);
  return sphere;
}

void claimInside(Run& run) {
  const ClosedModel sphere = sphereAround();
  ClosedModel knot = models::paperModel(PaperModel::Knot);
  knot.scale(0.8);
  Detected detected(sphere, knot, {.grid = {.resolution = 256}});
  detected.query();
  const double off = std::abs(detected.volume() / models::enclosedVolume(knot) - 1);
  const bool all = detected.results.verticesInside.size() == knot.points.size();
  addJudged(run,
            {"1, contributions", "an object that lies wholly inside another one is found", "robust",
             readable(double(detected.results.verticesInside.size())) + " of " + readable(double(knot.points.size())) +
                 " vertices inside, volume off by " + readable(100 * off) + " %",
             verdictOf(std::size_t{all} + std::size_t{off < 0.02}, 2)},
            {.held = "winding numbers along each ray need no surface that intersects",
             .partly = all ? "the volume is sampled too coarsely" : "some vertices are not found",
             .notHeld = "neither the vertices nor the volume are right"});
}

void claimClosed(Run& run) {
  ClosedModel open = models::paperModel(PaperModel::SmallSanta);
  open.faces.pop_back();
  BodySet set;
  const Index id = set.add(open.view());
  std::string reason;
  try {
    LdiDetector::check(set.topology(id));
  } catch (const Error& error) {
    reason = error.what();
  }
  addJudged(
      run,
      {"6", "only closed, watertight surfaces can be handled", "a limitation",
       reason.empty() ? "an open surface is accepted" : "an open surface is refused",
       reason.empty() ? Verdict::NotHeld : Verdict::Held},
      {.held = "`detect --cap-holes N` closes holes first; in worlds an open body collides by its faces and edges",
       .partly = {},
       .notHeld = "open surfaces are accepted here"});
}

void claimMemory(Run& run) {
  const ClosedModel& dragon = models::paperModel(PaperModel::Dragon);
  BodySet set;
  set.add(dragon.view());
  Workers workers{1};
  set.update(workers);
  LayeredDepthImage image;
  const BodySet::Range vertices = set.vertices(0);
  SoftwareLdi().render({set.positions(), vertices.begin, vertices.size(), set.faces(), looksInward(set, 0)},
                       volumeOfInterest(set.box(0), {.resolution = 128, .stretched = true}), image, workers);
  const double kib = double(image.memory()) / 1024,
               mesh = double(dragon.points.size() * 12 + dragon.faces.size() * 12) / 1024,
               field = 128.0 * 128 * 128 * 4 / 1024;
  addJudged(run,
            {"3.2", "the images take little memory beside hierarchies and distance fields", "no figure",
             readable(kib) + " KiB for the dragon", verdictOf(std::size_t{kib < mesh} + std::size_t{kib < field}, 2)},
            Reasons::same("its mesh takes " + readable(mesh) + " KiB, a distance field of 128 x 128 x 128 floats " +
                          readable(field) + " KiB"));
}

void claimKept(Run& run) {
  const models::Overlap& pair = models::paperOverlaps()[3];
  const ClosedModel a = models::paperModel(pair.first), b = models::secondOf(pair);
  const LdiGrid grid{.resolution = 128, .stretched = true};
  Detected kept(a, b, {.grid = grid}), redrawn(a, b, {.grid = grid, .keepImages = false});
  kept.query();
  redrawn.query();
  std::vector<double> keeps, draws;
  for (int i = 0; i < run.either(15, 5); ++i) {
    keeps.push_back(kept.query());
    draws.push_back(redrawn.query());
  }
  const double with = rangeOf(keeps).least, without = rangeOf(draws).least;
  addJudged(run,
            {"5, tables 1, 2", "for rigid objects stages 1 and 2 can be computed once", "possible",
             readable(with) + " ms with kept images, " + readable(without) + " redrawn",
             with < 0.95 * without ? Verdict::Held
             : with < without      ? Verdict::Partly
                                   : Verdict::NotHeld},
            {.held = "images are kept by default while neither the body nor its view moves",
             .partly = "images are kept by default, but reading positions and the query are most of the time",
             .notHeld = "drawing an image anew takes no longer than keeping it"});
}

}  // namespace

void readBacks(Run& run) {
  if (run.settings().tiles.empty()) {
    run.addText("There is no OpenGL here, so the gain of tiles can't be measured.");
    run.addClaim({"4", "layers as tiles of one framebuffer need two read-backs and improve the performance", "",
                  "no OpenGL here", Verdict::NotTried, "a graphics driver is needed"});
    return;
  }
  const Table table = benchmarks::makeTable("ldi-gl-tiles", run.settings());
  run.addText(
      "Section 4: unordered layers of both images, with framebuffers from one tile to all. Front and back faces are "
      "drawn apart here, and the first layers of both sides are tiles as well. Times in ms, drawn by " +
      run.settings().driver + ".");
  run.addTable(table);
  const std::size_t frames = run.settings().tiles.size();
  std::vector<double> gains, readBacks;
  for (std::size_t row = frames - 1; row < table.rows.size(); row += frames) {
    gains.push_back(table.number(row, "one tile / this"));
    readBacks.push_back(table.number(row, "read-backs") / 2);
  }
  const Range gain = rangeOf(gains);
  run.addVerdict("With the largest framebuffer an image needs " + rangeOf(readBacks).text() +
                 " read-backs. One framebuffer for all layers is " + gain.text() +
                 " times as fast as one for each layer.");
  const auto faster =
      static_cast<std::size_t>(std::count_if(gains.begin(), gains.end(), [](double times) { return times > 1.1; }));
  const Verdict verdict = rangeOf(readBacks).most > 2 ? Verdict::NotHeld
                          : faster == 0               ? Verdict::Partly
                                                      : verdictOf(faster, gains.size());
  const std::string inScenes =
      "faster in " + std::to_string(faster) + " of " + std::to_string(gains.size()) + " scenes";
  addJudged(
      run,
      {"4", "layers as tiles of one framebuffer need at most two read-backs and improve the performance", "no figure",
       rangeOf(readBacks).text() + " read-backs an image, " + gain.text() + " times as fast", verdict},
      {.held = "measured with " + run.settings().driver,
       .partly =
           inScenes + (isSoftwareGl(run) ? "; the processor draws here (llvmpipe), so a read-back copies memory and "
                                           "stalls no pipeline"
                                         : ", with " + run.settings().driver),
       .notHeld = "the layers do not fit into one framebuffer"});
}

void renderers(Run& run) {
  const std::string claim = "graphics hardware accelerates the images";
  if (run.settings().sources.empty()) {
    run.addText("There is no OpenGL here.");
    run.addClaim({"1, 4", claim, "GeForce4", "no OpenGL here", Verdict::NotTried,
                  "`ldi-gl-abuffer` was faster than the CPU in 7 of 19 cases, " + std::string(kEarlierCard)});
    return;
  }
  const Table measured = benchmarks::makeTable("ldi-gl-2003-table1", run.settings());
  Table table{"renderers",
              "",
              {"objects", "overlap", "faces k", "CPU ms", "unordered ms", "ordered ms", "abuffer ms", "fastest / CPU",
               "paper ms"}};
  std::vector<double> ratios;
  double differ = 0;
  for (std::size_t row = 0; row < measured.rows.size(); ++row) {
    const auto number = [&](const std::string& name) -> double {
      return hasColumn(measured, name) ? measured.number(row, name) : 0;
    };
    const auto drawn = [&](const std::string& name) { return number(name) + number(name + " read"); };
    const double cpu = number("software");
    double fastest = std::numeric_limits<double>::infinity();
    for (const benchmarks::LdiSource& source : run.settings().sources)
      fastest = std::min(fastest, drawn(source.shortName()));
    table.add(measured.cell(row, "objects"), measured.cell(row, "overlap"), number("faces k"), cpu, drawn("unordered"),
              drawn("ordered"), drawn("abuffer"), fastest / cpu, number("paper 1+2"));
    ratios.push_back(fastest / cpu);
    for (const char* const name : {"unordered", "ordered", "abuffer"})
      differ = std::max(differ, number(std::string(name) + " differs %"));
  }
  run.addText("The images of table 1 by the CPU and by OpenGL (" + run.settings().driver +
              "), drawing and reading back, ms of wall time; rows by scene size.");
  run.addTable(table);
  const std::string times = rangeOf(ratios).text() + " times the CPU's time with " + run.settings().driver;
  run.addVerdict("The images differ in " + readable(differ) + " % of the pixels. The fastest OpenGL renderer takes " +
                 times + (hasCard(run) ? "." : ", a software rasteriser: it says nothing about a card."));
  addJudged(run,
            {"1, 4", claim, "stages 1+2: 19 to 256 ms with a GeForce4", times,
             hasCard(run) ? verdictOf(ratios, [](double ratio) { return ratio < 1; }) : Verdict::NotTried},
            {.held = "method `ldi` chooses by the size of the images",
             .partly = "the card wins in some of these scenes; method `ldi` chooses by the size of the images",
             .notHeld = "the CPU draws all layers in one pass, the card one layer in each",
             .notTried = "`ldi-gl-abuffer` was faster than the CPU in 7 of 19 cases, " + std::string(kEarlierCard)});
}

void resolutions(Run& run) {
  const models::Overlap& pair = models::paperOverlaps()[1];
  const ClosedModel a = models::paperModel(pair.first), b = models::secondOf(pair);
  // Returns the volume, and the shortest time of an update and a query.
  const auto volumeAt = [&](Index resolution) {
    std::vector<double> times;
    double volume = 0;
    for (int i = 0; i < 3; ++i) {
      Detected one(a, b, {.grid = {.resolution = resolution}});
      times.push_back(one.query());
      volume = one.volume();
    }
    return std::pair(volume, rangeOf(times).least);
  };
  const double fine = volumeAt(run.either(2048u, 1024u)).first;
  Table table{"resolutions", "", {"pixels", "volume 1e-6", "off by %", "update and query ms"}};
  benchmarks::SvgPlot plot{"Accuracy and time by resolution: knot and rabbit",
                           "pixels along the longest side",
                           "volume off by [%], time [ms]",
                           {{"off by [%]", {}}, {"time [ms]", {}}}};
  std::vector<double> errors, times;
  for (const Index resolution : {16u, 32u, 64u, 128u, 256u, 512u}) {
    const auto [volume, time] = volumeAt(resolution);
    errors.push_back(100 * std::abs(volume / fine - 1));
    times.push_back(time);
    table.add(resolution, 1e6 * volume, errors.back(), time);
    plot.add({double(resolution), double(resolution)}, {errors.back(), time});
  }
  run.addText("Section 3.2: the resolution sets the accuracy. Reference: the volume by " +
              readable(run.either(2048.0, 1024.0)) + " pixels.");
  run.addTable(table);
  run.addPlot("resolution", plot, "Error of the volume, and time, by resolution");
  std::size_t better = 0;
  for (std::size_t i = 1; i < errors.size(); ++i) better += errors[i] < errors[i - 1];
  run.addVerdict("From 16 to 512 pixels the error of the volume goes from " + readable(errors.front()) + " % to " +
                 readable(errors.back()) + " %, and the time from " + readable(times.front()) + " to " +
                 readable(times.back()) + " ms.");
  addJudged(run,
            {"3.2", "the resolution adjusts the accuracy", "no figure",
             readable(errors.front()) + " % off at 16 pixels, " + readable(errors.back()) + " % at 512",
             verdictOf(better, errors.size() - 1)},
            {.held = "by default a pixel is half a mean edge of the finer body",
             .partly = "not each finer image is more accurate, since pixel centres fall elsewhere",
             .notHeld = "no finer image is more accurate"});
}

void properties(Run& run) {
  run.addText("Statements of the paper without a table of their own, measured for the claims below.");
  claimInside(run);
  claimClosed(run);
  claimMemory(run);
  claimKept(run);
}

}  // namespace pliant::papers::ldi2003
