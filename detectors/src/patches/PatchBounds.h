#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Workers.h>

#include <array>
#include <vector>

#include "patches/PatchKernels.h"
#include "patches/PatchLayout.h"

namespace pliant::detail {

/// Boxes of elements, patches and groups of patches at both ends of a step.
class PatchBounds {
 public:
  /// Patches of a group.
  static constexpr std::size_t kGroup = 16;

  /// Computes the boxes of a query: those of faces and edges only if it asks for them.
  void update(const BodySet& bodies, const PatchLayout& layout, const CandidateQuery& query, Workers& workers);

  EndBoxes vertices() const;
  EndBoxes faces() const { return boxesOf(m_faces); }
  EndBoxes edges() const { return boxesOf(m_edges); }
  PatchBoxes patches() const { return patchesOf(m_patches); }
  PatchBoxes groups() const { return patchesOf(m_groups); }
  std::size_t groupCount() const { return m_groupCount; }
  /// Returns an upper bound of the coordinates [length].
  float largest() const { return m_largest; }
  std::size_t memory() const;

 private:
  using Arrays = std::array<std::vector<float>, kBothEnds>;
  struct PatchArrays {
    Arrays bound;
    std::array<std::vector<float>, 3> least, most;
    std::vector<float> margin;
  };
  struct Bounds;

  static EndBoxes boxesOf(const Arrays& arrays);
  static PatchBoxes patchesOf(const PatchArrays& arrays);
  static void store(PatchArrays& arrays, std::size_t i, const Bounds& bounds);
  Bounds boundPatch(const BodySet& bodies, const PatchLayout& layout, const PatchLayout::Patch& patch,
                    const CandidateQuery& query);
  template <std::size_t kCorners>
  void boundElements(const std::array<std::vector<Index>, kCorners>& corners, PatchLayout::Range range,
                     Arrays& into) const;

  std::array<std::vector<float>, 6> m_vertices;  ///< at t0, at t1
  Arrays m_faces, m_edges;
  PatchArrays m_patches, m_groups;
  std::size_t m_groupCount = 0;
  float m_largest = 0;
};

}  // namespace pliant::detail
