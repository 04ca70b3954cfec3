#pragma once

#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/methods.h>

#include <memory>
#include <vector>

namespace pliant::test {

/// Returns detectors with various settings that return exactly the results of brute force on any surface.
inline std::vector<std::unique_ptr<Detector>> exactSurfaceDetectors(const SpatialHash::Settings& hash = {}) {
  std::vector<std::unique_ptr<Detector>> all;
  // Every method of the registry that accepts all bodies.
  for (const DetectionMethod& method : detectionMethods()) {
    if (method.answers == Answers::Volumes || method.check || method.name == "brute-force") continue;
    if (method.name == "spatial-hash")
      all.push_back(std::make_unique<SpatialHash>(hash));
    else
      all.push_back(method.make());
  }
  using Tree = BucketSettings;
  for (const BucketSettings& settings :
       {Tree{}, Tree{Tree::Algorithm::Sorted, Tree::Storage::Sparse, Tree::Order::LargerFirst, 0, 2, 4},
        Tree{Tree::Algorithm::Direct, Tree::Storage::Full, Tree::Order::SmallerFirst, 3, 0, 0},
        Tree{Tree::Algorithm::Sorted, Tree::Storage::Full, Tree::Order::SmallerFirst, 0, 8, 16}})
    all.push_back(std::make_unique<BucketTree>(settings));
  return all;
}

/// Returns the same detectors, and regularity trees, which require at most two faces per edge.
inline std::vector<std::unique_ptr<Detector>> exactManifoldDetectors() {
  auto all = exactSurfaceDetectors();
  for (const unsigned leafPatch : {RegularityTree::Settings{}.leafPatchFaces, 1u})
    all.push_back(std::make_unique<RegularityTree>(RegularityTree::Settings{.leafPatchFaces = leafPatch}));
  return all;
}

}  // namespace pliant::test
