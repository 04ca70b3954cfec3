#include <pliant/glrender/DrawnLdi.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "FaceDrawing.h"
#include "HostDrawing.h"
#include "LdiFragments.h"
#include "SavedState.h"
#include "Shaders.h"
#include "Stopwatch.h"

namespace pliant {

LdiDrawer::~LdiDrawer() = default;

namespace {

using namespace detail;

static_assert(HostDrawing::kList < kStorageBindings);

struct Fragment {
  std::uint32_t pixel, faceAndSide, depth;
};

constexpr std::size_t kFirstCapacity = std::size_t{1} << 14;

struct Objects {
  GlProgram program = makeProgram(shaders::drawn_vert, shaders::drawn_geom, shaders::drawn_frag);
  GlFramebuffer framebuffer;
  CardBuffer list;
  std::size_t capacity = 0, most = 0;  ///< fragments

  Objects() {
    GLint64 bytes = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
    most = (static_cast<std::size_t>(bytes) - sizeof(std::uint32_t)) / sizeof(Fragment);
  }
  void abandon() {
    program.abandon();
    framebuffer.abandon();
    list.abandon();
  }
};

}  // namespace

struct DrawnLdi::Impl {
  explicit Impl(std::shared_ptr<GlContext> context) : objects(std::move(context), kLeastVersion) {}

  ObjectsInContext<Objects> objects;
  LdiDrawingSettings settings;
  LdiDrawingStatistics statistics;
  LdiFragments::Scratch scratch;
  std::vector<Fragment> read;

  void drawBlock(Objects& of, const HostDrawnSurface& surface, const LdiView& view, const LdiBlock& block,
                 LdiFragments& fragments);
  std::size_t draw(Objects& of, const HostDrawnSurface& surface, const LdiView& view, const LdiBlock& block);
};

/// Fragments of the block, all of them in the list if they are no more than its capacity.
std::size_t DrawnLdi::Impl::draw(Objects& of, const HostDrawnSurface& surface, const LdiView& view,
                                 const LdiBlock& block) {
  glBindFramebuffer(GL_FRAMEBUFFER, of.framebuffer.name());
  glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, static_cast<GLint>(block.width));
  glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, static_cast<GLint>(block.height));
  checkFramebuffer(block.width, block.height);
  of.list.fit(sizeof(std::uint32_t) + of.capacity * sizeof(Fragment));
  of.list.clear(sizeof(std::uint32_t));
  of.list.bind(HostDrawing::kList);
  HostDrawing drawing(of.program.name(), view, block, surface.inward, of.list.name(), of.capacity);
  ++statistics.passes;
  surface.draw(drawing);
  drawing.check();
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  const Stopwatch watch(statistics.readBackMs);
  std::uint32_t appended = 0;
  of.list.read(0, sizeof appended, &appended);
  watch.stop();
  return appended;
}

void DrawnLdi::Impl::drawBlock(Objects& of, const HostDrawnSurface& surface, const LdiView& view, const LdiBlock& block,
                               LdiFragments& fragments) {
  const std::size_t most = std::clamp<std::size_t>(settings.fragments, 1, of.most);
  of.capacity = std::max(of.capacity, std::min(kFirstCapacity, most));
  std::size_t count = draw(of, surface, view, block);
  if (count > of.capacity && count <= most) {
    of.capacity = std::min(count + count / 4, most);
    count = draw(of, surface, view, block);
  }
  if (count <= of.capacity) {
    const Stopwatch watch(statistics.readBackMs);
    read.resize(count);
    if (count > 0) of.list.read(sizeof(std::uint32_t), count * sizeof(Fragment), read.data());
    watch.stop();
    ++statistics.readBacks;
    for (const Fragment& fragment : read) {
      const auto depth = std::bit_cast<float>(fragment.depth);
      // Else of a context that was lost meanwhile.
      if (fragment.pixel >= block.width * block.height || !(depth >= 0 && depth <= 1)) continue;
      fragments.add(block.column + fragment.pixel % block.width, block.row + fragment.pixel / block.width,
                    LdiEntry{fragment.faceAndSide, depth});
    }
    return;
  }
  if (block.width == 1 && block.height == 1) {
    throw Error("the host's drawing has " + std::to_string(count) + " faces in one pixel, more than the " +
                std::to_string(most) + " that are held at once (LdiDrawingSettings::fragments)");
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
  impl.objects.use("draw what the host draws", [&](Objects& of) {
    forBlocks(view, impl.settings.frame,
              [&](const LdiBlock& block) { impl.drawBlock(of, surface, view, block, fragments); });
  });
  fragments.assemble(image);
}

const LdiDrawingStatistics& DrawnLdi::statistics() const {
  return m_impl->statistics;
}

std::size_t DrawnLdi::memory() const {
  return m_impl->scratch.memory() + m_impl->read.capacity() * sizeof(Fragment);
}

}  // namespace pliant
