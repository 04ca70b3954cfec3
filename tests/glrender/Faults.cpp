// Injected faults of OpenGL are reported as a status. Drawing works again afterwards, with objects that exist.
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/glrender.h>

#include <memory>
#include <optional>
#include <string>

#include "DrawnShape.h"
#include "EglHost.h"

using namespace pliant;

namespace {

/// A context that is lost, or that has errors, when a test sets it so.
class FaultyContext final : public GlContext {
 public:
  GlStatus next = GlStatus::Ready;
  GLenum error = GL_NO_ERROR;

 protected:
  GlStatus bind(std::string& reason) override {
    if (next == GlStatus::Lost) {
      m_host.reset();
      forgetObjects();
      next = GlStatus::Ready;
      reason = "lost, as was wished";
      return GlStatus::Lost;
    }
    if (!m_host) m_host.emplace();
    m_host->makeCurrent();
    return GlStatus::Ready;
  }
  void unbind() noexcept override { m_host->release(); }
  GlStatus save(int, std::string&) override {
    if (error == GL_INVALID_ENUM) glEnable(0xdead);
    if (error == GL_INVALID_VALUE) glClear(0xffffffff);
    return GlStatus::Ready;
  }

 private:
  std::optional<EglHost> m_host;
};

struct Torus : test::DrawnShape {
  Torus() : DrawnShape(test::torus(), test::kAlongX) {}

  void fails(LdiRenderer& renderer, GlStatus status, const std::string& message) {
    try {
      renderer.render(surface, view, found, workers);
      FAIL();
    } catch (const GlError& error) {
      CHECK(error.status() == status);
      CHECK(error.what() == message);
    }
    CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
  }
};

void survives(LdiRenderer& renderer, FaultyContext& context) {
  Torus torus;
  torus.draw(renderer);
  context.error = GL_INVALID_ENUM;
  torus.fails(renderer, GlStatus::Failed, "OpenGL failed to draw a layered depth image: GL_INVALID_ENUM");
  context.error = GL_INVALID_VALUE;
  torus.fails(renderer, GlStatus::Failed, "OpenGL failed to draw a layered depth image: GL_INVALID_VALUE");
  context.error = GL_NO_ERROR;
  torus.draw(renderer);
  context.next = GlStatus::Lost;
  torus.fails(renderer, GlStatus::Lost, "lost, as was wished");
  torus.draw(renderer);
  torus.draw(renderer);
}

}  // namespace

TEST_CASE("each renderer: errors, and a context that is lost") {
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const auto context = std::make_shared<FaultyContext>();
    const auto renderer = std::move(test::glRenderers(context)[kind]);
    CAPTURE(renderer->name());
    survives(*renderer, *context);
  }
}

namespace {

PFNGLBUFFERDATAPROC realBufferData = nullptr;
std::size_t buffersLeft = 0;

void GLAPIENTRY scarceBufferData(GLenum target, GLsizeiptr size, const void* data, GLenum usage) {
  // The size is more than any card has.
  const bool refused = buffersLeft == 0;
  if (!refused) --buffersLeft;
  realBufferData(target, refused ? GLsizeiptr{1} << 60 : size, refused ? nullptr : data, usage);
}

}  // namespace

TEST_CASE("a card without memory for a buffer, whichever it is") {
  const auto context = std::make_shared<FaultyContext>();
  AbufferLdi renderer(context);
  Torus torus;
  torus.draw(renderer);
  std::size_t refusals = 0;
  for (std::size_t left = 0;; ++left) {
    AbufferLdi fresh(context);
    realBufferData = __glewBufferData;
    __glewBufferData = scarceBufferData;
    buffersLeft = left;
    bool drawn = false;
    try {
      fresh.render(torus.surface, torus.view, torus.found, torus.workers);
      drawn = true;
    } catch (const GlError& error) {
      CHECK(error.status() == GlStatus::Failed);
      const std::string message = error.what();
      CHECK(message.starts_with("OpenGL failed to make a buffer of "));
      CHECK(message.ends_with("lower the resolution or LdiDrawingSettings::fragments"));
    }
    __glewBufferData = realBufferData;
    CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
    torus.draw(fresh);
    if (drawn) break;
    ++refusals;
  }
  CHECK(refusals > 5);
  torus.draw(renderer);
}

TEST_CASE("errors and a lost context while something is asked") {
  const auto context = std::make_shared<FaultyContext>();
  AbufferLdi renderer(context);
  LdiBackend& backend = renderer.backend();
  const auto image = backend.makeImage();
  Torus torus;
  LdiVolume expected, spans;
  selfIntersectionVolume(torus.expected, expected);
  std::vector<Index> inside, expectedInside;
  pointsInside(torus.expected, torus.positions, expectedInside);
  const auto ask = [&] {
    // The caller passes "drawn" from the second call on.
    const bool drawn = image->entries != 0;
    const LdiInput input{torus.surface, torus.view, image.get(), drawn};
    LdiInput points = input;
    points.image = nullptr;
    backend.answer({points, input, &inside, nullptr, nullptr}, torus.workers);
    CHECK((inside == expectedInside));
    CHECK(backend.selfIntersection(input, spans, torus.workers).volume == expected.volume);
    CHECK((backend.read(input, torus.workers).entries == torus.expected.entries));
    CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
  };
  const auto fails = [&](GlStatus status) {
    try {
      ask();
      FAIL();
    } catch (const GlError& error) {
      CHECK(error.status() == status);
    }
    CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
  };
  ask();
  context->error = GL_INVALID_ENUM;
  fails(GlStatus::Failed);
  context->error = GL_NO_ERROR;
  ask();
  context->next = GlStatus::Lost;
  fails(GlStatus::Lost);
  ask();
  ask();
}

TEST_CASE("a renderer outlives its context, and one that never drew is no trouble") {
  const auto context = std::make_shared<FaultyContext>();
  {
    UnorderedLdi renderer(context);
    Torus().draw(renderer);
    context->next = GlStatus::Lost;
  }
  const UnorderedLdi unused(std::make_shared<HostContext>());
}

TEST_CASE("a renderer on the host's context draws when there is one, and in another one anew") {
  Torus torus;
  UnorderedLdi renderer(std::make_shared<HostContext>());
  torus.fails(renderer, GlStatus::Missing, "no OpenGL context is current on this thread");
  std::optional<EglHost> host(std::in_place);
  torus.draw(renderer);
  {
    EglHost other;
    torus.draw(renderer);
  }
  host->makeCurrent();
  torus.draw(renderer);
}
