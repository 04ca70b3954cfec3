#include <pliant/glrender/UnorderedLdi.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "GlObjects.h"
#include "LdiFragments.h"
#include "SavedState.h"
#include "Shaders.h"
#include "SnappedSurface.h"

namespace pliant {
namespace {

using namespace detail;

/// What the depth buffer tells apart.
constexpr std::size_t kMostFaces = 1 << 24;
/// Where the stencil stops counting.
constexpr std::uint32_t kMostCount = 255;
/// Pixels of a framebuffer, unless one tile needs more.
constexpr std::size_t kMostFrame = 1 << 22;

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

/// Those of the context.
struct Objects {
  GlProgram program = makeProgram(shaders::face_vert, shaders::face_frag);
  GlVertexArray vertexArray;
  GlBuffer corners, indices;
  GlFramebuffer framebuffer;
  GlRenderbuffer renderbuffer;
  GLint origin = glGetUniformLocation(program.name(), "origin");
  GLint scale = glGetUniformLocation(program.name(), "scale");
  Index width = 0, height = 0;  // of the renderbuffer

  Objects() {
    glBindVertexArray(vertexArray.name());
    glBindBuffer(GL_ARRAY_BUFFER, corners.name());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(SnappedSurface::Corner), nullptr);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.name());
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
  }

  void abandon() {
    program.abandon();
    vertexArray.abandon();
    corners.abandon();
    indices.abandon();
    framebuffer.abandon();
    renderbuffer.abandon();
  }

  void fit(Index least_width, Index least_height) {
    if (least_width <= width && least_height <= height) return;
    const bool both = std::size_t{std::max(width, least_width)} * std::max(height, least_height) <= kMostFrame;
    width = both ? std::max(width, least_width) : least_width;
    height = both ? std::max(height, least_height) : least_height;
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer.name());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH32F_STENCIL8, static_cast<GLsizei>(width),
                          static_cast<GLsizei>(height));
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, renderbuffer.name());
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
      width = height = 0;
      throw GlError(GlStatus::Failed, "OpenGL failed to make a framebuffer of " + std::to_string(least_width) + " × " +
                                          std::to_string(least_height) + " pixels");
    }
  }
};

}  // namespace

struct UnorderedLdi::Impl {
  std::shared_ptr<GlContext> context;
  Settings settings;
  Statistics statistics;
  std::optional<Objects> objects;
  std::uint64_t generation = 0;

  SnappedSurface surface;
  std::vector<DepthStencil> frame;
  std::vector<Pass> passes;
  std::vector<std::uint32_t> pixels;
  std::vector<std::uint64_t> keys, sorted;

  void prepare();
  void setState(bool counterclockwiseTowards);
  void drawBlock(const LdiBlock& block, LdiFragments& fragments);
  void drawFaces(const LdiBlock& block, std::size_t begin, std::size_t end, LdiFragments& fragments);
  template <typename Visit>
  void drawTiles(const LdiBlock& block, std::size_t begin, std::size_t end, const std::vector<Pass>& which,
                 Visit&& visit);
};

void UnorderedLdi::Impl::prepare() {
  if (objects && generation != context->generation()) {
    objects->abandon();
    objects.reset();
  }
  if (!objects) objects.emplace();
  generation = context->generation();
}

void UnorderedLdi::Impl::setState(bool counterclockwiseTowards) {
  glUseProgram(objects->program.name());
  glBindVertexArray(objects->vertexArray.name());
  glBindFramebuffer(GL_FRAMEBUFFER, objects->framebuffer.name());
  glEnable(GL_DEPTH_TEST);  // without it depth is not written
  glDepthFunc(GL_ALWAYS);
  glEnable(GL_STENCIL_TEST);
  glStencilOp(GL_INCR, GL_INCR, GL_INCR);
  glEnable(GL_CULL_FACE);
  glFrontFace(counterclockwiseTowards ? GL_CCW : GL_CW);
  glEnablei(GL_SCISSOR_TEST, 0);
  glClearDepth(0);
  glClearStencil(0);
}

