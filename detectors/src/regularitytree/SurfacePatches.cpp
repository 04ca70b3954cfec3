#include "regularitytree/SurfacePatches.h"

#include <pliant/detectors/corners.h>

#include <algorithm>
#include <cmath>

#include "regularitytree/ClearanceMasks.h"
#include "regularitytree/PatchKernels.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kLeavesPerChunk = 4096;
// Smallest distance if there is motion, as a share of the body's mean edge length at rest.
constexpr double kShareOfEdge = 0.05;

std::vector<Triangle> localFaces(const BodySet& bodies, Index body) {
  const auto range = bodies.faces(body);
  const Index first = bodies.vertices(body).begin;
  std::vector<Triangle> faces(bodies.faces().begin() + range.begin, bodies.faces().begin() + range.end);
  for (Triangle& face : faces)
    for (Index& corner : face) corner -= first;
  return faces;
}

std::span<const PackedPosition> restOf(const BodySet& bodies, Index body) {
  const auto range = bodies.vertices(body);
  return bodies.restPositions().subspan(range.begin, range.size());
}

/// Returns a power of two that scales the longest side of the box to [1, 2); 1 if there is none.
Real lengthScale(const Box& box) {
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k)
    size = std::max(size, static_cast<double>(box.max[k]) - static_cast<double>(box.min[k]));
  if (!(size > 0) || !std::isfinite(size)) return 1;
  constexpr int most = std::numeric_limits<Real>::max_exponent - 2;
  return std::ldexp(Real(1), std::clamp(-std::ilogb(size), -most, most));
}

/// Returns a distance; not finite if a coordinate is not finite.
double lengthAtRest(const PackedPosition& p, const PackedPosition& q) {
  const double x = double(p.x) - double(q.x), y = double(p.y) - double(q.y), z = double(p.z) - double(q.z);
  if constexpr (sizeof(Real) > sizeof(float)) return std::hypot(x, y, z);
  return std::sqrt(x * x + y * y + z * z);
}

const Real* scalars(std::span<const PackedPosition> positions) {
  return positions.empty() ? nullptr : &positions.front().x;
}

}  // namespace

SurfacePatches::SurfacePatches(const BodySet& bodies, Index body, unsigned children, Index leafPatch,
                               const SurfacePatches* before)
    : m_tree(localFaces(bodies, body), restOf(bodies, body), children, before ? &before->m_tree : nullptr),
      m_boxes(std::size_t{8} * m_tree.nodeCount()),
      m_masks(m_tree.nodeCount()),
      m_degenerate(m_tree.leafCount()),
      m_doubtful(m_tree.leafCount()) {
  setLeafPatchFaces(leafPatch, before);
  listElements(bodies, body);
  const auto edges = bodies.faceEdges(body);
  const auto rest = bodies.restPositions();
  const double share = 1 / std::max(1.0, static_cast<double>(edges.size()));
  for (const Edge& edge : bodies.edges().subspan(edges.begin, edges.size())) {
    const double length = lengthAtRest(rest[edge[0]], rest[edge[1]]);
    if (std::isfinite(length)) m_meanEdge += length * share;
  }
}

void SurfacePatches::setLeafPatchFaces(Index faces, const SurfacePatches* before) {
  if (faces == m_groups.most()) return;
  m_groups.assign(m_tree, faces);
  m_tree.traceContours(most(), before ? &before->m_tree : nullptr);
  m_isLeafPatch.resize(m_tree.nodeCount());
  for (Index node = 0; node < m_tree.nodeCount(); ++node) m_isLeafPatch[node] = m_tree.isLeafPatch(node, faces);
}

