// Compares the spatial hash with brute force on real meshes. They are read from the folder PLIANT_MESHES.

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/io/readMesh.h>
#include <pliant_catch.h>

#include "MovingMeshes.h"
#include "detectors/SameAnswers.h"

using namespace pliant;
using test::BendingBody;
using test::meshFiles;

TEST_CASE("a hand and a bunny that bend and move through each other: exactly the brute-force set") {
  const std::vector<std::string> files = meshFiles({"hand.mesh", "bunny.mesh"});
  if (files.empty()) return;
  BendingBody hand(files[0]), bunny(files[1]);
  BodySet set;
  for (const BendingBody* body : {&hand, &bunny}) set.add(body->mesh.view());
  SpatialHash::Settings paper;
  paper.layout = SpatialHash::Layout::SingleCells;
  paper.insideTest = SpatialHash::InsideTest::HalfSpace;
  SpatialHash blocks, cells(paper);
  BruteForce brute;
  Workers one(1), two(2);
  Query query;
  query.vertexTetrahedron = query.facePairs = query.vertexFace = true;
  query.margin = Real(0.002);
  for (int frame = 0; frame < 4; ++frame) {
    INFO("frame " << frame);
    hand.bend(Real(frame), {0, 0, 0});
    bunny.bend(Real(2 * frame), {Real(0.1 * frame), Real(0.05 * frame), Real(-0.1)});
    set.update();
    Results expected, found;
    brute.query(set, query, expected, two);
    CHECK(expected.vertexTetrahedron.size() > 300);
    CHECK(expected.vertexFace.size() > 300);
    CHECK(expected.facePairs.size() > 300);
    for (SpatialHash* hash : {&blocks, &cells})
      for (Workers* workers : {&one, &two}) {
        hash->update(set, *workers);
        hash->query(set, query, found, *workers);
        CHECK(test::same(found, expected));
      }
  }
}
