#include "LdiFragments.h"

#include <pliant/detectors/Error.h>

#include <algorithm>
#include <string>
#include <utility>

namespace pliant::detail {

void requireDrawable(const LdiView& view, std::string_view renderer) {
  if (isDrawable(view)) return;
  throw Error(std::string(renderer) + ": the view has no extent, no pixels or too many pixels");
}

LdiFragments::LdiFragments(const LdiSurface& surface, const LdiView& view, Scratch& scratch)
    : m_surface(surface), m_view(view), m_transform(view), m_scratch(scratch) {
  truncate(0);
}

SnappedTriangle LdiFragments::triangle(Index face) const {
  const Triangle& t = m_surface.faces[face];
  return {m_transform, &m_surface.positions[t[0]].x, &m_surface.positions[t[1]].x, &m_surface.positions[t[2]].x};
}

void LdiFragments::push(Index column, Index row, const SnappedTriangle& of, Index face, double height) {
  const bool entering = (of.clockwise() != m_surface.inward) == m_view.ascending;
  m_scratch.pixels.push_back(row * m_view.width + column);
  m_scratch.keys.push_back(m_transform.depthSteps(height) << 32 | face << 1 | std::uint64_t{entering});
}

void LdiFragments::add(Index column, Index row, Index face) {
  const SnappedTriangle of = triangle(face);
  if (!of.empty()) push(column, row, of, face, of.heightAt(m_transform, column, row));
}

void LdiFragments::add(Index column, Index row, const LdiEntry& entry) {
  const auto steps = static_cast<std::uint64_t>(static_cast<double>(entry.depth) * kDepthSteps);
  m_scratch.pixels.push_back(row * m_view.width + column);
  m_scratch.keys.push_back(steps << 32 | entry.faceAndSide);
}

void LdiFragments::rasterise(Index face, const PixelRange& range) {
  const SnappedTriangle of = triangle(face);
  if (of.empty()) return;
  of.rasterise(m_transform, range,
               [&](Index column, Index row, double height) { push(column, row, of, face, height); });
}

void LdiFragments::truncate(std::size_t size) {
  m_scratch.pixels.resize(size);
  m_scratch.keys.resize(size);
}

void LdiFragments::assemble(LayeredDepthImage& image) const {
  const std::vector<std::uint64_t>& keys = m_scratch.keys;
  std::vector<std::uint64_t>& sorted = m_scratch.sorted;
  if (keys.size() > kMostLdiEntries) {
    throw Error("an image of " + std::to_string(m_view.width) + " × " + std::to_string(m_view.height) +
                " pixels has more than " + std::to_string(kMostLdiEntries) + " entries: lower the resolution");
  }
  const std::size_t pixels = m_view.pixels();
  image.view = m_view;
  image.offsets.assign(pixels + 1, 0);
  // offsets[p + 1] first counts the keys of pixel p. Then it is the position of the next key of p, and ends as the
  // first of p + 1.
  std::uint32_t* const next = image.offsets.data() + 1;
  for (const std::uint32_t pixel : m_scratch.pixels) ++next[pixel];
  std::uint32_t first = 0;
  for (std::size_t p = 0; p < pixels; ++p) first += std::exchange(next[p], first);
  sorted.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) sorted[next[m_scratch.pixels[i]]++] = keys[i];
  for (std::size_t p = 0; p < pixels; ++p) std::sort(sorted.data() + image.offsets[p], sorted.data() + next[p]);
  image.entries.resize(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    image.entries[i] = {static_cast<std::uint32_t>(sorted[i]),
                        static_cast<float>(static_cast<double>(sorted[i] >> 32) / kDepthSteps)};
  }
}

}  // namespace pliant::detail
