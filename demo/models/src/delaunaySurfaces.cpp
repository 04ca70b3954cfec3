#include <pliant/models/delaunaySurfaces.h>
#include <pliant/models/foldingSurfaces.h>

#include "DelaunayMesh.h"

namespace pliant::models {
namespace {

std::array<Real, 3> real(const Point& p) {
  return {static_cast<Real>(p[0]), static_cast<Real>(p[1]), static_cast<Real>(p[2])};
}

}  // namespace

ClosedModel delaunaySphere(std::size_t faces) {
  constexpr double kRadius = 0.5;
  const std::vector<Point> corners = {{kRadius, 0, 0},  {-kRadius, 0, 0}, {0, kRadius, 0},
                                      {0, -kRadius, 0}, {0, 0, kRadius},  {0, 0, -kRadius}};
  DelaunayMesh mesh(DelaunayMesh::On::Sphere, corners,
                    {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}});
  mesh.refine(faces);
  ClosedModel model;
  model.faces = mesh.faces();
  for (const Point& p : mesh.points()) model.points.push_back(real(p));
  return model;
}

SurfaceModel delaunayLoop(std::size_t faces) {
  DelaunayMesh mesh(DelaunayMesh::On::Plane, {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}});
  mesh.refine(faces);
  SurfaceModel model;
  model.faces = mesh.faces();
  for (const Point& p : mesh.points()) model.points.push_back(real(stripPoint(p[0] / 2, p[1], 1)));
  return model;
}

}  // namespace pliant::models
