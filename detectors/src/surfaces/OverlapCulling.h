#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Workers.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/quantizedBoxes.h"

namespace pliant::detail::surface {

/// Which elements of two bodies are in the buckets of a grid, over what the boxes of both have in common, where the
/// other body has some as well: all that may meet, and few others. Costs a few steps for each vertex and each element.
class PLIANT_DETECTORS_EXPORT OverlapCulling {
 public:
  static constexpr unsigned kCells = 32;  ///< along each axis
  struct Side {
    BodySet::Range vertices;  ///< of the body, flat
    ElementCorners elements;  ///< of that body
  };

  /// `vertexBoxes`: by flat index, see SurfaceScene; `common`: min, max. The same for any number of threads.
  void find(const VertexBoxes& vertexBoxes, const Side& a, const Side& b, const std::array<float, 6>& common,
            Workers& workers);

  /// Ascending, each side's own indices.
  std::span<const std::uint32_t> ofA() const { return m_found[0].list(); }
  std::span<const std::uint32_t> ofB() const { return m_found[1].list(); }

  std::size_t memory() const;

 private:
  /// A bit for each cell, x within a word.
  using Grid = std::array<std::uint32_t, std::size_t{kCells} * kCells>;

  /// Elements side by side, which one thread at a time goes through. Those that are left lie at its begin.
  struct Piece {
    std::size_t begin, left;
    Grid marks;
  };
  struct Found {
    std::vector<StepBox> vertices;
    std::vector<std::uint32_t> ids;
    std::vector<StepBox> boxes;
    std::vector<Piece> pieces;
    std::size_t count = 0;
    std::span<const std::uint32_t> list() const { return {ids.data(), count}; }
  };

  static void begin(const Side& side, Found& found);
  static void mark(const Found& found, Piece& piece);
  static void keepMarked(const Grid& marks, Found& found, Piece& piece);
  static void close(Found& found);
  const Grid& marksOf(const Found& found);

  Found m_found[2];
  Grid m_marks;
};

}  // namespace pliant::detail::surface
