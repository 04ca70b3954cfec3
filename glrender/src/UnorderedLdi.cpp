#include <pliant/glrender/UnorderedLdi.h>

#include <algorithm>
#include <vector>

#include "LayerDrawing.h"
#include "SavedState.h"
#include "Shaders.h"
#include "Stopwatch.h"

namespace pliant {
namespace {

using namespace detail;

/// Number of faces that the depth buffer distinguishes.
constexpr std::size_t kMostFaces = 1 << 24;
/// Largest count of the stencil buffer.
constexpr std::uint32_t kMostCount = 255;
/// A pixel as GL_FLOAT_32_UNSIGNED_INT_24_8_REV.
struct DepthStencil {
  float depth;
  std::uint32_t stencil;

  std::uint32_t count() const { return stencil & 0xff; }
  std::size_t face() const { return static_cast<std::size_t>(depth * static_cast<float>(kMostFaces)); }
};

struct Pass {
  bool towards;         ///< true for front faces, which are towards the eye
  std::uint32_t layer;  ///< counted from 1
};

struct UnorderedObjects {
  FaceDrawing faces{shaders::face_vert, shaders::face_frag, false};
  GlFramebuffer framebuffer;
  GlRenderbuffer renderbuffer;
  Index width = 0, height = 0;  // size of the renderbuffer [pixels]

  UnorderedObjects() {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
  }

  std::size_t bytes() const { return faces.bytes() + std::size_t{width} * height * sizeof(DepthStencil); }

  void use(bool counterclockwiseTowards) {
    faces.use(counterclockwiseTowards);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glEnable(GL_DEPTH_TEST);  // without the depth test no depth is written
    glDepthFunc(GL_ALWAYS);
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_INCR, GL_INCR, GL_INCR);
    glClearDepth(0);
    glClearStencil(0);
  }

  void fit(const TileGrid& grid) {
    if (!grow(width, height, grid)) return;
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer.name());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH32F_STENCIL8, static_cast<GLsizei>(width),
                          static_cast<GLsizei>(height));
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, renderbuffer.name());
    checkFramebuffer(width, height);
  }
};

class UnorderedLayers final : public FaceLayers<UnorderedObjects, SnappedSurface::Depths::No> {
 public:
  UnorderedLayers(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
      : FaceLayers("ldi-gl-unordered", std::move(context), settings) {}

  std::size_t memory() const override {
    return FaceLayers::memory() + m_frame.capacity() * sizeof m_frame[0] + m_passes.capacity() * sizeof(Pass);
  }

 private:
  void drawBlock(UnorderedObjects& of, const LdiBlock& block, LdiFragments& fragments) override;
  void drawFaces(UnorderedObjects& of, const LdiBlock& block, std::size_t begin, std::size_t end,
                 LdiFragments& fragments);
  template <typename Visit>
  void drawTiles(UnorderedObjects& of, const LdiBlock& block, std::size_t begin, std::size_t end, Visit&& visit);

  std::vector<DepthStencil> m_frame;
  std::vector<Pass> m_passes;
};

/// Draws each pass into a tile. After reading back, calls visit(pass, tile, stride) with the tile's first pixel.
template <typename Visit>
void UnorderedLayers::drawTiles(UnorderedObjects& of, const LdiBlock& block, std::size_t begin, std::size_t end,
                                Visit&& visit) {
  const std::size_t fitting = TileGrid::fitting(block, settings().frame);
  const int version = contextVersion();
  for (std::size_t first = 0; first < m_passes.size(); first += fitting) {
    const std::size_t count = std::min(fitting, m_passes.size() - first);
    const TileGrid grid(block, settings().frame, count);
    of.fit(grid);
    const auto width = static_cast<GLsizei>(grid.width()), height = static_cast<GLsizei>(grid.height());
    setScissor(version, 0, 0, width, height);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    for (std::size_t i = 0; i < count; ++i) {
      const Pass& pass = m_passes[first + i];
      setTile(version, block, grid.x(i), grid.y(i));
      glStencilFunc(GL_GREATER, static_cast<GLint>(pass.layer), 0xff);
      of.faces.draw(pass.towards, begin, end, m_surface);
      ++m_statistics.passes;
    }
    const std::size_t size = std::size_t{grid.width()} * grid.height();
    if (m_frame.size() < size) m_frame.resize(size);
    const Stopwatch watch(m_statistics.readBackMs);
    glReadPixels(0, 0, width, height, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, m_frame.data());
    ++m_statistics.readBacks;
    watch.stop();
    for (std::size_t i = 0; i < count; ++i) {
      visit(m_passes[first + i], m_frame.data() + std::size_t{grid.y(i)} * grid.width() + grid.x(i), grid.width());
    }
  }
}

void UnorderedLayers::drawFaces(UnorderedObjects& of, const LdiBlock& block, std::size_t begin, std::size_t end,
                                LdiFragments& fragments) {
  const auto collect = [&](const Pass& pass, const DepthStencil* tile, Index stride) {
    for (Index row = 0; row < block.height; ++row) {
      for (Index column = 0; column < block.width; ++column) {
        const DepthStencil& pixel = tile[std::size_t{row} * stride + column];
        if (pixel.count() < pass.layer) continue;
        const std::size_t at = begin + pixel.face();
        if (at < end) fragments.add(block.column + column, block.row + row, m_surface.face(at));
      }
    }
  };
  // The first pass of each side also counts the faces per pixel. Its fragments are kept only if no count is the largest
  // one.
  const std::size_t mark = fragments.size();
  std::uint32_t layers[2] = {};
  m_passes.assign({{true, 1}, {false, 1}});
  drawTiles(of, block, begin, end, [&](const Pass& pass, const DepthStencil* tile, Index stride) {
    std::uint32_t& most = layers[pass.towards];
    for (Index row = 0; row < block.height; ++row) {
      for (Index column = 0; column < block.width; ++column) {
        most = std::max(most, tile[std::size_t{row} * stride + column].count());
      }
    }
    collect(pass, tile, stride);
  });
  if (std::max(layers[0], layers[1]) == kMostCount && end - begin >= kMostCount) {
    fragments.truncate(mark);
    const std::size_t middle = begin + (end - begin) / 2;
    drawFaces(of, block, begin, middle, fragments);
    drawFaces(of, block, middle, end, fragments);
    return;
  }
  m_passes.clear();
  for (const bool towards : {true, false}) {
    for (std::uint32_t layer = 2; layer <= layers[towards]; ++layer) m_passes.push_back({towards, layer});
  }
  if (!m_passes.empty()) drawTiles(of, block, begin, end, collect);
}

void UnorderedLayers::drawBlock(UnorderedObjects& of, const LdiBlock& block, LdiFragments& fragments) {
  const std::size_t count = m_surface.faces().size();
  for (std::size_t begin = 0; begin < count; begin += kMostFaces) {
    drawFaces(of, block, begin, std::min(begin + kMostFaces, count), fragments);
  }
}

}  // namespace

UnorderedLdi::UnorderedLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
    : GlLdi(std::make_unique<UnorderedLayers>(std::move(context), settings)) {}

}  // namespace pliant
