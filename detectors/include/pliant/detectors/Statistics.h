#pragma once

#include <cstdint>

namespace pliant {

/// What one query did. Counters describe effort, never the answer; a detector leaves at 0 what it does not have.
struct Counters {
  std::uint64_t candidates = 0;  ///< pairs that reached the narrow test
  std::uint64_t cellsVisited = 0;
  std::uint64_t nodesVisited = 0;
  std::uint64_t hashCollisions = 0;  ///< entries met in a bucket that belong to another cell
  std::uint64_t procedureCalls = 0;  ///< of a hierarchy's descent: parts by themselves and pairs of parts
  std::uint64_t partsSkipped = 0;    ///< parts that cannot meet themselves (Volino 1994, optimisation I)
  std::uint64_t pairsSkipped = 0;    ///< adjacent parts that cannot meet each other (optimisation II)
  std::uint64_t elementTests = 0;    ///< pairs of single faces that a descent came to
  std::uint64_t boxTests = 0;
  std::uint64_t narrowTests = 0;
  std::uint64_t exactFallbacks = 0;  ///< decisions that the floating-point filter left open
  std::uint64_t bodiesSatOut = 0;
  std::uint64_t ldiImages = 0;      ///< drawn
  std::uint64_t ldiImagesKept = 0;  ///< known from an earlier query: neither body nor view has moved
  std::uint64_t ldiEntries = 0;     ///< of all images
  std::uint64_t ldiLayers = 0;      ///< largest depth complexity
  std::uint64_t ldiResolution = 0;  ///< largest number of pixels along a side of an image
  std::uint64_t ldiBytes = 0;       ///< of all images

  Counters& operator+=(const Counters& other);
};

inline Counters& Counters::operator+=(const Counters& other) {
  candidates += other.candidates;
  cellsVisited += other.cellsVisited;
  nodesVisited += other.nodesVisited;
  hashCollisions += other.hashCollisions;
  procedureCalls += other.procedureCalls;
  partsSkipped += other.partsSkipped;
  pairsSkipped += other.pairsSkipped;
  elementTests += other.elementTests;
  boxTests += other.boxTests;
  narrowTests += other.narrowTests;
  exactFallbacks += other.exactFallbacks;
  bodiesSatOut += other.bodiesSatOut;
  ldiImages += other.ldiImages;
  ldiImagesKept += other.ldiImagesKept;
  ldiEntries += other.ldiEntries;
  ldiLayers = ldiLayers > other.ldiLayers ? ldiLayers : other.ldiLayers;
  ldiResolution = ldiResolution > other.ldiResolution ? ldiResolution : other.ldiResolution;
  ldiBytes += other.ldiBytes;
  return *this;
}

}  // namespace pliant
