// Surfaces in the host's buffers on the graphics card: each renderer draws the same images as from arrays, to the bit.
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/glrender.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "HostStates.h"
#include "shapes/LdiShapes.h"

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

struct Host {
  EglHost host;
  ldi_shapes::Shape shape = rounded(ldi_shapes::sphere(8, 12));
  std::vector<PackedPosition> positions = shape.packed();
  LdiSurface expectedSurface{positions, 0, static_cast<Index>(positions.size()), shape.faces, false};
  LdiView view = volumeOfInterest(ldi_shapes::boxOf(shape), {});
  LayeredDepthImage expected, found;
  Workers workers;

  Host() {
    SoftwareLdi().render(expectedSurface, view, expected, workers);
    REQUIRE(expected.entries.size() > 1000);
  }

  GlSurface surface(std::size_t stride = 3, std::size_t before = 0) const {
    GlSurface made;
    made.vertexBuffer = bufferOf(floatsOf(shape, stride, before));
    made.offset = before * sizeof(float);
    made.stride = stride * sizeof(float);
    made.vertices = static_cast<Index>(shape.points.size());
    made.indexBuffer = bufferOf(indicesOf<std::uint32_t>(shape, 0));
    made.faces = static_cast<Index>(shape.faces.size());
    return made;
  }
  void same(const LdiSurface& read, LdiRenderer& renderer) {
    CAPTURE(renderer.name());
    renderer.render(read, view, found, workers);
    CHECK((found.offsets == expected.offsets));
    CHECK((found.entries == expected.entries));
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
    const LdiSurface read = reader.read(host.surface());
    AbufferLdi abuffer(context);
    UnorderedLdi unordered(context);
    OrderedLdi ordered(context);
    SoftwareLdi software;
    AutoLdi automatic(context);
    for (LdiRenderer* const renderer :
         std::initializer_list<LdiRenderer*>{&abuffer, &unordered, &ordered, &software, &automatic}) {
      host.same(read, *renderer);
    }
    host_state::compare(state, host_state::stateOf());
    CHECK(reader.memory() >= host.positions.size() * sizeof(PackedPosition));
  }
}

TEST_CASE("offsets, strides and indices of all kinds, and none") {
  Host host;
  GlSurfaceReader reader(std::make_shared<SharedContext>());
  SoftwareLdi software;
  for (const std::size_t stride : {3u, 4u, 8u}) {
    for (const std::size_t before : {0u, 5u}) host.same(reader.read(host.surface(stride, before)), software);
  }
  GlSurface surface = host.surface();
  surface.stride = 0;
  host.same(reader.read(surface), software);
  surface.indexOffset = 7;
  surface.indexType = GlSurface::IndexType::Bytes;
  surface.indexBuffer = bufferOf(indicesOf<std::uint8_t>(host.shape, 7));
  host.same(reader.read(surface), software);
  surface.indexOffset = 6;
  surface.indexType = GlSurface::IndexType::Shorts;
  surface.indexBuffer = bufferOf(indicesOf<std::uint16_t>(host.shape, 3));
  host.same(reader.read(surface), software);

  ldi_shapes::Shape soup;
  for (const Triangle& face : host.shape.faces) {
    for (const Index vertex : face) soup.points.push_back(host.shape.points[vertex]);
  }
  GlSurface loose;
  loose.vertexBuffer = bufferOf(floatsOf(soup, 3, 0));
  loose.vertices = static_cast<Index>(soup.points.size());
  host.same(reader.read(loose), software);

  surface = host.surface();
  surface.inward = true;
  host.expectedSurface.inward = true;
  software.render(host.expectedSurface, host.view, host.expected, host.workers);
  host.same(reader.read(surface), software);
  CHECK(reader.read(GlSurface{.vertexBuffer = surface.vertexBuffer}).faces.empty());
}

TEST_CASE("what the host does to positions is seen, before the host waits for it") {
  Host host;
  GlSurfaceReader reader(std::make_shared<SharedContext>());
  SoftwareLdi software;
  const GlSurface surface = host.surface();
  host.same(reader.read(surface), software);
  for (int turn = 1; turn < 4; ++turn) {
    for (auto& point : host.shape.points) point[0] *= Real{0.75f};
    host.shape.points = rounded(host.shape).points;
    host.positions = host.shape.packed();
    host.expectedSurface.positions = host.positions;
    software.render(host.expectedSurface, host.view, host.expected, host.workers);
    const auto floats = floatsOf(host.shape, 3, 0);
    glNamedBufferSubData(surface.vertexBuffer, 0, static_cast<GLsizeiptr>(floats.size() * sizeof(float)),
                         floats.data());
    host.same(reader.readPositions(surface), software);
  }
}

TEST_CASE("buffers that are not what they are said to be") {
  Host host;
  GlSurfaceReader reader(std::make_shared<HostContext>());
  const GlSurface good = host.surface();
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
