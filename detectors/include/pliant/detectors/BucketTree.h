#pragma once

#include <pliant/detectors/BucketSettings.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/SurfaceDetector.h>

namespace pliant {

/// BucketTree (Ganovelli, Dingliana, O'Sullivan 2000) for surfaces.
///
/// - Each body has an octree; its buckets hold the body's vertices, edges and faces.
/// - Each query updates the octrees and traverses two of them together, or one with itself for self-collisions.
/// - If a body is not tested against itself, only elements in grid cells that another body also occupies are inserted.
/// - Nothing depends on topology or on earlier positions, so a new or changed body costs no more than an old one.
///
/// Answers facePairs and vertexFace.
/// Settings change the time only, never the results.
class PLIANT_DETECTORS_EXPORT BucketTree final : public SurfaceDetector {
 public:
  using Settings = BucketSettings;
  /// Returns BucketSettings with few = 32 and crowded = 64, the bucket sizes that SIMD code compares fastest.
  static Settings defaults();

  /// Uses defaults().
  BucketTree();
  /// Throws Error if there are more levels than the storage supports.
  explicit BucketTree(const Settings& settings);

  const Settings& settings() const;
  /// Throws Error if there are more levels than the storage supports.
  void setSettings(const Settings& settings);

  /// Returns "bucket-tree".
  std::string_view name() const override;
};

}  // namespace pliant
