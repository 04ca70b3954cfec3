#include "cutCloth.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pliant::detail {
namespace {

constexpr btScalar kThickness = btScalar(0.4);  // times `near`
constexpr int kBelow = 1, kAbove = 2;

using Ends = std::pair<int, int>;

Ends ends(int a, int b) {
  return {std::min(a, b), std::max(a, b)};
}

/// Copy of a soft body's surface with indices instead of pointers, so that it can grow.
class Surface {
 public:
  Surface(btSoftBody& body, const CutWedge& wedge, btScalar near);
  /// Adds vertices where edges meet the wedge, and edges between them. Returns true if any vertex is on the wedge.
  bool refine();
  /// Duplicates each vertex on the cut, one per separate group of faces around it. Returns false if there is nothing to
  /// do.
  bool part();
  /// Copies the surface back to the body.
  void write();

 private:
  struct Vertex {
    btVector3 x, v;
    btScalar mass = 0;  ///< 0: pinned
    btScalar above = 0;
    bool on = false;  ///< true if the cut passes through it
  };
  struct Face {
    std::array<int, 3> corners;
    int model;
  };
  struct Link {
    int a, b;
    btScalar rest;
    int model;
    bool bending;
  };

  btScalar length(int a, int b) const;
  int divide(int a, int b, btScalar share);
  void divideFaces();
  void divideLinks();
  bool upper(const Face& face) const;
  std::vector<std::vector<int>> facesAround() const;
  std::vector<std::vector<int>> groups(int vertex, std::vector<int> around) const;
  void relink(const std::vector<Face>& parted);
  void giveWay();

  btSoftBody& m_body;
  const CutWedge m_wedge;
  const btScalar m_near;
  std::vector<Vertex> m_vertices;
  std::vector<Face> m_faces;
  std::vector<Link> m_links;
  std::map<Ends, btScalar> m_rest;  ///< rest lengths of edges with links and of new edges
  std::map<Ends, int> m_middles;    ///< new vertices of divided edges
  std::map<Ends, btScalar> m_shares;
  std::map<Ends, int> m_sides;                   ///< edges with both ends on the cut: kBelow, kAbove, or both
  std::map<std::pair<int, bool>, int> m_ofSide;  ///< copy of a vertex for each side of the cut; true: above
  std::vector<std::pair<int, bool>> m_parted;    ///< all copies of vertices; true: above
};

Surface::Surface(btSoftBody& body, const CutWedge& wedge, btScalar near) : m_body(body), m_wedge(wedge), m_near(near) {
  const btSoftBody::Node* const first = &body.m_nodes[0];
  const auto index = [&](const btSoftBody::Node* node) { return static_cast<int>(node - first); };
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = body.m_nodes[i];
    const btScalar above = wedge.above(node.m_x);
    const bool on = btFabs(above) < near && wedge.holds(node.m_x);
    m_vertices.push_back({node.m_x, node.m_v, node.m_im > 0 ? 1 / node.m_im : 0, above, on});
  }
  for (int i = 0; i < body.m_faces.size(); ++i) {
    const auto& n = body.m_faces[i].m_n;
    m_faces.push_back({{index(n[0]), index(n[1]), index(n[2])}, i});
  }
  for (int i = 0; i < body.m_links.size(); ++i) {
    const btSoftBody::Link& link = body.m_links[i];
    const int a = index(link.m_n[0]), b = index(link.m_n[1]);
    m_links.push_back({a, b, link.m_rl, i, link.m_bbending != 0});
    if (!m_links.back().bending) m_rest[ends(a, b)] = link.m_rl;
  }
}

btScalar Surface::length(int a, int b) const {
  const auto at = m_rest.find(ends(a, b));
  const auto vertex = [&](int i) { return m_vertices[static_cast<std::size_t>(i)].x; };
  return at != m_rest.end() ? at->second : vertex(a).distance(vertex(b));
}

/// Returns a new vertex on an edge. It takes a third of the mass of both ends, or half the mass of one end if the other
/// is pinned.
int Surface::divide(int a, int b, btScalar share) {
  const int middle = static_cast<int>(m_vertices.size());
  Vertex &p = m_vertices[static_cast<std::size_t>(a)], &q = m_vertices[static_cast<std::size_t>(b)];
  const btScalar taken = p.mass > 0 && q.mass > 0 ? btScalar(1) / 3 : btScalar(0.5);
  Vertex made{p.x.lerp(q.x, share), p.v.lerp(q.v, share), taken * (p.mass + q.mass), 0, true};
  if (made.mass > 0) made.v = (p.v * p.mass + q.v * q.mass) / (p.mass + q.mass);
  p.mass -= taken * p.mass;
  q.mass -= taken * q.mass;
  m_vertices.push_back(made);
  const btScalar whole = length(a, b);
  m_rest[ends(a, middle)] = share * whole;
  m_rest[ends(middle, b)] = (1 - share) * whole;
  return middle;
}

