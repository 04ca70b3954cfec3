// Hosts with windows and contexts of GLX or EGL: their state is unchanged after drawing, and objects are shared where
// they should be.
#include <pliant/glrender.h>

#include <array>
#include <memory>
#include <optional>
#include <thread>

#include "WindowHost.h"
// GLEW must be included first.
#include <GL/glx.h>

#include "../UndisturbedDrawing.h"

using namespace pliant;
using namespace host_state;
using window_host::WindowHost;

namespace {

constexpr int kApis[] = {GLFW_NATIVE_CONTEXT_API, GLFW_EGL_CONTEXT_API};

const char* nameOf(int api) {
  return api == GLFW_EGL_CONTEXT_API ? "EGL" : "GLX";
}

/// Contexts, drawables and displays that are current on the thread.
struct Current {
  std::array<const void*, 6> handles{eglGetCurrentContext(),         eglGetCurrentDisplay(),
                                     eglGetCurrentSurface(EGL_DRAW), eglGetCurrentSurface(EGL_READ),
                                     glXGetCurrentContext(),         glXGetCurrentDisplay()};
  std::array<GLXDrawable, 2> drawables{glXGetCurrentDrawable(), glXGetCurrentReadDrawable()};
  EGLenum api = eglQueryAPI();

  bool operator==(const Current&) const = default;
  bool any() const { return handles[0] != nullptr || handles[4] != nullptr; }
};

struct Buffer {
  GLuint name = 0;
  explicit Buffer(int value) {
    glCreateBuffers(1, &name);
    glNamedBufferData(name, sizeof value, &value, GL_DYNAMIC_COPY);
  }
  int value() const {
    int found = 0;
    glGetNamedBufferSubData(name, 0, sizeof found, &found);
    return found;
  }
};

}  // namespace

TEST_CASE("a window's state neither suffers from drawing in its context nor disturbs it") {
  for (const int api : kApis) {
    CAPTURE(nameOf(api));
    WindowHost host(api);
    const Current before;
    REQUIRE(before.any());
    drawsUndisturbed(std::make_shared<HostContext>(), 3, [](std::mt19937& random) { const Peculiar peculiar(random); });
    CHECK(Current() == before);
  }
}

TEST_CASE("nor from drawing in one that shares with it") {
  for (const int api : kApis) {
    for (const bool core : {true, false}) {
      CAPTURE(nameOf(api), core);
      WindowHost host(api, 4, 5, core);
      const Current before;
      const auto context = std::make_shared<SharedContext>();
      drawsUndisturbed(context, 3, [](std::mt19937& random) { const Peculiar peculiar(random); });
      CHECK(Current() == before);
      glEnable(0xdead);
      CHECK(context->check() == GlStatus::Ready);
      CHECK(glGetError() == GL_INVALID_ENUM);
      CHECK(Current() == before);
    }
  }
}

TEST_CASE("a context that shares is another than the window's, and sees its buffers") {
  for (const int api : kApis) {
    CAPTURE(nameOf(api));
    WindowHost host(api);
    const Buffer buffer(17);
    const Current before;
    SharedContext context;
    {
      const GlContext::Scope scope(context);
      const Current within;
      CHECK(within.any());
      CHECK(!(within == before));
      CHECK(buffer.value() == 17);
      const int value = 18;
      glNamedBufferSubData(buffer.name, 0, sizeof value, &value);
    }
    CHECK(Current() == before);
    CHECK(buffer.value() == 18);
    // The host can still draw in the window.
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    std::array<GLubyte, 4> pixel{};
    glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    CHECK((pixel[0] == 255 && pixel[1] == 0));
    glfwSwapBuffers(host.window());
    CHECK(glGetError() == GL_NO_ERROR);
  }
}

TEST_CASE("it comes late, goes on without the window's, and follows to another window of either kind") {
  for (const int api : kApis) {
    CAPTURE(nameOf(api));
    SharedContext context;
    CHECK(context.check() == GlStatus::Missing);
    CHECK(context.reason() == "no OpenGL context is current on this thread, so there is none to share objects with");
    std::optional<WindowHost> first(std::in_place, api);
    REQUIRE(context.check() == GlStatus::Ready);
    const std::uint64_t generation = context.generation();
    const std::optional<Buffer> buffer(std::in_place, 5);
    first->release();
    {
      const GlContext::Scope scope(context);
      CHECK(buffer->value() == 5);
    }
    CHECK(!Current().any());
    CHECK(context.generation() == generation);
    for (const int next : kApis) {
      CAPTURE(nameOf(next));
      WindowHost second(next);
      const Buffer other(6);
      const Current before;
      const std::uint64_t last = context.generation();
      {
        const GlContext::Scope scope(context);
        CHECK(other.value() == 6);
      }
      CHECK(context.generation() > last);
      CHECK(Current() == before);
      second.release();
      CHECK(context.check() == GlStatus::Ready);
      CHECK(!Current().any());
    }
    first->makeCurrent();
    CHECK(context.check() == GlStatus::Ready);
    context.contextDestroyed();
    first.reset();
    CHECK(context.check() == GlStatus::Missing);
    WindowHost third(api);
    CHECK(context.check() == GlStatus::Ready);
  }
}

