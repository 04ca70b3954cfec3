#pragma once

#include <string>
#include <vector>

#include "EglContexts.h"

namespace pliant::detail {

/// An EGL device or platform that may provide contexts without a screen.
struct EglDevice {
  EGLenum platform;
  void* native;
  std::string name;  ///< for messages

  /// Returns the initialised display, or EGL_NO_DISPLAY. The display is never terminated, because that unloads the
  /// driver, which other contexts may still use.
  EGLDisplay display() const;
};

/// Returns EGL's devices, graphics cards before software devices, each in EGL's order; then Mesa's surfaceless
/// platform.
std::vector<EglDevice> eglDevices();

}  // namespace pliant::detail
