#pragma once

#include <pliant/glrender/GlContext.h>

#include <memory>
#include <string>

#include "CurrentContext.h"

namespace pliant::detail {

/// A context of our own that shares objects with one of the host's, made by the library that made the host's.
class SharingContext {
 public:
  virtual ~SharingContext() = default;
  /// Keeps what the thread has current, for unbind. Nothing of the other library may be.
  virtual GlStatus bind(std::string& reason) = 0;
  virtual void unbind() noexcept = 0;
};

/// With what is current on this thread, and stays so. Null with a status and a reason where that can't be.
std::unique_ptr<SharingContext> makeEglSharing(bool tellsReset, GlStatus& status, std::string& reason);
std::unique_ptr<SharingContext> makeGlxSharing(bool tellsReset, GlStatus& status, std::string& reason);

}  // namespace pliant::detail
