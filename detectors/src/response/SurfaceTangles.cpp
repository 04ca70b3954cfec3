#include <pliant/detectors/response/SurfaceTangles.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <limits>

#include "response/ContourSheets.h"
#include "response/EdgeCrossings.h"
#include "response/SideRegions.h"
#include "response/SurfaceTree.h"

namespace pliant {
namespace {

using detail::EdgeCrossing;
using detail::wide;
using Eigen::Vector3d;

// The sum of directions counts as their common direction if its length is at least this fraction of the sum of their
// lengths.
constexpr double kAgreement = 0.5;
constexpr double kPullAgreement = 0.3;
// An edge that is nearly parallel to the face would have to move far to shorten the contour a little.
constexpr double kLeastSlope2 = 0.01;

enum class End : std::uint8_t { Unknown, First, Second };

/// Returns the motion of the edge relative to the face that shortens the contour the fastest. The crossing moves within
/// the face along with the edge, so only the motion perpendicular to the edge counts.
Vector3d shortening(const EdgeCrossing& c) {
  const double slope = c.normal.dot(c.along);
  return c.pull - c.normal * (c.pull.dot(c.along) * slope / std::max(slope * slope, kLeastSlope2));
}

}  // namespace

struct SurfaceTangles::Impl {
  /// A part of a surface that passed through the other surface, according to one contour.
  struct Candidate {
    Vector3d way = Vector3d::Zero();
    double depth = std::numeric_limits<double>::infinity();
    std::size_t side = 0;  ///< which body of the pair: 0 or 1
    Index part = kNoIndex;
  };
  struct Row {
    Index contour, part, crossing;
    auto operator<=>(const Row&) const = default;
  };
  using Crossings = std::span<const EdgeCrossing>;

  std::uint64_t revision = 0;
  detail::EdgeCrossings crossings;
  detail::ContourSheets sheets;
  std::array<detail::SideRegions, 2> regions;  ///< one per body of a pair
  std::vector<Index> edges;
  std::vector<End> wrongEnd;  ///< one per crossing of the pair
  std::vector<Row> rows;
  std::vector<Candidate> best;  ///< one per contour of the pair

