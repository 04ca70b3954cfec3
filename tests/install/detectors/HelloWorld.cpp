// A tetrahedron, read in place.
#include <pliant/detectors/BodySet.h>

#include <array>
#include <cstdio>

int main() {
  const std::array<pliant::Real, 12> positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const std::array<pliant::Index, 4> corners = {0, 1, 2, 3};
  pliant::BodyView view;
  view.positions = {positions.data(), 4, 3};
  view.tetrahedra = {corners.data(), 1, 4};

  pliant::BodySet bodies;
  const pliant::Index body = bodies.add(view);
  bodies.update();
  std::printf("body %u has %u faces\n", body, bodies.topology(body).faces);
  return bodies.topology(body).closed ? 0 : 1;
}
