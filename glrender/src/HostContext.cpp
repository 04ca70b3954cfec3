#include <pliant/glrender/HostContext.h>

#include <algorithm>
#include <vector>

#include "ContextTag.h"
#include "CurrentContext.h"
#include "SavedState.h"

namespace pliant {
namespace {

using namespace detail;

struct KnownContext {
  CurrentContext context;
  std::uint64_t generation = 0;  ///< generation of its objects
  ContextTag mark;
  bool countsPipeline = false;
};

}  // namespace

struct HostContext::Impl {
  std::vector<KnownContext> known;  ///< most recently used first
  bool lost = false;                ///< true if the first of `known` is lost
  SavedState state;

  Impl() { known.reserve(kMostContexts + 1); }
};

HostContext::HostContext() : m_impl(std::make_unique<Impl>()) {}

HostContext::~HostContext() {
  auto& known = m_impl->known;
  const auto current = CurrentContext::find();
  const auto isCurrent = [&](const KnownContext& each) { return each.context == current; };
  if (!current || std::none_of(known.begin(), known.end(), isCurrent)) return;
  try {
    const GlContext::Scope scope(*this);
    known.front().mark.remove();
  } catch (const GlError&) {
    // The vertex array is deleted with its context.
  }
}

void HostContext::contextDestroyed() {
  auto& known = m_impl->known;
  forgetObjects();
  if (!known.empty()) known.erase(known.begin());
  m_impl->lost = false;
}

GlStatus HostContext::bind(std::string& reason) {
  const auto current = CurrentContext::find();
  if (!current) {
    reason = "no OpenGL context is current on this thread";
    return GlStatus::Missing;
  }
  auto& known = m_impl->known;
  if (known.empty() || current != known.front().context) {
    if (m_impl->lost) known.erase(known.begin());
    m_impl->lost = false;
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.context == current; });
    if (found != known.end()) {
      std::rotate(known.begin(), found, found + 1);
      returnToObjects(known.front().generation);
    } else {
      known.insert(known.begin(), KnownContext{current, beginObjects(), {}, false});
    }
    if (known.size() > kMostContexts) {
      forgetObjects(known.back().generation);
      known.pop_back();
    }
  }
  if (m_impl->lost) {
    reason = "the driver lost the host's OpenGL context";
    return GlStatus::Lost;
  }
  return GlStatus::Ready;
}

void HostContext::unbind() noexcept {}

GlStatus HostContext::save(int version, std::string& reason) {
  KnownContext& here = m_impl->known.front();
  if (!here.mark.isHere()) {
    if (here.mark.made()) {
      forgetObjects();
      here.generation = generation();
    }
    here.mark.make();
    here.countsPipeline = countsPipeline(version);
  }
  if (const char* const what = hostInMidst(version, here.countsPipeline)) {
    reason = std::string(what) + " of the host is active; end it first";
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
