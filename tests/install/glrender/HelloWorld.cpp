// Whether there is an OpenGL, without a screen.
#include <pliant/glrender.h>

#include <cstdio>

int main() {
  pliant::HeadlessContext context;
  const bool ready = context.check() == pliant::GlStatus::Ready;
  std::printf("%s\n", ready ? context.renderer().c_str() : context.reason().c_str());
  return ready ? 0 : 1;
}
