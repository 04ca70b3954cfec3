// A detector and the narrow test do not allocate once they have processed as much data as now, with any number of
// threads.

#include <pliant/detectors/SurfaceContacts.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>
#include <pliant_share.h>
#include <pliant_threads.h>

#include <cmath>

#include "ExactSurfaceDetectors.h"
#include "SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

TEST_CASE("a warm detector and a warm narrow test allocate nothing, whatever moves where") {
  int run = 0;
  for (const auto& detector : test::exactManifoldDetectors())
    for (const unsigned threads : {1u, 2u, 3u}) {
      if (!share::takes(run++, 4)) continue;
      if (detector->name() == "auto") continue;  // warm only after its hierarchies are built: see AutoAnswers
      std::vector<Body> bodies{meshes::ball(12, 16), meshes::ball(9, 12), meshes::sheet(20), meshes::ball(6, 8)};
      bodies[2].place(2, {-1, -1, 0});
      bodies[3].place(0.5, {0.5, 0.5, 0.5});
      for (Body& body : bodies) body.x0 = body.x;
      const std::vector<Body> rest = bodies;
      BodySet set;
      for (const Body& body : bodies) set.setMargin(set.add(body.view()), Real(0.02));
      Workers workers(threads);
      SurfaceNarrowTest narrow;
      CandidateQuery wanted;
      wanted.vertexFace = wanted.edgeEdge = wanted.faceFace = wanted.swept = true;
      wanted.marginScale = Real(1.5);
      Query query;
      query.facePairs = query.vertexFace = true;
      query.margin = Real(0.02);
      SurfaceContactSettings settings;
      Candidates candidates;
      std::vector<SurfaceContact> contacts;
      Results results;
      std::size_t pairs = 0, most = 0, mostFaces = 0;
      const auto step = [&](Real phase, Real apart, Real wave) {
        for (std::size_t b = 0; b < bodies.size(); ++b)
          for (std::size_t i = 0; i < bodies[b].x.size(); ++i) {
            const Real at = rest[b].x[i] + apart * Real(b);
            bodies[b].x0[i] = at + wave * std::sin(phase + Real(i));
            bodies[b].x[i] = at + wave * std::sin(phase + Real(0.1) + Real(i));
          }
        set.update(workers);
        detector->update(set, workers);
        Counters counters;
        detector->candidates(set, wanted, candidates, counters, workers);
        narrow.run(set, candidates, settings, contacts, counters, workers);
        detector->query(set, query, results, workers);
        pairs = candidates.vertexFace.size() + candidates.edgeEdge.size() + contacts.size() + results.facePairs.size();
      };
      for (int frame = 0; frame < 20; ++frame) {
        step(Real(frame), 0, frame % 2 ? Real(0.01) : Real(0.04));
        most = std::max(most, pairs);
        mostFaces = std::max(mostFaces, results.facePairs.size());
      }
      REQUIRE(most > 1000);
      const long before = allocations::count();
      for (int frame = 0; frame < 20; ++frame) step(Real(0.7) * Real(frame), Real(0.05) * Real(frame + 1), Real(0.01));
      const long after = allocations::count();
      INFO(detector->name() << ", threads " << threads << ", pairs " << most << " then " << pairs);
      REQUIRE(pairs > 0);
      REQUIRE(pairs < most);
      REQUIRE(results.facePairs.size() < mostFaces);
      if (allocations::counted) CHECK(after == before);
    }
}
