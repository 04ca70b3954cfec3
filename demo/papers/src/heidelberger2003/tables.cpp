#include <pliant/benchmarks/paperPictures.h>
#include <pliant/detectors/Error.h>
#include <pliant/models/ParticleFall.h>
#include <pliant/models/paperModels.h>
#include <pliant/papers/Range.h>
#include <pliant/papers/judging.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Simulation.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "parts.h"

namespace pliant::papers::ldi2003 {
namespace {

using benchmarks::Table;

constexpr double kFrame = 1000.0 / 30;  // time of a frame at an interactive rate [ms]

std::string percent(double share) {
  return readable(std::round(100 * share)) + " %";
}

/// Adds the claim that all queries keep an interactive rate. `times`: of our queries [ms].
void claimRate(Run& run, const std::string& place, double paperMost, const std::vector<double>& times) {
  addJudged(run,
            {place, "queries run at interactive rates up to very complex geometry",
             "at most " + readable(paperMost) + " ms", "at most " + readable(rangeOf(times).most) + " ms",
             verdictOf(times, [](double time) { return time <= kFrame; })},
            {.held = "the slowest query leaves time in a frame of 1/30 s; the paper's takes several",
             .partly = "some queries take more than a frame of 1/30 s",
             .notHeld = "each query takes more than a frame of 1/30 s"});
}

void claimComplexity(Run& run, const Table& table) {
  std::string paper, ours;
  std::vector<double> ratios;
  for (std::size_t row = 0; row + 1 < 6; row += 2) {
    const auto ratio = [&](const char* name) { return table.number(row + 1, name) / table.number(row, name); };
    const char* const comma = row == 0 ? "" : ", ";
    paper.append(comma).append(readable(ratio("paper 1+2")));
    ours.append(comma).append(readable(ratio("1+2")));
    ratios.push_back(ratio("1+2"));
  }
  addJudged(run,
            {"5, table 1", "stages 1+2 depend on the depth complexity: complex overlaps take longer",
             "complex / simple: " + paper, ours, verdictOf(ratios, [](double ratio) { return ratio > 1.05; })},
            {.held = "more layers have more points, and each is stored and sorted",
             .partly = "all layers are drawn in one pass over the faces, so layers weigh less than in the "
                       "paper, which draws all faces for each",
             .notHeld = "all layers are drawn in one pass over the faces; the paper draws all faces for each"});
}

/// Adds the claim that there are few layers. `layers`: ours.
void claimLayers(Run& run, const std::string& place, double paperLeast, double paperMost,
                 const std::vector<double>& layers) {
  const double most = rangeOf(layers).most;
  addJudged(run,
            {place, "the number of layers stays reasonable for complex objects",
             readable(paperLeast) + " to " + readable(paperMost), rangeOf(layers).text(),
             most <= 2 * paperMost   ? Verdict::Held
             : most <= 4 * paperMost ? Verdict::Partly
                                     : Verdict::NotHeld},
            {.held = "objects of 12,000 to 520,000 faces, within the volume of interest",
             .partly = "more than twice the paper's, for objects of 12,000 to 520,000 faces",
             .notHeld = "more than four times the paper's, for objects of 12,000 to 520,000 faces"});
}

/// Returns the frames/s of the scene `particles` by the window's renderer; 0 if there is none here.
double drawnByWindow(Run& run, int frames, std::string& driver) {
  if (!run.settings().drawFrames) return 0;
  Simulation simulation(*findScene("particles"), {.detector = "none"});
  const auto next = [&] {
    simulation.stepPaths();
    return drawScene(simulation, {}, parseOverlay("none"));
  };
  try {
    return frames / run.settings().drawFrames(frames, next, driver);
  } catch (const Error&) {
    return 0;
  }
}

}  // namespace

void overlaps(Run& run) {
  const Table measured = benchmarks::makeTable("ldi-2003-table1", run.settings());
  Table table{"table1",
              "",
              {"objects", "overlap", "faces k", "paper layers", "layers", "paper 1+2 ms", "1+2 ms", "1+2: paper / ours",
               "paper 3a ms", "3a ms", "3a: paper / ours"}};
  std::vector<double> faster, all, shares, layers;
  for (std::size_t row = 0; row < measured.rows.size(); ++row) {
    const auto number = [&](const char* name) { return measured.number(row, name); };
    const auto pairOf = [&](const std::string& name) {
      return readable(number((name + " a").c_str())) + " / " + readable(number((name + " b").c_str()));
    };
    const double draw = number("1+2"), intersect = number("3a"), paper = number("paper 1+2"),
                 paperIntersect = number("paper 3a");
    // The paper has only the sum for knot and dragon.
    const bool sum = paperIntersect == 0;
    table.add(measured.cell(row, "objects"), measured.cell(row, "overlap"), pairOf("faces k"), pairOf("paper layers"),
              pairOf("layers"), readable(paper) + (sum ? " with 3a" : ""), draw, paper / (draw + (sum ? intersect : 0)),
              sum ? std::string("-") : readable(paperIntersect), intersect,
              sum ? std::string("-") : readable(paperIntersect / intersect));
    faster.push_back(paper / (draw + (sum ? intersect : 0)));
    all.push_back(draw + intersect);
    shares.push_back(intersect / (draw + intersect));
    for (const char* const name : {"layers a", "layers b"}) layers.push_back(number(name));
  }
  run.addText("Table 1, and knot and dragon of figure 9 in the last row. CPU, one thread, 128 x 128 pixels.");
  run.addTable(table);
  run.addPicture("figure7", benchmarks::drawPaperPicture("heidelberger2003-simple", run.samples()),
                 "Simple overlaps: boxes, volume of interest, intersection volume");
  run.addPicture("figure8", benchmarks::drawPaperPicture("heidelberger2003-complex", run.samples()),
                 "Complex overlaps of the same models");
  run.addPicture("figure9", benchmarks::drawPaperPicture("heidelberger2003-knot-dragon", run.samples()),
                 "Knot and dragon, and their intersection volume alone");
  run.addVerdict("All volumes take " + rangeOf(all).text() + " ms here, the paper's " +
                 std::string("20 to 256 ms; stages 1+2 are ") + rangeOf(faster).text() +
                 " times as fast. The machines are 20 years apart. Images have " + rangeOf(layers).text() +
                 " layers, the paper's 1 to 8: the models are ours.");
  claimRate(run, "6, table 1", 256, all);
  claimComplexity(run, measured);
  addJudged(run,
            {"5, table 1", "the boolean operation of stage 3a costs little beside the images", "1 of 20 to 115 ms",
             "at most " + percent(rangeOf(shares).most) + " of a query",
             verdictOf(shares, [](double share) { return share < 0.3; })},
            {.held = "pixels are walked once; images have few layers",
             .partly = "where an image is drawn fast, walking its pixels weighs",
             .notHeld = "drawing an image is not slower than walking its pixels"});
  claimLayers(run, "3.2, table 1", 1, 8, layers);
}

void vertices(Run& run) {
  const Table measured = benchmarks::makeTable("ldi-2003-table2", run.settings());
  Table table{"table2",
              "",
              {"object", "faces k", "paper layers", "layers", "paper 1+2 ms", "1+2 ms", "1+2: paper / ours",
               "paper 3b ms", "3b ms", "3b: paper / ours", "inside %"}};
  for (std::size_t row = 0; row < measured.rows.size(); ++row) {
    const auto number = [&](const char* name) { return measured.number(row, name); };
    table.add(measured.cell(row, "object"), number("faces k"), number("paper layers"), number("layers"),
              number("paper 1+2"), number("1+2"), number("paper 1+2") / number("1+2"), number("paper 3b"), number("3b"),
              number("paper 3b") / number("3b"), number("inside %"));
  }
  run.addTable(table);
  run.addPicture(
      "figure10", benchmarks::drawPaperPicture("heidelberger2003-vertices", run.samples()),
      "100,000 vertices in the box of the rabbit: body and some of those outside, inside by an image, all inside");
  const Range find = rangeOf(measured, "3b"), draw = rangeOf(measured, "1+2");
  const double spread = find.most / find.least, growth = draw.most / draw.least;
  run.addVerdict("100,000 vertices take " + find.text() + " ms, in the paper 26 to 28. Images of whole objects take " +
                 draw.text() + " ms, in the paper 11 to 307. From the fastest object to the slowest, the image takes " +
                 readable(growth) + " times as long (28 in the paper), and the vertices " + readable(spread) +
                 " times.");
  addJudged(
      run,
      {"3.3, table 2", "the vertex test does not depend on the object's complexity", "26 to 28 ms", find.text() + " ms",
       spread < 2              ? Verdict::Held
       : spread < 0.5 * growth ? Verdict::Partly
                               : Verdict::NotHeld},
      {.held = "a vertex is compared with the few points of one pixel",
       .partly = "a vertex is compared with the points of one pixel, and their number differs",
       .notHeld = "the vertices take longer where the image does"});
  claimLayers(run, "3.2, table 2", 8, 12, numbersOf(measured, "layers"));
  const auto& knot = models::nameOf(models::PaperModel::Knot);
  for (std::size_t row = 0; row < measured.rows.size(); ++row) {
    if (std::get<std::string>(measured.cell(row, "object")) != knot) continue;
    const double of = measured.number(row, "3b");
    run.addText("For the smallest object, the knot, the vertices are " +
                percent(of / (of + measured.number(row, "1+2"))) + " of the whole, in the paper " + percent(26.0 / 37) +
                ".");
  }
}

void particles(Run& run) {
  const Table measured = benchmarks::makeTable("ldi-2003-particles", run.settings());
  run.addText("Times of a frame in ms.");
  run.addTable(measured);
  run.addPicture("figure11", benchmarks::drawPaperPicture("heidelberger2003-particles", run.samples()),
                 "Particles that fall on a Santa that sways; red: in contact, or within the last 12 frames");
  // Draws the frames as well, by the renderer of these pictures.
  models::ParticleFall fall;
  const int frames = run.either(20, 4);
  const auto start = std::chrono::steady_clock::now();
  for (int frame = 0; frame < frames; ++frame) {
    fall.deform(frame);
    fall.moveParticles();
    fall.detect();
    fall.respond();
    std::vector<std::array<double, 3>> falling, hit;
    for (std::size_t i = 0; i < fall.particles().size(); ++i) {
      const Vector3& p = fall.particles()[i];
      (fall.sinceContact()[i] < 12 ? hit : falling).push_back({double{p[0]}, double{p[1]}, double{p[2]}});
    }
    Drawing drawing;
    drawing.surfaces = {drawBody(fall.model().view(), {0.62f, 0.62f, 0.64f}),
                        drawParticles(falling, 0.0035, bodyColour(0)), drawParticles(hit, 0.0055, kIntersectionRed)};
    const RenderSettings settings{320, 240, 1};
    showBox(drawing, {-0.5, -0.55, -0.3}, {0.5, 0.62, 0.3}, {25, 16, 24}, settings);
    render(drawing, settings);
  }
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  std::string driver;
  const double byGl = drawnByWindow(run, frames, driver);
  judgeParticles(run, measured.number(0, "frames/s"), frames / passed.count(), byGl, driver);
}

void judgeParticles(Run& run, double alone, double byCpu, double byGl, const std::string& driver) {
  const std::string undrawn = readable(alone) + " frames/s undrawn", cpu = readable(byCpu) + " by one CPU core",
                    gl = byGl > 0 ? readable(byGl) + " by OpenGL" : "no OpenGL here";
  run.addVerdict("Deformation, dynamics, detection and response make " + readable(alone) +
                 " frames/s without drawing. Drawn with shadows, 320 x 240 pixels, they make " + cpu + "; " +
                 (byGl > 0 ? "by the renderer of `pliant browse particles` " + readable(byGl) + ", OpenGL by " + driver
                           : "there is no OpenGL here for the renderer of `pliant browse particles`") +
                 ". The paper's card draws 29.");
  const double drawn = std::max(byCpu, byGl);
  addJudged(run,
            {"5, figure 11", "20,000 particles and a deforming body of 10,000 faces run in real time with response",
             "29 frames/s, drawn", undrawn + "; drawn: " + cpu + ", " + gl,
             drawn >= 29   ? Verdict::Held
             : alone >= 29 ? Verdict::Partly
                           : Verdict::NotHeld},
            {.held = byCpu >= 29 ? "even with drawing by the CPU" : "drawn by the window's renderer, with shadows",
             .partly = "detection and response leave " + readable(1000.0 / 29 - 1000 / alone) +
                       " ms of a frame of 1/29 s for drawing, which takes longer here",
             .notHeld = "detection and response alone take longer than a frame of 1/29 s"});
}

}  // namespace pliant::papers::ldi2003
