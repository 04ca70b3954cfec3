#include "EglDevices.h"

#include <algorithm>

namespace pliant::detail {
namespace {

template <typename Function>
Function functionOf(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

std::vector<EGLDeviceEXT> devicesOf(const char* extensions) {
  const auto query = functionOf<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  EGLint count = 0;
  if (query == nullptr || !hasExtension(extensions, "EGL_EXT_platform_device") ||
      query(0, nullptr, &count) != EGL_TRUE || count <= 0) {
    return {};
  }
  std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
  if (query(count, devices.data(), &count) != EGL_TRUE) return {};
  devices.resize(std::min(devices.size(), static_cast<std::size_t>(std::max(count, 0))));
  return devices;
}

}  // namespace

EGLDisplay EglDevice::display() const {
  const auto get = functionOf<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  if (get == nullptr) return EGL_NO_DISPLAY;
  EGLDisplay const found = get(platform, native, nullptr);
  return found != EGL_NO_DISPLAY && eglInitialize(found, nullptr, nullptr) == EGL_TRUE ? found : EGL_NO_DISPLAY;
}

std::vector<EglDevice> eglDevices() {
  const char* const extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (!hasExtension(extensions, "EGL_EXT_platform_base")) return {};
  std::vector<EglDevice> devices, software;
  const bool reports =
      hasExtension(extensions, "EGL_EXT_device_base") || hasExtension(extensions, "EGL_EXT_device_query");
  const auto query = functionOf<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  int number = 0;
  for (EGLDeviceEXT const device : devicesOf(extensions)) {
    const bool onCpu =
        reports && query != nullptr && hasExtension(query(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
    (onCpu ? software : devices)
        .push_back({EGL_PLATFORM_DEVICE_EXT, device, "device " + std::to_string(++number) + (onCpu ? " (CPU)" : "")});
  }
  devices.insert(devices.end(), software.begin(), software.end());
  if (hasExtension(extensions, "EGL_MESA_platform_surfaceless")) {
    devices.push_back({EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, "no surface"});
  }
  return devices;
}

}  // namespace pliant::detail
