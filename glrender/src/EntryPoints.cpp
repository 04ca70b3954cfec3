#include "EntryPoints.h"

#include <GL/glew.h>

#include <mutex>

namespace pliant::detail {

bool loadEntryPoints() {
  static std::mutex mutex;
  static bool loaded = false;
  const std::lock_guard lock(mutex);
  if (loaded) return true;
  glewExperimental = GL_TRUE;  // also loads functions that only a later context supports
  const GLenum result = glewInit();
  // Without GLX, for instance under EGL, all functions except those of GLX are loaded.
  loaded = result == GLEW_OK || result == GLEW_ERROR_NO_GLX_DISPLAY;
  return loaded;
}

int reportedVersion() {
  const GLubyte* const text = glGetString(GL_VERSION);
  const auto digit = [](GLubyte c) { return c >= '0' && c <= '9'; };
  if (text == nullptr || !digit(text[0]) || text[1] != '.' || !digit(text[2])) return 0;
  return 10 * (text[0] - '0') + (text[2] - '0');
}

}  // namespace pliant::detail
