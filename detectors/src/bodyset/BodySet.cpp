#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Workers.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "bodyset/FlatBodies.h"
#include "core/memoryOf.h"

namespace pliant {
namespace {

/// Returns a new revision. Two sets never have the same one, so a detector may be used with several sets.
std::uint64_t nextRevision() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

void insertSorted(std::vector<Index>& sorted, Index value) {
  if (const auto at = std::lower_bound(sorted.begin(), sorted.end(), value); at == sorted.end() || *at != value)
    sorted.insert(at, value);
}
void eraseSorted(std::vector<Index>& sorted, Index value) {
  if (const auto at = std::lower_bound(sorted.begin(), sorted.end(), value); at != sorted.end() && *at == value)
    sorted.erase(at);
}

}  // namespace

struct BodySet::Impl {
  detail::FlatBodies::Records bodies;
  std::uint64_t updates = 0, revision = 0;
  detail::FlatBodies flat;

  detail::BodyRecord& at(Index id) {
    if (id >= bodies.size() || !bodies[id]) throw Error("there is no body " + std::to_string(id) + " in the set");
    return *bodies[id];
  }
  const detail::BodyRecord& atIndex(Index index) const { return *bodies[flat.ids[index]]; }

  void changed() {
    flat.current = false;
    revision = nextRevision();
  }
  void takeRestWherePending();
};

void BodySet::Impl::takeRestWherePending() {
  for (const Index id : flat.ids) {
    detail::BodyRecord& body = *bodies[id];
    if (body.restIsWhole || body.status.kind != BodyStatus::Kind::Active) continue;
    body.readRest(body.view.positions);
    changed();
  }
}

BodySet::BodySet() : m_impl(std::make_unique<Impl>()) {}
BodySet::~BodySet() = default;
BodySet::BodySet(BodySet&&) noexcept = default;
BodySet& BodySet::operator=(BodySet&&) noexcept = default;

Index BodySet::add(const BodyView& view) {
  if (view.positions_t0.data && view.positions_t0.count != view.positions.count)
    throw Error("a body has " + std::to_string(view.positions.count) + " positions at the end of the step (t1), but " +
                std::to_string(view.positions_t0.count) + " at its start (t0)");
  auto body = std::make_unique<detail::BodyRecord>(view);
  auto& bodies = m_impl->bodies;
  const auto free = std::find(bodies.begin(), bodies.end(), nullptr);
  const auto id = static_cast<Index>(free - bodies.begin());
  if (free == bodies.end())
    bodies.push_back(std::move(body));
  else
    *free = std::move(body);
  m_impl->changed();
  return id;
}

void BodySet::remove(Index id) {
  for (const Index other : m_impl->at(id).notAgainst) eraseSorted(m_impl->at(other).notAgainst, id);
  m_impl->bodies[id].reset();
  m_impl->changed();
}

bool BodySet::contains(Index id) const {
  return id < m_impl->bodies.size() && m_impl->bodies[id];
}

void BodySet::setPositions(Index id, PositionsView positions, PositionsView positions_t0) {
  detail::BodyRecord& body = m_impl->at(id);
  if (positions.count != body.view.positions.count || (positions_t0.data && positions_t0.count != positions.count))
    throw Error("body " + std::to_string(id) + " has " + std::to_string(body.view.positions.count) +
                " vertices; for another number, remove it and add a new body");
  const bool hadStart = body.view.positions_t0.data != nullptr;
  body.view.positions = positions;
  body.view.positions_t0 = positions_t0;
  body.unchanged = false;
  if (hadStart != (positions_t0.data != nullptr)) m_impl->changed();
}

void BodySet::keepPositions(Index id) {
  m_impl->at(id).unchanged = true;
}

void BodySet::setRestPositions(Index id, PositionsView rest) {
  detail::BodyRecord& body = m_impl->at(id);
  if (rest.count != body.view.positions.count)
    throw Error("body " + std::to_string(id) + " has " + std::to_string(body.view.positions.count) +
                " vertices, but its rest shape has " + std::to_string(rest.count));
  body.readRest(rest);
  m_impl->changed();
}

void BodySet::setMargin(Index id, Real margin) {
  if (!(margin >= 0) || !std::isfinite(margin))
    throw Error("the margin of body " + std::to_string(id) + " is negative or not finite");
  m_impl->at(id).margin = margin;
}

Real BodySet::margin(Index id) const {
  return m_impl->at(id).marginOrDefault();
}

void BodySet::setObstacleMargin(Index id, Real margin) {
  if (!(margin >= 0) || !std::isfinite(margin))
    throw Error("the obstacle margin of body " + std::to_string(id) + " is negative or not finite");
  m_impl->at(id).obstacleMargin = margin;
}
Real BodySet::obstacleMargin(Index id) const {
  return m_impl->at(id).obstacleMarginOrDefault();
}

void BodySet::setObstacle(Index id, bool obstacle) {
  m_impl->at(id).obstacle = obstacle;
}
bool BodySet::obstacle(Index id) const {
  return m_impl->at(id).obstacle;
}

Real BodySet::contactDistance(Index a, Index b) const {
  return detail::contactDistance(m_impl->at(a).margins(), m_impl->at(b).margins());
}

void BodySet::setSpeculativeMargin(Index id, Real distance) {
  if (!(distance >= 0) || !std::isfinite(distance))
    throw Error("the speculative margin of body " + std::to_string(id) + " is negative or not finite");
  m_impl->at(id).speculativeMargin = distance;
}
Real BodySet::speculativeMargin(Index id) const {
  return m_impl->at(id).speculativeMargin;
}

void BodySet::setSelf(Index id, bool enabled) {
  m_impl->at(id).self = enabled;
}
bool BodySet::self(Index id) const {
  return m_impl->at(id).self;
}

void BodySet::setExcludedRings(Index id, unsigned rings) {
  if (rings < 1 || rings > kMaxExcludedRings)
    throw Error("the excluded rings of body " + std::to_string(id) + " must be from 1 to " +
                std::to_string(kMaxExcludedRings));
  m_impl->at(id).excludedRings = rings;
}
unsigned BodySet::excludedRings(Index id) const {
  return m_impl->at(id).excludedRings;
}

void BodySet::setCut(Index id, std::span<const Index> groups, std::span<const Real> openings) {
  detail::BodyRecord& body = m_impl->at(id);
  if (!groups.empty() && groups.size() != body.view.positions.count)
    throw Error("body " + std::to_string(id) + " has " + std::to_string(body.view.positions.count) +
                " vertices, but its cut has groups for " + std::to_string(groups.size()));
  const auto stray = [&](Index group) { return group != kNoIndex && group >= openings.size(); };
  if (std::any_of(groups.begin(), groups.end(), stray))
    throw Error("a cut of body " + std::to_string(id) + " has a group without an opening");
  body.cutGroups.assign(groups.begin(), groups.end());
  body.cutOpenings.assign(openings.begin(), openings.end());
  m_impl->changed();
}

void BodySet::setCutOpenings(Index id, std::span<const Real> openings) {
  detail::BodyRecord& body = m_impl->at(id);
  if (openings.size() != body.cutOpenings.size())
    throw Error("the cut of body " + std::to_string(id) + " has " + std::to_string(body.cutOpenings.size()) +
                " groups, but the number of openings is " + std::to_string(openings.size()));
  std::copy(openings.begin(), openings.end(), body.cutOpenings.begin());
}

void BodySet::setFilter(Index id, std::uint32_t group, std::uint32_t mask) {
  detail::BodyRecord& body = m_impl->at(id);
  body.group = group;
  body.mask = mask;
}

void BodySet::setPair(Index a, Index b, bool enabled) {
  detail::BodyRecord &bodyA = m_impl->at(a), &bodyB = m_impl->at(b);
  if (a == b) return setSelf(a, enabled);
  const auto change = enabled ? eraseSorted : insertSorted;
  change(bodyA.notAgainst, b);
  change(bodyB.notAgainst, a);
}

bool BodySet::pair(Index a, Index b) const {
  if (a == b) return self(a);
  const detail::BodyRecord &bodyA = m_impl->at(a), &bodyB = m_impl->at(b);
  if (!(bodyA.group & bodyB.mask) || !(bodyB.group & bodyA.mask)) return false;
  const auto& others = bodyA.notAgainst;
  return others.empty() || !std::binary_search(others.begin(), others.end(), b);
}

const Topology& BodySet::topology(Index id) const {
  return m_impl->at(id).elements.report;
}

void BodySet::update() {
  Workers serial(1);
  update(serial);
}

void BodySet::update(Workers& workers) {
  Impl& s = *m_impl;
  if (!s.flat.current) s.flat.build(s.bodies);
  s.flat.read(s.bodies, workers);
  ++s.updates;
  const std::uint64_t revision = s.revision;
  s.takeRestWherePending();
  if (s.revision != revision) update(workers);
}

void BodySet::update(Workers& workers, std::span<const PackedPosition> positions) {
  m_impl->flat.read(m_impl->bodies, workers, positions);
  ++m_impl->updates;
}

std::size_t BodySet::memory() const {
  std::size_t sum = m_impl->flat.memory() + detail::memoryOf(m_impl->bodies);
  for (const Index id : m_impl->flat.ids) sum += m_impl->bodies[id]->memory();
  return sum;
}

std::uint64_t BodySet::updates() const {
  return m_impl->updates;
}
std::uint64_t BodySet::revision() const {
  return m_impl->revision;
}

Index BodySet::bodyCount() const {
  return static_cast<Index>(m_impl->flat.ids.size());
}
Index BodySet::id(Index index) const {
  return m_impl->flat.ids[index];
}
Index BodySet::index(Index id) const {
  return id < m_impl->flat.indices.size() ? m_impl->flat.indices[id] : kNoIndex;
}
BodyStatus BodySet::status(Index id) const {
  return m_impl->at(id).status;
}
bool BodySet::active(Index index) const {
  return m_impl->atIndex(index).status.kind == BodyStatus::Kind::Active;
}
bool BodySet::selfAt(Index index) const {
  return m_impl->atIndex(index).self;
}
unsigned BodySet::excludedRingsAt(Index index) const {
  return m_impl->atIndex(index).excludedRings;
}
std::span<const Index> BodySet::cutGroupsAt(Index index) const {
  return m_impl->atIndex(index).cutGroups;
}
std::span<const Real> BodySet::cutOpeningsAt(Index index) const {
  return m_impl->atIndex(index).cutOpenings;
}
bool BodySet::pairAt(Index indexA, Index indexB) const {
  return pair(m_impl->flat.ids[indexA], m_impl->flat.ids[indexB]);
}
Real BodySet::marginAt(Index index) const {
  return m_impl->atIndex(index).marginOrDefault();
}
Real BodySet::obstacleMarginAt(Index index) const {
  return m_impl->atIndex(index).obstacleMarginOrDefault();
}
bool BodySet::obstacleAt(Index index) const {
  return m_impl->atIndex(index).obstacle;
}
Real BodySet::detectionMarginAt(Index index) const {
  const detail::BodyRecord& body = m_impl->atIndex(index);
  return body.marginOrDefault() + body.speculativeMargin;
}
const Box& BodySet::box(Index index) const {
  return m_impl->flat.boxes[index];
}
const Box& BodySet::sweptBox(Index index) const {
  return m_impl->flat.sweptBoxes[index];
}
Real BodySet::sweptReach(Index index) const {
  return m_impl->flat.sweptReaches[index];
}
BodySet::Range BodySet::vertices(Index index) const {
  return m_impl->flat.vertexRange[index];
}
BodySet::Range BodySet::edges(Index index) const {
  return m_impl->flat.edgeRange[index];
}
BodySet::Range BodySet::faceEdges(Index index) const {
  return {m_impl->flat.edgeRange[index].begin, m_impl->flat.firstLink[index]};
}
BodySet::Range BodySet::links(Index index) const {
  return {m_impl->flat.firstLink[index], m_impl->flat.edgeRange[index].end};
}
BodySet::Range BodySet::faces(Index index) const {
  return m_impl->flat.faceRange[index];
}
BodySet::Range BodySet::tetrahedra(Index index) const {
  return m_impl->flat.tetrahedronRange[index];
}
std::span<const PackedPosition> BodySet::positions() const {
  return m_impl->flat.positions;
}
std::span<const PackedPosition> BodySet::positions_t0() const {
  return m_impl->flat.hasStart ? m_impl->flat.positions_t0 : m_impl->flat.positions;
}
std::span<const PackedPosition> BodySet::restPositions() const {
  return m_impl->flat.rest;
}
std::span<const Edge> BodySet::edges() const {
  return m_impl->flat.edges;
}
bool BodySet::isLink(Index edge) const {
  return edge >= m_impl->flat.firstLink[m_impl->flat.bodyOfEdge[edge]];
}
Index BodySet::linkCount() const {
  return m_impl->flat.linkCount;
}
std::span<const Triangle> BodySet::faces() const {
  return m_impl->flat.faces;
}
std::span<const Tetrahedron> BodySet::tetrahedra() const {
  return m_impl->flat.tetrahedra;
}
std::span<const Index> BodySet::bodyOfVertex() const {
  return m_impl->flat.bodyOfVertex;
}
std::span<const Index> BodySet::bodyOfEdge() const {
  return m_impl->flat.bodyOfEdge;
}
std::span<const Index> BodySet::bodyOfFace() const {
  return m_impl->flat.bodyOfFace;
}
std::span<const Index> BodySet::bodyOfTetrahedron() const {
  return m_impl->flat.bodyOfTetrahedron;
}
std::span<const Triangle> BodySet::edgesOfFaces() const {
  return m_impl->flat.edgesOfFaces;
}
std::span<const std::uint8_t> BodySet::onSurface() const {
  return m_impl->flat.onSurface;
}
Real BodySet::meanEdgeLength() const {
  return m_impl->flat.meanEdgeLength;
}

}  // namespace pliant
