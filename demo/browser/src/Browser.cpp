#include <pliant/browser/Browser.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <chrono>

#include "App.h"
#include "Script.h"
#include "Window.h"
#include "panels.h"
#include "timing.h"

namespace pliant {
namespace {

using detail::App;
using detail::Clock;
using detail::Panels;
using detail::Preferences;
using detail::Region;
using detail::Remembered;
using detail::Script;
using detail::secondsSince;
using detail::Window;

// Seconds between two frames: at most, with nothing going on; at least.
constexpr double kRestless = 0.1, kQuickest = 1.0 / 60;

/// The last frame's time, and how long its drawing took.
struct FrameTimes {
  Clock::time_point began = Clock::now();
  double ms = 0;
};

/// Before anything is done to the app: it knows where its pictures are.
void arrange(Window& window, App& app, Panels& panels) {
  panels.dress(app.preferences(), window.displayScale());
  int width = 0, height = 0;
  window.size(width, height);
  app.arrange(panels.pictures(width, height), height);
}

/// One frame; its picture goes to a file where one is named.
void showFrame(Window& window, App& app, Panels& panels, bool steadily, const std::string& file, FrameTimes& times) {
  arrange(window, app, panels);
  // With nobody waiting for the next frame it comes when something happens, or soon.
  window.beginFrame(steadily ? 0 : app.still() ? kRestless : std::max(0.0, kQuickest - secondsSince(times.began)));
  const double seconds = secondsSince(times.began);
  times.began = Clock::now();
  app.advance(seconds);
  // By frames where those give the same pictures each time.
  panels.letPass(steadily ? kQuickest : seconds);
  const auto drawing = Clock::now();
  int width = 0, height = 0;
  window.size(width, height);
  panels.show(app, width, height, window.renderer(), times.ms);
  panels.listen(app, window);
  app.draw(window.pixelsPerUnit());
  const std::string asked = panels.pictureAsked();
  // Asked once: meanwhile what waits to be written becomes less.
  const bool recorded = app.wantsPicture(), wanted = recorded || !file.empty() || !asked.empty();
  Image picture;
  window.endFrame(wanted ? &picture : nullptr);
  // With what a new step's picture took to prepare.
  double drawn = std::chrono::duration<double>(window.drawnAt() - drawing).count();
  for (App::PaneView& view : app.views()) drawn += view.renderer.secondsTaking();
  times.ms = 1000 * drawn;
  if (!file.empty()) picture.save(file);
  if (!asked.empty())
    panels.attempt([&] {
      picture.save(asked);
      panels.tellWritten(asked);
    });
  if (!recorded) return;
  // With nobody in front of the window a fault ends it.
  steadily ? app.take(picture) : panels.attempt([&] { app.take(picture); });
}

}  // namespace

bool browserLeftThreads() {
  return detail::Pane::someAbandoned();
}

void browse(const BrowserSettings& settings) {
  const bool steadily = settings.frames > 0 || !settings.script.empty();
  Preferences preferences = steadily ? Preferences{} : detail::loadPreferences();
  Remembered remembered(preferences);
  if (settings.width > 0) preferences.width = settings.width;
  if (settings.height > 0) preferences.height = settings.height;
  Script script = settings.script.empty() ? Script() : Script(settings.script);
  Window window({.width = preferences.width, .height = preferences.height, .fits = !steadily});
  App app(settings, preferences, steadily);
  Panels panels;
  FrameTimes times;
  const auto look = [&](double seconds) {
    window.size(app.preferences().width, app.preferences().height);
    remembered.look(app.preferences(), seconds);
  };
  // Before the first frame, which may take long enough for a user to change something.
  if (!steadily) look(0);
  Clock::time_point looked = Clock::now();
  int frame = 0;
  while (!window.closed()) {
    arrange(window, app, panels);
    const Script::Asked asked = script.nextFrame(app, panels.widgets());
    if (asked.width > 0) window.resize(asked.width, asked.height);
    if (asked.press) window.press(*asked.press);
    if (asked.keys) panels.showKeys(*asked.keys);
    ++frame;
    const bool last = asked.quit || (settings.frames > 0 && frame >= settings.frames) ||
                      (settings.frames == 0 && !settings.script.empty() && script.done() && app.stepsWanted() <= 1);
    std::string file = asked.screenshot;
    if (last && file.empty()) file = settings.screenshot;
    showFrame(window, app, panels, steadily, file, times);
    if (last && !asked.screenshot.empty() && !settings.screenshot.empty())
      showFrame(window, app, panels, steadily, settings.screenshot, times);
    if (last) break;
    if (steadily) continue;
    look(secondsSince(looked));
    looked = Clock::now();
  }
  if (!steadily) remembered.save();
  app.finishRecordings();
}

}  // namespace pliant
