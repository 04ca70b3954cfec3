#pragma once

#include <GL/glew.h>
// After GLEW, which is first of all.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fcntl.h>
#include <pliant_catch.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace window_host {

/// A screen for this process alone, on a display that is free (Xvfb). It ends with the process.
class Screen {
 public:
  /// Started at the first use, together with GLFW.
  static Screen& instance() {
    static Screen screen;
    return screen;
  }

 private:
  Screen() {
    int ends[2] = {};
    REQUIRE(::pipe(ends) == 0);
    m_server = ::fork();
    REQUIRE(m_server >= 0);
    if (m_server == 0) {
      const int nowhere = ::open("/dev/null", O_RDWR);
      ::dup2(nowhere, STDIN_FILENO);
      ::dup2(nowhere, STDOUT_FILENO);
      ::dup2(nowhere, STDERR_FILENO);
      ::close(ends[0]);
      const std::string number = std::to_string(ends[1]);
      ::execlp("Xvfb", "Xvfb", "-displayfd", number.c_str(), "-screen", "0", "640x480x24", "-nolisten", "tcp",
               "-noreset", static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(ends[1]);
    std::string display = ":";
    for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) display += c;
    ::close(ends[0]);
    INFO("Xvfb does not start (Debian package: xvfb)");
    REQUIRE(display.size() > 1);
    REQUIRE(::setenv("DISPLAY", display.c_str(), 1) == 0);
    REQUIRE(glfwInit() == GLFW_TRUE);
  }
  /// GLFW stays: its end unloads the driver, which leaves the leak sanitizer with memory of an unknown library.
  ~Screen() {
    ::kill(m_server, SIGTERM);
    ::waitpid(m_server, nullptr, 0);
  }

  pid_t m_server = 0;
};

/// A host program with a window, whose context is current on the thread that made it.
class WindowHost {
 public:
  /// `api` is GLFW_NATIVE_CONTEXT_API, which is GLX, or GLFW_EGL_CONTEXT_API.
  explicit WindowHost(int api, int major = 4, int minor = 5, bool core = true) {
    Screen::instance();
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
