#include "response/EdgeCrossings.h"

#include <pliant/detectors/predicates.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <tuple>

#include "response/SurfaceTree.h"

namespace pliant::detail {
namespace {

using Eigen::Vector3d;

const Real* placeOf(const BodySet& bodies, Index vertex) {
  return &bodies.positions()[vertex].x;
}

/// If an exact decision is a tie, the edge's surface counts as moved by an infinitesimal step relative to the face's
/// surface. The step is parallel to no coordinate axis or plane.
const Vector3d kAside(0.5436, 0.7203, 0.4309);

struct Crossing {
  const BodySet& bodies;
  const Edge& edge;
  const Triangle& face;
  double step;  // factor of kAside: 1 or −1

  Vector3d between(Index u, Index v) const { return wide(bodies.positions()[v]) - wide(bodies.positions()[u]); }

  /// Returns true if a vertex of the edge is on the side to which the face's normal points.
  bool positive(Index vertex) const {
    const int side = exact::orientation(placeOf(bodies, face[0]), placeOf(bodies, face[1]), placeOf(bodies, face[2]),
                                        placeOf(bodies, vertex));
    if (side != 0) return side > 0;
    return step * kAside.dot(between(face[0], face[1]).cross(between(face[0], face[2]))) >= 0;
  }
  /// Returns the side on which the line through the edge passes the line from u to v. The line from v to u has the
  /// other side.
  bool passes(Index u, Index v) const {
    const bool turned = v < u;
    if (turned) std::swap(u, v);
    const int side =
        exact::orientation(placeOf(bodies, edge[0]), placeOf(bodies, edge[1]), placeOf(bodies, u), placeOf(bodies, v));
    const bool left = side != 0 ? side > 0 : step * kAside.dot(between(edge[0], edge[1]).cross(between(u, v))) >= 0;
    return left != turned;
  }
  enum class Kind { None, Beside, Grazing, Proper };
  Kind kind() const {
    if (positive(edge[0]) == positive(edge[1])) return Kind::None;
    const bool side = passes(face[0], face[1]);
    if (passes(face[1], face[2]) == side && passes(face[2], face[0]) == side) return Kind::Proper;
    const bool meets =
        exact::segmentMeetsTriangle(placeOf(bodies, edge[0]), placeOf(bodies, edge[1]), placeOf(bodies, face[0]),
                                    placeOf(bodies, face[1]), placeOf(bodies, face[2]));
    return meets ? Kind::Grazing : Kind::Beside;
  }
};

Crossing crossing(const BodySet& bodies, Index edge, Index face) {
  const bool first = bodies.bodyOfEdge()[edge] <= bodies.bodyOfFace()[face];
  return {bodies, bodies.edges()[edge], bodies.faces()[face], first ? 1.0 : -1.0};
}

std::array<Index, 2> facesOf(const BodySet& bodies, const FacePair& pair) {
  return {bodies.faces(bodies.index(pair.bodyA)).begin + pair.faceA,
          bodies.faces(bodies.index(pair.bodyB)).begin + pair.faceB};
}

bool samePlace(const BodySet& bodies, const Triangle& f, const Triangle& g) {
  const auto positions = bodies.positions();
  for (const Index u : f)
    for (const Index v : g)
      if (positions[u].x == positions[v].x && positions[u].y == positions[v].y && positions[u].z == positions[v].z)
        return true;
  return false;
}

EdgeCrossing make(const BodySet& bodies, Index edgeIndex, Index face) {
  EdgeCrossing made{edgeIndex, face, 0, false, {}, {}, {}, Vector3d::Zero()};
  const Edge& edge = bodies.edges()[edgeIndex];
  const auto positions = bodies.positions();
  const auto [a, b, c] = wideCorners(positions, bodies.faces()[face]);
  const Vector3d p = wide(positions[edge[0]]), d = wide(positions[edge[1]]) - p;
  made.firstPositive = crossing(bodies, edgeIndex, face).positive(edge[0]);
  made.along = d.stableNormalized();
  made.normal = faceNormal(a, b, c);
  const double slope = made.normal.dot(d);
  const double where = slope == 0 ? 0.5 : std::clamp(made.normal.dot(a - p) / slope, 0.0, 1.0);
  made.at = p + where * d;
  return made;
}

}  // namespace

void EdgeCrossings::build(const BodySet& bodies) {
  m_facesOfEdge.assign(bodies.edges().size(), 0);
  for (const Triangle& edges : bodies.edgesOfFaces())
    for (const Index edge : edges)
      if (edge != kNoIndex && m_facesOfEdge[edge] < 2) ++m_facesOfEdge[edge];
}

void EdgeCrossings::gather(const BodySet& bodies, std::span<const FacePair> pairs) {
  m_entries.clear();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const FacePair& pair = pairs[i];
    const auto faces = facesOf(bodies, pair);
    if (pair.bodyA == pair.bodyB && samePlace(bodies, bodies.faces()[faces[0]], bodies.faces()[faces[1]])) continue;
    const auto add = [&](Index edge, Index face, bool grazing) {
      m_entries.push_back({edge, grazing, face, static_cast<Index>(i)});
    };
    std::array<std::array<Crossing::Kind, 3>, 2> kinds;
    std::array<bool, 2> ends = {false, false};  // true: the contour ends within the face, at the other's border
    for (std::size_t k = 0; k < 2; ++k)
      for (std::size_t c = 0; c < 3; ++c) {
        const Index edge = bodies.edgesOfFaces()[faces[k]][c], face = faces[1 - k];
        kinds[k][c] = edge == kNoIndex ? Crossing::Kind::None : crossing(bodies, edge, face).kind();
        if (kinds[k][c] < Crossing::Kind::Grazing) continue;
        add(edge, face, kinds[k][c] == Crossing::Kind::Grazing);
        ends[1 - k] = ends[1 - k] || m_facesOfEdge[edge] == 1;
      }
    for (std::size_t k = 0; k < 2; ++k)
      for (std::size_t c = 0; c < 3 && ends[k]; ++c) {
        const Index edge = bodies.edgesOfFaces()[faces[k]][c];
        if (kinds[k][c] == Crossing::Kind::Beside && m_facesOfEdge[edge] == 1) add(edge, faces[1 - k], true);
      }
  }
  std::sort(m_entries.begin(), m_entries.end());
  // A border edge that only grazes another border, or passes beside it in the last face of the contour, counts as
  // crossing it. Otherwise, if both borders end in one line, neither surface would be cut in two. An edge with a proper
  // crossing keeps no grazing ones; another edge keeps those with the first face.
  std::size_t count = 0, first = 0;
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    const Entry entry = m_entries[i];
    if (count == 0 || m_entries[first].edge != entry.edge) first = count;
    if (first < count && entry.grazing && (!m_entries[first].grazing || m_entries[first].face != entry.face)) continue;
    m_entries[count++] = entry;
  }
  m_entries.resize(count);
}

