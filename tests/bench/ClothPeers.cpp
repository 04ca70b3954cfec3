// Tests Bullet's self-collision with cones of normals, and the cloths on which it is compared with our methods.

#include <pliant/benchmarks/BulletSelfCollision.h>
#include <pliant/benchmarks/benchmarks.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant/models/clothSheet.h>
#include <pliant_catch.h>

#include <algorithm>

using namespace pliant;
using namespace pliant::benchmarks;
using models::ClothShape;

namespace {

using Pairs = std::vector<BulletSelfCollision::Pair>;

Pairs allPairs(const models::SurfaceModel& cloth) {
  BodySet set;
  set.add(cloth.view());
  set.update();
  Workers workers;
  BruteForce brute;
  Results results;
  brute.query(set, {.facePairs = true}, results, workers);
  Pairs pairs;
  for (const FacePair& pair : results.facePairs) pairs.push_back({pair.faceA, pair.faceB});
  return pairs;
}

struct Found {
  Pairs pairs;
  double angle, handled;

  Found(BulletSelfCollision& bullet, const models::SurfaceModel& cloth) {
    bullet.place(cloth);
    bullet.updateNormals();
    bullet.refit();
    bullet.updateCones();
    angle = bullet.rootAngle();
    bullet.facePairs(pairs);
    std::sort(pairs.begin(), pairs.end());
    bullet.handleContacts();
    handled = bullet.rootAngle();
  }
};

}  // namespace

TEST_CASE("Bullet's cones, made for the benchmark, are those that its own handler makes") {
  BulletSelfCollision bullet(clothSheet(800, ClothShape::Flat));
  for (const auto shape : {ClothShape::Flat, ClothShape::Wrinkled, ClothShape::Wound, ClothShape::Crumpled}) {
    const Found found(bullet, clothSheet(800, shape, 0.1));
    CHECK(found.angle == Approx(found.handled).epsilon(1e-5).margin(1e-5));
    CHECK((shape == ClothShape::Flat) == (found.angle < 0.01));
    CHECK((shape == ClothShape::Crumpled) == (found.angle > 3.2));
  }
}

TEST_CASE("Bullet finds no pair that is none, and misses those of a cloth that never turns over") {
  BulletSelfCollision bullet(clothSheet(2000, ClothShape::Flat));
  const auto expected = [&](ClothShape shape, std::size_t least, bool misses) {
    const auto cloth = clothSheet(2000, shape);
    const Pairs all = allPairs(cloth);
    const Found found(bullet, cloth);
    CAPTURE(int(shape), all.size(), found.pairs.size());
    CHECK(all.size() >= least);
    CHECK((all.empty() == (least == 0)));
    CHECK(std::includes(all.begin(), all.end(), found.pairs.begin(), found.pairs.end()));
    CHECK((found.pairs.size() < all.size()) == misses);
  };
  expected(ClothShape::Flat, 0, false);
  expected(ClothShape::Wrinkled, 0, false);
  // All normals of this cloth have an upward component, but its contour overlaps itself.
  expected(ClothShape::Wound, 50, true);
}

TEST_CASE("a crumpled cloth passes through itself in any discretisation, more often the finer it is") {
  std::size_t before = 0;
  for (const std::size_t faces : {800u, 2000u, 5000u}) {
    const auto cloth = clothSheet(faces, ClothShape::Crumpled);
    CHECK(std::abs(double(cloth.faces.size()) - double(faces)) < 0.1 * double(faces));
    const std::size_t pairs = allPairs(cloth).size();
    CHECK(pairs > before);
    before = pairs;
  }
}

TEST_CASE("the table beside Bullet has a row for each cloth, in which ours miss nothing") {
  const Table table = makeTable("cloth-peers", {.steps = 3, .faces = 1000});
  REQUIRE(table.rows.size() == 4);
  for (std::size_t row = 0; row < 4; ++row) {
    REQUIRE(table.rows[row].size() == table.columns.size());
    CHECK(table.number(row, "tree misses") == 0);
    CHECK(table.number(row, "hash misses") == 0);
    CHECK(table.number(row, "bullet") > 0);
  }
  // The column holds the largest number in any step. The pairs are those of the last step, so they are not more.
  CHECK(table.number(2, "bullet misses") >= table.number(2, "pairs"));
}
