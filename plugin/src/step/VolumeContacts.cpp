#include "VolumeContacts.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/vectors.h"

namespace pliant::detail {
namespace {

/// Largest motion of a slow pair, as a fraction of the thickness; after a larger one the wrong side may be nearer.
constexpr Real kFast = Real(0.5);
/// Factor of the fourth-power mean of motions. A fast part of a twentieth of the body then counts with 0.7 of its
/// speed, trembling of single vertices with little.
constexpr Real kTail = Real(1.5);
/// Least thickness of a volume, in mean edge lengths; a thinner body has no inside that pixels would show.
constexpr Real kThinnest = Real(0.1);
/// Largest depth at t0, in mean edge lengths; with a larger one the bodies must separate as wholes.
constexpr Real kDeep = Real(0.5);
/// Largest fraction of the overlap that has no separation direction; above it too, bodies separate as wholes.
constexpr double kEnclosed = 0.9;
/// Mean depth that stays between two bodies, in mean edge lengths (a tenth of a pixel). With less, no ray may show
/// where they rest on each other, and they tremble.
constexpr Real kVolumeSlack = Real(0.05);
/// Width of the cells of regions, in mean edge lengths.
constexpr Real kCell = Real(2);

bool boxesMeet(const BodySet& set, Index a, Index b) {
  return overlap(set.sweptBox(a), set.sweptBox(b));
}

/// Returns the key of the ids in the set.
PairKey setIdsOf(const BodySet& set, PairKey bodies) {
  return pairKey(set.id(smallerOf(bodies)), set.id(largerOf(bodies)));
}

void insert(std::vector<PairKey>& sorted, PairKey key) {
  sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), key), key);
}

}  // namespace

void VolumeContacts::setDetector(LdiDetector* detector) {
  if (m_detector == detector) return;
  m_detector = detector;
  m_revision = 0;
  drop();
}

void VolumeContacts::drop() {
  m_served.clear();
  m_touching.clear();
  m_checked.clear();
  m_regions.clear();
}

void VolumeContacts::fail() {
  drop();
  m_failed = true;
}

void VolumeContacts::begin(const BodySet& set, const SetMembers& members) {
  drop();
  m_failed = false;
  if (m_detector == nullptr) return;
  if (m_revision != set.revision()) measure(set, members);
  measureMotion(set, members, true);
  findHeld(set, members);
}

void VolumeContacts::measure(const BodySet& set, const SetMembers& members) {
  m_revision = set.revision();
  const std::vector<Body> lastBodies = std::exchange(m_bodies, std::vector<Body>(set.bodyCount()));
  const std::vector<Index> lastIds = std::exchange(m_ids, {});
  const auto rest = set.restPositions();
  for (Index index = 0; index < set.bodyCount(); ++index) {
    // A known body keeps its spread of the last step.
    m_ids.push_back(set.id(index));
    const auto last = std::lower_bound(lastIds.begin(), lastIds.end(), set.id(index));
    if (last != lastIds.end() && *last == set.id(index) && !members[index].isNew)
      m_bodies[index].spread = lastBodies[static_cast<std::size_t>(last - lastIds.begin())].spread;
    if (set.faces(index).size() == 0 || !set.topology(set.id(index)).closed) continue;
    // The part of a large mesh that the set contains may be closed although the whole is not, or inside out.
    if (!members[index].isWhole) continue;
    const Eigen::Vector3d origin = toVector(rest[set.vertices(index).begin]).cast<double>();
    double volume = 0, area = 0, length = 0;
    for (Index f = set.faces(index).begin; f < set.faces(index).end; ++f) {
      Eigen::Vector3d x[3];
      for (std::size_t k = 0; k < 3; ++k) x[k] = toVector(rest[set.faces()[f][k]]).cast<double>() - origin;
      volume += x[0].dot(x[1].cross(x[2])) / 6;
      area += (x[1] - x[0]).cross(x[2] - x[0]).norm() / 2;
    }
    const BodySet::Range edges = set.faceEdges(index);
    for (Index e = edges.begin; e < edges.end; ++e) {
      length += (toVector(rest[set.edges()[e][0]]) - toVector(rest[set.edges()[e][1]])).cast<double>().norm();
    }
    if (!(area > 0) || edges.size() == 0) continue;
    Body& body = m_bodies[index];
    body.edge = static_cast<Real>(length / edges.size());
    body.thickness = static_cast<Real>(2 * std::abs(volume) / area);
    if (!(body.thickness >= kThinnest * body.edge)) body.thickness = 0;
  }
}

