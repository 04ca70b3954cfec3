#pragma once

#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/SpatialHash.h>

#include <memory>
#include <vector>

namespace pliant::test {

/// Every detector whose answers for surfaces, whatever they are, are exactly brute force's, in its different ways.
inline std::vector<std::unique_ptr<Detector>> exactSurfaceDetectors(const SpatialHash::Settings& hash = {}) {
  std::vector<std::unique_ptr<Detector>> all;
  all.push_back(std::make_unique<SpatialHash>(hash));
  using Tree = BucketSettings;
  for (const BucketSettings& settings :
       {Tree{}, Tree{Tree::Algorithm::Sorted, Tree::Storage::Sparse, Tree::Order::LargerFirst, 0, 2, 4},
        Tree{Tree::Algorithm::Direct, Tree::Storage::Full, Tree::Order::SmallerFirst, 3, 0, 0},
        Tree{Tree::Algorithm::Sorted, Tree::Storage::Full, Tree::Order::SmallerFirst, 0, 8, 16}})
    all.push_back(std::make_unique<BucketTree>(settings));
  return all;
}

}  // namespace pliant::test
