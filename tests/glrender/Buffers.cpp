// Surfaces in the host's buffers on the graphics card: each renderer draws the same images as from arrays, to the bit.
#include <pliant/glrender.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "DrawnShape.h"
#include "HostStates.h"

using namespace pliant;

namespace {

template <typename T>
GLuint bufferOf(const std::vector<T>& values) {
  GLuint name = 0;
  glCreateBuffers(1, &name);
  glNamedBufferStorage(name, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(),
                       GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_DYNAMIC_STORAGE_BIT);
  return name;
}

/// Returns the positions with `stride` floats each, after `before` other floats.
std::vector<float> floatsOf(const ldi_shapes::Shape& shape, std::size_t stride, std::size_t before) {
  std::vector<float> all(before + stride * shape.points.size(), -7.0f);
  for (std::size_t i = 0; i < shape.points.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) all[before + i * stride + k] = static_cast<float>(shape.points[i][k]);
  }
  return all;
}

template <typename T>
std::vector<T> indicesOf(const ldi_shapes::Shape& shape, std::size_t before) {
  std::vector<T> all(before, T{99});
  for (const Triangle& face : shape.faces) {
    for (const Index vertex : face) all.push_back(static_cast<T>(vertex));
  }
  return all;
}

/// Rounds to floats, so that the double build has the same positions. `volatile` is needed: GCC 12 vectorises both
/// conversions in a loop and drops some of them.
ldi_shapes::Shape rounded(ldi_shapes::Shape shape) {
  for (auto& point : shape.points) {
    for (Real& x : point) {
      const volatile auto nearest = static_cast<float>(x);
      x = static_cast<Real>(nearest);
    }
  }
  return shape;
}

struct Host : test::DrawnShape {
  EglHost host;

  Host() : DrawnShape(rounded(ldi_shapes::sphere(8, 12))) { REQUIRE(expected.entries.size() > 1000); }

  /// Draws the shape as it is now for comparison.
  void expect(bool inward) { expected = ldi_shapes::imageOf(shape, view, inward); }
  GlSurface buffers(std::size_t stride = 3, std::size_t before = 0) const {
    GlSurface made;
    made.vertexBuffer = bufferOf(floatsOf(shape, stride, before));
    made.offset = before * sizeof(float);
    made.stride = stride * sizeof(float);
    made.vertices = static_cast<Index>(shape.points.size());
    made.indexBuffer = bufferOf(indicesOf<std::uint32_t>(shape, 0));
    made.faces = static_cast<Index>(shape.faces.size());
    return made;
  }
  static void fails(GlSurfaceReader& reader, const GlSurface& surface, const std::string& message) {
    const GLenum before = glGetError();
    try {
      reader.read(surface);
      FAIL();
    } catch (const GlError& error) {
      FAIL(error.what());
    } catch (const Error& error) {
      CHECK(error.what() == message);
    }
    CHECK(before == GL_NO_ERROR);
    CHECK(glGetError() == GL_NO_ERROR);
  }
};

}  // namespace

TEST_CASE("a vertex buffer of the host's is drawn as arrays are, in its context and in one that shares") {
  Host host;
  for (const bool shared : {false, true}) {
    const std::shared_ptr<GlContext> context =
        shared ? std::shared_ptr<GlContext>(std::make_shared<SharedContext>()) : std::make_shared<HostContext>();
    GlSurfaceReader reader(context);
    const auto state = host_state::stateOf();
    const LdiSurface read = reader.read(host.buffers());
    auto renderers = test::glRenderers(context);
    renderers.push_back(std::make_unique<SoftwareLdi>());
    renderers.push_back(std::make_unique<AutoLdi>(context));
    for (const auto& renderer : renderers) host.draw(*renderer, read);
    host_state::compare(state, host_state::stateOf());
    CHECK(reader.memory() >= host.positions.size() * sizeof(PackedPosition));
  }
}

TEST_CASE("offsets, strides and indices of all kinds, and none") {
  Host host;
  GlSurfaceReader reader(std::make_shared<SharedContext>());
  SoftwareLdi software;
  for (const std::size_t stride : {3u, 4u, 8u}) {
    for (const std::size_t before : {0u, 5u}) host.draw(software, reader.read(host.buffers(stride, before)));
  }
  GlSurface surface = host.buffers();
  surface.stride = 0;
  host.draw(software, reader.read(surface));
  surface.indexOffset = 7;
  surface.indexType = GlSurface::IndexType::Bytes;
  surface.indexBuffer = bufferOf(indicesOf<std::uint8_t>(host.shape, 7));
  host.draw(software, reader.read(surface));
  surface.indexOffset = 6;
  surface.indexType = GlSurface::IndexType::Shorts;
  surface.indexBuffer = bufferOf(indicesOf<std::uint16_t>(host.shape, 3));
  host.draw(software, reader.read(surface));

  ldi_shapes::Shape soup;
  for (const Triangle& face : host.shape.faces) {
    for (const Index vertex : face) soup.points.push_back(host.shape.points[vertex]);
  }
  GlSurface loose;
  loose.vertexBuffer = bufferOf(floatsOf(soup, 3, 0));
  loose.vertices = static_cast<Index>(soup.points.size());
  host.draw(software, reader.read(loose));

  surface = host.buffers();
  surface.inward = true;
  host.expect(true);
  host.draw(software, reader.read(surface));
  CHECK(reader.read(GlSurface{.vertexBuffer = surface.vertexBuffer}).faces.empty());
}

