#pragma once

#include <pliant/glrender/GlContext.h>

#include <cstddef>
#include <memory>

namespace pliant {

/// The host's context that is current on the calling thread (GLX or EGL) at each use.
/// All state that drawing changes is saved and restored. No object of the host is owned.
///
/// Statuses:
/// - Missing if no context is current. So a HostContext may be made before the host's context.
/// - Busy if an active query or transform feedback of the host would count the drawing. Time queries are not tested;
///   they include the drawing.
/// - Lost if the driver lost the context, until another context is current.
///
/// Several contexts:
/// - The host may switch between contexts. Objects stay in their context and are reused when it is current again.
/// - At most kMostContexts contexts are remembered. The objects of the least recently used context are abandoned; they
///   exist until their context is destroyed.
/// - The objects of a destroyed renderer in a context that is not current are deleted at the next check() or Scope
/// there.
///
/// Must not be used between glBeginConditionalRender and glEndConditionalRender; OpenGL has no query for it.
class PLIANT_GLRENDER_EXPORT HostContext final : public GlContext {
 public:
  /// Maximum number of the host's contexts that are distinguished.
  /// An empty vertex array in each context identifies it.
  static constexpr std::size_t kMostContexts = 8;

  /// Makes no OpenGL call.
  HostContext();
  /// Deletes the identifying vertex array if its context is current on the calling thread.
  ~HostContext() override;

  /// Abandons the objects in the context that was entered last, because the host has destroyed it.
  /// Required only after that context was lost, if a new context may have the same handle.
  /// Otherwise the new context is detected automatically.
  /// Makes no OpenGL call; no context need be current.
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
