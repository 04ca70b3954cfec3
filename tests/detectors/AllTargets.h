#pragma once

#include "core/vectorTargets.h"
// After the targets that the library leaves out.
#include <hwy/targets.h>
#include <pliant_catch.h>

namespace pliant::test {

/// Calls check() once for each instruction set that the library was built for and the machine has.
template <typename Check>
void onAllTargets(const Check& check) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
    INFO("target " << hwy::TargetName(target));
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}

}  // namespace pliant::test
