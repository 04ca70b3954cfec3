#include "browse.h"

#include <pliant/browser/Browser.h>
#include <pliant/detectors/Error.h>
#include <pliant/glrender/GlContext.h>
#include <pliant/io/writeFile.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "glMethods.h"
#include "methods.h"

namespace pliant::cli {
namespace {

struct Arguments {
  BrowserSettings browser;
  std::string detector, overlay;
};

/// Returns the detectors of the command `run`.
std::vector<BrowserDetector> detectors() {
  std::vector<BrowserDetector> list;
  const auto known = Simulation::detectors();
  const auto has = [&](std::string_view name) { return std::find(known.begin(), known.end(), name) != known.end(); };
  for (const Method& method : methods()) {
    if (method.answers == Answers::Elements && !has(method.name)) continue;
    BrowserDetector detector{std::string(method.name), std::string(method.description), nullptr};
    if (!has(method.name)) detector.given = [&method] { return method.make({.option = "--detector"}); };
    list.push_back(std::move(detector));
  }
  list.push_back({"bullet", "stock Bullet, vertices against faces (VF_SS), as beside it", nullptr});
  list.push_back({"bullet-clusters", "stock Bullet, clusters against clusters (CL_SS)", nullptr});
  list.push_back({"none", "stock Bullet, soft bodies pass through each other", nullptr});
  return list;
}

void browse(const CLI::App& command, const Arguments& arguments) {
  BrowserSettings settings = arguments.browser;
  if (command.count("--detector") > 0) settings.detector = arguments.detector;
  if (command.count("--overlay") > 0) settings.overlay = arguments.overlay;
  settings.detectors = detectors();
  if (!settings.scene.empty() && !settings.meshes.empty()) throw Error("--mesh: there is a SCENE too");
  if (!settings.screenshot.empty()) {
    if (std::filesystem::path(settings.screenshot).extension() != ".png")
      throw Error(settings.screenshot + ": pictures are .png files");
    checkWritable(settings.screenshot);
  }
  if (settings.frames == 0 && settings.script.empty() && !settings.screenshot.empty())
    throw Error("--screenshot: of a window that closes by itself, with --frames or --script");
  try {
    pliant::browse(settings);
  } catch (const GlError& error) {
    if (error.status() == GlStatus::Failed) throw std::runtime_error(error.what());
    throw NoOpenGl(error.what());
  }
}

}  // namespace

void addBrowse(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* const command =
      app.add_subcommand("browse", "Opens a window with the scenes, under stock Bullet and under Pliant");
  BrowserSettings& browser = arguments->browser;
  command->add_option("SCENE", browser.scene, "A scene's name; pliant list names them (the last one)");
  command->add_option("--detector", arguments->detector, "For the picture on the right (the last one, or auto)")
      ->type_name("NAME");
  command->add_option("--overlay", arguments->overlay, "What is shown beside the bodies, as run has it (as last time)")
      ->type_name("LIST");
  command
      ->add_option("--mesh", browser.meshes,
                   "Mesh files, as detect takes them, whose bodies fall onto each other in a scene of their own")
      ->type_name("FILE...");
  command->add_option("--frames", browser.frames, "Frames after which the window closes, a step each (0: none)")
      ->check(CLI::Range(0, 1000000))
      ->type_name("N");
  command->add_option("--screenshot", browser.screenshot, "PNG file for a picture of the last frame")
      ->type_name("FILE");
  command
      ->add_option("--script", browser.script,
                   "File with what to do in the window, a command a line; it closes at the end (docs/browser.md)")
      ->type_name("FILE");
  command->add_option("--width", browser.width, "Of the window (1280)")->check(CLI::Range(64, 16384))->type_name("W");
  command->add_option("--height", browser.height, "Of the window (800)")->check(CLI::Range(64, 16384))->type_name("H");
  command->footer("Example: pliant browse knot");
  command->callback([command, arguments] { pliant::cli::browse(*command, *arguments); });
}

}  // namespace pliant::cli
