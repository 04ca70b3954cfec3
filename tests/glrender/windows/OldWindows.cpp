// A driver that refuses the context. Mesa's driver imitates it; this must be set before its first use. The X server's
// error about this would end the process; it must end in a status.
#include <pliant/glrender.h>

#include <cstdlib>

#include "WindowHost.h"
// GLEW must be included first.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <GL/glx.h>

using namespace pliant;
using window_host::WindowHost;

namespace {

int g_errors = 0;

int count(Display*, XErrorEvent*) {
  return ++g_errors;
}

}  // namespace

TEST_CASE("a driver that makes no context to share is told, and the host's handler of errors is left as it was") {
  setenv("MESA_GL_VERSION_OVERRIDE", "3.2", 1);
  setenv("MESA_GLSL_VERSION_OVERRIDE", "150", 1);
  for (const int api : {GLFW_NATIVE_CONTEXT_API, GLFW_EGL_CONTEXT_API}) {
    WindowHost host(api, 3, 2);
    XSetErrorHandler(count);
    const void* const before[] = {glXGetCurrentContext(), eglGetCurrentContext()};
    SharedContext context;
    CHECK(context.check() == GlStatus::TooOld);
    CHECK(context.reason() == "the driver can't create an OpenGL 3.3 context that shares objects with the host's");
    CHECK(glXGetCurrentContext() == before[0]);
    CHECK(eglGetCurrentContext() == before[1]);
    CHECK(XSetErrorHandler(nullptr) == count);
    CHECK(g_errors == 0);
    CHECK(glGetError() == GL_NO_ERROR);
  }
}
