// Two tetrahedra. A corner of one lies in the other.
#include <pliant/detectors/BruteForce.h>

#include <array>
#include <cstdio>

int main() {
  std::array<std::array<pliant::Real, 12>, 2> positions = {{{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}}};
  for (std::size_t i = 0; i < 12; ++i) positions[1][i] = positions[0][i] + pliant::Real(0.2);
  const std::array<pliant::Index, 4> corners = {0, 1, 2, 3};

  pliant::BodySet bodies;
  for (const auto& ofBody : positions) {
    pliant::BodyView view;
    view.positions = {ofBody.data(), 4, 3};
    view.tetrahedra = {corners.data(), 1, 4};
    bodies.add(view);
  }
  bodies.update();

  pliant::Workers workers;
  pliant::BruteForce detector;
  pliant::Results results;
  pliant::Query query;
  query.vertexTetrahedron = true;
  detector.update(bodies, workers);
  detector.query(bodies, query, results, workers);
  for (const auto& found : results.vertexTetrahedron) {
    std::printf("vertex %u of body %u is in tetrahedron %u of body %u\n", found.vertex, found.vertexBody,
                found.tetrahedron, found.tetrahedronBody);
  }
  return results.vertexTetrahedron.size() == 1 ? 0 : 1;
}
