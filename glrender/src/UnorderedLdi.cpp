#include <pliant/glrender/UnorderedLdi.h>

#include <algorithm>
#include <vector>

#include "FaceDrawing.h"
#include "LdiFragments.h"
#include "SavedState.h"
#include "Shaders.h"
#include "Stopwatch.h"

namespace pliant {
namespace {

using namespace detail;

/// What the depth buffer tells apart.
constexpr std::size_t kMostFaces = 1 << 24;
/// Where the stencil stops counting.
constexpr std::uint32_t kMostCount = 255;
/// A pixel as GL_FLOAT_32_UNSIGNED_INT_24_8_REV.
struct DepthStencil {
  float depth;
  std::uint32_t stencil;

  std::uint32_t count() const { return stencil & 0xff; }
  std::size_t face() const { return static_cast<std::size_t>(depth * static_cast<float>(kMostFaces)); }
};

struct Pass {
  bool towards;         ///< the eye
  std::uint32_t layer;  ///< from 1
};

struct Objects {
  FaceDrawing faces{shaders::face_vert, shaders::face_frag, false};
  GlFramebuffer framebuffer;
  GlRenderbuffer renderbuffer;
  Index width = 0, height = 0;  // of the renderbuffer

  Objects() {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
  }

  void abandon() {
    faces.abandon();
    framebuffer.abandon();
    renderbuffer.abandon();
  }

  void use(bool counterclockwiseTowards) {
    faces.use(counterclockwiseTowards);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glEnable(GL_DEPTH_TEST);  // without it depth is not written
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

}  // namespace

struct UnorderedLdi::Impl {
  explicit Impl(std::shared_ptr<GlContext> context) : objects(std::move(context)) {}

  ObjectsInContext<Objects> objects;
  LdiDrawingSettings settings;
  LdiDrawingStatistics statistics;

  SnappedSurface surface;
  std::vector<DepthStencil> frame;
  std::vector<Pass> passes;
  LdiFragments::Scratch scratch;

  void drawBlock(Objects& of, const LdiBlock& block, LdiFragments& fragments);
  void drawFaces(Objects& of, const LdiBlock& block, std::size_t begin, std::size_t end, LdiFragments& fragments);
  template <typename Visit>
  void drawTiles(Objects& of, const LdiBlock& block, std::size_t begin, std::size_t end, Visit&& visit);
};

/// Draws each pass into a tile; calls visit(pass, tile, stride) with the tile's first pixel once it is read back.
template <typename Visit>
void UnorderedLdi::Impl::drawTiles(Objects& of, const LdiBlock& block, std::size_t begin, std::size_t end,
                                   Visit&& visit) {
  const std::size_t fitting = TileGrid::fitting(block, settings.frame);
  const int version = contextVersion();
  for (std::size_t first = 0; first < passes.size(); first += fitting) {
    const std::size_t count = std::min(fitting, passes.size() - first);
    const TileGrid grid(block, settings.frame, count);
    of.fit(grid);
    const auto width = static_cast<GLsizei>(grid.width()), height = static_cast<GLsizei>(grid.height());
    setScissor(version, 0, 0, width, height);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    for (std::size_t i = 0; i < count; ++i) {
      const Pass& pass = passes[first + i];
      setTile(version, block, grid.x(i), grid.y(i));
      glStencilFunc(GL_GREATER, static_cast<GLint>(pass.layer), 0xff);
      of.faces.draw(pass.towards, begin, end, surface);
      ++statistics.passes;
    }
    const std::size_t size = std::size_t{grid.width()} * grid.height();
    if (frame.size() < size) frame.resize(size);
    const Stopwatch watch(statistics.readBackMs);
    glReadPixels(0, 0, width, height, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, frame.data());
    ++statistics.readBacks;
    watch.stop();
    for (std::size_t i = 0; i < count; ++i) {
      visit(passes[first + i], frame.data() + std::size_t{grid.y(i)} * grid.width() + grid.x(i), grid.width());
    }
  }
}

void UnorderedLdi::Impl::drawFaces(Objects& of, const LdiBlock& block, std::size_t begin, std::size_t end,
                                   LdiFragments& fragments) {
  const auto collect = [&](const Pass& pass, const DepthStencil* tile, Index stride) {
    for (Index row = 0; row < block.height; ++row) {
      for (Index column = 0; column < block.width; ++column) {
        const DepthStencil& pixel = tile[std::size_t{row} * stride + column];
        if (pixel.count() < pass.layer) continue;
        const std::size_t at = begin + pixel.face();
        if (at < end) fragments.add(block.column + column, block.row + row, surface.face(at));
      }
    }
  };
  // The first pass of each side also counts. What it shows is kept only if no pixel is full.
  const std::size_t mark = fragments.size();
  std::uint32_t layers[2] = {};
  passes.assign({{true, 1}, {false, 1}});
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
  passes.clear();
  for (const bool towards : {true, false}) {
    for (std::uint32_t layer = 2; layer <= layers[towards]; ++layer) passes.push_back({towards, layer});
  }
  if (!passes.empty()) drawTiles(of, block, begin, end, collect);
}

void UnorderedLdi::Impl::drawBlock(Objects& of, const LdiBlock& block, LdiFragments& fragments) {
  const std::size_t before = fragments.size();
  surface.select(block, fragments);
  statistics.drawnByCpu += fragments.size() - before;
  const std::size_t count = surface.faces().size();
  if (count == 0) return;
  of.faces.upload(surface, block);
  for (std::size_t begin = 0; begin < count; begin += kMostFaces) {
    drawFaces(of, block, begin, std::min(begin + kMostFaces, count), fragments);
  }
}

UnorderedLdi::UnorderedLdi(std::shared_ptr<GlContext> context) : UnorderedLdi(std::move(context), {}) {}

UnorderedLdi::UnorderedLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
    : m_impl(std::make_unique<Impl>(std::move(context))) {
  m_impl->settings.frame = std::clamp<Index>(settings.frame, 1, kMostSide);
}

UnorderedLdi::~UnorderedLdi() = default;

std::string_view UnorderedLdi::name() const {
  return "ldi-gl-unordered";
}

const LdiDrawingStatistics& UnorderedLdi::statistics() const {
  return m_impl->statistics;
}

void UnorderedLdi::render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) {
  requireDrawable(view, name());
  Impl& impl = *m_impl;
  impl.statistics = {};
  impl.surface.snap(surface, view, SnappedSurface::Depths::No, workers);
  LdiFragments fragments(surface, view, impl.scratch);
  impl.objects.use("draw a layered depth image", [&](Objects& of) {
    of.use(surface.inward == view.ascending);
    of.faces.upload(impl.surface);
    forBlocks(view, impl.settings.frame, [&](const LdiBlock& block) { impl.drawBlock(of, block, fragments); });
  });
  fragments.assemble(image);
}

std::size_t UnorderedLdi::memory() const {
  const Impl& impl = *m_impl;
  return impl.surface.memory() + impl.scratch.memory() + impl.frame.capacity() * sizeof impl.frame[0] +
         impl.passes.capacity() * sizeof(Pass);
}

}  // namespace pliant
