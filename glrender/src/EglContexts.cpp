#include "EglContexts.h"

#include <cstring>
#include <initializer_list>

namespace pliant::detail {
namespace {

EGLContext createContext(EGLDisplay display, EGLConfig config, EGLContext share, const EGLint (&version)[2],
                         bool reportsReset) {
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                               version[0],
                               EGL_CONTEXT_MINOR_VERSION,
                               version[1],
                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                               reportsReset ? EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY : EGL_NONE,
                               EGL_LOSE_CONTEXT_ON_RESET,
                               EGL_NONE};
  return eglCreateContext(display, config, share, attributes);
}

}  // namespace

bool hasExtension(const char* extensions, const char* name) {
  const std::size_t length = std::strlen(name);
  for (const char* at = extensions; at != nullptr && (at = std::strstr(at, name)) != nullptr; at += length) {
    if ((at == extensions || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
  }
  return false;
}

bool makesContextsWithoutSurface(EGLDisplay display) {
  const char* const extensions = eglQueryString(display, EGL_EXTENSIONS);
  return hasExtension(extensions, "EGL_KHR_surfaceless_context") &&
         hasExtension(extensions, "EGL_KHR_no_config_context") && eglBindAPI(EGL_OPENGL_API) == EGL_TRUE;
}

EGLContext makeEglContext(EGLDisplay display, EGLConfig config, EGLContext share, bool reportsReset) {
  constexpr EGLint versions[][2] = {{4, 5}, {4, 3}, {3, 3}};
  for (const auto& version : versions) {
    for (const bool reports : {reportsReset, !reportsReset}) {
      EGLContext const context = createContext(display, config, share, version, reports);
      if (context != EGL_NO_CONTEXT) return context;
    }
  }
  return EGL_NO_CONTEXT;
}

void EglFormer::find() {
  m_api = eglQueryAPI();
  m_display = eglGetCurrentDisplay();
  m_draw = eglGetCurrentSurface(EGL_DRAW);
  m_read = eglGetCurrentSurface(EGL_READ);
  m_context = eglGetCurrentContext();
}

void EglFormer::putBack(EGLDisplay ours) const {
  if (m_context == EGL_NO_CONTEXT) {
    eglMakeCurrent(ours, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  } else {
    eglMakeCurrent(m_display, m_draw, m_read, m_context);
  }
  eglBindAPI(m_api);
}

}  // namespace pliant::detail
