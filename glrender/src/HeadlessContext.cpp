#include <pliant/glrender/HeadlessContext.h>

#include "CurrentContext.h"
#include "EglContexts.h"

namespace pliant {
namespace {

using namespace detail;

/// A display without a screen: Mesa's surfaceless one, else the first device. It lasts as long as the process, since
/// ending it unloads the driver, under the feet of other contexts.
EGLDisplay openDisplay() {
  const char* const extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto getDisplay =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (getDisplay == nullptr || !hasExtension(extensions, "EGL_EXT_platform_base")) return EGL_NO_DISPLAY;
  const auto initialised = [&](EGLenum platform, void* native) -> EGLDisplay {
    const EGLDisplay display = getDisplay(platform, native, nullptr);
    return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE ? display : EGL_NO_DISPLAY;
  };
  const auto queryDevices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  EGLDeviceEXT device = nullptr;
  EGLint devices = 0;
  // The first device is a graphics card, where there is one.
  if (queryDevices != nullptr && hasExtension(extensions, "EGL_EXT_platform_device") &&
      queryDevices(1, &device, &devices) == EGL_TRUE && devices > 0) {
    if (const EGLDisplay display = initialised(EGL_PLATFORM_DEVICE_EXT, device)) return display;
  }
  if (hasExtension(extensions, "EGL_MESA_platform_surfaceless")) {
    return initialised(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY);
  }
  return EGL_NO_DISPLAY;
}

}  // namespace

struct HeadlessContext::Impl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EglFormer former;

  GlStatus create(std::string& reason);
};

GlStatus HeadlessContext::Impl::create(std::string& reason) {
  static const EGLDisplay shared = openDisplay();
  display = shared;
  if (display == EGL_NO_DISPLAY) {
    reason = "EGL has no display that needs no screen";
    return GlStatus::Missing;
  }
  if (!makesContextsWithoutSurface(display)) {
    reason = "EGL makes no OpenGL context without a surface";
    return GlStatus::Missing;
  }
  context = makeEglContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, true);
  if (context != EGL_NO_CONTEXT) return GlStatus::Ready;
  reason = "the driver makes no OpenGL context of version 3.3";
  return GlStatus::TooOld;
}

HeadlessContext::HeadlessContext() : m_impl(std::make_unique<Impl>()) {}

HeadlessContext::~HeadlessContext() {
  if (m_impl->context != EGL_NO_CONTEXT) eglDestroyContext(m_impl->display, m_impl->context);
}

GlStatus HeadlessContext::bind(std::string& reason) {
  Impl& impl = *m_impl;
  if (CurrentContext::find().glx != nullptr) {
    reason = "a GLX context is current on this thread, where no other can be: it is to be used, or another thread";
    return GlStatus::Busy;
  }
  impl.former.find();
  if (impl.context == EGL_NO_CONTEXT) {
    const GlStatus created = impl.create(reason);
    if (created != GlStatus::Ready) {
      eglBindAPI(impl.former.api());
      return created;
    }
  }
  eglBindAPI(EGL_OPENGL_API);
  if (eglMakeCurrent(impl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, impl.context) == EGL_TRUE) return GlStatus::Ready;
  const EGLint error = eglGetError();
  eglBindAPI(impl.former.api());
  if (error == EGL_CONTEXT_LOST) {
    reason = "the driver lost the OpenGL context";
    lost();
    return GlStatus::Lost;
  }
  reason = error == EGL_BAD_ACCESS ? "the context is current on another thread" : "EGL can't make its context current";
  return error == EGL_BAD_ACCESS ? GlStatus::Busy : GlStatus::Failed;
}

void HeadlessContext::unbind() noexcept {
  m_impl->former.putBack(m_impl->display);
}

void HeadlessContext::lost() noexcept {
  // Marked for deletion while it is current, gone after that.
  eglDestroyContext(m_impl->display, m_impl->context);
  m_impl->context = EGL_NO_CONTEXT;
  forgetObjects();
}

}  // namespace pliant
