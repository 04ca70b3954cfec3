#pragma once

#include <pliant/detectors/Detector.h>

#include <vector>

namespace pliant {

/// Optimized spatial hashing (Teschner, Heidelberger, Müller, Pomeranets, Gross 2003).
///
/// Vertices of all bodies go into the cells of an unbounded grid that is held by a hash table; tetrahedra then look up
/// the cells of their boxes. Collisions and self-collisions of all bodies come out of the same passes. Faces and edges
/// are hashed likewise for bodies that are surfaces. Table and cell size, layout and hash function change time only,
/// never the answer.
class PLIANT_DETECTORS_EXPORT SpatialHash final : public Detector {
 public:
  enum class Hash : std::uint8_t {
    Xor,       ///< (i·p1 xor j·p2 xor k·p3) mod n, with the paper's primes (4.1)
    Additive,  ///< (i·p1 + j·p2 + k·p3) mod n
    Rotating,  ///< i, j, k folded in by rotations
  };
  enum class Layout : std::uint8_t {
    Blocks,       ///< hash of blocks of 2×2×2 cells; the vertices of a block lie side by side in memory
    SingleCells,  ///< the paper's: hash of single cells
  };
  enum class Passes : std::uint8_t {
    Two,  ///< vertices are hashed, then tetrahedra look them up (section 3)
    One,  ///< tetrahedra are hashed, and vertices look them up (section 7)
  };
  enum class InsideTest : std::uint8_t {
    Simd,         ///< half-spaces of several vertices at a time
    Barycentric,  ///< the paper's choice (4.4)
    HalfSpace,    ///< what the paper compares it with
  };

  struct Settings {
    Hash hash = Hash::Xor;
    Layout layout = Layout::Blocks;
    Passes passes = Passes::Two;
    InsideTest insideTest = InsideTest::Simd;
    Index tableSize = 0;  ///< buckets; 0: chosen from the number of vertices
    Real cellSize = 0;    ///< world units; 0: the mean edge length of all bodies, in blocks 1.5 times that
  };

  SpatialHash();
  explicit SpatialHash(const Settings& settings);
  ~SpatialHash() override;

  const Settings& settings() const;
  void setSettings(const Settings& settings);

  std::string_view name() const override;
  void update(const BodySet& bodies, Workers& workers) override;
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override;
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;
  bool candidatesNeedUpdate() const override { return false; }

  /// How the vertices of a set lie in the table of the first pass.
  struct Load {
    Real cellSize = 0;       ///< of a cell of the grid, world units
    Index cellsAlong = 1;    ///< of a block, of which the table holds those that are occupied; 1: it holds single cells
    Index buckets = 0;       ///< of the table
    Index blocks = 0;        ///< occupied
    Index vertices = 0;      ///< of active bodies
    Index sharing = 0;       ///< blocks in a bucket with others
    Index mostVertices = 0;  ///< in one bucket
    std::vector<Index> bucketsWith;  ///< [n]: buckets that hold n blocks; the last is that of the fullest
  };
  /// Of the set's last update, with the present settings; bodies without tetrahedra count as well, whose vertices are
  /// else hashed with their faces. It makes a table of its own: nothing is counted, or kept, as long as it isn't asked.
  Load load(const BodySet& bodies, Workers& workers) const;

  /// Bytes held at present by tables and scratch memory.
  std::size_t memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
