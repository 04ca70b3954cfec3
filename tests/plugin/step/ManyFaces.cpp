// A world whose bodies have many faces is searched by patches while they move against each other. It goes the same way.

#include <pliant/detectors/AutoDetector.h>
#include <pliant_catch.h>

#include <algorithm>
#include <vector>

#include "../Worlds.h"

namespace {

using pliant::AutoDetector;

/// Two sheets and a rope that fall onto a ball.
std::vector<btSoftBody*> build(PliantStage& stage) {
  stage.addRigid(0, new btSphereShape(btScalar(0.4)), btVector3(0, 0, 0));
  std::vector<btSoftBody*> bodies;
  for (const double height : {0.7, 0.75})
    bodies.push_back(stage.add(makeCloth(stage.info(), btVector3(0, btScalar(height), 0), 1, 20)));
  bodies.push_back(stage.add(makeRope(stage.info(), btVector3(-1, 1, 0), btVector3(1, 1, btScalar(0.2)), 19, 0.2)));
  return bodies;
}

bool samePlaces(const std::vector<btSoftBody*>& a, const std::vector<btSoftBody*>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (int n = 0; n < a[i]->m_nodes.size(); ++n)
      if (!(a[i]->m_nodes[n].m_x == b[i]->m_nodes[n].m_x)) return false;
  return true;
}

bool byPatches(PliantStage& stage) {
  const auto choices = stage.collision().getChoices();
  return std::any_of(choices.begin(), choices.end(),
                     [](const auto& choice) { return choice.item.method == AutoDetector::Method::Patches; });
}

}  // namespace

TEST_CASE("many faces: patches serve the steps that are not calm, and nothing else changes") {
  AutoDetector::Settings settings;
  settings.manyFaces = 1000;
  AutoDetector detector(settings);
  PliantStage hashed, chosen;
  const auto ofHashed = build(hashed), ofChosen = build(chosen);
  hashed.collision().setMethod(Method::SpatialHash);
  chosen.collision().setDetector(&detector);
  int most = 0;
  for (int step = 0; step < 120; ++step) {
    hashed.step(1);
    chosen.step(1);
    most = std::max(most, chosen.collision().getNumContacts());
    INFO("step " << step);
    REQUIRE(samePlaces(ofChosen, ofHashed));
    if (step == 3) CHECK_FALSE(byPatches(chosen));  // all fall alike
  }
  CHECK(byPatches(chosen));
  CHECK(most > 100);
}
