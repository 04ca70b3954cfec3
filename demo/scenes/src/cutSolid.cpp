#include <pliant/scenes/cutSolid.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace pliant {
namespace {

// Distance that each side gives way, as a share of the mean link length: the thickness of the blade.
constexpr btScalar kSolidThickness = btScalar(0.02);

// A part of fewer tetrahedra stays joined to a neighbour: a blade that goes to and fro leaves no crumbs.
constexpr std::size_t kCrumb = 12;

/// Parts of a whole, numbered, which are joined one by one.
class JoinedParts {
 public:
  explicit JoinedParts(std::size_t count) : m_root(count), m_size(count, 1) {
    std::iota(m_root.begin(), m_root.end(), std::size_t{0});
  }
  std::size_t of(std::size_t i) {
    while (m_root[i] != i) i = m_root[i] = m_root[m_root[i]];
    return i;
  }
  std::size_t sizeOf(std::size_t i) { return m_size[of(i)]; }
  void join(std::size_t a, std::size_t b) {
    const std::size_t least = std::min(of(a), of(b)), other = std::max(of(a), of(b));
    if (least == other) return;
    m_root[other] = least;
    m_size[least] += m_size[other];
  }

 private:
  std::vector<std::size_t> m_root, m_size;
};

Triangle sorted(Triangle t) {
  std::sort(t.begin(), t.end());
  return t;
}

/// Returns the three corners of a tetrahedron without corner `k`, sorted.
Triangle faceOf(const Tetrahedron& t, std::size_t k) {
  Triangle face{};
  for (std::size_t i = 0, n = 0; i < 4; ++i)
    if (i != k) face[n++] = t[i];
  return sorted(face);
}

Edge ends(Index a, Index b) {
  return {std::min(a, b), std::max(a, b)};
}

/// The tetrahedra of a body, and the faces between them that are cut.
class Parting {
 public:
  explicit Parting(btSoftBody& body) : m_body(body) {
    const btSoftBody::Node* const first = &body.m_nodes[0];
    for (int i = 0; i < body.m_tetras.size(); ++i) {
      Tetrahedron t{};
      for (std::size_t k = 0; k < 4; ++k) t[k] = static_cast<Index>(body.m_tetras[i].m_n[k] - first);
      m_tetrahedra.push_back(t);
    }
  }

  /// Finds the faces that are cut. Returns false if there are none.
  bool find(const CuttingPlane& plane, const BladeReach& reaches);
  /// Closes faces of the cut again, so that it parts off nothing of fewer than kCrumb tetrahedra. Returns false if no
  /// face is left.
  bool keepCrumbs();
  /// Duplicates each vertex on the cut, one for each group of tetrahedra around it that no uncut face joins.
  bool part(const CuttingPlane& plane);
  void write();

 private:
  const btVector3& at(Index v) const { return m_body.m_nodes[static_cast<int>(v)].m_x; }
  std::vector<std::vector<std::size_t>> groups(Index vertex, std::vector<std::size_t> around) const;
  void writeLinks();

