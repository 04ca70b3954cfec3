// Compares bucket tree, regularity tree and auto with brute force on real meshes. They are read from the folder
// PLIANT_MESHES.

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/SurfaceContacts.h>
#include <pliant_catch.h>

#include "MovingMeshes.h"
#include "detectors/ExactSurfaceDetectors.h"
#include "detectors/SameAnswers.h"

using namespace pliant;
using test::BendingBody;
using test::meshFiles;

namespace {

/// Detectors of all kinds. They are kept from frame to frame.
class Trees {
 public:
  /// Checks all detectors against brute force. Returns the results of brute force.
  Results check(const BodySet& set, const Query& query) {
    Results expected, found;
    m_brute.query(set, query, expected, m_two);
    for (const auto& detector : m_detectors) {
      INFO(detector->name());
      for (Workers* const workers : {&m_one, &m_two}) {
        detector->update(set, *workers);
        detector->query(set, query, found, *workers);
        CHECK(test::same(found, expected));
      }
    }
    return expected;
  }

  /// Checks the candidates and contacts of a step. Returns the number of contacts.
  std::size_t checkContacts(const BodySet& set) {
    CandidateQuery wanted;
    wanted.vertexFace = wanted.edgeEdge = wanted.swept = true;
    SurfaceContactSettings settings;
    settings.nearby = false;
    Candidates candidates;
    Counters counters;
    SurfaceNarrowTest narrow;
    std::vector<SurfaceContact> expected, found;
    m_brute.candidates(set, wanted, candidates, counters, m_two);
    narrow.run(set, candidates, settings, expected, counters, m_two);
    for (const auto& detector : m_detectors) {
      INFO(detector->name());
      detector->candidates(set, wanted, candidates, counters, m_two);
      narrow.run(set, candidates, settings, found, counters, m_two);
      CHECK(test::same(found, expected));
    }
    return expected.size();
  }

 private:
  BruteForce m_brute;
  std::vector<std::unique_ptr<Detector>> m_detectors = test::exactManifoldDetectors();
  Workers m_one{1}, m_two{2};
};

Query pairsAndVertices(Real margin) {
  Query query;
  query.facePairs = query.vertexFace = true;
  query.margin = margin;
  return query;
}

}  // namespace

TEST_CASE("a bunny and a fertility statue that bend in each other: the trees find what brute force finds") {
  const std::vector<std::string> files = meshFiles({"bunny.off", "fertility.off"});
  if (files.empty()) return;
  BendingBody bunny(files[0]), statue(files[1]);
  BodySet set;
  for (const BendingBody* body : {&bunny, &statue}) set.add(body->mesh.view());
  Trees trees;
  for (int frame = 0; frame < 3; ++frame) {
    INFO("frame " << frame);
    bunny.bend(Real(frame), {0, 0, 0});
    statue.bend(Real(2 * frame), {Real(0.1 * frame), Real(0.05), Real(-0.1)});
    set.update();
    const Results found = trees.check(set, pairsAndVertices(Real(0.002)));
    CHECK(found.facePairs.size() > 300);
    CHECK(found.vertexFace.size() > 100);
  }
}

TEST_CASE("an armadillo that bends until it passes through itself: the trees find what brute force finds") {
  const std::vector<std::string> files = meshFiles({"armadillo.obj"});
  if (files.empty()) return;
  BendingBody armadillo(files[0]);
  BodySet set;
  set.add(armadillo.mesh.view());
  Trees trees;
  std::size_t last = 0;
  for (const Real strength : {Real(0), Real(0.06), Real(0.2)}) {
    INFO("strength " << strength);
    armadillo.bend(1, {0, 0, 0}, strength);
    set.update();
    last = trees.check(set, pairsAndVertices(Real(0.0005))).facePairs.size();
  }
  CHECK(last > 300);
}

TEST_CASE("a cloth over a ball from frame to frame: the trees find what brute force finds, and the same contacts") {
  const std::vector<std::string> files = meshFiles({"cloth_ball92.ply", "cloth_ball93.ply"});
  if (files.empty()) return;
  const test::MovingCloth cloth(files);
  const BodySet& set = cloth.set;
  Trees trees;
  const Results found = trees.check(set, pairsAndVertices(Real(0.1) * set.margin(0)));
  CHECK(found.vertexFace.size() > 0);
  CHECK(trees.checkContacts(set) > 0);
}
