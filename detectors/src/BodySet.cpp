#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Workers.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

#include "SurfaceTopology.h"

namespace pliant {
namespace {

constexpr Index kSegment = 2048;  // vertices of one body that are read in one piece
constexpr std::size_t kSegmentsPerChunk = 8;

Box emptyBox() {
  constexpr Real big = std::numeric_limits<Real>::max();
  return {{big, big, big}, {-big, -big, -big}};
}

void grow(Box& box, const PackedPosition& p) {
  const Real x[3] = {p.x, p.y, p.z};
  for (std::size_t k = 0; k < 3; ++k) {
    box.min[k] = std::min(box.min[k], x[k]);
    box.max[k] = std::max(box.max[k], x[k]);
  }
}

void grow(Box& box, const Box& other) {
  for (std::size_t k = 0; k < 3; ++k) {
    box.min[k] = std::min(box.min[k], other.min[k]);
    box.max[k] = std::max(box.max[k], other.max[k]);
  }
}

bool finite(const PackedPosition& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

PackedPosition pack(const Real* p) {
  return {p[0], p[1], p[2], 0};
}

/// Lengths beyond the range of Real are cut to where sums of a few of them still have one.
Real toReal(double length) {
  return static_cast<Real>(std::min(length, double(std::numeric_limits<Real>::max() / 16)));
}

/// Mean length of a body's edges at rest: those of its tetrahedra (each tetrahedron's six), else of its faces.
struct EdgeLengths {
  double sum = 0;
  std::uint64_t count = 0;

  void add(const PackedPosition& a, const PackedPosition& b) {
    if (!finite(a) || !finite(b)) return;
    const auto half = [](Real p, Real q) { return double(p) / 2 - double(q) / 2; };  // hypot gives NaN for infinity
    sum += 2 * std::hypot(half(a.x, b.x), half(a.y, b.y), half(a.z, b.z));           // toReal() cuts what overflows
    ++count;
  }
  double mean() const { return count ? sum / static_cast<double>(count) : 0; }
};

struct Body {
  explicit Body(const BodyView& body) : view(body), elements(body), rest(body.positions.count), restIsWhole(true) {
    readRest(body.positions);
  }

  void readRest(PositionsView positions) {
    restIsWhole = true;
    for (Index i = 0; i < positions.count; ++i) {
      rest[i] = pack(positions[i]);
      restIsWhole &= finite(rest[i]);
    }
    lengths = {};
    for (const auto& t : elements.tetrahedra)
      for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = a + 1; b < 4; ++b) lengths.add(rest[t[a]], rest[t[b]]);
    if (elements.tetrahedra.empty())
      for (const auto& e : elements.edges) lengths.add(rest[e[0]], rest[e[1]]);
  }

  Real marginOrDefault() const { return margin.value_or(toReal(double(kDefaultMarginFraction) * lengths.mean())); }

  BodyView view;
  detail::SurfaceTopology elements;
  std::vector<PackedPosition> rest;
  bool restIsWhole;  // a shape at rest with a NaN is replaced by the first whole positions
  EdgeLengths lengths;
  std::optional<Real> margin;
  bool self = true;
  unsigned selfRings = kDefaultSelfRings;
  std::uint32_t group = 1, mask = ~std::uint32_t{0};
  BodyStatus status;
};

struct Segment {
  Index slot, begin, end;  // flat vertices
};

struct SegmentResult {
  Box box, swept;
  Index bad;  // first flat vertex that is not finite
  Real reach = 0;
};

/// No two sets ever share a revision, so a detector may go from one set to another.
std::uint64_t nextRevision() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::uint64_t pairKey(Index a, Index b) {
  return (static_cast<std::uint64_t>(std::min(a, b)) << 32) | std::max(a, b);
}

template <typename Element>
void appendShifted(std::vector<Element>& out, const std::vector<Element>& local, Index shift) {
  for (Element e : local) {
    for (Index& i : e)
      if (i != kNoIndex) i += shift;
    out.push_back(e);
  }
}

}  // namespace

struct BodySet::Impl {
  std::vector<std::unique_ptr<Body>> bodies;  // by id
  std::vector<std::uint64_t> disabledPairs;   // sorted keys of ids
  std::uint64_t updates = 0, revision = 0;
  bool flat = false;  // the flat arrays belong to the present bodies
  bool hasStart = false;

