#pragma once

#include <atomic>
#include <cstddef>

/// Counts every heap allocation of the test program, on any thread: replaces the C library's allocation functions.
/// dlopen is replaced as well, so that oneTBB does not find its own allocator and uses these functions. Programs whose
/// sources include this header are linked with pliant_allocations.cpp. Under a sanitizer nothing is counted, since
/// sanitizers replace the same functions.
namespace allocations {

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
inline constexpr bool counted = true;
#else
inline constexpr bool counted = false;
#endif

extern std::atomic<long> g_count;  // in pliant_allocations.cpp

/// Returns the number of allocations since the start of the program.
inline long count() {
  return g_count.load();
}

}  // namespace allocations
