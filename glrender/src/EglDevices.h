#pragma once

#include <string>
#include <vector>

#include "EglContexts.h"

namespace pliant::detail {

/// Where EGL may make contexts without a screen.
struct EglPlace {
  EGLenum platform;
  void* native;
  std::string name;  ///< for messages

  /// Initialised, or none. It lasts as long as the process, since ending it unloads the driver, under the feet of other
  /// contexts.
  EGLDisplay display() const;
};

/// Its devices, graphics cards before what draws on the CPU, each in EGL's order; at last Mesa's surfaceless platform.
std::vector<EglPlace> eglPlaces();

}  // namespace pliant::detail
