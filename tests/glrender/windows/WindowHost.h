#pragma once

#include <GL/glew.h>
// GLEW must be included first.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <pliant_catch.h>
#include <pliant_screen.h>

namespace window_host {

/// Starts GLFW on a screen of its own. GLFW is never terminated: this would unload the driver, and the leak sanitizer
/// would report memory of an unknown library.
inline void startGlfw() {
  pliant::test::Screen::instance();
  REQUIRE(glfwInit() == GLFW_TRUE);
}

/// A host program with a window. The window's context is current on the thread that made it.
class WindowHost {
 public:
  /// `api` is GLFW_NATIVE_CONTEXT_API (GLX) or GLFW_EGL_CONTEXT_API.
  explicit WindowHost(int api, int major = 4, int minor = 5, bool core = true) {
    startGlfw();
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, api);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
    glfwWindowHint(GLFW_OPENGL_PROFILE, core ? GLFW_OPENGL_CORE_PROFILE : GLFW_OPENGL_COMPAT_PROFILE);
    m_window = glfwCreateWindow(64, 48, "host", nullptr, nullptr);
    REQUIRE(m_window != nullptr);
    makeCurrent();
    glewExperimental = GL_TRUE;
    const GLenum loaded = glewInit();
    REQUIRE((loaded == GLEW_OK || loaded == GLEW_ERROR_NO_GLX_DISPLAY));
  }
  ~WindowHost() { glfwDestroyWindow(m_window); }
  WindowHost(const WindowHost&) = delete;
  WindowHost& operator=(const WindowHost&) = delete;

  void makeCurrent() { glfwMakeContextCurrent(m_window); }
  void release() { glfwMakeContextCurrent(nullptr); }
  GLFWwindow* window() const { return m_window; }

 private:
  GLFWwindow* m_window = nullptr;
};

}  // namespace window_host
