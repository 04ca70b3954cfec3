#include <pliant/io/Mesh.h>

namespace pliant {

PositionsView positionsView(const std::vector<Mesh::Position>& positions) {
  PositionsView view;
  if (!positions.empty()) view.data = positions.front().data();
  view.count = static_cast<Index>(positions.size());
  return view;
}

BodyView Mesh::view() const {
  BodyView view;
  view.positions = positionsView(vertices);
  if (!triangles.empty()) view.triangles = {triangles.front().data(), static_cast<Index>(triangles.size()), 3};
  if (!tetrahedra.empty()) view.tetrahedra = {tetrahedra.front().data(), static_cast<Index>(tetrahedra.size()), 4};
  return view;
}

}  // namespace pliant
