#pragma once

#include <pliant/glrender/GlContext.h>

#include <memory>

namespace pliant {

/// A context of Pliant's own that shares buffers and textures with the host's context, by EGL or GLX like the host's.
/// The state of the host's context is never changed, so it needs no saving. The host's buffers can be read.
///
/// The host's context:
/// - The context shares with the one that is current on the calling thread at the first check() or Scope.
/// - Missing if no context is current then. So a SharedContext may be made before the host's context.
/// - Later uses need no current context and may run on any thread.
/// - If another context of the host is current, the own context is made anew and all earlier objects are deleted. A
/// host
///   that switches between contexts uses one SharedContext with its own renderers for each.
/// - Lost while the current context is one that the driver lost.
/// - Busy while a Scope exists on another thread.
///
/// Synchronisation:
/// - If the host's context is current on the thread, drawing waits for the host's earlier commands on shared objects,
/// and
///   the host's later commands wait for the drawing.
/// - On another thread there is no waiting. The host must have completed its commands (glFinish, or a fence that it has
///   waited for). If it uses GLX on several threads, it must have called XInitThreads.
class PLIANT_GLRENDER_EXPORT SharedContext final : public GlContext {
 public:
  /// Makes no OpenGL call.
  SharedContext();
  /// Destroys the own context.
  /// Must not run after the host has closed the display of its GLX context, unless contextDestroyed() ran first.
  ~SharedContext() override;

  /// Deletes the objects and destroys the own context.
  /// Call it before or after the host destroys its context:
  /// - if the host may make a new context, which may have the same handle,
  /// - if the host closes the display; call it before that.
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
