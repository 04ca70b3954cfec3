#pragma once

#include <pliant/scenes/Simulation.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pliant {

/// A detector that the browser offers.
struct BrowserDetector {
  std::string name, description;
  std::function<GivenDetector()> given;  ///< null where Simulation knows the name
};

struct BrowserSettings {
  std::string scene;                       ///< name; empty: the last one, or a good first one
  std::optional<std::string> detector;     ///< of the pane on the right; else the last one, or auto
  std::vector<BrowserDetector> detectors;  ///< to choose from
  std::vector<std::string> meshes;         ///< files of bodies that make a scene of their own; it is opened
  std::optional<std::string> overlay;      ///< as parseOverlay() takes it; else the last one
  int frames = 0;                          ///< after which the window closes; 0: when its user closes it
  std::string screenshot;                  ///< PNG file of the last frame; empty: none
  std::string script;                      ///< file of commands, see docs/browser.md; empty: none
  int width = 0, height = 0;               ///< of the window; 0: as it was last, or 1280 × 800
};

/// Opens a window that shows scenes under stock Bullet and under Pliant, until it is closed. What is set in it is
/// remembered for the next time, but for windows that close by themselves or follow a script: those are the same each
/// time.
/// Throws Error where something asked for is unknown or a file can't be read or written, and GlError where there is no
/// display or no OpenGL 3.3.
void browse(const BrowserSettings& settings);

/// Whether a step that did not end was left behind, on a thread that still runs. The program must then end without
/// its statics' destructors (_exit), which it may use.
bool browserLeftThreads();

}  // namespace pliant
