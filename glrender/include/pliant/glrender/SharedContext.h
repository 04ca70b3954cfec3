#pragma once

#include <pliant/glrender/GlContext.h>

#include <memory>

namespace pliant {

/// A context of our own that shares buffers and textures with the host's, by EGL or GLX as the host's is. What the host
/// has in its context is never touched, so nothing has to be saved and restored, and the host's buffers can be read.
///
/// It shares with the context that is current on the calling thread: with none there it is Missing the first time, so
/// it may be made before the host's, and later goes on as it is, on any thread. With another one than before it is made
/// anew, and what was made before is deleted; with one that the driver lost it stays Lost. So a host that goes to and
/// fro between several, and does not want all to be made each time, has a SharedContext with renderers of its own for
/// each.
///
/// Where the host's context is current, drawing waits for what the host did to shared objects before, and the host for
/// drawing. On another thread nothing is waited for: the host must have ended what it does there (glFinish, or a fence
/// that it has waited for), and if it uses GLX from several threads, have called XInitThreads.
class PLIANT_GLRENDER_EXPORT SharedContext final : public GlContext {
 public:
  SharedContext();
  /// Neither after the host has closed the display of its GLX context: contextDestroyed comes first.
  ~SharedContext() override;

  /// The host destroys its context, or has done so: ours goes too. To be called where the host may make another one,
  /// which could look the same, or closes the display.
  void contextDestroyed();

 protected:
  GlStatus bind(std::string& reason) override;
  void unbind() noexcept override;
  void lost() noexcept override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
