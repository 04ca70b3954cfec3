#pragma once

#include <pliant/detectors/SurfaceContacts.h>
#include <pliant/detectors/Workers.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/pairKey.h"

namespace pliant::detail {

/// Finds covered contacts. A contact of a vertex with an edge or a corner of a face is covered if another face with
/// that edge or corner
/// - is nearer to the vertex, or
/// - is crossed by the vertex's motion (swept contact), or
/// - has the same nearest point (the face with the smallest index stays).
///
/// Only the nearest points of the whole surface push perpendicularly away from it. Covered contacts also push sideways,
/// so that a vertex slightly inside the contact distance could not slide across an edge of a flat surface. Edge-edge
/// contacts at the end of an edge (of links, mostly) are reduced in the same manner: of all edges with that end, only
/// the nearest stays, or one of several at the same distance.
class CoveredContacts {
 public:
  /// Appends the contacts that are not covered to `out`. `contacts`: in the order of the narrow test, so that contacts
  /// of one vertex are adjacent. Swept contacts are never covered.
  void append(std::span<const SurfaceContact> contacts, std::vector<SurfaceContact>& out, Workers& workers);

 private:
  struct Place {
    PairKey vertices;  // one vertex of each edge
    Index contact;
    Index next;  // next place in the same bucket
  };

  void markCovered(std::span<const SurfaceContact> contacts, std::size_t begin, std::size_t end);
  void markEnds(std::span<const SurfaceContact> contacts, std::span<char> dropped);

  std::vector<std::uint8_t> m_bearing;  // one per vertex-face contact
  std::vector<Place> m_places;          // four per edge-edge contact
  std::vector<Index> m_buckets;         // last place per hash of the vertices
  std::vector<char> m_dropped;          // one per contact: 1 if it is covered
};

}  // namespace pliant::detail
