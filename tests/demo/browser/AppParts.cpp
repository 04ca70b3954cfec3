// Tests the browser without its controls, in a window on a screen of its own. Its pictures step on threads.

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant_catch.h>
#include <pliant_screen.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "App.h"
#include "Window.h"
#include "panels.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

constexpr int kAppWidth = 640, kAppHeight = 400;

/// A window and the browser in it. Frames come when they are ready.
struct Seen {
  Window window;
  App app;

  explicit Seen(const BrowserSettings& settings, const Preferences& preferences)
      : window({.width = kAppWidth, .height = kAppHeight, .samples = 0}), app(settings, preferences, false) {
    app.arrange({0, 0, kAppWidth, kAppHeight}, kAppHeight);
  }
  void frame() {
    app.advance(0.02);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  void framesUntil(const std::function<bool()>& is) {
    const auto began = Clock::now();
    while (!is()) {
      REQUIRE(secondsSince(began) < 120);
      frame();
    }
  }
};

/// Starts the screen and returns preferences without overlays.
Preferences plain(const char* scene, const char* detector, bool beside = false) {
  test::Screen::instance();
  return {.scene = scene, .detector = detector, .overlay = parseOverlay("none"), .beside = beside};
}

}  // namespace

TEST_CASE("browser: what was left behind while it was built begins again by itself when that has ended") {
  const Preferences preferences = plain("tori", "slow");
  std::atomic<bool> mayGoOn = false;
  std::atomic<int> made = 0;
  BrowserSettings settings;
  // The construction takes longer than the window waits, until `mayGoOn` is set.
  settings.detectors = {{"slow", "",
                         [&] {
                           ++made;
                           while (!mayGoOn) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                           return GivenDetector{std::make_unique<BruteForce>(), {}, {}};
                         }},
                        {"none", "", {}}};
  Seen seen(settings, preferences);
  App& app = seen.app;
  seen.framesUntil([&] { return made == 1; });
  app.restart();
  seen.frame();
  CHECK(!app.views()[1].pane);
  CHECK(app.views()[1].note == "waiting for the end of the previous run");
  app.restart();
  for (int i = 0; i < 20; ++i) seen.frame();
  CHECK(!app.views()[1].pane);
  CHECK(made == 1);
  // The blocked construction does not delay another detector.
  app.setDetector("none");
  seen.framesUntil([&] { return app.views()[1].shown && app.views()[1].shown->sample.step > 1; });
  CHECK(app.views()[1].note.empty());
  app.setDetector("slow");
  CHECK(app.views()[1].note == "waiting for the end of the previous run");
  mayGoOn = true;
  seen.framesUntil([&] { return app.views()[1].shown && app.views()[1].shown->sample.step > 1; });
  CHECK(made == 2);
  CHECK(app.views()[1].note.empty());
}

TEST_CASE("browser: both pictures are of the same step at every frame, while something is pulled too") {
  const Preferences preferences = plain("clothedge", "spatial-hash", true);
  BrowserSettings settings;
  settings.detectors = {{"spatial-hash", "", {}}};
  Seen seen(settings, preferences);
  auto& views = seen.app.views();
  const auto step = [&](std::size_t view) { return views[view].shown ? views[view].shown->sample.step : -1; };
  seen.framesUntil([&] { return step(0) >= 0 && step(1) >= 0; });
  int apart = 0;
  bool late = false;  // the other picture continued during a slow step, and this one has not caught up yet
  const auto until = [&](int last) {
    seen.framesUntil([&] {
      late = (late || views[0].stuck || views[1].stuck) && (step(0) != step(1) || views[0].stuck || views[1].stuck);
      apart += step(0) != step(1) && !late ? 1 : 0;
      return step(1) >= last;
    });
  };
  until(30);
  CHECK(apart == 0);
  REQUIRE(seen.app.grab(160, 200));
  for (const float y : {120.0f, 280.0f}) {
    seen.app.dragTo(160, y);
    until(step(1) + 10);
  }
  seen.app.release();
  until(step(1) + 10);
  CHECK(apart == 0);
}

