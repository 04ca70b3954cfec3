#include <GL/glew.h>
#include <pliant/glrender/GlSurface.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace pliant {
namespace {

constexpr std::size_t kPosition = 3 * sizeof(float);

/// Copies bytes of a buffer; replaces `to`. Throws Error; the message begins with `what` and the name of the buffer.
void readBytes(const char* what, std::uint32_t name, std::size_t offset, std::size_t bytes,
               std::vector<std::byte>& to) {
  const auto fail = [&](const std::string& why) -> void {
    throw Error(std::string(what) + " buffer " + std::to_string(name) + ": " + why);
  };
  if (glIsBuffer(name) != GL_TRUE) fail("the context has no buffer of that name");
  glBindBuffer(GL_ARRAY_BUFFER, name);
  GLint64 size = 0;
  glGetBufferParameteri64v(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
  const auto held = static_cast<std::size_t>(size);
  if (offset > held || bytes > held - offset) {
    fail("it has " + std::to_string(held) + " bytes, but " + std::to_string(bytes) + " are needed from offset " +
         std::to_string(offset));
  }
  GLint mapped = GL_FALSE, flags = 0;
  glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_MAPPED, &mapped);
  if (mapped == GL_TRUE) glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_ACCESS_FLAGS, &flags);
  if (mapped == GL_TRUE && (static_cast<GLbitfield>(flags) & GL_MAP_PERSISTENT_BIT) == 0) fail("it is mapped");
  to.resize(bytes);
  if (bytes != 0) {
    glGetBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes), to.data());
  }
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

template <typename Integer>
Index integerAt(const std::byte* at) {
  Integer value = 0;
  std::memcpy(&value, at, sizeof value);
  return Index{value};
}

Index indexAt(GlSurface::IndexType type, const std::byte* at) {
  switch (type) {
    case GlSurface::IndexType::Bytes:
      return integerAt<std::uint8_t>(at);
    case GlSurface::IndexType::Shorts:
      return integerAt<std::uint16_t>(at);
    default:
      return integerAt<std::uint32_t>(at);
  }
}

}  // namespace

struct GlSurfaceReader::Impl {
  std::shared_ptr<GlContext> context;
  std::vector<std::byte> bytes;
  std::vector<PackedPosition> positions;
  std::vector<Triangle> faces;

  void readPositions(const GlSurface& surface);
  void readFaces(const GlSurface& surface);
  void checkFaces(const GlSurface& surface) const;
};

void GlSurfaceReader::Impl::readPositions(const GlSurface& surface) {
  const std::size_t stride = surface.stride == 0 ? kPosition : surface.stride;
  const std::size_t count = surface.vertices;
  if (count > 0 && stride > (std::numeric_limits<std::size_t>::max() - kPosition) / count) {
    throw Error("vertex buffer " + std::to_string(surface.vertexBuffer) + ": a stride of " + std::to_string(stride) +
                " bytes is too large for any buffer");
  }
  readBytes("vertex", surface.vertexBuffer, surface.offset, count == 0 ? 0 : (count - 1) * stride + kPosition, bytes);
  positions.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    float p[3];
    std::memcpy(p, bytes.data() + i * stride, sizeof p);
    if (!std::isfinite(p[0]) || !std::isfinite(p[1]) || !std::isfinite(p[2])) {
      throw Error("vertex buffer " + std::to_string(surface.vertexBuffer) + ": vertex " + std::to_string(i) +
                  " is not finite");
    }
    positions[i] = {p[0], p[1], p[2], 0};
  }
}

void GlSurfaceReader::Impl::readFaces(const GlSurface& surface) {
  if (surface.indexBuffer == 0) {
    if (surface.vertices % 3 != 0) {
      throw Error("vertex buffer " + std::to_string(surface.vertexBuffer) + ": " + std::to_string(surface.vertices) +
                  " vertices without indices are not a multiple of 3");
    }
    faces.resize(surface.vertices / 3);
    for (Index f = 0; f < faces.size(); ++f) faces[f] = {3 * f, 3 * f + 1, 3 * f + 2};
    return;
  }
  const auto size = static_cast<std::size_t>(surface.indexType);
  readBytes("index", surface.indexBuffer, surface.indexOffset, std::size_t{surface.faces} * 3 * size, bytes);
  faces.resize(surface.faces);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      faces[f][i] = indexAt(surface.indexType, bytes.data() + (3 * f + i) * size);
    }
  }
}

void GlSurfaceReader::Impl::checkFaces(const GlSurface& surface) const {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    for (const Index vertex : faces[f]) {
      if (vertex < surface.vertices) continue;
      throw Error("index buffer " + std::to_string(surface.indexBuffer) + ": face " + std::to_string(f) +
                  " has vertex " + std::to_string(vertex) + ", but there are " + std::to_string(surface.vertices));
    }
  }
}

GlSurfaceReader::GlSurfaceReader(std::shared_ptr<GlContext> context) : m_impl(std::make_unique<Impl>()) {
  m_impl->context = std::move(context);
}

GlSurfaceReader::~GlSurfaceReader() = default;

LdiSurface GlSurfaceReader::read(const GlSurface& surface) {
  {
    GlContext::Scope scope(*m_impl->context);
    m_impl->readFaces(surface);
    scope.throwErrors("read a surface");
  }
  return readPositions(surface);
}

LdiSurface GlSurfaceReader::readPositions(const GlSurface& surface) {
  Impl& impl = *m_impl;
  {
    GlContext::Scope scope(*impl.context);
    impl.readPositions(surface);
    scope.throwErrors("read a surface");
  }
  impl.checkFaces(surface);
  return {impl.positions, 0, surface.vertices, impl.faces, surface.inward};
}

std::size_t GlSurfaceReader::memory() const {
  const Impl& impl = *m_impl;
  return impl.bytes.capacity() + impl.positions.capacity() * sizeof(PackedPosition) +
         impl.faces.capacity() * sizeof(Triangle);
}

}  // namespace pliant
