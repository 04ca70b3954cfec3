// Contexts: which one is current before and after, and the message if no usable context exists.
#include <pliant/glrender.h>

#include <thread>

#include "EglHost.h"

using namespace pliant;

TEST_CASE("the headless context needs no screen, and leaves none current") {
  HeadlessContext context;
  REQUIRE(context.check() == GlStatus::Ready);
  CHECK(context.reason().empty());
  CHECK(!context.renderer().empty());
  CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
  {
    const GlContext::Scope scope(context);
    CHECK(eglGetCurrentContext() != EGL_NO_CONTEXT);
    CHECK(glGetString(GL_VERSION) != nullptr);
  }
  CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
}

TEST_CASE("the headless context puts back what the host has current under EGL") {
  EglHost host;
  HeadlessContext context;
  {
    const GlContext::Scope scope(context);
    CHECK(eglGetCurrentContext() != host.context());
  }
  CHECK(eglGetCurrentContext() == host.context());
  host.release();
  REQUIRE(eglBindAPI(EGL_OPENGL_ES_API) == EGL_TRUE);
  CHECK(context.check() == GlStatus::Ready);
  CHECK(eglQueryAPI() == EGL_OPENGL_ES_API);
  eglBindAPI(EGL_OPENGL_API);
}

TEST_CASE("a context that is current on another thread is busy") {
  HeadlessContext context;
  const GlContext::Scope scope(context);
  GlStatus status = GlStatus::Ready;
  std::thread other([&] { status = context.check(); });
  other.join();
  CHECK(status == GlStatus::Busy);
}

TEST_CASE("one headless context serves threads one after the other") {
  HeadlessContext context;
  REQUIRE(context.check() == GlStatus::Ready);
  GlStatus status = GlStatus::Missing;
  std::thread other([&] { status = context.check(); });
  other.join();
  CHECK(status == GlStatus::Ready);
}

TEST_CASE("the host's context is missing until it is there") {
  HostContext context;
  CHECK(context.check() == GlStatus::Missing);
  CHECK(context.reason() == "no OpenGL context is current on this thread");
  CHECK_THROWS_AS(GlContext::Scope(context), GlError);
  try {
    const GlContext::Scope scope(context);
  } catch (const GlError& error) {
    CHECK(error.status() == GlStatus::Missing);
    CHECK(error.what() == context.reason());
  }
  EglHost host;
  CHECK(context.check() == GlStatus::Ready);
  CHECK(eglGetCurrentContext() == host.context());
}

TEST_CASE("objects are of one context of the host's") {
  EglHost first;
  HostContext context;
  REQUIRE(context.check() == GlStatus::Ready);
  const std::uint64_t generation = context.generation();
  REQUIRE(context.check() == GlStatus::Ready);
  CHECK(context.generation() == generation);
  EglHost second;
  REQUIRE(context.check() == GlStatus::Ready);
  CHECK(context.generation() != generation);
  const std::uint64_t later = context.generation();
  context.contextDestroyed();
  REQUIRE(context.check() == GlStatus::Ready);
  CHECK(context.generation() > later);
}

TEST_CASE("a version that the context lacks is told") {
  HeadlessContext context;
  CHECK(context.check(99) == GlStatus::TooOld);
  CHECK(context.reason().find("OpenGL 9.9 is needed, but the context has ") == 0);
  CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
  CHECK(context.check() == GlStatus::Ready);
  CHECK(context.reason().empty());
}

TEST_CASE("errors of OpenGL end in one line, and the host's own are not taken for ours") {
  EglHost host;
  HostContext context;
  glEnable(0xdead);
  GlContext::Scope scope(context);
  scope.throwErrors("do nothing");
  glEnable(0xdead);
  try {
    scope.throwErrors("do what can't be done");
    FAIL();
  } catch (const GlError& error) {
    CHECK(error.status() == GlStatus::Failed);
    CHECK(std::string(error.what()) == "OpenGL failed to do what can't be done: GL_INVALID_ENUM");
  }
  scope.throwErrors("do nothing");
}
