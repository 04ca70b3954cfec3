#pragma once

#include <pliant/detectors/Detector.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace pliant {

/// Gathers the candidates of large surfaces: patches of neighbouring faces, each with a box at t0 and a box at t1.
///
/// - Two elements, patches or groups of patches are apart if one axis parts them, on the same side, at t0 and at t1:
///   their motion is linear, so the axis parts them in between. A common motion changes nothing in this.
/// - The fast test that comes before the narrow test is applied at once. So the lists hold little else than the pairs
///   that the narrow test has to look at.
/// - The lists are made anew in each call: no structure but the patches is kept.
/// - Queries, and candidates of pairs of faces, are those of a SpatialHash.
class PLIANT_DETECTORS_EXPORT Patches final : public Detector {
 public:
  Patches();
  ~Patches() override;

  /// Returns "patches".
  std::string_view name() const override;
  void update(const BodySet& bodies, Workers& workers) override;
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override;
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;
  bool candidatesNeedUpdate() const override { return false; }
  bool gathersEachStep(const BodySet&) const override { return true; }

  /// Returns the pairs of bodies that had patches near each other in the last call of candidates(), and bodies with
  /// themselves: body indices, a <= b, sorted. Valid until the next call.
  std::span<const std::pair<Index, Index>> nearBodies() const;

  /// Returns the memory of the patches and of the lists, without the hash [bytes].
  std::size_t memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