  void findSides(const BodySet& bodies, Crossings group, Index index, std::size_t side);
  void weigh(const BodySet& bodies, Crossings group, std::span<const Row> run, std::size_t side);
  void addGlobalIntersection(const BodySet& bodies, Crossings contour, Index firstInGroup, const Candidate& candidate,
                             SurfaceTangleList& list);
  void addCrossing(const BodySet& bodies, const EdgeCrossing& crossing, End wrong, SurfaceTangleList& list);
  bool minimizeContour(const BodySet& bodies, Crossings contour, SurfaceTangleList& list);
  static SurfaceTangle& begin(const BodySet& bodies, SurfaceTangle::Kind kind, Index indexA, Index indexB,
                              const Vector3d& way, double depth, SurfaceTangleList& list);
  static void makeUnique(std::vector<Index>& list, Index from);
};

SurfaceTangles::SurfaceTangles() : m_impl(std::make_unique<Impl>()) {}
SurfaceTangles::~SurfaceTangles() = default;
SurfaceTangles::SurfaceTangles(SurfaceTangles&&) noexcept = default;
SurfaceTangles& SurfaceTangles::operator=(SurfaceTangles&&) noexcept = default;

void SurfaceTangles::Impl::makeUnique(std::vector<Index>& list, Index from) {
  const auto first = list.begin() + from;
  std::sort(first, list.end());
  list.erase(std::unique(first, list.end()), list.end());
}

SurfaceTangle& SurfaceTangles::Impl::begin(const BodySet& bodies, SurfaceTangle::Kind kind, Index indexA, Index indexB,
                                           const Vector3d& way, double depth, SurfaceTangleList& list) {
  SurfaceTangle tangle;
  tangle.kind = kind;
  tangle.bodyA = bodies.id(indexA);
  tangle.bodyB = bodies.id(indexB);
  tangle.way = way.cast<Real>();
  tangle.depth = static_cast<Real>(depth);
  tangle.begin = tangle.middle = tangle.end = static_cast<Index>(list.vertices.size());
  list.tangles.push_back(tangle);
  return list.tangles.back();
}

/// An edge that crosses the other surface an even number of times leads back to its own side, so it is no cut.
void SurfaceTangles::Impl::findSides(const BodySet& bodies, Crossings group, Index index, std::size_t side) {
  edges.clear();
  for (const EdgeCrossing& c : group)
    if (bodies.bodyOfEdge()[c.edge] == index) edges.push_back(c.edge);
  std::sort(edges.begin(), edges.end());
  std::size_t count = 0;
  for (std::size_t i = 0, end; i < edges.size(); i = end) {
    for (end = i + 1; end < edges.size() && edges[end] == edges[i];) ++end;
    if ((end - i) % 2 != 0) edges[count++] = edges[i];
  }
  edges.resize(count);
  if (edges.empty()) return;
  const detail::SideRegions& found = regions[side];
  regions[side].find(bodies, index, edges);
  rows.clear();
  for (Index i = 0; i < group.size(); ++i) {
    const EdgeCrossing& c = group[i];
    if (!std::binary_search(edges.begin(), edges.end(), c.edge)) continue;
    const Edge& edge = bodies.edges()[c.edge];
    const bool first = found.wrong(edge[0]);
    if (first == found.wrong(edge[1])) continue;
    wrongEnd[i] = first ? End::First : End::Second;
    rows.push_back({c.contour, found.part(edge[first ? 0 : 1]), i});
  }
  std::sort(rows.begin(), rows.end());
  for (std::size_t i = 0, end; i < rows.size(); i = end) {
    for (end = i + 1; end < rows.size() && rows[end].contour == rows[i].contour && rows[end].part == rows[i].part;)
      ++end;
    weigh(bodies, group, std::span(rows).subspan(i, end - i), side);
  }
}

void SurfaceTangles::Impl::weigh(const BodySet& bodies, Crossings group, std::span<const Row> run, std::size_t side) {
  Vector3d sum = Vector3d::Zero();
  for (const Row& row : run) {
    const EdgeCrossing& c = group[row.crossing];
    // The direction points towards the end on the right side.
    sum += (wrongEnd[row.crossing] == End::First) == c.firstPositive ? Vector3d(-c.normal) : c.normal;
  }
  const double length = sum.norm();
  if (!(length > 0) || length < kAgreement * static_cast<double>(run.size())) return;
  const Vector3d way = sum / length, origin = group[run.front().crossing].at;
  double highest = 0, lowest = 0;
  for (const Row& row : run) highest = std::max(highest, way.dot(group[row.crossing].at - origin));
  for (const Index v : regions[side].vertices(run.front().part))
    lowest = std::min(lowest, way.dot(wide(bodies.positions()[v]) - origin));
  Candidate& candidate = best[run.front().contour - group.front().contour];
  if (highest - lowest < candidate.depth) candidate = {way, highest - lowest, side, run.front().part};
}

void SurfaceTangles::Impl::addGlobalIntersection(const BodySet& bodies, Crossings contour, Index firstInGroup,
                                                 const Candidate& candidate, SurfaceTangleList& list) {
  const detail::SideRegions& found = regions[candidate.side];
  const std::span<const Index> moving = found.vertices(candidate.part);
  const Index indexA = bodies.bodyOfVertex()[moving.front()];
  Index indexB = indexA;
  const auto begin = static_cast<Index>(list.vertices.size());
  list.vertices.insert(list.vertices.end(), moving.begin(), moving.end());
  const auto middle = static_cast<Index>(list.vertices.size());
  for (Index i = 0; i < contour.size(); ++i) {
    const EdgeCrossing& c = contour[i];
    if (bodies.bodyOfEdge()[c.edge] != indexA || wrongEnd[firstInGroup + i] == End::Unknown) continue;
    const Edge& edge = bodies.edges()[c.edge];
    if (found.part(edge[wrongEnd[firstInGroup + i] == End::First ? 0 : 1]) != candidate.part) continue;
    indexB = bodies.bodyOfFace()[c.face];
    for (const Index v : bodies.faces()[c.face])
      if (indexB != indexA || found.part(v) != candidate.part) list.vertices.push_back(v);
  }
  makeUnique(list.vertices, middle);
  if (list.vertices.size() == middle) {  // the part crosses only itself
    list.vertices.resize(begin);
    return;
  }
  SurfaceTangle& tangle = Impl::begin(bodies, SurfaceTangle::Kind::GlobalIntersection, indexA, indexB, candidate.way,
                                      candidate.depth, list);
  tangle.begin = begin;
  tangle.middle = middle;
  tangle.end = static_cast<Index>(list.vertices.size());
}

void SurfaceTangles::Impl::addCrossing(const BodySet& bodies, const EdgeCrossing& c, End wrong,
                                       SurfaceTangleList& list) {
  const Edge& edge = bodies.edges()[c.edge];
  Vector3d way;
  double depth = 0;
  if (wrong == End::Unknown) {
    way = shortening(c);
    const double length = way.norm();
    if (!(length > 1e-6)) return;
    way /= length;
  } else {
    way = (wrong == End::First) == c.firstPositive ? Vector3d(-c.normal) : c.normal;
    depth = std::max(0.0, way.dot(c.at - wide(bodies.positions()[edge[wrong == End::First ? 0 : 1]])));
  }
  using Kind = SurfaceTangle::Kind;
  SurfaceTangle& tangle = begin(bodies, wrong == End::Unknown ? Kind::ContourMinimization : Kind::GlobalIntersection,
                                bodies.bodyOfEdge()[c.edge], bodies.bodyOfFace()[c.face], way, depth, list);
  if (wrong != End::Second) list.vertices.push_back(edge[0]);
  if (wrong != End::First) list.vertices.push_back(edge[1]);
  tangle.middle = static_cast<Index>(list.vertices.size());
  for (const Index v : bodies.faces()[c.face]) list.vertices.push_back(v);
  tangle.end = static_cast<Index>(list.vertices.size());
}

bool SurfaceTangles::Impl::minimizeContour(const BodySet& bodies, Crossings contour, SurfaceTangleList& list) {
  if (!sheets.find(bodies, contour)) return false;
  const auto bodyOfEdge = bodies.bodyOfEdge();
  const bool swapped = bodyOfEdge[contour.front().edge] > bodies.bodyOfFace()[contour.front().face];
  const auto ofB = [&](Index crossing) { return sheets.second(crossing) != swapped; };
  Vector3d sum = Vector3d::Zero();
  double lengths = 0;
  for (Index i = 0; i < contour.size(); ++i) {
    const Vector3d way = shortening(contour[i]);
    sum += ofB(i) ? Vector3d(-way) : way;
    lengths += way.norm();
  }
  const double length = sum.norm();
  if (!(length > 1e-6) || length < kPullAgreement * lengths) return false;
  const Vector3d way = sum / length;
  double low = 0, high = 0;
  for (const EdgeCrossing& c : contour) {
    const double at = way.dot(c.at - contour.front().at);
    low = std::min(low, at);
    high = std::max(high, at);
  }
  const Index a = bodyOfEdge[contour.front().edge], b = bodies.bodyOfFace()[contour.front().face];
  SurfaceTangle& tangle =
      begin(bodies, SurfaceTangle::Kind::ContourMinimization, std::min(a, b), std::max(a, b), way, high - low, list);
  for (const bool second : {false, true}) {
    const auto first = static_cast<Index>(list.vertices.size());
    if (second) tangle.middle = first;
    for (Index i = 0; i < contour.size(); ++i) {
      if (ofB(i) == second)
        for (const Index v : bodies.edges()[contour[i].edge]) list.vertices.push_back(v);
      else
        for (const Index v : bodies.faces()[contour[i].face]) list.vertices.push_back(v);
    }
    makeUnique(list.vertices, first);
  }
  tangle.end = static_cast<Index>(list.vertices.size());
  return true;
}

void SurfaceTangles::find(const BodySet& bodies, std::span<const FacePair> pairs, SurfaceTangleList& list) {
  list.clear();
  if (pairs.empty()) return;
  Impl& s = *m_impl;
  if (s.revision != bodies.revision()) {
    s.crossings.build(bodies);
    for (detail::SideRegions& regions : s.regions) regions.build(bodies);
  }
  s.revision = bodies.revision();
  s.crossings.find(bodies, pairs);
  const Impl::Crossings all = s.crossings.crossings();
  const auto bodiesOf = [&](const EdgeCrossing& c) {
    const Index a = bodies.bodyOfEdge()[c.edge], b = bodies.bodyOfFace()[c.face];
    return std::pair(std::min(a, b), std::max(a, b));
  };
  for (std::size_t begin = 0, end; begin < all.size(); begin = end) {
    const auto pair = bodiesOf(all[begin]);
    for (end = begin + 1; end < all.size() && bodiesOf(all[end]) == pair;) ++end;
    const Impl::Crossings group = all.subspan(begin, end - begin);
    s.wrongEnd.assign(group.size(), End::Unknown);
    s.best.assign(group.back().contour - group.front().contour + std::size_t{1}, {});
    s.findSides(bodies, group, pair.first, 0);
    if (pair.second != pair.first) s.findSides(bodies, group, pair.second, 1);
    for (std::size_t from = 0, to; from < group.size(); from = to) {
      for (to = from + 1; to < group.size() && group[to].contour == group[from].contour;) ++to;
      const auto first = static_cast<Index>(from);
      const Impl::Crossings contour = group.subspan(from, to - from);
      const Impl::Candidate& candidate = s.best[contour.front().contour - group.front().contour];
      const auto known = std::span(s.wrongEnd).subspan(from, to - from);
      if (candidate.part != kNoIndex) {
        s.addGlobalIntersection(bodies, contour, first, candidate, list);
      } else if (std::any_of(known.begin(), known.end(), [](End e) { return e != End::Unknown; }) ||
                 !s.minimizeContour(bodies, contour, list)) {
        for (Index i = 0; i < contour.size(); ++i) s.addCrossing(bodies, contour[i], known[i], list);
      }
    }
  }
  for (const EdgeCrossing& c : all) {
    for (const Index v : bodies.edges()[c.edge]) list.nearby.push_back(v);
    for (const Index v : bodies.faces()[c.face]) list.nearby.push_back(v);
  }
  Impl::makeUnique(list.nearby, 0);
}

}  // namespace pliant
