#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/pictures/drawDetected.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>

namespace pliant {
namespace {

/// Faces of one body of a set, with indices [body].
struct OwnFaces {
  std::vector<Triangle> faces;
  BodyView view;

  OwnFaces(const BodySet& bodies, Index body) {
    const BodySet::Range vertices = bodies.vertices(body), range = bodies.faces(body);
    for (Triangle t : bodies.faces().subspan(range.begin, range.size())) {
      for (Index& v : t) v -= vertices.begin;
      faces.push_back(t);
    }
    constexpr std::ptrdiff_t kStride = sizeof(PackedPosition) / sizeof(Real);
    if (vertices.size() > 0) view.positions = {&bodies.positions()[vertices.begin].x, vertices.size(), kStride};
    if (!faces.empty()) view.triangles = {faces.front().data(), static_cast<Index>(faces.size()), 3};
  }
  OwnFaces(OwnFaces&&) = default;
};

double longestSide(const BodySet& bodies) {
  double longest = 0;
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    for (std::size_t k = 0; k < 3; ++k) {
      longest = std::max(longest, double{bodies.box(body).max[k]} - double{bodies.box(body).min[k]});
    }
  }
  return longest;
}

void drawCloud(const BodySet& bodies, const Results& results, Index body, Drawing& drawing) {
  constexpr double kSize = 0.003;
  const BodySet::Range range = bodies.vertices(body);
  std::vector<std::uint8_t> isInside(range.size(), 0);
  for (const InsideVertex& inside : results.verticesInside) {
    if (inside.vertexBody == bodies.id(body)) isInside[inside.vertex] = 1;
  }
  for (const VertexTetrahedron& inside : results.vertexTetrahedron) {
    if (inside.vertexBody == bodies.id(body)) isInside[inside.vertex] = 1;
  }
  std::vector<std::array<double, 3>> in, out;
  for (Index v = 0; v < range.size(); ++v) {
    const PackedPosition& p = bodies.positions()[range.begin + v];
    (isInside[v] != 0 ? in : out).push_back({double{p.x}, double{p.y}, double{p.z}});
  }
  const double radius = kSize * longestSide(bodies);
  drawing.surfaces.push_back(drawParticles(out, 0.6 * radius, bodyColour(body)));
  drawing.surfaces.push_back(drawParticles(in, radius, kIntersectionRed));
}

}  // namespace

DrawnVolumes drawVolumes(std::span<const BodyView> bodies, const LdiGrid& grid, bool between, bool self) {
  DrawnVolumes drawn(bodies.size());
  BodySet set;
  std::vector<std::size_t> bodyOf;  // indexed by id of the set
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    BodySet alone;
    const Topology& topology = alone.topology(alone.add(bodies[b]));
    if (topology.faces == 0) continue;
    try {
      LdiDetector::check(topology);
    } catch (const Error&) {
      continue;
    }
    set.add(bodies[b]);
    bodyOf.push_back(b);
  }
  Workers workers;
  set.update(workers);
  LdiDetector detector(nullptr, {.grid = grid});
  detector.update(set, workers);
  Results results;
  detector.query(set, {.intersectionVolumes = between, .selfIntersectionVolumes = self}, results, workers);
  LdiVolume volume;
  for (const IntersectionVolume& shared : results.intersectionVolumes) {
    detector.intersection(set, shared.bodyA, shared.bodyB, volume, workers);
    drawn.surfaces.push_back(drawVolume(volume, kIntersectionRed));
    drawn.holds[bodyOf[shared.bodyA]] = drawn.holds[bodyOf[shared.bodyB]] = 1;
  }
  for (const SelfIntersectionVolume& own : results.selfIntersectionVolumes) {
    detector.selfIntersection(set, own.body, volume, workers);
    drawn.surfaces.push_back(drawVolume(volume, kSelfIntersectionGreen));
    drawn.holds[bodyOf[own.body]] = 1;
  }
  return drawn;
}

Drawing drawDetected(const BodySet& bodies, const Results& results, LdiGrid grid) {
  Drawing drawing;
  std::vector<OwnFaces> own;
  std::vector<BodyView> views;
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    own.emplace_back(bodies, body);
    views.push_back(own.back().view);
  }
  DrawnVolumes volumes(views.size());
  if (!results.intersectionVolumes.empty() || !results.selfIntersectionVolumes.empty()) {
    grid.resolution = static_cast<Index>(std::min<std::uint64_t>(results.counters.ldiResolution, kMostDrawnPixels));
    volumes = drawVolumes(views, grid, !results.intersectionVolumes.empty(), !results.selfIntersectionVolumes.empty());
  }
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    if (own[body].faces.empty()) {
      drawCloud(bodies, results, body, drawing);
      continue;
    }
    // Glass for bodies with visible results inside: volumes, particles, and faces that intersect.
    const Index id = bodies.id(body);
    const bool glass = volumes.holds[body] != 0 ||
                       std::any_of(results.verticesInside.begin(), results.verticesInside.end(),
                                   [id](const InsideVertex& inside) { return inside.volumeBody == id; }) ||
                       std::any_of(results.vertexTetrahedron.begin(), results.vertexTetrahedron.end(),
                                   [id](const VertexTetrahedron& inside) {
                                     return inside.tetrahedronBody == id || inside.vertexBody == id;
                                   }) ||
                       std::any_of(results.facePairs.begin(), results.facePairs.end(),
                                   [id](const FacePair& pair) { return pair.bodyA == id || pair.bodyB == id; });
    drawing.surfaces.push_back(drawBody(views[body], bodyColour(body), glass ? kBodyGlass : 1));
    drawing.surfaces.back().marked.assign(own[body].faces.size(), 0);
    std::vector<std::uint8_t>& marked = drawing.surfaces.back().marked;
    for (const FacePair& pair : results.facePairs) {
      if (pair.bodyA == id) marked[pair.faceA] = 1;
      if (pair.bodyB == id) marked[pair.faceB] = 1;
    }
  }
  for (DrawnSurface& surface : volumes.surfaces) drawing.surfaces.push_back(std::move(surface));
  for (DrawnSurface& surface : drawFoundVertices(bodies, results.vertexTetrahedron))
    drawing.surfaces.push_back(std::move(surface));
  return drawing;
}

}  // namespace pliant
