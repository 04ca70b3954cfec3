#pragma once

namespace pliant::detail {

/// What this thread has current, without linking to the libraries that know: they are asked if the process has loaded
/// them.
struct CurrentContext {
  void* egl = nullptr;
  void* glx = nullptr;

  static CurrentContext find();
  explicit operator bool() const { return egl != nullptr || glx != nullptr; }
  bool operator==(const CurrentContext&) const = default;
};

}  // namespace pliant::detail
