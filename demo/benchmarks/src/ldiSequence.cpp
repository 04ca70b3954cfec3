#include <pliant/models/paperScenes.h>

#include <algorithm>
#include <array>
#include <string>

#include "LdiScene.h"
#include "Times.h"
#include "paperFigures.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::ClosedModel;

constexpr std::array<const char*, 3> kQueries{"collision", "self-collision", "overall"};

/// Times of a method in all frames [ms].
struct MethodTimes {
  std::string name;
  LdiRenderer* renderer;
  std::array<std::vector<double>, 3> ms{};  ///< one list for each query
  double differ = 0;                        ///< largest share of pixels that differ from the CPU's
};

/// Returns the median wall time to draw all images of a scene and to answer its query from them [ms].
double timeOf(LdiScene& scene, LdiRenderer& renderer, int repeats) {
  Times times(wallMs);
  times.run(repeats, 1, [&](int) {
    times("all", [&] {
      scene.place();
      for (Index body = 0; body < scene.bodies(); ++body) scene.draw(renderer, body);
      scene.answer();
    });
  });
  return times.median("all");
}

}  // namespace

Table ldiSequence(const BenchSettings& settings) {
  const int frames = std::clamp(settings.steps / 10, 5, 20), repeats = std::min(settings.few(), 3);
  SoftwareLdi software;
  std::vector<MethodTimes> methods{{"software", &software}};
  for (const LdiSource& source : settings.sources) methods.push_back({source.shortName(), source.renderer.get()});
  const ClosedModel phone = models::phoneInHand();
  for (int frame = 0; frame < frames; ++frame) {
    settings.progress("ldi 2004 table 1, frame " + std::to_string(frame + 1) + " of " + std::to_string(frames));
    const ClosedModel hand = models::closingHand(double(frame) / (frames - 1));
    LdiScene between({&hand, &phone}, 64), itself({&hand}, 64);
    between.setReference();
    itself.setReference();
    // While hand and phone share no volume, the images of their overlap are small or empty.
    const bool apart = between.volume() == 0;
    for (MethodTimes& method : methods) {
      double all = 0;
      for (std::size_t query = 0; query < 2; ++query) {
        LdiScene& scene = query == 0 ? between : itself;
        const double ms = timeOf(scene, *method.renderer, repeats);
        if (query == 1 || !apart) method.ms[query].push_back(ms);
        method.differ = std::max(method.differ, scene.pixelsThatDiffer());
        all += ms;
      }
      if (!apart) method.ms[2].push_back(all);
    }
  }
  Table table{
      "ldi-gl-2004-sequence",
      "table 1 of 2004: a hand of 4,800 faces closes on a phone of 900, 64 x 64; least and most over " +
          std::to_string(frames) +
          " frames (collision and overall: those in which both share a volume), ms of wall time: boxes, images and "
          "volume; the paper's times; largest share of pixels that differ from the CPU's" +
          (settings.driver.empty() ? std::string() : ". OpenGL by " + settings.driver),
      {"method", "query", "min", "max", "paper min", "paper max", "paper / ours min", "paper / ours max", "differs %"}};
  for (const MethodTimes& method : methods)
    for (std::size_t query = 0; query < kQueries.size(); ++query) {
      const Spread spread = Spread::of(method.ms[query]);
      Table::Row paper(4, std::string("-"));
      for (const PaperSequence& known : kPaperSequence)
        if (known.method == method.name)
          paper = Table::rowOf(known.least[query], known.most[query], known.least[query] / spread.minimum,
                               known.most[query] / spread.maximum);
      table.add(method.name, kQueries[query], spread.minimum, spread.maximum, paper, 100 * method.differ);
    }
  return table;
}

}  // namespace pliant::benchmarks
