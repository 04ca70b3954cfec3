#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/Results.h>

#include <cstddef>

namespace pliant::benchmarks {

// Cost and use of the adjacency lists of a regularity tree (Volino 1994, 2.3.3). All are about a set of one surface,
// whose id is 0, and a tree with leaves of one face. Two patches are neighbours if they have a common vertex. They are
// listed if a vertex in the list of one is a vertex of the other. Optimisation II is tried on listed neighbours alone.

/// The calls of the collision procedure in a query, by what they compare. A call counts for the first kind that fits.
struct CallKinds {
  std::size_t cut = 0;         ///< patches of which a face of one intersects a face of the other
  std::size_t unlisted = 0;    ///< calls below neighbours that have a common direction and are not listed
  std::size_t neighbours = 0;  ///< other neighbours, or a patch with itself
  std::size_t apart = 0;       ///< patches without a common vertex
};

/// `tree`: recorded the patches of its last query. `found`: all intersecting face pairs.
CallKinds kindsOf(const BodySet& set, const RegularityTree& tree, const Results& found);

/// Pairs of neighbours of one level, in levels of 3 to 200 patches.
struct Adjacency {
  std::size_t pairs = 0;
  std::size_t listed = 0;  ///< a vertex in the list of one is a vertex of the other
  std::size_t common = 0;  ///< a vertex is in both lists
  double entries = 0;      ///< mean length of a list
};
Adjacency adjacencyOf(const BodySet& set, const RegularityTree& tree);

}  // namespace pliant::benchmarks
