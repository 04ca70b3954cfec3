// The headless context chooses a device if EGL has several devices and some of them fail. Functions of EGL are replaced
// here by functions that return devices which do not exist.
#include <dlfcn.h>
#include <pliant/glrender.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "EglHost.h"

using namespace pliant;

namespace {

enum class Fault { None, NoDisplay, NotInitialised, NoContext };

struct Device {
  bool onCpu = false;
  Fault fault = Fault::None;
};

/// EGL's devices while a test runs.
struct Pretence {
  std::vector<Device> devices;
  Fault surfaceless = Fault::None;
  std::vector<std::string> tried;  ///< Devices that were tried, in order.
  Fault now = Fault::None;         ///< Fault of the device that was tried last.

  Pretence() { s_current = this; }
  ~Pretence() { s_current = nullptr; }
  Pretence(const Pretence&) = delete;
  Pretence& operator=(const Pretence&) = delete;

  static Pretence* s_current;
};

Pretence* Pretence::s_current = nullptr;

template <typename Function>
Function real(const char* name) {
  static void* const egl = dlopen("libEGL.so.1", RTLD_LAZY);
  return reinterpret_cast<Function>(dlsym(egl, name));
}

EGLBoolean queryDevices(EGLint most, EGLDeviceEXT* devices, EGLint* count) {
  Pretence& pretence = *Pretence::s_current;
  *count = static_cast<EGLint>(pretence.devices.size());
  if (devices == nullptr) return EGL_TRUE;
  *count = std::min(*count, most);
  for (EGLint i = 0; i < *count; ++i) devices[i] = &pretence.devices[static_cast<std::size_t>(i)];
  return EGL_TRUE;
}

const char* queryDeviceString(EGLDeviceEXT device, EGLint name) {
  if (name != EGL_EXTENSIONS) return nullptr;
  return static_cast<const Device*>(device)->onCpu ? "EGL_MESA_device_software" : "EGL_EXT_device_drm";
}

/// Returns Mesa's surfaceless display for every device.
EGLDisplay getPlatformDisplay(EGLenum platform, void* native, const EGLint*) {
  Pretence& pretence = *Pretence::s_current;
  if (platform == EGL_PLATFORM_DEVICE_EXT) {
    const auto* const device = static_cast<const Device*>(native);
    pretence.tried.push_back(std::to_string(device - pretence.devices.data()));
    pretence.now = device->fault;
  } else {
    pretence.tried.emplace_back("surfaceless");
    pretence.now = pretence.surfaceless;
  }
  if (pretence.now == Fault::NoDisplay) return EGL_NO_DISPLAY;
  const auto get = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      real<decltype(&eglGetProcAddress)>("eglGetProcAddress")("eglGetPlatformDisplayEXT"));
  return get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

template <typename Function>
__eglMustCastToProperFunctionPointerType general(Function function) {
  return reinterpret_cast<__eglMustCastToProperFunctionPointerType>(function);
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] __eglMustCastToProperFunctionPointerType eglGetProcAddress(const char* name) {
  if (Pretence::s_current != nullptr) {
    if (std::strcmp(name, "eglQueryDevicesEXT") == 0) return general(queryDevices);
    if (std::strcmp(name, "eglQueryDeviceStringEXT") == 0) return general(queryDeviceString);
    if (std::strcmp(name, "eglGetPlatformDisplayEXT") == 0) return general(getPlatformDisplay);
  }
  return real<decltype(&eglGetProcAddress)>("eglGetProcAddress")(name);
}

[[gnu::visibility("default")]] EGLBoolean eglInitialize(EGLDisplay display, EGLint* major, EGLint* minor) {
  if (Pretence::s_current != nullptr && Pretence::s_current->now == Fault::NotInitialised) return EGL_FALSE;
  return real<decltype(&eglInitialize)>("eglInitialize")(display, major, minor);
}

[[gnu::visibility("default")]] EGLContext eglCreateContext(EGLDisplay display, EGLConfig config, EGLContext share,
                                                           const EGLint* attributes) {
  if (Pretence::s_current != nullptr && Pretence::s_current->now == Fault::NoContext) return EGL_NO_CONTEXT;
  return real<decltype(&eglCreateContext)>("eglCreateContext")(display, config, share, attributes);
}

}  // extern "C"

using Tried = std::vector<std::string>;

TEST_CASE("the first device will do, and a card is tried before what draws on the CPU") {
  Pretence pretence;
  pretence.devices = {{true}, {true}, {false}, {false}};
  HeadlessContext context;
  CHECK(context.check() == GlStatus::Ready);
  CHECK((pretence.tried == Tried{"2"}));
  // The context stays on this device.
  CHECK(context.check() == GlStatus::Ready);
  CHECK(pretence.tried.size() == 1);
}

TEST_CASE("a device that makes no context is passed over, whatever it is that fails") {
  for (const Fault fault : {Fault::NoDisplay, Fault::NotInitialised, Fault::NoContext}) {
    CAPTURE(static_cast<int>(fault));
    Pretence pretence;
    pretence.devices = {{true}, {false, fault}, {false}, {false}};
    for (int i = 0; i < 2; ++i) {
      pretence.tried.clear();
      HeadlessContext context;
      CHECK(context.check() == GlStatus::Ready);
      CHECK(context.reason().empty());
      CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
      CHECK((pretence.tried == Tried{"1", "2"}));
    }
    pretence.tried.clear();
    pretence.devices[2].fault = pretence.devices[3].fault = fault;
    HeadlessContext context;
    CHECK(context.check() == GlStatus::Ready);
    CHECK((pretence.tried == Tried{"1", "2", "3", "0"}));
  }
}

TEST_CASE("the surfaceless platform is the last resort") {
  Pretence pretence;
  HeadlessContext none;
  CHECK(none.check() == GlStatus::Ready);
  CHECK((pretence.tried == Tried{"surfaceless"}));
  pretence.tried.clear();
  pretence.devices = {{true, Fault::NotInitialised}, {false, Fault::NoContext}};
  HeadlessContext context;
  CHECK(context.check() == GlStatus::Ready);
  CHECK((pretence.tried == Tried{"1", "0", "surfaceless"}));
}

TEST_CASE("where nothing makes a context it is told what was tried, and tried again the next time") {
  Pretence pretence;
  pretence.devices = {{true, Fault::NoDisplay}, {false, Fault::NotInitialised}};
  pretence.surfaceless = Fault::NotInitialised;
  HeadlessContext context;
  CHECK(context.check() == GlStatus::Missing);
  CHECK(context.reason() ==
        "EGL can't create an OpenGL 3.3 context without a screen: device 2: can't be initialised; device 1 (CPU): "
        "can't be initialised; no surface: can't be initialised");
  pretence.surfaceless = Fault::NoContext;
  CHECK(context.check() == GlStatus::TooOld);
  CHECK(context.reason().ends_with("; no surface: the driver has no context of that version"));
  CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
  pretence.devices[0].fault = Fault::None;
  CHECK(context.check() == GlStatus::Ready);
}
