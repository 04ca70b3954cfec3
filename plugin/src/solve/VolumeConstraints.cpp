#include "solve/VolumeConstraints.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

/// Returns how often a pass solves a constraint of a rigid body with supports. The supports give back part of each
/// push, and this part is pushed again: a light supported body hardly yields, so a push that is shared as if it yielded
/// would carry little of the load on it. `ratio`: motion of the rigid body per motion of the soft patch.
int passesFor(Real ratio) {
  constexpr Real kMostVolumePasses = 8;
  return ratio < kMostVolumePasses ? static_cast<int>(std::ceil(std::max(Real(1), ratio)))
                                   : static_cast<int>(kMostVolumePasses);
}

}  // namespace

void VolumeConstraints::begin() {
  m_constraints.clear();
  m_parts.clear();
  m_rigid.clear();
  m_standing.clear();
}

void VolumeConstraints::beginRange() {
  m_constraints.beginRange();
  m_standing.beginRange();
}

void VolumeConstraints::add(const SolveContext& context, const VolumeRegions& volumes, Index place,
                            PackedNodes& nodes) {
  const VolumeRegion& region = volumes.regions[place];
  Constraint constraint;
  constraint.place = place;
  constraint.normal = toLane(region.normal);
  constraint.begin = m_parts.size();
  const Real depth = region.depth_t0;
  Real effective = 0, along = 0;
  const Index rigid = context.isRigid(region.bodyA) ? region.bodyA : region.bodyB;
  if (context.isRigid(rigid)) {
    constraint.rigid = static_cast<Index>(m_rigid.size());
    m_rigid.emplace_back(context.rigid[rigid]->motion);
  }
  for (Index i = region.begin; i < region.end; ++i) {
    const VolumeRegions::Part& from = volumes.parts[i];
    Part part;
    part.gradient = toLane(Vector3(from.gradient / region.area));
    part.weight = -dot(part.gradient, constraint.normal);
    if (context.nodeOfVertex[from.vertex] == nullptr) {
      m_rigid.back().addRigid(context, from.vertex, part.gradient, part.weight);
      continue;
    }
    part.particle = nodes.add(context, from.vertex);
    part.inverseMass = nodes.inverseMass()[part.particle];
    part.start = toLane(context.start(from.vertex));
    if (constraint.rigid != kNoIndex) m_rigid.back().addSoft(part.gradient, part.weight, part.start);
    effective += part.inverseMass * dot(part.gradient, part.gradient);
    along += part.inverseMass * part.weight * part.weight;
    m_parts.push_back(part);
  }
  constraint.end = m_parts.size();
  if (constraint.rigid != kNoIndex) {
    RigidPatch& patch = m_rigid.back();
    patch.finish();
    const auto response = static_cast<Real>(patch.response()), responseAlong = static_cast<Real>(patch.responseAlong());
    if (patch.motion() != nullptr && !patch.motion()->supports.empty())
      constraint.passes = passesFor(std::max(response / effective, responseAlong / along));
    effective += response;
    along += responseAlong;
  }
  constraint.inverse = 1 / effective;
  constraint.inverseAlong = along > 0 ? 1 / along : Real(0);
  if (!(effective > 0) || !std::isfinite(constraint.inverse) || !std::isfinite(constraint.inverseAlong) ||
      !std::isfinite(depth)) {
    m_parts.resize(constraint.begin);
    if (constraint.rigid != kNoIndex) m_rigid.pop_back();
    return;
  }
  const Real missing = std::max(Real(0), depth);
  constraint.start = depth;
  constraint.recovered = context.settings.volumeRecovery * std::max(Real(0), missing - region.slack);
  constraint.allowed = missing;
  constraint.friction = context.friction(region.bodyA, region.bodyB);
  m_constraints.push_back(constraint);
  RigidMotion* const motion = constraint.rigid != kNoIndex ? m_rigid.back().motion() : nullptr;
  if (motion != nullptr && !motion->supports.empty()) addOnce(m_standing, motion);
}

VolumeConstraints::Patches VolumeConstraints::measure(const Constraint& c, const Lane* x) const {
  Patches patches{c.start, Lane(Real(0), Real(0), Real(0), Real(0))};
  if (c.rigid != kNoIndex) {
    patches.depth += m_rigid[c.rigid].depth();
    patches.moved += m_rigid[c.rigid].moved();
  }
  for (std::size_t i = c.begin; i < c.end; ++i) {
    const Part& part = m_parts[i];
    const Lane way = x[part.particle] - part.start;
    patches.depth += dot(part.gradient, way);
    patches.moved += way * part.weight;
  }
  return patches;
}

bool VolumeConstraints::solve(Constraint& c, Lane* x) {
  const auto [depth, moved] = measure(c, x);
  RigidPatch* const rigid = c.rigid != kNoIndex ? &m_rigid[c.rigid] : nullptr;
  // Takes back what an earlier iteration pushed too far, before links were solved.
  const Real lambda = std::max(-c.pushed, (depth - c.allowed) * c.inverse);
  if (!(lambda > 0) && c.pushed <= 0) return false;
  c.pushed += lambda;
  Lane along{Real(0), Real(0), Real(0), Real(0)};
  if (c.friction > 0) {
    const Lane slip = moved - c.normal * dot(c.normal, moved);
    Lane held = c.slid - slip * c.inverseAlong;
    clampFriction(held, c.friction * c.pushed);
    along = held - c.slid;
    c.slid = held;
  }
  for (std::size_t i = c.begin; i < c.end; ++i) {
    const Part& part = m_parts[i];
    x[part.particle] += (along * part.weight - part.gradient * lambda) * part.inverseMass;
  }
  if (rigid == nullptr) return true;
  rigid->push(lambda, along);
  // Immediately, as in ContactConstraints.
  if (rigid->motion() != nullptr) holdUp(*rigid->motion(), rigid->motion()->supports);
  return true;
}

void VolumeConstraints::sweep(Lane* x) {
  for (Constraint& constraint : m_constraints.range())
    for (int pass = 0; pass < constraint.passes && solve(constraint, x);) ++pass;
  for (RigidMotion* motion : m_standing.range()) settle(*motion);
}

bool VolumeConstraints::recover(const PackedNodes& nodes) {
  bool any = false;
  for (Constraint& c : m_constraints.range()) {
    c.pushedKeep = c.pushed;
    c.allowed -= c.recovered;
    any = any || (c.recovered > 0 && measure(c, nodes.x()).depth > c.allowed);
    c.recovered = 0;
  }
  return any;
}

void VolumeConstraints::report(std::span<ContactImpulse> impulses) const {
  for (const Constraint& constraint : m_constraints.all()) {
    impulses[constraint.place].normal = constraint.pushedKeep > 0 ? constraint.pushedKeep : constraint.pushed;
    impulses[constraint.place].friction = constraint.slid.head<3>().matrix();
  }
}

}  // namespace pliant::detail
