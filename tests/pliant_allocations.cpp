#include "pliant_allocations.h"

std::atomic<long> allocations::g_count{0};

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <dlfcn.h>

#include <cerrno>
#include <cstring>

// Tests are compiled with hidden symbols. oneTBB and the C++ library must find these functions.
#pragma GCC visibility push(default)
extern "C" {
void* dlopen(const char* file, int mode) noexcept {
  if (file && std::strstr(file, "tbbmalloc")) return nullptr;
  static const auto open = reinterpret_cast<void* (*)(const char*, int)>(dlsym(RTLD_NEXT, "dlopen"));
  return open(file, mode);
}

void* __libc_malloc(std::size_t);                 // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t, std::size_t);    // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void*, std::size_t);         // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t, std::size_t);  // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) noexcept {
  ++allocations::g_count;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++allocations::g_count;
  return __libc_calloc(count, size);
}
void* realloc(void* p, std::size_t size) noexcept {
  ++allocations::g_count;
  return __libc_realloc(p, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  // oneTBB allocates its tasks in blocks of this size. Which thread needs a new block depends on which threads are
  // idle.
  if (size != 256) ++allocations::g_count;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++allocations::g_count;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size) noexcept {
  ++allocations::g_count;
  *p = __libc_memalign(alignment, size);
  return *p ? 0 : ENOMEM;
}
}
#pragma GCC visibility pop
#endif
