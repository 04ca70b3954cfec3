// Tests the window's texts on the methods: each detector has one, and its button shows something.

#include "methodTexts.h"

#include <pliant/detectors/Error.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>
#include <pliant/scenes/playedScenes.h>
#include <pliant_catch.h>

#include <algorithm>
#include <set>
#include <string>

#include "methodCounters.h"

using namespace pliant;
using detail::MethodText, detail::findMethodText, detail::showsMethod;

namespace {

/// Returns a snapshot of one body.
detail::Snapshot snapshotOf(const SoftMesh& mesh, bool solid) {
  detail::Snapshot snapshot;
  snapshot.bodies = {"body"};
  snapshot.solid = {std::uint8_t(solid)};
  snapshot.drawing.surfaces.emplace_back().mesh = mesh;
  return snapshot;
}

}  // namespace

TEST_CASE("each detector has a text of some sentences, an overlay that is known and a scene that shows it") {
  std::vector<std::string> names = Simulation::detectors();
  for (const char* const brought : {"bucket-tree", "regularity-tree", "ldi-software", "ldi", "ldi-gl-unordered",
                                    "ldi-gl-ordered", "ldi-gl-abuffer"})
    names.emplace_back(brought);
  for (const std::string& name : names) {
    INFO(name);
    const MethodText* const text = findMethodText(name);
    REQUIRE(text);
    CHECK(!text->source.empty());
    const auto sentences = std::count(text->text.begin(), text->text.end(), '.');
    CHECK(sentences >= 2);
    CHECK(sentences <= 7);
    CHECK_NOTHROW(parseOverlay(std::string(text->overlay)));
    const SceneEntry* const scene = findScene(std::string(text->scene));
    REQUIRE(scene);
    const Simulation simulation(*scene, {.detector = "none"});
    detail::Snapshot snapshot;
    snapshot.drawing = drawScene(simulation, {}, parseOverlay("none"));
    for (const SimulatedBody& body : simulation.bodies()) {
      snapshot.bodies.push_back(body.name);
      snapshot.solid.push_back(!body.mesh.tetrahedra.empty());
    }
    CHECK(showsMethod(*text, snapshot, scene->scripted));
  }
  CHECK(findMethodText("bullet-clusters") != findMethodText("bullet"));
  CHECK(findMethodText("bullet-deformable") != findMethodText("bullet"));
  // Each way to draw layers has a text of its own.
  std::set<const MethodText*> ways;
  for (const char* const name : {"ldi", "ldi-software", "ldi-gl-unordered", "ldi-gl-ordered", "ldi-gl-abuffer"})
    ways.insert(findMethodText(name));
  CHECK(ways.size() == 5);
  CHECK(findMethodText("ldi-gl-ordered")->text.find("peels") != std::string_view::npos);
  // All methods that auto may use are in its text.
  for (const char* const word : {"patches", "hashed", "regularity", "bucket tree"})
    CHECK(findMethodText("auto")->text.find(word) != std::string_view::npos);
  CHECK(findMethodText("ldi-gl-unordered")->text.find("stencil") != std::string_view::npos);
  CHECK(findMethodText("no such") == nullptr);
}

TEST_CASE("a scene shows of a method what its bodies let it") {
  const detail::Snapshot sheet = snapshotOf(makeCloth(3, 1), false), ball = snapshotOf(makeSphere(2, 1), false),
                         solid = snapshotOf(makeSphere(2, 1), true), cloud = snapshotOf({}, false);
  const auto shows = [](const char* name, const detail::Snapshot& snapshot, bool scripted = false) {
    return showsMethod(*findMethodText(name), snapshot, scripted);
  };
  for (const char* const name : {"auto", "spatial-hash", "bucket-tree", "brute-force"}) {
    CHECK(shows(name, sheet));
    CHECK(shows(name, solid));
    CHECK(!shows(name, cloud));
  }
  CHECK(shows("regularity-tree", sheet));
  CHECK(shows("regularity-tree", ball));
  CHECK(!shows("regularity-tree", solid));
  for (const char* const name : {"ldi", "ldi-gl-ordered"}) {
    CHECK(!shows(name, sheet));
    CHECK(shows(name, ball));
    CHECK(shows(name, solid));
  }
  // Their overlays show steps of the world.
  for (const char* const name : {"bullet", "bullet-clusters", "bullet-deformable", "none", "auto", "patches"}) {
    CHECK(shows(name, sheet));
    CHECK(!shows(name, sheet, true));
  }
}

