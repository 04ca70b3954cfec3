#include "SeparationPushes.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace pliant::detail {
namespace {

// Least ratio |Σ area · direction| / Σ area, and |Σ depth · direction| / Σ depth, at which the sum gives a direction:
// on all sides of a finger between two others the terms cancel.
constexpr Real kLeastSlope = Real(0.1);
constexpr Real kPushAgreement = Real(0.5);
// Largest distance that a vertex or an edge is pushed per step, in contact distances.
constexpr Real kVertexPace = Real(0.15);
// Bodies that separate as wholes move per step by this fraction of the contact distance, or of their depth along the
// direction if that is more.
constexpr Real kBodyPace = Real(0.1);
constexpr Real kBodyPaceOfDepth = Real(1) / 16;

SeparationConstraint pushOf(const BodySet& set, Index body, Index volumeBody, const Vector3& direction, Real depth) {
  SeparationConstraint push;
  const Real h = set.contactDistance(body, volumeBody);
  push.normal = direction;
  push.distance = std::min(depth + h, kVertexPace * h);
  return push;
}

template <typename Keyed>
const Keyed* findKey(std::span<const Keyed> sorted, PairKey key) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), key,
                                   [](const Keyed& each, PairKey wanted) { return each.key < wanted; });
  return at != sorted.end() && at->key == key ? &*at : nullptr;
}

/// Writes the three corners of a face, with negative weights, from index `place` on.
void setFace(const BodySet& set, Index body, Index face, const std::array<Real, 3>& barycentric, std::size_t place,
             SeparationConstraint& push) {
  const Triangle& corners = set.faces()[set.faces(set.index(body)).begin + face];
  for (std::size_t k = 0; k < 3; ++k) {
    push.vertices[place + k] = corners[k];
    push.weights[place + k] = -barycentric[k];
  }
}

}  // namespace

const SeparationPushes::Pair* SeparationPushes::find(Index bodyA, Index bodyB) const {
  return findKey<Pair>(m_pairs, pairKey(bodyA, bodyB));
}

const SeparationPushes::Separation* SeparationPushes::findSeparation(Index bodyA, Index bodyB) const {
  return findKey<Separation>(m_separations, pairKey(bodyA, bodyB));
}

void SeparationPushes::sum(std::span<const Penetration> penetrations) {
  m_pairs.clear();
  for (const Penetration& out : penetrations) {
    const bool ofA = out.vertexBody < out.volumeBody;
    const Vector3 way = out.depth * out.direction;
    m_pairs.push_back({pairKey(out.vertexBody, out.volumeBody), ofA ? way : Vector3(-way), out.depth, out.depth,
                       ofA ? way : Vector3::Zero(), ofA ? out.depth : Real(0)});
  }
  gather();
}

/// Adds only pairs of bodies without vertices in each other.
void SeparationPushes::sum(std::span<const PiercingEdge> piercing) {
  const std::size_t known = m_pairs.size();
  for (const PiercingEdge& edge : piercing) {
    const PairKey key = pairKey(edge.edgeBody, edge.volumeBody);
    if (findKey(std::span<const Pair>(m_pairs).first(known), key) != nullptr) continue;
    const Vector3 way = (edge.edgeBody < edge.volumeBody ? edge.depth : -edge.depth) * edge.direction;
    m_pairs.push_back({key, way, edge.depth, edge.depth, Vector3::Zero(), 0});
  }
  if (m_pairs.size() > known) gather();
}

void SeparationPushes::sum(const BodySet& set, const Intersections& found) {
  PairKey last = 0;
  for (const SurfaceTangle& tangle : found.sheets.tangles) {
    if (tangle.bodyA == tangle.bodyB) continue;
    const Real sign = tangle.bodyA < tangle.bodyB ? Real(1) : Real(-1);
    const Real weight = tangle.depth + set.contactDistance(tangle.bodyA, tangle.bodyB);
    const PairKey key = pairKey(tangle.bodyA, tangle.bodyB);
    if (contains(found.embedded, key)) continue;
    if (key != last) std::erase_if(m_pairs, [key](const Pair& pair) { return pair.key == key && !pair.sheets; });
    last = key;
    m_pairs.push_back({key, sign * weight * tangle.way, weight, tangle.depth, Vector3::Zero(), 0, 0, false, true});
  }
  if (!found.sheets.tangles.empty()) gather();
}

