#include <GL/glew.h>
#include <pliant/glrender/SharedContext.h>

#include <atomic>

#include "CurrentContext.h"
#include "EntryPoints.h"
#include "SharingContext.h"

namespace pliant {
namespace {

using namespace detail;

/// Returns a fence after the commands of the current context so far. `known`: true if the context supports fences;
/// otherwise waits for the commands and returns null.
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

/// Returns true if the host's context reports its loss. Contexts that share must have the same setting.
bool reportsReset() {
  if (reportedVersion() < 45) return false;
  GLint strategy = GL_NO_RESET_NOTIFICATION;
  glGetIntegerv(GL_RESET_NOTIFICATION_STRATEGY, &strategy);
  return strategy == GL_LOSE_CONTEXT_ON_RESET;
}

}  // namespace

struct SharedContext::Impl {
  CurrentContext host;      ///< context that `own` shares with
  CurrentContext lostHost;  ///< lost context of the host; contexts that share with it are lost, too
  std::unique_ptr<SharingContext> own;
  bool gone = false;                         ///< true if `own` is lost and still current
  bool hostCurrent = false, fences = false;  ///< state of the current Scope
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
  const bool reports = reportsReset();
  own = current.egl != nullptr ? makeEglSharing(reports, status, reason) : makeGlxSharing(reports, status, reason);
  if (own != nullptr) host = current;
  return status;
}

SharedContext::SharedContext() : m_impl(std::make_unique<Impl>()) {}
SharedContext::~SharedContext() = default;

void SharedContext::Impl::destroy() {
  own.reset();
  host = {};
}

/// Makes `own` current. Returns false if there is none, or if a context of the other library is current.
bool SharedContext::Impl::bindToDelete() {
  const auto current = CurrentContext::find();
  if (own == nullptr || (host.egl != nullptr ? current.glx : current.egl) != nullptr) return false;
  std::string reason;
  return own->bind(reason) == GlStatus::Ready;
}

void SharedContext::contextDestroyed() {
  // Otherwise buffers, textures and programs would exist as long as any context that shares with the host's.
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
      reason = "no OpenGL context is current on this thread, so there is none to share objects with";
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
  impl.fences = impl.hostCurrent && reportedVersion() >= 32;
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
