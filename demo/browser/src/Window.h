#pragma once

#include <GL/glew.h>
#include <GLFW/glfw3.h>
#include <pliant/pictures/Image.h>

#include <array>
#include <string>
#include <vector>

#include "timing.h"

namespace pliant::detail {

/// A window with a context of OpenGL 3.3 or, where there is one, 4.3, and Dear ImGui in it. One at a time.
class Window {
 public:
  struct Settings {
    int width = 0, height = 0;  ///< 0: that of a new window, 1280 and 800
    /// Those of a new window are for a display of scale 1, and no larger than there is room.
    bool fits = false;
    int samples = 4;  ///< of each pixel; one where a processor draws
  };

  /// Throws GlError where there is no display or no such OpenGL.
  explicit Window(const Settings& settings);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool closed() const { return glfwWindowShouldClose(m_window) != 0; }
  void resize(int width, int height);
  /// In the units of the mouse and of controls, which are the display's pixels or, on some systems, larger.
  void size(int& width, int& height) const;
  /// Of a unit.
  float pixelsPerUnit() const;
  /// Of fonts and controls, from the display's.
  float displayScale() const;
  /// GL_RENDERER.
  const std::string& renderer() const { return m_renderer; }
  bool drawnByProcessor() const;

  /// Takes what the user did; waits for it so many seconds at the most.
  void beginFrame(double patience = 0);
  /// The mouse comes to a place in the window's units from the upper left corner, presses the left button and lets it
  /// go, in the frames from the next one on.
  void press(const std::array<float, 2>& at);
  static constexpr int kPressFrames = 4;  ///< in the last the mouse is gone
  /// Keys that were pressed since the frame before, in order, each as often as it was, where no control has taken them:
  /// by what is written on them, "w", or by name, "space", "f1".
  std::vector<std::string> pressed();
  /// Files that were let fall onto the window since the frame before.
  std::vector<std::string> dropped();
  /// Shows what was drawn, and Dear ImGui's controls in front; `picture`, where given, is set to all that. Throws
  /// GlError where a call failed.
  void endFrame(Image* picture = nullptr);
  /// When all of the last frame was drawn; that it is shown may take until the display is ready.
  Clock::time_point drawnAt() const { return m_drawnAt; }

 private:
  void open(const Settings& settings);
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
  int m_pressFrames = 0;  ///< left
};

}  // namespace pliant::detail
