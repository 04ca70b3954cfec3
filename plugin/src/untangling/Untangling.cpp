#include "Untangling.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <tuple>

#include "core/vectors.h"

namespace pliant::detail {
namespace {

bool boxesMeetAtStart(const BodySet& set, Index a, Index b) {
  const auto boxOf = [&](Index index) {
    const auto [begin, end] = set.vertices(index);
    Eigen::AlignedBox<Real, 3> box;
    for (Index v = begin; v < end; ++v) box.extend(toVector(set.positions_t0()[v]));
    return box;
  };
  return boxOf(a).intersects(boxOf(b));
}

void ask(Detector& detector, const BodySet& set, const Query& query, Results& results, Workers& workers,
         Counters& counters) {
  if (query.vertexTetrahedron || detector.candidatesNeedUpdate()) detector.update(set, workers);
  detector.query(set, query, results, workers);
  counters += results.counters;
}

/// Returns true for a closed surface without tetrahedra, whose inside is defined by its faces alone.
bool isShell(const BodySet& set, Index index) {
  return set.tetrahedra(index).size() == 0 && set.topology(set.id(index)).closed;
}
bool isVolume(const BodySet& set, Index index) {
  return set.tetrahedra(index).size() > 0 || isShell(set, index);
}

// Marks of vertices whose candidates are removed. kNearMark: if both elements are near a contour. kPassed: whatever the
// other element is.
constexpr std::uint8_t kNearMark = 1, kPassed = 2;

template <typename Row>
bool isFollower(const BodySet& set, const SetMembers& members, const Row& row) {
  return members.isFollower(set.vertices(set.index(row.vertexBody)).begin + row.vertex);
}

/// Returns the key of the body indices of two bodies.
PairKey indexKey(const BodySet& set, Index bodyA, Index bodyB) {
  return pairKey(set.index(bodyA), set.index(bodyB));
}

}  // namespace

void Untangling::begin() {
  m_tangled.clear();
  m_inParts.clear();
  m_inside.clear();
  m_pairIds.clear();
  m_hollowBodies.begin();
  m_pushes.begin();
}

bool Untangling::select(BodySet& set, const SetMembers& members, std::span<const PairKey> pairs,
                        std::span<const std::uint8_t> self) {
  m_crowds.begin(set);
  m_volumePairs.clear();
  m_surfacePairs.clear();
  m_newPairs.clear();
  const auto unknown = [&](PairKey key) {
    const SetMember &a = members[smallerOf(key)], &b = members[largerOf(key)];
    const PairKey ids = members.idsOf(key);
    m_pairIds.push_back(ids);
    if (!set.active(smallerOf(key)) || !set.active(largerOf(key))) return false;
    const bool isNew = a.isFresh || b.isFresh || !contains(m_lastPairIds, ids);
    if (isNew) m_newPairs.push_back(ids);
    return isNew || a.isNewCut || b.isNewCut || contains(m_tangledIds, ids);
  };
  for (const PairKey key : pairs) {
    const Index a = smallerOf(key), b = largerOf(key);
    const bool embedded = m_embeddedVertices.isKnown(members[a].id, members[b].id);
    if (!unknown(key) && !embedded) continue;
    if (!embedded && !boxesMeetAtStart(set, a, b)) {
      if (isShell(set, a) || isShell(set, b)) m_hollowBodies.apart(members.idsOf(key));
      continue;
    }
    const bool volumeA = isVolume(set, a), volumeB = isVolume(set, b);
    if (volumeA || volumeB) m_volumePairs.push_back(key);
    if (!(volumeA && volumeB) && set.faces(a).size() > 0 && set.faces(b).size() > 0) m_surfacePairs.push_back(key);
    if ((volumeA || volumeB) && !members.isRigid(a) && !members.isRigid(b)) m_crowds.count(a, b);
  }
  for (Index index = 0; index < set.bodyCount(); ++index) {
    if (self[index] == 0 || set.faces(index).size() == 0) continue;
    const PairKey key = pairKey(index, index);
    if (unknown(key)) m_surfacePairs.push_back(key);
  }
  std::sort(m_surfacePairs.begin(), m_surfacePairs.end());
  std::sort(m_pairIds.begin(), m_pairIds.end());
  std::sort(m_newPairs.begin(), m_newPairs.end());
  return !m_volumePairs.empty() || !m_surfacePairs.empty();
}

void Untangling::goOn(const BodySet& set, const SetMembers& members, std::span<const PairKey> pairs,
                      SeparationConstraints& separations) {
  m_pushes.goOn(
      set,
      [&](Index bodyA, Index bodyB) {
        if (!set.contains(bodyA) || !set.contains(bodyB)) return false;
        const Index a = set.index(bodyA), b = set.index(bodyB);
        return contains(pairs, pairKey(a, b)) && set.active(a) && set.active(b) && !members[a].isFresh &&
               !members[b].isFresh;
      },
      separations);
}

void Untangling::find(BodySet& set, const SetMembers& members, Detector& detector, Workers& workers,
                      std::span<const PairKey> pairs, SeparationConstraints& separations, Counters& counters) {
  if (m_crowds.any()) findCrowds(set, detector, workers, pairs, counters);
  m_embeddedVertices.begin(set, members);
  findContours(set, detector, workers, counters);
  m_depth.update(set);
  findInside(set, members, workers, counters);
  m_crossing.clear();
  const bool anyInside = !m_inside.empty() || !m_insideShells.empty();
  if (anyInside) findCrossing(set, detector, workers, counters);
  judgeHollowBodies(set, members);
  m_edgePairs.clear();
  for (const PairKey key : m_volumePairs) {
    const Index a = set.id(smallerOf(key)), b = set.id(largerOf(key));
    if (isVolume(set, largerOf(key))) m_edgePairs.push_back({a, b});
    if (isVolume(set, smallerOf(key))) m_edgePairs.push_back({b, a});
  }
  std::sort(m_edgePairs.begin(), m_edgePairs.end());
  m_depth.estimate(m_inside, m_penetrations);
  m_depth.piercingEdges(m_edgePairs, m_inside, m_piercing);
  if (!anyInside && !m_piercing.empty()) findCrossing(set, detector, workers, counters);
  m_embeddedVertices.find(set, members, m_inside);
  std::erase_if(m_penetrations,
                [&](const Penetration& out) { return m_embeddedVertices.join(out.vertexBody, out.volumeBody); });
  std::erase_if(m_piercing,
                [&](const PiercingEdge& edge) { return m_embeddedVertices.join(edge.edgeBody, edge.volumeBody); });
  for (const InsideVertex& inside : m_inside)
    if (!m_embeddedVertices.join(inside.vertexBody, inside.volumeBody)) mark(set, inside.vertexBody, inside.volumeBody);
  for (const PiercingEdge& edge : m_piercing) mark(set, edge.edgeBody, edge.volumeBody);
  for (const PairKey ids : m_hollowBodies.turned()) mark(set, smallerOf(ids), largerOf(ids));
  makeSet(m_tangled);
  m_pushes.make(set, members, m_depth,
                {.inTetrahedra = m_results.vertexTetrahedron,
                 .inside = m_inside,
                 .penetrations = m_penetrations,
                 .piercing = m_piercing,
                 .crossing = m_crossing,
                 .turned = m_hollowBodies.turned(),
                 .embedded = m_embeddedVertices.pairs(),
                 .sheets = m_contourList},
                separations);
  markContours(set);
  m_pushes.separate(set, m_crowds.ways(), separations);
}

/// Leaves the pairs unchanged if there are no crowded bodies.
void Untangling::findCrowds(BodySet& set, Detector& detector, Workers& workers, std::span<const PairKey> pairs,
                            Counters& counters) {
  m_crowds.thin(set, m_volumePairs, m_surfacePairs);
  if (!m_crowds.anyAside()) return;
  m_overlapping.clear();
  const auto add = [&](Index bodyA, Index bodyB) {
    if (bodyA != bodyB) m_overlapping.push_back(indexKey(set, bodyA, bodyB));
  };
  Query query;
  query.self = false;
  query.vertexTetrahedron = !set.tetrahedra().empty();
  if (query.vertexTetrahedron) {
    ask(m_solids, set, query, m_results, workers, counters);
    for (const VertexTetrahedron& hit : m_results.vertexTetrahedron) add(hit.vertexBody, hit.tetrahedronBody);
    query.vertexTetrahedron = false;
  }
  query.facePairs = true;
  ask(detector, set, query, m_results, workers, counters);
  for (const FacePair& pair : m_results.facePairs) add(pair.bodyA, pair.bodyB);
  makeSet(m_overlapping);
  m_crowds.judge(set, m_volumePairs, m_surfacePairs, pairs, [&](PairKey key) {
    return contains(m_overlapping, key) || m_pushes.isSeparating(set.id(smallerOf(key)), set.id(largerOf(key)));
  });
}

void Untangling::findInside(const BodySet& set, const SetMembers& members, Workers& workers, Counters& counters) {
  m_results.clear();
  m_inside.clear();
  m_shellPairs.clear();
  bool tetrahedra = false;
  for (const PairKey key : m_volumePairs) {
    const Index a = smallerOf(key), b = largerOf(key);
    tetrahedra = tetrahedra || set.tetrahedra(a).size() + set.tetrahedra(b).size() > 0;
    if (isShell(set, b)) m_shellPairs.push_back({set.id(a), set.id(b)});
    if (isShell(set, a)) m_shellPairs.push_back({set.id(b), set.id(a)});
  }
  if (tetrahedra) {
    Query query;
    query.vertexTetrahedron = true;
    query.self = false;
    ask(m_solids, set, query, m_results, workers, counters);
    std::erase_if(m_results.vertexTetrahedron, [&](const VertexTetrahedron& row) {
      return row.vertexBody == row.tetrahedronBody || isFollower(set, members, row) ||
             !contains(m_volumePairs, indexKey(set, row.vertexBody, row.tetrahedronBody));
    });
    insideVertices(m_results.vertexTetrahedron, m_inside);
  }
  m_depth.insideSurfaces(m_shellPairs, m_insideShells);
}

void Untangling::findCrossing(const BodySet& set, Detector& detector, Workers& workers, Counters& counters) {
  Query query;
  query.facePairs = true;
  query.self = false;
  ask(detector, set, query, m_pairResults, workers, counters);
  for (const FacePair& pair : m_pairResults.facePairs)
    if (contains(m_volumePairs, indexKey(set, pair.bodyA, pair.bodyB))) m_crossing.push_back(pair);
  const auto place = [](const FacePair& f) { return std::tie(f.bodyA, f.bodyB, f.faceA, f.faceB); };
  std::sort(m_crossing.begin(), m_crossing.end(),
            [&](const FacePair& a, const FacePair& b) { return place(a) < place(b); });
}

/// A body of tetrahedra is solid; a closed surface without tetrahedra is hollow.
void Untangling::judgeHollowBodies(const BodySet& set, const SetMembers& members) {
  const auto byPair = [](const InsideVertex& row) { return std::tie(row.vertexBody, row.volumeBody, row.vertex); };
  std::sort(m_insideShells.begin(), m_insideShells.end(),
            [&](const InsideVertex& a, const InsideVertex& b) { return byPair(a) < byPair(b); });
  const auto pairOf = [](const InsideVertex& row) { return VertexVolumePair{row.vertexBody, row.volumeBody}; };
  for (const VertexVolumePair& pair : m_shellPairs) {
    // std::ranges::equal_range does not compile with clang 14.
    m_rows.assign(std::ranges::lower_bound(m_insideShells, pair, {}, pairOf),
                  std::ranges::upper_bound(m_insideShells, pair, {}, pairOf));
    const Index body = set.index(pair.vertexBody), room = set.index(pair.volumeBody);
    HollowBodies::Visit visit{body, room, members[body].id, members[room].id};
    const PairKey bodies = pairKey(pair.vertexBody, pair.volumeBody);
    visit.crosses =
        std::ranges::binary_search(m_crossing, bodies, {}, [](const FacePair& f) { return pairKey(f.bodyA, f.bodyB); });
    visit.placed = (members[body].isFresh || members[room].isFresh) && m_wasTrusted;
    visit.tangled = wasTangled(members, body, room);
    m_hollowBodies.judge(set, visit, m_rows);
    std::erase_if(m_rows, [&](const InsideVertex& row) { return isFollower(set, members, row); });
    m_inside.insert(m_inside.end(), m_rows.begin(), m_rows.end());
  }
  std::sort(m_inside.begin(), m_inside.end());
}

void Untangling::findContours(const BodySet& set, Detector& detector, Workers& workers, Counters& counters) {
  m_contourList.clear();
  if (m_surfacePairs.empty()) return;
  Query query;
  query.facePairs = true;
  const auto within = [](PairKey key) { return smallerOf(key) == largerOf(key); };
  query.self = std::any_of(m_surfacePairs.begin(), m_surfacePairs.end(), within);
  query.between = !std::all_of(m_surfacePairs.begin(), m_surfacePairs.end(), within);
  ask(detector, set, query, m_results, workers, counters);
  std::erase_if(m_results.facePairs, [&](const FacePair& pair) {
    return !contains(m_surfacePairs, indexKey(set, pair.bodyA, pair.bodyB)) ||
           m_embeddedVertices.join(pair.bodyA, pair.bodyB);
  });
  m_contours.find(set, m_results.facePairs, m_contourList);
}

/// Call after m_pushes.make, which decides what separates as a whole.
void Untangling::markContours(const BodySet& set) {
  for (const SurfaceTangle& tangle : m_contourList.tangles) {
    const PairKey key = indexKey(set, tangle.bodyA, tangle.bodyB);
    (m_pushes.together(tangle.bodyA, tangle.bodyB) ? m_tangled : m_inParts).push_back(key);
  }
  for (const PairKey ids : m_embeddedVertices.pairs())
    m_inParts.push_back(indexKey(set, smallerOf(ids), largerOf(ids)));
  makeSet(m_tangled);
  makeSet(m_inParts);
  std::erase_if(m_tangled, [this](PairKey key) { return contains(m_inParts, key); });
  if (m_inParts.empty()) return;
  m_marks.assign(set.positions().size(), 0);
  for (const Index vertex : m_contourList.nearby) m_marks[vertex] = kNearMark;
  for (const SurfaceTangle& tangle : m_contourList.tangles) {
    if (tangle.kind != SurfaceTangle::Kind::GlobalIntersection || m_pushes.together(tangle.bodyA, tangle.bodyB))
      continue;
    for (Index i = tangle.begin; i < tangle.middle; ++i) m_marks[m_contourList.vertices[i]] = kPassed;
  }
  m_embeddedVertices.mark(m_marks, kPassed);
}

bool Untangling::wasTangled(const SetMembers& members, Index indexA, Index indexB) const {
  return contains(m_tangledIds, members.idsOf(indexA, indexB));
}

bool Untangling::wasInHollowBody(const SetMembers& members, Index indexA, Index indexB) const {
  return m_hollowBodies.isAnyInside(members.idsOf(indexA, indexB));
}

void Untangling::filter(const BodySet& set, Candidates& candidates) const {
  if (m_inParts.empty()) return;
  const auto highestMark = [&](const auto& vertices) {
    std::uint8_t most = 0;
    for (const Index v : vertices) most = std::max(most, m_marks[v]);
    return most;
  };
  const auto drop = [&](Index indexA, Index indexB, const auto& verticesA, const auto& verticesB) {
    if (!contains(m_inParts, pairKey(indexA, indexB))) return false;
    return highestMark(verticesA) + highestMark(verticesB) >= kPassed;
  };
  std::erase_if(candidates.vertexFace, [&](const VertexFaceCandidate& c) {
    return drop(set.bodyOfVertex()[c.vertex], set.bodyOfFace()[c.face], std::array{c.vertex}, set.faces()[c.face]);
  });
  std::erase_if(candidates.edgeEdge, [&](const EdgeEdgeCandidate& c) {
    return drop(set.bodyOfEdge()[c.edgeA], set.bodyOfEdge()[c.edgeB], set.edges()[c.edgeA], set.edges()[c.edgeB]);
  });
}

void Untangling::mark(const BodySet& set, Index bodyA, Index bodyB) {
  const PairKey key = indexKey(set, bodyA, bodyB);
  if (m_tangled.empty() || m_tangled.back() != key) m_tangled.push_back(key);
}

bool Untangling::tangled(Index indexA, Index indexB) const {
  return !m_tangled.empty() && indexA != indexB && contains(m_tangled, pairKey(indexA, indexB));
}

void Untangling::filter(const BodySet& set, std::vector<SurfaceContact>& contacts) const {
  if (m_tangled.empty() && !m_pushes.anyTogether()) return;
  std::erase_if(contacts, [&](const SurfaceContact& contact) {
    const Index indexA = set.bodyOfVertex()[contact.vertices[0]], indexB = set.bodyOfVertex()[contact.vertices[3]];
    if (m_pushes.together(set.id(indexA), set.id(indexB))) return true;
    if (!tangled(indexA, indexB)) return false;
    if (contact.kind == SurfaceContact::Kind::EdgeEdge || contact.swept) return true;
    const InsideVertex vertex{set.id(indexA), contact.vertices[0] - set.vertices(indexA).begin, set.id(indexB)};
    return std::binary_search(m_inside.begin(), m_inside.end(), vertex);
  });
}

void Untangling::separateNear(const BodySet& set, const SetMembers& members, std::vector<SurfaceContact>& contacts,
                              SeparationConstraints& separations) {
  if (m_newPairs.empty() && m_nearIds.empty()) return;
  const auto maySeparate = [&](Index indexA, Index indexB) {
    if (tangled(indexA, indexB)) return false;
    const PairKey ids = members.idsOf(indexA, indexB);
    return contains(m_newPairs, ids) || contains(m_nearIds, ids);
  };
  m_near.find(set, members, contacts, maySeparate, separations);
  m_nearIds.clear();
  for (const PairKey key : m_near.pairs()) m_nearIds.push_back(members.idsOf(key));
  std::sort(m_nearIds.begin(), m_nearIds.end());
}

void Untangling::endStep(const SetMembers& members, bool trusted) {
  m_lastPairIds.swap(m_pairIds);
  m_tangledIds.clear();
  for (const auto* keys : {&m_tangled, &m_inParts})
    for (const PairKey key : *keys) m_tangledIds.push_back(members.idsOf(key));
  for (const PairKey key : m_crowds.disabledPairs()) m_tangledIds.push_back(members.idsOf(key));
  makeSet(m_tangledIds);
  m_hollowBodies.endStep(m_lastPairIds);
  m_embeddedVertices.endStep(m_lastPairIds);
  m_wasTrusted = trusted;
}

}  // namespace pliant::detail
