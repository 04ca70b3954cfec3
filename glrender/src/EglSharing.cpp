#include "EglContexts.h"
#include "SharingContext.h"

namespace pliant::detail {
namespace {

/// Returns the config of a context, so that a sharing context is compatible; EGL_NO_CONFIG_KHR if it was made without
/// one.
EGLConfig configOf(EGLDisplay display, EGLContext context) {
  EGLint id = 0, found = 0;
  EGLConfig config = EGL_NO_CONFIG_KHR;
  if (eglQueryContext(display, context, EGL_CONFIG_ID, &id) != EGL_TRUE || id == 0) return EGL_NO_CONFIG_KHR;
  const EGLint attributes[] = {EGL_CONFIG_ID, id, EGL_NONE};
  const bool known = eglChooseConfig(display, attributes, &config, 1, &found) == EGL_TRUE && found == 1;
  return known ? config : EGL_NO_CONFIG_KHR;
}

class EglSharing final : public SharingContext {
 public:
  EglSharing(EGLDisplay display, EGLContext context) : m_display(display), m_context(context) {}
  ~EglSharing() override { eglDestroyContext(m_display, m_context); }

  GlStatus bind(std::string& reason) override {
    m_former.find();
    eglBindAPI(EGL_OPENGL_API);
    if (eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, m_context) == EGL_TRUE) return GlStatus::Ready;
    const EGLint error = eglGetError();
    eglBindAPI(m_former.api());
    // The host may have terminated the display, and all its contexts with it.
    const bool gone = error == EGL_CONTEXT_LOST || error == EGL_BAD_CONTEXT || error == EGL_NOT_INITIALIZED;
    reason =
        gone ? "the OpenGL context that shares with the host's is lost" : "EGL can't make Pliant's context current";
    return gone ? GlStatus::Lost : GlStatus::Failed;
  }

  void unbind() noexcept override { m_former.putBack(m_display); }

 private:
  EGLDisplay m_display;
  EGLContext m_context;
  EglFormer m_former;
};

}  // namespace

std::unique_ptr<SharingContext> makeEglSharing(bool reportsReset, GlStatus& status, std::string& reason) {
  EGLDisplay const display = eglGetCurrentDisplay();
  EGLContext const host = eglGetCurrentContext();
  EGLint type = 0;
  if (eglQueryContext(display, host, EGL_CONTEXT_CLIENT_TYPE, &type) != EGL_TRUE || type != EGL_OPENGL_API) {
    reason = "the host's context is not an OpenGL context";
    status = GlStatus::TooOld;
    return nullptr;
  }
  if (!hasExtension(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
    reason = "EGL can't create an OpenGL context without a surface";
    status = GlStatus::Missing;
    return nullptr;
  }
  const EGLenum api = eglQueryAPI();
  eglBindAPI(EGL_OPENGL_API);
  EGLContext const context = makeEglContext(display, configOf(display, host), host, reportsReset);
  eglBindAPI(api);
  if (context == EGL_NO_CONTEXT) {
    reason = "the driver can't create an OpenGL 3.3 context that shares objects with the host's";
    status = GlStatus::TooOld;
    return nullptr;
  }
  status = GlStatus::Ready;
  return std::make_unique<EglSharing>(display, context);
}

}  // namespace pliant::detail
