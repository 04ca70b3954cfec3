#include <pliant/scenes/Judge.h>
#include <pliant/scenes/builders.h>
#include <pliant/scenes/mechanics.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

using namespace pliant;

namespace {

double volumeOf(const SoftMesh& mesh) {
  double sum = 0;
  for (const Tetrahedron& t : mesh.tetrahedra) {
    const btVector3& o = mesh.positions[t[0]];
    const double volume =
        static_cast<double>((mesh.positions[t[1]] - o).cross(mesh.positions[t[2]] - o).dot(mesh.positions[t[3]] - o));
    CHECK(volume > 0);
    sum += volume / 6;
  }
  return sum;
}

std::size_t openEdges(const SoftMesh& mesh) {
  std::map<Edge, int> balance;
  for (const Triangle& f : mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Index a = f[i], b = f[(i + 1) % 3];
      balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  }
  return static_cast<std::size_t>(
      std::count_if(balance.begin(), balance.end(), [](const auto& edge) { return edge.second != 0; }));
}

}  // namespace

TEST_CASE("lattices fill their shape with tetrahedra of positive volume and have a closed outward surface") {
  const SoftMesh cube = makeCube({4, 4, 5}, 1), ball = makeBall({8, 8, 8}, 0.5), torus = makeTorus(40, 4, 1, 0.25);
  REQUIRE(cube.tetrahedra.size() == 480);
  REQUIRE(cube.positions.size() == 150);
  REQUIRE(ball.tetrahedra.size() == 3072);
  REQUIRE(torus.tetrahedra.size() == 3840);
  REQUIRE(volumeOf(cube) == Approx(1).epsilon(1e-5));
  const double pi = std::numbers::pi;
  REQUIRE(volumeOf(ball) == Approx(4 * pi / 3 * 0.125).epsilon(0.08));
  REQUIRE(volumeOf(torus) == Approx(2 * pi * pi * 0.0625).epsilon(0.12));
  for (const SoftMesh* mesh : {&cube, &ball, &torus}) {
    REQUIRE(openEdges(*mesh) == 0);
    REQUIRE(enclosedVolume(*mesh) == Approx(volumeOf(*mesh)).epsilon(1e-4));
    REQUIRE(judge(std::vector<BodyView>{mesh->view()}).pairsSelf == 0);
  }
}

TEST_CASE("surfaces are as closed, as fine and as clean as told") {
  const SoftMesh knot = makeKnotTube({}), cloth = makeCloth(60, 3), bowl = makeBowl(20, 50, 1),
                 sphere = makeSphere(3, 2);
  REQUIRE(knot.positions.size() == 2000);
  REQUIRE(knot.faces.size() == 4000);
  REQUIRE(openEdges(knot) == 0);
  REQUIRE(enclosedVolume(knot) > 0);
  REQUIRE(cloth.positions.size() == 3721);
  REQUIRE(cloth.faces.size() == 7200);
  REQUIRE(openEdges(cloth) == 240);
  REQUIRE(bowl.faces.size() == 1950);
  REQUIRE(openEdges(bowl) == 50);
  REQUIRE(sphere.faces.size() == 512);
  REQUIRE(openEdges(sphere) == 0);
  REQUIRE(enclosedVolume(sphere) == Approx(4 * std::numbers::pi / 3 * 8).epsilon(0.03));
  for (const SoftMesh* mesh : {&knot, &cloth, &bowl, &sphere}) {
    REQUIRE(judge(std::vector<BodyView>{mesh->view()}).pairsSelf == 0);
  }
}

TEST_CASE("links are the edges, each once") {
  const SoftMesh sphere = makeSphere(2, 1);
  REQUIRE(sphere.positions.size() + sphere.faces.size() == sphere.links.size() + 2);
  REQUIRE(std::is_sorted(sphere.links.begin(), sphere.links.end()));
  REQUIRE(std::adjacent_find(sphere.links.begin(), sphere.links.end()) == sphere.links.end());
}

TEST_CASE("parts that are appended share nothing") {
  SoftMesh two = makeSphere(1, 1);
  const SoftMesh one = two;
  SoftMesh other = one;
  place(other, btVector3(3, 0, 0));
  append(two, other);
  REQUIRE(two.faces.size() == 2 * one.faces.size());
  REQUIRE(two.links.size() == 2 * one.links.size());
  REQUIRE(two.faces.back()[0] == one.faces.back()[0] + one.positions.size());
}

TEST_CASE("linking number of circles: linked, apart, twice around, and of reversed sense") {
  const auto circle = [](btVector3 centre, bool upright, int turns, int points) {
    std::vector<btVector3> curve;
    for (int i = 0; i < points; ++i) {
      const double a = 2 * std::numbers::pi * turns * i / points, r = 1 + 0.1 * std::cos(a / turns);
      const btVector3 p = upright ? btVector3(btScalar(r * std::cos(a)), btScalar(r * std::sin(a)), 0)
                                  : btVector3(btScalar(r * std::cos(a)), 0, btScalar(r * std::sin(a)));
      curve.push_back(centre + p);
    }
    return curve;
  };
  const auto flat = circle(btVector3(0, 0, 0), false, 1, 17);
  auto linked = circle(btVector3(1, 0, 0), true, 1, 23);
  const double number = linkingNumber(flat, linked);
  REQUIRE(std::abs(number) == Approx(1).margin(1e-9));
  REQUIRE(linkingNumber(linked, flat) == Approx(number).margin(1e-9));
  std::reverse(linked.begin(), linked.end());
  REQUIRE(linkingNumber(flat, linked) == Approx(-number).margin(1e-9));
  REQUIRE(linkingNumber(flat, circle(btVector3(3, 0, 0), true, 1, 23)) == Approx(0).margin(1e-9));
  REQUIRE(std::abs(linkingNumber(flat, circle(btVector3(1, 0, 0), true, 2, 41))) == Approx(2).margin(1e-9));
}
