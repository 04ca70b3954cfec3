// Tests `pliant detect --coordinates`.

#include <pliant_catch.h>

#include <cmath>

#include "SmallMeshes.h"
#include "detectJson.h"

TEST_CASE("coordinates of vertices in a tetrahedron: four numbers, one per corner, with sum 1") {
  const ScratchFolder folder;
  // Corners at the origin and at the distance 1 along the axes, so the last three coordinates are x, y and z.
  const std::string points = folder.write("points.obj",
                                          "v 0.25 0.25 0.25\nv 0.5 0.125 0.25\nv 2 2 2\nv 0 0 0\nv 0.5 0.5 0\n"
                                          "v 0.125 0.0625 0.03125\n");
  const std::string solid = folder.write("solid.mesh", tetrahedron(0, 0, 0));
  for (const char* const method : {"spatial-hash", "brute-force", "auto"}) {
    INFO(method);
    const Json frame = detect({"--method", method, "--coordinates", points, solid})["frames"][0];
    CHECK(frame["vertex_tetrahedron"] == Json::parse("[[0,0,1,0],[0,1,1,0],[0,3,1,0],[0,4,1,0],[0,5,1,0]]"));
    CHECK(frame["vertex_tetrahedron_coordinates"] ==
          Json::parse("[[0.25,0.25,0.25,0.25],[0.125,0.5,0.125,0.25],[1.0,0.0,0.0,0.0],[0.0,0.5,0.5,0.0],"
                      "[0.78125,0.125,0.0625,0.03125]]"));
    CHECK_FALSE(detect({"--method", method, points, solid})["frames"][0].contains("vertex_tetrahedron_coordinates"));
  }
}

TEST_CASE("coordinates of a scene have a row for each pair, are not negative, and have the sum 1") {
  const Json frame = detect({"--scene", "setupA", "--coordinates"})["frames"][0];
  REQUIRE(frame["vertex_tetrahedron"].size() > 10);
  REQUIRE(frame["vertex_tetrahedron_coordinates"].size() == frame["vertex_tetrahedron"].size());
  for (const Json& row : frame["vertex_tetrahedron_coordinates"]) {
    REQUIRE(row.size() == 4);
    double sum = 0;
    for (const double share : row) {
      CHECK(share >= 0);
      sum += share;
    }
    CHECK(std::abs(sum - 1) < 1e-6);
  }
}

TEST_CASE("coordinates are refused where there are none") {
  const ScratchFolder folder;
  const std::string solid = folder.write("solid.mesh", tetrahedron(0, 0, 0)), out = folder.path("out.json");
  for (const char* const method : {"bucket-tree", "regularity-tree", "ldi-software"})
    pliantRefuses({"detect", "--method", method, "--coordinates", "--json", out, solid}, "--coordinates");
  pliantRefuses({"detect", "--coordinates", solid}, "--coordinates: needs --json");
}
