#include <pliant/glrender/DrawnLdi.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "CardList.h"
#include "FaceDrawing.h"
#include "HostDrawing.h"
#include "LdiFragments.h"
#include "PerContext.h"
#include "SavedState.h"
#include "Shaders.h"
#include "Stopwatch.h"

namespace pliant {

LdiDrawer::~LdiDrawer() = default;

namespace {

using namespace detail;

static_assert(HostDrawing::kList < kStorageBindings);

struct DrawnFragment {
  std::uint32_t pixel, faceAndSide, depth;
};

struct HostDrawnObjects {
  GlProgram program = makeProgram(shaders::drawn_vert, shaders::drawn_geom, shaders::drawn_frag);
  GlFramebuffer framebuffer;
  CardList list{sizeof(std::uint32_t), sizeof(DrawnFragment)};

  std::size_t bytes() const { return list.buffer().bytes(); }
};

}  // namespace

struct DrawnLdi::Impl {
  explicit Impl(std::shared_ptr<GlContext> context) : objects(std::move(context), kLeastVersion) {}

  PerContext<HostDrawnObjects> objects;
  LdiDrawingSettings settings;
  LdiDrawingStatistics statistics;
  LdiFragments::Scratch scratch;
  std::vector<DrawnFragment> read;

  void drawBlock(HostDrawnObjects& of, const HostDrawnSurface& surface, const LdiView& view, const LdiBlock& block,
                 LdiFragments& fragments);
  std::size_t draw(HostDrawnObjects& of, const HostDrawnSurface& surface, const LdiView& view, const LdiBlock& block,
                   std::size_t most);
};

/// Draws the block and returns its number of fragments. All of them are in the list if they do not exceed the list's
/// capacity.
std::size_t DrawnLdi::Impl::draw(HostDrawnObjects& of, const HostDrawnSurface& surface, const LdiView& view,
                                 const LdiBlock& block, std::size_t most) {
  bindEmptyFramebuffer(of.framebuffer, block);
  of.list.begin(most, HostDrawing::kList);
  HostDrawing drawing(of.program.name(), view, block, surface.inward, of.list.buffer().name(), of.list.capacity());
  ++statistics.passes;
  surface.draw(drawing);
  drawing.check();
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  const Stopwatch watch(statistics.readBackMs);
  std::uint32_t appended = 0;
  of.list.buffer().read(0, sizeof appended, &appended);
  watch.stop();
  return appended;
}

void DrawnLdi::Impl::drawBlock(HostDrawnObjects& of, const HostDrawnSurface& surface, const LdiView& view,
                               const LdiBlock& block, LdiFragments& fragments) {
  const std::size_t most = std::clamp<std::size_t>(settings.fragments, 1, of.list.most());
  std::size_t count = draw(of, surface, view, block, most);
  if (count <= most && !of.list.holds(count)) count = draw(of, surface, view, block, most);
  if (count <= of.list.capacity()) {
    const Stopwatch watch(statistics.readBackMs);
    read.resize(count);
    if (count > 0) of.list.buffer().read(sizeof(std::uint32_t), count * sizeof(DrawnFragment), read.data());
    watch.stop();
    ++statistics.readBacks;
    for (const DrawnFragment& fragment : read) {
      const auto depth = std::bit_cast<float>(fragment.depth);
      // Other values come from a context that was lost meanwhile.
      if (fragment.pixel >= block.pixels() || !(depth >= 0 && depth <= 1)) continue;
      fragments.add(block.column + fragment.pixel % block.width, block.row + fragment.pixel / block.width,
                    LdiEntry{fragment.faceAndSide, depth});
    }
    return;
  }
  if (block.width == 1 && block.height == 1) {
    throw Error("the host's drawing has " + std::to_string(count) + " faces in one pixel, above the maximum of " +
                std::to_string(most) + ": raise LdiDrawingSettings::fragments");
  }
  const auto [first, second] = halvesOf(block);
  drawBlock(of, surface, view, first, fragments);
  drawBlock(of, surface, view, second, fragments);
}

DrawnLdi::DrawnLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
    : m_impl(std::make_unique<Impl>(std::move(context))) {
  m_impl->settings = settings;
  m_impl->settings.frame = std::clamp<Index>(settings.frame, 1, kMostSide);
}

DrawnLdi::~DrawnLdi() = default;

const char* DrawnLdi::geometryShader() {
  return shaders::drawn_geom;
}

const char* DrawnLdi::fragmentShader() {
  return shaders::drawn_frag;
}

void DrawnLdi::render(const HostDrawnSurface& surface, const LdiView& view, LayeredDepthImage& image) {
  requireDrawable(view, "DrawnLdi");
  Impl& impl = *m_impl;
  impl.statistics = {};
  const LdiSurface none;
  LdiFragments fragments(none, view, impl.scratch);
  impl.objects.use("draw the host's faces", [&](HostDrawnObjects& of) {
    forBlocks(view, impl.settings.frame,
              [&](const LdiBlock& block) { impl.drawBlock(of, surface, view, block, fragments); });
  });
  fragments.assemble(image);
}

const LdiDrawingStatistics& DrawnLdi::statistics() const {
  return m_impl->statistics;
}

std::size_t DrawnLdi::cardMemory() const {
  return m_impl->objects.bytes();
}

std::size_t DrawnLdi::memory() const {
  return m_impl->scratch.memory() + m_impl->read.capacity() * sizeof(DrawnFragment);
}

}  // namespace pliant
