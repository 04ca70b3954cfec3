#include "Tangles.h"

#include <algorithm>
#include <tuple>

namespace pliant::detail {
namespace {

std::uint64_t keyOf(std::uint64_t a, std::uint64_t b) {
  return std::min(a, b) << 32 | std::max(a, b);
}
Index first(std::uint64_t key) {
  return static_cast<Index>(key >> 32);
}
Index second(std::uint64_t key) {
  return static_cast<Index>(key);
}
bool contains(const std::vector<std::uint64_t>& sorted, std::uint64_t key) {
  return std::binary_search(sorted.begin(), sorted.end(), key);
}
void makeSet(std::vector<std::uint64_t>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

bool boxesMeetAtStart(const BodySet& set, Index a, Index b) {
  const auto box = [&](Index slot) {
    const auto positions = set.positions_t0();
    const BodySet::Range range = set.vertices(slot);
    Box out{{positions[range.begin].x, positions[range.begin].y, positions[range.begin].z}, {}};
    out.max = out.min;
    for (Index v = range.begin; v < range.end; ++v) {
      const Real x[3] = {positions[v].x, positions[v].y, positions[v].z};
      for (std::size_t k = 0; k < 3; ++k) {
        out.min[k] = std::min(out.min[k], x[k]);
        out.max[k] = std::max(out.max[k], x[k]);
      }
    }
    return out;
  };
  const Box boxA = box(a), boxB = box(b);
  for (std::size_t k = 0; k < 3; ++k)
    if (boxA.min[k] > boxB.max[k] || boxB.min[k] > boxA.max[k]) return false;
  return true;
}

}  // namespace

void Tangles::begin() {
  m_tangled.clear();
  m_inside.clear();
  m_presentIds.clear();
}

void Tangles::select(SoftBodyReader& reader, const std::vector<Key>& pairs) {
  const BodySet& set = reader.set();
  m_fresh.assign(set.bodyCount(), 0);
  for (Index slot = 0; slot < set.bodyCount(); ++slot) m_fresh[slot] = !reader.startsWhereItEnded(slot);
  m_suspects.clear();
  for (const Key key : pairs) {
    const Index a = first(key), b = second(key);
    const Key ids = keyOf(reader.entryOfSlot(a)->id, reader.entryOfSlot(b)->id);
    m_presentIds.push_back(ids);
    const bool known = !m_fresh[a] && !m_fresh[b] && contains(m_knownIds, ids) && !contains(m_tangledIds, ids);
    if (known || !set.active(a) || !set.active(b)) continue;
    if (set.tetrahedra(a).size() + set.tetrahedra(b).size() == 0) continue;  // sheets have no inside
    if (boxesMeetAtStart(set, a, b)) m_suspects.push_back(key);
  }
  std::sort(m_presentIds.begin(), m_presentIds.end());
}

void Tangles::find(SoftBodyReader& reader, Detector& detector, Workers& workers, const std::vector<Key>& pairs,
                   std::vector<PushOut>& pushOuts, Counters& counters) {
  pushOuts.clear();
  select(reader, pairs);
  if (m_suspects.empty()) return;

  BodySet& set = reader.set();
  reader.showStart();
  set.update(workers);
  detector.update(set, workers);
  Query query;
  query.vertexTetrahedron = true;
  query.self = false;
  detector.query(set, query, m_results, workers);
  counters += m_results.counters;

  const auto suspect = [&](Index a, Index b) { return contains(m_suspects, keyOf(set.slot(a), set.slot(b))); };
  std::erase_if(m_results.vertexTetrahedron, [&](const VertexTetrahedron& row) {
    return row.vertexBody == row.tetrahedronBody || !suspect(row.vertexBody, row.tetrahedronBody);
  });
  insideVertices(m_results.vertexTetrahedron, m_inside);
  m_edgePairs.clear();
  for (const Key key : m_suspects) {
    const Index a = set.id(first(key)), b = set.id(second(key));
    if (set.tetrahedra(second(key)).size()) m_edgePairs.push_back({a, b});
    if (set.tetrahedra(first(key)).size()) m_edgePairs.push_back({b, a});
  }
  std::sort(m_edgePairs.begin(), m_edgePairs.end());
  m_depth.update(set);
  m_depth.estimate(m_inside, m_penetrations);
  m_depth.piercingEdges(m_edgePairs, m_inside, m_piercing);
  for (const InsideVertex& inside : m_inside) mark(reader, inside.vertexBody, inside.volumeBody);
  for (const PiercingEdge& edge : m_piercing) mark(reader, edge.edgeBody, edge.volumeBody);
  makeSet(m_tangled);
  push(reader, pushOuts);

  reader.showMotion();
  set.update(workers);
}

void Tangles::mark(const SoftBodyReader& reader, Index bodyA, Index bodyB) {
  const Key key = keyOf(reader.set().slot(bodyA), reader.set().slot(bodyB));
  if (m_tangled.empty() || m_tangled.back() != key) m_tangled.push_back(key);
}

void Tangles::push(SoftBodyReader& reader, std::vector<PushOut>& pushOuts) {
  const BodySet& set = reader.set();
  const auto distanceOf = [&](Index bodyA, Index bodyB) { return set.margin(bodyA) + set.margin(bodyB); };
  auto row = m_results.vertexTetrahedron.begin();
  for (const Penetration& out : m_penetrations) {
    // The other body gives way where the vertex is in it, at the tetrahedron that holds it.
    const auto place = [](const auto& r) { return std::tuple(r.vertexBody, r.vertex); };
    while (row != m_results.vertexTetrahedron.end() &&
           (place(*row) < place(out) || (place(*row) == place(out) && row->tetrahedronBody < out.volumeBody)))
      ++row;
    if (row == m_results.vertexTetrahedron.end() || place(*row) != place(out) || row->tetrahedronBody != out.volumeBody)
      continue;
    PushOut push;
    const Index slotB = set.slot(row->tetrahedronBody);
    const Tetrahedron& corners = set.tetrahedra()[set.tetrahedra(slotB).begin + row->tetrahedron];
    push.vertices[0] = set.vertices(set.slot(out.vertexBody)).begin + out.vertex;
    push.weights[0] = 1;
    for (std::size_t k = 0; k < 4; ++k) {
      push.vertices[k + 1] = corners[k];
      push.weights[k + 1] = -row->barycentric[k];
    }
    push.normal = out.direction;
    push.depth = out.depth;
    push.contactDistance = distanceOf(out.vertexBody, out.volumeBody);
    pushOuts.push_back(push);
  }
  for (const PiercingEdge& edge : m_piercing) {
    if (!(edge.direction.squaredNorm() > Real(0.5))) continue;
    const Index first = set.vertices(set.slot(edge.edgeBody)).begin;
    const BodySet::Range faces = set.faces(set.slot(edge.volumeBody));
    const Real middle = (edge.entry.t + edge.exit.t) / 2;
    for (const PiercingEdge::Crossing* crossing : {&edge.entry, &edge.exit}) {
      PushOut push;
      push.vertices[0] = first + edge.vertices[0];
      push.vertices[1] = first + edge.vertices[1];
      push.weights[0] = 1 - middle;
      push.weights[1] = middle;
      for (std::size_t k = 0; k < 3; ++k) {
        push.vertices[k + 2] = set.faces()[faces.begin + crossing->face][k];
        push.weights[k + 2] = -crossing->barycentric[k];
      }
      push.normal = edge.direction;
      push.depth = edge.depth;
      push.contactDistance = distanceOf(edge.edgeBody, edge.volumeBody);
      pushOuts.push_back(push);
    }
  }
}

bool Tangles::tangled(Index slotA, Index slotB) const {
  return !m_tangled.empty() && slotA != slotB && contains(m_tangled, keyOf(slotA, slotB));
}

void Tangles::filter(const SoftBodyReader& reader, std::vector<SurfaceContact>& contacts) const {
  if (m_tangled.empty()) return;
  const BodySet& set = reader.set();
  std::erase_if(contacts, [&](const SurfaceContact& contact) {
    const Index slotA = set.slotOfVertex()[contact.vertices[0]], slotB = set.slotOfVertex()[contact.vertices[3]];
    if (!tangled(slotA, slotB)) return false;
    if (contact.kind == SurfaceContact::Kind::EdgeEdge || contact.swept) return true;
    const InsideVertex vertex{set.id(slotA), contact.vertices[0] - set.vertices(slotA).begin, set.id(slotB)};
    return std::binary_search(m_inside.begin(), m_inside.end(), vertex);
  });
}

void Tangles::endStep(SoftBodyReader& reader, bool trusted) {
  m_knownIds.swap(m_presentIds);
  m_tangledIds.clear();
  for (const Key key : m_tangled)
    m_tangledIds.push_back(keyOf(reader.entryOfSlot(first(key))->id, reader.entryOfSlot(second(key))->id));
  makeSet(m_tangledIds);
  reader.rememberEnd(trusted);
}

}  // namespace pliant::detail
