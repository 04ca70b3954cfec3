#include "solve/ImpactZones.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::detail {
namespace {

/// Returns the least-squares solution of I·ω = L. Axes with nearly no inertia get no rotation.
Eigen::Vector3d angularDisplacement(const Eigen::Matrix3d& inertia, const Eigen::Vector3d& momentum) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(inertia);
  Eigen::Vector3d result = Eigen::Vector3d::Zero();
  for (int i = 0; i < 3; ++i) {
    const double moment = axes.eigenvalues()[i];
    if (moment <= 1e-6 * axes.eigenvalues()[2]) continue;
    const Eigen::Vector3d axis = axes.eigenvectors().col(i);
    result += axis * (axis.dot(momentum) / moment);
  }
  return result;
}

/// Returns the distance that rounding of the positions can consume [length].
Real roundingReach(const SolveContext& context, const SurfaceContact& hit) {
  Real largest = 0;
  for (const Index vertex : hit.vertices) {
    const btVector3 from = context.start(vertex), to = context.end(vertex);
    for (int k = 0; k < 3; ++k) largest = std::max({largest, std::abs(to[k]), std::abs(from[k])});
  }
  return 16 * std::numeric_limits<Real>::epsilon() * largest;
}

bool sameBody(const RigidMember* a, const RigidMember* b) {
  return a != nullptr && b != nullptr && a->body == b->body;
}

}  // namespace

void ImpactZones::Zone::addDrive(const RigidMember* by, const Eigen::Vector3d& displacement) {
  if (drives == 0) driver = by;
  if (!sameBody(driver, by)) driver = nullptr;
  driven = true;
  drive += displacement;
  ++drives;
}

void ImpactZones::Zone::add(const Zone& other) {
  freedom = std::max(freedom, other.freedom);
  if (drives == 0) driver = other.driver;
  if (other.drives > 0 && !sameBody(driver, other.driver)) driver = nullptr;
  driven = driven || other.driven;
  drive += other.drive;
  drives += other.drives;
}

void ImpactZones::begin(std::size_t vertexCount) {
  for (const Index vertex : m_vertices) {
    if (vertex < m_memberOf.size()) m_memberOf[vertex] = kNoIndex;
  }
  m_memberOf.resize(vertexCount, kNoIndex);
  m_sets.reset(0);
  m_vertices.clear();
  m_displacement.clear();
  m_zone.clear();
  m_isWhole.clear();
  m_zones = 0;
}

/// Returns the vertex, or the vertex that represents its dynamic rigid body; kNoIndex if no zone can move it. A rigid
/// body that is restrained along or about some axes, or by its supports, cannot follow a zone: the zone follows the
/// body.
Index ImpactZones::memberFor(const SolveContext& context, Index vertex) {
  if (const RigidMotion* motion = context.motionOf(vertex))
    return motion->restrained ? kNoIndex : context.set.vertices(motion->bodyIndex).begin;
  return context.inverseMass(vertex) > 0 ? vertex : kNoIndex;
}

void ImpactZones::join(const SolveContext& context, Index vertex) {
  if (m_memberOf[vertex] != kNoIndex) return;
  m_memberOf[vertex] = static_cast<Index>(m_vertices.size());
  m_vertices.push_back(vertex);
  m_displacement.push_back(wide(context.end(vertex)) - wide(context.start(vertex)));
  m_zone.emplace_back();
  m_sets.extend();
}

/// Adds the vertex to the zone `root`, or to a zone of its own if `root` is kNoIndex. Returns true if a zone has grown.
bool ImpactZones::unite(const SolveContext& context, Index vertex, Index& root) {
  const bool isNew = m_memberOf[vertex] == kNoIndex;
  join(context, vertex);
  const Index a = m_sets.find(m_memberOf[vertex]);
  if (root == kNoIndex) {
    root = a;
    return isNew;
  }
  const Index b = m_sets.find(root);
  root = std::min(a, b);
  if (a == b) return isNew;
  m_sets.unite(a, b);
  m_zone[root].add(m_zone[std::max(a, b)]);
  return true;
}

bool ImpactZones::joinWhole(const SolveContext& context, std::span<const SurfaceContact> hits) {
  bool grown = false;
  m_isWhole.resize(context.set.bodyCount(), 0);
  for (const SurfaceContact& hit : hits)
    for (const Index corner : hit.vertices) {
      const Index index = context.bodyOf(corner);
      if (m_isWhole[index] != 0) continue;
      m_isWhole[index] = 1;
      Index root = kNoIndex;
      const BodySet::Range range = context.set.vertices(index);
      for (Index v = range.begin; v < range.end; ++v)
        if (const Index vertex = memberFor(context, v); vertex != kNoIndex) grown |= unite(context, vertex, root);
    }
  return grown;
}

