#include "patches/PatchBounds.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/memoryOf.h"

namespace pliant::detail {
namespace {

constexpr float kNoBound = std::numeric_limits<float>::infinity();
/// A vertex that moves farther may overflow the bounds of a pair's motion. Its patch is near all others.
constexpr float kMostMotion = 1e30f;

using Four = Eigen::Array4f;

/// Bounds of the places of a vertex at both ends and of its motion, in floats. The fourth number has no meaning.
struct Ends {
  Four low0, high0, low1, high1, least, most;
};

#if PLIANT_DOUBLE_PRECISION
Four rounded(const Eigen::Array4d& x, float towards) {
  Four all;
  for (Eigen::Index k = 0; k < 4; ++k) {
    const auto nearest = static_cast<float>(x[k]);
    const bool beyond = towards > 0 ? static_cast<double>(nearest) < x[k] : static_cast<double>(nearest) > x[k];
    all[k] = beyond ? std::nextafter(nearest, towards) : nearest;
  }
  return all;
}
Ends endsOf(const PackedPosition& from, const PackedPosition& to) {
  const Eigen::Array4d p(from.x, from.y, from.z, 0), q(to.x, to.y, to.z, 0), way = q - p;
  return {rounded(p, -kNoBound), rounded(p, kNoBound),    rounded(q, -kNoBound),
          rounded(q, kNoBound),  rounded(way, -kNoBound), rounded(way, kNoBound)};
}
#else
Ends endsOf(const PackedPosition& from, const PackedPosition& to) {
  const Four p(from.x, from.y, from.z, 0), q(to.x, to.y, to.z, 0), way = q - p;
  return {p, p, q, q, way, way};
}
#endif

}  // namespace

/// Bounds of some elements at both ends, and of their motion.
struct PatchBounds::Bounds : Ends {
  float margin = 0;

  Bounds() {
    low0 = low1 = least = Four::Constant(kNoBound);
    high0 = high1 = most = Four::Constant(-kNoBound);
  }

  void add(const Ends& v) {
    low0 = low0.min(v.low0);
    high0 = high0.max(v.high0);
    low1 = low1.min(v.low1);
    high1 = high1.max(v.high1);
    least = least.min(v.least);
    most = most.max(v.most);
  }
  void add(const Bounds& other) {
    add(static_cast<const Ends&>(other));
    margin = std::max(margin, other.margin);
  }
  /// Makes the patch near all others if its motion is too large to be bounded.
  void limitMotion() {
    for (Eigen::Index k = 0; k < 3; ++k) {
      if (least[k] > -kMostMotion && most[k] < kMostMotion) continue;
      if (least[k] > most[k]) continue;  // empty
      margin = kNoBound;
      least[k] = most[k] = 0;
    }
  }
};

EndBoxes PatchBounds::boxesOf(const Arrays& arrays) {
  EndBoxes boxes;
  for (std::size_t k = 0; k < kBothEnds; ++k) boxes.bound[k] = arrays[k].data();
  return boxes;
}

PatchBoxes PatchBounds::patchesOf(const PatchArrays& arrays) {
  PatchBoxes patches;
  patches.boxes = boxesOf(arrays.bound);
  for (std::size_t k = 0; k < 3; ++k) {
    patches.least[k] = arrays.least[k].data();
    patches.most[k] = arrays.most[k].data();
  }
  patches.margin = arrays.margin.data();
  return patches;
}

EndBoxes PatchBounds::vertices() const {
  EndBoxes boxes;
  for (std::size_t k = 0; k < 3; ++k) {
    boxes.bound[kLow0 + k] = boxes.bound[kHigh0 + k] = m_vertices[k].data();
    boxes.bound[kLow1 + k] = boxes.bound[kHigh1 + k] = m_vertices[3 + k].data();
  }
  return boxes;
}

void PatchBounds::store(PatchArrays& arrays, std::size_t i, const Bounds& bounds) {
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    arrays.bound[kLow0 + k][i] = bounds.low0[axis];
    arrays.bound[kHigh0 + k][i] = bounds.high0[axis];
    arrays.bound[kLow1 + k][i] = bounds.low1[axis];
    arrays.bound[kHigh1 + k][i] = bounds.high1[axis];
    arrays.least[k][i] = bounds.least[axis];
    arrays.most[k][i] = bounds.most[axis];
  }
  arrays.margin[i] = bounds.margin;
}

