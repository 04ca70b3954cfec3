#include "CutSides.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/BodySeams.h"
#include "core/pairKey.h"

namespace pliant::detail {
namespace {

using Vector = Eigen::Vector3d;

// Largest difference between the displacements of two corners, as a fraction of the least height of the face, so that
// the face does not turn over.
constexpr double kCutRoom = 0.3;
// Number of passes in which displacements spread from face to face.
constexpr int kPulls = 8;
// Largest distance of a dividing node from its edge, as a fraction of the edge length; larger than rounding errors.
constexpr double kOnEdge = 1e-3;

Vector at(const Real* x) {
  return {double(x[0]), double(x[1]), double(x[2])};
}

/// Calls visit(nodes) for each position with several nodes of which at least one is new.
template <typename Visit>
void forEachNewPlace(const GrownSurface& surface, Visit&& visit) {
  forEachCoincidence(
      surface.x, [](Index) { return true; },
      [&](std::span<const Index> nodes) {
        if (nodes.back() >= surface.before) visit(nodes);
      });
}

/// Position of a new node between two other nodes.
struct Between {
  Index a = kNoIndex, b = kNoIndex;
  double share = 0;  // weight of b
  double square = std::numeric_limits<double>::infinity();

  void consider(PositionsView x, Index first, Index second, const Vector& p) {
    const Vector from = at(x[first]), way = at(x[second]) - from;
    const double length = way.squaredNorm();
    const double part = length > 0 ? std::clamp(way.dot(p - from) / length, 0.0, 1.0) : 0.0;
    const double distance = (p - from - part * way).squaredNorm();
    if (distance < square) *this = {first, second, part, distance};
  }
};

/// New nodes, one per position, and the nodes that edges or links join to them.
struct NewPlaces {
  std::vector<Index> first;                  // one per node: the first node at its position
  std::vector<std::vector<Index>> joinedTo;  // one per new first node: first nodes joined to it

