// Parts of the page whose verdicts hang on the renderers that are given to them.

#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/papers/Paper.h>
#include <pliant/papers/Run.h>
#include <pliant/scenes/Simulation.h>
#include <pliant_catch.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../demo/ScratchFolder.h"

using namespace pliant;
using namespace pliant::papers;

namespace {

/// Draws on the CPU under another name. `keeps`: false: the last point of each pixel is lost.
class Named final : public LdiRenderer {
 public:
  explicit Named(std::string name, bool keeps = true) : m_name(std::move(name)), m_keeps(keeps) {}

  std::string_view name() const override { return m_name; }
  std::size_t memory() const override { return m_renderer.memory(); }
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override {
    m_renderer.render(surface, view, image, workers);
    if (m_keeps) return;
    const LayeredDepthImage all = image;
    image.entries.clear();
    for (std::size_t p = 0; p < view.pixels(); ++p) {
      image.offsets[p] = static_cast<std::uint32_t>(image.entries.size());
      const auto points = all.pixel(p);
      if (!points.empty()) image.entries.insert(image.entries.end(), points.begin(), points.end() - 1);
    }
    image.offsets[view.pixels()] = static_cast<std::uint32_t>(image.entries.size());
  }

 private:
  std::string m_name;
  bool m_keeps;
  SoftwareLdi m_renderer;
};

benchmarks::LdiSource source(const std::string& name, ImageWork work, bool keeps = true) {
  return {std::make_unique<Named>(name, keeps), [] { return 0.0; }, [work] { return work; }};
}

/// Text and claims of a part on a quick page.
struct Made {
  std::string text;
  std::vector<Claim> claims;

  Made(const std::string& id, const std::string& title, std::vector<benchmarks::LdiSource> sources = {}) {
    const ScratchFolder folder;
    std::filesystem::create_directories(folder.path("papers"));
    benchmarks::BenchSettings settings;
    settings.sources = std::move(sources);
    settings.driver = "llvmpipe";
    Run run(folder.path(""), std::move(settings), true);
    for (const Paper& paper : allPapers())
      if (paper.id == id) {
        run.begin(paper);
        const auto part = std::find_if(paper.parts.begin(), paper.parts.end(),
                                       [&](const Part& one) { return one.title.starts_with(title); });
        REQUIRE(part != paper.parts.end());
        part->make(run);
      }
    text = run.takeText();
    claims = run.takeClaims();
  }
  bool has(const std::string& words) const {
    INFO(text);
    return text.find(words) != std::string::npos;
  }
};

}  // namespace

TEST_CASE("figure 4 of 2003 has points within the volume alone, and they alternate") {
  const Made made("heidelberger2003", "Figures 3 and 4");
  CHECK(made.has("| 1 | 1 |"));
  CHECK(made.has("alternate once they are sorted"));
  for (const char* const clamped : {"| 1 | yes |", "| 1 | no |", "| 0 | yes |", "| 0 | no |"})
    CHECK_FALSE(made.has(clamped));
}

TEST_CASE("figure 2 of 2003: both depth ranges give the same inside regions") {
  const Made made("heidelberger2003", "Figure 2");
  CHECK(made.has("Both give the same "));
  CHECK_FALSE(made.has("the same 0 inside spans"));
}

TEST_CASE("contours are safe only if the case occurs and each renderer keeps both points") {
  const auto claim = [](std::vector<benchmarks::LdiSource> sources) {
    const Made made("heidelberger2004", "Section 3.2", std::move(sources));
    REQUIRE(made.claims.size() == 1);
    CHECK_FALSE(made.has("In 0 pixels the boxes"));
    CHECK_FALSE(made.has("in 0 the bar"));
    return made.claims[0];
  };
  CHECK(claim({}).verdict == papers::Verdict::Held);
  std::vector<benchmarks::LdiSource> sources;
  sources.push_back(source("ldi-gl-ordered", {}));
  sources.push_back(source("ldi-gl-unordered", {}, false));
  const Claim partly = claim(std::move(sources));
  CHECK(partly.verdict == papers::Verdict::Partly);
  CHECK(partly.reason == "not by unordered");
}

TEST_CASE("passes are those that the renderers count, and the picture is said to be a reconstruction") {
  const auto figure = [](const char* title, std::size_t ordered, std::size_t unordered, bool keeps = true) {
    std::vector<benchmarks::LdiSource> sources;
    sources.push_back(source("ldi-gl-ordered", {ordered, 1}, keeps));
    sources.push_back(source("ldi-gl-unordered", {unordered, 2}, keeps));
    return Made("heidelberger2004", title, std::move(sources));
  };
  const Made whole = figure("Figure 1", 10, 8);
  CHECK(whole.has("reconstruction"));
  CHECK(whole.has("in 10 passes, with 1 read-back,"));
  CHECK(whole.has("Held: "));
  CHECK(figure("Figure 1", 11, 8).has("Did not hold: "));
  CHECK(figure("Figure 2", 10, 8).has("Held: "));
  CHECK(figure("Figure 2", 10, 8, false).has("finds 0 of the CPU's 3,442 points"));
  CHECK(figure("Figure 2", 10, 8, false).has("Did not hold: "));

  const auto verdict = [&](std::size_t ordered, std::size_t unordered) {
    const Made made = figure("Figure 2", ordered, unordered);
    REQUIRE(made.claims.size() == 1);
    return made.claims[0].verdict;
  };
  CHECK(verdict(10, 8) == papers::Verdict::Held);
  CHECK(verdict(16, 8) == papers::Verdict::NotHeld);
  const Made none("heidelberger2004", "Figure 2");
  REQUIRE(none.claims.size() == 1);
  CHECK(none.claims[0].verdict == papers::Verdict::NotTried);
  CHECK_FALSE(none.has("Held"));
}
