#include <pliant/detectors/predicates.h>
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/SoftMesh.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "judge/Columns.h"
#include "judge/Sweep.h"
#include "judge/distance.h"

namespace pliant {
namespace {

using detail::JudgeBox;
using detail::SweepItem;

struct Body {
  Index rank = 0;
  PositionsView positions;
  std::vector<Triangle> faces;
  std::vector<Tetrahedron> tetrahedra;
  JudgeBox box;
  std::vector<SweepItem> faceBoxes, tetrahedronBoxes;
  detail::Columns columns;  ///< of the faces, if they bound what is inside this body
  bool holds = false;       ///< true if vertices can be inside this body
  bool inverted = false;    ///< true if the closed surface faces inward

  const Real* at(Index vertex) const { return positions[vertex]; }
};

bool isFinite(const PositionsView& positions) {
  for (Index i = 0; i < positions.count; ++i) {
    for (int k = 0; k < 3; ++k) {
      if (!std::isfinite(positions[i][k])) return false;
    }
  }
  return true;
}

bool isClosed(std::span<const Triangle> faces) {
  std::vector<Edge> forward, backward;
  for (const Triangle& f : faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      forward.push_back({f[i], f[(i + 1) % 3]});
      backward.push_back({f[(i + 1) % 3], f[i]});
    }
  }
  std::sort(forward.begin(), forward.end());
  std::sort(backward.begin(), backward.end());
  return !faces.empty() && forward == backward;
}

double signedVolume(const Body& body) {
  long double sum = 0;
  const Real* const o = body.at(body.faces.front()[0]);
  for (const Triangle& f : body.faces) {
    long double v[3][3];
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t k = 0; k < 3; ++k) {
        v[c][k] = static_cast<long double>(body.at(f[c])[k]) - static_cast<long double>(o[k]);
      }
    }
    sum += v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) + v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
           v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
  }
  return static_cast<double>(sum);
}

template <typename Element>
std::vector<SweepItem> boxesOf(const Body& body, const std::vector<Element>& elements) {
  std::vector<SweepItem> items;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    SweepItem item{static_cast<Index>(e), {}};
    for (const Index corner : elements[e]) item.box.include(body.at(corner));
    items.push_back(item);
  }
  return items;
}

Body read(const BodyView& view, Index rank) {
  Body body;
  body.rank = rank;
  body.positions = view.positions;
  for (Index t = 0; t < view.tetrahedra.count; ++t) {
    const Index* const c = view.tetrahedra[t];
    body.tetrahedra.push_back({c[0], c[1], c[2], c[3]});
  }
  for (Index f = 0; f < view.triangles.count; ++f) {
    const Index* const c = view.triangles[f];
    body.faces.push_back({c[0], c[1], c[2]});
  }
  if (body.faces.empty()) body.faces = boundaryOf(body.tetrahedra);
  for (Index i = 0; i < body.positions.count; ++i) body.box.include(body.at(i));
  body.faceBoxes = boxesOf(body, body.faces);
  body.tetrahedronBoxes = boxesOf(body, body.tetrahedra);
  body.holds = !body.tetrahedra.empty();
  return body;
}

bool shareVertex(const Triangle& a, const Triangle& b) {
  return std::any_of(a.begin(), a.end(), [&b](Index v) { return v == b[0] || v == b[1] || v == b[2]; });
}

bool facesMeet(const Body& a, Index f, const Body& b, Index g) {
  const Triangle &s = a.faces[f], &t = b.faces[g];
  return exact::trianglesMeet(a.at(s[0]), a.at(s[1]), a.at(s[2]), b.at(t[0]), b.at(t[1]), b.at(t[2]));
}

std::vector<SweepItem> within(const std::vector<SweepItem>& items, const JudgeBox& box) {
  std::vector<SweepItem> kept;
  std::copy_if(items.begin(), items.end(), std::back_inserter(kept),
               [&box](const SweepItem& item) { return item.box.meets(box); });
  return kept;
}

// Returns the winding number of a closed surface around a point that is not on it, by the ray along +x. The comparisons
// of y and z are half-open, and the same for both faces at an edge. So a ray through an edge or a vertex is counted
// once.
int windingNumber(const Body& body, const Real* p) {
  int winding = 0;
  for (const Index f : body.columns.at(p)) {
    const JudgeBox& box = body.faceBoxes[f].box;
    if (box.max[0] < p[0] || box.min[1] > p[1] || box.max[1] < p[1] || box.min[2] > p[2] || box.max[2] < p[2]) continue;
    const Triangle& t = body.faces[f];
    int turns = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Real *const a = body.at(t[i]), *const b = body.at(t[(i + 1) % 3]);
      if (a[2] <= p[2] && b[2] > p[2] && exact::orientation2(a, b, p, 0) > 0) ++turns;
      if (a[2] > p[2] && b[2] <= p[2] && exact::orientation2(a, b, p, 0) < 0) --turns;
    }
    if (turns == 0) continue;
    // `turns` is the sense of the face in the projection along x. The ray leaves through a face that turns
    // counter-clockwise, and hits it if p is on the negative side of the face.
    const int side = exact::orientation(body.at(t[0]), body.at(t[1]), body.at(t[2]), p);
    if (turns > 0 && side < 0) ++winding;
    if (turns < 0 && side > 0) --winding;
  }
  return winding;
}

bool onSurface(const Body& body, const Real* p) {
  JudgeBox point;
  point.include(p);
  const std::vector<Index>& faces = body.columns.at(p);
  return std::any_of(faces.begin(), faces.end(), [&](Index f) {
    const Triangle& t = body.faces[f];
    return body.faceBoxes[f].box.meets(point) && exact::pointWithin(p, body.at(t[0]), body.at(t[1]), body.at(t[2]), 0);
  });
}

