#pragma once

#include <pliant/glrender/GlContext.h>

#include <memory>

namespace pliant {

/// Whatever context the host has current on the calling thread (GLX or EGL), at each use. All state that drawing
/// touches is saved and restored. Owns nothing of the host's.
///
/// Missing while nothing is current, so it may be made before the host's context. When another context is found than
/// before, objects are made anew in it. One that the driver lost stays Lost until the host has another. What was made
/// in a context that still lives stays in it, unused: a host that goes to and fro between several has a HostContext,
/// with renderers of its own, for each. Busy while the
/// host counts or captures primitives (a query or transform feedback is active). Not to be used within
/// glBeginConditionalRender, of which OpenGL does not tell.
class PLIANT_GLRENDER_EXPORT HostContext final : public GlContext {
 public:
  HostContext();
  ~HostContext() override;

  /// The host has destroyed its context. To be called where it may make another one, which could look the same.
  void contextDestroyed();

 protected:
  GlStatus bind(std::string& reason) override;
  void unbind() noexcept override;
  GlStatus save(int version, std::string& reason) override;
  void restore() noexcept override;
  void lost() noexcept override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
