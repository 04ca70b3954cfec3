#pragma once

#include <pliant/glrender/GlContext.h>

#include <cstddef>
#include <memory>

namespace pliant {

/// Whatever context the host has current on the calling thread (GLX or EGL), at each use. All state that drawing
/// touches is saved and restored. Owns nothing of the host's.
///
/// Missing while nothing is current, so it may be made before the host's context. A host may go to and fro between
/// several contexts: what is made in each stays there, to be used again when that one is current again; with more than
/// kMostContexts that of the one used longest ago is given up, which lasts as long as its context then. What a renderer
/// leaves in a context that isn't current is deleted when that is entered or checked again. A context that the driver
/// lost stays Lost until the host has another. Busy while a query or a transform feedback of the host's
/// is active that drawing would be counted by; queries of times count it. Not to be used within
/// glBeginConditionalRender, of which OpenGL does not tell.
class PLIANT_GLRENDER_EXPORT HostContext final : public GlContext {
 public:
  /// Contexts of the host's that are told apart. Each holds an empty vertex array by which it is known again.
  static constexpr std::size_t kMostContexts = 8;

  HostContext();
  ~HostContext() override;

  /// The host has destroyed the context that was entered last: what was made in it is forgotten. To be called after one
  /// was lost where another may look the same; otherwise that is found out by itself.
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
