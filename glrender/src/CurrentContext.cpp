#include "CurrentContext.h"

#include <dlfcn.h>

namespace pliant::detail {
namespace {

void* ask(const char* library, const char* function) {
  using Function = void* (*)();
  // A library that only a driver manager or a plugin has opened has no global symbols, so dlsym() needs its handle.
  void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  const auto current = reinterpret_cast<Function>(dlsym(handle, function));
  void* const found = current == nullptr ? nullptr : current();
  dlclose(handle);
  return found;
}

}  // namespace

CurrentContext CurrentContext::find() {
  CurrentContext found{ask("libEGL.so.1", "eglGetCurrentContext"), ask("libGLX.so.0", "glXGetCurrentContext")};
  if (found.glx == nullptr) found.glx = ask("libGL.so.1", "glXGetCurrentContext");
  return found;
}

}  // namespace pliant::detail
