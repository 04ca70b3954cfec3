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
  std::function<GivenDetector()> given;  ///< creates the detector; null if Simulation creates it by name
};

struct BrowserSettings {
  std::string scene;                       ///< name; empty: the last one, or a default
  std::optional<std::string> detector;     ///< of the right pane; empty: the last one, or auto
  std::vector<BrowserDetector> detectors;  ///< detectors to choose from
  std::vector<std::string> meshes;         ///< files whose bodies make a scene, which is opened
  std::optional<std::string> overlay;      ///< in the syntax of parseOverlay(); empty: the last one
  int frames = 0;                          ///< number of frames after which the window closes; 0: its user closes it
  std::string screenshot;                  ///< PNG file of the last frame; empty: none
  std::string script;                      ///< file of commands, see docs/browser.md; empty: none
  int width = 0, height = 0;               ///< size of the window; 0: the last size, or 1280 × 800
};

/// Opens a window that shows scenes under stock Bullet and under Pliant, until it is closed. Settings are saved for the
/// next start. A window with a frame count or a script starts from the defaults and saves nothing, so that each run is
/// the same.
/// Throws Error if a name is unknown or a file can't be read or written. Throws GlError if there is no display or no
/// OpenGL 3.3.
void browse(const BrowserSettings& settings);

/// Returns true if a thread with an unfinished step was detached. Then end the program with _exit: the thread may still
/// use static objects, so their destructors must not run.
bool browserLeftThreads();

}  // namespace pliant