  std::vector<Index> ids, slots;  // id of slot; slot of id
  std::vector<Box> boxes, sweptBoxes;
  std::vector<Real> sweptReaches;
  std::vector<Range> vertexRange, edgeRange, faceRange, tetrahedronRange;
  std::vector<PackedPosition> positions, positions_t0, rest;
  std::vector<Edge> edges;
  std::vector<Triangle> faces, edgesOfFaces;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Index> slotOfVertex, slotOfEdge, slotOfFace, slotOfTetrahedron;
  std::vector<std::uint8_t> onSurface;
  std::vector<Segment> segments;
  std::vector<SegmentResult> segmentResults;
  Real meanEdgeLength = 0;

  Body& at(Index id) {
    if (id >= bodies.size() || !bodies[id]) throw Error("there is no body " + std::to_string(id) + " in the set");
    return *bodies[id];
  }

  void changed() {
    flat = false;
    revision = nextRevision();
  }

  void flatten();
  void appendBody(Index id, Body& body);
  SegmentResult readSegment(const Segment& segment);
  void takeRestWherePending();
};

void BodySet::Impl::appendBody(Index id, Body& body) {
  const auto slot = static_cast<Index>(ids.size());
  slots[id] = slot;
  ids.push_back(id);
  const auto size = [](const auto& v) { return static_cast<Index>(v.size()); };
  const Index v0 = size(rest), e0 = size(edges), f0 = size(faces), t0 = size(tetrahedra);
  const auto& elements = body.elements;
  rest.insert(rest.end(), body.rest.begin(), body.rest.end());
  onSurface.insert(onSurface.end(), elements.onSurface.begin(), elements.onSurface.end());
  appendShifted(edges, elements.edges, v0);
  appendShifted(faces, elements.faces, v0);
  appendShifted(edgesOfFaces, elements.edgesOfFaces, e0);
  appendShifted(tetrahedra, elements.tetrahedra, v0);
  vertexRange.push_back({v0, size(rest)});
  edgeRange.push_back({e0, size(edges)});
  faceRange.push_back({f0, size(faces)});
  tetrahedronRange.push_back({t0, size(tetrahedra)});
  slotOfVertex.resize(rest.size(), slot);
  slotOfEdge.resize(edges.size(), slot);
  slotOfFace.resize(faces.size(), slot);
  slotOfTetrahedron.resize(tetrahedra.size(), slot);
  for (Index begin = v0; begin < size(rest); begin += kSegment)
    segments.push_back({slot, begin, std::min(begin + kSegment, size(rest))});
  hasStart |= body.view.positions_t0.data != nullptr;
}

void BodySet::Impl::flatten() {
  ids.clear();
  slots.assign(bodies.size(), kNoIndex);
  for (auto* v : {&vertexRange, &edgeRange, &faceRange, &tetrahedronRange}) v->clear();
  for (auto* v : {&slotOfVertex, &slotOfEdge, &slotOfFace, &slotOfTetrahedron}) v->clear();
  rest.clear();
  edges.clear();
  faces.clear();
  edgesOfFaces.clear();
  tetrahedra.clear();
  onSurface.clear();
  segments.clear();
  hasStart = false;
  EdgeLengths all;
  for (Index id = 0; id < bodies.size(); ++id) {
    if (!bodies[id]) continue;
    appendBody(id, *bodies[id]);
    all.sum += bodies[id]->lengths.sum;
    all.count += bodies[id]->lengths.count;
  }
  meanEdgeLength = toReal(all.mean());
  boxes.assign(ids.size(), emptyBox());
  sweptBoxes.assign(ids.size(), emptyBox());
  sweptReaches.assign(ids.size(), 0);
  positions.resize(rest.size());
  positions_t0.resize(hasStart ? rest.size() : 0);
  segmentResults.resize(segments.size());
  flat = true;
}

SegmentResult BodySet::Impl::readSegment(const Segment& segment) {
  const BodyView& view = bodies[ids[segment.slot]]->view;
  const Index first = vertexRange[segment.slot].begin;
  SegmentResult result{emptyBox(), emptyBox(), kNoIndex};
  const auto keep = [&](PackedPosition p, Index i, PackedPosition& out, Box& box) {
    out = p;
    grow(box, p);
    if (result.bad == kNoIndex && !finite(p)) result.bad = i;
  };
  for (Index i = segment.begin; i < segment.end; ++i)
    keep(pack(view.positions[i - first]), i, positions[i], result.box);
  result.swept = result.box;
  if (!hasStart) return result;
  const PositionsView& start = view.positions_t0.data ? view.positions_t0 : view.positions;
  for (Index i = segment.begin; i < segment.end; ++i) {
    keep(pack(start[i - first]), i, positions_t0[i], result.swept);
    result.reach = std::max(result.reach, pliant::sweptReach(positions_t0[i], positions[i]));
  }
  return result;
}

void BodySet::Impl::takeRestWherePending() {
  for (const Index id : ids) {
    Body& body = *bodies[id];
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
    throw Error("a body has " + std::to_string(view.positions.count) + " positions at the end of the step, but " +
                std::to_string(view.positions_t0.count) + " at its start");
  auto body = std::make_unique<Body>(view);
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
  m_impl->at(id);
  m_impl->bodies[id].reset();
  std::erase_if(m_impl->disabledPairs, [id](std::uint64_t key) { return Index(key >> 32) == id || Index(key) == id; });
  m_impl->changed();
}

bool BodySet::contains(Index id) const {
  return id < m_impl->bodies.size() && m_impl->bodies[id];
}

void BodySet::setPositions(Index id, PositionsView positions, PositionsView positions_t0) {
  Body& body = m_impl->at(id);
  if (positions.count != body.view.positions.count || (positions_t0.data && positions_t0.count != positions.count))
    throw Error("body " + std::to_string(id) + " has " + std::to_string(body.view.positions.count) +
                " vertices; other counts need a new body");
  const bool hadStart = body.view.positions_t0.data != nullptr;
  body.view.positions = positions;
  body.view.positions_t0 = positions_t0;
  if (hadStart != (positions_t0.data != nullptr)) m_impl->changed();
}

void BodySet::setRestPositions(Index id, PositionsView rest) {
  Body& body = m_impl->at(id);
  if (rest.count != body.view.positions.count)
    throw Error("body " + std::to_string(id) + " has " + std::to_string(body.view.positions.count) +
                " vertices, its shape at rest " + std::to_string(rest.count));
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

void BodySet::setSelf(Index id, bool enabled) {
  m_impl->at(id).self = enabled;
}
bool BodySet::self(Index id) const {
  return m_impl->at(id).self;
}

void BodySet::setSelfRings(Index id, unsigned rings) {
  if (rings < 1 || rings > kMostSelfRings)
    throw Error("the rings of body " + std::to_string(id) + " are not from 1 to " + std::to_string(kMostSelfRings));
  m_impl->at(id).selfRings = rings;
}
unsigned BodySet::selfRings(Index id) const {
  return m_impl->at(id).selfRings;
}

void BodySet::setFilter(Index id, std::uint32_t group, std::uint32_t mask) {
  Body& body = m_impl->at(id);
  body.group = group;
  body.mask = mask;
}

void BodySet::setPair(Index a, Index b, bool enabled) {
  m_impl->at(a);
  m_impl->at(b);
  if (a == b) return setSelf(a, enabled);
  auto& pairs = m_impl->disabledPairs;
  const std::uint64_t key = pairKey(a, b);
  const auto at = std::lower_bound(pairs.begin(), pairs.end(), key);
  const bool disabled = at != pairs.end() && *at == key;
  if (enabled && disabled) pairs.erase(at);
  if (!enabled && !disabled) pairs.insert(at, key);
}

bool BodySet::pair(Index a, Index b) const {
  if (a == b) return self(a);
  const Body &bodyA = m_impl->at(a), &bodyB = m_impl->at(b);
  if (!(bodyA.group & bodyB.mask) || !(bodyB.group & bodyA.mask)) return false;
  const auto& pairs = m_impl->disabledPairs;
  return pairs.empty() || !std::binary_search(pairs.begin(), pairs.end(), pairKey(a, b));
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
  if (!s.flat) s.flatten();
  workers.forChunks(s.segments.size(), kSegmentsPerChunk, [&s](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) s.segmentResults[i] = s.readSegment(s.segments[i]);
  });
  std::fill(s.boxes.begin(), s.boxes.end(), emptyBox());
  std::fill(s.sweptBoxes.begin(), s.sweptBoxes.end(), emptyBox());
  std::fill(s.sweptReaches.begin(), s.sweptReaches.end(), Real(0));
  for (const Index id : s.ids) s.bodies[id]->status = {};
  for (std::size_t i = 0; i < s.segments.size(); ++i) {
    const Index slot = s.segments[i].slot;
    BodyStatus& status = s.bodies[s.ids[slot]]->status;
    const Index bad = s.segmentResults[i].bad;
    if (bad != kNoIndex && status.kind == BodyStatus::Kind::Active)
      status = {BodyStatus::Kind::NotFinite, bad - s.vertexRange[slot].begin};
    grow(s.boxes[slot], s.segmentResults[i].box);
    grow(s.sweptBoxes[slot], s.segmentResults[i].swept);
    s.sweptReaches[slot] = std::max(s.sweptReaches[slot], s.segmentResults[i].reach);
  }
  for (Index slot = 0; slot < s.ids.size(); ++slot)
    if (!active(slot)) s.boxes[slot] = s.sweptBoxes[slot] = emptyBox();
  ++s.updates;
  const std::uint64_t revision = s.revision;
  s.takeRestWherePending();
  if (s.revision != revision) update(workers);
}

std::uint64_t BodySet::updates() const {
  return m_impl->updates;
}
std::uint64_t BodySet::revision() const {
  return m_impl->revision;
}

Index BodySet::bodyCount() const {
  return static_cast<Index>(m_impl->ids.size());
}
Index BodySet::id(Index slot) const {
  return m_impl->ids[slot];
}
Index BodySet::slot(Index id) const {
  return id < m_impl->slots.size() ? m_impl->slots[id] : kNoIndex;
}
BodyStatus BodySet::status(Index id) const {
  return m_impl->at(id).status;
}
bool BodySet::active(Index slot) const {
  return m_impl->bodies[m_impl->ids[slot]]->status.kind == BodyStatus::Kind::Active;
}
bool BodySet::selfAt(Index slot) const {
  return m_impl->bodies[m_impl->ids[slot]]->self;
}
unsigned BodySet::selfRingsAt(Index slot) const {
  return m_impl->bodies[m_impl->ids[slot]]->selfRings;
}
bool BodySet::pairAt(Index slotA, Index slotB) const {
  return pair(m_impl->ids[slotA], m_impl->ids[slotB]);
}
Real BodySet::marginAt(Index slot) const {
  return m_impl->bodies[m_impl->ids[slot]]->marginOrDefault();
}
const Box& BodySet::box(Index slot) const {
  return m_impl->boxes[slot];
}
const Box& BodySet::sweptBox(Index slot) const {
  return m_impl->sweptBoxes[slot];
}
Real BodySet::sweptReach(Index slot) const {
  return m_impl->sweptReaches[slot];
}
BodySet::Range BodySet::vertices(Index slot) const {
  return m_impl->vertexRange[slot];
}
BodySet::Range BodySet::edges(Index slot) const {
  return m_impl->edgeRange[slot];
}
BodySet::Range BodySet::faces(Index slot) const {
  return m_impl->faceRange[slot];
}
BodySet::Range BodySet::tetrahedra(Index slot) const {
  return m_impl->tetrahedronRange[slot];
}
std::span<const PackedPosition> BodySet::positions() const {
  return m_impl->positions;
}
std::span<const PackedPosition> BodySet::positions_t0() const {
  return m_impl->hasStart ? m_impl->positions_t0 : m_impl->positions;
}
std::span<const PackedPosition> BodySet::restPositions() const {
  return m_impl->rest;
}
std::span<const Edge> BodySet::edges() const {
  return m_impl->edges;
}
std::span<const Triangle> BodySet::faces() const {
  return m_impl->faces;
}
std::span<const Tetrahedron> BodySet::tetrahedra() const {
  return m_impl->tetrahedra;
}
std::span<const Index> BodySet::slotOfVertex() const {
  return m_impl->slotOfVertex;
}
std::span<const Index> BodySet::slotOfEdge() const {
  return m_impl->slotOfEdge;
}
std::span<const Index> BodySet::slotOfFace() const {
  return m_impl->slotOfFace;
}
std::span<const Index> BodySet::slotOfTetrahedron() const {
  return m_impl->slotOfTetrahedron;
}
std::span<const Triangle> BodySet::edgesOfFaces() const {
  return m_impl->edgesOfFaces;
}
std::span<const std::uint8_t> BodySet::onSurface() const {
  return m_impl->onSurface;
}
Real BodySet::meanEdgeLength() const {
  return m_impl->meanEdgeLength;
}

}  // namespace pliant