/// Sorts the pairs, and merges those of the same two bodies.
void SeparationPushes::gather() {
  joinByKey(m_pairs, [](Pair& into, const Pair& from) {
    into.way += from.way;
    into.weight += from.weight;
    into.deepest = std::max(into.deepest, from.deepest);
    into.wayOfA += from.wayOfA;
    into.weightOfA += from.weightOfA;
  });
}

/// Chooses each pair's direction.
/// - While the surfaces intersect, it is the gradient of the common volume.
/// - A body wholly inside another keeps its last direction, or takes the direction on which all its vertices agree.
/// - Two bodies at the same place are inside each other, and both would move in the same direction. The body with the
///   smaller id decides, so that more than two bodies fan out in the order of their ids.
void SeparationPushes::choose(PenetrationDepth& depth, const Intersections& found) {
  const std::span<const FacePair> crossing = found.crossing;
  for (Pair& pair : m_pairs) {
    if (pair.sheets) {
      const Real agreed = pair.way.norm();
      pair.together = agreed > 0 && agreed >= kPushAgreement * pair.weight;
      if (pair.together) pair.way /= agreed;
      continue;
    }
    const Index bodyA = smallerOf(pair.key), bodyB = largerOf(pair.key);
    const auto before = [](const FacePair& f, const std::pair<Index, Index>& bodies) {
      return std::pair(f.bodyA, f.bodyB) < bodies;
    };
    const auto from = std::lower_bound(crossing.begin(), crossing.end(), std::pair(bodyA, bodyB), before);
    const auto to =
        std::find_if(from, crossing.end(), [&](const FacePair& f) { return f.bodyA != bodyA || f.bodyB != bodyB; });
    OverlapGradient gradient = depth.gradient(bodyA, bodyB, found.inside, {from, to});
    const bool isTurned = contains(found.turned, pair.key);
    if (isTurned) gradient.way = -gradient.way;
    const Real slope = gradient.way.norm(), agreed = pair.way.norm();
    const Real agreedOfA = pair.wayOfA.norm(), agreedOfB = (pair.way - pair.wayOfA).norm();
    if (slope > 0 && slope >= kLeastSlope * gradient.area) {
      pair.way = gradient.way / slope;
      pair.together = true;
    } else if (const Separation* last = findSeparation(bodyA, bodyB); from == to && last != nullptr) {
      // The vertices have other separation directions, so the largest depth counts.
      pair.way = last->way;
      pair.depth = pair.deepest;
      pair.together = true;
    } else if (agreed > 0 && (isTurned || agreed >= kPushAgreement * pair.weight)) {
      pair.way /= agreed;
      pair.together = true;
    } else if (agreedOfA > 0 && agreedOfA >= kPushAgreement * pair.weightOfA &&
               agreedOfB >= kPushAgreement * (pair.weight - pair.weightOfA)) {
      pair.way = pair.wayOfA / agreedOfA;
      pair.together = true;
    }
  }
}

/// Computes the depths along the pairs' directions. A vertex's separation direction may be sideways if bodies lie flush
/// on each other; so the depth is projected onto the pair's direction.
void SeparationPushes::measure(const Intersections& found) {
  const auto add = [this](Index bodyA, Index bodyB, Real depth, const Vector3& direction, bool ofSheets) {
    const auto* const known = find(bodyA, bodyB);
    if (known == nullptr || !known->together || known->sheets != ofSheets) return;
    Pair& pair = m_pairs[static_cast<std::size_t>(known - m_pairs.data())];
    pair.depth = std::max(pair.depth, (bodyA < bodyB ? depth : -depth) * direction.dot(pair.way));
  };
  for (const Penetration& out : found.penetrations)
    add(out.vertexBody, out.volumeBody, out.depth, out.direction, false);
  for (const PiercingEdge& edge : found.piercing)
    add(edge.edgeBody, edge.volumeBody, edge.depth, edge.direction, false);
  for (const SurfaceTangle& tangle : found.sheets.tangles)
    add(tangle.bodyA, tangle.bodyB, tangle.depth, tangle.way, true);
}

