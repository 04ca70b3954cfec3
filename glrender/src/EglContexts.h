#pragma once

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

namespace pliant::detail {

/// Returns true if a list of extensions contains `name`. A null list is empty.
bool hasExtension(const char* extensions, const char* name);

/// Returns true if the display supports OpenGL contexts without a surface. OpenGL is EGL's current API then.
bool makesContextsWithoutSurface(EGLDisplay display);

/// Creates a core profile context of OpenGL 4.5, 4.3 or 3.3, the first that the driver supports. Returns EGL_NO_CONTEXT
/// if there is none.
/// `config`: as in eglCreateContext. OpenGL must be EGL's current API.
/// `reportsReset`: reset notification that is tried first, true for contexts that report their loss. The other one is
/// tried next.
EGLContext makeEglContext(EGLDisplay display, EGLConfig config, EGLContext share, bool reportsReset);

/// EGL state of a thread, to be restored.
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
