#include "AbufferLayers.h"

#include <algorithm>
#include <atomic>

#include "Stopwatch.h"

namespace pliant::detail {

AbufferObjects::AbufferObjects() {
  static std::atomic<std::uint64_t> last = 0;
  incarnation = ++last;
}

std::size_t AbufferObjects::bytes() const {
  std::size_t bytes = abuffer.bytes() + image.bytes();
  for (const auto& one : kept) bytes += one ? one->bytes() : 0;
  return bytes + (queries ? queries->bytes() : 0) + (overlaps ? overlaps->bytes() : 0);
}

std::size_t AbufferLayers::memory() const {
  std::size_t bytes = LayerDrawing::memory() + m_offsets.capacity() * sizeof m_offsets[0] +
                      m_entries.capacity() * sizeof m_entries[0] + m_assembled.allocatedMemory();
  for (const SnappedSurface& surface : m_surfaces) bytes += surface.memory();
  return bytes;
}

/// Selects the faces of the block. The CPU draws faces that reach far beyond the block.
void AbufferLayers::select(const LdiBlock& block, LdiFragments& fragments) {
  const std::size_t before = fragments.size();
  m_surfaces[0].select(block, fragments);
  m_statistics.drawnByCpu += fragments.size() - before;
}

/// Reads an image or a part of it from the card. The offsets begin at 0.
void AbufferLayers::readBack(const CardImage& from, std::size_t firstPixel, std::size_t pixels,
                             std::vector<std::uint32_t>& offsets, std::vector<LdiEntry>& entries) {
  static_assert(sizeof(LdiEntry) == 2 * sizeof(std::uint32_t));
  const Stopwatch watch(m_statistics.readBackMs);
  offsets.resize(pixels + 1);
  from.offsets.read(firstPixel * sizeof offsets[0], offsets.size() * sizeof offsets[0], offsets.data());
  const std::uint32_t first = offsets.front(), last = offsets.back();
  entries.resize(first <= last && last <= from.count ? last - first : 0);  // a lost context returns arbitrary numbers
  if (first != 0) {
    for (std::uint32_t& offset : offsets) offset -= first;
  }
  if (!entries.empty()) {
    from.entries.read(first * sizeof(LdiEntry), entries.size() * sizeof(LdiEntry), entries.data());
  }
  watch.stop();
  ++m_statistics.readBacks;
}

/// Draws the image and leaves it on the card. Returns false if it is too large, or if the CPU must draw some of its
/// faces.
bool AbufferLayers::drawWhole(AbufferObjects& of, const LdiView& view, CardImage& image, LdiFragments& fragments) {
  if (std::max(view.width, view.height) > settings().frame || view.pixels() > of.abuffer.mostPixels()) return false;
  const LdiBlock block{0, 0, view.width, view.height};
  select(block, fragments);
  if (fragments.size() != 0) return false;
  const CardView card{&m_surfaces[0], block, view.ascending};
  return of.abuffer.draw({&card, 1}, settings().fragments, image, m_statistics);
}

/// Draws the image and leaves it on the card. If this is impossible, returns false and leaves the fragments to be
/// assembled.
bool AbufferLayers::drawOnCard(AbufferObjects& of, const LdiSurface& surface, const LdiView& view, CardImage& image,
                               LdiFragments& fragments, Workers& workers) {
  m_surfaces[0].snap(surface, view, SnappedSurface::Depths::Heights, workers);
  of.abuffer.upload({m_surfaces.data(), 1});
  const std::size_t before = m_statistics.drawnByCpu;  // fragments of another input of the same query
  if (drawWhole(of, view, image, fragments)) return true;
  fragments.truncate(0);
  m_statistics.drawnByCpu = before;
  forBlocks(view, settings().frame, [&](const LdiBlock& block) { drawBlock(of, view, block, fragments); });
  return false;
}

void AbufferLayers::drawBlock(AbufferObjects& of, const LdiView& view, const LdiBlock& block, LdiFragments& fragments) {
  const std::size_t before = fragments.size();
  select(block, fragments);
  const SnappedSurface& surface = m_surfaces[0];
  if (surface.faces().empty()) return;
  const CardView card{&surface, block, view.ascending};
  const std::size_t pixels = block.pixels();
  if (pixels <= of.abuffer.mostPixels() && of.abuffer.draw({&card, 1}, settings().fragments, of.image, m_statistics)) {
    readBack(of.image, 0, pixels, m_offsets, m_entries);
    for (std::size_t p = 0; p < pixels; ++p) {
      const Index column = block.column + static_cast<Index>(p % block.width),
                  row = block.row + static_cast<Index>(p / block.width);
      for (std::uint32_t e = m_offsets[p]; e < m_offsets[p + 1]; ++e) fragments.add(column, row, m_entries[e]);
    }
    return;
  }
  if (block.width == 1 && block.height == 1) {
    const std::size_t drawn = fragments.size();
    for (std::size_t i = 0; i < surface.faces().size(); ++i) {
      fragments.rasterise(surface.face(i), {block.column, block.column, block.row, block.row});
    }
    m_statistics.drawnByCpu += fragments.size() - drawn;
    return;
  }
  m_statistics.drawnByCpu -= fragments.size() - before;
  fragments.truncate(before);
  const auto [first, second] = halvesOf(block);
  drawBlock(of, view, first, fragments);
  drawBlock(of, view, second, fragments);
}

void AbufferLayers::render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) {
  requireDrawable(view, name());
  m_statistics = {};
  LdiFragments fragments(surface, view, m_scratch);
  bool whole = false;
  m_objects.use("draw a layered depth image", [&](AbufferObjects& of) {
    whole = drawOnCard(of, surface, view, of.image, fragments, workers);
    if (!whole) return;
    image.view = view;
    readBack(of.image, 0, view.pixels(), image.offsets, image.entries);
  });
  if (!whole) fragments.assemble(image);
}

