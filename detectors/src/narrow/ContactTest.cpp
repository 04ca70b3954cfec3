#include "narrow/ContactTest.h"

#include <pliant/detectors/predicates.h>

#include <algorithm>
#include <cmath>

#include "narrow/touching.h"

namespace pliant::detail {
namespace {

/// Fraction of the sum of margins: links of one body that are nearer than this at rest count as crossing.
constexpr double kCrossing = 0.25;

/// Returns the unit vector along `a`. If `a` is zero, returns a unit vector perpendicular to the longer of the
/// directions `across`, or x if both are zero.
Vec3d directionOf(const Vec3d& a, const std::array<Vec3d, 2>& across) {
  const double length = norm(a);
  if (length > 0) return (1 / length) * a;
  const Vec3d& u = dot(across[0], across[0]) >= dot(across[1], across[1]) ? across[0] : across[1];
  std::size_t least = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::abs(u[k]) < std::abs(u[least])) least = k;
  Vec3d axis{};
  axis[least] = 1;
  const Vec3d n = cross(u, axis);
  return norm(n) > 0 ? (1 / norm(n)) * n : Vec3d{1, 0, 0};
}

double largest(const FourPoints& x) {
  double size = 0;
  for (const auto& p : x)
    for (const double k : p) size = std::max(size, std::abs(k));
  return size;
}

/// Returns the distance up to which the distance of a pair may be rounding error, in the pair's units.
double touching(const MovingPair& pair) {
  return kTouching * (largest(pair.start) + largest(pair.motion));
}

/// Returns the sign of the volume of the four points of a pair, decided exactly. This is the side on which A lies of
/// the face, or of the plane through edge B parallel to edge A; positive is the direction of pairNormal().
int exactSide(PairKind kind, const std::array<Index, 4>& v, const PackedPosition* x) {
  const auto at = [&](std::size_t i) { return &x[v[i]].x; };
  return kind == PairKind::VertexFace ? exact::orientation(at(1), at(2), at(3), at(0))
                                      : exact::orientation(at(0), at(1), at(2), at(3));
}

bool meetAt(PairKind kind, const std::array<Index, 4>& v, const PackedPosition* x) {
  const auto at = [&](std::size_t i) { return &x[v[i]].x; };
  return kind == PairKind::VertexFace ? exact::pointWithin(at(0), at(1), at(2), at(3), 0)
                                      : exact::segmentsWithin(at(0), at(1), at(2), at(3), 0);
}

/// Returns the unit normal of the face, or the unit vector perpendicular to both edges.
Vec3d pairNormal(PairKind kind, const FourPoints& x) {
  if (kind == PairKind::VertexFace) return directionOf(cross(x[2] - x[1], x[3] - x[1]), {x[2] - x[1], x[3] - x[1]});
  return directionOf(cross(x[1] - x[0], x[3] - x[2]), {x[1] - x[0], x[3] - x[2]});
}

}  // namespace

void SurfaceSides::update(const BodySet& bodies) {
  if (m_revision == bodies.revision() && m_side.size() == bodies.bodyCount()) return;
  m_side.assign(bodies.bodyCount(), 0);
  const auto rest = bodies.restPositions();
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    if (!bodies.topology(bodies.id(body)).closed) continue;
    const auto [begin, end] = bodies.faces(body);
    const Vec3d base = toVec3d(rest[bodies.vertices(body).begin]);
    double volume = 0;
    for (Index f = begin; f < end; ++f) {
      const Triangle& t = bodies.faces()[f];
      volume += dot(toVec3d(rest[t[0]]) - base, cross(toVec3d(rest[t[1]]) - base, toVec3d(rest[t[2]]) - base));
    }
    m_side[body] = static_cast<std::int8_t>((volume > 0) - (volume < 0));
  }
  m_revision = bodies.revision();
}

