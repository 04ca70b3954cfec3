#include <GL/glew.h>
#include <pliant/glrender/SharedContext.h>

#include <atomic>

#include "CurrentContext.h"
#include "EntryPoints.h"
#include "SharingContext.h"

namespace pliant {
namespace {

using namespace detail;

/// Lets the context that is current next see what this one has done so far. Null where it has waited for that itself.
GLsync fence(bool known) {
  if (!known) {
    glFinish();
    return nullptr;
  }
  GLsync const made = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
  return made;
}

void waitFor(GLsync fence) {
  if (fence == nullptr) return;
  glWaitSync(fence, 0, GL_TIMEOUT_IGNORED);
  glDeleteSync(fence);
}

/// Whether the host's context tells when it is lost: contexts that share must agree about it.
bool tellsReset() {
  if (toldVersion() < 45) return false;
  GLint strategy = GL_NO_RESET_NOTIFICATION;
  glGetIntegerv(GL_RESET_NOTIFICATION_STRATEGY, &strategy);
  return strategy == GL_LOSE_CONTEXT_ON_RESET;
}

}  // namespace

struct SharedContext::Impl {
  CurrentContext host;      ///< that `own` shares with
  CurrentContext lostHost;  ///< what shares with a lost context is lost as well
  std::unique_ptr<SharingContext> own;
  bool gone = false;                         ///< `own` is lost, and still current
  bool hostCurrent = false, fences = false;  ///< of the scope
  std::atomic<bool> bound = false;

  GlStatus make(const CurrentContext& current, std::string& reason);
  bool bindToDelete();
  void destroy();
};

GlStatus SharedContext::Impl::make(const CurrentContext& current, std::string& reason) {
  if (!loadEntryPoints()) {
    reason = "OpenGL's functions can't be loaded";
    return GlStatus::Missing;
  }
  GlStatus status = GlStatus::Ready;
  const bool tells = tellsReset();
  own = current.egl != nullptr ? makeEglSharing(tells, status, reason) : makeGlxSharing(tells, status, reason);
  if (own != nullptr) host = current;
  return status;
}

SharedContext::SharedContext() : m_impl(std::make_unique<Impl>()) {}
SharedContext::~SharedContext() = default;

void SharedContext::Impl::destroy() {
  own.reset();
  host = {};
}

/// Makes `own` current, if it is there and nothing of the other library is.
bool SharedContext::Impl::bindToDelete() {
  const auto current = CurrentContext::find();
  if (own == nullptr || (host.egl != nullptr ? current.glx : current.egl) != nullptr) return false;
  std::string reason;
  return own->bind(reason) == GlStatus::Ready;
}

void SharedContext::contextDestroyed() {
  // Else buffers, textures and programs would last as long as anything that shares with the host's context.
  if (m_impl->bindToDelete()) {
    deleteObjects();
    m_impl->own->unbind();
  } else {
    forgetObjects();
  }
  m_impl->destroy();
  m_impl->lostHost = {};
}

GlStatus SharedContext::bind(std::string& reason) {
  Impl& impl = *m_impl;
  if (impl.bound.exchange(true)) {
    reason = "the context is current on another thread";
    return GlStatus::Busy;
  }
  const auto current = CurrentContext::find();
  const auto refuse = [&](GlStatus status) {
    impl.bound = false;
    return status;
  };
  if (impl.own != nullptr && current && current != impl.host) contextDestroyed();
  if (impl.own == nullptr) {
    if (!current) {
      reason = "no OpenGL context is current on this thread to share objects with";
      return refuse(GlStatus::Missing);
    }
    if (current == impl.lostHost) {
      reason = "the driver lost the host's OpenGL context";
      return refuse(GlStatus::Lost);
    }
    const GlStatus made = impl.make(current, reason);
    if (made != GlStatus::Ready) return refuse(made);
    forgetObjects();
  }
  impl.hostCurrent = static_cast<bool>(current);
  impl.fences = impl.hostCurrent && toldVersion() >= 32;
  GLsync const before = impl.hostCurrent ? fence(impl.fences) : nullptr;
  const GlStatus status = impl.own->bind(reason);
  waitFor(before);
  if (status == GlStatus::Ready) return status;
  if (status == GlStatus::Lost) contextDestroyed();
  return refuse(status);
}

void SharedContext::unbind() noexcept {
  Impl& impl = *m_impl;
  GLsync const after = impl.hostCurrent ? fence(impl.fences) : nullptr;
  impl.own->unbind();
  waitFor(after);
  if (impl.gone) {
    impl.lostHost = impl.host;
    impl.destroy();
    impl.gone = false;
  }
  impl.bound = false;
}

void SharedContext::lost() noexcept {
  m_impl->gone = true;
  forgetObjects();
}

}  // namespace pliant
