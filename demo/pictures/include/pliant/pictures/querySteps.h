#pragma once

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Results.h>
#include <pliant/pictures/Image.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/scenes/MethodSettings.h>
#include <pliant/scenes/Simulation.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

// One query taken apart into the steps of a method's paper.
namespace pliant {

/// Meaning of a colour in a picture of a step.
struct LegendLine {
  Colour colour;
  std::string text;
  bool ofFaces = false;  ///< true for near-black faces; rods of such a colour are pale at night
};

/// A step of a query.
struct QueryStep {
  std::string title;      ///< the paper's word, for instance "Pass 1"
  std::string sentence;   ///< what happens in this step, with numbers of this query
  MethodPicture picture;  ///< additions to the drawing of the bodies
  Image image{};          ///< a flat picture beside it, for instance the layers of an image; empty: none
  std::vector<LegendLine> legend{};
};

/// The question, and the settings of the method that answers.
struct StepwiseQuery {
  Query query{.vertexTetrahedron = true, .facePairs = true};  ///< a method ignores what it does not answer
  MethodValues values{};                                      ///< settings without a value have the method's default
  /// "auto" and "ldi": the method that answered, and a sentence that says why; see setChosen() and setDrawnBy().
  std::string answeredBy{}, reason{};
  /// Choices of "auto"; bodies are numbered as the input.
  std::vector<AutoDetector::WorkItem> chosen{};
};
/// Sets the method that "auto" has chosen for most pairs of bodies. The bodies of a work item are those of the input,
/// or kNoIndex.
void setChosen(std::span<const AutoDetector::WorkItem> chosen, StepwiseQuery& query);
/// Sets the renderer of most images of "ldi".
void setDrawnBy(const DrawnImages& drawn, StepwiseQuery& query);
/// Sets what the detector has chosen in its last query, if it chooses.
void setAnswerer(const GivenDetector& given, StepwiseQuery& query);

/// A method whose query can be taken apart.
struct StepwiseMethod {
  std::string_view name;  ///< a method's name, as in `pliant detect --method`
  /// Returns the steps of a query of these bodies for their current positions, at least one. Bodies that the method
  /// refuses are left out; nothing is thrown.
  std::vector<QueryStep> (*steps)(std::span<const MethodBody> bodies, const StepwiseQuery& query);
};
std::span<const StepwiseMethod> stepwiseMethods();
/// Returns null if the method has no steps.
const StepwiseMethod* findStepwiseMethod(std::string_view method);

// The steps of each method, in the file of that name.

std::vector<QueryStep> hashSteps(std::span<const MethodBody> bodies, const StepwiseQuery& query = {});
std::vector<QueryStep> bucketSteps(std::span<const MethodBody> bodies, const StepwiseQuery& query = {});
std::vector<QueryStep> regularitySteps(std::span<const MethodBody> bodies, const StepwiseQuery& query = {});
/// Steps of one way to draw an image: each layer that a pass finds.
std::vector<QueryStep> orderedLdiSteps(std::span<const MethodBody> bodies, const StepwiseQuery& query = {});
std::vector<QueryStep> unorderedLdiSteps(std::span<const MethodBody> bodies, const StepwiseQuery& query = {});
/// Steps of the ways that draw all layers in one pass.
std::vector<QueryStep> softwareLdiSteps(std::span<const MethodBody> bodies, const StepwiseQuery& query = {});
std::vector<QueryStep> abufferLdiSteps(std::span<const MethodBody> bodies, const StepwiseQuery& query = {});
/// The steps of the method that answered, after one that says why it did.
std::vector<QueryStep> chosenSteps(std::span<const MethodBody> bodies, const StepwiseQuery& query = {});

}  // namespace pliant
