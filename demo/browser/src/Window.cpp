#include "Window.h"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <pliant/glrender/GlContext.h>

#include <algorithm>
#include <cfloat>
#include <cstdio>
#include <utility>
#include <vector>

namespace pliant::detail {
namespace {

constexpr int kNewWidth = 1280, kNewHeight = 800, kProbeSize = 64;
// Longest wait for a window's new size [s].
constexpr double kWindowPatience = 0.5;

std::string lastFault() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "no reason given";
}

}  // namespace

Window::Window(const Settings& settings) {
  // GLFW 3.3 has no separate error for a missing display.
  if (glfwInit() != GLFW_TRUE) throw GlError(GlStatus::Missing, "the browser needs a display: " + lastFault());
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SAMPLES, settings.samples);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);  // until the window is final
  if (settings.samples > 1) {
    // A small window tells the renderer. A CPU renderer is too slow with more than one sample per pixel, and would take
    // minutes to allocate these for a large window.
    open(kProbeSize, kProbeSize);
    if (drawnByProcessor()) glfwWindowHint(GLFW_SAMPLES, 0);
    glfwDestroyWindow(m_window);
  }
  open(settings.width > 0 ? settings.width : kNewWidth, settings.height > 0 ? settings.height : kNewHeight);
  glewExperimental = GL_TRUE;
  const GLenum loaded = glewInit();
  // GLEW requires GLX, which contexts of EGL lack; this error is accepted.
  constexpr GLenum kNoGlxDisplay = 4;
  if (loaded != GLEW_OK && loaded != kNoGlxDisplay) {
    glfwDestroyWindow(m_window);
    throw GlError(GlStatus::Missing, "OpenGL's functions can't be loaded");
  }
  while (glGetError() != GL_NO_ERROR) {
  }
  if (settings.fits) fit(settings);
  glfwShowWindow(m_window);
  glfwSwapInterval(drawnByProcessor() ? 0 : 1);

  glfwSetWindowUserPointer(m_window, this);
  glfwSetDropCallback(m_window, [](GLFWwindow* window, int count, const char** files) {
    auto& dropped = static_cast<Window*>(glfwGetWindowUserPointer(window))->m_dropped;
    dropped.insert(dropped.end(), files, files + count);
  });
  // Keys are queued as events, because within one frame a key may be released, or pressed twice.
  glfwSetKeyCallback(m_window, [](GLFWwindow* window, int key, int scancode, int action, int mods) {
    if (action == GLFW_PRESS) static_cast<Window*>(glfwGetWindowUserPointer(window))->takeKey(key, scancode, mods);
  });

  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(m_window, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

void Window::open(int width, int height) {
  // Pictures of layers need OpenGL 4.3, and a driver may return just the requested version.
  for (const int major : {4, 3}) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    m_window = glfwCreateWindow(width, height, "Pliant", nullptr, nullptr);
    if (m_window) break;
  }
  if (!m_window) throw GlError(GlStatus::Missing, "the browser needs a window with OpenGL 3.3: " + lastFault());
  glfwMakeContextCurrent(m_window);
  const auto getString = reinterpret_cast<const char* (*)(GLenum)>(glfwGetProcAddress("glGetString"));
  const char* const renderer = getString ? getString(GL_RENDERER) : nullptr;
  m_renderer = renderer ? renderer : "";
}

Window::~Window() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  // No glfwTerminate(): it would unload the driver, and sanitizer reports would lose the driver's names.
  glfwDestroyWindow(m_window);
}

bool Window::drawnByProcessor() const {
  return m_renderer.find("llvmpipe") != std::string::npos || m_renderer.find("softpipe") != std::string::npos;
}

void Window::resize(int width, int height) {
  glfwSetWindowSize(m_window, width, height);
  // The display resizes later, and some never to this size.
  const auto asked = Clock::now();
  for (int w = 0, h = 0; (w != width || h != height) && secondsSince(asked) < kWindowPatience; size(w, h))
    glfwWaitEventsTimeout(0.01);
}

void Window::size(int& width, int& height) const {
  glfwGetWindowSize(m_window, &width, &height);
  width = std::max(width, 1);
  height = std::max(height, 1);
}

void Window::pixels(int& width, int& height) const {
  glfwGetFramebufferSize(m_window, &width, &height);
  width = std::max(width, 1);
  height = std::max(height, 1);
}

float Window::pixelsPerUnit() const {
  int width = 0, height = 0, pixelsWide = 0, pixelsHigh = 0;
  size(width, height);
  pixels(pixelsWide, pixelsHigh);
  return static_cast<float>(pixelsWide) / static_cast<float>(width);
}

