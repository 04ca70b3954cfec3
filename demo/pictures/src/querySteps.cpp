#include <pliant/pictures/querySteps.h>

#include <algorithm>

namespace pliant {

std::span<const StepwiseMethod> stepwiseMethods() {
  static const std::vector<StepwiseMethod> methods{
      {"spatial-hash", hashSteps},        {"bucket-tree", bucketSteps},        {"regularity-tree", regularitySteps},
      {"ldi-software", softwareLdiSteps}, {"ldi-gl-ordered", orderedLdiSteps}, {"ldi-gl-unordered", unorderedLdiSteps}};
  return methods;
}

const StepwiseMethod* findStepwiseMethod(std::string_view method) {
  const auto all = stepwiseMethods();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const StepwiseMethod& one) { return one.name == method; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace pliant
