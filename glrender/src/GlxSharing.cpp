#include <GL/glew.h>
// GLEW must be included before other OpenGL headers.
#include <GL/glx.h>
#include <dlfcn.h>

#include <atomic>
#include <initializer_list>
#include <mutex>

#include "SharingContext.h"

namespace pliant::detail {
namespace {

/// Functions of GLX and Xlib, from the libraries by which the host made its context. Pliant does not link them.
struct Functions {
  decltype(&::glXGetCurrentDisplay) getCurrentDisplay = nullptr;
  decltype(&::glXGetCurrentDrawable) getCurrentDrawable = nullptr;
  decltype(&::glXGetCurrentReadDrawable) getCurrentReadDrawable = nullptr;
  decltype(&::glXGetCurrentContext) getCurrentContext = nullptr;
  decltype(&::glXMakeContextCurrent) makeContextCurrent = nullptr;
  decltype(&::glXDestroyContext) destroyContext = nullptr;
  decltype(&::glXQueryContext) queryContext = nullptr;
  decltype(&::glXChooseFBConfig) chooseConfig = nullptr;
  decltype(&::glXCreatePbuffer) createPbuffer = nullptr;
  decltype(&::glXDestroyPbuffer) destroyPbuffer = nullptr;
  PFNGLXCREATECONTEXTATTRIBSARBPROC createContext = nullptr;
  decltype(&::XSetErrorHandler) setErrorHandler = nullptr;
  decltype(&::XSync) sync = nullptr;
  decltype(&::XFree) free = nullptr;

  bool load() {
    // The libraries stay open, because Pliant's context may outlive the host's use of them.
    static const auto open = [](const char* name) { return dlopen(name, RTLD_LAZY | RTLD_NOLOAD); };
    void* glx = open("libGLX.so.0");
    if (glx == nullptr) glx = open("libGL.so.1");
    void* const x11 = open("libX11.so.6");
    if (glx == nullptr || x11 == nullptr) return false;
    bool all = true;
    const auto find = [&]<typename Function>(void* library, const char* name, Function& function) {
      function = reinterpret_cast<Function>(dlsym(library, name));
      all = all && function != nullptr;
    };
    find(glx, "glXGetCurrentDisplay", getCurrentDisplay);
    find(glx, "glXGetCurrentDrawable", getCurrentDrawable);
    find(glx, "glXGetCurrentReadDrawable", getCurrentReadDrawable);
    find(glx, "glXGetCurrentContext", getCurrentContext);
    find(glx, "glXMakeContextCurrent", makeContextCurrent);
    find(glx, "glXDestroyContext", destroyContext);
    find(glx, "glXQueryContext", queryContext);
    find(glx, "glXChooseFBConfig", chooseConfig);
    find(glx, "glXCreatePbuffer", createPbuffer);
    find(glx, "glXDestroyPbuffer", destroyPbuffer);
    find(x11, "XSetErrorHandler", setErrorHandler);
    find(x11, "XSync", sync);
    find(x11, "XFree", free);
    decltype(&::glXGetProcAddressARB) address = nullptr;
    find(glx, "glXGetProcAddressARB", address);
    if (!all) return false;
    createContext = reinterpret_cast<PFNGLXCREATECONTEXTATTRIBSARBPROC>(
        address(reinterpret_cast<const GLubyte*>("glXCreateContextAttribsARB")));
    return createContext != nullptr;
  }
};

/// Ignores X errors of one display while it lives; by default they end the process. Errors of other displays go to the
/// previous handler.
class ErrorTrap {
 public:
  ErrorTrap(const Functions& x, Display* display) : m_x(x), m_display(display), m_lock(s_mutex) {
    m_x.sync(display, False);
    s_display = display;
    s_former = m_x.setErrorHandler(handle);
  }
  ~ErrorTrap() {
    m_x.sync(m_display, False);
    m_x.setErrorHandler(s_former);
  }
  ErrorTrap(const ErrorTrap&) = delete;
  ErrorTrap& operator=(const ErrorTrap&) = delete;

 private:
  static int handle(Display* display, XErrorEvent* event) {
    const XErrorHandler former = s_former;
    return display == s_display || former == nullptr ? 0 : former(display, event);
  }

  static std::mutex s_mutex;
  static std::atomic<Display*> s_display;  // atomic, because any thread may call handle()
  static std::atomic<XErrorHandler> s_former;

  const Functions& m_x;
  Display* m_display;
  std::lock_guard<std::mutex> m_lock;
};

std::mutex ErrorTrap::s_mutex;
std::atomic<Display*> ErrorTrap::s_display = nullptr;
std::atomic<XErrorHandler> ErrorTrap::s_former = nullptr;

struct Former {
  Display* display = nullptr;
  GLXDrawable draw = None, read = None;
  GLXContext context = nullptr;

