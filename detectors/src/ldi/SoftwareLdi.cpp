#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/makeRoom.h"
#include "core/memoryOf.h"
#include "ldi/LdiCull.h"
#include "ldi/LdiRaster.h"

namespace pliant {
namespace {

using namespace detail;

constexpr std::size_t kDrawnVerticesPerChunk = 1 << 15, kDrawnFacesPerChunk = 1 << 15;
/// Pixels of a band. Scratch memory grows with this number.
constexpr std::size_t kPixelsPerBand = std::size_t{1} << 19;

using FragmentKey = std::uint64_t;

/// Faces of one chunk that may cover pixels, and their fragments.
template <typename Word>
struct FaceChunk {
  std::vector<Index> survivors;
  std::vector<Word> corners;
  FragmentList fragments;
};

void sortKeys(FragmentKey* begin, FragmentKey* end) {
  if (end - begin < 2) return;
  if (end - begin > 24) {
    std::sort(begin, end);
    return;
  }
  for (FragmentKey* next = begin + 1; next < end; ++next) {
    const FragmentKey key = *next;
    FragmentKey* to = next;
    for (; to > begin && to[-1] > key; --to) *to = to[-1];
    *to = key;
  }
}

}  // namespace

struct SoftwareLdi::Impl {
  std::vector<SnappedVertex> snapped;
  std::vector<SmallPixelWord> smallWords;
  std::vector<LargePixelWord> largeWords;
  std::vector<FaceChunk<SmallPixelWord>> smallChunks;
  std::vector<FaceChunk<LargePixelWord>> largeChunks;
  std::vector<FragmentKey> keys;

  void renderAny(const LdiSurface& surface, const LdiView& view, const RowBand& asked, LayeredDepthImage& image,
                 Workers& workers);
  template <typename Word>
  void render(const LdiSurface& surface, const LdiView& view, const RowBand& asked, std::vector<Word>& words,
              std::vector<FaceChunk<Word>>& chunks, LayeredDepthImage& image, Workers& workers);
  template <typename Word>
  void gather(const std::vector<FaceChunk<Word>>& chunks, std::size_t count, const RowBand& band,
              LayeredDepthImage& image);
};

template <typename Word>
void SoftwareLdi::Impl::render(const LdiSurface& surface, const LdiView& view, const RowBand& asked,
                               std::vector<Word>& words, std::vector<FaceChunk<Word>>& chunks, LayeredDepthImage& image,
                               Workers& workers) {
  if (words.size() < surface.vertices + kLdiPadding) words.resize(surface.vertices + kLdiPadding);
  if (snapped.size() < surface.vertices + kLdiPadding) snapped.resize(surface.vertices + kLdiPadding);
  const PackedPosition* const own = surface.positions.data() + surface.firstVertex;
  workers.forChunks(surface.vertices, kDrawnVerticesPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    locateVertices(view, own, begin, end, snapped.data(), words.data());
  });
  const std::size_t count = (surface.faces.size() + kDrawnFacesPerChunk - 1) / kDrawnFacesPerChunk;
  if (chunks.size() < count) chunks.resize(count);
  const Word* const wordOf = words.data() - surface.firstVertex;
  image.firstPixel = std::size_t{asked.first} * view.width;
  const std::size_t offsets = (std::size_t{asked.last} - asked.first + 1) * view.width + 1;
  makeRoom(image.offsets, offsets);
  image.offsets.assign(offsets, 0);
  const auto rows = static_cast<Index>(std::clamp<std::size_t>(kPixelsPerBand / view.width, 1, view.height));
  for (Index row = asked.first; row <= asked.last; row += rows) {
    const RowBand band{row, std::min(row + rows - 1, asked.last)};
    const LdiDrawing drawing{surface, view, snapped.data() - surface.firstVertex, band};
    workers.forChunks(
        surface.faces.size(), kDrawnFacesPerChunk, [&](std::size_t c, std::size_t begin, std::size_t end) {
          FaceChunk<Word>& chunk = chunks[c];
          chunk.survivors.resize(end - begin + kLdiPadding);
          chunk.corners.resize(end - begin + kLdiPadding);
          chunk.fragments.clear();
          const std::size_t found =
              cullFaces(surface.faces.data(), begin, end, wordOf, chunk.survivors.data(), chunk.corners.data());
          Index* const survivors = chunk.survivors.data();
          Word* const corners = chunk.corners.data();
          const std::size_t large = rasteriseSmallFaces(drawing, survivors, corners, found, chunk.fragments);
          rasteriseLargeFaces(drawing, survivors, corners, large, chunk.fragments);
        });
    gather(chunks, count, band, image);
  }
}

