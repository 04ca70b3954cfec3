#pragma once

#include <cstdint>

namespace pliant {

/// Counts of the work of one query.
/// A detector leaves counters at 0 that do not apply to its method.
struct Counters {
  std::uint64_t candidates = 0;      ///< number of pairs that reached the narrow test
  std::uint64_t cellsVisited = 0;    ///< number of hash cells looked up
  std::uint64_t nodesVisited = 0;    ///< number of tree nodes or pairs of nodes
  std::uint64_t hashCollisions = 0;  ///< entries of another cell in a visited bucket
  std::uint64_t procedureCalls = 0;  ///< patches and pairs of patches visited by the regularity tree
  std::uint64_t patchesSkipped = 0;  ///< patches skipped as regular (Volino 1994, optimisation I)
  std::uint64_t pairsSkipped = 0;    ///< pairs of adjacent patches skipped as regular (optimisation II)
  std::uint64_t elementTests = 0;    ///< pairs of single faces that a traversal reached
  std::uint64_t boxTests = 0;
  std::uint64_t narrowTests = 0;
  std::uint64_t exactFallbacks = 0;  ///< decisions that the floating-point filter could not make
  std::uint64_t bodiesSkipped = 0;   ///< bodies skipped because their positions are not finite
  std::uint64_t ldiImages = 0;       ///< number of rendered images
  std::uint64_t ldiImagesKept = 0;   ///< images reused from an earlier query: body and view unchanged
  std::uint64_t ldiEntries = 0;      ///< number of entries of all images
  std::uint64_t ldiLayers = 0;       ///< largest depth complexity
  std::uint64_t ldiResolution = 0;   ///< largest image width or height [pixels]
  std::uint64_t ldiBytes = 0;        ///< memory of all images [bytes]

  /// Adds the counters; ldiLayers and ldiResolution become the maximum.
  Counters& operator+=(const Counters& other);
};

inline Counters& Counters::operator+=(const Counters& other) {
  candidates += other.candidates;
  cellsVisited += other.cellsVisited;
  nodesVisited += other.nodesVisited;
  hashCollisions += other.hashCollisions;
  procedureCalls += other.procedureCalls;
  patchesSkipped += other.patchesSkipped;
  pairsSkipped += other.pairsSkipped;
  elementTests += other.elementTests;
  boxTests += other.boxTests;
  narrowTests += other.narrowTests;
  exactFallbacks += other.exactFallbacks;
  bodiesSkipped += other.bodiesSkipped;
  ldiImages += other.ldiImages;
  ldiImagesKept += other.ldiImagesKept;
  ldiEntries += other.ldiEntries;
  ldiLayers = ldiLayers > other.ldiLayers ? ldiLayers : other.ldiLayers;
  ldiResolution = ldiResolution > other.ldiResolution ? ldiResolution : other.ldiResolution;
  ldiBytes += other.ldiBytes;
  return *this;
}

}  // namespace pliant
