#include <pliant/glrender/HostContext.h>

#include "CurrentContext.h"
#include "SavedState.h"

namespace pliant {

struct HostContext::Impl {
  detail::CurrentContext last;
  bool lost = false;  ///< the last one
  detail::SavedState state;
};

HostContext::HostContext() : m_impl(std::make_unique<Impl>()) {}
HostContext::~HostContext() = default;

void HostContext::contextDestroyed() {
  m_impl->last = {};
  m_impl->lost = false;
  forgetObjects();
}

GlStatus HostContext::bind(std::string& reason) {
  const auto current = detail::CurrentContext::find();
  if (!current) {
    reason = "no OpenGL context is current on this thread";
    return GlStatus::Missing;
  }
  if (current != m_impl->last) {
    m_impl->last = current;
    m_impl->lost = false;
    forgetObjects();
  }
  if (m_impl->lost) {
    reason = "the driver lost the host's OpenGL context";
    return GlStatus::Lost;
  }
  return GlStatus::Ready;
}

void HostContext::unbind() noexcept {}

GlStatus HostContext::save(int version, std::string& reason) {
  if (const char* const what = detail::hostInMidst(version)) {
    reason = std::string(what) + " of the host's is active";
    return GlStatus::Busy;
  }
  m_impl->state.save(version);
  return GlStatus::Ready;
}

void HostContext::restore() noexcept {
  m_impl->state.restore();
}

void HostContext::lost() noexcept {
  m_impl->lost = true;
  forgetObjects();
}

}  // namespace pliant
