// Tests `pliant detect --contacts` and `--extended`, which ldi methods have.
#include <pliant/pictures/Image.h>

#include <cmath>

#include "PictureColours.h"
#include "SmallMeshes.h"
#include "detectJson.h"

namespace {

/// Checks three numbers of a row.
void checkVector(const Json& row, std::size_t first, double x, double y, double z) {
  CAPTURE(row.dump(), first);
  CHECK(row[first].get<double>() == Approx(x).margin(1e-6));
  CHECK(row[first + 1].get<double>() == Approx(y).margin(1e-6));
  CHECK(row[first + 2].get<double>() == Approx(z).margin(1e-6));
}

}  // namespace

TEST_CASE("contacts of points in a tetrahedron have the distance, the point and the normal of the nearest face") {
  const ScratchFolder folder;
  const std::string body = folder.write("body.mesh", tetrahedron(0, 0, 0, 3));
  // Nearest are the face x = 0, at 0.25, and the slanted face x + y + z = 3, at 0.3 / √3; the last point is outside.
  const std::string cloud = folder.write("cloud.obj", "v 0.25 0.75 0.5\nv 0.9 0.9 0.9\nv 2 2 2\n");
  const Json result = detect({"--method", "ldi-software", "--resolution", "64", "--contacts", cloud, body});
  const Json& frame = result["frames"][0];
  REQUIRE(frame["vertices_inside"].size() == 2);
  const Json& contacts = frame["contacts"];
  REQUIRE(contacts.size() == 2);
  for (const Json& row : contacts) {
    REQUIRE(row.size() == 14);
    CHECK(row[0] == 0);
    CHECK(row[2] == 1);
    CHECK(row[4].get<double>() + row[5].get<double>() + row[6].get<double>() == Approx(1));
  }
  CHECK(contacts[0][1] == 0);
  checkVector(contacts[0], 7, 0, 0.75, 0.5);
  checkVector(contacts[0], 10, -1, 0, 0);
  CHECK(contacts[0][13].get<double>() == Approx(0.25));
  const double s = 1 / std::sqrt(3.0);
  CHECK(contacts[1][1] == 1);
  checkVector(contacts[1], 7, 1, 1, 1);
  checkVector(contacts[1], 10, s, s, s);
  CHECK(contacts[1][13].get<double>() == Approx(0.3 * s));
  // An inside-out surface is the same body.
  const std::string inverted = folder.write("inverted.mesh", tetrahedron(0, 0, 0, 3, true));
  const Json same = detect({"--method", "ldi-software", "--resolution", "64", "--contacts", cloud, inverted});
  checkVector(same["frames"][0]["contacts"][1], 10, s, s, s);
  // Without the option there is no such key.
  CHECK(!detect({"--method", "ldi-software", cloud, body})["frames"][0].contains("contacts"));
  const ProgramRun table = runPliant({"detect", "--method", "ldi-software", "--contacts", cloud, body});
  REQUIRE(table.status == 0);
  CHECK(table.output.find("deepest") != std::string::npos);
  CHECK(table.output.find("0.25") != std::string::npos);
}

TEST_CASE("an extended volume of interest gives the same answers but for rounding, and its frame is drawn") {
  const ScratchFolder folder;
  const std::string outer = folder.write("outer.mesh", tetrahedron(0, 0, 0, 2));
  const std::string inner = folder.write("inner.mesh", tetrahedron(0.3, 0.3, 0.3, 0.5));
  const auto found = [&](const Words& words) {
    const std::string picture = folder.path("voi.png");
    const Json frame = detect(with(
        {"--method", "ldi-software", "--resolution", "64", "--screenshot", picture, "--overlay", "voi", outer, inner},
        words))["frames"][0];
    return std::pair(frame, pliant::Image::load(picture));
  };
  const auto [tight, none] = found({});
  const auto [extended, some] = found({"--extended"});
  CHECK(tight["vertices_inside"].size() == 4);
  CHECK(extended["vertices_inside"] == tight["vertices_inside"]);
  const double volume = tight["intersection_volume"][0][2].get<double>(),
               other = extended["intersection_volume"][0][2].get<double>();
  CHECK(other == Approx(volume).epsilon(1e-5));
  CHECK(other != volume);  // the depth steps are longer
  // The frame of the extended volume is drawn as well, and one view begins at its end.
  REQUIRE(none.height() == some.height());
  CHECK(pictures::differences(none, some, {0, 0, none.width(), none.height() / 2}) > 100);
  // It is the same picture by --setting.
  const pliant::Image same = found({"--setting", "interest=extended"}).second;
  REQUIRE(same.height() == some.height());
  CHECK(pictures::differences(same, some, pictures::allOf(some)) == 0);
}

TEST_CASE("options of volumes for methods without volumes: one line and status 2") {
  const ScratchFolder folder;
  const std::string file = folder.write("good.obj", kTriangle), picture = folder.path("a.png");
  for (const char* option : {"--extended", "--contacts"})
    pliantRefuses({"detect", "--method", "spatial-hash", option, file}, option);
  pliantRefuses({"detect", "--method", "ldi-software", "--self", "--contacts", file}, "--contacts");
  pliantRefuses({"detect", "--method", "spatial-hash", "--screenshot", picture, "--overlay", "voi", file}, "--overlay");
}