TEST_CASE("what the host does to positions is seen, before the host waits for it") {
  Host host;
  GlSurfaceReader reader(std::make_shared<SharedContext>());
  SoftwareLdi software;
  const GlSurface surface = host.buffers();
  host.draw(software, reader.read(surface));
  for (int turn = 1; turn < 4; ++turn) {
    for (auto& point : host.shape.points) point[0] *= Real{0.75f};
    host.shape.points = rounded(host.shape).points;
    host.expect(false);
    const auto floats = floatsOf(host.shape, 3, 0);
    glNamedBufferSubData(surface.vertexBuffer, 0, static_cast<GLsizeiptr>(floats.size() * sizeof(float)),
                         floats.data());
    host.draw(software, reader.readPositions(surface));
  }
}

TEST_CASE("buffers that are not what they are said to be") {
  Host host;
  GlSurfaceReader reader(std::make_shared<HostContext>());
  const GlSurface good = host.buffers();
  const auto vertex = "vertex buffer " + std::to_string(good.vertexBuffer),
             index = "index buffer " + std::to_string(good.indexBuffer);
  GlSurface bad = good;
  bad.vertexBuffer = 4711;
  Host::fails(reader, bad, "vertex buffer 4711: the context has no buffer of that name");
  bad = good;
  bad.indexBuffer = 4711;
  Host::fails(reader, bad, "index buffer 4711: the context has no buffer of that name");
  bad = good;
  bad.vertexBuffer = 0;
  Host::fails(reader, bad, "vertex buffer 0: the context has no buffer of that name");
  bad = good;
  bad.offset = 4;
  const std::size_t bytes = 12 * host.shape.points.size();
  Host::fails(reader, bad,
              vertex + ": it has " + std::to_string(bytes) + " bytes, but " + std::to_string(bytes) +
                  " are needed from offset 4");
  bad = good;
  bad.offset = std::numeric_limits<std::size_t>::max();
  Host::fails(reader, bad,
              vertex + ": it has " + std::to_string(bytes) + " bytes, but " + std::to_string(bytes) +
                  " are needed from offset 18446744073709551615");
  bad = good;
  bad.stride = std::numeric_limits<std::size_t>::max() / 2;
  Host::fails(reader, bad,
              vertex + ": a stride of " + std::to_string(bad.stride) + " bytes is too large for any buffer");
  bad = good;
  bad.indexBuffer = 0;
  bad.vertices = 8;
  Host::fails(reader, bad, vertex + ": 8 vertices without indices are not a multiple of 3");
  bad = good;
  ++bad.faces;
  Host::fails(reader, bad,
              index + ": it has " + std::to_string(12 * good.faces) + " bytes, but " + std::to_string(12 * bad.faces) +
                  " are needed from offset 0");
  bad = good;
  --bad.vertices;
  reader.read(good);
  try {
    reader.readPositions(bad);
    FAIL();
  } catch (const Error& error) {
    CHECK(std::string(error.what()).starts_with(index + ": face "));
    CHECK(std::string(error.what()).ends_with(", but there are " + std::to_string(bad.vertices)));
  }
  void* const at = glMapNamedBufferRange(good.vertexBuffer, 0, 12, GL_MAP_WRITE_BIT);
  REQUIRE(at != nullptr);
  Host::fails(reader, good, vertex + ": it is mapped");
  glUnmapNamedBuffer(good.vertexBuffer);
  REQUIRE(glMapNamedBufferRange(good.vertexBuffer, 0, 12, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT) != nullptr);
  reader.read(good);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  glNamedBufferSubData(good.vertexBuffer, 40, 4, &nan);
  Host::fails(reader, good, vertex + ": vertex 3 is not finite");

  GlSurfaceReader stranger(std::make_shared<HeadlessContext>());
  Host::fails(stranger, good, index + ": the context has no buffer of that name");
  host.host.release();
  CHECK_THROWS_AS(reader.read(good), GlError);
  host.host.makeCurrent();
  CHECK(glGetError() == GL_NO_ERROR);
}
