#pragma once

#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/methods.h>

#include <memory>
#include <vector>

namespace pliant::test {

/// Returns bucket trees with various settings.
inline std::vector<std::unique_ptr<Detector>> bucketTrees() {
  std::vector<std::unique_ptr<Detector>> all;
  using Tree = BucketSettings;
  for (const BucketSettings& settings :
       {BucketTree::defaults(), Tree{},
        Tree{Tree::Algorithm::Sorted, Tree::Storage::Sparse, Tree::Order::LargerFirst, 0, 2, 4},
        Tree{Tree::Algorithm::Direct, Tree::Storage::Full, Tree::Order::SmallerFirst, 3, 0, 0},
        Tree{Tree::Algorithm::Sorted, Tree::Storage::Full, Tree::Order::SmallerFirst, 0, 8, 16}})
    all.push_back(std::make_unique<BucketTree>(settings));
  return all;
}

/// Returns detectors with various settings that return exactly the results of brute force on any surface: every method
/// of the registry that accepts all bodies, and more bucket trees.
inline std::vector<std::unique_ptr<Detector>> exactSurfaceDetectors(const SpatialHash::Settings& hash = {}) {
  auto all = bucketTrees();
  all.insert(all.begin(), std::make_unique<SpatialHash>(hash));
  for (const DetectionMethod& method : detectionMethods()) {
    const bool isListed = method.name == "spatial-hash" || method.name == "bucket-tree" || method.name == "brute-force";
    if (method.answers != Answers::Volumes && !method.check && !isListed) all.push_back(method.make());
  }
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