  btSoftBody& m_body;
  std::vector<Tetrahedron> m_tetrahedra, m_parted;
  std::set<Triangle> m_cut;
  std::vector<Index> m_copied;            ///< one for each added vertex: the vertex that it copies
  std::map<Index, std::size_t> m_shares;  ///< number of vertices that a divided vertex has become
  std::map<Index, btVector3> m_ways;      ///< how far each of these vertices gives way
};

bool Parting::find(const CuttingPlane& plane, const BladeReach& reaches) {
  std::map<Triangle, bool> seen;  // side of the first tetrahedron of a face
  for (const Tetrahedron& t : m_tetrahedra) {
    const btVector3 middle = (at(t[0]) + at(t[1]) + at(t[2]) + at(t[3])) / 4;
    const bool above = plane.normal.dot(middle) > plane.offset;
    for (std::size_t k = 0; k < 4; ++k) {
      const Triangle face = faceOf(t, k);
      const auto [other, isFirst] = seen.try_emplace(face, above);
      if (isFirst || other->second == above) continue;
      const btVector3 p = (at(face[0]) + at(face[1]) + at(face[2])) / 3;
      if (reaches(p - plane.normal * (plane.normal.dot(p) - plane.offset))) m_cut.insert(face);
    }
  }
  return !m_cut.empty();
}

bool Parting::keepCrumbs() {
  std::map<Triangle, std::size_t> seen;
  std::map<Triangle, std::pair<std::size_t, std::size_t>> cut;  // the tetrahedra on both sides
  JoinedParts parts(m_tetrahedra.size());
  for (std::size_t t = 0; t < m_tetrahedra.size(); ++t)
    for (std::size_t k = 0; k < 4; ++k) {
      const Triangle face = faceOf(m_tetrahedra[t], k);
      const auto [other, isFirst] = seen.try_emplace(face, t);
      if (isFirst) continue;
      if (m_cut.contains(face))
        cut[face] = {other->second, t};
      else
        parts.join(other->second, t);
    }
  // A slit within one part stays open.
  std::erase_if(cut, [&](const auto& item) { return parts.of(item.second.first) == parts.of(item.second.second); });
  // A body of few tetrahedra can be cut as well.
  const std::size_t crumb = std::min(kCrumb, m_tetrahedra.size() / 4);
  for (const auto& [face, sides] : cut)
    if (std::min(parts.sizeOf(sides.first), parts.sizeOf(sides.second)) < crumb) parts.join(sides.first, sides.second);
  for (const auto& [face, sides] : cut)
    if (parts.of(sides.first) == parts.of(sides.second)) m_cut.erase(face);
  return !m_cut.empty();
}

std::vector<std::vector<std::size_t>> Parting::groups(Index vertex, std::vector<std::size_t> around) const {
  const auto joined = [&](std::size_t a, std::size_t b) {
    for (std::size_t k = 0; k < 4; ++k) {
      if (m_tetrahedra[a][k] == vertex) continue;
      const Triangle face = faceOf(m_tetrahedra[a], k);
      for (std::size_t l = 0; l < 4; ++l)
        if (faceOf(m_tetrahedra[b], l) == face) return !m_cut.contains(face);
    }
    return false;
  };
  std::vector<std::vector<std::size_t>> found;
  while (!around.empty()) {
    std::vector<std::size_t> group{around.back()};
    around.pop_back();
    for (std::size_t i = 0; i < group.size(); ++i) {
      const std::size_t from = group[i];
      const auto left = std::partition(around.begin(), around.end(), [&](std::size_t t) { return !joined(from, t); });
      group.insert(group.end(), left, around.end());
      around.erase(left, around.end());
    }
    found.push_back(std::move(group));
  }
  return found;
}

bool Parting::part(const CuttingPlane& plane) {
  btScalar edges = 0;
  for (int i = 0; i < m_body.m_links.size(); ++i) edges += m_body.m_links[i].m_rl;
  const btVector3 way =
      plane.normal * (kSolidThickness * edges / static_cast<btScalar>(std::max(1, m_body.m_links.size())));
  // Returns the way of a group: to the side on which its tetrahedra lie.
  const auto wayOf = [&](const std::vector<std::size_t>& group) {
    btVector3 sum(0, 0, 0);
    for (const std::size_t t : group)
      for (const Index v : m_tetrahedra[t]) sum += at(v);
    const btVector3 middle = sum / static_cast<btScalar>(4 * group.size());
    return plane.normal.dot(middle) > plane.offset ? way : -way;
  };
  std::set<Index> onCut;
  for (const Triangle& face : m_cut) onCut.insert(face.begin(), face.end());
  std::map<Index, std::vector<std::size_t>> around;
  for (std::size_t t = 0; t < m_tetrahedra.size(); ++t)
    for (const Index v : m_tetrahedra[t])
      if (onCut.contains(v)) around[v].push_back(t);
  m_parted = m_tetrahedra;
  for (const auto& [vertex, tetrahedra] : around) {
    auto found = groups(vertex, tetrahedra);
    if (found.size() < 2) continue;
    m_shares[vertex] = found.size();
    // The group of the first tetrahedron keeps the vertex, so that the result does not depend on the search.
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return *std::min_element(a.begin(), a.end()) < *std::min_element(b.begin(), b.end());
    });
    m_ways[vertex] = wayOf(found[0]);
    for (std::size_t g = 1; g < found.size(); ++g) {
      const auto own = static_cast<Index>(m_body.m_nodes.size()) + static_cast<Index>(m_copied.size());
      m_copied.push_back(vertex);
      m_ways[own] = wayOf(found[g]);
      for (const std::size_t t : found[g]) std::replace(m_parted[t].begin(), m_parted[t].end(), Index{vertex}, own);
    }
  }
  return !m_copied.empty();
}