void VolumeContacts::measureMotion(const BodySet& set, const SetMembers& members, bool predicted) {
  const auto start = set.positions_t0(), end = set.positions();
  for (Index index = 0; index < set.bodyCount(); ++index) {
    Body& body = m_bodies[index];
    const BodySet::Range range = set.vertices(index);
    if (body.thickness <= 0 || range.size() == 0) continue;
    const bool rigid = members.isRigid(index);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    double mass = 0;
    for (Index v = range.begin; v < range.end; ++v) {
      const btScalar inverseMass = rigid ? btScalar(1) : members.inverseMass(v);
      if (!(inverseMass > 0)) continue;
      sum += (toVector(end[v]) - toVector(start[v])).cast<double>() / static_cast<double>(inverseMass);
      mass += 1 / static_cast<double>(inverseMass);
    }
    body.held = false;
    body.mean = mass > 0 ? Vector3((sum / mass).cast<Real>()) : Vector3(Vector3::Zero());
    if (predicted && !rigid) continue;  // a rigid body moves as predicted, except for impulses of contacts
    double fourth = 0, most = 0;
    for (Index v = range.begin; v < range.end; ++v) {
      const double square = (toVector(end[v]) - toVector(start[v]) - body.mean).cast<double>().squaredNorm();
      fourth += square * square;
      most = std::max(most, square);
    }
    body.farthest = static_cast<Real>(std::sqrt(most));
    body.spread = kTail * static_cast<Real>(std::sqrt(std::sqrt(fourth / range.size())));
  }
}

/// Marks touching bodies that are driven fast: their gradients are computed at t0, where they are correct. After the
/// bodies have passed each other they would be wrong.
void VolumeContacts::findHeld(const BodySet& set, const SetMembers& members) {
  std::erase_if(m_lastIds, [&](PairKey ids) {
    const Index idA = smallerOf(ids), idB = largerOf(ids);
    if (!set.contains(idA) || !set.contains(idB)) return true;
    const Index a = set.index(idA), b = set.index(idB);
    if (members[a].isFresh || members[b].isFresh || !isVolume(a) || !isVolume(b)) return true;
    if (isFast(a, b)) m_bodies[a].held = m_bodies[b].held = true;
    return false;
  });
  // A new body may have the id of a removed one.
  std::erase_if(m_nearIds, [&](PairKey ids) {
    const auto isOld = [&](Index id) { return set.contains(id) && !members[set.index(id)].isNew; };
    return !isOld(smallerOf(ids)) || !isOld(largerOf(ids));
  });
}

void VolumeContacts::expect(BodySet& set, const SetMembers& members, Workers& workers) {
  const auto start = set.positions_t0(), end = set.positions();
  m_expected.assign(end.begin(), end.end());
  for (Index index = 0; index < set.bodyCount(); ++index) {
    const Body& body = m_bodies[index];
    const BodySet::Range range = set.vertices(index);
    const bool rigid = members.isRigid(index);
    if (body.thickness <= 0 || range.size() == 0 || (rigid ? !body.held : !members[index].moves)) continue;
    const Vector3 way = body.held ? Vector3(Vector3::Zero()) : body.mean;
    for (Index v = range.begin; v < range.end; ++v) {
      if (!rigid && !(members.inverseMass(v) > 0)) continue;
      const PackedPosition& x = start[v];
      m_expected[v] = {x.x + way.x(), x.y + way.y(), x.z + way.z(), 0};
    }
  }
  set.update(workers, m_expected);
  m_detector->updateClosed(set);
}

/// Returns true if the bodies may move so far relative to each other that the wrong side is nearer. `deviation`: of the
/// vertices from the mean motion.
bool VolumeContacts::isFast(Index bodyA, Index bodyB, Real Body::*deviation) const {
  const Body &a = m_bodies[bodyA], &b = m_bodies[bodyB];
  const Real most = (a.mean - b.mean).norm() + a.*deviation + b.*deviation;
  return !(most < kFast * std::min(a.thickness, b.thickness));
}

bool VolumeContacts::mayPass(const BodySet& set, Index bodyA, Index bodyB) const {
  const bool near = bodyA == bodyB || contains(m_nearIds, pairKey(set.id(bodyA), set.id(bodyB)));
  return isFast(bodyA, bodyB, near ? &Body::spread : &Body::farthest);
}

bool VolumeContacts::serve(const BodySet& set, const SetMembers& members, Workers& workers, PairKey key,
                           Counters& counters) {
  const Index a = smallerOf(key), b = largerOf(key);
  // Volumes keep the pairs that touched, however fast or deep they become: no other test has their sides.
  const bool touched = contains(m_lastIds, setIdsOf(set, key));
  if (!set.active(a) || !set.active(b) || (isFast(a, b) && !touched)) return false;
  if (members[a].moves || members[b].moves) {
    const Real cell = kCell * std::min(m_bodies[a].edge, m_bodies[b].edge);
    const bool still = members.isRigid(a) || members.isRigid(b);
    m_detector->regions(set, set.id(a), set.id(b), {double{cell}, still}, m_found, counters, workers);
    if (!touched && a != b && m_found.enclosed > kEnclosed * m_found.volume) return false;
    if (!append(set, key, touched)) return false;
  }
  insert(m_served, key);
  return true;
}

