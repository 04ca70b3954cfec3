#include "surfaces/SurfaceScene.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "core/Vec3d.h"
#include "core/memoryOf.h"
#include "surfaces/SurfaceBounds.h"

namespace pliant::detail::surface {
namespace {

constexpr Index kBoundedPerPiece = 4096;  // most elements of a body that one task bounds at once
constexpr Index kMotionSamples = 64;      // about the number of vertices sampled for a body's mean motion

float floatUp(double x) {
  const auto f = static_cast<float>(std::min(x, double{std::numeric_limits<float>::max()}));
  return static_cast<double>(f) < x ? std::nextafter(f, std::numeric_limits<float>::infinity()) : f;
}
#if PLIANT_DOUBLE_PRECISION
float floatDown(double x) {
  return -floatUp(-x);
}
#endif

void grow(std::array<float, 6>& box, const std::array<float, 6>& other) {
  for (std::size_t k = 0; k < 3; ++k) {
    box[k] = std::min(box[k], other[k]);
    box[3 + k] = std::max(box[3 + k], other[3 + k]);
  }
}

std::array<float, 6> emptyBox() {
  constexpr float big = std::numeric_limits<float>::infinity();
  return {big, big, big, -big, -big, -big};
}

/// Returns true if the query requests only faces that meet: this is decided exactly, so boxes need no slack for
/// rounding.
bool pointsAreBoxes(const CandidateQuery& query) {
  return sizeof(Real) == sizeof(float) && !query.swept && !query.vertexFace && !query.edgeEdge && query.distance == 0 &&
         query.marginScale == 0;
}

}  // namespace

void SurfaceScene::Bounds::fit(std::size_t count) {
  for (auto& v : bound)
    if (v.size() < count + kPad) v.resize(count + kPad);
}

void SurfaceScene::Bounds::take(const VertexBoxes& boxes, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      bound[k][i] = boxes.low(i)[k];
      bound[3 + k][i] = boxes.low(i)[boxes.high + k];
    }
}

BoxArrays SurfaceScene::Bounds::at(std::size_t begin) const {
  BoxArrays arrays;
  for (int k = 0; k < 6; ++k) arrays.bound[k] = bound[k].data() + begin;
  return arrays;
}

std::size_t SurfaceScene::Bounds::memory() const {
  return memoryOf(bound);
}

void SurfaceScene::build(const BodySet& bodies, const CandidateQuery& query, const WorkItems& items, Workers& workers) {
  buildVertices(bodies, query, items, workers);
  listElements(bodies);
  boundElements(bodies, query, workers);
}

void SurfaceScene::buildVertices(const BodySet& bodies, const CandidateQuery& query, const WorkItems& items,
                                 Workers& workers) {
  findGroups(bodies, query, items);
  if (pointsAreBoxes(query))
    takePositions(bodies);
  else
    boundVertices(bodies, query, workers);
}

void SurfaceScene::listElements(const BodySet& bodies) {
  if (m_revision == bodies.revision()) return;
  m_revision = ~std::uint64_t{0};  // invalid until all is copied: allocation may throw
  m_ids.resize(std::max({bodies.positions().size(), bodies.edges().size(), bodies.faces().size()}) + kPad);
  std::iota(m_ids.begin(), m_ids.end(), std::uint32_t{0});
  for (std::size_t c = 0; c < 2; ++c) {
    m_edgeCorner[c].resize(bodies.edges().size() + kPad);
    for (std::size_t i = 0; i < bodies.edges().size(); ++i) m_edgeCorner[c][i] = bodies.edges()[i][c];
  }
  for (std::size_t c = 0; c < 3; ++c) {
    m_faceCorner[c].resize(bodies.faces().size() + kPad);
    for (std::size_t i = 0; i < bodies.faces().size(); ++i) m_faceCorner[c][i] = bodies.faces()[i][c];
  }
  m_revision = bodies.revision();
}

