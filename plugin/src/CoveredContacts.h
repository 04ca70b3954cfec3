#pragma once

#include <pliant/detectors/SurfaceContacts.h>
#include <pliant/plugin/Export.h>

#include <cstdint>
#include <span>
#include <vector>

#include "pairKey.h"

namespace pliant::detail {

/// Leaves out contacts that tell nothing of the shape that a vertex is near: those with an edge or a corner of a face,
/// where another face on that edge or corner comes nearer to the vertex, or as near at the same place, or is met on the
/// way. Only the nearest points of the surface as a whole push straight away from it. The others push sideways as well,
/// so that a vertex that is a little too near could not slide across an edge of a flat surface. The same of a link that
/// is near the end of an edge: of all edges with that end the nearest counts, or one.
class PLIANT_PLUGIN_EXPORT CoveredContacts {
 public:
  /// `contacts` in the narrow test's order: those of a vertex side by side. Hits of the sweep stay.
  void drop(std::vector<SurfaceContact>& contacts);

 private:
  struct Place {
    PairKey vertices;  // one of each edge
    Index contact;
    Index next;  // place in the same bucket
  };

  void dropEnds(std::span<const SurfaceContact> contacts);

  std::vector<std::uint8_t> m_bearing;
  std::vector<Place> m_places;   // of contacts of edges
  std::vector<Index> m_buckets;  // the last place, by hash of the vertices
  std::vector<char> m_dropped;
};

}  // namespace pliant::detail
