#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant_catch.h>

#include <string>
#include <utility>

#include "shapes/SurfaceMeshes.h"

using namespace pliant;

namespace {

constexpr std::pair<const char*, bool Query::*> kLists[] = {
    {"vertexTetrahedron", &Query::vertexTetrahedron},
    {"facePairs", &Query::facePairs},
    {"vertexFace", &Query::vertexFace},
    {"verticesInside", &Query::verticesInside},
    {"intersectionVolumes", &Query::intersectionVolumes},
    {"selfIntersectionVolumes", &Query::selfIntersectionVolumes}};

/// Returns one letter per list, in the order of kLists: y if the detector answers it, else n.
std::string answersOf(Detector& detector) {
  const BodySet set = meshes::setOf({meshes::ball(6, 8)});
  Workers workers(1);
  Results results;
  detector.update(set, workers);
  std::string answers;
  for (const auto& [name, list] : kLists) {
    Query query;
    query.*list = true;
    try {
      detector.query(set, query, results, workers);
      answers += 'y';
    } catch (const Error& error) {
      CHECK(error.what() == std::string(detector.name()) + " can't answer a query for " + name);
      answers += 'n';
    }
  }
  return answers;
}

}  // namespace

TEST_CASE("a query for a list that a method has not is an error that names both") {
  AutoDetector automatic;
  SpatialHash hash;
  BruteForce brute;
  BucketTree buckets;
  RegularityTree tree;
  LdiDetector ldi;
  for (Detector* const detector :
       {static_cast<Detector*>(&automatic), static_cast<Detector*>(&hash), static_cast<Detector*>(&brute)})
    CHECK(answersOf(*detector) == "yyynnn");
  CHECK(answersOf(buckets) == "nyynnn");
  CHECK(answersOf(tree) == "nyynnn");
  CHECK(answersOf(ldi) == "nnnyyy");
}
