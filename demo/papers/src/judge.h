#pragma once

#include <pliant/papers/Run.h>

#include <string>
#include <utility>

// Verdicts and reasons of claims, for the parts of several papers.
namespace pliant::papers {

/// Returns the verdict on a claim. `partly`: true if some of what was measured agrees with it.
inline Verdict verdictOf(bool held, bool partly = false) {
  return held ? Verdict::Held : partly ? Verdict::Partly : Verdict::NotHeld;
}

/// Reasons of a claim, one for each verdict that a run can give.
struct Reasons {
  std::string held, partly{}, notHeld, notTried{};

  const std::string& of(Verdict verdict) const {
    return verdict == Verdict::Held      ? held
           : verdict == Verdict::Partly  ? partly
           : verdict == Verdict::NotHeld ? notHeld
                                         : notTried;
  }
};

/// Adds a claim with the reason of its verdict. `after`: what the measurement means for our default, for any verdict.
inline void addJudged(Run& run, Claim claim, const Reasons& reasons, const std::string& after = {}) {
  claim.reason = reasons.of(claim.verdict);
  if (!after.empty()) claim.reason += ". " + after;
  run.addClaim(std::move(claim));
}

}  // namespace pliant::papers