/// Returns a lower bound of the squared distance of faces within a box.
double squaredDistanceBound(const Real* p, const JudgeBox& box) {
  constexpr double kRounding = 1e-6;
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double x = static_cast<double>(p[k]);
    const double off = std::max({static_cast<double>(box.min[k]) - x, x - static_cast<double>(box.max[k]), 0.0});
    sum += off * off;
  }
  return (1 - kRounding) * sum;
}

double depth(const Body& body, const Real* p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < body.faces.size(); ++f) {
    if (!(squaredDistanceBound(p, body.faceBoxes[f].box) < least)) continue;
    const Triangle& t = body.faces[f];
    least = std::min(least, detail::squaredDistance(p, body.at(t[0]), body.at(t[1]), body.at(t[2])));
  }
  return std::isfinite(least) ? std::sqrt(least) : 0;
}

/// Returns the vertices of a body that are not in `sorted`.
std::vector<Index> othersThan(const std::vector<Index>& sorted, Index count) {
  std::vector<Index> others;
  for (Index v = 0; v < count; ++v)
    if (!std::binary_search(sorted.begin(), sorted.end(), v)) others.push_back(v);
  return others;
}

// Finds the vertices of `a` inside `b`, or outside `b` if `a` belongs inside it.
void judgeInside(const Body& a, const Body& b, bool atHome, Verdict& verdict) {
  if (!b.holds) return;
  std::vector<SweepItem> points;
  for (Index v = 0; v < a.positions.count; ++v) {
    SweepItem point{v, {}};
    point.box.include(a.at(v));
    if (point.box.meets(b.box)) points.push_back(point);
  }
  std::vector<Index> inside;
  if (b.tetrahedra.empty()) {
    for (const SweepItem& point : points) {
      const Real* const p = a.at(point.element);
      const int outward = b.inverted ? -1 : 1;
      if (onSurface(b, p) || outward * windingNumber(b, p) >= 1) inside.push_back(point.element);
    }
  } else {
    detail::sweep(points, within(b.tetrahedronBoxes, a.box), [&](Index vertex, Index tetrahedron) {
      const Tetrahedron& t = b.tetrahedra[tetrahedron];
      if (exact::inTetrahedron(a.at(vertex), b.at(t[0]), b.at(t[1]), b.at(t[2]), b.at(t[3]))) inside.push_back(vertex);
    });
    std::sort(inside.begin(), inside.end());
    inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
  }
  if (atHome) inside = othersThan(inside, a.positions.count);
  for (const Index vertex : inside) {
    verdict.inside.push_back({a.rank, vertex, b.rank});
    verdict.worstDepth = std::max(verdict.worstDepth, depth(b, a.at(vertex)));
  }
}

void judgePair(const Body& a, const Body& b, std::span<const Home> homes, Verdict& verdict) {
  const auto isHome = [homes](const Body& body, const Body& room) {
    return std::find(homes.begin(), homes.end(), Home{body.rank, room.rank}) != homes.end();
  };
  const bool aInB = isHome(a, b), bInA = isHome(b, a);
  if (!a.box.meets(b.box) && !aInB && !bInA) return;
  detail::sweep(within(a.faceBoxes, b.box), within(b.faceBoxes, a.box), [&](Index f, Index g) {
    if (facesMeet(a, f, b, g)) verdict.pairs.push_back({a.rank, f, b.rank, g});
  });
  judgeInside(a, b, aInB, verdict);
  judgeInside(b, a, bInA, verdict);
}

void judgeSelf(const Body& body, Verdict& verdict) {
  detail::sweepSelf(body.faceBoxes, [&](Index f, Index g) {
    if (shareVertex(body.faces[f], body.faces[g]) || !facesMeet(body, f, body, g)) return;
    verdict.pairs.push_back({body.rank, std::min(f, g), body.rank, std::max(f, g)});
    ++verdict.pairsSelf;
  });
}

}  // namespace

Verdict judge(std::span<const BodyView> views, std::span<const Home> homes) {
  Verdict verdict;
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (views[i].positions.count == 0) continue;
    if (isFinite(views[i].positions)) {
      bodies.push_back(read(views[i], static_cast<Index>(i)));
    } else {
      verdict.nan = true;
    }
  }
  if (bodies.size() > 1) {
    for (Body& body : bodies) {
      if (!body.tetrahedra.empty() || !isClosed(body.faces)) continue;
      body.holds = true;
      body.inverted = signedVolume(body) < 0;
      body.columns = detail::Columns(body.faceBoxes);
    }
  }
  for (std::size_t a = 0; a < bodies.size(); ++a) {
    judgeSelf(bodies[a], verdict);
    for (std::size_t b = a + 1; b < bodies.size(); ++b) judgePair(bodies[a], bodies[b], homes, verdict);
  }
  verdict.pairsBetween = verdict.pairs.size() - verdict.pairsSelf;
  std::sort(verdict.pairs.begin(), verdict.pairs.end(), [](const FacePair& p, const FacePair& q) {
    return std::array{p.bodyA, p.faceA, p.bodyB, p.faceB} < std::array{q.bodyA, q.faceA, q.bodyB, q.faceB};
  });
  std::sort(verdict.inside.begin(), verdict.inside.end());
  for (std::size_t i = 0; i < verdict.inside.size(); ++i) {
    const auto& now = verdict.inside[i];
    if (i == 0 || verdict.inside[i - 1].body != now.body || verdict.inside[i - 1].vertex != now.vertex) {
      ++verdict.verticesInside;
    }
  }
  return verdict;
}

}  // namespace pliant
