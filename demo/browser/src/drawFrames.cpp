#include <pliant/browser/drawFrames.h>

#include "OrbitCamera.h"
#include "SceneRenderer.h"
#include "Window.h"
#include "timing.h"

namespace pliant {

double drawFrames(int frames, const std::function<Drawing()>& next, int width, int height, std::string& driver) {
  detail::Window window({.width = width, .height = height, .samples = 0});
  glfwSwapInterval(0);
  driver = window.renderer();
  detail::SceneRenderer renderer;
  // The first picture compiles the shaders and is not counted.
  auto start = detail::Clock::now();
  for (int frame = -1; frame < frames; ++frame) {
    if (frame == 0) start = detail::Clock::now();
    const Drawing drawing = next();
    window.beginFrame();
    renderer.take(drawing);
    detail::OrbitCamera camera;
    camera.look(drawing.camera, drawing.scale);
    renderer.draw(camera, {0, 0, width, height}, {});
    window.endFrame();
  }
  return detail::secondsSince(start);
}

}  // namespace pliant
