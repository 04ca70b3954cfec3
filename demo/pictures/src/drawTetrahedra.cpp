#include <pliant/detectors/SpatialHash.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>

#include "MethodSet.h"
#include "rods.h"

namespace pliant {
namespace {

constexpr double kTetraRod = 0.04, kCornerDot = 0.15;  // thickness of rods, radius of dots [mean edges]

}  // namespace

std::vector<DrawnSurface> drawFoundVertices(const BodySet& bodies, std::span<const VertexTetrahedron> found) {
  const double edge = double{bodies.meanEdgeLength()};
  std::vector<Index> vertices, tetrahedra;
  for (const VertexTetrahedron& hit : found) {
    const Index of = bodies.index(hit.vertexBody), in = bodies.index(hit.tetrahedronBody);
    if (bodies.faces(of).size() > 0) vertices.push_back(bodies.vertices(of).begin + hit.vertex);
    tetrahedra.push_back(bodies.tetrahedra(in).begin + hit.tetrahedron);
  }
  for (std::vector<Index>* list : {&vertices, &tetrahedra}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  std::vector<DrawnSurface> drawn;
  std::vector<detail::Corner> dots;
  for (const Index v : vertices) dots.push_back(detail::cornerOf(bodies.positions()[v]));
  if (!dots.empty()) drawn.push_back(drawParticles(dots, kCornerDot * edge, kFoundVertexColour));
  std::vector<Edge> edges;  // neighbouring tetrahedra share edges
  for (const Index t : tetrahedra) {
    const Tetrahedron& corners = bodies.tetrahedra()[t];
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i + 1; j < 4; ++j)
        edges.push_back({std::min(corners[i], corners[j]), std::max(corners[i], corners[j])});
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  DrawnSurface rods = detail::manyColoured();
  for (const Edge& e : edges)
    detail::appendRod(rods, detail::cornerOf(bodies.positions()[e[0]]), detail::cornerOf(bodies.positions()[e[1]]),
                      kTetraRod * edge, kFoundTetrahedronColour);
  detail::addRods(std::move(rods), drawn);
  return drawn;
}

MethodPicture drawTetrahedra(std::span<const MethodBody> bodies) {
  MethodPicture picture(bodies.size());
  detail::MethodSet method(bodies);
  SpatialHash hash;
  Results results;
  hash.update(method.set, method.workers);
  hash.query(method.set, {.vertexTetrahedron = true, .barycentric = false}, results, method.workers);
  for (const VertexTetrahedron& hit : results.vertexTetrahedron)
    picture.glass[method.bodyOf[hit.vertexBody]] = picture.glass[method.bodyOf[hit.tetrahedronBody]] = 1;
  picture.surfaces = drawFoundVertices(method.set, results.vertexTetrahedron);
  return picture;
}

}  // namespace pliant
