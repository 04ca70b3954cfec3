#include <pliant/glrender/GlContext.h>

#include <algorithm>
#include <utility>

#include "EntryPoints.h"
#include "ObjectStore.h"
#include "SavedState.h"

namespace pliant {
namespace {

using namespace detail;

constexpr GLint kSubpixelBits = 8;
constexpr GLint kLeastViewport = 8192;  // equals kViewport of SnappedSurface.h

const char* text(GLenum name) {
  const GLubyte* const found = glGetString(name);
  return found == nullptr ? "" : reinterpret_cast<const char*>(found);
}

std::string dotted(int version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

const char* nameOf(GLenum error) {
  constexpr std::pair<GLenum, const char*> names[] = {
      {GL_INVALID_ENUM, "GL_INVALID_ENUM"},
      {GL_INVALID_VALUE, "GL_INVALID_VALUE"},
      {GL_INVALID_OPERATION, "GL_INVALID_OPERATION"},
      {GL_INVALID_FRAMEBUFFER_OPERATION, "GL_INVALID_FRAMEBUFFER_OPERATION"},
      {GL_OUT_OF_MEMORY, "GL_OUT_OF_MEMORY"},
      {GL_CONTEXT_LOST, "GL_CONTEXT_LOST"}};
  for (const auto& [value, name] : names) {
    if (value == error) return name;
  }
  return "an unknown error";
}

/// Returns the first pending error and discards the others. The loop is limited, because a lost context reports errors
/// without end.
GLenum takeErrors() {
  const GLenum first = glGetError();
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) continue;
  return first;
}

}  // namespace

GlError::GlError(GlStatus status, const std::string& message) : Error(message), m_status(status) {}
GlError::~GlError() = default;

GlContext::GlContext() : m_objects(std::make_unique<detail::ObjectStore>()) {}
GlContext::~GlContext() = default;

GlStatus GlContext::save(int, std::string&) {
  return GlStatus::Ready;
}
void GlContext::restore() noexcept {}
void GlContext::lost() noexcept {}

std::uint64_t GlContext::beginObjects() {
  m_generation = ++m_newest;
  return m_generation;
}

void GlContext::returnToObjects(std::uint64_t generation) {
  m_generation = generation;
}

void GlContext::forgetObjects(std::uint64_t generation) {
  m_objects->abandon(generation);
}

void GlContext::forgetObjects() {
  m_objects->abandon(m_generation);
  beginObjects();
}

void GlContext::deleteObjects() noexcept {
  m_objects->removeAll(m_generation);
  beginObjects();
}

GlStatus GlContext::examine(int version) {
  if (!loadEntryPoints()) {
    m_reason = "OpenGL's functions can't be loaded";
    return GlStatus::Missing;
  }
  m_version = text(GL_VERSION);
  m_renderer = text(GL_RENDERER);
  const int found = contextVersion();
  // A lost context may return no version.
  if (takeErrors() == GL_CONTEXT_LOST || (found >= 45 && glGetGraphicsResetStatus() != GL_NO_ERROR)) {
    m_reason = "the driver lost the OpenGL context";
    lost();
    return GlStatus::Lost;
  }
  if (m_version.empty() || found < version) {
    m_reason = "OpenGL " + dotted(version) + " is needed, but the context has " +
               (m_version.empty() ? "no version" : m_version);
    return GlStatus::TooOld;
  }
  GLint bits = 0;
  glGetIntegerv(GL_SUBPIXEL_BITS, &bits);
  if (bits < kSubpixelBits) {
    m_reason = "OpenGL rounds vertices to " + std::to_string(bits) + " bits of a pixel, but " +
               std::to_string(kSubpixelBits) + " are needed";
    return GlStatus::TooOld;
  }
  GLint most[2] = {};
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, most);
  if (std::min(most[0], most[1]) < kLeastViewport) {
    m_reason = "OpenGL's viewports have at most " + std::to_string(std::min(most[0], most[1])) +
               " pixels a side, but " + std::to_string(kLeastViewport) + " are needed";
    return GlStatus::TooOld;
  }
  const GlStatus saved = save(found, m_reason);
  if (saved == GlStatus::Ready) setPlainState(found);
  return saved;
}

GlStatus GlContext::enter(int version) {
  m_reason.clear();
  GlStatus status = bind(m_reason);
  if (status != GlStatus::Ready) return status;
  status = examine(version);
  if (status == GlStatus::Ready) {
    m_objects->removeUnused(m_generation);
  } else {
    unbind();
  }
  return status;
}

void GlContext::leave() noexcept {
  restore();
  unbind();
}

GlStatus GlContext::check(int version) {
  const GlStatus status = enter(version);
  if (status == GlStatus::Ready) leave();
  return status;
}

GlContext::Scope::Scope(GlContext& context, int version) : m_context(context) {
  const GlStatus status = context.enter(version);
  if (status != GlStatus::Ready) throw GlError(status, context.reason());
}

GlContext::Scope::~Scope() {
  m_context.leave();
}

void GlContext::Scope::throwErrors(const char* what) {
  const GLenum error = takeErrors();
  if (error == GL_NO_ERROR) return;
  if (error == GL_CONTEXT_LOST) m_context.lost();
  m_context.m_reason = std::string("OpenGL failed to ") + what + ": " + nameOf(error);
  throw GlError(error == GL_CONTEXT_LOST ? GlStatus::Lost : GlStatus::Failed, m_context.m_reason);
}

}  // namespace pliant
