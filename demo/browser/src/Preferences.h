#pragma once

#include <pliant/pictures/drawScene.h>

#include <string>

namespace pliant::detail {

/// What the window remembers.
struct Preferences {
  std::string scene = "clothedge", detector = "auto";
  Overlay overlay;
  bool beside = true;  ///< stock Bullet on the left
  bool dark = false, wires = false, shadows = true;
  float fontScale = 1;  ///< of the display's own
  int width = 1280, height = 800;
};

/// Those of last time; defaults where there are none, or they can't be read.
Preferences loadPreferences();
/// Not being able to is no error: nothing is lost but the next time's start.
void savePreferences(const Preferences& preferences) noexcept;

}  // namespace pliant::detail
