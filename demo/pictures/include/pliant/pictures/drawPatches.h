#pragma once

#include <pliant/detectors/RegularityTree.h>
#include <pliant/pictures/Renderer.h>
#include <pliant/pictures/Sheet.h>

#include <array>
#include <span>
#include <vector>

namespace pliant {

/// The two ends of a line.
using DrawnLine = std::array<std::array<double, 3>, 2>;
/// Returns a rod for each line. `thickness`: [length].
DrawnSurface drawLines(std::span<const DrawnLine> lines, double thickness, const Colour& colour);

/// Returns a colour for one of many adjacent patches. Consecutive indices differ strongly in hue.
Colour patchColour(std::size_t patch);

/// Draws a body's triangles, each patch of a level of its hierarchy in its own colour (Volino 1994, figure 3).
DrawnSurface drawLevel(const BodyView& body, const RegularityTree& tree, Index id, Index level);

/// Outcome of a query for a patch. If the query visited a patch several times, the largest value counts.
enum class PatchFate : std::uint8_t {
  Passed,        ///< its box overlaps no other, or nothing else happened
  SkippedPair,   ///< skipped with a neighbour (optimisation II), not tested alone as a part of a skipped patch
  SkippedPatch,  ///< skipped: it can't intersect itself (optimisation I)
  Tested,        ///< its faces were tested
  Count
};
Colour fateColour(PatchFate fate);

/// The calls of the tree's procedure that a drawing shows.
enum class ShownCalls : std::uint8_t {
  All,
  OnePatch,      ///< one patch with itself: which patches optimisation I skips, whatever their neighbours do
  SkippedPairs,  ///< adjacent patches that optimisation II skips, whatever is tested with others
};

/// Draws a body's triangles by the smallest patches that the tree's last query visited, each in a shade of its fate's
/// colour (figures 7 to 10). `patches`: receives the number of these patches.
DrawnSurface drawUsedPatches(const BodyView& body, const RegularityTree& tree, Index id, std::size_t* patches = nullptr,
                             ShownCalls shown = ShownCalls::All);

/// Returns the caption for these colours. `self` false: without the colours of self-collision, as nothing is skipped.
std::vector<CaptionLine> explainFates(bool self = true);
/// Returns the caption for ShownCalls::OnePatch.
std::vector<CaptionLine> explainSkippedPatches();

}  // namespace pliant
