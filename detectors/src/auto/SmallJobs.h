#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <utility>
#include <vector>

#include "auto/EngineRoom.h"
#include "auto/JobChoice.h"

namespace pliant::detail {

/// Jobs that are not measured one by one. By hash or by regularity they are all done together, as the one or the other
/// takes less time for all of them; those that only the hash can do are hashed in any case.
class SmallJobs {
 public:
  using Pair = std::pair<Index, Index>;

  /// Of one call: none yet.
  void begin(const BodySet& bodies);
  void add(const Pair& slots);
  std::size_t count() const { return m_either.size() + m_hashed.size(); }
  /// Jobs that either can do, and those that are hashed.
  const std::vector<Pair>& either() const { return m_either; }
  const std::vector<Pair>& hashed() const { return m_hashed; }

  /// The choice for the former, when all are there; there must be one. Hierarchies are made a few at a time, once the
  /// jobs have taken as long as they are worth.
  JobChoice::Turn next(const BodySet& bodies, EngineRoom& engines, const AutoDetector::Asked& asked,
                       const AutoDetector::Settings& settings, bool mayTry);
  /// That which the last turn was of. Valid until the next call.
  JobChoice& choice() { return m_choices[m_asked]; }

  /// Of each question that was asked.
  const std::vector<JobChoice>& choices() const { return m_choices; }
  void forget() { m_choices.clear(); }

  std::size_t memory() const;

 private:
  double building(const BodySet& bodies) const;
  bool buildSome(const BodySet& bodies, EngineRoom& engines) const;

  std::vector<Pair> m_either, m_hashed;
  std::vector<JobChoice> m_choices;
  std::size_t m_asked = 0;  // in m_choices, of the last turn
  std::uint64_t m_revision = ~std::uint64_t{0};
  std::vector<std::uint8_t> m_canHaveTree;  // by slot
  std::vector<std::uint8_t> m_takesPart;    // by slot, of this call, in a job that either can do
};

}  // namespace pliant::detail
