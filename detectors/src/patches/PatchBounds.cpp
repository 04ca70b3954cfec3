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
  void write(Arrays& into, std::size_t place) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      into[kLow0 + k][place] = low0[axis];
      into[kHigh0 + k][place] = high0[axis];
      into[kLow1 + k][place] = low1[axis];
      into[kHigh1 + k][place] = high1[axis];
    }
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
  bounds.write(arrays.bound, i);
  for (std::size_t k = 0; k < 3; ++k) {
    arrays.least[k][i] = bounds.least[static_cast<Eigen::Index>(k)];
    arrays.most[k][i] = bounds.most[static_cast<Eigen::Index>(k)];
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
    all.add(endsOf(p, q));
    const Real ends[6] = {p.x, p.y, p.z, q.x, q.y, q.z};
    for (std::size_t k = 0; k < 6; ++k) m_vertices[k][i] = static_cast<float>(ends[k]);
  }
  const auto add = [&](std::span<const Index> corners, Arrays& into, Index place) {
    Bounds own;
    for (const Index corner : corners) own.add(endsOf(from[corner], to[corner]));
    own.write(into, place);
    all.add(own);
  };
  if (query.vertexFace)
    for (Index i = patch.faces.begin; i < patch.faces.end; ++i) add(bodies.faces()[layout.faces[i]], m_faces, i);
  if (query.edgeEdge)
    for (Index i = patch.edges.begin; i < patch.edges.end; ++i) add(bodies.edges()[layout.edges[i]], m_edges, i);
  all.margin = std::nextafter(static_cast<float>(bodies.detectionMarginAt(patch.body)), kNoBound);  // rounded up
  all.limitMotion();
  return all;
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
