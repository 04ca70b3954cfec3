#include <pliant/io/concatenated.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/pictures/querySteps.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include "counted.h"

namespace pliant {
namespace {

constexpr double kPairDot = 0.03;  // radius of the dot between two bodies [largest side of all bodies]

/// Returns what a line of the rule says, in words.
std::string_view explainReason(AutoDetector::Reason reason) {
  switch (reason) {
    case AutoDetector::Reason::Set:
      return "it was set";
    case AutoDetector::Reason::NoSurface:
      return "no surface: a cloud, a rope, or an edge of more than two faces";
    case AutoDetector::Reason::Small:
      return "small: two closed bodies of few faces";
    case AutoDetector::Reason::NoHierarchy:
      return "new or just cut: no hierarchy of patches yet";
    case AutoDetector::Reason::Surface:
      return "larger surfaces, with a hierarchy";
    case AutoDetector::Reason::ManyFaces:
      return "many faces in motion";
  }
  return {};
}

struct BodyExtent {
  std::array<double, 3> low{}, high{};

  explicit BodyExtent(PositionsView positions) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::numeric_limits<double>::infinity();
      high[k] = -low[k];
      for (Index v = 0; v < positions.count; ++v) {
        low[k] = std::min(low[k], double{positions[v][k]});
        high[k] = std::max(high[k], double{positions[v][k]});
      }
    }
  }
  double side() const { return std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]}); }
};

/// Colours each body by its method, grey without a choice, and draws a dot for two bodies between them.
void showChoice(std::span<const MethodBody> bodies, const StepwiseQuery& query, QueryStep& step) {
  std::map<AutoDetector::Method, std::vector<std::array<double, 3>>> dots;
  std::set<AutoDetector::Method> used;
  std::vector<Colour> own(bodies.size(), kUnchosenColour);
  double side = 0;
  for (const MethodBody& body : bodies) side = std::max(side, BodyExtent(body.view.positions).side());
  for (const AutoDetector::WorkItem& item : query.chosen) {
    used.insert(item.method);
    if (item.bodyA >= bodies.size() || item.bodyB >= bodies.size()) continue;
    if (item.bodyA == item.bodyB) {
      own[item.bodyA] = methodColour(item.method);
      continue;
    }
    const BodyExtent a(bodies[item.bodyA].view.positions), b(bodies[item.bodyB].view.positions);
    std::array<double, 3> middle;
    for (std::size_t k = 0; k < 3; ++k) middle[k] = (std::max(a.low[k], b.low[k]) + std::min(a.high[k], b.high[k])) / 2;
    dots[item.method].push_back(middle);
  }
  for (std::size_t b = 0; b < bodies.size(); ++b)
    step.picture.colours[b].assign(bodies[b].view.triangles.count, own[b]);
  for (const auto& [method, at] : dots)
    step.picture.surfaces.push_back(drawParticles(at, kPairDot * side, methodColour(method)));
  for (const AutoDetector::Method method : used)
    step.legend.push_back({methodColour(method), std::string(AutoDetector::name(method))});
  if (std::find(own.begin(), own.end(), kUnchosenColour) != own.end())
    step.legend.push_back({kUnchosenColour, "no choice for the body with itself"});
}

}  // namespace

void setChosen(std::span<const AutoDetector::WorkItem> chosen, StepwiseQuery& query) {
  std::array<std::size_t, AutoDetector::kMethods> items{};
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> choices;
  std::uint64_t last = 0;
  for (const AutoDetector::WorkItem& item : chosen) last = std::max(last, item.update);
  bool byPatches = false;
  for (const AutoDetector::WorkItem& item : chosen) {
    if (item.update != last) continue;
    query.chosen.push_back(item);
    byPatches = byPatches || item.method == AutoDetector::Method::Patches;
    if (byPatches) continue;
    ++items[static_cast<std::size_t>(item.method)];
    ++choices[{AutoDetector::name(item.method), explainReason(item.reason)}];
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
        "The moving bodies have many faces together, so patches gathered all pairs of Bullet's step (violet). Patches "
        "have no steps to show, so the next ones are those of a hash, which finds the same.";
    return;
  }
  if (choices.empty()) {
    query.answeredBy = "spatial-hash";
    query.reason = "No faces of two bodies are near, so auto had to choose for none; it hashes.";
    return;
  }
  query.reason = concatenated(
      "auto chose a method for each pair of near bodies (a dot between them), and for each body with itself: ", list,
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
  const bool byPatches = std::any_of(query.chosen.begin(), query.chosen.end(), [](const AutoDetector::WorkItem& item) {
    return item.method == AutoDetector::Method::Patches;
  });
  std::vector<QueryStep> steps{{byPatches ? std::string("Choice: patches") : "Choice: " + query.answeredBy,
                                query.reason, MethodPicture(bodies.size())}};
  if (!query.chosen.empty()) showChoice(bodies, query, steps.front());
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
