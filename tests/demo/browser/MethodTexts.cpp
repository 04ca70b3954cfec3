// Tests the window's texts on the methods: each detector has one, and its button shows something.

#include "methodTexts.h"

#include <pliant/detectors/Error.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>
#include <pliant_catch.h>

#include <algorithm>
#include <string>

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
  for (const char* const name : {"bullet", "bullet-clusters", "none"}) {
    CHECK(shows(name, sheet));
    CHECK(!shows(name, sheet, true));
  }
}
