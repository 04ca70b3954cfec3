#pragma once

#include <GL/glew.h>
#include <GLFW/glfw3.h>
#include <pliant/pictures/Image.h>

#include <array>
#include <string>
#include <vector>

#include "timing.h"

namespace pliant::detail {

/// A window with Dear ImGui and a context of OpenGL 4.3 or, if that is not available, 3.3. Only one at a time.
class Window {
 public:
  struct Settings {
    int width = 0, height = 0;  ///< 0: default size, 1280 and 800
    /// Scales the default size by the display's scale, and limits it to the screen.
    bool fits = false;
    int samples = 4;  ///< per pixel; one on a CPU renderer
  };

  /// Throws GlError if there is no display or no OpenGL 3.3.
  explicit Window(const Settings& settings);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool closed() const { return glfwWindowShouldClose(m_window) != 0; }
  void resize(int width, int height);
  /// Size in window units, the units of the mouse and of controls. A unit is a pixel or, on some systems, larger.
  void size(int& width, int& height) const;
  /// Pixels per window unit.
  float pixelsPerUnit() const;
  /// Scale of fonts and controls for this display.
  float displayScale() const;
  /// Value of GL_RENDERER.
  const std::string& renderer() const { return m_renderer; }
  bool drawnByProcessor() const;

  /// Handles the events of the user. Waits up to `patience` seconds for one.
  void beginFrame(double patience = 0);
  /// Simulates a click in the following frames: the mouse moves to `at`, in window units from the upper left corner,
  /// then presses and releases the left button.
  void press(const std::array<float, 2>& at);
  static constexpr int kPressFrames = 4;  ///< in the last one the mouse is outside the window
  /// Returns the keys that were pressed since the last call, in order, with repetitions; none while a text field is
  /// active. A key is named by its letter, "w", or by a name, "space", "f1", "left".
  std::vector<std::string> pressed();
  /// Returns the files that were dropped onto the window since the last call.
  std::vector<std::string> dropped();
  /// Draws Dear ImGui's controls over the frame and shows it. Copies the frame to `picture` unless that is null. Throws
  /// GlError if an OpenGL call failed.
  void endFrame(Image* picture = nullptr);
  /// Time at which the last frame was drawn completely. The display may show it later.
  Clock::time_point drawnAt() const { return m_drawnAt; }

 private:
  void open(int width, int height);
  void fit(const Settings& settings);
  void moveMouse();
  void takeKey(int key, int scancode, int mods);
  void pixels(int& width, int& height) const;
  Image read() const;

  GLFWwindow* m_window = nullptr;
  std::string m_renderer;
  std::vector<std::string> m_dropped, m_keys;
  Clock::time_point m_drawnAt = Clock::now();
  std::array<float, 2> m_pressAt{};
  int m_pressFrames = 0;  ///< frames left
};

}  // namespace pliant::detail
