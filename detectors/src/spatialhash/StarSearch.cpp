#include "spatialhash/StarSearch.h"

#include <pliant/detectors/corners.h>

#include <algorithm>
#include <numeric>

#include "spatialhash/JoinWalkers.h"
#include "surfaces/Stars.h"
#include "surfaces/TriangleReach.h"

namespace pliant::detail {
namespace {

using surface::BoxSet;
using surface::Exclusion;
using surface::FoundPairs;
using surface::JoinWalker;

constexpr std::size_t kStarFacesPerChunk = 256;
constexpr surface::GridSettings kGrid;

/// Returns true if excluding this many pairs with a common vertex is worth a pass over this many faces.
bool worthIt(std::uint64_t pairs, std::size_t faces) {
  return pairs >= surface::Stars::kPairsPerFace * faces;
}

}  // namespace

void StarSearch::collect(const BodySet& bodies, const CandidateQuery& query, std::span<const Index> selves,
                         FoundPairs& found, Workers& workers) {
  if (selves.empty()) return;
  m_scene.buildVertices(bodies, query, {{}, selves}, workers);
  for (const Index body : selves) {
    begin(bodies, body);
    const Call call{bodies, query, found, workers, bodies.vertices(body).begin};
    if (query.faceFace) within(call, {0, m_faces.size()});
    if (query.vertexFace) pairVertices(call, body);
  }
}

void StarSearch::begin(const BodySet& bodies, Index body) {
  const auto range = bodies.faces(body);
  m_faces.resize(range.size());
  std::iota(m_faces.begin(), m_faces.end(), range.begin);
  m_counts.assign(bodies.vertices(body).size(), 0);
  m_others.assign(bodies.vertices(body).size(), 0);
}

/// Calls visit(vertex), with the vertex's index in its body, once for each different corner of each face of a range.
template <typename Visit>
void StarSearch::forCorners(const Call& call, Range range, const Visit& visit) const {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    forDistinctCorners(call.bodies.faces()[m_faces[i]], [&](Index v) { visit(v - call.firstVertex); });
  }
}

/// Moves the faces of a range that have `vertex` as a corner behind the others. Returns the index of the first of them.
std::size_t StarSearch::split(const Call& call, Range range, Index vertex) {
  const auto at = [&](std::size_t i) { return m_faces.begin() + static_cast<std::ptrdiff_t>(i); };
  const auto middle = std::partition(at(range.begin), at(range.end), [&](std::uint32_t face) {
    return !isCorner(vertex + call.firstVertex, call.bodies.faces()[face]);
  });
  return static_cast<std::size_t>(middle - m_faces.begin());
}

/// Tests star by star, the largest first, until no star is worth it; then joins the remaining faces.
void StarSearch::within(const Call& call, Range range) {
  while (range.size() > 1) {
    Index hub = 0;
    forCorners(call, range, [&](Index v) {
      ++m_counts[v];
      if (m_counts[v] > m_counts[hub]) hub = v;
    });
    const std::uint64_t most = m_counts[hub];
    forCorners(call, range, [&](Index v) { m_counts[v] = 0; });
    if (!worthIt(most * most, range.size())) return joinWithin(call, range);
    const std::size_t star = split(call, range, hub);
    between(call, {range.begin, star}, {star, range.end});
    range.end = star;
  }
}

/// Tests two ranges against each other. If many faces on both sides share a vertex, the faces at it are tested only
/// against the faces without it.
void StarSearch::between(const Call& call, Range a, Range b) {
  while (a.size() > 0 && b.size() > 0) {
    Index hub = 0;
    std::uint64_t most = 0;
    if (worthIt(std::uint64_t{a.size()} * b.size(), a.size() + b.size())) {
      forCorners(call, a, [&](Index v) { ++m_counts[v]; });
      forCorners(call, b, [&](Index v) {
        const std::uint64_t pairs = std::uint64_t{m_counts[v]} * ++m_others[v];
        if (pairs > most) {
          most = pairs;
          hub = v;
        }
      });
      forCorners(call, a, [&](Index v) { m_counts[v] = 0; });
      forCorners(call, b, [&](Index v) { m_others[v] = 0; });
    }
    if (!worthIt(most, a.size() + b.size()) || most == 0) return joinBetween(call, a, b);
    const std::size_t ofA = split(call, a, hub), ofB = split(call, b, hub);
    between(call, {ofA, a.end}, {b.begin, ofB});
    a.end = ofA;
  }
}

void StarSearch::fill(const Call& call, Range range, BoxSet& into) const {
  into.reset(range.size(), 3);
  float* bound[6];
  for (int k = 0; k < 6; ++k) bound[k] = into.bound(k);
  const Triangle* const faces = call.bodies.faces().data();
  const std::uint32_t* const list = m_faces.data() + range.begin;
  surface::boundListed(m_scene.vertexBoxes(), faces->data(), 3, 0, list, range.size(), bound);
  for (std::size_t i = 0; i < range.size(); ++i) into.name(i, list[i], faces[list[i]].data());
  into.close();
}

