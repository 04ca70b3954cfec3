// Tests the text on Pliant's picture: legends of overlays have space in a window of the usual size.

#include <pliant_catch.h>
#include <pliant_screen.h>

#include <chrono>
#include <string>
#include <thread>

#include "App.h"
#include "Window.h"
#include "darkPicture.h"
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
    // The table's description is above the curves.
    app.setOverlay(parseOverlay("cells"));
    label();
    const auto table = panels.widgets().placeOf("hash table");
    REQUIRE(table);
    CHECK((*table)[1] < kLabelsHeight / 2);
  }
}

TEST_CASE("a legend tells colours only of what is in the picture") {
  const auto legend = [](const char* overlay, const char* detector, const Snapshot& shown) {
    for (const OverlayKind& kind : overlayKinds())
      if (kind.name == overlay) return Panels::legendOf(kind, detector, &shown);
    return std::string();
  };
  Snapshot asked, stepped;
  asked.sample.stepped = false;
  stepped.sample.measured = stepped.isCut = true;
  for (const char* const overlay : {"methods", "contacts", "normals", "cutsides"}) {
    INFO(overlay);
    CHECK(legend(overlay, "auto", asked).starts_with("nothing to show"));
    CHECK(!legend(overlay, "auto", stepped).starts_with("nothing"));
  }
  CHECK(legend("methods", "spatial-hash", stepped).starts_with("nothing to show"));
  CHECK(legend("cells", "bullet", stepped) == "only in Pliant's pictures");
}

TEST_CASE("letters are larger in a large window, unless the display's scale already makes them so") {
  CHECK(Panels::lettersFor(1280, 800, 1) == 1);
  CHECK(Panels::lettersFor(2560, 1440, 1) == 1.5f);
  CHECK(Panels::lettersFor(2560, 1440, 2) == 1);
  CHECK(Panels::lettersFor(900, 1400, 1) == 1);
}

TEST_CASE("lines end at spaces, and a number stays whole and with its unit") {
  const auto broken = [](const char* text, std::size_t most) {
    return breakLines(text, [most](const std::string& line) { return line.size() <= most; });
  };
  CHECK(broken("shared volume 0.000161, 1,000 ms", 16) == "shared volume\n0.000161,\n1,000 ms");
  CHECK(broken("found (1.27 ms)", 12) == "found\n(1.27 ms)");
  CHECK(broken("blocks of 2 x 2 x 2 cells", 13) == "blocks of\n2 x 2 x 2\ncells");
  CHECK(broken("1994, table 1)", 12) == "1994,\ntable 1)");
  CHECK(broken("  paper: 20, 57 ms", 14) == "  paper: 20,\n57 ms");
  CHECK(broken("one\ntwo three", 9) == "one\ntwo three");
  CHECK(broken("immovable", 3) == "immovable");
  CHECK(broken("", 3).empty());
}

TEST_CASE("a flat picture is dark in the dark window, its strong colours stay") {
  Image picture(4, 1);
  const Rgb strong{28, 36, 45};
  picture.at(1, 0) = {30, 32, 36};
  picture.at(2, 0) = {252, 221, 184};
  picture.at(3, 0) = strong;
  const Image dark = darkPicture(picture);
  CHECK(dark.at(0, 0)[1] < 40);
  CHECK(dark.at(1, 0)[1] > 190);
  CHECK(dark.at(2, 0)[0] < 110);
  CHECK(dark.at(2, 0)[0] > dark.at(2, 0)[2]);
  CHECK(dark.at(3, 0) == strong);
}