ContactTest::ContactTest(const BodySet& bodies, const SurfaceSides& sides, const SurfaceRings& rings,
                         const CutPairs& cuts, std::span<const PairMargins> margins,
                         const SurfaceContactSettings& settings)
    : m_bodies(bodies),
      m_sides(sides),
      m_rings(rings),
      m_cuts(cuts),
      m_margins(margins),
      m_settings(settings),
      m_from(bodies.positions_t0().data()),
      m_to(bodies.positions().data()),
      m_rest(bodies.restPositions().data()) {}

ElementPair ContactTest::vertexFace(Index vertex, Index face) const {
  const Triangle& f = m_bodies.faces()[face];
  return {PairKind::VertexFace,       vertex, face, m_bodies.bodyOfVertex()[vertex], m_bodies.bodyOfFace()[face],
          {vertex, f[0], f[1], f[2]}, 1};
}

ElementPair ContactTest::edgeEdge(Index edgeA, Index edgeB) const {
  const Edge &a = m_bodies.edges()[edgeA], &b = m_bodies.edges()[edgeB];
  const bool links = m_bodies.linkCount() > 0;
  return {PairKind::EdgeEdge,
          edgeA,
          edgeB,
          m_bodies.bodyOfEdge()[edgeA],
          m_bodies.bodyOfEdge()[edgeB],
          {a[0], a[1], b[0], b[1]},
          1,
          links && m_bodies.isLink(edgeA),
          links && m_bodies.isLink(edgeB)};
}

bool ContactTest::test(ElementPair pair, SurfaceContact& contact) const {
  const MovingPair moving = movingPair(pair.kind, pair.vertices, m_from, m_to);
  pair.unit = moving.unit;
  if (crossesAtRest(pair)) return false;
  Nearest start = nearest(moving.kind, moving.start);
  const double certified = certainDistance(moving.kind, moving.start, start);
  contact.distance_t0 = static_cast<Real>(start.distance * moving.unit);
  const bool separated = certified > touching(moving);
  if (!separated && !(start.distance > touching(moving))) return testTouching(pair, moving, start, contact);
  const Advance path = separated ? advance(moving, start, certified)
                                 : advanceByPlanes(moving, {.hit = false, .time = 0, .nearest = start});
  if (path.hit && !separated && !(path.time > 0)) return testTouching(pair, moving, start, contact);
  if (!path.hit)
    return wantsNearby(pair) && testNearby(pair, &start.difference, nearest(moving.kind, moving.end()), contact);
  contact.swept = true;
  contact.contactDistance = static_cast<Real>(contactDistance(pair) * pair.unit);
  fill(pair, path.nearest, (1 / path.nearest.distance) * path.nearest.difference, contact);
  return true;
}

void ContactTest::add(const ElementPair& pair, NearbyPairs& pairs) const {
  const std::size_t p = pairs.count++;
  const MovingPair moving = movingPair(pair.kind, pair.vertices, m_from, m_to);
  pairs.pairs[p] = pair;
  pairs.pairs[p].unit = moving.unit;
  const FourPoints end = moving.end();
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      pairs.start.x[i][k][p] = moving.start[i][k];
      pairs.end.x[i][k][p] = end[i][k];
    }
}

void ContactTest::measure(NearbyPairs& pairs) {
  if (pairs.count == 0) return;
  // The last vector reads lanes beyond the last pair; they repeat that pair.
  constexpr std::size_t kMostLanes = 8;
  for (PairPoints* points : {&pairs.start, &pairs.end})
    for (auto& point : points->x)
      for (auto& row : point)
        for (std::size_t p = pairs.count; p % kMostLanes != 0; ++p) row[p] = row[pairs.count - 1];
  const auto nearestOf = pairs.pairs[0].kind == PairKind::VertexFace ? nearestOfVertexFace : nearestOfEdgeEdge;
  nearestOf(pairs.start, pairs.count, pairs.atStart);
  nearestOf(pairs.end, pairs.count, pairs.atEnd);
}

