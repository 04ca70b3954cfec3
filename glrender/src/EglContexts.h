#pragma once

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

namespace pliant::detail {

/// Whether a list of extensions has one. No list has none.
bool hasExtension(const char* extensions, const char* name);

/// Whether the display makes contexts of OpenGL that are used without a surface.
bool makesContextsWithoutSurface(EGLDisplay display);

/// A context of the core profile, of OpenGL 4.5, 4.3 or 3.3, the first that the driver makes; rather one that tells
/// when it is lost, or rather not. `config` as in eglCreateContext. OpenGL must be EGL's API.
EGLContext makeEglContext(EGLDisplay display, EGLConfig config, EGLContext share, bool tellsReset);

/// What the thread has current under EGL, to be put back.
class EglFormer {
 public:
  void find();
  void putBack(EGLDisplay ours) const;
  EGLenum api() const { return m_api; }

 private:
  EGLenum m_api = EGL_OPENGL_ES_API;
  EGLDisplay m_display = EGL_NO_DISPLAY;
  EGLSurface m_draw = EGL_NO_SURFACE, m_read = EGL_NO_SURFACE;
  EGLContext m_context = EGL_NO_CONTEXT;
};

}  // namespace pliant::detail
