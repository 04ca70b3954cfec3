#pragma once

#include <pliant/detectors/Detector.h>
#include <pliant/detectors/buckettree/BucketSettings.h>

namespace pliant {

/// BucketTree (Ganovelli, Dingliana, O'Sullivan 2000) for surfaces: vertices, edges and faces of each body in the
/// buckets of an octree of its own, brought up to date at each query, and two octrees descended at once; one with
/// itself for self-collisions. Of a body that is not tested against itself only what lies in the buckets of a grid
/// where another body has something too is put into its octree. Answers face pairs and vertices near faces. The
/// settings change time only, never the answer.
///
/// Bodies move as they like, and nothing is known of their topology: a body that came to others, or has changed, costs
/// no more than one that was there.
class PLIANT_DETECTORS_EXPORT BucketTree final : public Detector {
 public:
  using Settings = BucketSettings;
  /// As BucketSettings, but for buckets as large as SIMD compares them fastest.
  static Settings defaults();

  /// With defaults().
  BucketTree();
  explicit BucketTree(const Settings& settings);
  ~BucketTree() override;

  const Settings& settings() const;
  /// Throws Error where there are more levels than the storage has.
  void setSettings(const Settings& settings);

  std::string_view name() const override;
  void update(const BodySet& bodies, Workers& workers) override;
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override;
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;

  /// Bytes held at present by octrees and scratch memory.
  std::size_t memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
