// Pictures of grids: the cells and buckets equal those that brute force finds.

#include <pliant/pictures/drawMethods.h>
#include <pliant/scenes/builders.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "DrawnRods.h"

using namespace pliant;
using pictures::Corner, pictures::Rod, pictures::bodiesOf, pictures::boxOf, pictures::distance, pictures::rodsOf,
    pictures::sphereAt;

namespace {

/// Returns a sheet of 16 x 16 cells, rolled by this number of turns, away from the origin.
SoftMesh rolledSheet(double turns) {
  SoftMesh sheet = makeCloth(16, 2);
  for (btVector3& p : sheet.positions) {
    const double angle = (double{p.x()} + 1) / 2 * turns * SIMD_2_PI, radius = 0.3 + 0.02 * angle;
    p.setValue(btScalar(radius * std::cos(angle) - 9), btScalar(radius * std::sin(angle)), p.z());
  }
  return sheet;
}

double meanEdge(const std::vector<SoftMesh>& meshes) {
  double sum = 0;
  std::size_t count = 0;
  for (const SoftMesh& mesh : meshes)
    for (const Edge& edge : linksOf({}, mesh.faces)) {
      sum += double{(mesh.positions[edge[1]] - mesh.positions[edge[0]]).length()};
      ++count;
    }
  return sum / static_cast<double>(count);
}

/// Checks the picture of the buckets of four bodies, of which the third meets no other.
void checkPicture(const MethodPicture& picture, const ComparedBuckets& found) {
  const auto& buckets = found.buckets;
  CHECK(picture.glass == std::vector<std::uint8_t>{1, 1, 0, 1});
  REQUIRE(picture.surfaces.size() == 2);
  const auto middle = [&](std::size_t bucket) {
    Corner at{};
    for (std::size_t k = 0; k < 3; ++k)
      at[k] = (double{buckets[bucket].box.min[k]} + double{buckets[bucket].box.max[k]}) / 2;
    return at;
  };
  const std::vector<Rod> lines = rodsOf(picture.surfaces[1]);
  REQUIRE(lines.size() == found.pairs.size());
  for (std::size_t p = 0; p < lines.size(); ++p) {
    CHECK(lines[p].colour == kPairColour);
    CHECK(distance(lines[p].from, middle(found.pairs[p][0])) < 1e-4);
    CHECK(distance(lines[p].to, middle(found.pairs[p][1])) < 1e-4);
  }
  const std::vector<Rod> rods = rodsOf(picture.surfaces[0]);
  REQUIRE(rods.size() == 12 * buckets.size());
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    Corner low, high;
    low.fill(1e9);
    high.fill(-1e9);
    for (std::size_t r = 12 * i; r < 12 * (i + 1); ++r) {
      CHECK(rods[r].colour == bucketColour(buckets[i].reached, buckets[i].level));
      for (const Corner& end : {rods[r].from, rods[r].to})
        for (std::size_t k = 0; k < 3; ++k) {
          low[k] = std::min(low[k], end[k]);
          high[k] = std::max(high[k], end[k]);
        }
    }
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(low[k] == Approx(double{buckets[i].box.min[k]}).margin(1e-4));
      CHECK(high[k] == Approx(double{buckets[i].box.max[k]}).margin(1e-4));
    }
    // Faces have warm colours if their bucket is reached.
    const Colour& face = picture.colours[buckets[i].body][buckets[i].faces[0]];
    CHECK((face[0] > 1.3f * face[2]) == buckets[i].reached);
  }
}

}  // namespace

