#include "KeptShapes.h"

#include <pliant/detectors/corners.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "core/joinSorted.h"

namespace pliant::detail {
namespace {

using RestPoint = Eigen::Vector3d;

constexpr int kSettled = 8;            // steps without a change before shapes are learned
constexpr int kFewFailures = 4;        // failures in a row after which queries are left out
constexpr int kMostFailures = 6;       // largest number of them
constexpr Index kLearnt = 2000;        // faces of bodies with lists learned in a step, for each list
constexpr Index kMostFaces = 5000;     // faces of a body; larger ones have patches and hierarchies
constexpr std::size_t kMostPairs = 4;  // pairs per vertex; a body with more is better searched
constexpr double kListed = 0.8;        // distance at rest up to which pairs are listed, in mean edges
constexpr double kFlat = 1e-4;         // square of the extent across a flat body, relative to that along it
constexpr double kFitSlack = 1.01;     // covers rounding of distances
constexpr double kThin = 1e-12;        // squared area of a face that is too thin to measure, relative to its edges
constexpr double kSmallest = 1e-12, kLargest = 1e15;  // radius of a body; squares of errors lose digits outside
constexpr double kLeast2 = 0.04;                      // least2 of a body that keeps its shape
constexpr double kRoundingOfFit = 64 * double{std::numeric_limits<Real>::epsilon()};

double distanceToSegment(const RestPoint& p, const RestPoint& a, const RestPoint& b) {
  const RestPoint along = b - a;
  const double length = along.squaredNorm();
  const double s = length > 0 ? std::clamp((p - a).dot(along) / length, 0.0, 1.0) : 0;
  return (a + s * along - p).norm();
}

/// Returns at most the distance of a point and a triangle.
double distanceToFace(const RestPoint& p, const RestPoint& a, const RestPoint& b, const RestPoint& c) {
  const RestPoint ab = b - a, ac = c - a, ap = p - a, n = ab.cross(ac);
  const double area = n.squaredNorm();
  if (!(area > kThin * ab.squaredNorm() * ac.squaredNorm())) return 0;
  const double v = ap.cross(ac).dot(n) / area, w = ab.cross(ap).dot(n) / area;
  if (v >= 0 && w >= 0 && v + w <= 1) return std::abs(ap.dot(n)) / std::sqrt(area);
  return std::min({distanceToSegment(p, a, b), distanceToSegment(p, b, c), distanceToSegment(p, c, a)});
}

/// Returns the distance of two segments.
double distanceOfSegments(const RestPoint& a, const RestPoint& b, const RestPoint& c, const RestPoint& d) {
  const RestPoint u = b - a, w = d - c, r = a - c;
  const double uu = u.squaredNorm(), ww = w.squaredNorm(), uw = u.dot(w), ur = u.dot(r), wr = w.dot(r);
  const double area = uu * ww - uw * uw;
  if (area > kThin * uu * ww) {
    const double s = (uw * wr - ww * ur) / area, t = (uu * wr - uw * ur) / area;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return (r + s * u - t * w).norm();
  }
  return std::min(
      {distanceToSegment(a, c, d), distanceToSegment(b, c, d), distanceToSegment(c, a, b), distanceToSegment(d, a, b)});
}

struct RestBox {
  Eigen::Array3d low, high;
  Index element;
  bool meets(const RestBox& other, double within) const {
    return (low <= other.high + within).all() && (other.low <= high + within).all();
  }
};

/// Returns the boxes of elements, in the order of their lower ends along the first axis.
template <typename Corners>
std::vector<RestBox> restBoxes(Index begin, Index end, const Corners& corners) {
  std::vector<RestBox> boxes;
  for (Index element = begin; element < end; ++element) {
    RestBox box{Eigen::Array3d::Constant(std::numeric_limits<double>::infinity()),
                Eigen::Array3d::Constant(-std::numeric_limits<double>::infinity()), element};
    corners(element, [&](const RestPoint& p) {
      box.low = box.low.min(p.array());
      box.high = box.high.max(p.array());
    });
    boxes.push_back(box);
  }
  std::sort(boxes.begin(), boxes.end(), [](const RestBox& a, const RestBox& b) { return a.low[0] < b.low[0]; });
  return boxes;
}

/// Calls each(a, b) for the boxes of both lists that are within a distance. A list with itself: each pair once.
template <typename Each>
void forEachWithin(const std::vector<RestBox>& listA, const std::vector<RestBox>& listB, double within,
                   const Each& each) {
  const bool own = &listA == &listB;
  for (std::size_t i = 0, first = 0; i < listA.size(); ++i) {
    const RestBox& a = listA[i];
    if (own) first = i + 1;
    for (std::size_t j = first; j < listB.size() && listB[j].low[0] <= a.high[0] + within; ++j) {
      // It ends before all later boxes of the first list begin.
      if (!own && j == first && listB[j].high[0] + within < a.low[0]) ++first;
      if (a.meets(listB[j], within)) each(a.element, listB[j].element);
    }
  }
}

struct Found {
  Index element, other;
  Real distance;
};

/// Stores pairs by their elements, nearest first.
template <typename Pairs>
void list(const std::vector<Found>& found, std::size_t elements, Pairs& pairs) {
  pairs.first.assign(elements + 2, 0);
  for (const Found& pair : found) ++pairs.first[pair.element + 2];
  std::partial_sum(pairs.first.begin(), pairs.first.end(), pairs.first.begin());
  pairs.list.resize(found.size());
  for (const Found& pair : found) pairs.list[pairs.first[pair.element + 1]++] = {pair.other, pair.distance};
  pairs.first.pop_back();
  pairs.least = std::numeric_limits<Real>::max();
  for (std::size_t element = 0; element < elements; ++element) {
    const std::span own =
        std::span(pairs.list).subspan(pairs.first[element], pairs.first[element + 1] - pairs.first[element]);
    std::sort(own.begin(), own.end(), [](const auto& a, const auto& b) { return a.distance < b.distance; });
    if (!own.empty()) pairs.least = std::min(pairs.least, own[0].distance);
  }
  pairs.known = true;
}

}  // namespace

void KeptShapes::beginStep(const BodySet& set) {
  if (m_revision != set.revision() || m_shapes.size() != set.bodyCount()) {
    m_revision = set.revision();
    m_shapes.clear();
    m_shapes.resize(set.bodyCount());
    m_settled = 0;
  }
  m_learnt = 0;
  if (m_settled <= kSettled && ++m_settled == kSettled)
    for (Index body = 0; body < set.bodyCount(); ++body)
      if (set.faces(body).size() > 0 && set.faces(body).size() <= kMostFaces && set.links(body).size() == 0)
        learnRest(set, body, m_shapes[body]);
}

void KeptShapes::learnRest(const BodySet& set, Index body, Shape& shape) {
  const BodySet::Range vertices = set.vertices(body);
  const auto rest = set.restPositions().subspan(vertices.begin, vertices.size());
  RestPoint centre = RestPoint::Zero();
  for (const PackedPosition& p : rest) centre += wide(p);
  centre /= static_cast<double>(rest.size());
  Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
  for (const PackedPosition& p : rest) moments += (wide(p) - centre) * (wide(p) - centre).transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(moments);
  if (solver.info() != Eigen::Success || !(solver.eigenvalues()[1] > 0)) return;
  Eigen::Matrix3d axes;
  axes << solver.eigenvectors().col(2), solver.eigenvectors().col(1), solver.eigenvectors().col(0);
  for (std::size_t k = 0; k < 3; ++k) {
    const double square = solver.eigenvalues()[2 - static_cast<Eigen::Index>(k)];
    shape.inverse[k] = static_cast<Real>(square > kFlat * solver.eigenvalues()[2] ? 1 / square : 0);
  }
  if (!(shape.inverse[1] > 0)) return;
  shape.rest.reserve(rest.size());
  for (const PackedPosition& p : rest) {
    const RestPoint along = axes.transpose() * (wide(p) - centre);
    shape.radius = std::max(shape.radius, along.norm());
    shape.rest.push_back({static_cast<Real>(along[0]), static_cast<Real>(along[1]), static_cast<Real>(along[2]), 0});
  }
  if (!(shape.radius > kSmallest && shape.radius < kLargest)) return shape.rest.clear();
  const auto edges = set.edges().subspan(set.edges(body).begin, set.edges(body).size());
  double sum = 0;
  for (const auto& [a, b] : edges) {
    const double length = (wide(shape.rest[b - vertices.begin]) - wide(shape.rest[a - vertices.begin])).norm();
    shape.longest = std::max(shape.longest, length);
    sum += length;
  }
  shape.listed = static_cast<Real>(kListed * sum / static_cast<double>(edges.size()));
}

/// Lists the pairs of a vertex and a face, or those of two edges.
void KeptShapes::learnPairs(const BodySet& set, Index body, bool ofFaces, Shape& shape) {
  const BodySet::Range vertices = set.vertices(body), ownFaces = set.faces(body), ownEdges = set.edges(body);
  const auto faces = set.faces();
  const auto edges = set.edges();
  const auto at = [&](Index vertex) { return wide(shape.rest[vertex - vertices.begin]); };
  const double rounding = kRoundingOfFit * shape.radius;
  const double within = kFitSlack * (static_cast<double>(shape.listed) + rounding);
  std::vector<Found> found;
  const auto add = [&](Index element, Index other, double distance) {
    const Real least = static_cast<Real>(std::max(distance / kFitSlack - rounding, 0.0));
    if (least < shape.listed) found.push_back({element, other, least});
  };
  if (ofFaces) {
    const auto points = restBoxes(vertices.begin, vertices.end, [&](Index v, auto&& take) { take(at(v)); });
    const auto triangles = restBoxes(ownFaces.begin, ownFaces.end, [&](Index f, auto&& take) {
      for (const Index v : faces[f]) take(at(v));
    });
    forEachWithin(triangles, points, within, [&](Index f, Index v) {
      if (!isCorner(v, faces[f]))
        add(f - ownFaces.begin, v, distanceToFace(at(v), at(faces[f][0]), at(faces[f][1]), at(faces[f][2])));
    });
    return list(found, ownFaces.size(), shape.ofFaces);
  }
  const auto segments = restBoxes(ownEdges.begin, ownEdges.end, [&](Index e, auto&& take) {
    for (const Index v : edges[e]) take(at(v));
  });
  forEachWithin(segments, segments, within, [&](Index a, Index b) {
    if (!shareCorner(edges[a], edges[b]))
      add(a - ownEdges.begin, b,
          distanceOfSegments(at(edges[a][0]), at(edges[a][1]), at(edges[b][0]), at(edges[b][1])));
  });
  list(found, ownEdges.size(), shape.ofEdges);
}

/// Fits the map to the positions by least squares: along principal axes each image is found by itself. Across a flat
/// body the image is the normal.
void KeptShapes::fit(const Shape& shape, std::span<const PackedPosition> x, Fit& fit) {
  fit.at.assign(x.begin(), x.end());
  const auto at = [&](std::size_t v) { return Eigen::Map<const Lane>(&x[v].x); };
  const Lane base = at(0);
  Lane centre = Lane::Zero();
  std::array<Lane, 3> images;
  images.fill(Lane::Zero());
  for (std::size_t v = 0; v < x.size(); ++v) {
    const Lane way = at(v) - base, &rest = shape.rest[v];
    centre += way;
    for (std::size_t k = 0; k < 3; ++k) images[k] += rest[static_cast<Eigen::Index>(k)] * way;
  }
  centre /= static_cast<Real>(x.size());
  for (std::size_t k = 0; k < 3; ++k) images[k] *= shape.inverse[k];
  if (shape.inverse[2] == 0) {
    const RestPoint normal = wide(images[0]).cross(wide(images[1])).normalized();
    images[2] = {static_cast<Real>(normal[0]), static_cast<Real>(normal[1]), static_cast<Real>(normal[2]), 0};
  }
  Lane size = Lane::Zero();
  Real most = 0;
  fit.squares.resize(x.size());
  for (std::size_t v = 0; v < x.size(); ++v) {
    const Lane way = at(v) - base, &rest = shape.rest[v];
    const Lane error = way - centre - rest[0] * images[0] - rest[1] * images[1] - rest[2] * images[2];
    fit.squares[v] = dot(error, error);
    most = std::max(most, fit.squares[v]);
    size = size.max(way.abs());
  }
  most = std::sqrt(most);
  fit.map << wide(images[0]), wide(images[1]), wide(images[2]);
  fit.rounding = static_cast<Real>(kRoundingOfFit * (wide(size).norm() + fit.map.norm() * shape.radius + double{most}));
  fit.error = most + fit.rounding;
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
  solver.computeDirect(fit.map.transpose() * fit.map, Eigen::EigenvaluesOnly);
  fit.least2 = solver.eigenvalues()[0] - 1e-6 * fit.map.squaredNorm();
}

/// Calls add(element, near, limit) for the listed pairs that may meet, given that no error is above `most`. `limit` is
/// that of the element without the other one's error.
template <typename Add>
void KeptShapes::findPairs(const NearPairs& pairs, const Limit& limit, Real most, const Add& add) const {
  for (std::size_t element = 0; element + 1 < pairs.first.size(); ++element) {
    const Real own = limit.perError * m_elementErrors[element] + limit.added, last = own + limit.perError * most;
    for (Index i = pairs.first[element]; i < pairs.first[element + 1] && pairs.list[i].distance < last; ++i)
      add(static_cast<Index>(element), pairs.list[i], own);
  }
}

/// Learns the lists that the query needs. Returns false if some have to wait for the next step.
bool KeptShapes::learn(const BodySet& set, Index body, const Query& query, Shape& shape) {
  for (const bool ofFaces : {true, false}) {
    if (!(ofFaces ? query.vertexFace : query.edgeEdge) || (ofFaces ? shape.ofFaces : shape.ofEdges).known) continue;
    if (m_learnt >= kLearnt) return false;
    m_learnt += set.faces(body).size();
    learnPairs(set, body, ofFaces, shape);
  }
  return true;
}

KeptShapes::Answer KeptShapes::keeps(const BodySet& set, Index body, const Query& query, Shape& shape) {
  const BodySet::Range range = set.vertices(body), ownFaces = set.faces(body), ownEdges = set.edges(body);
  const auto own = [&](std::span<const PackedPosition> x) { return x.subspan(range.begin, range.size()); };
  const auto from = own(set.positions_t0()), to = own(set.positions());
  const auto fits = [](const Fit& known, std::span<const PackedPosition> x) {
    return known.at.size() == x.size() && std::memcmp(known.at.data(), x.data(), x.size_bytes()) == 0;
  };
  // A step begins where the last one has ended.
  if (!fits(shape.from, from)) std::swap(shape.from, shape.to);
  if (!fits(shape.from, from)) fit(shape, from, shape.from);
  if (!fits(shape.to, to)) fit(shape, to, shape.to);
  const double turn = (shape.to.map - shape.from.map).norm();
  const double least2 = std::min(shape.from.least2, shape.to.least2) - turn * turn / 4;
  if (!(least2 > kLeast2)) return Answer::Lost;
  // The narrow test reports a meeting if the distance is below kSweptReach times the motions of both elements. A frame
  // that moves with the pair leaves of these what is below: 2 · (turn · (distance + longest edge) + both errors).
  const double least = std::sqrt(least2), reach = 2 * double{kSweptReach}, growth = least - reach * turn;
  if (!(growth > 0)) return Answer::Lost;
  const auto limitOf = [&](Real scale) {
    const double margins = 2 * static_cast<double>(scale) * static_cast<double>(set.detectionMarginAt(body));
    return Limit{static_cast<Real>(kFitSlack * (1 + reach) / growth),
                 static_cast<Real>(kFitSlack * std::max(reach * turn * shape.longest / growth, margins / least))};
  };
  const Limit ofFaces = limitOf(query.scale), ofEdges = limitOf(query.edgeScale);
  const Real most = std::max(shape.from.error, shape.to.error);
  const auto furthest = [&](const Limit& limit) { return 2 * limit.perError * most + limit.added; };
  if (query.vertexFace && !(furthest(ofFaces) < shape.listed)) return Answer::Lost;
  if (query.edgeEdge && !(furthest(ofEdges) < shape.listed)) return Answer::Lost;
  if (!learn(set, body, query, shape)) return Answer::Learning;
  const bool anyFaces = query.vertexFace && furthest(ofFaces) > shape.ofFaces.least;
  const bool anyEdges = query.edgeEdge && furthest(ofEdges) > shape.ofEdges.least;
  if (!anyFaces && !anyEdges) return Answer::Kept;
  m_errors.resize(range.size());
  const Real rounding = std::max(shape.from.rounding, shape.to.rounding);
  for (std::size_t v = 0; v < m_errors.size(); ++v)
    m_errors[v] = std::sqrt(std::max(shape.from.squares[v], shape.to.squares[v])) + rounding;
  const auto errorsOf = [&](const auto& elements) {
    m_elementErrors.clear();
    for (const auto& element : elements) {
      Real error = 0;
      for (const Index v : element) error = std::max(error, m_errors[v - range.begin]);
      m_elementErrors.push_back(error);
    }
  };
  const std::size_t room = kMostPairs * range.size(), facesBefore = m_faces.size(), edgesBefore = m_edges.size();
  if (anyFaces) {
    errorsOf(set.faces().subspan(ownFaces.begin, ownFaces.size()));
    findPairs(shape.ofFaces, ofFaces, most, [&](Index face, const Near& near, Real limit) {
      if (near.distance < limit + ofFaces.perError * m_errors[near.other - range.begin])
        m_faces.push_back({near.other, face + ownFaces.begin});
    });
  }
  if (anyEdges) {
    errorsOf(set.edges().subspan(ownEdges.begin, ownEdges.size()));
    findPairs(shape.ofEdges, ofEdges, most, [&](Index edge, const Near& near, Real limit) {
      const Index a = edge + ownEdges.begin, b = near.other;
      if (near.distance < limit + ofEdges.perError * m_elementErrors[b - ownEdges.begin])
        m_edges.push_back({std::min(a, b), std::max(a, b)});
    });
  }
  if (m_faces.size() - facesBefore + m_edges.size() - edgesBefore <= room) return Answer::Kept;
  m_faces.resize(facesBefore);
  m_edges.resize(edgesBefore);
  return Answer::Lost;
}

void KeptShapes::find(const BodySet& set, const Query& query) {
  m_faces.clear();
  m_edges.clear();
  m_kept.assign(set.bodyCount(), 0);
  std::copy(query.still.begin(), query.still.end(), m_kept.begin());
  if (m_shapes.size() != set.bodyCount() || m_revision != set.revision()) return;
  for (Index body = 0; body < set.bodyCount(); ++body) {
    if (m_kept[body]) continue;
    Shape& shape = m_shapes[body];
    if (shape.rest.empty() || !set.active(body) || !set.selfAt(body) || shape.pause-- > 0) continue;
    const Answer answer = keeps(set, body, query, shape);
    m_kept[body] = answer == Answer::Kept;
    if (answer == Answer::Learning) continue;
    shape.failures = m_kept[body] ? 0 : std::min(shape.failures + 1, kMostFailures);
    shape.pause = shape.failures > kFewFailures ? shape.failures : 0;
  }
}

void KeptShapes::addTo(Candidates& out) {
  std::sort(m_faces.begin(), m_faces.end());
  std::sort(m_edges.begin(), m_edges.end());
  joinSorted(out.vertexFace, m_faces);
  joinSorted(out.edgeEdge, m_edges);
}

}  // namespace pliant::detail
