#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/glrender/GlContext.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace pliant {

/// A closed surface in OpenGL buffers of the host.
struct GlSurface {
  /// Type of an index; the value is its size [bytes].
  enum class IndexType : std::uint8_t { Bytes = 1, Shorts = 2, Ints = 4 };

  std::uint32_t vertexBuffer = 0;  ///< name of the buffer of positions
  std::size_t offset = 0;          ///< offset of the first position [bytes]
  std::size_t stride = 12;         ///< distance between two positions [bytes]; 0 means 12, as in OpenGL
  Index vertices = 0;              ///< number of positions: three finite floats each, world space [length]
  std::uint32_t indexBuffer = 0;   ///< name; 0: three consecutive vertices form a face
  std::size_t indexOffset = 0;     ///< offset of the first face [bytes]
  IndexType indexType = IndexType::Ints;
  Index faces = 0;      ///< number of faces, three indices each; ignored if indexBuffer is 0
  bool inward = false;  ///< true if the faces are oriented inward
};

/// Copies surfaces from OpenGL buffers to main memory, for any LdiRenderer, SoftwareLdi included.
///
/// - Positions are copied unchanged; images are bitwise equal to those of the same positions in arrays.
/// - The face index is the position of the face in the index buffer.
/// - At most one thread uses a reader and its context at a time.
class PLIANT_GLRENDER_EXPORT GlSurfaceReader {
 public:
  /// Makes no OpenGL call.
  /// `context`: context in which the buffers exist, a HostContext or a SharedContext; not null.
  explicit GlSurfaceReader(std::shared_ptr<GlContext> context);
  /// Makes no OpenGL call.
  ~GlSurfaceReader();

  /// Reads positions and faces; the result is valid until the next read() or readPositions().
  /// Enters a Scope of the context on the calling thread.
  /// If the host's context is current there, waits for the host's earlier commands on the buffers.
  /// Throws GlError if OpenGL cannot be used.
  /// Throws Error, which names the buffer:
  /// - if a buffer does not exist, is too short, or is mapped (a persistent mapping is allowed),
  /// - if a face has a vertex index out of range,
  /// - if a position is not finite,
  /// - if there are no indices and the number of vertices is no multiple of 3.
  LdiSurface read(const GlSurface& surface);
  /// Like read(), but reads only the positions and keeps the faces of the last read().
  /// `surface` must describe the same faces.
  LdiSurface readPositions(const GlSurface& surface);

  /// Returns the main memory of the copies [bytes].
  std::size_t memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
