// Tests for OpenGL without a screen, and makes a detector that works with or without OpenGL.
#include <pliant/detectors.h>
#include <pliant/glrender.h>

#include <cstdio>
#include <memory>

int main() {
  pliant::HeadlessContext headless;
  const bool ready = headless.check() == pliant::GlStatus::Ready;
  std::printf("%s\n", ready ? headless.renderer().c_str() : headless.reason().c_str());

  const auto context = std::make_shared<pliant::SharedContext>();
  pliant::LdiDetector detector(std::make_unique<pliant::AutoLdi>(context));
  std::printf("%s\n", context->check() == pliant::GlStatus::Ready ? "shared" : context->reason().c_str());
  return ready && detector.name() == "ldi-auto" ? 0 : 1;
}
