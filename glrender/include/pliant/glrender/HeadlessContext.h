#pragma once

#include <pliant/glrender/GlContext.h>

#include <memory>

namespace pliant {

/// A context of Pliant's own without window, screen or display server (EGL, surfaceless).
///
/// - The first check() or Scope creates the context. It takes the first EGL device that provides OpenGL 3.3, graphics
///   cards before software devices, or else Mesa's surfaceless platform.
/// - If no device provides one, reason() lists the devices and their failures. The status is Missing or TooOld.
/// - The end of a Scope makes the thread's previous EGL context current again.
/// - Busy if a GLX context is current on the thread. Use HostContext there, or use another thread.
/// - Busy if the context is current on another thread.
/// - After Lost, the next check() or Scope creates a new context.
class PLIANT_GLRENDER_EXPORT HeadlessContext final : public GlContext {
 public:
  /// Makes no EGL call.
  HeadlessContext();
  /// Destroys the context. Any thread; no Scope may exist.
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
