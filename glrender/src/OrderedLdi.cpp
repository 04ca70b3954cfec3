#include <pliant/glrender/OrderedLdi.h>

#include <array>
#include <vector>

#include "LayerDrawing.h"
#include "SavedState.h"
#include "Shaders.h"
#include "Stopwatch.h"

namespace pliant {
namespace {

using namespace detail;

/// A pixel of a layer, as peel.frag writes it.
struct LayerPixel {
  std::uint32_t depth, facePlusOne;
};

/// Maximum number of layers that are collected on the card and read back together.
constexpr std::size_t kMostTiles = 16;

/// All layers are drawn at the same window position: a card computes depths from the window position and rounds them,
/// so that in another tile a face might be found again. Two framebuffers alternate, because the shader reads one layer
/// while it draws the next. A third framebuffer collects the layers.
struct OrderedObjects {
  FaceDrawing faces{shaders::depth_vert, shaders::peel_frag, true};
  std::array<GlFramebuffer, 2> framebuffers;
  std::array<GlTexture, 2> layers;
  GlRenderbuffer depth, collected;
  GlFramebuffer collection;
  GlQuery found;
  GLint first = faces.uniform("first");
  Index width = 0, height = 0, collectedWidth = 0, collectedHeight = 0;

  std::size_t bytes() const {
    constexpr std::size_t ofLayers = 2 * sizeof(LayerPixel) + sizeof(float);
    return faces.bytes() + std::size_t{width} * height * ofLayers +
           std::size_t{collectedWidth} * collectedHeight * sizeof(LayerPixel);
  }

  void use(bool counterclockwiseTowards) const {
    faces.use(counterclockwiseTowards);
    glUniform1i(faces.uniform("layers"), 0);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
  }

  void fit(const LdiBlock& block, const TileGrid& grid) {
    if (grow(width, height, TileGrid(block, kMostSide, 1))) fitLayers();
    if (!grow(collectedWidth, collectedHeight, grid)) return;
    glBindRenderbuffer(GL_RENDERBUFFER, collected.name());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RG32UI, static_cast<GLsizei>(collectedWidth),
                          static_cast<GLsizei>(collectedHeight));
    glBindFramebuffer(GL_FRAMEBUFFER, collection.name());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, collected.name());
    checkFramebuffer(collectedWidth, collectedHeight);
  }

 private:
  void fitLayers() {
    const auto w = static_cast<GLsizei>(width), h = static_cast<GLsizei>(height);
    glBindRenderbuffer(GL_RENDERBUFFER, depth.name());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT32F, w, h);
    for (std::size_t i = 0; i < 2; ++i) {
      glBindTexture(GL_TEXTURE_2D, layers[i].name());
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32UI, w, h, 0, GL_RG_INTEGER, GL_UNSIGNED_INT, nullptr);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[i].name());
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, layers[i].name(), 0);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth.name());
      checkFramebuffer(width, height);
    }
  }
};

class OrderedLayers final : public FaceLayers<OrderedObjects, SnappedSurface::Depths::Yes> {
 public:
  OrderedLayers(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
      : FaceLayers("ldi-gl-ordered", std::move(context), settings) {}

  std::size_t memory() const override { return FaceLayers::memory() + m_frame.capacity() * sizeof m_frame[0]; }

 private:
  void drawBlock(OrderedObjects& of, const LdiBlock& block, LdiFragments& fragments) override;
  bool drawLayer(const OrderedObjects& of, const LdiBlock& block, bool towards, std::size_t layer);
  void readBack(const OrderedObjects& of, const LdiBlock& block, const TileGrid& grid, std::size_t layers,
                LdiFragments& fragments);

  std::vector<LayerPixel> m_frame;
};

/// Draws a layer into the first or the second framebuffer in turn. Returns true if the layer is not empty.
bool OrderedLayers::drawLayer(const OrderedObjects& of, const LdiBlock& block, bool towards, std::size_t layer) {
  const std::size_t active = layer % 2;
  glBindFramebuffer(GL_FRAMEBUFFER, of.framebuffers[active].name());
  glBindTexture(GL_TEXTURE_2D, of.layers[1 - active].name());
  setTile(contextVersion(), block, 0, 0);
  constexpr GLuint nothing[4] = {};
  constexpr GLfloat farthest = 1;
  glClearBufferuiv(GL_COLOR, 0, nothing);
  glClearBufferfv(GL_DEPTH, 0, &farthest);
  glUniform1i(of.first, layer == 0);
  glBeginQuery(GL_ANY_SAMPLES_PASSED, of.found.name());
  of.faces.draw(towards, 0, m_surface.faces().size(), m_surface);
  glEndQuery(GL_ANY_SAMPLES_PASSED);
  ++m_statistics.passes;
  GLuint any = GL_FALSE;
  glGetQueryObjectuiv(of.found.name(), GL_QUERY_RESULT, &any);
  return any != GL_FALSE;
}

void OrderedLayers::readBack(const OrderedObjects& of, const LdiBlock& block, const TileGrid& grid, std::size_t layers,
                             LdiFragments& fragments) {
  if (layers == 0) return;
  const Index width = grid.width(), height = grid.y(layers - 1) + block.height;
  const std::size_t size = std::size_t{width} * height;
  if (m_frame.size() < size) m_frame.resize(size);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, of.collection.name());
  const Stopwatch watch(m_statistics.readBackMs);
  glReadPixels(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height), GL_RG_INTEGER, GL_UNSIGNED_INT,
               m_frame.data());
  watch.stop();
  ++m_statistics.readBacks;
  const std::size_t count = m_surface.faces().size();
  for (std::size_t i = 0; i < layers; ++i) {
    for (Index row = 0; row < block.height; ++row) {
      const LayerPixel* const pixel = m_frame.data() + std::size_t{grid.y(i) + row} * width + grid.x(i);
      for (Index column = 0; column < block.width; ++column) {
        const std::size_t at = pixel[column].facePlusOne;
        if (at != 0 && at <= count) fragments.add(block.column + column, block.row + row, m_surface.face(at - 1));
      }
    }
  }
}

void OrderedLayers::drawBlock(OrderedObjects& of, const LdiBlock& block, LdiFragments& fragments) {
  const std::size_t count = m_surface.faces().size();
  const std::size_t tiles = std::min(TileGrid::fitting(block, settings().frame), kMostTiles);
  const TileGrid grid(block, settings().frame, tiles);
  of.fit(block, grid);
  std::size_t kept = 0;
  for (const bool towards : {true, false}) {
    // A pixel has at most `count` layers. The limit is needed because a lost context returns arbitrary query results.
    for (std::size_t layer = 0; layer < count && drawLayer(of, block, towards, layer); ++layer) {
      const auto x = static_cast<GLint>(grid.x(kept)), y = static_cast<GLint>(grid.y(kept));
      const auto width = static_cast<GLint>(block.width), height = static_cast<GLint>(block.height);
      glBindFramebuffer(GL_READ_FRAMEBUFFER, of.framebuffers[layer % 2].name());
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, of.collection.name());
      setScissor(contextVersion(), x, y, width, height);
      glBlitFramebuffer(0, 0, width, height, x, y, x + width, y + height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
      if (++kept < tiles) continue;
      readBack(of, block, grid, kept, fragments);
      kept = 0;
    }
  }
  readBack(of, block, grid, kept, fragments);
}

}  // namespace

OrderedLdi::OrderedLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
    : GlLdi(std::make_unique<OrderedLayers>(std::move(context), settings)) {}

}  // namespace pliant
