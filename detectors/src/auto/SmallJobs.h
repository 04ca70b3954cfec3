#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <utility>
#include <vector>

#include "auto/EngineRoom.h"
#include "auto/JobChoice.h"

namespace pliant::detail {

/// Work items that are not measured one by one. Items that can be done by hash or by regularity are all done by the
/// same method: the one that takes less time for all of them. Items that only the hash can do are always hashed.
class SmallJobs {
 public:
  using Pair = std::pair<Index, Index>;

  /// Starts a call without work items.
  void begin(const BodySet& bodies);
  void add(const Pair& slots);
  std::size_t count() const { return m_either.size() + m_hashed.size(); }
  /// Work items that both methods can do, and work items that are always hashed.
  const std::vector<Pair>& either() const { return m_either; }
  const std::vector<Pair>& hashed() const { return m_hashed; }

  /// Returns the method for either(); call it after the last add(), with at least one item in either(). Hierarchies are
  /// built a few per call, once the items have taken kBuildLater times the build time.
  JobChoice::Turn next(const BodySet& bodies, EngineRoom& engines, const AutoDetector::Asked& asked,
                       const AutoDetector::Settings& settings, bool mayTry);
  /// The choice that the last next() used. Valid until the next call.
  JobChoice& choice() { return m_choices[m_asked]; }

  /// One choice per query kind.
  const std::vector<JobChoice>& choices() const { return m_choices; }
  void forget() { m_choices.clear(); }

  std::size_t memory() const;

 private:
  double building(const BodySet& bodies) const;
  bool buildSome(const BodySet& bodies, EngineRoom& engines) const;

  std::vector<Pair> m_either, m_hashed;
  std::vector<JobChoice> m_choices;
  std::size_t m_asked = 0;  // index of the last trial in m_choices
  std::uint64_t m_revision = ~std::uint64_t{0};
  std::vector<std::uint8_t> m_canHaveTree;  // indexed by body
  std::vector<std::uint8_t> m_takesPart;    // in a work item of either() in this call; indexed by body
};

}  // namespace pliant::detail
