#include <pliant/pictures/drawVolumes.h>
#include <pliant/pictures/ldiPasses.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace pliant {
namespace {

/// Returns pass `number` of a side. `byFace`: depths in the order of the faces instead of that of the depths.
LdiPass passOf(const LayeredDepthImage& image, bool front, std::size_t number, bool byFace) {
  LdiPass pass{front, number, {}};
  LayeredDepthImage& found = pass.found;
  found.view = image.view;
  found.firstPixel = image.firstPixel;
  std::vector<LdiEntry> side;
  for (std::size_t p = image.firstPixel; p < image.endPixel(); ++p) {
    found.offsets.push_back(static_cast<std::uint32_t>(found.entries.size()));
    side.clear();
    for (const LdiEntry& entry : image.pixel(p))
      if (entry.entering() == front) side.push_back(entry);
    if (side.size() < number) continue;
    if (byFace)
      std::sort(side.begin(), side.end(), [](const LdiEntry& a, const LdiEntry& b) { return a.face() < b.face(); });
    found.entries.push_back(side[number - 1]);
  }
  found.offsets.push_back(static_cast<std::uint32_t>(found.entries.size()));
  return pass;
}

}  // namespace

std::vector<LdiPass> orderedPasses(const LayeredDepthImage& image) {
  std::vector<LdiPass> passes;
  for (const bool front : {true, false}) {
    for (std::size_t number = 1;; ++number) {
      passes.push_back(passOf(image, front, number, false));
      if (passes.back().found.entries.empty()) break;
    }
  }
  return passes;
}

std::vector<LdiPass> unorderedPasses(const LayeredDepthImage& image) {
  std::vector<LdiPass> passes{passOf(image, true, 1, true), passOf(image, false, 1, true)};
  for (const bool front : {true, false}) {
    for (std::size_t number = 2;; ++number) {
      LdiPass pass = passOf(image, front, number, true);
      // The counts of pass 1 say how many passes there are.
      if (pass.found.entries.empty()) break;
      passes.push_back(std::move(pass));
    }
  }
  return passes;
}

Image drawPasses(std::span<const LdiPass> passes, int scale) {
  constexpr int kGap = 6;
  if (passes.empty()) return {};
  const auto width = static_cast<int>(passes[0].found.view.width) * scale + kGap,
             height = static_cast<int>(passes[0].found.view.height) * scale + kGap;
  std::size_t columns = 0;
  for (const LdiPass& pass : passes) columns = std::max(columns, pass.number);
  Image sheet(static_cast<int>(columns) * width - kGap, 2 * height - kGap, {225, 228, 232});
  for (const LdiPass& pass : passes)
    sheet.paste(drawLayers(pass.found, scale, 1), static_cast<int>(pass.number - 1) * width, pass.front ? 0 : height);
  return sheet;
}

}  // namespace pliant