/// Snaps the surface in all views, as drawTogether() requires.
void AbufferLayers::snapAll(const LdiSurface& surface, std::span<const LdiView> views, Workers& workers) {
  for (std::size_t i = 0; i < views.size(); ++i) {
    requireDrawable(views[i], name());
    m_surfaces[i].snap(surface, views[i], SnappedSurface::Depths::Heights, workers);
  }
}

/// Draws the surface of snapAll() in all views into consecutive images. Returns false if this is impossible; `image` is
/// undefined then.
bool AbufferLayers::drawTogether(AbufferObjects& of, std::span<const LdiView> views, CardImage& image) {
  std::array<CardView, Abuffer::kMostViews> cards;
  std::size_t pixels = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const LdiView& view = views[i];
    if (std::max(view.width, view.height) > settings().frame) return false;
    const LdiBlock block{0, 0, view.width, view.height};
    LdiFragments fragments(m_surfaces[i].surface(), view, m_scratch);
    m_surfaces[i].select(block, fragments);
    if (!m_surfaces[i].all()) return false;
    cards[i] = {&m_surfaces[i], block, view.ascending};
    pixels += view.pixels();
  }
  if (pixels > of.abuffer.mostPixels()) return false;
  of.abuffer.upload({m_surfaces.data(), views.size()});
  return of.abuffer.draw({cards.data(), views.size()}, settings().fragments, image, m_statistics);
}

/// Draws all views at once. Returns false if this is impossible; the images are undefined then.
bool AbufferLayers::renderTogether(const LdiSurface& surface, std::span<const LdiView> views,
                                   std::span<LayeredDepthImage> images, Workers& workers) {
  if (views.size() < 2 || views.size() > Abuffer::kMostViews) return false;
  m_statistics = {};
  snapAll(surface, views, workers);
  bool drawn = false;
  m_objects.use("draw layered depth images", [&](AbufferObjects& of) {
    drawn = drawTogether(of, views, of.image);
    for (std::size_t i = 0, first = 0; drawn && i < views.size(); ++i) {
      images[i].view = views[i];
      readBack(of.image, first, views[i].pixels(), images[i].offsets, images[i].entries);
      first += views[i].pixels();
    }
  });
  return drawn;
}

void AbufferLayers::renderViews(const LdiSurface& surface, std::span<const LdiView> views,
                                std::span<LayeredDepthImage> images, Workers& workers) {
  if (!renderTogether(surface, views, images, workers)) LayerDrawing::renderViews(surface, views, images, workers);
}

}  // namespace pliant::detail

namespace pliant {

AbufferLdi::AbufferLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
    : GlLdi(std::make_unique<detail::AbufferLayers>(std::move(context), settings)) {}

}  // namespace pliant