  explicit Former(const Functions& x)
      : display(x.getCurrentDisplay()),
        draw(x.getCurrentDrawable()),
        read(x.getCurrentReadDrawable()),
        context(x.getCurrentContext()) {}
};

class GlxSharing final : public SharingContext {
 public:
  explicit GlxSharing(const Functions& x) : m_x(x), m_former(x) { m_display = m_former.display; }
  ~GlxSharing() override {
    if (m_context != nullptr) m_x.destroyContext(m_display, m_context);
    if (m_pbuffer != None) m_x.destroyPbuffer(m_display, m_pbuffer);
  }

  /// Creates the context, of the same OpenGL versions as makeEglContext(). Returns false on failure.
  bool create(bool reportsReset) {
    const ErrorTrap trap(m_x, m_display);
    const GLXContext host = m_former.context;
    int id = 0, screen = 0, found = 0;
    m_x.queryContext(m_display, host, GLX_FBCONFIG_ID, &id);
    m_x.queryContext(m_display, host, GLX_SCREEN, &screen);
    const int wanted[] = {GLX_FBCONFIG_ID, id, None};
    GLXFBConfig* const configs = m_x.chooseConfig(m_display, screen, wanted, &found);
    if (configs == nullptr) return false;
    if (found > 0) create(configs[0], reportsReset);
    m_x.free(configs);
    return m_context != nullptr;
  }

  GlStatus bind(std::string& reason) override {
    m_former = Former(m_x);
    if (makeCurrent()) return GlStatus::Ready;
    reason = "GLX can't make Pliant's context current";
    return GlStatus::Failed;
  }

  void unbind() noexcept override {
    if (m_former.context == nullptr) {
      m_x.makeContextCurrent(m_display, None, None, nullptr);
    } else {
      m_x.makeContextCurrent(m_former.display, m_former.draw, m_former.read, m_former.context);
    }
  }

 private:
  void create(GLXFBConfig config, bool reportsReset) {
    constexpr int versions[][2] = {{4, 5}, {4, 3}, {3, 3}};
    for (const auto& version : versions) {
      for (const bool reports : {reportsReset, !reportsReset}) {
        const int attributes[] = {GLX_CONTEXT_MAJOR_VERSION_ARB,
                                  version[0],
                                  GLX_CONTEXT_MINOR_VERSION_ARB,
                                  version[1],
                                  GLX_CONTEXT_PROFILE_MASK_ARB,
                                  GLX_CONTEXT_CORE_PROFILE_BIT_ARB,
                                  reports ? GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB : 0,
                                  GLX_LOSE_CONTEXT_ON_RESET_ARB,
                                  None};
        m_context = m_x.createContext(m_display, config, m_former.context, True, attributes);
        if (m_context == nullptr) continue;
        if (bindable(config)) return;
        m_x.destroyContext(m_display, m_context);
        m_context = nullptr;
      }
    }
  }

  /// Returns true if the context can be made current: without a drawable, which not every driver supports, or with a
  /// pbuffer of one pixel.
  bool bindable(GLXFBConfig config) {
    bool bound = makeCurrent();
    if (!bound && m_pbuffer == None) {
      const int size[] = {GLX_PBUFFER_WIDTH, 1, GLX_PBUFFER_HEIGHT, 1, None};
      m_pbuffer = m_x.createPbuffer(m_display, config, size);
      bound = m_pbuffer != None && makeCurrent();
    }
    unbind();
    return bound;
  }

  bool makeCurrent() { return m_x.makeContextCurrent(m_display, m_pbuffer, m_pbuffer, m_context) == True; }

  Functions m_x;
  Former m_former;
  Display* m_display = nullptr;
  GLXContext m_context = nullptr;
  GLXPbuffer m_pbuffer = None;
};

}  // namespace

std::unique_ptr<SharingContext> makeGlxSharing(bool reportsReset, GlStatus& status, std::string& reason) {
  Functions functions;
  if (!functions.load()) {
    reason = "GLX can't create contexts that share objects with the host's";
    status = GlStatus::Missing;
    return nullptr;
  }
  auto made = std::make_unique<GlxSharing>(functions);
  if (made->create(reportsReset)) {
    status = GlStatus::Ready;
    return made;
  }
  reason = "the driver can't create an OpenGL 3.3 context that shares objects with the host's";
  status = GlStatus::TooOld;
  return nullptr;
}

}  // namespace pliant::detail
