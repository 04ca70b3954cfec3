#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/quantizedBoxes.h"

namespace pliant::detail::surface {

/// Finds the elements of two bodies that lie in grid cells where the other body has elements, too. The grid covers the
/// intersection of both bodies' boxes. The result contains all elements that may meet, and few others. The cost is a
/// few operations for each vertex and element.
class OverlapCulling {
 public:
  static constexpr unsigned kCells = 32;  ///< cells along each axis
  struct Side {
    BodySet::Range vertices;  ///< the body's vertices in the set
    ElementCorners elements;  ///< elements of this body
  };

  /// `vertexBoxes` is indexed by vertex index in the set, see SurfaceScene; `common`: min, max. The result does not
  /// depend on the number of threads.
  void find(const VertexBoxes& vertexBoxes, const Side& a, const Side& b, const std::array<float, 6>& common,
            Workers& workers);

  /// Indices within each side's elements, ascending.
  std::span<const std::uint32_t> ofA() const { return m_found[0].list(); }
  std::span<const std::uint32_t> ofB() const { return m_found[1].list(); }

  std::size_t memory() const;

 private:
  /// Bit x of word (y, z) stands for one cell.
  using Grid = std::array<std::uint32_t, std::size_t{kCells} * kCells>;

  /// Consecutive elements, processed by one thread at a time. The remaining elements are stored from `begin` on.
  struct Piece {
    std::size_t begin, left;
    Grid marks;
  };
  struct Found {
    std::vector<QuantizedBox> vertices;
    std::vector<std::uint32_t> ids;
    std::vector<QuantizedBox> boxes;
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