TEST_CASE("it serves another thread, where nothing is current, and is busy on two") {
  for (const int api : kApis) {
    CAPTURE(nameOf(api));
    WindowHost host(api);
    const Current before;
    SharedContext context;
    REQUIRE(context.check() == GlStatus::Ready);
    const Buffer buffer(7);
    glFinish();
    int value = 0;
    bool left = false;
    std::thread([&] {
      {
        const GlContext::Scope scope(context);
        value = buffer.value();
      }
      left = !Current().any();
    }).join();
    CHECK(value == 7);
    CHECK(left);
    const GlContext::Scope scope(context);
    GlStatus status = GlStatus::Ready;
    std::thread([&] { status = context.check(); }).join();
    CHECK(status == GlStatus::Busy);
    CHECK(context.reason() == "the context is current on another thread");
  }
}

TEST_CASE("the headless context is never bound over GLX, and beside EGL puts back what was current") {
  HeadlessContext headless;
  {
    WindowHost host(GLFW_NATIVE_CONTEXT_API);
    const Current before;
    CHECK(headless.check() == GlStatus::Busy);
    CHECK(headless.reason().starts_with("a GLX context is current on this thread"));
    CHECK(Current() == before);
    GlStatus status = GlStatus::Missing;
    std::thread([&] { status = headless.check(); }).join();
    CHECK(status == GlStatus::Ready);
    host.release();
    CHECK(headless.check() == GlStatus::Ready);
    CHECK(!Current().any());
    host.makeCurrent();
    CHECK(Current() == before);
  }
  WindowHost host(GLFW_EGL_CONTEXT_API);
  const Current before;
  CHECK(headless.check() == GlStatus::Ready);
  CHECK(Current() == before);
}

TEST_CASE("objects go with the context that shares, also when the window goes first") {
  for (const int api : kApis) {
    CAPTURE(nameOf(api));
    const auto context = std::make_shared<SharedContext>();
    std::optional<WindowHost> host(std::in_place, api);
    std::optional<UnorderedLdi> renderer(std::in_place, context);
    ::test::DrawnShape ball(::test::ball());
    ball.draw(*renderer);
    host.reset();
    ball.draw(*renderer);
    host.emplace(api);
    ball.draw(*renderer);
    if (api == GLFW_EGL_CONTEXT_API) context->contextDestroyed();
    host.reset();
    renderer.reset();
    CHECK(!Current().any());
  }
}

TEST_CASE("what a window has in buffers, and what it draws itself") {
  for (const int api : kApis) {
    CAPTURE(nameOf(api));
    WindowHost host(api);
    const ldi_shapes::Shape shape = ldi_shapes::torus(30, 20, 1, 0.4);
    std::vector<float> floats;
    for (const auto& point : shape.points) {
      for (const Real x : point) floats.push_back(static_cast<float>(x));
    }
    GLuint buffers[2];
    glCreateBuffers(2, buffers);
    glNamedBufferData(buffers[0], static_cast<GLsizeiptr>(floats.size() * sizeof(float)), floats.data(),
                      GL_STATIC_DRAW);
    glNamedBufferData(buffers[1], static_cast<GLsizeiptr>(shape.faces.size() * sizeof(Triangle)), shape.faces.data(),
                      GL_STATIC_DRAW);
    GlSurface surface;
    surface.vertexBuffer = buffers[0];
    surface.vertices = static_cast<Index>(shape.points.size());
    surface.indexBuffer = buffers[1];
    surface.faces = static_cast<Index>(shape.faces.size());
    const HostDrawnSurface drawn{[&](LdiDrawer&) {
      GLuint array = 0;
      glGenVertexArrays(1, &array);
      glBindVertexArray(array);
      glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
      glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
      glEnableVertexAttribArray(0);
      glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
      glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * shape.faces.size()), GL_UNSIGNED_INT, nullptr);
      glBindVertexArray(0);
      glDeleteVertexArrays(1, &array);
    }};
    const LdiView view = volumeOfInterest(ldi_shapes::boxOf(shape), {});
    Workers workers;
    LayeredDepthImage byBuffers, byHost;
    const std::shared_ptr<GlContext> contexts[] = {std::make_shared<HostContext>(), std::make_shared<SharedContext>()};
    for (const auto& context : contexts) {
      const Current before;
      const State state = stateOf();
      SoftwareLdi().render(GlSurfaceReader(context).read(surface), view, byBuffers, workers);
      DrawnLdi(context).render(drawn, view, byHost);
      compare(state, stateOf());
      CHECK(Current() == before);
      CHECK(byBuffers.entries.size() > 1000);
      CHECK(byHost.unbalancedPixels() == 0);
      CHECK(static_cast<double>(byHost.entries.size()) ==
            Approx(static_cast<double>(byBuffers.entries.size())).epsilon(0.01));
    }
  }
}