float Window::displayScale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(m_window, &x, &y);
  return std::clamp(std::max(x, y) / pixelsPerUnit(), 0.5f, 4.0f);
}

void Window::fit(const Settings& settings) {
  const float scale = std::max(1.0f, displayScale());
  int left = 0, top = 0, widest = 0, highest = 0;
  if (GLFWmonitor* const monitor = glfwGetPrimaryMonitor())
    glfwGetMonitorWorkarea(monitor, &left, &top, &widest, &highest);
  const auto fitted = [scale](int size, int most) {
    const auto scaled = static_cast<int>(static_cast<float>(size) * scale);
    return most > 0 ? std::min(scaled, most) : scaled;
  };
  int width = 0, height = 0;
  size(width, height);
  const int w = settings.width > 0 ? settings.width : fitted(kNewWidth, widest);
  const int h = settings.height > 0 ? settings.height : fitted(kNewHeight, highest);
  if (w != width || h != height) resize(w, h);
}

void Window::beginFrame(double patience) {
  patience > 0 ? glfwWaitEventsTimeout(patience) : glfwPollEvents();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  moveMouse();
  ImGui::NewFrame();
}

void Window::press(const std::array<float, 2>& at) {
  m_pressAt = at;
  m_pressFrames = kPressFrames;
}

/// Frames of a click: move, press, release, leave.
void Window::moveMouse() {
  if (m_pressFrames == 0) return;
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = m_pressFrames > 1 ? ImVec2(m_pressAt[0], m_pressAt[1]) : ImVec2(-FLT_MAX, -FLT_MAX);
  io.MouseDown[ImGuiMouseButton_Left] = m_pressFrames == kPressFrames - 1;
  --m_pressFrames;
}

std::vector<std::string> Window::dropped() {
  return std::exchange(m_dropped, {});
}

/// Stores the letter of the keyboard layout; if that is not ASCII, the letter at the key's position.
void Window::takeKey(int key, int scancode, int mods) {
  if ((mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0) return;
  if (key == GLFW_KEY_SPACE) return m_keys.push_back("space");
  if (key == GLFW_KEY_LEFT) return m_keys.push_back("left");
  if (key == GLFW_KEY_RIGHT) return m_keys.push_back("right");
  if (key == GLFW_KEY_ESCAPE) return m_keys.push_back("escape");
  if (key == GLFW_KEY_F1) return m_keys.push_back("f1");
  if (key == GLFW_KEY_F2) return m_keys.push_back("f2");
  const char* const text = glfwGetKeyName(key, scancode);
  std::string name = text ? text : "";
  const bool isPlain = name.size() == 1 && static_cast<unsigned char>(name[0]) < 128;
  if (!isPlain && key >= GLFW_KEY_A && key <= GLFW_KEY_Z)
    name = std::string(1, static_cast<char>('a' + (key - GLFW_KEY_A)));
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (!name.empty()) m_keys.push_back(name);
}

std::vector<std::string> Window::pressed() {
  std::vector<std::string> keys = std::exchange(m_keys, {});
  if (ImGui::GetIO().WantTextInput) keys.clear();
  return keys;
}

void Window::endFrame(Image* picture) {
  ImGui::Render();
  int width = 0, height = 0;
  pixels(width, height);
  glViewport(0, 0, width, height);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (picture) *picture = read();
  glFinish();
  m_drawnAt = Clock::now();
  const GLenum fault = glGetError();
  if (fault != GL_NO_ERROR) {
    char text[80];
    std::snprintf(text, sizeof text, "drawing a window of %d x %d pixels failed with 0x%04x", width, height, fault);
    // The window is too large for this OpenGL.
    const bool isLarge = fault == GL_INVALID_FRAMEBUFFER_OPERATION || fault == GL_OUT_OF_MEMORY;
    throw GlError(isLarge ? GlStatus::Missing : GlStatus::Failed, text);
  }
  glfwSwapBuffers(m_window);
}

Image Window::read() const {
  int width = 0, height = 0;
  pixels(width, height);
  std::vector<std::uint8_t> bytes(std::size_t{3} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, bytes.data());
  Image image(width, height);
  const std::uint8_t* from = bytes.data();
  for (int y = height; y-- > 0;)
    for (int x = 0; x < width; ++x, from += 3) image.at(x, y) = {from[0], from[1], from[2]};
  return image;
}

}  // namespace pliant::detail