void SurfaceScene::findGroups(const BodySet& bodies, const CandidateQuery& query, const WorkItems& items) {
  const Index count = bodies.bodyCount();
  m_sets.reset(count);
  m_used.assign(count, 0);
  for (const Index body : items.selves) m_used[body] = 1;
  for (const auto& [a, b] : items.pairs) {
    m_used[a] = m_used[b] = 1;
    m_sets.unite(a, b);
  }
  m_frames.assign(count, {});
  const auto from = bodies.positions_t0(), to = bodies.positions();
  m_groups.assign(count, {});
  // Bodies are visited in the order of their indices, so that frames do not depend on the order of pairs.
  for (Index body = 0; body < count; ++body) {
    if (!m_used[body]) continue;
    Group& group = m_groups[m_sets.root(body)];
    const Box& box = query.swept ? bodies.sweptBox(body) : bodies.box(body);
    for (std::size_t k = 0; k < 3; ++k) {
      group.low[k] = std::min(group.low[k], static_cast<double>(box.min[k]));
      group.high[k] = std::max(group.high[k], static_cast<double>(box.max[k]));
    }
    if (!query.swept) continue;
    const auto [begin, end] = bodies.vertices(body);
    const Index step = std::max<Index>(1, (end - begin) / kMotionSamples);
    Vec3d motion{};
    double samples = 0;
    for (Index v = begin; v < end; v += step, ++samples) motion = motion + (toVec3d(&to[v].x) - toVec3d(&from[v].x));
    for (std::size_t k = 0; k < 3; ++k) group.motion[k] += motion[k] / samples;
    ++group.bodies;
  }
  for (Index body = 0; body < count; ++body) {
    const Group& group = m_groups[body];
    if (!m_used[body] || m_sets.root(body) != body) continue;
    Frame& frame = m_frames[body];
    if (query.swept)
      for (std::size_t k = 0; k < 3; ++k) {
        const double shift = group.motion[k] / group.bodies;
        // An extreme or non-finite motion leaves the frame at rest.
        frame.shift[k] = std::abs(shift) < 1e30 ? static_cast<Real>(shift) : Real(0);
      }
#if PLIANT_DOUBLE_PRECISION
    double size = 0;
    for (std::size_t k = 0; k < 3; ++k)
      size = std::max({size, group.high[k] / 2 - group.low[k] / 2, std::abs(frame.shift[k])});
    if (size > 0) frame.scale = std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1022));
    for (std::size_t k = 0; k < 3; ++k) frame.origin[k] = (group.low[k] / 2 + group.high[k] / 2) * frame.scale;
#endif
  }
  for (Index body = 0; body < count; ++body)
    if (m_used[body]) m_frames[body] = m_frames[m_sets.root(body)];
}

void SurfaceScene::takePositions(const BodySet& bodies) {
#if !PLIANT_DOUBLE_PRECISION
  m_vertexBoxes = {bodies.positions().empty() ? nullptr : &bodies.positions().front().x, 4, 0};
  m_boxes.assign(bodies.bodyCount(), emptyBox());
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    if (!m_used[body]) continue;
    const Box& box = bodies.box(body);
    m_boxes[body] = {box.min[0], box.min[1], box.min[2], box.max[0], box.max[1], box.max[2]};
  }
#else
  static_cast<void>(bodies);
#endif
}

void SurfaceScene::boundVertices(const BodySet& bodies, const CandidateQuery& query, Workers& workers) {
  const std::size_t total = bodies.positions().size();
  if (query.vertexFace) m_vertices.fit(total);
  if (m_interleaved.size() < 8 * total) m_interleaved.resize(8 * total);
  m_vertexBoxes = {m_interleaved.data(), 8, 4};
  m_boxes.assign(bodies.bodyCount(), emptyBox());
  m_pieces.clear();
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    if (!m_used[body]) continue;
    const auto [begin, end] = bodies.vertices(body);
    for (Index v = begin; v < end; v += std::min(kBoundedPerPiece, end - v))
      m_pieces.push_back({body, v, v + std::min(kBoundedPerPiece, end - v)});
  }
  m_pieceBoxes.resize(m_pieces.size());
  const PackedPosition* to = bodies.positions().data();
  const PackedPosition* from = query.swept ? bodies.positions_t0().data() : to;
  workers.forChunks(m_pieces.size(), 1, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t p = first; p < last; ++p) {
      const Piece& piece = m_pieces[p];
      const Frame& frame = m_frames[piece.body];
      const double reach = pairReach(bodies, query, piece.body);
#if PLIANT_DOUBLE_PRECISION
      const double marginRadius = reach * frame.scale;
      for (Index v = piece.begin; v < piece.end; ++v) {
        const Vec3d q = toVec3d(&from[v].x), x = toVec3d(&to[v].x);
        Vec3d start, end;
        for (std::size_t k = 0; k < 3; ++k) {
          start[k] = q[k] * frame.scale;
          end[k] = x[k] * frame.scale - frame.shift[k] * frame.scale;
        }
        const double radius =
            marginRadius + kSweptReach * lengthBound(end[0] - start[0], end[1] - start[1], end[2] - start[2]);
        for (std::size_t k = 0; k < 3; ++k) {
          const double low = std::min(start[k], end[k]), high = std::max(start[k], end[k]);
          // At most six roundings of a double, then one to a float, outward.
          const double slack = (std::abs(low) + std::abs(high) + std::abs(frame.origin[k]) +
                                std::abs(frame.shift[k] * frame.scale) + radius) *
                                   1e-15 +
                               std::numeric_limits<double>::min();
          m_interleaved[8 * v + k] = floatDown(low - frame.origin[k] - radius - slack);
          m_interleaved[8 * v + 4 + k] = floatUp(high - frame.origin[k] + radius + slack);
        }
      }
      surface::boxOf(m_interleaved.data(), piece.begin, piece.end, m_pieceBoxes[p].data());
#else
      surface::boundVertices(&from->x, &to->x, frame.shift.data(), floatUp(reach), kSweptReach,
                             piece.begin, piece.end, m_interleaved.data(), m_pieceBoxes[p].data());
#endif
      if (query.vertexFace) m_vertices.take(m_vertexBoxes, piece.begin, piece.end);
    }
  });
  for (std::size_t p = 0; p < m_pieces.size(); ++p) grow(m_boxes[m_pieces[p].body], m_pieceBoxes[p]);
}