bool ContactTest::test(const NearbyPairs& pairs, std::size_t i, SurfaceContact& contact) const {
  const NearestPoints& at = pairs.atEnd;
  const Nearest end{{at.weights[0][i], at.weights[1][i], at.weights[2][i], at.weights[3][i]},
                    {at.difference[0][i], at.difference[1][i], at.difference[2][i]},
                    at.distance[i]};
  contact.distance_t0 = static_cast<Real>(pairs.atStart.distance[i] * pairs.pairs[i].unit);
  const auto& start = pairs.atStart.difference;
  const Vec3d side{start[0][i], start[1][i], start[2][i]};
  return testNearby(pairs.pairs[i], &side, end, contact);
}

bool ContactTest::testTouching(const ElementPair& pair, const MovingPair& moving, const Nearest& start,
                               SurfaceContact& contact) const {
  const PairKind kind = pair.kind;
  const int before = exactSide(kind, pair.vertices, m_from), after = exactSide(kind, pair.vertices, m_to);
  int side = before;
  if (side == 0 && kind == PairKind::VertexFace) side = m_sides.side(pair.bodyB);
  if (side == 0) side = after;
  if (side == 0) side = 1;
  const auto meets = [&](const PackedPosition* x) { return meetAt(kind, pair.vertices, x); };
  const bool crosses = side * after < 0 || (after == 0 && !meets(m_from));
  const Vec3d normal = static_cast<double>(side) * pairNormal(kind, moving.start);
  if (crosses) {
    contact.swept = true;
    contact.contactDistance = static_cast<Real>(contactDistance(pair) * pair.unit);
    fill(pair, start, normal, contact);
    return true;
  }
  if (!wantsNearby(pair)) return false;
  Nearest end = nearest(kind, moving.end());
  if (!testNearby(pair, nullptr, end, contact)) return false;
  // The distance that remains at t1 may be rounding error as well.
  if (!(certainDistance(kind, moving.end(), end) > touching(moving))) fill(pair, end, normal, contact);
  return true;
}

/// `side`: vector from B to A at t0; null if A is known to be on the same side at t1.
bool ContactTest::testNearby(const ElementPair& pair, const Vec3d* side, const Nearest& end,
                             SurfaceContact& contact) const {
  const double marginScale = 1 + static_cast<double>(m_settings.reach);
  const double both = m_margins[pair.bodyA].detection + m_margins[pair.bodyB].detection;
  if (!(end.distance * pair.unit < marginScale * both)) return false;
  const std::size_t partA = pair.kind == PairKind::VertexFace ? 1 : 2;
  if (pair.bodyA == pair.bodyB &&
      (m_rings.joined(pair.bodyA, pair.vertices, partA) || m_rings.joinedByEdges(pair.vertices, end.weights, partA)))
    return false;
  if (pair.kind == PairKind::EdgeEdge && coveredByFacePair(pair, end)) return false;
  const auto [distance, byNature] = keptDistance(pair);
  // Elements that are near at rest come a little nearer whenever the body bends.
  if (byNature && !m_settings.nearAtRest) return false;
  if (!(end.distance < marginScale * (pair.bodyA == pair.bodyB ? distance : both / pair.unit))) return false;
  if (side != nullptr && changedSide(pair, *side, end)) return false;
  contact.swept = false;
  contact.contactDistance = static_cast<Real>(distance * pair.unit);
  fill(pair, end, directionOf(end.difference, {Vec3d{}, Vec3d{}}), contact);
  return true;
}

/// Returns true if A is on another side of B at t1 than at t0 although the elements did not meet; `side` leads from B
/// to A at t0. A has passed around a border, or through neighbouring elements. A contact would hold A there.
bool ContactTest::changedSide(const ElementPair& pair, const Vec3d& side, const Nearest& end) const {
  const Vec3d base = toVec3d(m_from[pair.vertices[0]]);
  Vec3d before{};
  for (std::size_t i = 1; i < 4; ++i) before = before + end.weights[i] * (toVec3d(m_from[pair.vertices[i]]) - base);
  return dot(side, end.difference) < 0 || dot(before, end.difference) < 0;
}

