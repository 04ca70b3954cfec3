#pragma once

#include <filesystem>
#include <string>

/// Returns a setting of the environment, NAME=VALUE, with which EGL uses only Mesa's driver, even if there is a
/// graphics card. Mesa can imitate an older driver; other drivers cannot. Empty if GLVND does not list drivers in this
/// folder.
inline std::string mesaAlone() {
  const std::string file = "/usr/share/glvnd/egl_vendor.d/50_mesa.json";
  return std::filesystem::exists(file) ? "__EGL_VENDOR_LIBRARY_FILENAMES=" + file : "";
}
