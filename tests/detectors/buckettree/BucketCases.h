#pragma once

#include <pliant/detectors/buckettree/BucketOctree.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

/// Shared by tests of the bucket tree: all settings, and pairs of handles from the octree and from an all-pairs test.
namespace pliant::test {

inline std::vector<BucketSettings> allBucketSettings() {
  std::vector<BucketSettings> all;
  for (const auto algorithm : {BucketSettings::Algorithm::Direct, BucketSettings::Algorithm::Sorted})
    for (const auto storage : {BucketSettings::Storage::Sparse, BucketSettings::Storage::Full})
      for (const auto order : {BucketSettings::Order::SmallerFirst, BucketSettings::Order::LargerFirst})
        for (const auto& [levels, few, crowded] :
             {std::array<unsigned, 3>{0, 8, 32}, {4, 0, 0}, {1, 0, 2}, {3, 1, 4}, {5, 2, 0}})
          all.push_back({algorithm, storage, order, levels, few, crowded});
  return all;
}

inline std::string described(const BucketSettings& s) {
  return "algorithm " + std::to_string(int(s.algorithm)) + ", storage " + std::to_string(int(s.storage)) + ", order " +
         std::to_string(int(s.order)) + ", levels " + std::to_string(s.levels) + ", few " + std::to_string(s.few) +
         ", crowded " + std::to_string(s.crowded);
}

using HandlePairs = std::vector<std::pair<Index, Index>>;

/// Returns sorted pairs. Within one octree the smaller handle is first.
template <typename A, typename B>
HandlePairs pairsBetween(BucketOctree<A>& a, const BucketOctree<B>& b) {
  HandlePairs pairs;
  a.forEachPair(b, [&](Index i, Index j) { pairs.emplace_back(i, j); });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

template <typename A>
HandlePairs pairsWithin(BucketOctree<A>& a) {
  HandlePairs pairs;
  a.forEachPairWithin([&](Index i, Index j) { pairs.emplace_back(std::min(i, j), std::max(i, j)); });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

template <typename A, typename B>
HandlePairs everyPairBetween(const BucketOctree<A>& a, const BucketOctree<B>& b, Index mostA, Index mostB) {
  HandlePairs pairs;
  for (Index i = 0; i < mostA; ++i)
    for (Index j = 0; j < mostB; ++j)
      if (a.contains(i) && b.contains(j) && overlap(a[i].extent(), b[j].extent())) pairs.emplace_back(i, j);
  return pairs;
}

template <typename A>
HandlePairs everyPairWithin(const BucketOctree<A>& a, Index most) {
  HandlePairs pairs;
  for (Index i = 0; i < most; ++i)
    for (Index j = i + 1; j < most; ++j)
      if (a.contains(i) && a.contains(j) && overlap(a[i].extent(), a[j].extent())) pairs.emplace_back(i, j);
  return pairs;
}

}  // namespace pliant::test
