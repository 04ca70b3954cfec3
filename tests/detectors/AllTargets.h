#pragma once

#include "core/vectorTargets.h"
// Must follow core/vectorTargets.h, which defines the excluded targets.
#include <hwy/targets.h>
#include <pliant_catch.h>

namespace pliant::test {

/// Calls check() once for each instruction set that the library was built for and the machine supports.
template <typename Check>
void onAllTargets(const Check& check) {
  const auto targets = hwy::SupportedAndGeneratedTargets();
  REQUIRE_FALSE(targets.empty());
  for (const std::int64_t target : targets) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
    INFO("target " << hwy::TargetName(target));
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}

}  // namespace pliant::test