bool SeparationPushes::ofSheets(Index bodyA, Index bodyB) const {
  const Pair* pair = find(bodyA, bodyB);
  return pair != nullptr && pair->sheets;
}

void SeparationPushes::begin() {
  m_pairs.clear();
  for (Separation& separation : m_separations) separation.begun = false;
}

bool SeparationPushes::together(Index bodyA, Index bodyB) const {
  const Separation* const separation = findSeparation(bodyA, bodyB);
  return separation != nullptr && separation->begun;
}

bool SeparationPushes::isSeparating(Index bodyA, Index bodyB) const {
  const Separation* const separation = findSeparation(bodyA, bodyB);
  return separation != nullptr && separation->left > 0;
}

void SeparationPushes::make(const BodySet& set, const SetMembers& members, PenetrationDepth& depth,
                            const Intersections& found, SeparationConstraints& separations) {
  sum(found.penetrations);
  sum(found.piercing);
  sum(set, found);
  choose(depth, found);
  measure(found);
  pushBodies(set, found.embedded, separations);
  pushParts(set, members, found, separations);
  pushVertices(set, depth, found, separations);
  pushEdges(set, found.piercing, separations);
}

void SeparationPushes::pushVertices(const BodySet& set, PenetrationDepth& depth, const Intersections& found,
                                    SeparationConstraints& separations) const {
  const std::span<const VertexTetrahedron> rows = found.inTetrahedra;
  auto row = rows.begin();
  for (const Penetration& out : found.penetrations) {
    if (together(out.vertexBody, out.volumeBody) || ofSheets(out.vertexBody, out.volumeBody)) continue;
    SeparationConstraint push = pushOf(set, out.vertexBody, out.volumeBody, out.direction, out.depth);
    push.vertices[0] = set.vertices(set.index(out.vertexBody)).begin + out.vertex;
    push.weights[0] = 1;
    // The other body yields at the tetrahedron that holds the vertex, or without tetrahedra at the face where the
    // vertex leaves.
    if (const BodySet::Range range = set.tetrahedra(set.index(out.volumeBody)); range.size() > 0) {
      const auto place = [](const auto& r) { return std::tuple(r.vertexBody, r.vertex); };
      while (row != rows.end() &&
             (place(*row) < place(out) || (place(*row) == place(out) && row->tetrahedronBody < out.volumeBody)))
        ++row;
      if (row == rows.end() || place(*row) != place(out) || row->tetrahedronBody != out.volumeBody) continue;
      const Tetrahedron& corners = set.tetrahedra()[range.begin + row->tetrahedron];
      for (std::size_t k = 0; k < 4; ++k) {
        push.vertices[k + 1] = corners[k];
        push.weights[k + 1] = -row->barycentric[k];
      }
    } else if (const auto exit = depth.exit(out)) {
      setFace(set, out.volumeBody, exit->face, exit->barycentric, 1, push);
      push.vertices[4] = push.vertices[0];
      push.weights[4] = 0;
    } else {
      continue;
    }
    separations.points.push_back(push);
  }
}

void SeparationPushes::pushEdges(const BodySet& set, std::span<const PiercingEdge> piercing,
                                 SeparationConstraints& separations) const {
  for (const PiercingEdge& edge : piercing) {
    if (!(edge.direction.squaredNorm() > Real(0.5))) continue;
    if (together(edge.edgeBody, edge.volumeBody) || ofSheets(edge.edgeBody, edge.volumeBody)) continue;
    const Index first = set.vertices(set.index(edge.edgeBody)).begin;
    const Real middle = (edge.entry.t + edge.exit.t) / 2;
    for (const PiercingEdge::Crossing* crossing : {&edge.entry, &edge.exit}) {
      SeparationConstraint push = pushOf(set, edge.edgeBody, edge.volumeBody, edge.direction, edge.depth);
      push.vertices[0] = first + edge.vertices[0];
      push.vertices[1] = first + edge.vertices[1];
      push.weights[0] = 1 - middle;
      push.weights[1] = middle;
      setFace(set, edge.volumeBody, crossing->face, crossing->barycentric, 2, push);
      separations.points.push_back(push);
    }
  }
}