TEST_CASE("cells: those that brute force finds, each edge of the grid once, by the fullest cell at it") {
  const std::vector<SoftMesh> meshes = {sphereAt(0, 0, 0), sphereAt(1.3, 0.2, -0.4, 3)};
  const auto bodies = bodiesOf(meshes);
  const OccupiedCells found = occupiedCells(bodies);
  CHECK(found.size == Approx(1.5 * meanEdge(meshes)).epsilon(1e-4));
  std::map<Corner, std::size_t> cells;
  for (const SoftMesh& mesh : meshes)
    for (const btVector3& p : mesh.positions)
      ++cells[{std::floor(double{p.x()} / found.size), std::floor(double{p.y()} / found.size),
               std::floor(double{p.z()} / found.size)}];
  REQUIRE(found.cells.size() == cells.size());
  std::size_t most = 0;
  for (const OccupiedCell& cell : found.cells) {
    CHECK(cells[cell.index] == cell.vertices);
    most = std::max(most, cell.vertices);
  }
  REQUIRE(most > 2);

  // Edges are identified by their rounded midpoints, in units of half a cell.
  std::map<std::array<long, 3>, std::size_t> edges;
  for (const auto& [index, vertices] : cells)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int u : {0, 1})
        for (const int v : {0, 1}) {
          std::array<long, 3> at = {2 * std::lround(index[0]), 2 * std::lround(index[1]), 2 * std::lround(index[2])};
          at[axis] += 1;
          at[(axis + 1) % 3] += 2 * u;
          at[(axis + 2) % 3] += 2 * v;
          edges[at] = std::max(edges[at], vertices);
        }
  const MethodPicture picture = drawCells(bodies);
  REQUIRE(picture.surfaces.size() == 1);
  const std::vector<Rod> rods = rodsOf(picture.surfaces[0]);
  CHECK(rods.size() == edges.size());
  std::set<std::array<long, 3>> seen;
  for (const Rod& rod : rods) {
    std::array<long, 3> at{};
    for (std::size_t k = 0; k < 3; ++k) at[k] = std::lround((rod.from[k] + rod.to[k]) / found.size);
    CHECK(distance(rod.from, rod.to) == Approx(found.size).epsilon(1e-3));
    REQUIRE(edges.contains(at));
    CHECK(rod.colour == cellColour(edges[at], most));
    CHECK(seen.insert(at).second);
  }
  const Colour few = cellColour(1, 40), many = cellColour(40, 40);
  CHECK(few[2] > 2 * few[0]);
  CHECK(many[0] > 2 * many[2]);
}

TEST_CASE("cells: their size is that of the shape at rest, and of many the fullest are drawn") {
  const SoftMesh rest = makeSphere(3, 1);
  SoftMesh now = rest;
  for (btVector3& p : now.positions) p *= 3;
  const MethodBody stretched[] = {{now.view(), rest.view().positions}};
  CHECK(occupiedCells(stretched).size == Approx(1.5 * meanEdge({rest})).epsilon(1e-4));

  SoftMesh cloud;
  for (int i = 0; i < 8000; ++i) cloud.positions.emplace_back(btScalar(10 * i), btScalar(50), btScalar(0));
  const std::vector<SoftMesh> meshes = {rest, cloud};
  CHECK(occupiedCells(bodiesOf(meshes)).cells.size() > 8000);
  const std::vector<Rod> rods = rodsOf(drawCells(bodiesOf(meshes)).surfaces.at(0));
  CHECK(rods.size() <= 12 * kMostDrawnCells);
  const std::vector<Rod> alone = rodsOf(drawCells(bodiesOf({rest})).surfaces.at(0));
  const auto full = [](const Rod& rod) { return rod.colour != cellColour(1, 2); };
  CHECK(std::count_if(rods.begin(), rods.end(), full) == std::count_if(alone.begin(), alone.end(), full));
}