void SurfacePatches::listElements(const BodySet& bodies, Index body) {
  m_vertexBegin = bodies.vertices(body).begin;
  m_edgeBegin = bodies.edges(body).begin;
  m_faceBegin = bodies.faces(body).begin;
  std::vector<std::uint8_t> taken(bodies.vertices(body).size(), 0), edgeTaken(bodies.faceEdges(body).size(), 0);
  m_vertices.reserve(taken.size());
  m_edges.reserve(edgeTaken.size());
  for (auto* list : {&m_faces, &m_firstVertex, &m_firstEdge}) list->reserve(m_tree.leafCount() + std::size_t{1});
  m_corners.reserve(m_tree.leafCount());
  m_firstVertex.push_back(0);
  m_firstEdge.push_back(0);
  for (Index leaf = 0; leaf < m_tree.leafCount(); ++leaf) {
    const Triangle& local = m_tree.corners()[leaf];
    m_corners.push_back({local[0] + m_vertexBegin, local[1] + m_vertexBegin, local[2] + m_vertexBegin});
    const Index face = m_tree.faceOfLeaf()[leaf] + m_faceBegin;
    m_faces.push_back(face);
    for (const Index vertex : local)
      if (!taken[vertex]) {
        taken[vertex] = 1;
        m_vertices.push_back(vertex + m_vertexBegin);
      }
    for (const Index edge : bodies.edgesOfFaces()[face])
      if (edge != kNoIndex && !edgeTaken[edge - m_edgeBegin]) {
        edgeTaken[edge - m_edgeBegin] = 1;
        m_edges.push_back(edge);
      }
    m_firstVertex.push_back(static_cast<Index>(m_vertices.size()));
    m_firstEdge.push_back(static_cast<Index>(m_edges.size()));
  }
  for (Index v = 0; v < taken.size(); ++v)
    if (!taken[v]) m_vertices.push_back(v + m_vertexBegin);
}

bool SurfacePatches::fits(const BodySet& bodies, Index body) const {
  const auto faces = bodies.faces(body);
  const Index shift = m_vertexBegin - bodies.vertices(body).begin;
  if (faces.size() != m_corners.size() || bodies.vertices(body).size() != m_vertices.size() ||
      bodies.faceEdges(body).size() != m_edges.size())
    return false;
  for (Index leaf = 0; leaf < m_corners.size(); ++leaf)
    for (std::size_t k = 0; k < 3; ++k)
      if (bodies.faces()[faces.begin + m_tree.faceOfLeaf()[leaf]][k] + shift != m_corners[leaf][k]) return false;
  return true;
}

void SurfacePatches::renumber(const BodySet& bodies, Index body) {
  const auto shift = [](auto& list, Index& from, Index to) {
    for (auto& i : list)
      if constexpr (std::is_same_v<std::decay_t<decltype(i)>, Triangle>)
        for (Index& corner : i) corner += to - from;
      else
        i += to - from;
    from = to;
  };
  Index cornersBegin = m_vertexBegin;
  shift(m_corners, cornersBegin, bodies.vertices(body).begin);
  shift(m_vertices, m_vertexBegin, bodies.vertices(body).begin);
  shift(m_edges, m_edgeBegin, bodies.edges(body).begin);
  shift(m_faces, m_faceBegin, bodies.faces(body).begin);
}

void SurfacePatches::bound(const surface::VertexBoxes& vertexBoxes, Workers& workers) {
  boundNodes(vertexBoxes, m_boxes.data(), workers);
}

void SurfacePatches::boundNodes(const surface::VertexBoxes& vertexBoxes, float* boxes, Workers& workers) const {
  surface::VertexBoxes own = vertexBoxes;
  own.data = vertexBoxes.low(m_vertexBegin);
  m_groups.bound(own, boxes, workers);
}

void SurfacePatches::mask(const BodySet& bodies, Index body, const DirectionSamples& directions, Workers& workers) {
  const auto positions = bodies.positions();
  const MaskInput input = maskInput(positions, bodies.box(body));
  workers.forChunks(m_tree.leafCount(), kLeavesPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::uint32_t* degenerate = m_degenerate.data() + begin;
    const std::size_t count = maskLeaves(input, directions.axes(), begin, end, m_masks.data(), degenerate);
    maskDegenerate(positions, directions, {degenerate, count});
  });
  mergeMasks(workers);
}

/// Computes the masks of degenerate faces with exact signs.
void SurfacePatches::maskDegenerate(std::span<const PackedPosition> positions, const DirectionSamples& directions,
                                    std::span<const std::uint32_t> degenerate) {
  for (const std::uint32_t leaf : degenerate) {
    const Triangle& corner = m_corners[leaf];
    std::uint64_t mask = 0;
    for (unsigned axis = 0; axis < directions.axisCount(); ++axis) {
      const int sign =
          facing(positions[corner[0]], positions[corner[1]], positions[corner[2]], directions.direction(axis));
      if (sign != 0) mask |= std::uint64_t{1} << (sign > 0 ? axis : axis + 32);
    }
    m_masks[leaf] = mask;
  }
}