  explicit NewPlaces(const GrownSurface& surface) : first(surface.x.count), joinedTo(surface.x.count) {
    std::iota(first.begin(), first.end(), Index{0});
    forEachNewPlace(surface, [&](std::span<const Index> nodes) {
      for (const Index v : nodes) first[v] = nodes.front();
    });
    const auto join = [&](Index a, Index b) {
      a = first[a];
      b = first[b];
      if (a == b) return;
      if (a >= surface.before) joinedTo[a].push_back(b);
      if (b >= surface.before) joinedTo[b].push_back(a);
    };
    for (const Triangle& f : surface.faces)
      for (std::size_t k = 0; k < 3; ++k) join(f[k], f[(k + 1) % 3]);
    for (const Edge& link : surface.links) join(link[0], link[1]);
    for (auto& others : joinedTo) makeSet(others);
  }
};

/// Returns the direction from a corner into its face: the integral of the unit vectors between its two edges. The sum
/// over all faces around a boundary corner of a flat surface depends only on the first and the last edge, however small
/// the faces between them are.
Vector intoFace(const Vector& corner, const Vector& b, const Vector& c) {
  const Vector u = (b - corner).stableNormalized(), w = (c - corner).stableNormalized();
  return u.cross(w).stableNormalized().cross(u - w);
}

double leastHeight(const Vector& a, const Vector& b, const Vector& c) {
  const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
  return longest > 0 ? (b - a).cross(c - a).norm() / longest : 0.0;
}

/// Moves the free corners of a face along with the corner that moves farthest, so that their displacements differ by at
/// most `room` [length]. Returns true if a displacement was changed.
bool pull(const Triangle& face, double room, const std::function<bool(Index)>& isFree, std::vector<Vector>& ways) {
  const Index most = *std::max_element(face.begin(), face.end(),
                                       [&](Index a, Index b) { return ways[a].squaredNorm() < ways[b].squaredNorm(); });
  bool pulled = false;
  for (const Index v : face) {
    const Vector lead = ways[most] - ways[v];
    if (lead.norm() <= room * (1 + 1e-9) || !isFree(v)) continue;
    ways[v] = ways[most] - room * lead.stableNormalized();
    pulled = true;
  }
  return pulled;
}

/// If the displacements of two corners differ by more than 2 · room, limits all of them to `room`. Returns true if they
/// did.
bool hold(const Triangle& face, double room, std::vector<Vector>& ways) {
  bool held = false;
  for (const auto& [a, b] : {Edge{face[0], face[1]}, Edge{face[1], face[2]}, Edge{face[2], face[0]}})
    held = held || (ways[a] - ways[b]).norm() > 2 * room * (1 + 1e-9);
  for (const Index v : face)
    if (held && ways[v].norm() > room) ways[v] = room * ways[v].stableNormalized();
  return held;
}

}  // namespace

std::vector<Real> carriedOver(const GrownSurface& surface, std::span<const Real> values) {
  const NewPlaces places(surface);
  std::vector<Real> all(values.begin(), values.end());
  all.resize(std::size_t{3} * surface.x.count);
  std::vector<bool> known(surface.x.count, false);
  std::fill_n(known.begin(), surface.before, true);
  const auto valueOf = [&](Index v) { return at(&all[std::size_t{3} * v]); };
  const auto set = [&](Index v, const Vector& value) {
    for (Eigen::Index k = 0; k < 3; ++k) all[std::size_t{3} * v + std::size_t(k)] = static_cast<Real>(value[k]);
  };
  // Sets the value of `v` from known nodes; returns false if that is impossible. `between`: only if `v` lies between
  // two nodes.
  const auto find = [&](Index v, bool between) {
    const Vector p = at(surface.x[v]);
    Between place;
    const std::vector<Index>& joined = places.joinedTo[v];
    for (std::size_t i = 0; i < joined.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j)
        if (known[joined[i]] && known[joined[j]]) place.consider(surface.x, joined[i], joined[j], p);
    if (place.a == kNoIndex) return false;
    const Vector a = at(surface.x[place.a]), b = at(surface.x[place.b]);
    if (between && place.square > kOnEdge * kOnEdge * (b - a).squaredNorm()) return false;
    const double share = place.share;
    set(v, (1 - share) * valueOf(place.a) + share * valueOf(place.b) + p - ((1 - share) * a + share * b));
    return true;
  };
  std::vector<Index> open, found;
  for (Index v = surface.before; v < surface.x.count; ++v)
    if (places.first[v] == v) open.push_back(v);
  // Values spread outwards from the old nodes.
  for (bool between = true; !open.empty();) {
    found.clear();
    std::erase_if(open, [&](Index v) {
      if (!find(v, between)) return false;
      found.push_back(v);
      return true;
    });
    if (found.empty() && !between) break;
    between = !found.empty();
    for (const Index v : found) known[v] = true;
  }
  // Nodes that are not connected to the old nodes keep their positions.
  for (const Index v : open) set(v, at(surface.x[v]));
  for (Index v = surface.before; v < surface.x.count; ++v)
    if (places.first[v] != v) set(v, valueOf(places.first[v]));
  return all;
}

void CutSides::clear() {
  m_groups.clear();
  m_members.clear();
  m_openings.clear();
  m_less.clear();
  m_opened = 0;
}

void CutSides::grow(const GrownSurface& surface) {
  std::vector<bool> hasFace(surface.x.count, false);
  for (const Triangle& face : surface.faces)
    for (const Index v : face) hasFace[v] = true;
  std::vector<Index> groups(m_groups);
  groups.resize(surface.x.count, kNoIndex);
  forEachNewPlace(surface, [&](std::span<const Index> nodes) {
    const auto counts = [&](Index v) { return bool(hasFace[v]); };
    if (std::count_if(nodes.begin(), nodes.end(), counts) < 2) return;
    for (const Index v : nodes)
      if (hasFace[v]) groups[v] = static_cast<Index>(m_openings.size());
    m_openings.push_back(0);
    m_less.push_back(0);
  });
  if (m_openings.empty()) return;
  m_groups = std::move(groups);
  m_members.clear();
  for (Index v = 0; v < m_groups.size(); ++v)
    if (m_groups[v] != kNoIndex) m_members.push_back({m_groups[v], v});
  std::sort(m_members.begin(), m_members.end());
}

std::vector<Real> CutSides::open(PositionsView x, std::span<const Triangle> faces, Real width,
                                 const std::function<bool(Index)>& isFree) {
  const auto isNew = [&](Index v) { return m_groups[v] != kNoIndex && m_groups[v] >= m_opened; };
  std::vector<Vector> ways(x.count, Vector::Zero());
  std::vector<double> room;
  for (const Triangle& f : faces) {
    room.push_back(kCutRoom * leastHeight(at(x[f[0]]), at(x[f[1]]), at(x[f[2]])));
    for (std::size_t k = 0; k < 3; ++k)
      if (isNew(f[k]) && isFree(f[k]))
        ways[f[k]] += intoFace(at(x[f[k]]), at(x[f[(k + 1) % 3]]), at(x[f[(k + 2) % 3]]));
  }
  for (Vector& way : ways) way = double(width) * way.stableNormalized();
  const auto forEachFace = [&](auto&& change) {
    bool any = false;
    for (std::size_t f = 0; f < faces.size(); ++f) any |= change(faces[f], room[f]);
    return any;
  };
  int pulls = 0;
  while (pulls < kPulls && forEachFace([&](const Triangle& f, double r) { return pull(f, r, isFree, ways); })) ++pulls;
  while (forEachFace([&](const Triangle& f, double r) { return hold(f, r, ways); }))
    ;
  std::vector<Real> found;
  for (const Vector& way : ways)
    for (Eigen::Index k = 0; k < 3; ++k) found.push_back(static_cast<Real>(way[k]));
  return found;
}

template <typename Visit>
void CutSides::forEachDistance(PositionsView x, Visit&& visit) const {
  for (auto first = m_members.begin(), last = first; first != m_members.end(); first = last) {
    last = std::find_if(first, m_members.end(), [&](const Member& m) { return m.group != first->group; });
    double least = std::numeric_limits<double>::infinity();
    for (auto a = first; a != last; ++a)
      for (auto b = first; b != a; ++b) least = std::min(least, (at(x[a->node]) - at(x[b->node])).norm());
    if (std::isfinite(least)) visit(first->group, least);
  }
}

void CutSides::opened(PositionsView x) {
  forEachDistance(x, [&](Index group, double distance) {
    if (group >= m_opened) m_less[group] = static_cast<Real>(distance / 2);
  });
  m_opened = m_openings.size();
  measure(x);
}

void CutSides::measure(PositionsView x) {
  forEachDistance(x, [&](Index group, double distance) {
    m_openings[group] = std::max(m_openings[group], static_cast<Real>(distance) - m_less[group]);
  });
}

}  // namespace pliant::detail