void EdgeCrossings::join() {
  m_broken.clear();
  m_pieces.clear();
  std::sort(m_segments.begin(), m_segments.end());
  m_sets.reset(m_crossings.size());
  for (std::size_t begin = 0, end; begin < m_segments.size(); begin = end) {
    end = begin + 1;
    while (end < m_segments.size() && m_segments[end].pair == m_segments[begin].pair) ++end;
    for (std::size_t i = begin + 1; i < end; ++i) m_sets.unite(m_segments[begin].crossing, m_segments[i].crossing);
    if (end - begin != 2) {
      m_broken.push_back(m_segments[begin].pair);
      continue;
    }
    EdgeCrossing &a = m_crossings[m_segments[begin].crossing], &b = m_crossings[m_segments[begin + 1].crossing];
    m_pieces.push_back({m_segments[begin].pair, a.at, b.at});
    const Vector3d way = (b.at - a.at).stableNormalized();
    a.pull += way;
    b.pull -= way;
  }
}

Vector3d EdgeCrossings::area(const BodySet& bodies, std::span<const FacePair> pairs) const {
  Vector3d sum = Vector3d::Zero(), gap = Vector3d::Zero();
  double length = 0;
  const auto normal = [&](Index face) {
    const auto [a, b, c] = wideCorners(bodies.positions(), bodies.faces()[face]);
    return Vector3d((b - a).cross(c - a));
  };
  for (const Piece& piece : m_pieces) {
    const auto faces = facesOf(bodies, pairs[piece.pair]);
    const Vector3d way = piece.to - piece.from, along = normal(faces[0]).cross(normal(faces[1]));
    const double sign = along.dot(way) < 0 ? -1 : 1;
    const Vector3d &origin = m_pieces.front().from, middle = (piece.from + piece.to) / 2 - origin;
    sum += sign * middle.cross(way) / 2;
    gap += sign * way;
    length += way.norm();
  }
  return gap.norm() <= 1e-4 * length ? sum : Vector3d(Vector3d::Zero());
}