/// Draws each pass into a tile; calls visit(pass, tile, stride) with the tile's first pixel once it is read back.
template <typename Visit>
void UnorderedLdi::Impl::drawTiles(const LdiBlock& block, std::size_t begin, std::size_t end,
                                   const std::vector<Pass>& which, Visit&& visit) {
  const std::size_t area = std::size_t{block.width} * block.height;
  const std::size_t across = std::max<std::size_t>(settings.frame / block.width, 1),
                    up = std::max<std::size_t>(settings.frame / block.height, 1);
  const std::size_t fitting = std::clamp<std::size_t>(kMostFrame / area, 1, across * up);
  const int version = contextVersion();
  for (std::size_t first = 0; first < which.size(); first += fitting) {
    const std::size_t count = std::min(fitting, which.size() - first);
    const auto columns = static_cast<Index>(std::min(count, across));
    const auto rows = static_cast<Index>((count + columns - 1) / columns);
    const Index width = columns * block.width, height = rows * block.height;
    objects->fit(width, height);
    setScissor(version, 0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height));
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    for (std::size_t i = 0; i < count; ++i) {
      const Pass& pass = which[first + i];
      const auto x = static_cast<GLint>(i % columns * block.width), y = static_cast<GLint>(i / columns * block.height);
      setViewport(version, x - kViewportBefore, y - kViewportBefore, kViewport, kViewport);
      setScissor(version, x, y, static_cast<GLsizei>(block.width), static_cast<GLsizei>(block.height));
      glCullFace(pass.towards ? GL_BACK : GL_FRONT);
      glStencilFunc(GL_GREATER, static_cast<GLint>(pass.layer), 0xff);
      glDrawElementsBaseVertex(GL_TRIANGLES, static_cast<GLsizei>(3 * (end - begin)), GL_UNSIGNED_INT,
                               reinterpret_cast<const void*>(begin * sizeof(Triangle)), -surface.firstVertex());
      ++statistics.passes;
    }
    const std::size_t size = std::size_t{width} * height;
    if (frame.size() < size) frame.resize(size);
    const auto start = std::chrono::steady_clock::now();
    glReadPixels(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height), GL_DEPTH_STENCIL,
                 GL_FLOAT_32_UNSIGNED_INT_24_8_REV, frame.data());
    statistics.readBackMs +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    ++statistics.readBacks;
    for (std::size_t i = 0; i < count; ++i) {
      visit(which[first + i], frame.data() + i / columns * block.height * width + i % columns * block.width, width);
    }
  }
}

void UnorderedLdi::Impl::drawFaces(const LdiBlock& block, std::size_t begin, std::size_t end, LdiFragments& fragments) {
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
  drawTiles(block, begin, end, passes, [&](const Pass& pass, const DepthStencil* tile, Index stride) {
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
    drawFaces(block, begin, middle, fragments);
    drawFaces(block, middle, end, fragments);
    return;
  }
  passes.clear();
  for (const bool towards : {true, false}) {
    for (std::uint32_t layer = 2; layer <= layers[towards]; ++layer) passes.push_back({towards, layer});
  }
  if (!passes.empty()) drawTiles(block, begin, end, passes, collect);
}

void UnorderedLdi::Impl::drawBlock(const LdiBlock& block, LdiFragments& fragments) {
  const std::size_t before = fragments.size();
  surface.select(block, fragments);
  statistics.drawnByCpu += fragments.size() - before;
  const auto faces = surface.faces();
  if (faces.empty()) return;
  constexpr auto whole = static_cast<float>(kSubpixels);
  constexpr float ahead = whole * kViewportBefore + whole / 2;
  glUniform2f(objects->origin, ahead - whole * static_cast<float>(block.column),
              ahead - whole * static_cast<float>(block.row));
  glUniform2f(objects->scale, 2 / (whole * kViewport), 2 / (whole * kViewport));
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(faces.size_bytes()), faces.data(), GL_STREAM_DRAW);
  for (std::size_t begin = 0; begin < faces.size(); begin += kMostFaces) {
    drawFaces(block, begin, std::min(begin + kMostFaces, faces.size()), fragments);
  }
}

UnorderedLdi::UnorderedLdi(std::shared_ptr<GlContext> context) : UnorderedLdi(std::move(context), {}) {}

UnorderedLdi::UnorderedLdi(std::shared_ptr<GlContext> context, const Settings& settings)
    : m_impl(std::make_unique<Impl>()) {
  m_impl->context = std::move(context);
  m_impl->settings = settings;
  m_impl->settings.frame = std::clamp<Index>(settings.frame, 1, 4096);
}

UnorderedLdi::~UnorderedLdi() {
  if (!m_impl->objects) return;
  try {
    const GlContext::Scope scope(*m_impl->context);
    if (m_impl->generation == m_impl->context->generation()) {
      m_impl->objects.reset();
      return;
    }
  } catch (const GlError&) {
    // The context is gone, or goes with them later.
  }
  m_impl->objects->abandon();
}

std::string_view UnorderedLdi::name() const {
  return "ldi-gl-unordered";
}

const UnorderedLdi::Statistics& UnorderedLdi::statistics() const {
  return m_impl->statistics;
}

void UnorderedLdi::render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) {
  Impl& impl = *m_impl;
  impl.statistics = {};
  impl.surface.snap(surface, view, workers);
  LdiFragments fragments(surface, view, impl.pixels, impl.keys);
  {
    GlContext::Scope scope(*impl.context);
    impl.prepare();
    impl.setState(surface.inward == view.ascending);
    const auto corners = impl.surface.corners();
    glBindBuffer(GL_ARRAY_BUFFER, impl.objects->corners.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size_bytes()), corners.data(), GL_STREAM_DRAW);
    const Index side = impl.settings.frame;
    for (Index row = 0; row < view.height; row += side) {
      for (Index column = 0; column < view.width; column += side) {
        impl.drawBlock({column, row, std::min(side, view.width - column), std::min(side, view.height - row)},
                       fragments);
      }
    }
    scope.throwErrors("draw a layered depth image");
  }
  fragments.assemble(image, impl.sorted);
}

}  // namespace pliant