bool Surface::refine() {
  for (const Face& face : m_faces) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [a, b] = ends(face.corners[k], face.corners[(k + 1) % 3]);
      const Vertex &p = m_vertices[static_cast<std::size_t>(a)], &q = m_vertices[static_cast<std::size_t>(b)];
      if (p.on || q.on) continue;
      if (const btScalar share = m_wedge.meets(p.x, q.x); share > 0) m_shares[{a, b}] = share;
    }
  }
  for (const auto& [edge, share] : m_shares) m_middles[edge] = divide(edge.first, edge.second, share);
  divideLinks();
  divideFaces();
  return std::any_of(m_vertices.begin(), m_vertices.end(), [](const Vertex& v) { return v.on; });
}

void Surface::divideLinks() {
  const std::size_t before = m_links.size();
  for (std::size_t i = 0; i < before; ++i) {
    const auto at = m_middles.find(ends(m_links[i].a, m_links[i].b));
    if (m_links[i].bending || at == m_middles.end()) continue;
    Link rest = m_links[i];
    m_links[i].b = rest.a = at->second;
    m_links[i].rest = length(m_links[i].a, at->second);
    rest.rest = length(rest.b, at->second);
    m_links.push_back(rest);
  }
}

/// Divides the edges of a face one after the other, each by a new edge to the opposite corner.
void Surface::divideFaces() {
  for (std::size_t f = 0; f < m_faces.size();) {
    bool divided = false;
    for (std::size_t k = 0; k < 3 && !divided; ++k) {
      const auto [a, b, across] =
          std::array{m_faces[f].corners[k], m_faces[f].corners[(k + 1) % 3], m_faces[f].corners[(k + 2) % 3]};
      const auto at = m_middles.find(ends(a, b));
      if (at == m_middles.end()) continue;
      divided = true;
      const int middle = at->second;
      // Rest length of the new edge, by Stewart's theorem.
      const btScalar share = length(a, middle) / std::max(length(a, b), SIMD_EPSILON), whole = length(a, b),
                     toA = length(across, a), toB = length(across, b),
                     square = (1 - share) * toA * toA + share * toB * toB - share * (1 - share) * whole * whole;
      const btScalar rest = btSqrt(std::max(square, btScalar(0)));
      m_rest[ends(middle, across)] = rest;
      if (m_body.m_links.size() > 0) m_links.push_back({middle, across, rest, 0, false});
      m_faces[f].corners = {a, middle, across};
      m_faces.push_back({{middle, b, across}, m_faces[f].model});
    }
    // A face with one divided edge may have another one.
    if (!divided) ++f;
  }
}

/// Returns true if the corner farthest from the plane is above it.
bool Surface::upper(const Face& face) const {
  btScalar farthest = 0;
  for (const int corner : face.corners)
    if (const btScalar above = m_vertices[static_cast<std::size_t>(corner)].above; btFabs(above) > btFabs(farthest))
      farthest = above;
  return farthest >= 0;
}

std::vector<std::vector<int>> Surface::facesAround() const {
  std::vector<std::vector<int>> around(m_vertices.size());
  for (std::size_t f = 0; f < m_faces.size(); ++f)
    for (const int corner : m_faces[f].corners) around[static_cast<std::size_t>(corner)].push_back(static_cast<int>(f));
  return around;
}

/// Returns the groups of faces around a vertex that are connected by edges without a cut.
std::vector<std::vector<int>> Surface::groups(int vertex, std::vector<int> around) const {
  const auto joined = [&](int f, int g) {
    const auto &p = m_faces[static_cast<std::size_t>(f)].corners, &q = m_faces[static_cast<std::size_t>(g)].corners;
    return std::any_of(p.begin(), p.end(), [&](int corner) {
      if (corner == vertex || std::find(q.begin(), q.end(), corner) == q.end()) return false;
      const auto sides = m_sides.find(ends(vertex, corner));
      return sides == m_sides.end() || sides->second != (kBelow | kAbove);
    });
  };
  std::vector<std::vector<int>> found;
  while (!around.empty()) {
    std::vector<int> group{around.back()};
    around.pop_back();
    for (std::size_t i = 0; i < group.size(); ++i) {
      const int from = group[i];
      const auto left = std::partition(around.begin(), around.end(), [&](int face) { return !joined(from, face); });
      group.insert(group.end(), left, around.end());
      around.erase(left, around.end());
    }
    found.push_back(std::move(group));
  }
  return found;
}

