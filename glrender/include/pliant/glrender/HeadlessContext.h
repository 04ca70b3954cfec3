#pragma once

#include <pliant/glrender/GlContext.h>

#include <memory>

namespace pliant {

/// A context of our own without window, screen or server (EGL, surfaceless), made at its first use: by the first of
/// EGL's devices that makes one of version 3.3, graphics cards before what draws on the CPU, or else by Mesa's
/// surfaceless platform. Where none does the reason tells what was tried. What the thread had current under EGL is so
/// again after each scope. While the thread has a GLX context current the status is Busy: HostContext is what can be
/// used there, or another thread.
class PLIANT_GLRENDER_EXPORT HeadlessContext final : public GlContext {
 public:
  HeadlessContext();
  ~HeadlessContext() override;

 protected:
  GlStatus bind(std::string& reason) override;
  void unbind() noexcept override;
  void lost() noexcept override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