/// Returns true if the nearest point is an end of one edge and the other edge belongs to a face: a vertex-face pair
/// covers this case.
bool ContactTest::coveredByFacePair(const ElementPair& pair, const Nearest& nearest) {
  const auto hasEnd = [&](std::size_t first) { return nearest.weights[first] == 0 || nearest.weights[first + 1] == 0; };
  return (hasEnd(0) && !pair.linkB) || (hasEnd(2) && !pair.linkA);
}

/// Returns true if two links of one body cross at rest, as diagonals of a truss do. Each may be on either side then.
bool ContactTest::crossesAtRest(const ElementPair& pair) const {
  if (!pair.ofLinks() || pair.bodyA != pair.bodyB) return false;
  const double least = kCrossing * bodiesDistance(pair);
  return contactDistance(pair) * pair.unit < static_cast<double>(m_settings.restFraction) * least;
}

/// Returns the contact distance of the bodies of a pair [length].
double ContactTest::bodiesDistance(const ElementPair& pair) const {
  return detail::contactDistance(m_margins[pair.bodyA].contact, m_margins[pair.bodyB].contact);
}

ContactTest::KeptDistance ContactTest::keptDistance(const ElementPair& pair) const {
  const double whole = bodiesDistance(pair) / pair.unit, fraction = static_cast<double>(m_settings.restFraction);
  if (pair.bodyA != pair.bodyB || farAtRest(pair, bodiesDistance(pair) / fraction)) return {whole, false};
  const MovingPair rest = movingPair(pair.kind, pair.vertices, m_rest, m_rest);
  const double distance = fraction * (nearest(rest.kind, rest.start).distance * rest.unit / pair.unit);
  if (distance >= whole) return {whole, false};
  const std::span<const Index> vertices = pair.vertices;
  const std::size_t partA = pair.kind == PairKind::VertexFace ? 1 : 2;
  const auto opening = m_cuts.opening(m_bodies, m_rings, pair.bodyA, vertices.first(partA), vertices.subspan(partA));
  if (opening) return {std::min(whole, std::max(distance, fraction * (*opening / pair.unit))), false};
  return {distance, true};
}

/// Returns true if the pair is certainly farther apart at rest than `least` [length], rounding included; the distance
/// at rest need not be computed then.
bool ContactTest::farAtRest(const ElementPair& pair, double least) const {
  // Outside the range from kSmallest to kLargest squares lose digits.
  constexpr double kRounding = 1e-9, kSmallest = 1e-100, kLargest = 1e100;
  const auto between = [&](std::size_t i, std::size_t j) {
    const Vec3d d = toVec3d(m_rest[pair.vertices[j]]) - toVec3d(m_rest[pair.vertices[i]]);
    return dot(d, d);
  };
  const bool face = pair.kind == PairKind::VertexFace;
  const double corners = std::sqrt(between(0, face ? 1 : 2));
  const double lengths =
      face ? std::sqrt(std::max(between(1, 2), between(1, 3))) : std::sqrt(between(0, 1)) + std::sqrt(between(2, 3));
  return corners > kSmallest && corners < kLargest && (1 - kRounding) * corners - lengths > least * (1 + kRounding);
}

void ContactTest::fill(const ElementPair& pair, const Nearest& nearest, const Vec3d& direction,
                       SurfaceContact& contact) {
  contact.kind = pair.kind == PairKind::VertexFace ? SurfaceContact::Kind::VertexFace : SurfaceContact::Kind::EdgeEdge;
  contact.elementA = pair.elementA;
  contact.elementB = pair.elementB;
  contact.vertices = pair.vertices;
  for (std::size_t i = 0; i < 4; ++i) contact.weights[i] = static_cast<Real>(nearest.weights[i]);
  for (std::size_t k = 0; k < 3; ++k) contact.normal[static_cast<Eigen::Index>(k)] = static_cast<Real>(direction[k]);
}

}  // namespace pliant::detail
