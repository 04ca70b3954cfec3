#pragma once

#include <GL/glew.h>
// GLEW must be included first.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <pliant_catch.h>

/// A host program with a context of its own. The context is current on the thread that made it.
class EglHost {
 public:
  explicit EglHost(int major = 4, int minor = 5, bool core = true) {
    const auto getDisplay =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    REQUIRE(getDisplay != nullptr);
    m_display = getDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    REQUIRE(eglInitialize(m_display, nullptr, nullptr) == EGL_TRUE);
    REQUIRE(eglBindAPI(EGL_OPENGL_API) == EGL_TRUE);
    const EGLint attributes[] = {
        EGL_CONTEXT_MAJOR_VERSION,
        major,
        EGL_CONTEXT_MINOR_VERSION,
        minor,
        EGL_CONTEXT_OPENGL_PROFILE_MASK,
        core ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
        EGL_NONE};
    m_context = eglCreateContext(m_display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    REQUIRE(m_context != EGL_NO_CONTEXT);
    makeCurrent();
    glewExperimental = GL_TRUE;
    const GLenum loaded = glewInit();
    REQUIRE((loaded == GLEW_OK || loaded == GLEW_ERROR_NO_GLX_DISPLAY));
  }
  ~EglHost() {
    release();
    eglDestroyContext(m_display, m_context);
  }
  EglHost(const EglHost&) = delete;
  EglHost& operator=(const EglHost&) = delete;

  void makeCurrent() { REQUIRE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, m_context) == EGL_TRUE); }
  void release() { eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }
  EGLContext context() const { return m_context; }
  EGLDisplay display() const { return m_display; }

 private:
  EGLDisplay m_display = EGL_NO_DISPLAY;
  EGLContext m_context = EGL_NO_CONTEXT;
};
