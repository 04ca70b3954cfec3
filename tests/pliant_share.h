#pragma once

/// A sanitizer makes a program five to twenty times as long. A test that would take minutes there does a share of its
/// work instead: some of the scenes that differ in what they hold and not in what is asked of them.
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

/// Whether a test takes its i-th piece of work: each, or under a sanitizer every n-th, the first among them.
constexpr bool takes(int i, int n) {
  return !sanitized || i % n == 0;
}

}  // namespace share