void SurfacePatches::boundAndMask(const BodySet& bodies, Index body, const DirectionSamples& directions,
                                  Workers& workers) {
#if PLIANT_DOUBLE_PRECISION
  (void)bodies, (void)body, (void)directions, (void)workers;
#else
  const auto positions = bodies.positions();
  const MaskInput input = maskInput(positions, bodies.box(body));
  workers.forChunks(m_groups.count(), m_groups.perChunk(), [&](std::size_t, std::size_t begin, std::size_t end) {
    std::uint32_t* doubtful = m_doubtful.data() + begin;
    const std::size_t count =
        detail::boundAndMask(input.positions + std::size_t{4} * m_vertexBegin, input.scale, m_groups.lists(),
                             directions.axes(), begin, end, m_boxes.data(), m_masks.data(), doubtful);
    for (std::size_t i = 0; i < count; ++i) {
      const auto leaves = m_groups.leaves(doubtful[i]);
      std::uint32_t* degenerate = m_degenerate.data() + leaves.begin;
      const std::size_t degenerateCount =
          maskLeaves(input, directions.axes(), leaves.begin, leaves.end, m_masks.data(), degenerate);
      maskDegenerate(positions, directions, {degenerate, degenerateCount});
      m_masks[m_groups.node(doubtful[i])] = maskOfLeaves(leaves);
    }
  });
  m_masked = true;
  m_groups.mergeBoxes(m_boxes.data(), workers);
  m_groups.mergeMasks(m_masks.data(), workers);
#endif
}

MaskInput SurfacePatches::maskInput(std::span<const PackedPosition> positions, const Box& box) const {
  return {scalars(positions), m_corners.empty() ? nullptr : m_corners.front().data(), lengthScale(box)};
}

void SurfacePatches::maskSeparated(const BodySet& bodies, Index body, double least, const surface::VertexBoxes* motions,
                                   const DirectionSamples& directions, Workers& workers) {
  m_distance = motions ? std::max(least, kShareOfEdge * m_meanEdge) : least;
  if (motions) {
    m_motions.resize(m_boxes.size());
    boundNodes(*motions, m_motions.data(), workers);
  }
  // At larger distances nearly all masks would be empty: few faces are that large.
  m_masked = m_distance < m_meanEdge;
  if (!m_masked) return;
  MarginInput input;
  input.leaves = maskInput(bodies.positions(), motions ? bodies.sweptBox(body) : bodies.box(body));
  if (motions) input.from = scalars(bodies.positions_t0());
  input.distance =
      static_cast<float>(std::min(m_distance * static_cast<double>(input.leaves.scale) * (1 + 1e-6) + 1e-30, 1e30));
  const LeafPatchGroups lists = m_groups.lists();
  workers.forChunks(m_groups.count(), m_groups.perChunk(), [&](std::size_t, std::size_t begin, std::size_t end) {
    maskGroupsWithMargin(input, directions.axes(), lists.firstLeaf, lists.node, begin, end, m_masks.data());
  });
  m_groups.mergeMasks(m_masks.data(), workers);
}

double SurfacePatches::motion(Index a, Index b) const {
  const float *boxA = m_motions.data() + std::size_t{8} * a, *boxB = m_motions.data() + std::size_t{8} * b;
  double square = 0, largest = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double low = std::min(boxA[k], boxB[k]), high = std::max(boxA[4 + k], boxB[4 + k]);
    square += (high - low) * (high - low);
    largest = std::max({largest, std::abs(low), std::abs(high)});
  }
  // Covers the rounding of motions to float.
  return std::sqrt(square) * (1 + 1e-6) + 1e-6 * largest;
}

std::uint64_t SurfacePatches::maskOfLeaves(SurfaceHierarchy::Leaves leaves) const {
  std::uint64_t common = ~std::uint64_t{0};
  for (Index leaf = leaves.begin; leaf < leaves.end; ++leaf) common &= m_masks[leaf];
  return common;
}

/// Computes the masks of all patches from the masks of faces.
void SurfacePatches::mergeMasks(Workers& workers) {
  m_masked = true;
  if (m_groups.most() > 1) {
    workers.forChunks(m_groups.count(), m_groups.perChunk(), [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) m_masks[m_groups.node(i)] = maskOfLeaves(m_groups.leaves(i));
    });
  }
  m_groups.mergeMasks(m_masks.data(), workers);
}

std::size_t SurfacePatches::memory() const {
  return m_tree.memory() + m_groups.memory() +
         memoryOf(m_corners, m_boxes, m_motions, m_masks, m_isLeafPatch, m_degenerate, m_doubtful, m_vertices, m_edges,
                  m_faces, m_firstVertex, m_firstEdge);
}

}  // namespace pliant::detail