PatchBounds::Bounds PatchBounds::boundPatch(const BodySet& bodies, const PatchLayout& layout,
                                            const PatchLayout::Patch& patch, const CandidateQuery& query) {
  const PackedPosition* const to = bodies.positions().data();
  const PackedPosition* const from = query.swept ? bodies.positions_t0().data() : to;
  Bounds all;
  if (!bodies.active(patch.body)) return all;
  for (Index i = patch.vertices.begin; i < patch.vertices.end; ++i) {
    const PackedPosition &p = from[layout.vertices[i]], &q = to[layout.vertices[i]];
    const Real ends[6] = {p.x, p.y, p.z, q.x, q.y, q.z};
    for (std::size_t k = 0; k < 6; ++k) m_vertices[k][i] = static_cast<float>(ends[k]);
  }
  for (Index i = patch.corners.begin; i < patch.corners.end; ++i)
    all.add(endsOf(from[layout.corners[i]], to[layout.corners[i]]));
  all.margin = std::nextafter(static_cast<float>(bodies.detectionMarginAt(patch.body)), kNoBound);  // rounded up
  all.limitMotion();
  return all;
}

/// Computes the boxes of the elements at the places of `range`, from the places of their corners.
template <std::size_t kCorners>
void PatchBounds::boundElements(const std::array<std::vector<Index>, kCorners>& corners, PatchLayout::Range range,
                                Arrays& into) const {
  const float* vertices[6];
  const std::uint32_t* places[kCorners];
  float* bounds[kBothEnds];
  for (std::size_t k = 0; k < 6; ++k) vertices[k] = m_vertices[k].data();
  for (std::size_t k = 0; k < kCorners; ++k) places[k] = corners[k].data();
  for (std::size_t k = 0; k < kBothEnds; ++k) bounds[k] = into[k].data();
  detail::boundElements(vertices, places, kCorners, range.begin, range.end, bounds);
}

void PatchBounds::update(const BodySet& bodies, const PatchLayout& layout, const CandidateQuery& query,
                         Workers& workers) {
  const auto fit = [](auto&& arrays, std::size_t count) {
    for (auto& array : arrays)
      if (array.size() < count + kPatchPadding) array.resize(count + kPatchPadding);
  };
  const std::size_t count = layout.patches.size();
  m_groupCount = (count + kGroup - 1) / kGroup;
  fit(m_vertices, layout.vertices.size());
  if (query.vertexFace) fit(m_faces, layout.faces.size());
  if (query.edgeEdge) fit(m_edges, layout.edges.size());
  for (auto [arrays, size] : {std::pair{&m_patches, count}, std::pair{&m_groups, m_groupCount}}) {
    fit(arrays->bound, size);
    fit(arrays->least, size);
    fit(arrays->most, size);
    fit(std::span(&arrays->margin, 1), size);
  }
  workers.forChunks(count, kGroup, [&](std::size_t group, std::size_t begin, std::size_t end) {
    Bounds all;
    for (std::size_t p = begin; p < end; ++p) {
      const Bounds own = boundPatch(bodies, layout, layout.patches[p], query);
      store(m_patches, p, own);
      all.add(own);
    }
    store(m_groups, group, all);
  });
  workers.forChunks(count, kGroup, [&](std::size_t, std::size_t begin, std::size_t end) {
    const PatchLayout::Patch &first = layout.patches[begin], &last = layout.patches[end - 1];
    if (query.vertexFace) boundElements(layout.faceCorners, {first.faces.begin, last.faces.end}, m_faces);
    if (query.edgeEdge) boundElements(layout.edgeCorners, {first.edges.begin, last.edges.end}, m_edges);
  });
  m_largest = 0;
  for (std::size_t group = 0; group < m_groupCount; ++group)
    for (const auto& bound : m_groups.bound)
      if (std::abs(bound[group]) < kNoBound) m_largest = std::max(m_largest, std::abs(bound[group]));
}

std::size_t PatchBounds::memory() const {
  std::size_t bytes = memoryOf(m_vertices) + memoryOf(m_faces) + memoryOf(m_edges);
  for (const PatchArrays* const arrays : {&m_patches, &m_groups})
    bytes += memoryOf(arrays->bound) + memoryOf(arrays->least) + memoryOf(arrays->most) + memoryOf(arrays->margin);
  return bytes;
}

}  // namespace pliant::detail
