#include <pliant/detectors/facePatches.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawPatches.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "MethodSet.h"
#include "rods.h"

namespace pliant {
namespace {

constexpr Colour kGrey{0.42f, 0.43f, 0.45f};
constexpr Colour kFates[] = {kGrey, {0.75f, 0.52f, 0.10f}, {0.10f, 0.34f, 0.70f}, kIntersectionRed};
static_assert(std::size(kFates) == std::size_t(PatchFate::Count));

/// Returns the n-th number of the golden ratio sequence in [0, 1), which spreads evenly.
float spread(std::size_t n) {
  const double x = static_cast<double>(n) / std::numbers::phi;
  return static_cast<float>(x - std::floor(x));
}

PatchFate fateOf(const UsedPatches& used, const RegularityTree& tree) {
  if (used.end == UsedPatches::End::Skipped) return used.single() ? PatchFate::SkippedPatch : PatchFate::SkippedPair;
  const bool isTest =
      used.end == UsedPatches::End::Tested && !(used.single() && tree.facesOf(used.bodyA, used.patchA).size() == 1);
  return isTest ? PatchFate::Tested : PatchFate::Passed;
}

}  // namespace

DrawnSurface drawLines(std::span<const DrawnLine> lines, double thickness, const Colour& colour) {
  DrawnSurface rods = detail::manyColoured();
  for (const DrawnLine& line : lines) detail::appendRod(rods, line[0], line[1], thickness, colour);
  return rods;
}

Colour patchColour(std::size_t patch) {
  const float hue = 6 * spread(patch), light = 0.35f + 0.5f * spread(7 * patch + 3);
  Colour colour;
  for (std::size_t k = 0; k < 3; ++k) {
    const float away = std::abs(std::fmod(hue + 2 * static_cast<float>(k), 6.0f) - 3);
    colour[k] = light * (0.12f + 0.88f * std::clamp(away - 1, 0.0f, 1.0f));
  }
  return colour;
}

Colour fateColour(PatchFate fate) {
  return kFates[static_cast<std::size_t>(fate)];
}

DrawnSurface drawLevel(const BodyView& body, const RegularityTree& tree, Index id, Index level) {
  DrawnSurface surface = drawBody(body, kGrey);
  surface.colours.assign(surface.mesh.faces.size(), kGrey);
  const RegularityTree::PatchRange patches = tree.patchesOf(id, level);
  for (Index patch = patches.begin; patch < patches.end; ++patch)
    for (const Index face : tree.facesOf(id, patch)) surface.colours[face] = patchColour(patch - patches.begin);
  return surface;
}

DrawnSurface drawUsedPatches(const BodyView& body, const RegularityTree& tree, Index id, std::size_t* patches,
                             ShownCalls shown) {
  // Patch indices increase from the faces upwards, so large patches come first.
  std::map<Index, PatchFate, std::greater<>> fates;
  for (const UsedPatches& used : tree.usedPatches()) {
    if (shown == ShownCalls::OnePatch && !used.single()) continue;
    if (shown == ShownCalls::SkippedPairs && (used.single() || used.end != UsedPatches::End::Skipped)) continue;
    const PatchFate fate = fateOf(used, tree);
    const auto take = [&](Index patch) { fates[patch] = std::max(fates[patch], fate); };
    if (used.bodyA == id) take(used.patchA);
    if (used.bodyB == id) take(used.patchB);
  }
  DrawnSurface surface = drawBody(body, kGrey);
  surface.colours.assign(surface.mesh.faces.size(), kGrey);
  std::vector<Index> smallest(surface.mesh.faces.size(), kNoIndex);
  for (const auto& [patch, fate] : fates) {
    Colour colour = fateColour(fate);
    for (float& c : colour) c *= 0.55f + 0.75f * spread(patch);
    for (const Index face : tree.facesOf(id, patch)) {
      surface.colours[face] = colour;
      smallest[face] = patch;
    }
  }
  if (patches) {
    std::sort(smallest.begin(), smallest.end());
    *patches = static_cast<std::size_t>(std::unique(smallest.begin(), smallest.end()) - smallest.begin());
  }
  return surface;
}

MethodPicture drawFacePatches(std::span<const MethodBody> bodies) {
  constexpr double kThin = 0.06;  // [mean edges]
  MethodPicture picture(bodies.size());
  const detail::MethodSet method(bodies);
  const BodySet& set = method.set;
  const std::vector<Index> patchOf = facePatches(set);
  std::map<Index, Box> boxes;
  for (Index body = 0; body < method.size(); ++body) {
    const BodySet::Range faces = set.faces(body);
    std::vector<Colour>& colours = picture.colours[method.bodyOf[body]];
    for (Index f = faces.begin; f < faces.end; ++f) {
      colours.push_back(patchColour(patchOf[f]));
      for (const Index v : set.faces()[f]) {
        const PackedPosition& p = set.positions()[v];
        const Box point{{p.x, p.y, p.z}, {p.x, p.y, p.z}};
        const auto [at, isNew] = boxes.try_emplace(patchOf[f], point);
        if (!isNew) grow(at->second, point);
      }
    }
  }
  const std::size_t apart = boxes.size() / kMostPatchBoxes + 1;
  std::size_t n = 0;
  DrawnSurface rods = detail::manyColoured();
  for (const auto& [patch, box] : boxes)
    if (n++ % apart == 0)
      detail::appendBoxRods(rods, detail::cornerOf(box.min), detail::cornerOf(box.max),
                            kThin * double{set.meanEdgeLength()}, kPatchBoxColour);
  detail::addRods(std::move(rods), picture.surfaces);
  return picture;
}

std::vector<CaptionLine> explainSkippedPatches() {
  return {{"The smallest patches that detection visited alone.", kInk},
          {"blue: cannot meet itself (optimisation I)", toRgb(fateColour(PatchFate::SkippedPatch))},
          {"grey: divided down to single faces", toRgb(fateColour(PatchFate::Passed))}};
}

std::vector<CaptionLine> explainFates(bool self) {
  std::vector<CaptionLine> lines = {{"The smallest patches that detection visited.", kInk}};
  const auto line = [&](PatchFate fate, const char* text) { lines.push_back({text, toRgb(fateColour(fate))}); };
  if (self) {
    line(PatchFate::SkippedPatch, "blue: cannot meet itself (optimisation I)");
    line(PatchFate::SkippedPair,
         "ochre: cannot meet a neighbour (optimisation II), within a patch that cannot meet itself");
  }
  line(PatchFate::Passed, "grey: its box meets no other box");
  line(PatchFate::Tested, "red: its faces were tested");
  return lines;
}

}  // namespace pliant
