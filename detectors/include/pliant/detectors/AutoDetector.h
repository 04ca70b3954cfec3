#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/SurfaceDetector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace pliant {

/// Chooses a method for each pair of bodies and for each body with itself, by a rule.
///
/// The rule depends on topology, sizes and counts, never on time. The first line that applies decides:
/// 1. A method that setMethod() has set for one of the bodies.
/// 2. A point cloud, a rope, or a surface with an edge of more than two faces, which regularity does not support:
///    spatial hash.
/// 3. Two closed bodies of fewer than Settings::smallFaces faces each: spatial hash.
/// 4. A body without a hierarchy: spatial hash. It is new, its faces have changed, or this search has already built
///    hierarchies of Settings::facesPerSearch faces.
/// 5. Everything else: regularity tree.
///
/// Candidates that serve one motion (CandidateQuery::thisMotion) are gathered by Patches, all of them. A world asks for
/// such candidates if the bodies that are not calm have Settings::manyFaces faces or more and no method is set.
/// A body is calm if no vertex moves by more than a twentieth of its detection margin against the motion that most
/// have.
///
/// All methods return the same pairs, so the results do not depend on the choice.
/// Hierarchies are built when bodies have settled (Settings::settledUpdates); this is part of the warm-up.
/// Answers vertexTetrahedron, facePairs and vertexFace, as SpatialHash does.
class PLIANT_DETECTORS_EXPORT AutoDetector final : public SurfaceDetector {
 public:
  /// Methods to choose from. The rule itself never chooses BucketTree. Patches gather for the whole set.
  enum class Method : std::uint8_t { SpatialHash, BucketTree, RegularityTree, Patches };
  /// Number of methods that can be set for a body: those before Patches.
  static constexpr std::size_t kMethods = 3;
  /// Returns the method's name on the command line, for instance "spatial-hash".
  static std::string_view name(Method method);

  /// Line of the rule that has chosen a method.
  enum class Reason : std::uint8_t { Set, NoSurface, Small, NoHierarchy, Surface, ManyFaces };
  /// Returns "set", "no surface", "small", "no hierarchy yet", "surface" or "many faces".
  static std::string_view name(Reason reason);

  /// A work item, two bodies or one body with itself, and its method.
  struct WorkItem {
    Index bodyA, bodyB;  ///< body ids, bodyA <= bodyB
    Method method;
    Reason reason;
    std::uint64_t update;  ///< BodySet::updates() of its last search
  };

  struct Settings {
    /// Two closed bodies with fewer faces each are small.
    Index smallFaces = 500;
    /// A hierarchy is built for a body whose numbers of elements have not changed for this many BodySet::update().
    /// Building takes as long as about ten hashed searches.
    Index settledUpdates = 16;
    /// Largest number of faces for which hierarchies are built in one search; one body may have more.
    Index facesPerSearch = 2000;
    /// Bodies that are not calm and have this number of faces or more together are searched by patches.
    Index manyFaces = 20000;
  };

  /// Uses the default Settings.
  AutoDetector();
  explicit AutoDetector(const Settings& settings);

  const Settings& settings() const;
  void setSettings(const Settings& settings);

  /// Sets the method of all work items of a body from the next call on.
  /// std::nullopt (default): the rule chooses.
  /// If both bodies of a work item have a method, that of the body with more faces is used; for equal counts that of
  /// the lower body id.
  /// The setting is removed with the body; set it again if the body id is reused.
  /// Throws Error if `method` is none of the first kMethods values of Method.
  void setMethod(Index body, std::optional<Method> method);
  /// Returns the method that setMethod set, or std::nullopt.
  std::optional<Method> method(Index body) const;

  /// Returns "auto".
  std::string_view name() const override;
  AutoDetector* chooser() override { return this; }
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;
  bool gathersEachStep(const BodySet& bodies) const override;

  /// Returns the work items that were searched during the last 64 updates of the set, with their last choice: pairs of
  /// bodies, then bodies with themselves, both sorted by body ids.
  /// A query for links alone has no work items; it is hashed, unless it is for one motion.
  /// Valid until the next call.
  std::span<const WorkItem> workItems() const;
};

}  // namespace pliant