/// Ties may break a contour, as they may within a body: joins its pieces by their common faces.
void EdgeCrossings::mend(const BodySet& bodies, std::span<const FacePair> pairs) {
  if (m_broken.empty()) return;
  m_ofFace.clear();
  const auto append = [&](Index pair, Index crossing) {
    for (const Index face : facesOf(bodies, pairs[pair])) m_ofFace.push_back({face, crossing});
  };
  for (const Segment& segment : m_segments) append(segment.pair, segment.crossing);
  std::sort(m_ofFace.begin(), m_ofFace.end());
  for (const Index pair : m_broken)
    for (const Index face : facesOf(bodies, pairs[pair])) {
      auto at = std::lower_bound(m_ofFace.begin(), m_ofFace.end(), Segment{face, 0});
      for (const Index first = at->crossing; at != m_ofFace.end() && at->pair == face; ++at)
        m_sets.unite(first, at->crossing);
    }
}

/// Numbers the contours in the order of their bodies, so that the contours of two bodies are consecutive.
void EdgeCrossings::number(const BodySet& bodies) {
  const auto count = static_cast<Index>(m_crossings.size());
  const auto key = [&](Index i) {
    const EdgeCrossing& c = m_crossings[i];
    const Index a = bodies.bodyOfEdge()[c.edge], b = bodies.bodyOfFace()[c.face];
    return std::tuple(std::min(a, b), std::max(a, b), i);
  };
  m_contour.clear();
  for (Index i = 0; i < count; ++i)
    if (m_sets.root(i) == i) m_contour.push_back(i);
  std::sort(m_contour.begin(), m_contour.end(), [&](Index a, Index b) { return key(a) < key(b); });
  for (Index k = 0; k < m_contour.size(); ++k) m_crossings[m_contour[k]].contour = k;
  for (Index i = 0; i < count; ++i) m_crossings[i].contour = m_crossings[m_sets.root(i)].contour;
  std::sort(m_crossings.begin(), m_crossings.end(), [](const EdgeCrossing& a, const EdgeCrossing& b) {
    return std::tie(a.contour, a.edge, a.face) < std::tie(b.contour, b.edge, b.face);
  });
}

void EdgeCrossings::find(const BodySet& bodies, std::span<const FacePair> pairs) {
  gather(bodies, pairs);
  m_crossings.clear();
  m_segments.clear();
  for (const Entry& entry : m_entries) {
    if (m_crossings.empty() || m_crossings.back().edge != entry.edge || m_crossings.back().face != entry.face)
      m_crossings.push_back(make(bodies, entry.edge, entry.face));
    m_segments.push_back({entry.pair, static_cast<Index>(m_crossings.size() - 1)});
  }
  join();
  mend(bodies, pairs);
  number(bodies);
}

}  // namespace pliant::detail
