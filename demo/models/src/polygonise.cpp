#include <pliant/detectors/Error.h>
#include <pliant/models/polygonise.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "LatticeCut.h"

namespace pliant::models {
namespace {

/// Keeps only the piece with the most points. Small pieces break off where a limb is thinner than the lattice.
void keepLargest(std::vector<Point>& points, std::vector<Triangle>& faces) {
  std::vector<Index> root(points.size());
  std::iota(root.begin(), root.end(), Index{0});
  const auto find = [&](Index v) {
    while (root[v] != v) v = root[v] = root[root[v]];
    return v;
  };
  for (const Triangle& t : faces) {
    for (const Index v : {t[1], t[2]}) {
      const Index a = find(t[0]), b = find(v);
      root[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<Index> size(points.size(), 0);
  for (Index v = 0; v < root.size(); ++v) ++size[root[v] = find(v)];
  const auto largest = static_cast<Index>(std::max_element(size.begin(), size.end()) - size.begin());
  std::vector<Index> moved(points.size());
  Index kept = 0;
  for (Index v = 0; v < root.size(); ++v) {
    if (root[v] != largest) continue;
    moved[v] = kept;
    points[kept++] = points[v];
  }
  points.resize(kept);
  std::erase_if(faces, [&](const Triangle& t) { return root[t[0]] != largest; });
  for (Triangle& t : faces) t = {moved[t[0]], moved[t[1]], moved[t[2]]};
}

/// Moves each point towards the mean of its neighbours, then back by a larger share. This removes waves of the size of
/// the lattice and keeps larger ones (Taubin 1995, "A signal processing approach to fair surface design").
void smooth(std::vector<Point>& points, const std::vector<Triangle>& faces) {
  constexpr double kTo = 0.5, kBack = -0.53;
  constexpr int kTimes = 8;
  std::vector<Point> sum(points.size());
  std::vector<int> count(points.size());
  for (int pass = 0; pass < 2 * kTimes; ++pass) {
    std::fill(sum.begin(), sum.end(), Point{});
    std::fill(count.begin(), count.end(), 0);
    for (const Triangle& t : faces) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Point& next = points[t[(k + 1) % 3]];
        for (std::size_t i = 0; i < 3; ++i) sum[t[k]][i] += next[i];
        ++count[t[k]];
      }
    }
    const double share = pass % 2 == 0 ? kTo : kBack;
    for (std::size_t v = 0; v < points.size(); ++v) {
      for (std::size_t i = 0; i < 3; ++i) points[v][i] += share * (sum[v][i] / count[v] - points[v][i]);
    }
  }
}

/// Divides faces into three at their centroids, spread evenly over the list, until there are `wanted` faces. The shape
/// of the surface does not change.
void addFaces(std::vector<Point>& points, std::vector<Triangle>& faces, std::size_t wanted) {
  const std::size_t before = faces.size(), cuts = (wanted - before) / 2;
  for (std::size_t i = 0; i < cuts; ++i) {
    const std::size_t f = i * before / cuts;
    const Triangle t = faces[f];
    const auto middle = static_cast<Index>(points.size());
    Point p;
    for (std::size_t k = 0; k < 3; ++k) p[k] = (points[t[0]][k] + points[t[1]][k] + points[t[2]][k]) / 3;
    points.push_back(p);
    faces[f] = {t[0], t[1], middle};
    faces.push_back({t[1], t[2], middle});
    faces.push_back({t[2], t[0], middle});
  }
}

}  // namespace

ClosedModel polygonise(const ImplicitShape& shape, std::size_t faces) {
  // The number of faces is about proportional to 1 / size². The first lattice is coarse. Each next lattice aims below
  // `faces`, because the number of faces jumps between lattices. The aim becomes lower every six tries. addFaces() adds
  // the rest.
  constexpr int kMostTries = 20;
  constexpr double kSpread = 0.015;
  Point low, high;
  shape.bounds(low, high);
  double size = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]}) / 24;
  for (int i = 0; i < kMostTries; ++i) {
    LatticeCut cut(shape, size);
    if (!cut.faces.empty()) keepLargest(cut.points, cut.faces);
    const auto found = static_cast<double>(cut.faces.size()), wanted = static_cast<double>(faces);
    const double aim = 1 - kSpread * (1 + i / 6);
    if (found <= wanted && found >= (2 * aim - 1) * wanted && faces % 2 == 0) {
      smooth(cut.points, cut.faces);
      addFaces(cut.points, cut.faces, faces);
      return fitted(cut.points, std::move(cut.faces));
    }
    size *= found == 0 ? 0.5 : std::sqrt(found / (aim * wanted));
  }
  throw Error("can't build a surface of " + std::to_string(faces) + " faces");
}

}  // namespace pliant::models
