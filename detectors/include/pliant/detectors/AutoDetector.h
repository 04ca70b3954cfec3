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

/// Chooses the fastest method for each pair of bodies and for each body with itself.
///
/// The methods are spatial hashing, a bucket tree and a regularity tree.
/// All methods return the same pairs, so the results depend neither on the choice nor on measured times.
/// Answers vertexTetrahedron, facePairs and vertexFace, as SpatialHash does.
///
/// A work item (Job) is a pair of bodies, or one body with itself:
/// - Small work items share one choice: all are hashed, or all are done by regularity.
///   Point clouds and surfaces with an edge of more than two faces, which regularity does not support, are hashed.
/// - If more than 64 work items are large, they are treated as small.
/// - Any other work item starts with the method expected to be fastest (Reason::Kind), then tries all that support it.
///   A method that must build a hierarchy is tried after the item has taken twice the estimated time of building it.
/// - A slower method is tried again when a share of the work item's time has been saved up for the trial.
///   It becomes the method in use when its mean time is clearly shorter (Settings::advantage).
///
/// No allocation after warm-up; the warm-up includes the trials of all methods.
class PLIANT_DETECTORS_EXPORT AutoDetector final : public Detector {
 public:
  /// Methods to choose from.
  enum class Engine : std::uint8_t { SpatialHash, BucketTree, RegularityTree };
  static constexpr std::size_t kEngines = 3;
  /// Returns the method's name on the command line, for instance "spatial-hash".
  static std::string_view name(Engine engine);

  /// Why a work item uses its method.
  enum class Reason : std::uint8_t {
    Kind,      ///< expected for bodies of this kind; not yet compared with another method
    Measured,  ///< faster than the other methods
    Set,       ///< set by setEngine
  };
  /// Returns "kind", "measured" or "set".
  static std::string_view name(Reason reason);

  /// The query kind. Times and choices are kept separately for each query kind.
  struct Asked {
    bool vertexFace = false, edgeEdge = false, faceFace = false;
    bool nearby = false;  ///< pairs within a distance or along a motion; false: pairs that intersect at t1
    bool operator==(const Asked&) const = default;
  };

  /// A work item: two bodies, one body with itself, or all small work items together.
  struct Job {
    Index bodyA, bodyB;  ///< body ids, bodyA <= bodyB; kNoIndex: the small work items
    bool isSmall() const { return bodyA == kNoIndex; }
    Asked asked;
    Engine engine;  ///< method in use
    Reason reason;
    std::array<double, kEngines> cost;          ///< mean time per Engine, pair tests included [s]; 0: not measured
    std::array<std::uint64_t, kEngines> calls;  ///< number of calls per Engine
  };

  struct Settings {
    /// Upper bound of the share of a work item's calls, and of its time, that is spent on trials of slower methods.
    /// Range 0 to 1.
    /// The share is 1 + 300 / n times as large in the n-th call.
    /// 0: slower methods are not tried again.
    double share = 0.02;
    /// Ratio by which another method must be faster to replace the method in use.
    /// At least 1.
    double advantage = 1.15;
    /// Work items with fewer faces are small.
    /// The faces of both bodies are added.
    Index leastFaces = 4000;
    /// Replaces the measured time of a call [s], for tests.
    /// Null: the measured time is used.
    /// Called on the querying thread.
    std::function<double(const Job& job, Engine engine, double seconds)> cost = nullptr;
  };

  /// Uses the default Settings.
  AutoDetector();
  /// Throws Error if a setting is out of its range.
  explicit AutoDetector(const Settings& settings);
  ~AutoDetector() override;

  const Settings& settings() const;
  /// Discards all measured times.
  /// Throws Error if a setting is out of its range.
  void setSettings(const Settings& settings);

  /// Sets the method of all work items of a body, including small ones, from the next call on.
  /// std::nullopt (default): the method is chosen automatically.
  /// If both bodies of a work item have a method, that of the body with more faces is used; for equal counts that of
  /// the lower body id.
  /// Times of such work items are measured only if there are at most 64 of them.
  /// The setting is removed with the body; set it again if the body id is reused.
  void setEngine(Index body, std::optional<Engine> engine);
  /// Returns the method that setEngine set, or std::nullopt.
  std::optional<Engine> engine(Index body) const;

  /// Returns "auto".
  std::string_view name() const override;
  void update(const BodySet& bodies, Workers& workers) override;
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override;
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;
  bool candidatesNeedUpdate() const override { return false; }

  /// Returns all work items that are measured or set, sorted by body ids.
  /// Work items of removed bodies are not included.
  /// The small work items follow as one per query kind, once it is measured.
  /// Valid until the next call.
  std::span<const Job> jobs() const;
  /// Returns the number of work items of the last call that were treated as small, those of point clouds included.
  std::size_t smallJobs() const;

  /// Returns the memory of structures and scratch buffers [bytes].
  std::size_t memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
