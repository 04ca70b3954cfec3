#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>

namespace pliant {

/// One call of the regularity tree's procedure (Volino 1994, 2.3.2): for a part of a surface by itself, which is named
/// twice, or for two parts. Parts are numbered by the tree (RegularityTree::parts).
struct UsedParts {
  enum class End : std::uint8_t {
    Divided,  ///< looked into
    Apart,    ///< two whose boxes don't meet
    Skipped,  ///< cannot meet itself (optimisation I), or, two of them, each other (II)
    Tested,   ///< not divided any further: elements are compared with each other
  };
  Index bodyA, partA, bodyB, partB;  ///< bodies by id
  End end;

  bool single() const { return bodyA == bodyB && partA == partB; }
  friend auto operator<=>(const UsedParts&, const UsedParts&) = default;
};

}  // namespace pliant
