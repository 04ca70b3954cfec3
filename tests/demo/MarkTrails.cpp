// Octrees that are kept from step to step, and pictures that show the age of their marks.

#include <pliant/pictures/MarkTrail.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Runner.h>

#include <algorithm>
#include <map>
#include <set>

#include "DrawnRods.h"
#include "PictureColours.h"
#include "RunProgram.h"

using namespace pliant;
using pictures::Rod, pictures::bodiesOf, pictures::boxOf, pictures::rodsOf, pictures::sphereAt;

namespace {

using BoxKey = std::array<Real, 6>;

BoxKey keyOf(const Box& box) {
  return {box.min[0], box.min[1], box.min[2], box.max[0], box.max[1], box.max[2]};
}

bool holds(const Box& outer, const Box& inner) {
  bool within = true;
  for (std::size_t k = 0; k < 3; ++k) within &= outer.min[k] <= inner.min[k] && inner.max[k] <= outer.max[k];
  return within;
}

std::map<std::uint64_t, std::size_t> byAge(const std::vector<MarkedNode>& nodes) {
  std::map<std::uint64_t, std::size_t> count;
  for (const MarkedNode& node : nodes) ++count[node.age];
  return count;
}

/// Returns the mesh with all vertices but one drawn to the origin, so that few buckets are in use.
SoftMesh crouched(SoftMesh mesh) {
  for (std::size_t v = 1; v < mesh.positions.size(); ++v) mesh.positions[v] *= btScalar(0.01);
  return mesh;
}

std::size_t paleRods(const Drawing& drawing) {
  std::set<Colour> pale;
  for (std::uint64_t age = 1; age <= MarkTrail::kOldest; ++age) pale.insert(markColour(age));
  std::size_t faces = 0;
  for (const DrawnSurface& surface : drawing.surfaces)
    for (const Colour& colour : surface.colours) faces += pale.contains(colour);
  return faces;
}

}  // namespace

TEST_CASE("marks: the first update marks a bucket around each face, and all above it up to the body's box") {
  const std::vector<SoftMesh> meshes = {sphereAt(0, 0, 0), makeCloth(24, 2), sphereAt(1.8, 0.3, 0, 3)};
  MarkTrail trail;
  CHECK(trail.nodes().empty());
  trail.update(bodiesOf(meshes));
  const std::vector<MarkedNode> nodes = trail.nodes();
  for (std::size_t b = 0; b < meshes.size(); ++b) {
    std::size_t roots = 0;
    for (const MarkedNode& node : nodes) {
      CHECK(node.age == 0);
      if (node.body != b) continue;
      roots += node.level == 0;
      const auto isAbove = [&](const MarkedNode& other) {
        return other.body == b && other.level + 1 == node.level && holds(other.box, node.box);
      };
      CHECK((node.level == 0 || std::any_of(nodes.begin(), nodes.end(), isAbove)));
    }
    CHECK(roots == 1);
    for (const Triangle& face : meshes[b].faces) {
      const Box box = boxOf(meshes[b], face);
      CHECK(std::any_of(nodes.begin(), nodes.end(), [&](const MarkedNode& node) {
        return node.body == b && node.isBucket && holds(node.box, box);
      }));
    }
  }
}

TEST_CASE("marks: what a body moved out of grows old, as it was left, and is told no more in the end") {
  const SoftMesh spread = sphereAt(0, 0, 0), small = crouched(spread);
  MarkTrail trail;
  trail.update(bodiesOf({spread}));
  std::set<BoxKey> before;
  for (const MarkedNode& node : trail.nodes()) before.insert(keyOf(node.box));
  trail.update(bodiesOf({spread}));
  CHECK(byAge(trail.nodes()).size() == 1);  // nothing moved
  for (std::uint64_t age = 1; age <= MarkTrail::kOldest; ++age) {
    trail.update(bodiesOf({small}));
    std::size_t old = 0;
    for (const MarkedNode& node : trail.nodes()) {
      CHECK((node.age == 0 || node.age == age));
      old += node.age == age && before.contains(keyOf(node.box));
    }
    CHECK(old > 20);
    CHECK(byAge(trail.nodes())[age] == old);

    const MethodPicture picture = trail.draw();
    CHECK(picture.glass == std::vector<std::uint8_t>{1});
    std::map<Colour, std::size_t> rods, expected;
    for (const Rod& rod : rodsOf(picture.surfaces.at(0))) ++rods[rod.colour];
    for (const auto& [of, count] : byAge(trail.nodes())) expected[markColour(of)] += 12 * count;
    CHECK(rods == expected);
  }
  trail.update(bodiesOf({small}));
  CHECK(byAge(trail.nodes()).size() == 1);
  CHECK(trail.updates() == MarkTrail::kOldest + 3);
}

TEST_CASE("marks: the octree of other faces begins anew, that of the body beside it does not") {
  const SoftMesh spread = sphereAt(0, 0, 0), small = crouched(spread);
  MarkTrail trail;
  trail.update(bodiesOf({spread, spread}));
  SoftMesh cut = small;
  cut.faces.pop_back();
  trail.update(bodiesOf({cut, small}));
  std::map<std::size_t, std::size_t> old;
  for (const MarkedNode& node : trail.nodes()) old[node.body] += node.age > 0;
  CHECK(old[0] == 0);
  CHECK(old[1] > 20);
}

TEST_CASE("marks: a scene's picture has the history that was followed, and so has that of pliant run") {
  const ScratchFolder folder;
  const std::string file = folder.path("marks.png");
  const ProgramRun run = runPliant(
      {"run", "clothedge", "--detector", "spatial-hash", "--steps", "40", "--screenshot", file, "--overlay", "marks"});
  REQUIRE(run.status == 0);
  const Overlay overlay = parseOverlay("marks");
  SceneTrail trail;
  Image picture;
  RunObserver observer;
  int steps = 0;
  observer.stepped = [&](const Simulation& simulation) {
    trail.follow(simulation, overlay);
    trail.follow(simulation, overlay);  // a second call in the same step has no effect
    CHECK(simulation.steps() == ++steps);
  };
  observer.ended = [&](const Simulation& simulation, const RunReport&, const Verdict& last) {
    const Drawing drawn = drawScene(simulation, last, overlay, &trail), alone = drawScene(simulation, last, overlay);
    CHECK(paleRods(drawn) > 0);
    CHECK(paleRods(alone) == 0);
    CHECK(trail.marks().updates() == 40);
    picture = render(drawn);
    SceneTrail forgets = std::move(trail);
    forgets.follow(simulation, parseOverlay("cells"));
    CHECK(forgets.marks().updates() == 0);
  };
  runScene({.scene = "clothedge", .simulation = {.detector = "spatial-hash"}, .steps = 40}, observer);
  const Image made = Image::load(file);
  REQUIRE(made.width() == picture.width());
  REQUIRE(made.height() > picture.height());  // a caption is below
  CHECK(pictures::differences(made, picture, pictures::allOf(picture)) == 0);
}
