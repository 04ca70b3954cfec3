#include "TanglePushes.h"

#include <algorithm>
#include <tuple>

namespace pliant::detail {
namespace {

// Part of the areas within each other, or of the depths, that must be left when they are summed with their directions
// for the sum to tell a way: on all sides of a finger between two others they cancel.
constexpr Real kLeastSlope = Real(0.1);
constexpr Real kAgreement = Real(0.5);
// How far a vertex or an edge is pushed in one step at most, in contact distances.
constexpr Real kVertexPace = Real(0.15);
// Bodies that stay as they are go this part of the contact distance, or of their depth if that is more: any depth is
// gone within a second, however small the contact distance is.
constexpr Real kBodyPace = Real(0.1);
constexpr Real kBodyPaceOfDepth = Real(1) / 16;

Real contactDistance(const BodySet& set, Index bodyA, Index bodyB) {
  return set.margin(bodyA) + set.margin(bodyB);
}

PushOut pushOf(const BodySet& set, Index body, Index volumeBody, const Vector3& direction, Real depth) {
  PushOut push;
  const Real h = contactDistance(set, body, volumeBody);
  push.normal = direction;
  push.distance = std::min(depth + h, kVertexPace * h);
  return push;
}

/// Takes the three corners of a face as the places from `place` on.
void setFace(const BodySet& set, Index body, Index face, const std::array<Real, 3>& barycentric, std::size_t place,
             PushOut& push) {
  const Triangle& corners = set.faces()[set.faces(set.slot(body)).begin + face];
  for (std::size_t k = 0; k < 3; ++k) {
    push.vertices[place + k] = corners[k];
    push.weights[place + k] = -barycentric[k];
  }
}

}  // namespace

std::uint64_t TanglePushes::keyOf(Index bodyA, Index bodyB) {
  return std::uint64_t{std::min(bodyA, bodyB)} << 32 | std::max(bodyA, bodyB);
}

const TanglePushes::Pair* TanglePushes::find(Index bodyA, Index bodyB) const {
  const std::uint64_t key = keyOf(bodyA, bodyB);
  const auto at = std::lower_bound(m_pairs.begin(), m_pairs.end(), key,
                                   [](const Pair& pair, std::uint64_t wanted) { return pair.key < wanted; });
  return at != m_pairs.end() && at->key == key ? &*at : nullptr;
}

void TanglePushes::sum(std::span<const Penetration> penetrations) {
  m_pairs.clear();
  for (const Penetration& out : penetrations) {
    const Real sign = out.vertexBody < out.volumeBody ? Real(1) : Real(-1);
    m_pairs.push_back({keyOf(out.vertexBody, out.volumeBody), sign * out.depth * out.direction, out.depth, out.depth});
  }
  std::stable_sort(m_pairs.begin(), m_pairs.end(), [](const Pair& a, const Pair& b) { return a.key < b.key; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < m_pairs.size(); ++i) {
    Pair& into = m_pairs[last];
    const Pair from = m_pairs[i];
    if (from.key != into.key) {
      m_pairs[++last] = from;
      continue;
    }
    into.way += from.way;
    into.weight += from.weight;
    into.deepest = std::max(into.deepest, from.deepest);
  }
  if (!m_pairs.empty()) m_pairs.resize(last + 1);
}

/// The common volume's gradient says the way as long as surfaces cross; a body within another has all its vertices'
/// ways alike.
void TanglePushes::choose(PenetrationDepth& depth, std::span<const InsideVertex> inside) {
  for (Pair& pair : m_pairs) {
    const OverlapGradient gradient =
        depth.gradient(static_cast<Index>(pair.key >> 32), static_cast<Index>(pair.key), inside);
    const Real slope = gradient.way.norm(), agreed = pair.way.norm();
    if (slope > 0 && slope >= kLeastSlope * gradient.area) {
      pair.way = gradient.way / slope;
      pair.together = true;
    } else if (agreed > 0 && agreed >= kAgreement * pair.weight) {
      pair.way /= agreed;
      pair.together = true;
    }
  }
}

void TanglePushes::begin() {
  m_pairs.clear();
  for (Parting& parting : m_partings) parting.begun = false;
}

bool TanglePushes::together(Index bodyA, Index bodyB) const {
  return std::any_of(m_partings.begin(), m_partings.end(), [&](const Parting& p) {
    return p.begun && p.bodyA == std::min(bodyA, bodyB) && p.bodyB == std::max(bodyA, bodyB);
  });
}

void TanglePushes::make(const BodySet& set, PenetrationDepth& depth, std::span<const VertexTetrahedron> rows,
                        std::span<const InsideVertex> inside, std::span<const Penetration> penetrations,
                        std::span<const PiercingEdge> piercing, std::vector<PushOut>& pushOuts) {
  sum(penetrations);
  choose(depth, inside);
  pushBodies(set, pushOuts);
  pushVertices(set, depth, rows, penetrations, pushOuts);
  pushEdges(set, piercing, pushOuts);
}

void TanglePushes::pushVertices(const BodySet& set, PenetrationDepth& depth, std::span<const VertexTetrahedron> rows,
                                std::span<const Penetration> penetrations, std::vector<PushOut>& pushOuts) const {
  auto row = rows.begin();
  for (const Penetration& out : penetrations) {
    if (together(out.vertexBody, out.volumeBody)) continue;
    PushOut push = pushOf(set, out.vertexBody, out.volumeBody, out.direction, out.depth);
    push.vertices[0] = set.vertices(set.slot(out.vertexBody)).begin + out.vertex;
    push.weights[0] = 1;
    // The other body gives way where the vertex is in it, at the tetrahedron that holds it, or where it comes out.
    if (const BodySet::Range range = set.tetrahedra(set.slot(out.volumeBody)); range.size() > 0) {
      const auto place = [](const auto& r) { return std::tuple(r.vertexBody, r.vertex); };
      while (row != rows.end() &&
             (place(*row) < place(out) || (place(*row) == place(out) && row->tetrahedronBody < out.volumeBody)))
        ++row;
      if (row == rows.end() || place(*row) != place(out) || row->tetrahedronBody != out.volumeBody) continue;
      const Tetrahedron& corners = set.tetrahedra()[range.begin + row->tetrahedron];
      for (std::size_t k = 0; k < 4; ++k) {
        push.vertices[k + 1] = corners[k];
        push.weights[k + 1] = -row->barycentric[k];
      }
    } else if (const auto exit = depth.exit(out)) {
      setFace(set, out.volumeBody, exit->face, exit->barycentric, 1, push);
      push.vertices[4] = push.vertices[0];
      push.weights[4] = 0;
    } else {
      continue;
    }
    pushOuts.push_back(push);
  }
}

void TanglePushes::pushEdges(const BodySet& set, std::span<const PiercingEdge> piercing,
                             std::vector<PushOut>& pushOuts) const {
  for (const PiercingEdge& edge : piercing) {
    if (!(edge.direction.squaredNorm() > Real(0.5))) continue;
    if (together(edge.edgeBody, edge.volumeBody)) continue;
    const Index first = set.vertices(set.slot(edge.edgeBody)).begin;
    const Real middle = (edge.entry.t + edge.exit.t) / 2;
    for (const PiercingEdge::Crossing* crossing : {&edge.entry, &edge.exit}) {
      PushOut push = pushOf(set, edge.edgeBody, edge.volumeBody, edge.direction, edge.depth);
      push.vertices[0] = first + edge.vertices[0];
      push.vertices[1] = first + edge.vertices[1];
      push.weights[0] = 1 - middle;
      push.weights[1] = middle;
      setFace(set, edge.volumeBody, crossing->face, crossing->barycentric, 2, push);
      pushOuts.push_back(push);
    }
  }
}

void TanglePushes::pushBodies(const BodySet& set, std::vector<PushOut>& pushOuts) {
  for (const Pair& pair : m_pairs) {
    const auto bodyA = static_cast<Index>(pair.key >> 32), bodyB = static_cast<Index>(pair.key);
    std::erase_if(m_partings, [&](const Parting& p) { return p.bodyA == bodyA && p.bodyB == bodyB; });
    if (!pair.together) continue;
    m_partings.push_back({bodyA, bodyB, pair.way, pair.deepest + contactDistance(set, bodyA, bodyB), false});
    part(set, m_partings.back(), pair.deepest, pushOuts);
  }
}

/// One vertex of the body that has fewer against some of the other's: every vertex of either is in a push, if it can be
/// in one only, and all ask for the same.
void TanglePushes::part(const BodySet& set, Parting& parting, Real depth, std::vector<PushOut>& pushOuts) {
  const Real h = contactDistance(set, parting.bodyA, parting.bodyB);
  PushOut push;
  push.normal = parting.way;
  push.touching = false;
  push.distance = std::min(parting.left, std::max(kBodyPace * h, kBodyPaceOfDepth * depth));
  parting.left -= push.distance;
  parting.begun = true;
  const BodySet::Range a = set.vertices(set.slot(parting.bodyA)), b = set.vertices(set.slot(parting.bodyB));
  const bool fewA = a.size() < b.size();
  const BodySet::Range few = fewA ? a : b, many = fewA ? b : a;
  const std::size_t count = std::max<std::size_t>(few.size(), (many.size() + 3) / 4);
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = static_cast<Index>(i * many.size() / count);
    const auto end = static_cast<Index>((i + 1) * many.size() / count);
    push.weights = {fewA ? Real(1) : Real(-1), 0, 0, 0, 0};
    push.vertices.fill(many.begin + begin);
    push.vertices[0] = few.begin + static_cast<Index>(i * few.size() / count);
    for (Index k = begin; k < end; ++k) {
      push.vertices[k - begin + std::size_t{1}] = many.begin + k;
      push.weights[k - begin + std::size_t{1}] = -push.weights[0] / static_cast<Real>(end - begin);
    }
    pushOuts.push_back(push);
  }
}

}  // namespace pliant::detail
