#include "bodyset/FlatBodies.h"

#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Workers.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <limits>

#include "core/boxes.h"
#include "core/memoryOf.h"

namespace pliant::detail {
namespace {

constexpr Index kSegment = 2048;  // largest number of vertices of a segment
constexpr std::size_t kSegmentsPerChunk = 8;

/// Packs positions and computes their box.
class Packer {
 public:
  /// Reads four scalars; the value of the last one has no effect.
  void pack(const Real* from, PackedPosition& to) {
    const Quad x = Eigen::Map<const Quad>(from);
    Eigen::Map<Quad, Eigen::Aligned16>(&to.x) = x;
    to.pad = 0;
    m_low = m_low.min(x);
    m_high = m_high.max(x);
    m_nothing += x - x;
  }
  void add(const Packer& other) {
    m_low = m_low.min(other.m_low);
    m_high = m_high.max(other.m_high);
    m_nothing += other.m_nothing;
  }
  /// Returns true if all positions are finite; otherwise the box is invalid.
  bool finish(Box& box) const {
    box = {{m_low[0], m_low[1], m_low[2]}, {m_high[0], m_high[1], m_high[2]}};
    return m_nothing[0] + m_nothing[1] + m_nothing[2] == 0;
  }

 private:
  using Quad = Eigen::Array<Real, 4, 1>;

