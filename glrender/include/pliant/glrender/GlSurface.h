#pragma once

#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/glrender/GlContext.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace pliant {

/// A closed surface that lies in buffers of OpenGL, as the host draws it.
struct GlSurface {
  enum class IndexType : std::uint8_t { Bytes = 1, Shorts = 2, Ints = 4 };

  std::uint32_t vertexBuffer = 0;  ///< name
  std::size_t offset = 0;          ///< bytes before the first position
  std::size_t stride = 12;         ///< bytes from one position to the next; 0, as in OpenGL, for 12
  Index vertices = 0;              ///< positions: three floats each, world space, finite
  std::uint32_t indexBuffer = 0;   ///< name; 0: each three vertices on end are a face
  std::size_t indexOffset = 0;     ///< bytes before the first face
  IndexType indexType = IndexType::Ints;
  Index faces = 0;      ///< of three indices each; not looked at without indices
  bool inward = false;  ///< faces are oriented inward as a whole
};

/// Makes surfaces in buffers ready for any LdiRenderer, those of the CPU too. The buffers are read back as they are, so
/// images are those of the same positions in arrays, to the bit; faces have the numbers of their place.
class PLIANT_GLRENDER_EXPORT GlSurfaceReader {
 public:
  /// `context`: where the buffers are known: HostContext or SharedContext.
  explicit GlSurfaceReader(std::shared_ptr<GlContext> context);
  ~GlSurfaceReader();

  /// Waits for what the host's context has been told to do to the buffers, if that is current on this thread, and reads
  /// them. Valid until the next read.
  /// Throws GlError where OpenGL can't be used, and Error, which names the buffer, where one is not there, too short or
  /// mapped, where a face has a vertex that is none, or a position is not finite.
  LdiSurface read(const GlSurface& surface);
  /// The same for a surface that differs from the last one in positions alone: faces are not read again.
  LdiSurface readPositions(const GlSurface& surface);

  /// Bytes of main memory held at present.
  std::size_t memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
