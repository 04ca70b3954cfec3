#include <pliant/io/concatenated.h>
#include <pliant/pictures/querySteps.h>

#include <algorithm>
#include <array>
#include <map>

#include "counted.h"

namespace pliant {

void setChosen(std::span<const AutoDetector::WorkItem> chosen, StepwiseQuery& query) {
  std::array<std::size_t, AutoDetector::kMethods> items{};
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> choices;
  std::uint64_t last = 0;
  for (const AutoDetector::WorkItem& item : chosen) last = std::max(last, item.update);
  bool byPatches = false;
  for (const AutoDetector::WorkItem& item : chosen) {
    if (item.update != last) continue;
    byPatches = byPatches || item.method == AutoDetector::Method::Patches;
    if (byPatches) break;
    ++items[static_cast<std::size_t>(item.method)];
    ++choices[{AutoDetector::name(item.method), AutoDetector::name(item.reason)}];
  }
  const auto most = static_cast<std::size_t>(std::max_element(items.begin(), items.end()) - items.begin());
  query.answeredBy = AutoDetector::name(static_cast<AutoDetector::Method>(most));
  std::string list;
  for (const auto& [choice, count] : choices)
    list.append(list.empty() ? "" : ", ")
        .append(concatenated(choice.first, " for ", std::to_string(count), " (", choice.second, ")"));
  if (byPatches) {
    query.answeredBy = "spatial-hash";
    query.reason =
        "The bodies have many faces, so auto searched them by patches in the step. These are the steps of a hash.";
    return;
  }
  if (choices.empty()) {
    query.answeredBy = "spatial-hash";
    query.reason = "No faces of two bodies are near, so auto had to choose for none; it hashes.";
    return;
  }
  query.reason = concatenated("auto chose a method for each pair of near bodies, and for each body with itself: ", list,
                              ". These are the steps of ", query.answeredBy);
  query.reason += std::count(items.begin(), items.end(), 0u) + 1 == static_cast<std::ptrdiff_t>(items.size())
                      ? "."
                      : ", for all bodies, so their numbers differ from those of auto.";
}

void setDrawnBy(const DrawnImages& drawn, StepwiseQuery& query) {
  const bool byGl = drawn.byGl > drawn.byCpu;
  query.answeredBy = byGl ? "ldi-gl-abuffer" : "ldi-software";
  query.reason = concatenated("ldi had ", detail::counted(drawn.byCpu, "image", "images"), " drawn by the CPU and ",
                              std::to_string(drawn.byGl), " by OpenGL (", drawn.reason, "). These are the steps of ",
                              query.answeredBy, ".");
}

void setAnswerer(const GivenDetector& given, StepwiseQuery& query) {
  if (const AutoDetector* const chooser = given.detector->chooser()) setChosen(chooser->workItems(), query);
  if (given.drawnBy) setDrawnBy(given.drawnBy(), query);
}

std::span<const StepwiseMethod> stepwiseMethods() {
  static const std::vector<StepwiseMethod> methods{{"auto", chosenSteps},
                                                   {"spatial-hash", hashSteps},
                                                   {"bucket-tree", bucketSteps},
                                                   {"regularity-tree", regularitySteps},
                                                   {"ldi", chosenSteps},
                                                   {"ldi-software", softwareLdiSteps},
                                                   {"ldi-gl-ordered", orderedLdiSteps},
                                                   {"ldi-gl-unordered", unorderedLdiSteps},
                                                   {"ldi-gl-abuffer", abufferLdiSteps}};
  return methods;
}

const StepwiseMethod* findStepwiseMethod(std::string_view method) {
  const auto all = stepwiseMethods();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const StepwiseMethod& one) { return one.name == method; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<QueryStep> chosenSteps(std::span<const MethodBody> bodies, const StepwiseQuery& query) {
  std::vector<QueryStep> steps{{"Choice: " + query.answeredBy, query.reason, MethodPicture(bodies.size())}};
  const bool solids =
      std::any_of(bodies.begin(), bodies.end(), [](const MethodBody& body) { return body.view.tetrahedra.count > 0; });
  if (solids && query.query.vertexTetrahedron && query.answeredBy == "regularity-tree")
    steps[0].sentence += " Vertices in tetrahedra are hashed.";
  const StepwiseMethod* const method = findStepwiseMethod(query.answeredBy);
  if (!method || method->steps == chosenSteps) return steps;
  for (QueryStep& step : method->steps(bodies, query)) steps.push_back(std::move(step));
  return steps;
}

}  // namespace pliant