float SurfaceScene::shrinkOf(const BodySet& bodies, const CandidateQuery& query, Index body) const {
  // Rounded down, so that the shrunk box still contains the rest of the radius.
  const double part = marginPart(bodies, query, body) * m_frames[body].scale * (1 - 1e-6);
  return static_cast<float>(std::min(part, double{std::numeric_limits<float>::max()} / 4));
}

void SurfaceScene::boundElements(const BodySet& bodies, const CandidateQuery& query, Workers& workers) {
  const auto each = [&](Bounds& bounds, std::size_t total, auto range, const Index* corners, int cornerCount,
                        bool margin) {
    m_pieces.clear();
    for (Index body = 0; body < bodies.bodyCount(); ++body) {
      if (!m_used[body]) continue;
      const auto [begin, end] = range(body);
      for (Index i = begin; i < end; i += std::min(kBoundedPerPiece, end - i))
        m_pieces.push_back({body, i, i + std::min(kBoundedPerPiece, end - i)});
    }
    if (!m_pieces.empty()) bounds.fit(total);
    float* bound[6];
    for (int k = 0; k < 6; ++k) bound[k] = bounds.bound[k].data();
    workers.forChunks(m_pieces.size(), 1, [&](std::size_t, std::size_t first, std::size_t last) {
      for (std::size_t p = first; p < last; ++p)
        surface::boundElements(m_vertexBoxes, corners, cornerCount,
                               margin ? 0 : shrinkOf(bodies, query, m_pieces[p].body), m_pieces[p].begin,
                               m_pieces[p].end, bound);
    });
  };
  if (query.edgeEdge)
    each(
        m_edges, bodies.edges().size(), [&](Index body) { return bodies.edges(body); },
        bodies.edges().empty() ? nullptr : bodies.edges().front().data(), 2, query.edgeMargin);
  if (query.vertexFace || query.faceFace)
    each(
        m_faces, bodies.faces().size(), [&](Index body) { return bodies.faces(body); },
        bodies.faces().empty() ? nullptr : bodies.faces().front().data(), 3, true);
}

BodySet::Range SurfaceScene::rangeOf(const BodySet& bodies, Index body, Kind kind) {
  switch (kind) {
    case Kind::Vertices:
      return bodies.vertices(body);
    case Kind::Edges:
      return bodies.edges(body);
    case Kind::FaceEdges:
      return bodies.faceEdges(body);
    case Kind::Links:
      return bodies.links(body);
    default:
      return bodies.faces(body);
  }
}

ElementCorners SurfaceScene::corners(const BodySet& bodies, const CandidateQuery& query, Index body, Kind kind) const {
  const auto range = rangeOf(bodies, body, kind);
  const auto in = [range](const auto& list) { return range.size() > 0 ? list[range.begin].data() : nullptr; };
  if (kind == Kind::Vertices) return {m_ids.data() + range.begin, 1, range.size(), 0};
  if (kind == Kind::Faces) return {in(bodies.faces()), 3, range.size(), 0};
  return {in(bodies.edges()), 2, range.size(), query.edgeMargin ? 0 : shrinkOf(bodies, query, body)};
}

ElementBoxes SurfaceScene::elements(const BodySet& bodies, Index body, Kind kind) const {
  const auto range = rangeOf(bodies, body, kind);
  ElementBoxes view;
  const auto take = [&](const Bounds& bounds, std::span<const std::vector<std::uint32_t>> corners) {
    view.boxes = bounds.at(range.begin);
    for (std::size_t c = 0; c < corners.size(); ++c) view.corner[c] = corners[c].data() + range.begin;
  };
  if (kind == Kind::Vertices)
    take(m_vertices, {&m_ids, 1});
  else if (kind == Kind::Faces)
    take(m_faces, m_faceCorner);
  else
    take(m_edges, m_edgeCorner);
  view.id = m_ids.data() + range.begin;
  view.count = range.size();
  return view;
}

std::size_t SurfaceScene::memory() const {
  return m_vertices.memory() + m_edges.memory() + m_faces.memory() +
         memoryOf(m_interleaved, m_ids, m_edgeCorner, m_faceCorner);
}

}  // namespace pliant::detail::surface
