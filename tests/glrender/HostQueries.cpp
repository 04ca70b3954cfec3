// The host's queries: the renderers refuse to draw while a query runs that would count the drawing. Other queries are
// left unchanged.
#include <pliant/glrender.h>

#include <memory>
#include <vector>

#include "DrawnShape.h"
#include "EglHost.h"

using namespace pliant;

namespace {

/// A query of the host. It runs while the object lives.
class GlQuery {
 public:
  explicit GlQuery(GLenum target, GLuint stream = 0) : m_target(target), m_stream(stream) {
    glGenQueries(1, &m_name);
    glBeginQueryIndexed(target, stream, m_name);
    REQUIRE(glGetError() == GL_NO_ERROR);
  }
  /// Ends the query and returns its result.
  GLuint64 result() {
    GLint current = 0;
    glGetQueryIndexediv(m_target, m_stream, GL_CURRENT_QUERY, &current);
    CHECK(static_cast<GLuint>(current) == m_name);
    glEndQueryIndexed(m_target, m_stream);
    GLuint64 result = 0;
    glGetQueryObjectui64v(m_name, GL_QUERY_RESULT, &result);
    glDeleteQueries(1, &m_name);
    CHECK(glGetError() == GL_NO_ERROR);
    return result;
  }

 private:
  GLenum m_target;
  GLuint m_stream, m_name = 0;
};

constexpr GLenum kPipeline[] = {GL_VERTICES_SUBMITTED_ARB,
                                GL_PRIMITIVES_SUBMITTED_ARB,
                                GL_VERTEX_SHADER_INVOCATIONS_ARB,
                                GL_TESS_CONTROL_SHADER_PATCHES_ARB,
                                GL_TESS_EVALUATION_SHADER_INVOCATIONS_ARB,
                                GL_GEOMETRY_SHADER_INVOCATIONS,
                                GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB,
                                GL_FRAGMENT_SHADER_INVOCATIONS_ARB,
                                GL_COMPUTE_SHADER_INVOCATIONS_ARB,
                                GL_CLIPPING_INPUT_PRIMITIVES_ARB,
                                GL_CLIPPING_OUTPUT_PRIMITIVES_ARB};

/// A renderer of each kind, and a surface to draw.
struct Renderers : test::DrawnShape {
  std::vector<std::unique_ptr<LdiRenderer>> all;

  explicit Renderers(const std::shared_ptr<GlContext>& context)
      : DrawnShape(test::ball(), {.resolution = 24, .axis = LdiGrid::Axis::X}), all(test::glRenderers(context)) {}

  /// Checks that all renderers draw correct images, or fail with this status if it is not Ready.
  void drawAll(GlStatus status) {
    for (const auto& renderer : all) {
      CAPTURE(renderer->name());
      if (status == GlStatus::Ready) {
        draw(*renderer);
        continue;
      }
      try {
        renderer->render(surface, view, found, workers);
        FAIL();
      } catch (const GlError& error) {
        CHECK(error.status() == status);
        CHECK(std::string(error.what()) == "a query of the host is active; end it first");
      }
    }
  }
};

}  // namespace

TEST_CASE("what drawing would be counted by is not disturbed: the host is busy") {
  EglHost host;
  const auto context = std::make_shared<HostContext>();
  Renderers renderers(context);
  std::vector<GLenum> targets = {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE,
                                 GL_PRIMITIVES_GENERATED};
  REQUIRE(GLEW_ARB_pipeline_statistics_query);
  targets.insert(targets.end(), std::begin(kPipeline), std::end(kPipeline));
  for (const GLenum target : targets) {
    CAPTURE(target);
    GlQuery query(target);
    renderers.drawAll(GlStatus::Busy);
    CHECK(query.result() == 0);
    CHECK(context->check() == GlStatus::Ready);
  }
  renderers.drawAll(GlStatus::Ready);
}

TEST_CASE("what drawing adds nothing to goes on") {
  EglHost host;
  const auto context = std::make_shared<HostContext>();
  Renderers renderers(context);
  const auto goesOn = [&](GLenum target, GLuint stream) {
    CAPTURE(target, stream);
    GlQuery query(target, stream);
    renderers.drawAll(GlStatus::Ready);
    CHECK(query.result() == 0);
  };
  GLint streams = 0;
  glGetIntegerv(GL_MAX_VERTEX_STREAMS, &streams);
  REQUIRE(streams > 1);
  for (GLuint stream = 0; stream < static_cast<GLuint>(streams); ++stream) {
    goesOn(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, stream);
    if (GLEW_ARB_transform_feedback_overflow_query) goesOn(GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW_ARB, stream);
    if (stream > 0) goesOn(GL_PRIMITIVES_GENERATED, stream);
  }
  if (GLEW_ARB_transform_feedback_overflow_query) goesOn(GL_TRANSFORM_FEEDBACK_OVERFLOW_ARB, 0);
}

TEST_CASE("a driver without pipeline statistics is not asked for them") {
  EglHost host(3, 3);
  HostContext context;
  CHECK(context.check() == GlStatus::Ready);
  GLuint query = 0;
  glGenQueries(1, &query);
  glBeginQuery(GL_SAMPLES_PASSED, query);
  CHECK(context.check() == GlStatus::Busy);
  glEndQuery(GL_SAMPLES_PASSED);
  glDeleteQueries(1, &query);
  CHECK(context.check() == GlStatus::Ready);
  CHECK(glGetError() == GL_NO_ERROR);
}
