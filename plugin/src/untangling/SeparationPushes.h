#pragma once

#include <pliant/detectors/response/PenetrationDepth.h>
#include <pliant/detectors/response/SurfaceTangles.h>

#include <span>
#include <vector>

#include "core/SetMembers.h"
#include "core/StepConstraints.h"
#include "core/pairKey.h"

namespace pliant::detail {

/// Makes the separation constraints of intersecting bodies.
/// - If the separation directions of a pair's vertices agree, both bodies are translated as wholes along one direction.
///   Nothing bends, so no energy is stored. This works at any depth, also for a body wholly inside another.
/// - If they do not agree, as for a body between two fingers of another, each vertex moves in its own direction.
/// - Edges that pierce a volume are pushed out at their middle.
/// - Surfaces that need not be closed are handled in the same way along the directions of their contours. If these do
///   not agree, and within one body, the part that has passed through each contour goes back as it is.
/// - A held part of a surface does not move: its links would be torn.
class SeparationPushes {
 public:
  /// Clears the pairs of the last step, but keeps the remaining distance of bodies that separate as wholes.
  void begin();

  /// Intersections at t0. All lists are sorted; keys are those of ids.
  struct Intersections {
    std::span<const VertexTetrahedron> inTetrahedra;  ///< the tetrahedra that hold vertices of `penetrations`
    std::span<const InsideVertex> inside;
    std::span<const Penetration> penetrations;
    std::span<const PiercingEdge> piercing;
    std::span<const FacePair> crossing;  ///< of intersecting bodies
    /// Pairs of which one body belongs inside the other. Their penetrations are those of the vertices outside.
    std::span<const PairKey> turned;
    std::span<const PairKey> embedded;  ///< pairs that are not separated
    /// Contours of surfaces that pass through each other or through themselves. For two bodies they replace the
    /// penetrations.
    const SurfaceTangleList& sheets;
  };
  /// Appends the constraints of a step to `separations`. The last result of `depth` must be `found.penetrations`.
  void make(const BodySet& set, const SetMembers& members, PenetrationDepth& depth, const Intersections& found,
            SeparationConstraints& separations);

  /// Direction and depth of two bodies that separate as wholes.
  struct Way {
    PairKey key;  // key of their ids
    Vector3 way;  // unit; direction of the body with the smaller id relative to the other
    Real depth;   // distance along `way` until they only touch [length]
  };
  /// Separates these pairs as wholes. `ways` must be sorted; they replace earlier separations of the same pairs. Call
  /// after `make`, if `make` is called.
  void separate(const BodySet& set, std::span<const Way> ways, SeparationConstraints& separations);

  /// Continues the separation of bodies that moved as wholes and no longer intersect, until they have their contact
  /// distance. Contacts would restore it vertex by vertex and bend the bodies. Call after `make` and `separate`, if
  /// these are called. `mayGo(bodyA, bodyB)`: returns true if both bodies start where the last step ended and are still
  /// near each other.
  template <typename MayGo>
  void goOn(const BodySet& set, MayGo&& mayGo, SeparationConstraints& separations) {
    std::erase_if(m_separations, [&](const Separation& p) {
      return !p.begun && (p.left <= 0 || !mayGo(smallerOf(p.key), largerOf(p.key)));
    });
    for (Separation& separation : m_separations)
      if (!separation.begun) push(set, separation, 0, separations);
  }

  /// Returns true if the two bodies separate as wholes in this step.
  bool together(Index bodyA, Index bodyB) const;
  bool anyTogether() const { return !m_separations.empty(); }
  /// Returns true if the two bodies separate as wholes and do not yet have their contact distance.
  bool isSeparating(Index bodyA, Index bodyB) const;

 private:
  /// Sum of all penetrations of two bodies; A is the body with the smaller id.
  struct Pair {
    PairKey key;
    Vector3 way;  // Σ depth · direction, of A relative to B
    Real weight;  // Σ depth
    Real deepest;
    Vector3 wayOfA;  // Σ depth · direction of A's vertices alone
    Real weightOfA;
    Real depth = 0;  // depth along `way` if they separate as wholes [length]
    bool together = false;
    bool sheets = false;    // true if the sum is over contours
    std::size_t order = 0;  // index before sorting
  };
  struct Separation {
    PairKey key;
    Vector3 way;  // unit; direction of the body with the smaller id relative to the other
    Real left;    // remaining distance [length]
    bool begun;   // true if pushed in this step
  };
  const Pair* find(Index bodyA, Index bodyB) const;
  const Separation* findSeparation(Index bodyA, Index bodyB) const;
  void sum(std::span<const Penetration> penetrations);
  void sum(std::span<const PiercingEdge> piercing);
  void sum(const BodySet& set, const Intersections& found);
  void gather();
  void measure(const Intersections& found);
  bool ofSheets(Index bodyA, Index bodyB) const;
  void choose(PenetrationDepth& depth, const Intersections& found);
  void pushVertices(const BodySet& set, PenetrationDepth& depth, const Intersections& found,
                    SeparationConstraints& separations) const;
  void pushEdges(const BodySet& set, std::span<const PiercingEdge> piercing, SeparationConstraints& separations) const;
  void pushBodies(const BodySet& set, std::span<const PairKey> embedded, SeparationConstraints& separations);
  void pushParts(const BodySet& set, const SetMembers& members, const Intersections& found,
                 SeparationConstraints& separations) const;
  static void push(const BodySet& set, Separation& separation, Real depth, SeparationConstraints& separations);

  std::vector<Pair> m_pairs;
  std::vector<Separation> m_separations, m_new, m_merged;  // sorted
  std::vector<Way> m_ways;                                 // pairs that separate as wholes
};

}  // namespace pliant::detail
