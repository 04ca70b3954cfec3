#include <pliant/browser/Browser.h>
#include <pliant/detectors/Error.h>
#include <pliant/glrender/GlContext.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "commands.h"
#include "glMethods.h"
#include "methods.h"
#include "options.h"

namespace pliant::cli {
namespace {

struct BrowseArguments {
  BrowserSettings browser;
  std::string detector, overlay;
};

/// Returns the detectors of the command `run`.
std::vector<BrowserDetector> detectors() {
  std::vector<BrowserDetector> list;
  const auto known = Simulation::detectors();
  const auto has = [&](std::string_view name) { return std::find(known.begin(), known.end(), name) != known.end(); };
  for (const Method& method : methods()) {
    BrowserDetector detector{std::string(method.name), std::string(method.description), nullptr};
    if (!has(method.name)) detector.given = [&method] { return makeDetector(method, {.option = "--detector"}); };
    list.push_back(std::move(detector));
  }
  list.push_back({"bullet", "stock Bullet, vertices against faces (VF_SS), as in the left picture", nullptr});
  list.push_back({"bullet-clusters", "stock Bullet, clusters against clusters (CL_SS)", nullptr});
  list.push_back({"bullet-deformable", "stock Bullet's deformable world (VF_DD), for its scenes", nullptr});
  list.push_back({"none", "stock Bullet, soft bodies pass through each other", nullptr});
  return list;
}

void browse(const CLI::App& command, const BrowseArguments& arguments) {
  BrowserSettings settings = arguments.browser;
  if (command.count("--detector") > 0) settings.detector = arguments.detector;
  if (command.count("--overlay") > 0) settings.overlay = arguments.overlay;
  settings.detectors = detectors();
  if (!settings.scene.empty() && !settings.meshes.empty())
    throw Error("--mesh: either a SCENE or --mesh is allowed, not both");
  if (!settings.screenshot.empty()) checkPicture(settings.screenshot);
  if (settings.frames == 0 && settings.script.empty() && !settings.screenshot.empty())
    throw Error("--screenshot: needs --frames or --script, so that the window closes by itself");
  try {
    pliant::browse(settings);
  } catch (const GlError& error) {
    if (error.status() == GlStatus::Failed) throw std::runtime_error(error.what());
    throw NoOpenGl(error.what());
  }
}

}  // namespace

void addBrowse(CLI::App& app) {
  const auto arguments = std::make_shared<BrowseArguments>();
  CLI::App* const command =
      app.add_subcommand("browse", "Opens a window that shows a scene under stock Bullet and under Pliant");
  BrowserSettings& browser = arguments->browser;
  command->add_option("SCENE", browser.scene, "Scene; pliant list describes the scenes (default: the last one)");
  addOption(*command, "--detector", "NAME", arguments->detector,
            "Detector of the right picture (default: the last one, at first auto)");
  addOption(*command, "--overlay", "LIST", arguments->overlay,
            "Overlays, joined by commas; run --help names them (default: the last ones)");
  addOption(*command, "--mesh", "FILE...", browser.meshes,
            "Mesh files, as for detect; their bodies fall onto each other in a scene");
  addOption(*command, "--frames", "N", browser.frames,
            "Number of frames, one step each, after which the window closes; 0: it stays open (default 0)")
      ->check(wholeNumber(0, 1000000));
  addOption(*command, "--screenshot", "FILE", browser.screenshot,
            "PNG file for a picture of the last frame; needs --frames or --script");
  addOption(*command, "--script", "FILE", browser.script,
            "File of commands, one per line; the window closes at its end (docs/browser.md)");
  addOption(*command, "--width", "W", browser.width,
            "Width of the window in pixels, 64 to 16384 (default: the last one, at first 1280)")
      ->check(wholeNumber(64, 16384));
  addOption(*command, "--height", "H", browser.height,
            "Height of the window in pixels, 64 to 16384 (default: the last one, at first 800)")
      ->check(wholeNumber(64, 16384));
  command->footer("Example: pliant browse knot");
  command->callback([command, arguments] { pliant::cli::browse(*command, *arguments); });
}

}  // namespace pliant::cli