TEST_CASE(
    "browser: a picture that was behind catches up while all stands still, and makes what was done by hand its own") {
  const Preferences preferences = plain("clothedge", "quick", true);
  std::atomic<bool> mayGoOn = true;
  const auto make = [] { return GivenDetector{std::make_unique<SpatialHash>(), {}, {}}; };
  BrowserSettings settings;
  settings.detectors = {{"quick", "", make}, {"waiting", "", [&] {
                                                while (!mayGoOn)
                                                  std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                                return make();
                                              }}};
  const auto end = [&](bool isBehind, bool isPulled) {
    Seen seen(settings, preferences);
    App& app = seen.app;
    const auto step = [&](std::size_t view) {
      return app.views()[view].shown ? app.views()[view].shown->sample.step : -1;
    };
    app.setRunning(false);
    seen.framesUntil([&] { return step(0) == 0 && step(1) == 0; });
    // Steps until the first picture, stock Bullet's, has reached `last`.
    const auto until = [&](int last) {
      while (step(0) < last) {
        const int next = step(0) + 1;
        app.step();
        seen.framesUntil([&] { return step(0) == next; });
      }
    };
    until(3);
    mayGoOn = !isBehind;
    app.setDetector("waiting");
    if (isBehind) seen.framesUntil([&] { return app.views()[1].stuck; });
    until(5);
    if (isPulled) REQUIRE(app.grab(160, 200));
    for (const float y : {120.0f, 80.0f}) {
      if (isPulled) app.dragTo(160, y);
      until(step(0) + 3);
    }
    if (isPulled) app.release();
    if (isPulled) REQUIRE(app.throwBall(160, 200));
    until(12);
    if (isBehind) CHECK(step(1) < 12);
    mayGoOn = true;
    seen.framesUntil([&] { return step(1) == 12; });
    CHECK(step(0) == 12);
    std::vector<std::array<btScalar, 3>> all;
    for (const DrawnSurface& surface : app.views()[1].shown->drawing.surfaces)
      for (const btVector3& x : surface.mesh.positions) all.push_back({x.x(), x.y(), x.z()});
    return all;
  };
  const auto inTime = end(false, true);
  REQUIRE(inTime.size() > 100);
  CHECK(end(true, true) == inTime);
  CHECK(end(false, false) != inTime);
}

TEST_CASE("browser: what could not be done is told at the foot of the pictures, for some seconds") {
  const Preferences preferences = plain("tori", "none");
  BrowserSettings settings;
  settings.detectors = {{"none", "", {}}};
  Seen seen(settings, preferences);
  seen.app.setRunning(false);
  seen.framesUntil([&] { return seen.app.views()[1].shown != nullptr; });
  Panels panels;
  panels.dress(seen.app.preferences(), 1);
  const Region pictures = panels.pictures(kAppWidth, kAppHeight);
  seen.app.arrange(pictures, kAppHeight);
  const auto drawn = [&] {
    Image picture;
    // A window of Dear ImGui gets its size in the first frame.
    for (int i = 0; i < 3; ++i) {
      seen.window.beginFrame();
      panels.show(seen.app, kAppWidth, kAppHeight, "", 0);
      panels.listen(seen.app, seen.window);
      seen.app.draw(1);
      seen.window.endFrame(&picture);
    }
    return picture;
  };
  // Returns the rows in which two pictures differ.
  const auto rows = [&](const Image& a, const Image& b) {
    std::vector<int> found;
    for (int y = 0; y < kAppHeight; ++y) {
      bool same = true;
      for (int x = pictures.left; x < pictures.left + pictures.width; ++x) same = same && a.at(x, y) == b.at(x, y);
      if (!same) found.push_back(y);
    }
    return found;
  };
  const Image before = drawn();
  panels.attempt([] { throw Error("it can't be done"); });
  panels.letPass(8);
  const std::vector<int> told = rows(before, drawn());
  REQUIRE(told.size() > 10);
  CHECK(told.front() > kAppHeight * 3 / 4);
  panels.letPass(8);
  CHECK(rows(before, drawn()).empty());
  panels.reportWritten("somewhere");
  CHECK(rows(before, drawn()).size() > 10);
  panels.letPass(8);
  CHECK(rows(before, drawn()).empty());
}
