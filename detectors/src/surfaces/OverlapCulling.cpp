#include "surfaces/OverlapCulling.h"

#include <algorithm>
#include <numeric>

#include "core/memoryOf.h"

namespace pliant::detail::surface {
namespace {

constexpr unsigned kCells = OverlapCulling::kCells, kStepsOfCell = 256 / kCells;
constexpr std::size_t kCulledPerPiece = 4096;  // vertices or elements

std::size_t piecesOf(std::size_t count) {
  return (count + kCulledPerPiece - 1) / kCulledPerPiece;
}

// Below this number of elements the work is done before a helper thread starts.
constexpr std::size_t kWorthHelp = 8192;

/// First and last cell of a box along each axis.
struct CellRange {
  unsigned low[3], high[3];

  explicit CellRange(QuantizedBox box) {
    for (int k = 0; k < 3; ++k) {
      low[k] = static_cast<unsigned>(box >> (8 * k)) % 256 / kStepsOfCell;
      high[k] = (255 - static_cast<unsigned>(box >> (32 + 8 * k)) % 256) / kStepsOfCell;
    }
  }
  /// Returns one bit for each cell along x.
  std::uint32_t bits() const { return (2u << high[0]) - (1u << low[0]); }

  /// Calls visit(row) for each row of cells along x, for some rows more than once: there are usually at most four rows,
  /// and these are visited without a branch on their number.
  template <typename Visit>
  void forEachRow(const Visit& visit) const {
    if (high[1] - low[1] <= 1 && high[2] - low[2] <= 1) {
      visit(row(low[1], low[2]));
      visit(row(high[1], low[2]));
      visit(row(low[1], high[2]));
      visit(row(high[1], high[2]));
      return;
    }
    for (unsigned z = low[2]; z <= high[2]; ++z)
      for (unsigned y = low[1]; y <= high[1]; ++y) visit(row(y, z));
  }
  static std::size_t row(unsigned y, unsigned z) { return std::size_t{kCells} * z + y; }
};

}  // namespace

void OverlapCulling::begin(const Side& side, Found& found) {
  if (found.vertices.size() < side.vertices.size()) found.vertices.resize(side.vertices.size());
  if (found.ids.size() < side.elements.count) {
    found.ids.resize(side.elements.count);
    found.boxes.resize(side.elements.count);
  }
  found.pieces.resize(piecesOf(side.elements.count));
}

void OverlapCulling::mark(const Found& found, Piece& piece) {
  if (piece.left == 0) return;
  piece.marks.fill(0);
  for (std::size_t i = piece.begin; i < piece.begin + piece.left; ++i) {
    const CellRange cells(found.boxes[i]);
    const std::uint32_t bits = cells.bits();
    cells.forEachRow([&](std::size_t row) { piece.marks[row] |= bits; });
  }
}

/// Returns the cells that any piece has marked.
const OverlapCulling::Grid& OverlapCulling::marksOf(const Found& found) {
  if (found.pieces.size() == 1 && found.pieces[0].left > 0) return found.pieces[0].marks;
  m_marks.fill(0);
  for (const Piece& piece : found.pieces) {
    if (piece.left == 0) continue;
    for (std::size_t row = 0; row < m_marks.size(); ++row) m_marks[row] |= piece.marks[row];
  }
  return m_marks;
}

void OverlapCulling::keepMarked(const Grid& marks, Found& found, Piece& piece) {
  std::size_t kept = piece.begin;
  for (std::size_t i = piece.begin; i < piece.begin + piece.left; ++i) {
    const CellRange cells(found.boxes[i]);
    std::uint32_t met = 0;
    cells.forEachRow([&](std::size_t row) { met |= marks[row]; });
    found.ids[kept] = found.ids[i];
    found.boxes[kept] = found.boxes[i];
    kept += (met & cells.bits()) != 0;
  }
  piece.left = kept - piece.begin;
}

/// Moves the remaining elements of all pieces to the front.
void OverlapCulling::close(Found& found) {
  found.count = 0;
  for (const Piece& piece : found.pieces) {
    const auto from = found.ids.begin() + static_cast<std::ptrdiff_t>(piece.begin);
    if (piece.begin != found.count)
      std::copy(from, from + static_cast<std::ptrdiff_t>(piece.left),
                found.ids.begin() + static_cast<std::ptrdiff_t>(found.count));
    found.count += piece.left;
  }
}

void OverlapCulling::find(const VertexBoxes& vertexBoxes, const Side& a, const Side& b,
                          const std::array<float, 6>& common, Workers& workers) {
  const Side* const sides[2] = {&a, &b};
  for (std::size_t s = 0; s < 2; ++s) begin(*sides[s], m_found[s]);
  QuantizedRegion region;
  if (!region.fit(common.data())) {
    for (std::size_t s = 0; s < 2; ++s) {
      m_found[s].count = sides[s]->elements.count;
      std::iota(m_found[s].ids.begin(), m_found[s].ids.end(), 0u);
    }
    return;
  }
  Workers alone;
  Workers& team = a.elements.count + b.elements.count < kWorthHelp ? alone : workers;
  const auto forPieces = [&](std::size_t ofA, std::size_t ofB, const auto& task) {
    team.forChunks(ofA + ofB, 1, [&](std::size_t chunk, std::size_t, std::size_t) {
      const std::size_t s = chunk < ofA ? 0 : 1;
      task(s, chunk - s * ofA);
    });
  };
  forPieces(piecesOf(a.vertices.size()), piecesOf(b.vertices.size()), [&](std::size_t s, std::size_t p) {
    const BodySet::Range& vertices = sides[s]->vertices;
    const std::size_t first = p * kCulledPerPiece,
                      count = std::min<std::size_t>(kCulledPerPiece, vertices.size() - first);
    quantizeBoxes(vertexBoxes, vertices.begin + first, count, region, m_found[s].vertices.data() + first);
  });
  std::vector<Piece>&ofA = m_found[0].pieces, &ofB = m_found[1].pieces;
  forPieces(ofA.size(), ofB.size(), [&](std::size_t s, std::size_t p) {
    Found& found = m_found[s];
    Piece& piece = found.pieces[p];
    piece.begin = p * kCulledPerPiece;
    piece.left =
        cullToRegion(sides[s]->elements, piece.begin, std::min(piece.begin + kCulledPerPiece, sides[s]->elements.count),
                     sides[s]->vertices.begin, found.vertices.data(), found.ids.data() + piece.begin,
                     found.boxes.data() + piece.begin);
    if (s == 0) mark(found, piece);
  });
  const Grid* marks = &marksOf(m_found[0]);
  forPieces(0, ofB.size(), [&](std::size_t, std::size_t p) {
    keepMarked(*marks, m_found[1], ofB[p]);
    mark(m_found[1], ofB[p]);
  });
  marks = &marksOf(m_found[1]);
  forPieces(ofA.size(), 0, [&](std::size_t, std::size_t p) { keepMarked(*marks, m_found[0], ofA[p]); });
  for (Found& found : m_found) close(found);
}

std::size_t OverlapCulling::memory() const {
  std::size_t bytes = 0;
  for (const Found& found : m_found) bytes += memoryOf(found.ids, found.pieces, found.vertices, found.boxes);
  return bytes;
}

}  // namespace pliant::detail::surface