void SeparationPushes::pushBodies(const BodySet& set, std::span<const PairKey> embedded,
                                  SeparationConstraints& separations) {
  std::erase_if(m_separations, [&](const Separation& p) {
    return findKey<Pair>(m_pairs, p.key) != nullptr || contains(embedded, p.key);
  });
  m_ways.clear();
  for (const Pair& pair : m_pairs)
    if (pair.together) m_ways.push_back({pair.key, pair.way, pair.depth});
  separate(set, m_ways, separations);
}

void SeparationPushes::separate(const BodySet& set, std::span<const Way> ways, SeparationConstraints& separations) {
  m_new.clear();
  for (const Way& way : ways) {
    const Real distance = set.contactDistance(smallerOf(way.key), largerOf(way.key));
    m_new.push_back({way.key, way.way, way.depth + distance, false});
    push(set, m_new.back(), way.depth, separations);
  }
  m_merged.clear();
  // Equal elements are taken from the first list.
  std::set_union(m_new.begin(), m_new.end(), m_separations.begin(), m_separations.end(), std::back_inserter(m_merged),
                 [](const Separation& a, const Separation& b) { return a.key < b.key; });
  m_separations.swap(m_merged);
}

void SeparationPushes::pushParts(const BodySet& set, const SetMembers& members, const Intersections& found,
                                 SeparationConstraints& separations) const {
  const SurfaceTangleList& sheets = found.sheets;
  const auto anyHeld = [&](Index from, Index to) {
    return std::any_of(sheets.vertices.begin() + from, sheets.vertices.begin() + to,
                       [&](Index vertex) { return members.isHeld(vertex); });
  };
  for (const SurfaceTangle& tangle : sheets.tangles) {
    const PairKey key = pairKey(tangle.bodyA, tangle.bodyB);
    if (together(tangle.bodyA, tangle.bodyB) || contains(found.embedded, key)) continue;
    const Real h = set.contactDistance(tangle.bodyA, tangle.bodyB);
    RigidSeparation push;
    push.normal = tangle.way;
    push.distance = std::min(tangle.depth + h, kVertexPace * h);
    push.heldA = anyHeld(tangle.begin, tangle.middle);
    push.heldB = anyHeld(tangle.middle, tangle.end);
    const auto shift = static_cast<Index>(separations.vertices.size()) - tangle.begin;
    push.begin = tangle.begin + shift;
    push.middle = tangle.middle + shift;
    push.end = tangle.end + shift;
    separations.vertices.insert(separations.vertices.end(), sheets.vertices.begin() + tangle.begin,
                                sheets.vertices.begin() + tangle.end);
    separations.wholes.push_back(push);
  }
}

void SeparationPushes::push(const BodySet& set, Separation& separation, Real depth,
                            SeparationConstraints& separations) {
  const Real h = set.contactDistance(smallerOf(separation.key), largerOf(separation.key));
  const Real distance = std::min(separation.left, std::max(kBodyPace * h, kBodyPaceOfDepth * depth));
  separation.left -= distance;
  separation.begun = true;
  const auto count = [&] { return static_cast<Index>(separations.vertices.size()); };
  const auto append = [&](Index body) {
    const BodySet::Range range = set.vertices(set.index(body));
    for (Index v = range.begin; v < range.end; ++v) separations.vertices.push_back(v);
  };
  RigidSeparation push;
  push.normal = separation.way;
  push.distance = distance;
  push.begin = count();
  append(smallerOf(separation.key));
  push.middle = count();
  append(largerOf(separation.key));
  push.end = count();
  separations.wholes.push_back(push);
}

}  // namespace pliant::detail
