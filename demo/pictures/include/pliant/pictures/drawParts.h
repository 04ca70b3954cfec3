#pragma once

#include <pliant/detectors/RegularityTree.h>
#include <pliant/pictures/Renderer.h>
#include <pliant/pictures/Sheet.h>

#include <vector>

namespace pliant {

/// One of many, for things that lie side by side: those with numbers near each other are far apart in hue.
Colour partColour(std::size_t part);

/// A body's triangles, those of each part of a level of its hierarchy in a colour of their own (Volino 1994, figure 3).
DrawnSurface drawLevel(const BodyView& body, const RegularityTree& tree, Index id, Index level);

/// How the smallest part that a query came to and that a face belongs to fared at the most.
enum class PartFate : std::uint8_t {
  Passed,       ///< its box met none, or nothing else came of it
  SkippedPair,  ///< cannot meet a neighbour (optimisation II); by itself it was not looked at, being part of one
                ///< skipped
  SkippedPart,  ///< cannot meet itself (I)
  Tested,       ///< with another: faces were compared
  Count
};
Colour fateColour(PartFate fate);

/// A body's triangles by the smallest parts that the tree's last query came to, each in a shade of its fate's colour
/// (figures 7 to 10). `parts`: how many there are.
DrawnSurface drawUsedParts(const BodyView& body, const RegularityTree& tree, Index id, std::size_t* parts = nullptr);

/// What the colours mean, to go below a picture; of bodies with each other alone nothing is skipped.
std::vector<CaptionLine> explainFates(bool self = true);

}  // namespace pliant
