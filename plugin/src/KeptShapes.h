#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/vectors.h"

namespace pliant::detail {

/// Finds bodies that keep their shape over a motion, up to an affine map. Few of their elements can meet each other, so
/// a detector need not test these bodies against themselves.
///
/// Let A be the affine map that fits best from the positions at rest, σ the least length of A's image of a unit vector,
/// e the largest error of an element's corners. Points of two elements a and b that are D apart at rest are at least
/// σ D − e(a) − e(b) apart. A is linear in time over a step, so this holds on the way, too, with the σ of all maps
/// between both ends.
class KeptShapes {
 public:
  /// Asks for pairs of these kinds that meet, or come within the margins times a scale.
  struct Query {
    bool vertexFace = false, edgeEdge = false;
    Real scale = 0, edgeScale = 0;
    /// One per body, or none: 1 if it stands still, so nothing meets within it.
    std::span<const std::uint8_t> still{};
  };

  /// Call once per step. Learns the positions at rest once the set has not changed for some steps.
  void beginStep(const BodySet& set);
  /// Finds the bodies that keep their shape over the set's current motion.
  void find(const BodySet& set, const Query& query);
  /// Returns 1 for each body that find() has found, by body index.
  std::span<const std::uint8_t> kept() const { return m_kept; }
  /// Adds the candidates of the bodies that find() has found, of each with itself. The lists stay sorted.
  void addTo(Candidates& out);

 private:
  /// Pairs of elements that are near at rest. The elements are those of the body.
  struct Near {
    Index other;    ///< [set]
    Real distance;  ///< at most that at rest [length]
  };
  struct NearPairs {
    bool known = false;
    std::vector<Index> first;  ///< one per element: begin of its part of the list; and the end
    std::vector<Near> list;    ///< nearest first, each pair once
    Real least = 0;            ///< smallest distance of the list
  };
  /// Affine map from the coordinates at rest to one end of a motion.
  struct Fit {
    std::vector<PackedPosition> at;  ///< positions that it fits
    std::vector<Real> squares;       ///< of the errors, one per vertex [length²]
    Real rounding = 0, error = 0;    ///< bound of the rounding of errors; largest error, rounding included [length]
    Eigen::Matrix3d map;
    double least2 = 0;  ///< square of the least length of the image of a unit vector
  };
  struct Shape {
    std::vector<Lane> rest;         ///< along the principal axes of the vertices, from their centre
    std::array<Real, 3> inverse{};  ///< of the sum of squares along an axis; 0: flat across it
    double radius = 0, longest = 0;
    Real listed = 0;  ///< all pairs that are nearer at rest are listed [length]
    NearPairs ofFaces, ofEdges;
    Fit from, to;
    int failures = 0, pause = 0;  ///< queries in a row in which the body did not keep its shape; queries to leave out
  };
  /// Two elements may meet if they are nearer at rest than perError · (the sum of their errors) + added.
  struct Limit {
    Real perError, added;
  };

  static void learnRest(const BodySet& set, Index body, Shape& shape);
  static void learnPairs(const BodySet& set, Index body, bool ofFaces, Shape& shape);
  static void fit(const Shape& shape, std::span<const PackedPosition> x, Fit& fit);
  /// Learning: it may keep its shape, but its lists are not known yet.
  enum class Answer { Lost, Learning, Kept };
  Answer keeps(const BodySet& set, Index body, const Query& query, Shape& shape);
  bool learn(const BodySet& set, Index body, const Query& query, Shape& shape);
  template <typename Add>
  void findPairs(const NearPairs& pairs, const Limit& limit, Real most, const Add& add) const;

  std::uint64_t m_revision = 0;
  int m_settled = 0;   ///< steps since the set has changed
  Index m_learnt = 0;  ///< faces of the bodies whose lists were learned in this step, for each list
  std::vector<Shape> m_shapes;
  std::vector<std::uint8_t> m_kept;
  std::vector<Real> m_errors, m_elementErrors;  ///< of the body in turn, by vertex and by face or edge
  std::vector<VertexFaceCandidate> m_faces;
  std::vector<EdgeEdgeCandidate> m_edges;
};

}  // namespace pliant::detail
