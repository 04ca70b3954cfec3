#pragma once

#include <pliant/glrender/GlContext.h>

#include <memory>
#include <string>

#include "CurrentContext.h"

namespace pliant::detail {

/// A context of Pliant's own that shares objects with a context of the host, made by the same library (EGL or GLX).
class SharingContext {
 public:
  virtual ~SharingContext() = default;
  /// Makes the context current and saves the thread's previous one for unbind(). No context of the other library may be
  /// current.
  virtual GlStatus bind(std::string& reason) = 0;
  virtual void unbind() noexcept = 0;
};

/// Make a context that shares with the current context of this thread, which stays current. On failure return null and
/// set `status` and `reason`.
std::unique_ptr<SharingContext> makeEglSharing(bool reportsReset, GlStatus& status, std::string& reason);
std::unique_ptr<SharingContext> makeGlxSharing(bool reportsReset, GlStatus& status, std::string& reason);

}  // namespace pliant::detail
