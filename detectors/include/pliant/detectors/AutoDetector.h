#pragma once

#include <pliant/detectors/Detector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace pliant {

/// Each pair of bodies, and each body with itself, by the method that takes the least time for it: spatial hashing, a
/// bucket tree, a regularity tree, or regularity first and spatial hashing for what is left. They find the same, so the
/// answer depends neither on the choice nor on the times that it comes from. Answers vertexTetrahedron, facePairs and
/// vertexFace, as SpatialHash does.
///
/// Jobs of few faces are chosen for as one, all of them to be hashed or done by regularity; so are all where there are
/// dozens of larger ones. What only the hash can do (clouds, edges of more than two faces) is hashed. Another job
/// begins with what its kind lets expect (Reason::Kind); then all methods that can do it have a try, those that must
/// build something first only once the job has taken twice as long as that. What is slower is tried again when a share
/// of the job's time has been saved up for it, and takes over when it was clearly faster in two tries.
///
/// No allocation after warm-up, the tries of all methods included.
class PLIANT_DETECTORS_EXPORT AutoDetector final : public Detector {
 public:
  /// RegularityHash: regularity first, spatial hashing for what that leaves (RegularityTree::Rest::Hash).
  enum class Engine : std::uint8_t { SpatialHash, BucketTree, RegularityTree, RegularityHash };
  static constexpr std::size_t kEngines = 4;
  /// As on the command line, for instance "spatial-hash".
  static std::string_view name(Engine engine);

  enum class Reason : std::uint8_t {
    Kind,      ///< not measured against others yet: what such bodies let expect
    Measured,  ///< took less time than the others
    Set,       ///< said by setEngine
  };
  static std::string_view name(Reason reason);

  /// What a job is asked for; costs and choice are of one kind of question.
  struct Asked {
    bool vertexFace = false, edgeEdge = false, faceFace = false;
    bool nearby = false;  ///< within a distance, or all along a motion; else whether they meet at t1
    bool operator==(const Asked&) const = default;
  };

  /// Two bodies, or one and itself; or all small jobs together.
  struct Job {
    Index bodyA, bodyB;  ///< ids, bodyA <= bodyB; kNoIndex: the small jobs
    bool isSmall() const { return bodyA == kNoIndex; }
    Asked asked;
    Engine engine;  ///< in use
    Reason reason;
    std::array<double, kEngines> cost;  ///< by engine: running mean, its pairs' tests included, s; 0: not measured
    std::array<std::uint64_t, kEngines> calls;  ///< by engine: done by it
  };

  struct Settings {
    /// Most of a job's calls, and of its time, for trying what was slower; 0 to 1. In the n-th call 1 + 300 / n times
    /// as much. 0: what the first tries said stays.
    double share = 0.02;
    /// How many times as fast another must be to take over. At least 1.
    double advantage = 1.15;
    /// Jobs of fewer faces, both bodies' together, are small.
    Index leastFaces = 4000;
    /// What a call is taken to have cost, s; null: what it took. For tests. Called on the querying thread.
    std::function<double(const Job& job, Engine engine, double seconds)> cost = nullptr;
  };

  AutoDetector();
  /// Throws Error where a setting is out of its range.
  explicit AutoDetector(const Settings& settings);
  ~AutoDetector() override;

  const Settings& settings() const;
  /// Forgets what was measured. Throws Error where a setting is out of its range.
  void setSettings(const Settings& settings);

  /// All jobs of a body, small ones too, go by this engine from the next call on, however long they take; without one
  /// they are chosen again. Where both bodies of a job have one, that of the body with more faces counts, of equals the
  /// lower id's. Times of such jobs are only taken where they are few. Forgotten when the body is removed; who uses ids
  /// again at once says so anew.
  void setEngine(Index body, std::optional<Engine> engine);
  std::optional<Engine> engine(Index body) const;

  /// "auto".
  std::string_view name() const override;
  void update(const BodySet& bodies, Workers& workers) override;
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override;
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;
  bool candidatesNeedUpdate() const override { return false; }

  /// All jobs that are measured or set, of bodies that are still there, by ids, and the small ones as one for each
  /// question, once that is measured. Valid until the next call.
  std::span<const Job> jobs() const;
  /// How many jobs of the last call were small ones, or clouds.
  std::size_t smallJobs() const;

  /// Bytes held at present by structures and scratch memory.
  std::size_t memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
