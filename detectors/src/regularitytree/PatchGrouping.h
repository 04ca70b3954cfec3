#pragma once

#include <pliant/detectors/Types.h>

#include <array>
#include <span>
#include <vector>

namespace pliant::detail {

/// The patches of one level and their borders.
struct PatchGraph {
  struct Border {
    Index neighbour;
    double length;
  };
  std::vector<double> area, perimeter;
  std::vector<std::array<double, 3>> centre;
  std::vector<Index> begin;     ///< first border of each patch, and the end
  std::vector<Border> borders;  ///< each border is stored for both patches

  Index size() const { return static_cast<Index>(area.size()); }
};

/// An existing group with `size` patches.
struct GivenGroup {
  Index size;
  double area, perimeter;
};

/// Groups patches so that the shape factor √S/D of each group is as large as possible (Volino 1994, 2.3.1). Returns the
/// group of each patch, given groups first.
/// - A group has `children` patches; some have one fewer or one more.
/// - Patches without free neighbours or groups to join are grouped by position. At most one group has a single patch,
///   so there are at most half as many groups as patches, plus one.
/// - `groupOf`: index in `given` of a patch's group, or kNoIndex; patches beyond its end have none. Given groups may
///   get one more patch. Only the group is read of a patch that has one.
std::vector<Index> groupPatches(const PatchGraph& patches, unsigned children, std::span<const Index> groupOf = {},
                                std::span<const GivenGroup> given = {});

/// Returns the groups as the patches of the next level.
PatchGraph mergePatches(const PatchGraph& patches, const std::vector<Index>& groupOf);

}  // namespace pliant::detail
