#include <pliant/pictures/querySteps.h>

#include <utility>

#include "LdiQuery.h"
#include "layerDrawing.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::LdiQuery;

std::size_t entriesOf(const LayeredDepthImage& image) {
  return image.entries.size();
}
std::size_t layersOfImage(const LayeredDepthImage& image) {
  return image.layers();
}

}  // namespace

std::vector<QueryStep> softwareLdiSteps(std::span<const MethodBody> bodies) {
  const LdiQuery query(bodies);
  std::vector<QueryStep> steps;
  detail::appendVolumeSteps(query, steps);
  if (query.empty()) return steps;
  const std::size_t all = static_cast<std::size_t>(-1);
  steps.push_back(
      {"Stage 2: one pass over the faces",
       "Each face is drawn once on the CPU. Every pixel keeps a list of all its depths, in the order of the "
       "faces: " +
           detail::numbersOf(query, entriesOf) + " points (blue: entry, yellow: exit).",
       detail::drawQueryLayers(query, 0, all)});
  QueryStep sorted{"Sorted per pixel",
                   "The points of each pixel are sorted by depth. There are " +
                       detail::numbersOf(query, layersOfImage) +
                       " layers. Entry and exit alternate; a ray is inside between them.",
                   query.glass(), detail::layersOf(query)};
  DrawnSurface spans = detail::manyColoured();
  LdiVolume inside;
  for (const LayeredDepthImage& image : query.images) {
    if (image.offsets.empty()) continue;
    insideVolume(image, inside);
    detail::appendSpans(inside, spans);
  }
  detail::addRods(std::move(spans), sorted.picture.surfaces);
  steps.push_back(std::move(sorted));
  detail::appendResultSteps(query, steps);
  return steps;
}

}  // namespace pliant
