#include <pliant/glrender/HeadlessContext.h>

#include "CurrentContext.h"
#include "EglContexts.h"
#include "EglDevices.h"

namespace pliant {
using namespace detail;

struct HeadlessContext::Impl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EglFormer former;

  GlStatus create(std::string& reason);
};

/// Creates the context on the first device or platform that supports it. On failure `reason` lists all of them with
/// their failures.
GlStatus HeadlessContext::Impl::create(std::string& reason) {
  GlStatus status = GlStatus::Missing;
  std::string tried;
  for (const EglDevice& device : eglDevices()) {
    const auto refuse = [&](const char* why) { tried += (tried.empty() ? ": " : "; ") + device.name + ": " + why; };
    display = device.display();
    if (display == EGL_NO_DISPLAY) {
      refuse("can't be initialised");
    } else if (!makesContextsWithoutSurface(display)) {
      refuse("needs a surface");
    } else {
      context = makeEglContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, true);
      if (context != EGL_NO_CONTEXT) return GlStatus::Ready;
      refuse("the driver has no context of that version");
      status = GlStatus::TooOld;
    }
  }
  reason = "EGL can't create an OpenGL 3.3 context without a screen" +
           (tried.empty() ? ": it has no device and no surfaceless platform" : tried);
  return status;
}

HeadlessContext::HeadlessContext() : m_impl(std::make_unique<Impl>()) {}

HeadlessContext::~HeadlessContext() {
  if (m_impl->context != EGL_NO_CONTEXT) eglDestroyContext(m_impl->display, m_impl->context);
}

GlStatus HeadlessContext::bind(std::string& reason) {
  Impl& impl = *m_impl;
  if (CurrentContext::find().glx != nullptr) {
    reason = "a GLX context is current on this thread: use that context or another thread";
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
  reason =
      error == EGL_BAD_ACCESS ? "the context is current on another thread" : "EGL can't make Pliant's context current";
  return error == EGL_BAD_ACCESS ? GlStatus::Busy : GlStatus::Failed;
}

void HeadlessContext::unbind() noexcept {
  m_impl->former.putBack(m_impl->display);
}

void HeadlessContext::lost() noexcept {
  // EGL destroys a current context only when it is no longer current.
  eglDestroyContext(m_impl->display, m_impl->context);
  m_impl->context = EGL_NO_CONTEXT;
  forgetObjects();
}

}  // namespace pliant
