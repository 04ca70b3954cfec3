#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/SurfaceDetector.h>

#include <vector>

namespace pliant {

/// Optimized spatial hashing (Teschner, Heidelberger, Müller, Pomeranets, Gross 2003).
///
/// - A hash table stores the cells of an unbounded grid.
/// - The first pass inserts the vertices of all bodies into the cells.
/// - The second pass looks up the cells of each tetrahedron's box.
/// - The same passes find collisions and self-collisions of all bodies.
/// - Faces and edges of surfaces are hashed in the same manner.
///
/// Answers vertexTetrahedron, facePairs and vertexFace.
/// Settings change the time only, never the results.
class PLIANT_DETECTORS_EXPORT SpatialHash final : public SurfaceDetector {
 public:
  /// Hash function of the cell (i, j, k); n: table size.
  enum class Hash : std::uint8_t {
    Xor,       ///< (i·p1 xor j·p2 xor k·p3) mod n, with the paper's primes (4.1)
    Additive,  ///< (i·p1 + j·p2 + k·p3) mod n
    Rotating,  ///< i, j, k combined by bit rotations
  };
  /// Unit that is hashed.
  enum class Layout : std::uint8_t {
    Blocks,       ///< blocks of 2×2×2 cells; the vertices of a block are contiguous in memory
    SingleCells,  ///< single cells, as in the paper
  };
  /// Elements that are inserted into the table.
  enum class Passes : std::uint8_t {
    Two,  ///< vertices; the second pass looks up the cells of tetrahedra (section 3)
    One,  ///< tetrahedra; the cells of vertices are looked up (section 7)
  };
  /// Test of a vertex against a tetrahedron.
  enum class InsideTest : std::uint8_t {
    Simd,         ///< half-space tests of several vertices at a time
    Barycentric,  ///< barycentric coordinates, the paper's choice (4.4)
    HalfSpace,    ///< half-space tests, the paper's alternative (4.4)
  };

  struct Settings {
    Hash hash = Hash::Additive;
    Layout layout = Layout::Blocks;
    Passes passes = Passes::Two;
    InsideTest insideTest = InsideTest::Simd;
    Index tableSize = 0;  ///< number of buckets; 0: from the number of vertices
    Real cellSize = 0;    ///< [length]; 0: mean edge length of all bodies, with Layout::Blocks 1.5 times that
  };

  /// Uses the default Settings.
  SpatialHash();
  /// Throws Error if the cell size is negative or not finite.
  explicit SpatialHash(const Settings& settings);

  const Settings& settings() const;
  /// Throws Error if the cell size is negative or not finite.
  void setSettings(const Settings& settings);

  /// Returns "spatial-hash".
  std::string_view name() const override;

  /// Statistics of the hash table of vertices.
  struct Load {
    Real cellSize = 0;               ///< edge length of a cell [length]
    Index cellsAlong = 1;            ///< cells along one side of a block; 1: single cells
    Index buckets = 0;               ///< number of buckets
    Index blocks = 0;                ///< number of occupied blocks
    Index vertices = 0;              ///< number of vertices of active bodies
    Index sharing = 0;               ///< number of blocks that share their bucket
    Index mostVertices = 0;          ///< largest number of vertices in one bucket
    std::vector<Index> bucketsWith;  ///< number of buckets with n blocks at [n]; ends at the fullest bucket
  };
  /// Returns the statistics for the last BodySet::update() and the current settings.
  /// Vertices of bodies without tetrahedra are included, although queries hash them with their faces.
  /// Builds a separate table at each call.
  Load load(const BodySet& bodies, Workers& workers) const;
};

}  // namespace pliant
