// Tests the text on Pliant's picture: legends of overlays have space in a window of the usual size.

#include <pliant_catch.h>
#include <pliant_screen.h>

#include <chrono>
#include <string>
#include <thread>

#include "App.h"
#include "Window.h"
#include "panels.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

constexpr int kLabelsWidth = 1280, kLabelsHeight = 800;

}  // namespace

TEST_CASE("browser: the legend of each overlay is on the picture, whole, at 1280 x 800") {
  test::Screen::instance();
  BrowserSettings settings;
  settings.detectors = {{"regularity-tree", "", {}}, {"none", "", {}}};
  Window window({.width = kLabelsWidth, .height = kLabelsHeight, .samples = 0});
  Panels panels;
  panels.dress({}, 1);
  for (const char* const scene : {"tori", "hat"}) {
    App app(settings, {.scene = scene, .detector = "regularity-tree", .overlay = parseOverlay("none")}, true);
    app.setRunning(false);
    const Region pictures = panels.pictures(kLabelsWidth, kLabelsHeight);
    app.arrange(pictures, kLabelsHeight);
    // A window of Dear ImGui gets its size in the first frame.
    const auto label = [&] {
      app.advance(0.02);
      for (int i = 0; i < 3; ++i) {
        window.beginFrame();
        panels.show(app, kLabelsWidth, kLabelsHeight, "", 0);
        panels.listen(app, window);
        app.draw(1);
        window.endFrame(nullptr);
      }
      return panels.label();
    };
    const Panels::Label plain = label();
    const float left = static_cast<float>(app.regionOf(1).left);
    const auto isThere = [&](const Panels::Label& shown) {
      CHECK(shown.whole);
      CHECK(shown.left >= left);
      CHECK(shown.right <= static_cast<float>(pictures.left + pictures.width));
      CHECK(shown.bottom <= kLabelsHeight / 2);
    };
    isThere(plain);
    for (const OverlayKind& kind : overlayKinds()) {
      const std::string name(kind.name);
      INFO(scene << ": " << name);
      app.setOverlay(parseOverlay(name));
      const Panels::Label shown = label();
      isThere(shown);
      CHECK(shown.bottom > plain.bottom);
    }
    app.setOverlay(parseOverlay("hierarchy:levels,parts,intersections"));
    isThere(label());
  }
}
