#pragma once

#include <pliant/papers/Run.h>

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <string>
#include <utility>

// Verdicts that follow from measured numbers, each with a reason of its own.
namespace pliant::papers {

/// Returns Held if a claim is fulfilled in all cases, NotHeld if in none, else Partly. Without a case: NotTried.
inline Verdict verdictOf(std::size_t fulfilled, std::size_t cases) {
  if (cases == 0) return Verdict::NotTried;
  return fulfilled >= cases ? Verdict::Held : fulfilled == 0 ? Verdict::NotHeld : Verdict::Partly;
}

/// `isFulfilled` takes a case.
template <std::ranges::sized_range Cases, typename Test>
Verdict verdictOf(const Cases& cases, Test isFulfilled) {
  return verdictOf(static_cast<std::size_t>(std::ranges::count_if(cases, isFulfilled)), std::ranges::size(cases));
}

inline Verdict verdictOf(bool isHeld, bool isPartly = false) {
  return isHeld ? Verdict::Held : isPartly ? Verdict::Partly : Verdict::NotHeld;
}

/// A reason for each verdict that a run can give.
struct Reasons {
  std::string held, partly{}, notHeld, notTried{};

  /// Returns one reason that has the numbers of any verdict in it.
  static Reasons same(const std::string& reason) { return {reason, reason, reason, reason}; }
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
