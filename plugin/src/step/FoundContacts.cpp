#include "FoundContacts.h"

#include <cmath>

#include "core/vectors.h"

namespace pliant::detail {
namespace {

// A large step is seldom without hits; a small one would allocate for the first ones.
constexpr std::size_t kHitRoom = 64;

// Large scenes have 100,000 contacts in a step, and each stage reads all of them.
static_assert(sizeof(SurfaceContact) <= 32 + 9 * sizeof(Real));

FoundContacts::Points pointsOf(const SurfaceContact& contact, std::span<const PackedPosition> start,
                               std::span<const PackedPosition> end) {
  const std::size_t partA = contact.kind == SurfaceContact::Kind::VertexFace ? 1 : 2;
  Vector3 a = Vector3::Zero(), b = Vector3::Zero(), before = Vector3::Zero();
  for (std::size_t i = 0; i < 4; ++i) {
    (i < partA ? a : b) += std::abs(contact.weights[i]) * toVector(end[contact.vertices[i]]);
    before += contact.weights[i] * toVector(start[contact.vertices[i]]);
  }
  const Real distance = contact.normal.dot(a - b);
  return {a, b, -distance, distance < contact.normal.dot(before)};
}

}  // namespace

void FoundContacts::clear() {
  m_detected.clear();
  m_hits.clear();
  m_hitPoints.clear();
}

void FoundContacts::keepPositions(const BodySet& set) {
  if (m_detected.empty()) return;
  m_start.assign(set.positions_t0().begin(), set.positions_t0().end());
  m_end.assign(set.positions().begin(), set.positions().end());
}

void FoundContacts::addHits(const BodySet& set, std::span<const SurfaceContact> hits) {
  m_hits.reserve(kHitRoom);
  m_hitPoints.reserve(kHitRoom);
  m_hits.insert(m_hits.end(), hits.begin(), hits.end());
  for (const SurfaceContact& hit : hits) m_hitPoints.push_back(pointsOf(hit, set.positions_t0(), set.positions()));
}

FoundContacts::Points FoundContacts::points(std::size_t i) const {
  return i < m_detected.size() ? pointsOf(m_detected[i], m_start, m_end) : m_hitPoints[i - m_detected.size()];
}

}  // namespace pliant::detail
