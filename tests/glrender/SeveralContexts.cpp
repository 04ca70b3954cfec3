// A host that switches between contexts finds in each one the objects that were made there. No object is left behind.
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/glrender.h>

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "DrawnShape.h"
#include "EglHost.h"

using namespace pliant;

namespace {

/// Returns true if the program exists and is not deleted. Mesa may keep a deleted program until the next one is used.
bool lives(GLuint program) {
  if (glIsProgram(program) != GL_TRUE) return false;
  GLint isDeleted = GL_FALSE;
  glGetProgramiv(program, GL_DELETE_STATUS, &isDeleted);
  return isDeleted == GL_FALSE;
}

/// Returns the number of objects of all kinds in the current context.
std::size_t living() {
  std::size_t count = 0;
  for (GLuint name = 1; name < 4096; ++name) {
    for (const GLboolean is : {glIsBuffer(name), glIsVertexArray(name), glIsFramebuffer(name), glIsRenderbuffer(name),
                               glIsTexture(name), glIsQuery(name), glIsSampler(name), glIsShader(name)}) {
      if (is == GL_TRUE) ++count;
    }
    if (lives(name)) ++count;
  }
  return count;
}

struct Ball : test::DrawnShape {
  Ball() : DrawnShape(test::ball(), {.resolution = 24, .axis = LdiGrid::Axis::X}) {}
};

/// A renderer of each kind in one context, and a kept image.
class ContextRenderers {
 public:
  explicit ContextRenderers(const std::shared_ptr<GlContext>& context)
      : m_all(test::glRenderers(context)), m_kept(m_all.back()->backend().makeImage()) {}

  /// Checks that all renderers draw correct images.
  void draw(Ball& ball) {
    for (const auto& renderer : m_all) ball.draw(*renderer);
    const LdiInput kept{ball.surface, ball.view, m_kept.get(), m_kept->entries != 0};
    CHECK((m_all.back()->backend().read(kept, ball.workers).entries == ball.expected.entries));
  }

  std::size_t cardMemory() const {
    std::size_t bytes = 0;
    for (const auto& renderer : m_all) bytes += renderer->cardMemory();
    return bytes;
  }

 private:
  std::vector<std::unique_ptr<LdiRenderer>> m_all;
  std::unique_ptr<LdiImageHandle> m_kept;
};

/// Counts programs that are linked, by replacing the function of OpenGL.
class Links {
 public:
  Links() : m_kept(__glewLinkProgram) {
    s_count = 0;
    s_real = m_kept;
    __glewLinkProgram = counted;
  }
  ~Links() { __glewLinkProgram = m_kept; }
  Links(const Links&) = delete;
  Links& operator=(const Links&) = delete;

  static std::size_t count() { return s_count; }

 private:
  static void GLAPIENTRY counted(GLuint program) {
    ++s_count;
    s_real(program);
  }

  static PFNGLLINKPROGRAMPROC s_real;
  static std::size_t s_count;
  PFNGLLINKPROGRAMPROC m_kept;
};

PFNGLLINKPROGRAMPROC Links::s_real = nullptr;
std::size_t Links::s_count = 0;

}  // namespace

TEST_CASE("to and fro between two contexts of the host's: each keeps its objects, none more") {
  Ball ball;
  EglHost hosts[2];
  auto context = std::make_shared<HostContext>();
  std::optional<ContextRenderers> renderers(std::in_place, context);
  std::size_t first[2] = {}, bytes = 0;
  for (EglHost& host : hosts) {
    host.makeCurrent();
    REQUIRE(living() == 0);
    renderers->draw(ball);
    first[&host - hosts] = living();
  }
  CHECK(first[0] > 30);
  CHECK(first[0] == first[1]);
  const std::uint64_t generation = context->generation();
  bytes = renderers->cardMemory();
  const Links links;
  for (int i = 0; i < 10; ++i) {
    for (EglHost& host : hosts) {
      host.makeCurrent();
      renderers->draw(ball);
      CHECK(living() == first[0]);
    }
  }
  CHECK(Links::count() == 0);
  CHECK(context->generation() == generation);
  CHECK(renderers->cardMemory() == bytes);

  // A destroyed renderer leaves no objects in the current context. Its objects in another context go when that context
  // is current again.
  renderers.reset();
  constexpr std::size_t mark = 1;
  CHECK(living() == mark);
  hosts[0].makeCurrent();
  CHECK(living() == first[0]);
  CHECK(context->check() == GlStatus::Ready);
  CHECK(living() == mark);
  context.reset();
  CHECK(living() == 0);
}

TEST_CASE("one of several contexts goes, and another comes in its place") {
  Ball ball;
  EglHost stays;
  const auto context = std::make_shared<HostContext>();
  ContextRenderers renderers(context);
  renderers.draw(ball);
  const std::size_t here = living();
  for (int i = 0; i < 20; ++i) {
    CAPTURE(i);
    // The new context often has the address of the old one. The program does not report that the old one was destroyed.
    EglHost comes;
    // Other objects get the names of our objects.
    std::vector<GLuint> names(64);
    for (std::size_t n = 0; n < names.size(); ++n) {
      names[n] = glCreateProgram();
    }
    std::vector<GLuint> arrays(64);
    glCreateVertexArrays(64, arrays.data());
    const std::size_t own = living();
    renderers.draw(ball);
    CHECK(living() == own + here);
    renderers.draw(ball);
    CHECK(living() == own + here);
    for (const GLuint name : names) CHECK(glIsProgram(name) == GL_TRUE);
    stays.makeCurrent();
    renderers.draw(ball);
    CHECK(living() == here);
  }
}

TEST_CASE("more contexts than are told apart") {
  Ball ball;
  std::deque<EglHost> hosts(HostContext::kMostContexts + 2);
  const auto context = std::make_shared<HostContext>();
  UnorderedLdi renderer(context);
  std::size_t bytes = 0;
  for (int i = 0; i < 2; ++i) {
    for (EglHost& host : hosts) {
      host.makeCurrent();
      ball.draw(renderer);
      if (bytes == 0) bytes = renderer.cardMemory();
    }
  }
  CHECK(renderer.cardMemory() == HostContext::kMostContexts * bytes);
}

TEST_CASE("to and fro with a context that shares: it leaves nothing in what it shared with") {
  Ball ball;
  EglHost hosts[2];
  const auto context = std::make_shared<SharedContext>();
  std::optional<ContextRenderers> renderers(std::in_place, context);
  std::size_t shared = 0;
  for (int i = 0; i < 10; ++i) {
    for (EglHost& host : hosts) {
      host.makeCurrent();
      CHECK(living() == 0);
      renderers->draw(ball);
      const std::size_t count = living();
      if (shared == 0) shared = count;
      CHECK(count == shared);
    }
  }
  CHECK(shared > 20);
  renderers.reset();
  CHECK(living() == 0);
  hosts[0].makeCurrent();
  CHECK(living() == 0);
}

TEST_CASE("a host that ends its context is not left with what shared it") {
  Ball ball;
  EglHost host;
  const auto context = std::make_shared<SharedContext>();
  ContextRenderers renderers(context);
  renderers.draw(ball);
  CHECK(living() > 0);
  context->contextDestroyed();
  CHECK(eglGetCurrentContext() == host.context());
  CHECK(living() == 0);
  CHECK(renderers.cardMemory() == 0);
  renderers.draw(ball);
}