/// Returns false, and appends nothing, if the bodies overlap too deeply at t0.
bool VolumeContacts::append(const BodySet& set, PairKey key, bool anyDepth) {
  const auto start = set.positions_t0(), end = set.positions();
  const std::size_t regions = m_regions.regions.size(), parts = m_regions.parts.size();
  const Index a = smallerOf(key), b = largerOf(key);
  const Real deep = kDeep * std::min(m_bodies[a].edge, m_bodies[b].edge);
  for (const LdiRegion& from : m_found.regions) {
    VolumeRegion region;
    region.begin = static_cast<Index>(m_regions.parts.size());
    region.normal = from.normal;
    region.point = {static_cast<Real>(from.centroid[0]), static_cast<Real>(from.centroid[1]),
                    static_cast<Real>(from.centroid[2])};
    region.volume = static_cast<Real>(from.volume);
    region.area = static_cast<Real>(from.area);
    region.bodyA = a;
    region.bodyB = b;
    region.slack = a == b ? 0 : kVolumeSlack * std::min(m_bodies[a].edge, m_bodies[b].edge);
    Real& depth = region.depth_t0;
    depth = region.volume;
    for (Index i = from.begin; i < from.end; ++i) {
      const VolumeGradient& each = m_found.gradients[i];
      const Index vertex = set.vertices(set.index(each.body)).begin + each.vertex;
      m_regions.parts.push_back({vertex, each.gradient});
      depth += each.gradient.dot(toVector(start[vertex]) - toVector(end[vertex]));
    }
    region.end = static_cast<Index>(m_regions.parts.size());
    m_regions.regions.push_back(region);
    depth /= region.area;
    m_regions.regions.back().depth_t0 = depth;
    if (anyDepth || depth < deep) continue;

    m_regions.regions.resize(regions);
    m_regions.parts.resize(parts);
    return false;
  }
  if (!m_found.regions.empty()) insert(m_touching, key);
  return true;
}

bool VolumeContacts::beginCheck(const BodySet& set, const SetMembers& members) {
  m_checked.clear();
  if (!inUse()) return false;
  measureMotion(set, members, false);
  sortExtents(set);
  for (std::size_t i = 0; i < m_extents.size(); ++i) {
    for (std::size_t k = i; k < m_extents.size() && !(m_extents[k].begin > m_extents[i].end); ++k) {
      const auto [a, b] = std::minmax(m_extents[i].bodyIndex, m_extents[k].bodyIndex);
      if (!boxesMeet(set, a, b) || !mayPass(set, a, b) || (a == b ? !set.selfAt(a) : !set.pairAt(a, b))) continue;
      const PairKey key = pairKey(a, b);
      if (!contains(m_touching, key) && !contains(m_lastIds, setIdsOf(set, key))) m_checked.push_back(key);
    }
  }
  std::sort(m_checked.begin(), m_checked.end());
  return !m_checked.empty();
}

/// Sorts the extents of swept boxes along the axis on which the sum of their lengths is smallest relative to the total
/// extent: the fewest of them overlap there.
void VolumeContacts::sortExtents(const BodySet& set) {
  m_extents.clear();
  for (Index index = 0; index < set.bodyCount(); ++index)
    if (set.active(index) && isVolume(index)) m_extents.push_back({0, 0, index});
  std::size_t best = 0;
  Real fewest = std::numeric_limits<Real>::infinity();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Real sum = 0, low = std::numeric_limits<Real>::infinity(), high = -low;
    for (const Extent& extent : m_extents) {
      const Box& box = set.sweptBox(extent.bodyIndex);
      sum += box.max[axis] - box.min[axis];
      low = std::min(low, box.min[axis]);
      high = std::max(high, box.max[axis]);
    }
    if (!(sum < fewest * (high - low))) continue;
    fewest = sum / (high - low);
    best = axis;
  }
  for (Extent& extent : m_extents) {
    const Box& box = set.sweptBox(extent.bodyIndex);
    extent.begin = box.min[best];
    extent.end = box.max[best];
  }
  std::sort(m_extents.begin(), m_extents.end(), [](const Extent& x, const Extent& y) {
    return std::pair(x.begin, x.bodyIndex) < std::pair(y.begin, y.bodyIndex);
  });
}

bool VolumeContacts::checks(Index bodyA, Index bodyB) const {
  const PairKey key = pairKey(bodyA, bodyB);
  return !inUse() || !isVolume(bodyA) || !isVolume(bodyB) || contains(m_checked, key);
}

bool VolumeContacts::checksAnySelf() const {
  return std::any_of(m_checked.begin(), m_checked.end(), [](PairKey key) { return smallerOf(key) == largerOf(key); });
}

void VolumeContacts::endStep(const BodySet& set) {
  m_lastIds.clear();
  for (const PairKey key : m_touching) m_lastIds.push_back(setIdsOf(set, key));
  std::sort(m_lastIds.begin(), m_lastIds.end());
  std::erase_if(m_nearIds, [&](PairKey ids) {
    const Index a = smallerOf(ids), b = largerOf(ids);
    return !set.contains(a) || !set.contains(b) || !boxesMeet(set, set.index(a), set.index(b));
  });
  for (const PairKey ids : m_lastIds)
    if (!contains(m_nearIds, ids)) insert(m_nearIds, ids);
}

}  // namespace pliant::detail
