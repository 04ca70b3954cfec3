#pragma once

#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/UsedParts.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "regularitytree/PartTest.h"

namespace pliant::detail {

/// Two parts that may meet, or one that may meet itself (slotA = slotB and a = b).
struct PartPair {
  Index slotA, slotB, a, b;
  bool adjacent = true;  ///< false: the parts that they are parts of are not
  bool within() const { return slotA == slotB && a == b; }
};

/// Boxes as (min x, y, z, 0, max x, y, z, 0).
inline bool boxesMeet(const float* a, const float* b) {
  return (a[0] <= b[4]) & (a[1] <= b[5]) & (a[2] <= b[6]) & (b[0] <= a[4]) & (b[1] <= a[5]) & (b[2] <= a[6]);
}

/// The way down two hierarchies, or one and itself (Volino 1994, 2.3.2).
class PartDescent {
 public:
  struct Settings {
    bool skipParts = true;     ///< optimisation I
    bool skipAdjacent = true;  ///< optimisation II
    PartTest::Settings test;
    Index bottom = 1;  ///< faces of a part that is not divided further
  };

  /// One task's memory, and what it found.
  struct Task {
    PartTest test;
    std::vector<PartPair> stack, found;
    Counters counters;
    bool notesUsed = false;
    std::vector<UsedParts> used;  ///< bodies by slot
  };

  /// `parts` by slot; all that is given must outlive the descent.
  PartDescent(const BodySet& bodies, std::span<const std::unique_ptr<SurfaceParts>> parts,
              const DirectionSamples& samples, const Settings& settings)
      : m_bodies(bodies), m_parts(parts), m_samples(samples), m_settings(settings) {}

  bool isBottom(const SurfaceParts& parts, Index node) const {
    const SurfaceHierarchy& tree = parts.tree();
    // Single leaves have boxes only where they are all that is asked for.
    return tree.isLeaf(node) || tree.leaves(node).size() <= m_settings.bottom ||
           (m_settings.bottom > 1 && tree.isLeaf(tree.firstChild(node)));
  }

  /// One call of the paper's procedure: what is left to do goes on the task's stack, pairs of bottoms to its finds.
  void visit(const PartPair& pair, Task& task) const;

 private:
  UsedParts::End visitPart(const PartPair& pair, Task& task) const;
  UsedParts::End visitTwo(const PartPair& pair, Task& task) const;

  const BodySet& m_bodies;
  std::span<const std::unique_ptr<SurfaceParts>> m_parts;
  const DirectionSamples& m_samples;
  const Settings m_settings;
};

}  // namespace pliant::detail
