#pragma once

#include <atomic>
#include <cstddef>

/// Counts every heap allocation of the test program by any thread: replaces the C library's allocation functions. The
/// thread library has an allocator of its own, which it looks for as it is loaded: here it finds none, and takes those.
/// What it takes for itself is counted apart: for tasks that call helpers, and again when the thread that frees one is
/// not the one that made it, which is up to the scheduler. Include it in one source file of a program. Sanitizers bring
/// their own: there nothing is counted.
namespace allocations {

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
inline constexpr bool counted = true;
#else
inline constexpr bool counted = false;
#endif

inline std::atomic<long> g_count{0}, g_ofThreadLibrary{0};

/// Allocations since the program began, but for the thread library's.
inline long count() {
  return g_count.load();
}
inline long countOfThreadLibrary() {
  return g_ofThreadLibrary.load();
}

}  // namespace allocations

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <dlfcn.h>
#include <link.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace allocations {

/// Addresses of the thread library's code.
struct Code {
  std::uintptr_t begin = 0, end = 0;
};

inline Code threadLibrary() {
  Code code;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* found) {
        if (std::strstr(info->dlpi_name, "libtbb.so") == nullptr) return 0;
        Code& range = *static_cast<Code*>(found);
        for (const ElfW(Phdr)* part = info->dlpi_phdr; part < info->dlpi_phdr + info->dlpi_phnum; ++part) {
          if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
          range.begin = info->dlpi_addr + part->p_vaddr;
          range.end = range.begin + part->p_memsz;
        }
        return 1;
      },
      &code);
  return code;
}
inline const Code g_threadLibrary = threadLibrary();

inline void add(const void* caller) {
  const auto address = reinterpret_cast<std::uintptr_t>(caller);
  const bool theirs = g_threadLibrary.begin <= address && address < g_threadLibrary.end;
  ++(theirs ? g_ofThreadLibrary : g_count);
}

}  // namespace allocations

extern "C" {
__attribute__((visibility("default"))) void* dlopen(const char* file, int mode) noexcept {
  if (file && std::strstr(file, "tbbmalloc")) return nullptr;
  static const auto open = reinterpret_cast<void* (*)(const char*, int)>(dlsym(RTLD_NEXT, "dlopen"));
  return open(file, mode);
}

void* __libc_malloc(std::size_t);                 // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t, std::size_t);    // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void*, std::size_t);         // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t, std::size_t);  // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) noexcept {
  allocations::add(__builtin_return_address(0));
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  allocations::add(__builtin_return_address(0));
  return __libc_calloc(count, size);
}
void* realloc(void* p, std::size_t size) noexcept {
  allocations::add(__builtin_return_address(0));
  return __libc_realloc(p, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  allocations::add(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  allocations::add(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size) noexcept {
  allocations::add(__builtin_return_address(0));
  *p = __libc_memalign(alignment, size);
  return *p ? 0 : ENOMEM;
}
}
#endif