TEST_CASE("counters of a method stand beside the paper's numbers for the paper's scene and question alone") {
  detail::StepSample sample;
  sample.counters.emplace().procedureCalls = 2300000;
  sample.counters->candidates = 7;
  const auto find = [&](const char* detector, const char* scene, const std::string& name,
                        const MethodValues& values = {}) {
    for (const detail::CounterRow& row : detail::counterRows(detector, scene, sample, 1000, values))
      if (row.name == name) return row;
    return detail::CounterRow{};
  };
  CHECK(find("regularity-tree", "sphere", "calls").value == "2,300,000");
  CHECK(find("regularity-tree", "sphere", "calls").paper.empty());
  CHECK(find("regularity-tree", "sphere", "candidates").value == "7");
  sample.answer.emplace().counters.procedureCalls = 3063;
  CHECK(find("regularity-tree", "sphere", "calls").value == "3,063");
  CHECK(find("regularity-tree", "sphere", "calls").paper == "about 300");
  CHECK(find("regularity-tree", "dress", "calls").paper.empty());
  CHECK(find("regularity-tree", "sphere", "candidates").name.empty());
  CHECK(find("regularity-tree", "loop", "calls a cut face").name.empty());
  sample.answer->facesCut = 150;
  CHECK(find("regularity-tree", "loop", "calls a cut face").value == "20.42");
  CHECK(find("regularity-tree", "loop", "calls a cut face").paper == "20");
  // The paper's leaves are single faces.
  CHECK(find("regularity-tree", "loop", "calls a cut face", {{"leaf", 32}}).paper ==
        "20 with leaves of 1 face (here 32)");
  const MethodValues classical{{"optimisation1", 0}, {"optimisation2", 0}};
  CHECK(find("regularity-tree", "sphere", "calls a face", classical).paper == "20");
  CHECK(find("regularity-tree", "sphere", "calls", classical).paper.empty());
  // Rows that do not apply are not shown, and a 0 beside results has its reason.
  CHECK(find("regularity-tree", "sphere", "pairs skipped by II", classical).name.empty());
  sample.answer->counters.narrowTests = 42;
  CHECK(find("regularity-tree", "sphere", "tests of faces", {{"leaf", 1}}).value == "0");
  CHECK(find("regularity-tree", "sphere", "tests of faces", {{"leaf", 32}}).value == "42");
  CHECK(find("regularity-tree", "sphere", "pairs skipped by II", {{"leaf", 1}}).value == "0");
  CHECK(find("regularity-tree", "sphere", "pairs skipped by II", {{"leaf", 32}}).value == "0 (tried above 372 faces)");
  // Only layers of the pair's images are the paper's.
  CHECK(find("ldi", "knotrabbit", "layers of all images").paper.empty());
  sample.answer->pairLayers = {6, 4};
  CHECK(find("ldi", "knotrabbit", "layers").value == "6 and 4");
  CHECK(find("ldi", "knotrabbit", "layers").paper == "3 and 1 (simple), 4 and 6 (complex)");
  CHECK(find("ldi-software", "hat", "time of the answer").tip.find("with itself") != std::string::npos);
  CHECK(find("ldi-software", "particles", "time of the answer").paper.find("29 frames/s") != std::string::npos);
  sample.answer->counters.nodesVisited = 5000;
  CHECK(find("bucket-tree", "soup", "time of 1,000 node pairs").paper == "95, 325, 684 ms");
  sample.answer->vertexTetrahedra = 3;
  CHECK(find("spatial-hash", "setupA", "inside tests").value == "42");
  sample.answer->facePairs = 4;
  CHECK(find("spatial-hash", "setupA", "inside tests, pairs tested").value == "42");
  sample.answer->lastImage = ImageWork{5, 2};
  CHECK(find("ldi-gl-unordered", "hat", "read-backs").paper == "at most 2");
  CHECK(find("ldi-gl-ordered", "hat", "passes").value == "5");
  CHECK(find("ldi-gl-ordered", "hat", "time of the answer").paper == "24.0, 26.0, 51.1 ms at 32, 64, 128 pixels");
  // Nothing was looked up: the reason stands in place of collisions.
  CHECK(find("spatial-hash", "tori", "hash collisions").name.empty());
  CHECK(find("spatial-hash", "tori", "cells looked up").value.find("compared directly") != std::string::npos);
  sample.answer.reset();
  CHECK(find("ldi", "hat", "layers").name.empty());
  CHECK(find("regularity-tree", "sphere", "tests of faces", {{"leaf", 32}}).name.empty());
}

TEST_CASE("each test bed of the papers names the paper's tables and figures") {
  for (const SceneEntry& scene : playedScenes()) {
    INFO(scene.name);
    CHECK(!detail::paperOf(scene.name).empty());
  }
  CHECK(detail::paperOf("tori").empty());
}

TEST_CASE("an answer is told in words, each list that was asked for") {
  StaticAnswer answer;
  CHECK(detail::describeFound(answer).empty());
  answer.facePairs = 1;
  CHECK(detail::describeFound(answer) == "1 pair of faces intersects");
  answer.verticesInside = 1234;
  answer.volume = 0.5;
  answer.selfVolume = 0;
  CHECK(detail::describeFound(answer) ==
        "1 pair of faces intersects, 1,234 vertices inside bodies, shared volume 0.5 m³");
  answer.isSampled = true;
  CHECK(detail::describeFound(answer).find("to within a pixel") != std::string::npos);
  answer.isSampled = false;
  StaticAnswer faces;
  faces.facePairs = 0;
  faces.leavesOut = true;
  CHECK(detail::describeFound(faces).find("particles not tested") != std::string::npos);
  // Vertices in tetrahedra of their own body are in no other body.
  answer.facePairs.reset();
  answer.verticesInside.reset();
  answer.volume.reset();
  answer.vertexTetrahedra = answer.ownTetrahedra = 21;
  CHECK(detail::describeFound(answer) == "21 vertices in tetrahedra (21 in those of the own body)");
}