void Parting::write() {
  const auto before = static_cast<Index>(m_body.m_nodes.size());
  for (const auto& [vertex, count] : m_shares)
    m_body.m_nodes[static_cast<int>(vertex)].m_im *= static_cast<btScalar>(count);
  for (const Index from : m_copied) {
    const btSoftBody::Node old = m_body.m_nodes[static_cast<int>(from)];
    m_body.appendNode(old.m_x, old.m_im > 0 ? 1 / old.m_im : 0);
    btSoftBody::Node& added = m_body.m_nodes[m_body.m_nodes.size() - 1];
    added.m_v = old.m_v;
    added.m_q = old.m_q;
  }
  for (const auto& [vertex, way] : m_ways)
    if (btSoftBody::Node& node = m_body.m_nodes[static_cast<int>(vertex)]; node.m_im > 0) node.m_x += way;
  for (std::size_t t = 0; t < m_parted.size(); ++t)
    for (std::size_t k = 0; k < 4; ++k)
      m_body.m_tetras[static_cast<int>(t)].m_n[k] = &m_body.m_nodes[static_cast<int>(m_parted[t][k])];
  // The old faces keep their places and their materials; those of the cut follow.
  std::vector<Triangle> faces = boundaryOf(m_parted);
  const auto originals = [&](Triangle face) {
    for (Index& v : face)
      if (v >= before) v = m_copied[v - before];
    return sorted(face);
  };
  std::stable_partition(faces.begin(), faces.end(), [&](const Triangle& f) { return !m_cut.contains(originals(f)); });
  const btSoftBody::Face model = m_body.m_faces[0];
  m_body.m_faces.resize(static_cast<int>(faces.size()), model);
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (std::size_t k = 0; k < 3; ++k)
      m_body.m_faces[static_cast<int>(f)].m_n[k] = &m_body.m_nodes[static_cast<int>(faces[f][k])];
  writeLinks();
  m_body.updateLinkConstants();
  m_body.updateNormals();
}

/// Each edge of a parted tetrahedron gets the link of the edge that it was.
void Parting::writeLinks() {
  std::map<Edge, std::set<Edge>> became;
  for (std::size_t t = 0; t < m_parted.size(); ++t)
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i + 1; j < 4; ++j)
        became[ends(m_tetrahedra[t][i], m_tetrahedra[t][j])].insert(ends(m_parted[t][i], m_parted[t][j]));
  const btSoftBody::Node* const first = &m_body.m_nodes[0];
  btAlignedObjectArray<btSoftBody::Link> links;
  for (int i = 0; i < m_body.m_links.size(); ++i) {
    btSoftBody::Link link = m_body.m_links[i];
    const auto a = static_cast<Index>(link.m_n[0] - first), b = static_cast<Index>(link.m_n[1] - first);
    const auto found = became.find(ends(a, b));
    if (found == became.end()) {
      links.push_back(link);
      continue;
    }
    for (const Edge& edge : found->second) {
      for (std::size_t k = 0; k < 2; ++k) link.m_n[k] = &m_body.m_nodes[static_cast<int>(edge[k])];
      links.push_back(link);
    }
  }
  m_body.m_links.copyFromArray(links);
}

}  // namespace

bool cutSolid(Simulation& simulation, std::size_t body, const CuttingPlane& plane, const BladeReach& reaches) {
  Parting parting(*simulation.bodies()[body].body);
  if (!parting.find(plane, reaches) || !parting.keepCrumbs() || !parting.part(plane)) return false;
  parting.write();
  simulation.topologyChanged(body);
  return true;
}

}  // namespace pliant
