#pragma once

#include <pliant/detectors/response/PenetrationDepth.h>
#include <pliant/detectors/response/SurfaceTangles.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pairKey.h"
#include "solve/ContactSource.h"

namespace pliant::detail {

/// What overlapping bodies are asked to do. Where the ways out of a pair's vertices agree, both bodies go apart as they
/// are, along one direction: that bends nothing, so it stores no energy, and works at any depth, also for a body that
/// is wholly within another. Where they do not agree, as for a body between two fingers of another, each vertex takes
/// its own way. Edges that pierce a volume are pushed out by their middle.
/// Surfaces that need not be closed do the same along their contours' ways; where these do not agree, and within a
/// body, what went through each contour goes back as it is.
/// No part of a surface goes that is held: links would be torn.
class SeparationPushes {
 public:
  /// Forgets the pairs of the last step, not how far bodies that go apart as wholes have to go yet.
  /// `isHeld(vertex)`: something holds the vertex, by flat vertex.
  void begin(std::function<bool(Index)> isHeld);

  /// `rows`: sorted, the tetrahedra that hold vertices of `penetrations`, which PenetrationDepth has just given.
  /// `crossing`: sorted, pairs of faces of bodies that overlap. `turned`: sorted keys of ids, pairs of which one
  /// belongs inside the other; its penetrations are those of the vertices outside. `sheets`: of surfaces that pass
  /// through each other or through themselves; what they say of two bodies goes before what the penetrations say.
  /// `rooted`: sorted keys of ids, pairs of which nothing goes.
  void make(const BodySet& set, PenetrationDepth& depth, std::span<const VertexTetrahedron> rows,
            std::span<const InsideVertex> inside, std::span<const Penetration> penetrations,
            std::span<const PiercingEdge> piercing, std::span<const FacePair> crossing, std::span<const PairKey> turned,
            const SurfaceTangleList& sheets, std::span<const PairKey> rooted, SeparationConstraints& separations);

  /// How two bodies go apart as wholes.
  struct Way {
    PairKey key;  // of their ids
    Vector3 way;  // unit, of the body with the smaller id against the other one
    Real depth;   // along the way, until they touch
  };
  /// Sorted. Takes the place of what was known of these bodies. After make, if that is called.
  void part(const BodySet& set, std::span<const Way> ways, SeparationConstraints& separations);

  /// Bodies that went apart as wholes and overlap no more go on until they have their contact distance: contacts, which
  /// would restore it vertex by vertex, would bend them. After make and part, if they are called. `mayGo(bodyA,
  /// bodyB)`: both are where the last step has left them, and still near.
  template <typename MayGo>
  void goOn(const BodySet& set, MayGo&& mayGo, SeparationConstraints& separations) {
    std::erase_if(m_separations, [&](const Separation& p) {
      return !p.begun && (p.left <= 0 || !mayGo(smallerOf(p.key), largerOf(p.key)));
    });
    for (Separation& separation : m_separations)
      if (!separation.begun) push(set, separation, 0, separations);
  }

  /// Whether two bodies go apart as wholes in this step.
  bool together(Index bodyA, Index bodyB) const;
  bool anyTogether() const { return !m_separations.empty(); }
  /// Whether two bodies that went apart as wholes have not got their contact distance yet.
  bool isParting(Index bodyA, Index bodyB) const;

 private:
  /// All penetrations of two bodies in each other; A is the one with the smaller id.
  struct Pair {
    PairKey key;
    Vector3 way;  // Σ depth · direction, of A against B
    Real weight;  // Σ depth
    Real deepest;
    Vector3 wayOfA;  // the same of A's vertices alone
    Real weightOfA;
    Real depth = 0;  // of those that go together, along the way
    bool together = false;
    bool sheets = false;    // told by contours
    std::size_t order = 0;  // in which they came
  };
  struct Separation {
    PairKey key;
    Vector3 way;  // unit, of the body with the smaller id against the other one
    Real left;    // how far to go
    bool begun;   // in this step
  };
  const Pair* find(Index bodyA, Index bodyB) const;
  const Separation* findSeparation(Index bodyA, Index bodyB) const;
  void sum(std::span<const Penetration> penetrations);
  void sum(std::span<const PiercingEdge> piercing);
  void sum(const BodySet& set, const SurfaceTangleList& sheets, std::span<const PairKey> rooted);
  void gather();
  void measure(std::span<const Penetration> penetrations, std::span<const PiercingEdge> piercing,
               const SurfaceTangleList& sheets);
  bool ofSheets(Index bodyA, Index bodyB) const;
  void choose(PenetrationDepth& depth, std::span<const InsideVertex> inside, std::span<const FacePair> crossing,
              std::span<const PairKey> turned);
  void pushVertices(const BodySet& set, PenetrationDepth& depth, std::span<const VertexTetrahedron> rows,
                    std::span<const Penetration> penetrations, SeparationConstraints& separations) const;
  void pushEdges(const BodySet& set, std::span<const PiercingEdge> piercing, SeparationConstraints& separations) const;
  void pushBodies(const BodySet& set, std::span<const PairKey> rooted, SeparationConstraints& separations);
  void pushParts(const BodySet& set, const SurfaceTangleList& sheets, std::span<const PairKey> rooted,
                 SeparationConstraints& separations) const;
  static void push(const BodySet& set, Separation& separation, Real depth, SeparationConstraints& separations);

  std::function<bool(Index)> m_isHeld;
  std::vector<Pair> m_pairs;
  std::vector<Separation> m_separations, m_new, m_merged;  // sorted
  std::vector<Way> m_ways;                                 // of the pairs that go apart as wholes
};

}  // namespace pliant::detail