TEST_CASE("buckets: exact boxes of all faces, reached where brute force finds two that overlap") {
  const std::vector<SoftMesh> meshes = {sphereAt(0, 0, 0), sphereAt(1.8, 0.3, 0), sphereAt(9, 0, 0, 3),
                                        rolledSheet(2.5)};
  auto bodies = bodiesOf(meshes);
  for (std::size_t b = 0; b < 3; ++b) bodies[b].self = false;
  const ComparedBuckets found = comparedBuckets(bodies);
  const auto& buckets = found.buckets;
  const auto& pairs = found.pairs;
  std::vector<std::vector<int>> times(meshes.size());
  for (std::size_t b = 0; b < meshes.size(); ++b) times[b].assign(meshes[b].faces.size(), 0);
  std::vector<std::set<Index>> corners;
  for (const BucketInUse& bucket : buckets) {
    const SoftMesh& mesh = meshes[bucket.body];
    corners.emplace_back();
    for (const Index f : bucket.faces) {
      ++times[bucket.body][f];
      corners.back().insert(mesh.faces[f].begin(), mesh.faces[f].end());
    }
    const Box box = boxOf(mesh, corners.back());
    CHECK(bucket.box.min == box.min);
    CHECK(bucket.box.max == box.max);
    CHECK(bucket.faces.size() <= 32);
    CHECK(bucket.level > 0);
  }
  for (const auto& own : times) CHECK(std::count(own.begin(), own.end(), 1) == static_cast<long>(own.size()));
  std::vector<std::size_t> reached(meshes.size());
  std::set<std::array<std::size_t, 2>> compared;
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    bool meets = false;
    for (std::size_t j = 0; j < buckets.size(); ++j) {
      const BucketInUse &a = buckets[i], &b = buckets[j];
      bool overlap = true, common = false;
      for (std::size_t k = 0; k < 3; ++k)
        overlap = overlap && a.box.min[k] <= b.box.max[k] && b.box.min[k] <= a.box.max[k];
      for (const Index v : corners[i]) common = common || corners[j].contains(v);
      const bool apart = a.body != b.body || (i != j && bodies[a.body].self && !common);
      meets = meets || (overlap && apart);
      if (overlap && apart) compared.insert({std::min(i, j), std::max(i, j)});
    }
    CHECK(buckets[i].reached == meets);
    reached[buckets[i].body] += buckets[i].reached;
  }
  CHECK(reached[0] > 0);
  CHECK(reached[1] > 0);
  CHECK(reached[2] == 0);
  CHECK(reached[3] > 0);
  CHECK(reached[0] < times[0].size() / 32);

  CHECK(std::set<std::array<std::size_t, 2>>(pairs.begin(), pairs.end()) == compared);
  CHECK(pairs.size() == compared.size());
  checkPicture(drawBuckets(bodies), found);
}

TEST_CASE("colliding: faces in buckets that overlap one of another body are black, all bodies in their boxes") {
  const std::vector<SoftMesh> meshes = {sphereAt(0, 0, 0), sphereAt(1.8, 0.3, 0), sphereAt(9, 0, 0, 3),
                                        rolledSheet(2.5)};
  const auto bodies = bodiesOf(meshes);
  const ComparedBuckets found = comparedBuckets(bodies);
  std::set<std::size_t> colliding;
  for (const auto& [a, b] : found.pairs)
    if (found.buckets[a].body != found.buckets[b].body) colliding.insert({a, b});
  std::size_t faces = 0;
  for (const std::size_t b : colliding) faces += found.buckets[b].faces.size();
  REQUIRE(faces > 40);
  const MethodPicture picture = drawColliding(bodies);
  CHECK(picture.glass == std::vector<std::uint8_t>(4, 1));
  REQUIRE(picture.surfaces.size() == 2);
  CHECK(rodsOf(picture.surfaces[0]).size() == 12 * (4 + colliding.size()));
  const DrawnSurface& black = picture.surfaces[1];
  CHECK(black.mesh.faces.size() == faces);
  for (const Colour& colour : black.colours) CHECK(colour == kCollidingColour);
  // All are at the side of the first sphere towards the second, or of the second towards the first.
  for (const Triangle& face : black.mesh.faces)
    for (const Index v : face) CHECK(std::abs(black.mesh.positions[v].x() - btScalar(0.9)) < btScalar(0.8));
  const MethodPicture apart = drawColliding(bodiesOf({meshes[0], meshes[2]}));
  REQUIRE(apart.surfaces.size() == 1);
  CHECK(rodsOf(apart.surfaces[0]).size() == 24);
}

TEST_CASE("buckets: a crowd of them is drawn as a slice through the middle, in glass and without lines") {
  SoftMesh crowd;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> in(-1, 1);
  for (Index i = 0; i < 3000; ++i) {
    const btVector3 at = vec(in(random), in(random), in(random));
    for (int k = 0; k < 3; ++k)
      crowd.positions.push_back(at + vec(0.1 * in(random), 0.1 * in(random), 0.1 * in(random)));
    crowd.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const std::vector<SoftMesh> meshes = {std::move(crowd)};  // the bodies are views of it
  const auto bodies = bodiesOf(meshes);
  const MethodPicture picture = drawBuckets(bodies);
  CHECK(picture.glass == std::vector<std::uint8_t>{1});
  REQUIRE(picture.surfaces.size() == 2);
  const std::size_t drawn = rodsOf(picture.surfaces[0]).size() / 12, all = comparedBuckets(bodies).buckets.size();
  CHECK(drawn > all / 8);
  CHECK(drawn < all / 2);
  CHECK(picture.surfaces[1].mesh.faces.size() > 300);
  CHECK(picture.surfaces[1].mesh.faces.size() < 1500);
}
