#pragma once

#include <filesystem>
#include <string>

/// Mesa can be told to look like an older driver, others can't. This setting of the environment, NAME=VALUE, makes EGL
/// take Mesa's driver where there is a graphics card's too. Empty where GLVND does not list drivers in this folder.
inline std::string mesaAlone() {
  const std::string file = "/usr/share/glvnd/egl_vendor.d/50_mesa.json";
  return std::filesystem::exists(file) ? "__EGL_VENDOR_LIBRARY_FILENAMES=" + file : "";
}
