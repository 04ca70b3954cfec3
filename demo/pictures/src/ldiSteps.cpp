#include <pliant/io/concatenated.h>
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

/// Appends the sorted layers, and the results.
void appendSorted(const LdiQuery& query, std::vector<QueryStep>& steps) {
  QueryStep sorted{
      "Sorted per pixel",
      "The points of each pixel are sorted by depth. There are " + detail::numbersOf(query, layersOfImage) +
          " layers. Entry and exit alternate; a ray is inside between them. Flat pictures: near points are bright.",
      query.glass(),
      detail::layersOf(query),
      {{detail::kSpanColour, "spans of rays inside a body"}}};
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
}

std::vector<QueryStep> onePassSteps(std::span<const MethodBody> bodies, const StepwiseQuery& asked, const char* how) {
  const LdiQuery query(bodies, asked);
  std::vector<QueryStep> steps;
  detail::appendVolumeSteps(query, steps);
  if (query.empty()) return steps;
  steps.push_back({"Stage 2: one pass over the faces",
                   concatenated(how, detail::numbersOf(query, entriesOf), " points (blue: entry, yellow: exit)."),
                   detail::drawQueryLayers(query, 0, static_cast<std::size_t>(-1)),
                   {},
                   detail::pointLegend()});
  appendSorted(query, steps);
  return steps;
}

}  // namespace

std::vector<QueryStep> softwareLdiSteps(std::span<const MethodBody> bodies, const StepwiseQuery& asked) {
  return onePassSteps(bodies, asked,
                      "Each face is drawn once on the CPU. Every pixel keeps a list of all its depths, in the order of "
                      "the faces: ");
}

std::vector<QueryStep> abufferLdiSteps(std::span<const MethodBody> bodies, const StepwiseQuery& asked) {
  return onePassSteps(bodies, asked,
                      "OpenGL draws each face once. Shaders append every depth to one list on the graphics card, where "
                      "it is sorted and stays: ");
}

}  // namespace pliant
