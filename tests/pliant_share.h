#pragma once

/// A sanitizer makes a program five to twenty times as slow. A test that would take minutes then does only a share of
/// its work: it skips some of the scenes that differ in content but are tested in the same way.
namespace share {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

/// Returns true if a test does its i-th piece of work: always, or under a sanitizer every n-th piece, starting with the
/// first.
constexpr bool takes(int i, int n) {
  return !sanitized || i % n == 0;
}

}  // namespace share
