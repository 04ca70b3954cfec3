#include <pliant/io/concatenated.h>
#include <pliant/pictures/ldiPasses.h>
#include <pliant/pictures/querySteps.h>

#include <algorithm>
#include <utility>

#include "LdiQuery.h"
#include "layerDrawing.h"
#include "rods.h"

// Steps of the two ways in which a graphics card draws an image in many passes (Heidelberger 2004, 3.2 and 3.3).

namespace pliant {
namespace {

using detail::LdiQuery;

using Passes = std::vector<LdiPass>;

/// The passes of the images of a query, one list for each body that has an image.
class PassSteps {
 public:
  PassSteps(const LdiQuery& query, Passes (*passesOf)(const LayeredDepthImage&)) : m_query(query) {
    for (const LayeredDepthImage& image : query.images)
      if (!image.offsets.empty()) m_all.push_back(passesOf(image));
    m_done.resize(m_all.size());
  }

  /// Returns the largest number of a side's passes in all images.
  std::size_t most(bool front) const {
    std::size_t number = 0;
    for (const Passes& passes : m_all)
      for (const LdiPass& pass : passes)
        if (pass.front == front) number = std::max(number, pass.number);
    return number;
  }
  /// Returns the number of pixels in which this pass found a depth: "17", or for two images "17 and 4".
  std::string found(bool front, std::size_t number) const {
    std::string text;
    for (const Passes& passes : m_all) {
      std::size_t count = 0;
      for (const LdiPass& pass : passes)
        if (isIt(pass, front, number)) count = pass.found.entries.size();
      text += (text.empty() ? "" : " and ") + std::to_string(count);
    }
    return text;
  }
  bool isEmpty(bool front, std::size_t number) const {
    return std::all_of(m_all.begin(), m_all.end(), [&](const Passes& passes) {
      return std::all_of(passes.begin(), passes.end(),
                         [&](const LdiPass& pass) { return !isIt(pass, front, number) || pass.found.entries.empty(); });
    });
  }

  /// Returns a step that draws the points of this pass, and the buffers of all passes so far.
  QueryStep step(std::string title, std::string sentence, std::initializer_list<bool> sides, std::size_t number) {
    QueryStep step{std::move(title), std::move(sentence), m_query.glass()};
    detail::ImagePoints points;
    for (std::size_t i = 0; i < m_all.size(); ++i)
      for (const LdiPass& pass : m_all[i])
        for (const bool front : sides) {
          if (!isIt(pass, front, number)) continue;
          detail::appendPoints(pass.found, points);
          m_done[i].push_back(pass);
        }
    detail::addPoints(points, m_query.views.a, step.picture.surfaces);
    DrawnSurface rods = detail::manyColoured();
    detail::appendBoxRods(rods, m_query.views.a.min, m_query.views.a.max, detail::rodThickness(m_query.boxes),
                          kVolumeBoxColour);
    detail::addRods(std::move(rods), step.picture.surfaces);
    step.image = sheet();
    step.legend = detail::pointLegend();
    return step;
  }

 private:
  static bool isIt(const LdiPass& pass, bool front, std::size_t number) {
    return pass.front == front && pass.number == number;
  }
  /// Returns the passes so far, the bodies above each other.
  Image sheet() const {
    constexpr int kGap = 12;
    std::vector<Image> drawn;
    int width = 0, height = 0;
    for (const Passes& passes : m_done) {
      drawn.push_back(drawPasses(passes, detail::pixelScale(m_query)));
      width = std::max(width, drawn.back().width());
      height += drawn.back().height() + (height > 0 ? kGap : 0);
    }
    if (width == 0) return {};
    Image all(width, height);
    int top = 0;
    for (const Image& image : drawn) {
      all.paste(image, 0, top);
      top += image.height() + kGap;
    }
    return all;
  }

  const LdiQuery& m_query;
  std::vector<Passes> m_all, m_done;
};

const char* sideName(bool front) {
  return front ? "front faces" : "back faces";
}

QueryStep orderedStep(PassSteps& passes, bool front, std::size_t number) {
  const char* const side = sideName(front);
  std::string sentence;
  if (passes.isEmpty(front, number))
    sentence = concatenated("No face is behind the last layer: the occlusion query counts 0 pixels, and the ", side,
                            " are done.");
  else if (number == 1)
    sentence = concatenated("All ", side, " are drawn with a depth test. The nearest depth stays in ",
                            passes.found(front, number), " pixels.");
  else
    sentence = concatenated("All ", side, " are drawn again. A second depth test discards what is not behind pass ",
                            std::to_string(number - 1), ". The nearest depth of the rest stays in ",
                            passes.found(front, number), " pixels.");
  return passes.step(concatenated("Ordered, ", side, ", pass ", std::to_string(number)), std::move(sentence), {front},
                     number);
}

QueryStep unorderedStep(PassSteps& passes, bool front, std::size_t number) {
  const char* const side = sideName(front);
  return passes.step(concatenated("Unordered, ", side, ", pass ", std::to_string(number)),
                     concatenated("All ", side, " are drawn again, into a tile of their own. The stencil lets face ",
                                  std::to_string(number), " at each pixel leave its depth: ",
                                  passes.found(front, number), " pixels. The depths are in no order."),
                     {front}, number);
}

}  // namespace

std::vector<QueryStep> orderedLdiSteps(std::span<const MethodBody> bodies, const StepwiseQuery& asked) {
  const LdiQuery query(bodies, asked);
  std::vector<QueryStep> steps;
  detail::appendVolumeSteps(query, steps);
  if (query.empty()) return steps;
  PassSteps passes(query, orderedPasses);
  for (const bool front : {true, false}) {
    const std::size_t most = passes.most(front);
    for (std::size_t number = 1; number <= most; ++number) steps.push_back(orderedStep(passes, front, number));
  }
  detail::appendResultSteps(query, steps);
  return steps;
}

std::vector<QueryStep> unorderedLdiSteps(std::span<const MethodBody> bodies, const StepwiseQuery& asked) {
  const LdiQuery query(bodies, asked);
  std::vector<QueryStep> steps;
  detail::appendVolumeSteps(query, steps);
  if (query.empty()) return steps;
  PassSteps passes(query, unorderedPasses);
  steps.push_back(passes.step(
      "Unordered, pass 1: count",
      concatenated("Front faces and back faces are drawn without a depth test. The stencil counts the faces at "
                   "each pixel, at most ",
                   std::to_string(passes.most(true)), " front and ", std::to_string(passes.most(false)),
                   " back. The first face drawn leaves its depth, front in ", passes.found(true, 1),
                   " pixels, back in ", passes.found(false, 1), ". Both are read back at once."),
      {true, false}, 1));
  for (const bool front : {true, false})
    for (std::size_t number = 2; number <= passes.most(front); ++number)
      steps.push_back(unorderedStep(passes, front, number));
  steps.push_back(
      {"Sorted on the CPU",
       concatenated("All tiles are read back at once. The CPU sorts the depths of each pixel: ",
                    detail::numbersOf(query, [](const LayeredDepthImage& image) { return image.entries.size(); }),
                    " points."),
       detail::drawQueryLayers(query, 0, static_cast<std::size_t>(-1)), detail::layersOf(query),
       detail::pointLegend()});
  detail::appendResultSteps(query, steps);
  return steps;
}

}  // namespace pliant