  Quad m_low = Quad::Constant(std::numeric_limits<Real>::max()), m_high = -m_low;
  Quad m_nothing = Quad::Zero();  // NaN after a coordinate that is not finite
};

bool readAll(const PositionsView& from, Index first, Index count, PackedPosition* to, Box& box) {
  std::array<Packer, 4> packers;  // four, because each one waits for its previous result
  Index i = 0;
  for (; i + packers.size() < count; i += static_cast<Index>(packers.size())) {
    for (std::size_t p = 0; p < packers.size(); ++p)
      packers[p].pack(from[first + i + static_cast<Index>(p)], to[i + p]);
  }
  for (; i < count; ++i) {
    const PackedPosition last = pack(from[first + i]);  // no scalar after it may be read
    packers[0].pack(&last.x, to[i]);
  }
  for (std::size_t p = 1; p < packers.size(); ++p) packers[0].add(packers[p]);
  return packers[0].finish(box);
}

/// Reserves exactly the memory for all bodies.
template <typename Element, typename SizeOf>
void makeRoom(std::vector<Element>& list, const FlatBodies::Records& bodies, const SizeOf& sizeOf) {
  std::size_t size = 0;
  for (const auto& body : bodies)
    if (body) size += sizeOf(*body);
  list.reserve(size);
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

void FlatBodies::append(Index id, const BodyRecord& body) {
  const auto index = static_cast<Index>(ids.size());
  indices[id] = index;
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
  firstLink.push_back(e0 + elements.report.edges);
  linkCount += elements.report.links;
  faceRange.push_back({f0, size(faces)});
  tetrahedronRange.push_back({t0, size(tetrahedra)});
  bodyOfVertex.resize(rest.size(), index);
  bodyOfEdge.resize(edges.size(), index);
  bodyOfFace.resize(faces.size(), index);
  bodyOfTetrahedron.resize(tetrahedra.size(), index);
  for (Index begin = v0; begin < size(rest); begin += kSegment)
    m_segments.push_back({index, begin, std::min(begin + kSegment, size(rest))});
  hasStart |= body.view.positions_t0.data != nullptr;
}

void FlatBodies::build(const Records& bodies) {
  ids.clear();
  indices.assign(bodies.size(), kNoIndex);
  for (auto* v : {&vertexRange, &edgeRange, &faceRange, &tetrahedronRange}) v->clear();
  for (auto* v : {&bodyOfVertex, &bodyOfEdge, &bodyOfFace, &bodyOfTetrahedron}) v->clear();
  firstLink.clear();
  linkCount = 0;
  rest.clear();
  edges.clear();
  faces.clear();
  edgesOfFaces.clear();
  tetrahedra.clear();
  onSurface.clear();
  m_segments.clear();
  hasStart = false;
  makeRoom(rest, bodies, [](const BodyRecord& body) { return body.rest.size(); });
  makeRoom(edges, bodies, [](const BodyRecord& body) { return body.elements.edges.size(); });
  for (auto* v : {&faces, &edgesOfFaces})
    makeRoom(*v, bodies, [](const BodyRecord& body) { return body.elements.faces.size(); });
  makeRoom(tetrahedra, bodies, [](const BodyRecord& body) { return body.elements.tetrahedra.size(); });
  EdgeLengths all;
  for (Index id = 0; id < bodies.size(); ++id) {
    if (!bodies[id]) continue;
    append(id, *bodies[id]);
    all.sum += bodies[id]->lengths.sum;
    all.count += bodies[id]->lengths.count;
  }
  meanEdgeLength = all.mean();
  boxes.assign(ids.size(), emptyBox());
  sweptBoxes.assign(ids.size(), emptyBox());
  sweptReaches.assign(ids.size(), 0);
  positions.resize(rest.size());
  positions_t0.resize(hasStart ? rest.size() : 0);
  m_segmentResults.assign(m_segments.size(), {emptyBox(), emptyBox()});
  current = true;
}

void FlatBodies::read(const Records& bodies, Workers& workers, std::span<const PackedPosition> given) {
  workers.forChunks(m_segments.size(), kSegmentsPerChunk, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      readSegment(*bodies[ids[m_segments[i].body]], m_segments[i], given, m_segmentResults[i]);
  });
  std::fill(boxes.begin(), boxes.end(), emptyBox());
  std::fill(sweptBoxes.begin(), sweptBoxes.end(), emptyBox());
  std::fill(sweptReaches.begin(), sweptReaches.end(), Real(0));
  for (const Index id : ids) bodies[id]->status = {};
  for (std::size_t i = 0; i < m_segments.size(); ++i) {
    const Index index = m_segments[i].body;
    BodyStatus& status = bodies[ids[index]]->status;
    const Index bad = m_segmentResults[i].bad;
    if (bad != kNoIndex && status.kind == BodyStatus::Kind::Active)
      status = {BodyStatus::Kind::NotFinite, bad - vertexRange[index].begin};
    grow(boxes[index], m_segmentResults[i].box);
    grow(sweptBoxes[index], m_segmentResults[i].swept);
    sweptReaches[index] = std::max(sweptReaches[index], m_segmentResults[i].reach);
  }
  for (Index index = 0; index < ids.size(); ++index)
    if (bodies[ids[index]]->status.kind != BodyStatus::Kind::Active) boxes[index] = sweptBoxes[index] = emptyBox();
}

void FlatBodies::readSegment(const BodyRecord& body, const Segment& segment, std::span<const PackedPosition> given,
                             SegmentResult& result) {
  const Index first = vertexRange[segment.body].begin, count = segment.end - segment.begin;
  if (body.unchanged && result.ofViews &&
      (given.empty() ||
       std::memcmp(&given[segment.begin], &positions[segment.begin], count * sizeof(PackedPosition)) == 0))
    return;
  const BodyView& view = body.view;
  result = {emptyBox(), emptyBox()};
  const auto read = [&](const PositionsView& from, std::vector<PackedPosition>& to, Box& box) {
    const bool allFinite = readAll(from, segment.begin - first, count, &to[segment.begin], box);
    if (allFinite || result.bad != kNoIndex) return;
    result.bad = segment.begin;
    while (finite(to[result.bad])) ++result.bad;
  };
  PositionsView atEnd = view.positions;
  if (!given.empty()) atEnd = {&given[first].x, view.positions.count, sizeof(PackedPosition) / sizeof(Real)};
  read(atEnd, positions, result.box);
  result.ofViews = given.empty();
  result.swept = result.box;
  if (!hasStart) return;
  const PositionsView& atStart = view.positions_t0.data ? view.positions_t0 : view.positions;
  if (atStart.data == atEnd.data && atStart.stride == atEnd.stride) {
    std::copy_n(&positions[segment.begin], count, &positions_t0[segment.begin]);
    return;
  }
  read(atStart, positions_t0, result.swept);
  grow(result.swept, result.box);
  for (Index i = segment.begin; i < segment.end; ++i)
    result.reach = std::max(result.reach, pliant::sweptReach(positions_t0[i], positions[i]));
}

std::size_t FlatBodies::memory() const {
  return memoryOf(ids, indices, boxes, sweptBoxes, sweptReaches, vertexRange, edgeRange, faceRange, tetrahedronRange,
                  firstLink, positions, positions_t0, rest, edges, faces, edgesOfFaces, tetrahedra, onSurface,
                  bodyOfVertex, bodyOfEdge, bodyOfFace, bodyOfTetrahedron, m_segments, m_segmentResults);
}

}  // namespace pliant::detail
