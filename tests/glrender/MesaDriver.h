#pragma once

#include <pliant_mesa.h>

#include <cstdlib>
#include <string>

namespace test {

/// Leaves only Mesa's driver to EGL. Call before its first use.
inline void mesaOnly() {
  const std::string mesa = mesaAlone();
  const std::size_t equals = mesa.find('=');
  if (!mesa.empty()) setenv(mesa.substr(0, equals).c_str(), mesa.substr(equals + 1).c_str(), 1);
}

/// Makes Mesa's driver imitate an older version, for instance "4.3", "430". Call before its first use.
inline void pretendOldDriver(const char* version, const char* shadingLanguage) {
  mesaOnly();
  setenv("MESA_GL_VERSION_OVERRIDE", version, 1);
  setenv("MESA_GLSL_VERSION_OVERRIDE", shadingLanguage, 1);
}

/// Makes Mesa's driver report the name of a graphics card. Call before its first use.
inline void pretendCard() {
  mesaOnly();
  setenv("force_gl_renderer", "A card", 1);
}

}  // namespace test