/// Counts and scatters the fragments of a band, appends them to those of earlier bands, and sorts each pixel.
template <typename Word>
void SoftwareLdi::Impl::gather(const std::vector<FaceChunk<Word>>& chunks, std::size_t count, const RowBand& band,
                               LayeredDepthImage& image) {
  const std::size_t begin = std::size_t{band.first} * image.view.width - image.firstPixel,
                    end = (std::size_t{band.last} + 1) * image.view.width - image.firstPixel,
                    before = image.offsets[begin];
  std::size_t total = 0;
  for (std::size_t c = 0; c < count; ++c) total += chunks[c].fragments.size();
  if (before + total > kMostLdiEntries) {
    throw Error("an image of " + std::to_string(image.view.width) + " × " + std::to_string(image.view.height) +
                " pixels has more than " + std::to_string(kMostLdiEntries) + " entries: lower the resolution");
  }
  makeRoom(keys, total);
  keys.resize(total);
  if (before == 0) makeRoom(image.entries, total);  // for later bands, resize doubles the capacity
  image.entries.resize(before + total);
  // offsets[p + 1] is first the count of pixel p, then the position of its next key, at last the first entry of p + 1.
  std::uint32_t* const next = image.offsets.data() + 1;
  for (std::size_t c = 0; c < count; ++c) {
    const FragmentList& found = chunks[c].fragments;
    for (std::size_t i = 0; i < found.size(); ++i) ++next[found.pixels()[i] - image.firstPixel];
  }
  auto first = static_cast<std::uint32_t>(before);
  for (std::size_t p = begin; p < end; ++p) first += std::exchange(next[p], first);
  for (std::size_t c = 0; c < count; ++c) {
    const FragmentList& found = chunks[c].fragments;
    for (std::size_t i = 0; i < found.size(); ++i) {
      keys[next[found.pixels()[i] - image.firstPixel]++ - before] = found.keys()[i];
    }
  }
  for (std::size_t p = begin; p < end; ++p) {
    sortKeys(keys.data() + (image.offsets[p] - before), keys.data() + (next[p] - before));
  }
  for (std::size_t i = 0; i < total; ++i) {
    image.entries[before + i] = {static_cast<std::uint32_t>(keys[i]),
                                 static_cast<float>(static_cast<double>(keys[i] >> 32) / kDepthSteps)};
  }
}

SoftwareLdi::SoftwareLdi() : m_impl(std::make_unique<Impl>()) {}
SoftwareLdi::~SoftwareLdi() = default;

std::string_view SoftwareLdi::name() const {
  return "ldi-software";
}

void SoftwareLdi::Impl::renderAny(const LdiSurface& surface, const LdiView& view, const RowBand& asked,
                                  LayeredDepthImage& image, Workers& workers) {
  image.view = view;
  if (std::max(view.width, view.height) <= PixelWord<SmallPixelWord>::kMostPixels) {
    render(surface, view, asked, smallWords, smallChunks, image, workers);
  } else {
    render(surface, view, asked, largeWords, largeChunks, image, workers);
  }
}

void SoftwareLdi::render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) {
  if (!isDrawable(view)) throw Error("ldi-software: the view has no extent, no pixels or too many pixels");
  m_impl->renderAny(surface, view, {0, view.height - 1}, image, workers);
}

void SoftwareLdi::renderRows(const LdiSurface& surface, const LdiView& view, Index first, Index last,
                             LayeredDepthImage& image, Workers& workers) {
  if (!isDrawable(view) || first > last || last >= view.height) {
    throw Error("ldi-software: the view has no extent, no pixels or too many pixels, or the rows are out of range");
  }
  m_impl->renderAny(surface, view, {first, last}, image, workers);
}

std::size_t SoftwareLdi::memory() const {
  const auto chunkMemory = [](const auto& chunks) {
    std::size_t bytes = 0;
    for (const auto& chunk : chunks) {
      bytes += memoryOf(chunk.survivors, chunk.corners) + chunk.fragments.memory();
    }
    return bytes;
  };
  return memoryOf(m_impl->snapped, m_impl->smallWords, m_impl->largeWords, m_impl->keys) +
         chunkMemory(m_impl->smallChunks) + chunkMemory(m_impl->largeChunks);
}

}  // namespace pliant
