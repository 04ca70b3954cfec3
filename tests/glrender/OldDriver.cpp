// Tests a driver whose OpenGL is too old. Mesa's driver imitates it; this must be set before its first use.
#include <pliant/glrender.h>

#include "EglHost.h"
#include "MesaDriver.h"

using namespace pliant;

TEST_CASE("a driver without the needed version is told apart from none") {
  test::pretendOldDriver("3.2", "150");
  HeadlessContext own;
  CHECK(own.check() == GlStatus::TooOld);
  CHECK(own.reason().starts_with("EGL can't create an OpenGL 3.3 context without a screen: "));
  CHECK(own.reason().ends_with("no surface: the driver has no context of that version"));
  CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);

  EglHost host(3, 2);
  HostContext context;
  CHECK(context.check() == GlStatus::TooOld);
  CHECK(context.reason().find("OpenGL 3.3 is needed, but the context has 3.2") == 0);
  CHECK(eglGetCurrentContext() == host.context());
}
