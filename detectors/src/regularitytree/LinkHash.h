#pragma once

#include <utility>
#include <vector>

#include "spatialhash/SurfaceHash.h"
#include "surfaces/SurfaceMethod.h"

namespace pliant::detail {

/// Finds pairs with links by spatial hashing: links have no faces, so regularity does not apply to them.
class LinkHash {
 public:
  /// Adds the pairs of edges of which at least one is a link, for those `items` that have links.
  void pair(const SurfaceSearch& search, const surface::WorkItems& items);

  std::size_t memory() const { return m_hash.memory(); }

 private:
  SurfaceHash m_hash;
  std::vector<std::pair<Index, Index>> m_pairs;
  std::vector<Index> m_selves;
};

}  // namespace pliant::detail