bool ImpactZones::absorb(const SolveContext& context, std::vector<SurfaceContact>& hits, bool whole) {
  bool changed = whole && joinWhole(context, hits);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < hits.size(); ++k) {
    const SurfaceContact hit = hits[k];
    Index first = kNoIndex;
    bool grown = false;
    for (const Index corner : hit.vertices) {
      const Index vertex = memberFor(context, corner);
      if (vertex != kNoIndex) grown |= unite(context, vertex, first);
    }
    if (first == kNoIndex) {
      hits[kept++] = hit;
      continue;
    }
    Zone& zone = m_zone[m_sets.find(first)];
    for (const Index vertex : hit.vertices) {
      if (memberFor(context, vertex) != kNoIndex) continue;
      const Index index = context.bodyOf(vertex);
      const RigidMember* const before = zone.driver;
      grown = grown || !zone.driven;
      const RigidMember* const rigid = context.isRigid(index) ? context.rigid[index] : nullptr;
      zone.addDrive(rigid != nullptr && !rigid->deforms ? rigid : nullptr,
                    wide(context.end(vertex)) - wide(context.start(vertex)));
      grown = grown || zone.driver != before;
    }
    if (!grown) {
      if ((!zone.driven || zone.goesWithDriver()) && hit.distance_t0 > roundingReach(context, hit)) continue;
      // A rounding error in a zone that follows its driver is less harmful than a driver that passes through.
      if (zone.freedom != Freedom::None && !zone.goesWithDriver()) {
        zone.freedom = zone.freedom == Freedom::Rigid && !zone.driven ? Freedom::Translation : Freedom::None;
        grown = true;
      }
    }
    changed = changed || grown;
    hits[kept++] = hit;
  }
  hits.resize(kept);
  if (!changed) return false;

  const auto count = static_cast<Index>(m_vertices.size());
  m_byZone.build(count, count, [this](std::size_t i) { return m_sets.find(static_cast<Index>(i)); });
  m_zones = 0;
  for (Index root = 0; root < count; ++root) {
    if (m_byZone[root].empty()) continue;
    ++m_zones;
    move(context, m_byZone[root], m_zone[root]);
  }
  return true;
}

void ImpactZones::move(const SolveContext& context, std::span<const Index> members, const Zone& zone) {
  Eigen::Vector3d shift = Eigen::Vector3d::Zero(), center = Eigen::Vector3d::Zero(), turn = Eigen::Vector3d::Zero();
  const auto node = [&](Index member) { return context.nodeOfVertex[m_vertices[member]]; };
  const auto rigid = [&](Index member) { return context.motionOf(m_vertices[member]); };
  const auto massOf = [&](Index member) {
    return rigid(member) ? rigid(member)->mass : 1 / double(context.inverseMass(m_vertices[member]));
  };
  bool whole = false;  // true if the zone has a rigid body
  for (const Index i : members) whole = whole || rigid(i) != nullptr;
  const Eigen::Affine3d* way = nullptr;
  if (zone.goesWithDriver()) {
    way = &zone.driver->way;
    turn = RigidMotion::vectorOf(Eigen::Quaterniond(way->linear()).normalized());
  } else if (zone.driven) {
    if (zone.freedom != Freedom::None) shift = zone.drive / zone.drives;
  } else if (zone.freedom != Freedom::None) {
    double mass = 0;
    for (const Index i : members) {
      const RigidMotion* const body = rigid(i);
      const double m = massOf(i);
      mass += m;
      shift += m * (body ? body->end() - body->from : m_displacement[i]);
      center += m * (body ? body->from : wide(node(i)->m_q));
    }
    shift /= mass;
    center /= mass;
    if (zone.freedom == Freedom::Rigid) {
      Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
      Eigen::Vector3d momentum = Eigen::Vector3d::Zero();
      for (const Index i : members) {
        const RigidMotion* const body = rigid(i);
        const double m = massOf(i);
        const Eigen::Vector3d arm = (body ? body->from : wide(node(i)->m_q)) - center;
        inertia += m * (arm.squaredNorm() * Eigen::Matrix3d::Identity() - arm * arm.transpose());
        momentum += m * arm.cross(body ? body->end() - body->from : m_displacement[i]);
        if (!body) continue;
        inertia += body->inertia;
        momentum += body->inertia * body->wholeTurn();
      }
      turn = angularDisplacement(inertia, momentum);
    }
  }
  // A rigid body moves by a rotation, so the zone's vertices do, too: the map x → q + ω × (q − c) would move them away
  // from the body.
  const Eigen::Quaterniond rotation = RigidMotion::rotation(turn);
  const auto moved = [&](const Eigen::Vector3d& q) -> Eigen::Vector3d {
    if (way != nullptr) return *way * q;
    if (whole) return center + shift + rotation * (q - center);
    return q + shift + turn.cross(q - center);
  };
  for (const Index i : members) {
    if (RigidMotion* const body = rigid(i)) {
      if (body->restrained) continue;
      body->go(moved(body->from), turn);
      if (!holdUp(*body, body->supports)) continue;
      body->go(body->from, Eigen::Vector3d::Zero());  // the supports hold it
      body->restrained = true;
      continue;
    }
    btSoftBody::Node& n = *node(i);
    const Eigen::Vector3d x = moved(wide(n.m_q));
    n.m_x = btVector3(btScalar(x[0]), btScalar(x[1]), btScalar(x[2]));
  }
}

}  // namespace pliant::detail