bool Surface::part() {
  for (const Face& face : m_faces) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [a, b] = ends(face.corners[k], face.corners[(k + 1) % 3]);
      if (m_vertices[static_cast<std::size_t>(a)].on && m_vertices[static_cast<std::size_t>(b)].on)
        m_sides[{a, b}] |= upper(face) ? kAbove : kBelow;
    }
  }
  const std::vector<std::vector<int>> around = facesAround();
  // All faces are tested before any of them changes.
  std::vector<Face> parted = m_faces;
  for (std::size_t v = 0; v < around.size(); ++v) {
    if (!m_vertices[v].on) continue;
    const int vertex = static_cast<int>(v);
    const std::vector<std::vector<int>> found = groups(vertex, around[v]);
    if (found.size() < 2) continue;
    m_vertices[v].mass /= static_cast<btScalar>(found.size());
    for (std::size_t g = 0; g < found.size(); ++g) {
      const bool above = upper(m_faces[static_cast<std::size_t>(found[g].front())]);
      const int own = g == 0 ? vertex : static_cast<int>(m_vertices.size());
      if (g > 0) m_vertices.push_back(Vertex(m_vertices[v]));
      for (const int face : found[g])
        for (int& corner : parted[static_cast<std::size_t>(face)].corners)
          if (corner == vertex) corner = own;
      m_ofSide.insert({{vertex, above}, own});
      m_parted.push_back({own, above});
    }
  }
  if (m_parted.empty()) return false;
  relink(parted);
  m_faces = std::move(parted);
  giveWay();
  return true;
}

/// Moves links to the edges that replace theirs. Removes links from one side of the cut to the other.
void Surface::relink(const std::vector<Face>& parted) {
  std::map<Ends, std::set<Ends>> became;
  for (std::size_t f = 0; f < m_faces.size(); ++f) {
    const auto &was = m_faces[f].corners, &is = parted[f].corners;
    for (std::size_t k = 0, next = 1; k < 3; ++k, next = (next + 1) % 3)
      became[ends(was[k], was[next])].insert(ends(is[k], is[next]));
  }
  const auto at = [&](int i) -> const Vertex& { return m_vertices[static_cast<std::size_t>(i)]; };
  const auto ofSide = [&](int vertex, int other) {
    const auto found = m_ofSide.find({vertex, at(other).above >= 0});
    return found == m_ofSide.end() ? vertex : found->second;
  };
  std::vector<Link> links;
  for (Link link : m_links) {
    const auto edges = became.find(ends(link.a, link.b));
    if (!link.bending && edges != became.end()) {
      for (const auto& [a, b] : edges->second) {
        link.a = a;
        link.b = b;
        links.push_back(link);
      }
      continue;
    }
    if (at(link.a).on ? at(link.b).on : !at(link.b).on && m_wedge.meets(at(link.a).x, at(link.b).x) > 0) continue;
    const int a = ofSide(link.a, link.b), b = ofSide(link.b, link.a);
    link.a = a;
    link.b = b;
    links.push_back(link);
  }
  m_links = std::move(links);
}

void Surface::giveWay() {
  for (const auto& [vertex, above] : m_parted) {
    Vertex& v = m_vertices[static_cast<std::size_t>(vertex)];
    const btScalar side = above ? btScalar(1) : btScalar(-1), lack = kThickness * m_near / 2 - side * v.above;
    if (lack > 0) v.x += side * lack * m_wedge.plane.normal;
  }
}

void Surface::write() {
  for (std::size_t v = static_cast<std::size_t>(m_body.m_nodes.size()); v < m_vertices.size(); ++v)
    m_body.appendNode(m_vertices[v].x, m_vertices[v].mass);
  for (std::size_t v = 0; v < m_vertices.size(); ++v) {
    btSoftBody::Node& node = m_body.m_nodes[static_cast<int>(v)];
    node.m_x = m_vertices[v].x;
    node.m_v = m_vertices[v].v;
    node.m_im = m_vertices[v].mass > 0 ? 1 / m_vertices[v].mass : 0;
  }
  btAlignedObjectArray<btSoftBody::Face> faces;
  for (const Face& face : m_faces) {
    btSoftBody::Face made = m_body.m_faces[face.model];
    for (std::size_t k = 0; k < 3; ++k) made.m_n[k] = &m_body.m_nodes[face.corners[k]];
    faces.push_back(made);
  }
  m_body.m_faces.copyFromArray(faces);
  btAlignedObjectArray<btSoftBody::Link> links;
  for (const Link& link : m_links) {
    btSoftBody::Link made = m_body.m_links[link.model];
    made.m_n[0] = &m_body.m_nodes[link.a];
    made.m_n[1] = &m_body.m_nodes[link.b];
    made.m_rl = link.rest;
    made.m_c1 = link.rest * link.rest;
    if (!link.bending) made.m_bbending = 0;
    links.push_back(made);
  }
  m_body.m_links.copyFromArray(links);
  m_body.updateLinkConstants();
  m_body.updateArea();
}

}  // namespace

bool cutCloth(btSoftBody& body, const CutWedge& wedge, btScalar near) {
  Surface surface(body, wedge, near);
  if (!surface.refine() || !surface.part()) return false;
  surface.write();
  return true;
}

}  // namespace pliant::detail
