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

// Longest time between two frames if nothing moves, and shortest time [s].
constexpr double kRestless = 0.1, kQuickest = 1.0 / 60;

/// Start of the last frame, and time that its drawing took.
struct FrameTimes {
  Clock::time_point began = Clock::now();
  double ms = 0;
};

/// Call before any command to the app, which needs the region of its pictures.
void arrange(Window& window, App& app, Panels& panels) {
  int width = 0, height = 0;
  window.size(width, height);
  panels.dress(app.preferences(), window.displayScale(), width, height);
  app.arrange(panels.pictures(width, height, app.stepThrough()), height);
}

/// Draws one frame. Saves its picture to `file` unless that is empty.
void showFrame(Window& window, App& app, Panels& panels, bool steadily, const std::string& file, FrameTimes& times) {
  arrange(window, app, panels);
  // If nothing moves, the next frame waits for an event or for kRestless.
  window.beginFrame(steadily ? 0 : app.still() ? kRestless : std::max(0.0, kQuickest - secondsSince(times.began)));
  const double seconds = secondsSince(times.began);
  times.began = Clock::now();
  app.advance(seconds);
  // Counted in frames if steadily, so that pictures are the same each time.
  panels.letPass(steadily ? kQuickest : seconds);
  const auto drawing = Clock::now();
  int width = 0, height = 0;
  window.size(width, height);
  if (!file.empty()) {
    // A panel whose text is new has its size one frame later, which a saved picture cannot wait for.
    panels.show(app, width, height, window.renderer(), times.ms);
    panels.listen(app, window);
    app.draw(window.pixelsPerUnit());
    window.endFrame();
    window.beginFrame();
  }
  panels.show(app, width, height, window.renderer(), times.ms);
  panels.listen(app, window);
  app.draw(window.pixelsPerUnit());
  const std::string asked = panels.pictureAsked();
  // Evaluated once, because the recorder's queue becomes shorter meanwhile.
  const bool recorded = app.wantsPicture(), wanted = recorded || !file.empty() || !asked.empty();
  Image picture;
  window.endFrame(wanted ? &picture : nullptr);
  // Includes the preparation of a new step's picture.
  double drawn = std::chrono::duration<double>(window.drawnAt() - drawing).count();
  for (App::PaneView& view : app.views()) drawn += view.renderer.secondsTaking();
  times.ms = 1000 * drawn;
  if (!file.empty()) picture.save(file);
  if (!asked.empty())
    panels.attempt([&] {
      picture.save(asked);
      panels.reportWritten(asked);
    });
  if (!recorded) return;
  // No user reads messages if steadily: then an error ends the window.
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
  // Stores the initial preferences before the first frame, in which a user may already change something.
  if (!steadily) look(0);
  Clock::time_point looked = Clock::now();
  int frame = 0;
  while (!window.closed()) {
    arrange(window, app, panels);
    const Script::Requests requests = script.nextFrame(app, panels.widgets());
    if (requests.width > 0) window.resize(requests.width, requests.height);
    if (requests.press) window.press(*requests.press);
    if (requests.keys) panels.showKeys(*requests.keys);
    ++frame;
    const bool last = requests.quit || (settings.frames > 0 && frame >= settings.frames) ||
                      (settings.frames == 0 && !settings.script.empty() && script.done() && app.stepsWanted() <= 1);
    std::string file = requests.screenshot;
    if (last && file.empty()) file = settings.screenshot;
    showFrame(window, app, panels, steadily, file, times);
    if (last && !requests.screenshot.empty() && !settings.screenshot.empty())
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
