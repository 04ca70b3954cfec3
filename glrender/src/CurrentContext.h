#pragma once

namespace pliant::detail {

/// Contexts that are current on the calling thread. EGL and GLX are not linked; they are queried only if the process
/// has loaded them.
struct CurrentContext {
  void* egl = nullptr;
  void* glx = nullptr;

  static CurrentContext find();
  explicit operator bool() const { return egl != nullptr || glx != nullptr; }
  bool operator==(const CurrentContext&) const = default;
};

}  // namespace pliant::detail
