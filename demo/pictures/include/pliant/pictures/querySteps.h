#pragma once

#include <pliant/pictures/Image.h>
#include <pliant/pictures/drawMethods.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

// One query taken apart into the steps of a method's paper.
namespace pliant {

/// A step of a query.
struct QueryStep {
  std::string title;      ///< the paper's word, for instance "Pass 1"
  std::string sentence;   ///< what happens in this step, with numbers of this query
  MethodPicture picture;  ///< additions to the drawing of the bodies
  Image image{};          ///< a flat picture beside it, for instance the layers of an image; empty: none
};

/// A method whose query can be taken apart.
struct StepwiseMethod {
  std::string_view name;  ///< a method's name, as in `pliant detect --method`
  /// Returns the steps of a query of these bodies for their current positions, at least one. Bodies that the method
  /// refuses are left out; nothing is thrown.
  std::vector<QueryStep> (*steps)(std::span<const MethodBody> bodies);
};
std::span<const StepwiseMethod> stepwiseMethods();
/// Returns null if the method has no steps.
const StepwiseMethod* findStepwiseMethod(std::string_view method);

// The steps of each method, in the file of that name.

std::vector<QueryStep> hashSteps(std::span<const MethodBody> bodies);
std::vector<QueryStep> bucketSteps(std::span<const MethodBody> bodies);
std::vector<QueryStep> regularitySteps(std::span<const MethodBody> bodies);
/// Steps of one way to draw an image: each layer that a pass finds.
std::vector<QueryStep> orderedLdiSteps(std::span<const MethodBody> bodies);
std::vector<QueryStep> unorderedLdiSteps(std::span<const MethodBody> bodies);
std::vector<QueryStep> softwareLdiSteps(std::span<const MethodBody> bodies);

}  // namespace pliant
