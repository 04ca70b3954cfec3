#pragma once

#include <pliant/detectors/Detector.h>
#include <pliant/detectors/UsedParts.h>

#include <array>
#include <span>
#include <vector>

namespace pliant {

/// Collisions of surfaces with themselves and each other where they can fold (Volino, Magnenat-Thalmann 1994).
///
/// Each surface has a hierarchy of its faces, built once per topology from the shape at rest; where a few faces come or
/// go (a cut), parts that still have all of theirs stay, and the others are grouped anew. A part of the surface whose
/// faces all look to one side of some direction, and whose contour seen along that direction does not overlap itself,
/// lies above a plane like a map and cannot meet itself: it is not looked at any further, nor are two adjacent parts of
/// which the same holds together. What this leaves goes by boxes. Surfaces may be open or closed, oriented or not, in
/// several parts; one with an edge of more than two faces is refused (Settings::refuse).
///
/// Answers facePairs and vertexFace. With ContourTest::Exact they are exactly all pairs; settings then change time
/// only. Candidates are all that a narrow test takes: of pairs whose boxes meet, those are left out that are known to
/// stay apart.
class PLIANT_DETECTORS_EXPORT RegularityTree final : public Detector {
 public:
  enum class ContourTest : std::uint8_t {
    Exact,  ///< of every part that is skipped
    /// None, as the paper ends up (2.3.5): face pairs within a part whose contour is folded over may be missed. Parts
    /// of an irregular shape are never skipped (leastShape). vertexFace and candidates are not affected. Which pairs
    /// are missed depends on the parts, and so on what was cut before.
    Off,
  };

  /// How a body's parts that are not skipped are compared. The answer is the same.
  enum class Rest : std::uint8_t {
    Pairs,  ///< each pair of them whose boxes meet, by itself
    Hash,   ///< where a part has more than eight such pairs, the elements of all of these together, by spatial hashing
  };

  struct Settings {
    ContourTest contourTest = ContourTest::Exact;
    bool skipParts = true;     ///< optimisation I of the paper: a part by itself
    bool skipAdjacent = true;  ///< optimisation II: two adjacent parts. Both off: the classical hierarchy of boxes
    unsigned directions = 32;  ///< sampled directions, even, 2 to 64; 12: the paper's
    unsigned children = 3;     ///< that a part should have, 2 or 3
    /// ContourTest::Off: √S/D of a part to be skipped, at rest. A disc has 0.28, jagged parts of meshes 0.1 to 0.2, a
    /// strip 22 times as long as wide 0.1. More would look into ever more parts of a sphere, the more faces it has.
    double leastShape = 0.1;
    /// A part of no more faces is not divided: its elements are compared at once. 1: the paper's.
    Index bottomFaces = 32;
    /// Whether update() throws Error where a surface has an edge of more than two faces. Else parts with such an edge
    /// inside or on their contour are never skipped; the answer is exact.
    bool refuse = true;
    Rest rest = Rest::Pairs;
  };

  RegularityTree();
  /// Throws Error where a setting is out of its range.
  explicit RegularityTree(const Settings& settings);
  ~RegularityTree() override;

  /// Throws Error where an edge has more than two faces (directed uses).
  static void check(const Topology& topology);

  const Settings& settings() const;
  /// What was built is kept unless `children` changes. Throws Error where a setting is out of its range.
  void setSettings(const Settings& settings);

  std::string_view name() const override;
  /// Builds the hierarchies of surfaces that are new. Throws Error where one is refused.
  void update(const BodySet& bodies, Workers& workers) override;
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override;
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;

  // The hierarchies as of the last update or query, and what it used of them, so that both can be drawn (the paper's
  // figures 3 and 7 to 10). Bodies by id; of one that is not known there is nothing.
  /// Whether queries note the parts that they come to; off at first.
  void setNotesUsedParts(bool notes);
  /// Of the last query or candidates: each call of the procedure, sorted. The same for any number of threads.
  std::span<const UsedParts> usedParts() const;
  /// From faces (0) up to the whole surface.
  Index levels(Index body) const;
  struct PartRange {
    Index begin = 0, end = 0;
    Index size() const { return end - begin; }
  };
  /// The numbers of the parts on a level, which together are the surface.
  PartRange parts(Index body, Index level) const;
  /// Of a part, in no order.
  std::span<const Index> facesOf(Index body, Index part) const;

  /// The directions that are sampled of the settings' number (2.3.4): in opposite pairs, of length 1 but for rounding.
  std::vector<std::array<double, 3>> directions() const;

  /// Bytes held at present by hierarchies and scratch memory.
  std::size_t memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