void StarSearch::joinWithin(const Call& call, Range range) {
  fill(call, range, m_a);
  JoinWalker walker(call.found, surface::kFaceFace, call.workers);
  m_join.within(m_a.view(), Exclusion::FaceFace, kGrid, walker);
}

void StarSearch::joinBetween(const Call& call, Range a, Range b) {
  fill(call, a, m_a);
  fill(call, b, m_b);
  JoinWalker walker(call.found, surface::kFaceFace, call.workers);
  m_join.between(m_a.view(), m_b.view(), Exclusion::FaceFace, false, kGrid, walker);
}

/// Tests the faces of stars with reachVertices(), all other faces by their boxes.
void StarSearch::pairVertices(const Call& call, Index body) {
  const Range all{0, m_faces.size()};
  forCorners(call, all, [&](Index v) { ++m_counts[v]; });
  const auto isOfStar = [&](std::uint32_t face) {
    const Triangle& corners = call.bodies.faces()[face];
    return std::any_of(corners.begin(), corners.end(), [&](Index corner) {
      const std::uint64_t faces = m_counts[corner - call.firstVertex];
      return worthIt(faces * faces, all.size());
    });
  };
  const auto middle = std::partition(m_faces.begin(), m_faces.end(), isOfStar);
  const auto stars = static_cast<std::size_t>(middle - m_faces.begin());
  reachVertices(call, body, {0, stars});
  if (stars == all.end) return;
  fill(call, {stars, all.end}, m_a);
  fillVertices(call.bodies, body, m_b);
  JoinWalker walker(call.found, surface::kVertexFace, call.workers);
  m_join.between(m_b.view(), m_a.view(), Exclusion::VertexFace, true, kGrid, walker);
}

void StarSearch::fillVertices(const BodySet& bodies, Index body, BoxSet& into) const {
  const auto range = bodies.vertices(body);
  into.reset(range.size(), 1);
  const surface::VertexBoxes& boxes = m_scene.vertexBoxes();
  for (Index v = range.begin; v < range.end; ++v) {
    for (std::size_t k = 0; k < 3; ++k) {
      into.bound(static_cast<int>(k))[v - range.begin] = boxes.low(v)[k];
      into.bound(static_cast<int>(3 + k))[v - range.begin] = boxes.low(v)[boxes.high + k];
    }
    into.name(v - range.begin, v, &v);
  }
  into.close();
}

/// Descends an octree of the vertices with each face.
void StarSearch::reachVertices(const Call& call, Index body, Range faces) {
  const auto range = call.bodies.vertices(body);
  const auto positions = call.bodies.positions();
  m_places.resize(range.size());
  m_extents.resize(range.size());
  for (Index v = range.begin; v < range.end; ++v) {
    const PackedPosition& p = positions[v];
    m_places[v - range.begin] = {p.x, p.y, p.z};
    m_extents[v - range.begin] = {m_places[v - range.begin], m_places[v - range.begin]};
  }
  m_vertices.update(m_places, m_extents);
  call.workers.forChunks(faces.size(), kStarFacesPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    auto part = call.found.take();
    auto stack = m_stacks.take();
    part->add(surface::kVertexFace, [&](surface::PairBuffer& pairs) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t face = m_faces[faces.begin + i];
        const Triangle& corners = call.bodies.faces()[face];
        const surface::TriangleReach reach(positions[corners[0]], positions[corners[1]], positions[corners[2]],
                                           call.query.distance);
        for (stack->assign(1, m_vertices.root()); !stack->empty();) {
          const Buckets::Node& node = m_vertices.node(stack->back());
          stack->pop_back();
          ++part->counters.boxTests;
          if (!reach.reaches(node.box)) continue;
          for (Index c = node.first; c < node.first + node.count && !node.leaf; ++c) stack->push_back(c);
          if (!node.leaf) continue;
          pairs.reserve(node.count);
          for (const Index v : m_vertices.content(node)) {
            ++part->counters.boxTests;
            const Index vertex = range.begin + v;
            if (!isCorner(vertex, corners) && reach.reaches(m_extents[v]))
              pairs.data[pairs.size++] = std::uint64_t{vertex} << 32 | face;
          }
        }
      }
    });
    m_stacks.give(std::move(stack));
    call.found.give(std::move(part));
  });
}

std::size_t StarSearch::memory() const {
  std::size_t bytes = m_scene.memory() + m_a.memory() + m_b.memory() + m_join.memory() + m_vertices.memory() +
                      memoryOf(m_faces, m_places, m_extents, m_counts, m_others);
  for (const auto& stack : m_stacks.all()) bytes += memoryOf(*stack);
  return bytes;
}

}  // namespace pliant::detail
