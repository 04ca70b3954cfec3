#pragma once

#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/pictures/Image.h>

#include <cstddef>
#include <span>
#include <vector>

// The passes in which a graphics card draws a layered depth image (Heidelberger 2004, figures 1 and 2). They are
// computed on the CPU from the finished image, which does not depend on the way it was drawn.
namespace pliant {

/// The buffer after a pass over the faces: at most one depth in each pixel.
struct LdiPass {
  bool front = true;        ///< true: front faces are drawn, where rays enter; false: back faces
  std::size_t number = 1;   ///< within the pass's side, from 1
  LayeredDepthImage found;  ///< the depths in the buffer, at most one entry per pixel
};

/// Returns the passes of ordered layers (2004, 3.2), first those of the front faces, then those of the back faces. A
/// pass finds the nearest depth behind that of the pass before. The last pass of each side finds nothing: it ends the
/// side. Two faces of one side at the same depth in a pixel are found in two passes, as in OrderedLdi.
std::vector<LdiPass> orderedPasses(const LayeredDepthImage& image);

/// Returns the passes of unordered layers (2004, 3.3): pass 1 of the front faces and of the back faces, then the others
/// of the front faces, then those of the back faces. Pass k keeps the k-th face at a pixel in the order of drawing,
/// which is the order of the faces. A side without a depth in pass 1 has that pass alone.
std::vector<LdiPass> unorderedPasses(const LayeredDepthImage& image);

/// Draws passes side by side like drawLayers, front faces in the first row, back faces in the second. `scale`: width
/// and height of an image pixel [pixels].
Image drawPasses(std::span<const LdiPass> passes, int scale);

}  // namespace pliant
