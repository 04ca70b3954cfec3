// Surfaces by incremental Delaunay subdivision: each edge that two faces share is a Delaunay edge. Checked with
// circles of our own, without the mesh that made them.

#include <pliant/detectors/BodySet.h>
#include <pliant/models/delaunaySurfaces.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant_catch.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

using namespace pliant;
using models::Point;

namespace {

/// Returns the vertices opposite each edge. The edge's key has the smaller vertex first.
std::map<std::array<Index, 2>, std::vector<Index>> apexes(const std::vector<Triangle>& faces) {
  std::map<std::array<Index, 2>, std::vector<Index>> all;
  for (const Triangle& t : faces)
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = t[k], b = t[(k + 1) % 3];
      all[{std::min(a, b), std::max(a, b)}].push_back(t[(k + 2) % 3]);
    }
  return all;
}

/// Returns the distance of a vertex from the plane of a face, positive outside [length].
double heightAbove(const models::SurfaceModel& model, const Triangle& t, Index vertex) {
  Point e[3];
  for (std::size_t k = 0; k < 3; ++k) {
    e[0][k] = double{model.points[t[1]][k]} - double{model.points[t[0]][k]};
    e[1][k] = double{model.points[t[2]][k]} - double{model.points[t[0]][k]};
    e[2][k] = double{model.points[vertex][k]} - double{model.points[t[0]][k]};
  }
  Point n;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t u = (k + 1) % 3, v = (k + 2) % 3;
    n[k] = e[0][u] * e[1][v] - e[0][v] * e[1][u];
  }
  return (n[0] * e[2][0] + n[1] * e[2][1] + n[2] * e[2][2]) / std::hypot(n[0], n[1], n[2]);
}

Topology topologyOf(const models::SurfaceModel& model) {
  BodySet set;
  return set.topology(set.add(model.view()));
}

}  // namespace

TEST_CASE("a sphere by Delaunay subdivision: closed, outward, as many faces as asked, and convex") {
  for (const std::size_t faces : {8u, 100u, 1001u, 5000u}) {
    INFO(faces);
    const models::ClosedModel sphere = models::delaunaySphere(faces);
    CHECK(sphere.faces.size() == faces + faces % 2);
    CHECK(topologyOf(sphere).closed);
    CHECK(enclosedVolume(sphere) > 0.15);
    for (const auto& p : sphere.points)
      REQUIRE(std::hypot(double{p[0]}, double{p[1]}, double{p[2]}) == Approx(0.5).epsilon(1e-6));
    // On a sphere an edge is Delaunay if its two faces are convex there: the tip beyond it lies below the face's plane.
    std::map<std::array<Index, 2>, Index> tip;
    for (const Triangle& t : sphere.faces)
      for (std::size_t k = 0; k < 3; ++k) tip[{t[k], t[(k + 1) % 3]}] = t[(k + 2) % 3];
    std::size_t bad = 0;
    for (const Triangle& t : sphere.faces)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto beyond = tip.find({t[(k + 1) % 3], t[k]});
        REQUIRE(beyond != tip.end());
        bad += heightAbove(sphere, t, beyond->second) > 1e-6;
      }
    CHECK(bad == 0);
  }
}

TEST_CASE("a strip by Delaunay subdivision has the loop's shape and border") {
  for (const std::size_t faces : {2u, 500u, 5000u}) {
    INFO(faces);
    const models::SurfaceModel strip = models::delaunayLoop(faces);
    CHECK(strip.faces.size() >= faces);
    CHECK(strip.faces.size() <= faces + 1);
    const Topology topology = topologyOf(strip);
    CHECK(!topology.closed);
    CHECK(topology.nonManifoldEdges == 0);
    std::size_t border = 0;
    for (const auto& [edge, tips] : apexes(strip.faces)) border += tips.size() == 1;
    // Euler: one piece without holes.
    CHECK(2 * strip.points.size() == strip.faces.size() + border + 2);
  }
  // Each vertex of the loop lies on the other division's surface: both have the same box.
  const auto boxOf = [](const models::SurfaceModel& model) {
    std::array<double, 6> box{1e9, 1e9, 1e9, -1e9, -1e9, -1e9};
    for (const auto& p : model.points)
      for (std::size_t k = 0; k < 3; ++k) {
        box[k] = std::min(box[k], double{p[k]});
        box[3 + k] = std::max(box[3 + k], double{p[k]});
      }
    return box;
  };
  const auto ours = boxOf(models::delaunayLoop(5000)), regular = boxOf(models::loopSurface(5000));
  for (std::size_t k = 0; k < 6; ++k) CHECK(ours[k] == Approx(regular[k]).margin(0.01));
}

TEST_CASE("the pattern of a Delaunay subdivision is irregular: vertices have different numbers of neighbours") {
  const models::ClosedModel sphere = models::delaunaySphere(2000);
  std::vector<std::size_t> degree(sphere.points.size(), 0);
  for (const Triangle& t : sphere.faces)
    for (const Index v : t) ++degree[v];
  CHECK(std::set<std::size_t>(degree.begin(), degree.end()).size() >= 4);
}
