#pragma once

#include <pliant/detectors/Types.h>

#include <array>
#include <span>
#include <vector>

namespace pliant::detail {

/// Parts of a surface on one level, and which lie side by side.
struct PartGraph {
  struct Border {
    Index neighbour;
    double length;
  };
  std::vector<double> area, perimeter;
  std::vector<std::array<double, 3>> centre;
  std::vector<Index> begin;     ///< of each part's borders, and the end
  std::vector<Border> borders;  ///< both ways

  Index size() const { return static_cast<Index>(area.size()); }
};

/// A group that is there already, of so many parts.
struct GivenGroup {
  Index size;
  double area, perimeter;
};

/// Puts the parts into groups of `children`, some of one fewer or more: with each other they are to have as good a
/// shape √S/D as can be had (Volino 1994, 2.3.1). Parts that are left without neighbours go together by place. At most
/// one group has a single part, so there are at most half as many groups and one. `groupOf`: for parts that are in one
/// of the `given` groups which; for others, and those behind its end, none, kNoIndex. Given groups may get a part more;
/// of parts in them nothing else need be known. Returns the group of each part, the given ones first.
std::vector<Index> groupParts(const PartGraph& parts, unsigned children, std::span<const Index> groupOf = {},
                              std::span<const GivenGroup> given = {});

/// The groups as parts of the next level.
PartGraph mergeParts(const PartGraph& parts, const std::vector<Index>& groupOf);

}  // namespace pliant::detail
