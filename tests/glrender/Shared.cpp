// A context that shares objects with the host's context, without a screen. Contexts that are lost.
#include <pliant/glrender.h>

#include <memory>
#include <thread>

#include "Loss.h"
#include "UndisturbedDrawing.h"

using namespace pliant;
using namespace host_state;

TEST_CASE("the state of a host without a screen is the same, its errors too") {
  for (const bool core : {true, false}) {
    CAPTURE(core);
    EglHost host(4, 5, core);
    const auto context = std::make_shared<SharedContext>();
    drawsUndisturbed(context, 4, [](std::mt19937& random) { const Peculiar peculiar(random); });
    CHECK(eglGetCurrentContext() == host.context());
    glEnable(0xdead);
    CHECK(context->check() == GlStatus::Ready);
    CHECK(glGetError() == GL_INVALID_ENUM);
    CHECK(context->renderer() == reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  }
}

TEST_CASE("a host that counts primitives is no hindrance to a context beside it") {
  EglHost host;
  SharedContext context;
  GLuint query = 0;
  glGenQueries(1, &query);
  glBeginQuery(GL_SAMPLES_PASSED, query);
  CHECK(context.check() == GlStatus::Ready);
  glEndQuery(GL_SAMPLES_PASSED);
  CHECK(glGetError() == GL_NO_ERROR);
  glDeleteQueries(1, &query);
}

TEST_CASE("buffers of the host's are the same on both sides") {
  EglHost host;
  SharedContext context;
  CHECK(context.check() == GlStatus::Ready);
  GLuint buffer = 0;
  glCreateBuffers(1, &buffer);
  for (int value = 0; value < 3; ++value) {
    glNamedBufferData(buffer, sizeof value, &value, GL_STREAM_DRAW);
    int found = -1;
    {
      const GlContext::Scope scope(context);
      CHECK(eglGetCurrentContext() != host.context());
      glGetNamedBufferSubData(buffer, 0, sizeof found, &found);
      const int answer = 10 * value;
      glNamedBufferData(buffer, sizeof answer, &answer, GL_STREAM_DRAW);
    }
    CHECK(found == value);
    glGetNamedBufferSubData(buffer, 0, sizeof found, &found);
    CHECK(found == 10 * value);
  }
}

TEST_CASE("a host of OpenGL ES is told apart") {
  EglHost host;
  host.release();
  REQUIRE(eglBindAPI(EGL_OPENGL_ES_API) == EGL_TRUE);
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
  const EGLContext es = eglCreateContext(host.display(), EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
  REQUIRE(eglMakeCurrent(host.display(), EGL_NO_SURFACE, EGL_NO_SURFACE, es) == EGL_TRUE);
  SharedContext context;
  CHECK(context.check() == GlStatus::TooOld);
  CHECK(context.reason() == "the host's context is not an OpenGL context");
  CHECK(eglGetCurrentContext() == es);
  CHECK(eglQueryAPI() == EGL_OPENGL_ES_API);
  eglMakeCurrent(host.display(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(host.display(), es);
  eglBindAPI(EGL_OPENGL_API);
}

namespace {

void isLost(GlContext& context, const std::string& reason) {
  const std::uint64_t generation = context.generation();
  {
    const Loss loss;
    CHECK(context.check() == GlStatus::Lost);
    CHECK(context.reason() == "the driver lost the OpenGL context");
    CHECK(context.generation() > generation);
  }
  if (reason.empty()) {
    CHECK(context.check() == GlStatus::Ready);
    return;
  }
  // Drivers report a loss only once.
  CHECK(context.check() == GlStatus::Lost);
  CHECK(context.reason() == reason);
}

}  // namespace

TEST_CASE("a context of our own that is lost is made anew") {
  HeadlessContext context;
  REQUIRE(context.check() == GlStatus::Ready);
  isLost(context, "");
  CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
}

TEST_CASE("a lost one of the host's stays lost until there is another, or one that looks the same") {
  {
    EglHost host;
    HostContext plain;
    SharedContext shared;
    REQUIRE(plain.check() == GlStatus::Ready);
    REQUIRE(shared.check() == GlStatus::Ready);
    isLost(plain, "the driver lost the host's OpenGL context");
    isLost(shared, "the driver lost the host's OpenGL context");
    plain.contextDestroyed();
    shared.contextDestroyed();
    CHECK(plain.check() == GlStatus::Ready);
    CHECK(shared.check() == GlStatus::Ready);
  }

  for (const bool shared : {false, true}) {
    CAPTURE(shared);
    EglHost host;
    const std::unique_ptr<GlContext> context =
        shared ? std::unique_ptr<GlContext>(std::make_unique<SharedContext>()) : std::make_unique<HostContext>();
    REQUIRE(context->check() == GlStatus::Ready);
    isLost(*context, "the driver lost the host's OpenGL context");
    CHECK(eglGetCurrentContext() == host.context());
    {
      EglHost other;
      CHECK(context->check() == GlStatus::Ready);
    }
    // A context of our own keeps working without the host's context.
    CHECK(context->check() == (shared ? GlStatus::Ready : GlStatus::Missing));
    host.makeCurrent();
    CHECK(context->check() == GlStatus::Ready);
  }
}
