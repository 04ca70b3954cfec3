// Settings of a world and of a body, all at once.

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant_threads.h>

#include <limits>

#include "../Worlds.h"

namespace {

using pliant::SoftBodySettings;
using pliant::SoftCollisionSettings;

constexpr btScalar kNaN = std::numeric_limits<btScalar>::quiet_NaN(),
                   kInfinite = std::numeric_limits<btScalar>::infinity();

/// All fields differ from the defaults.
const SoftCollisionSettings kOtherWorld{.threads = 2,
                                        .method = Method::BucketTree,
                                        .volumeResolution = 100,
                                        .capHoles = 30,
                                        .contacts = {.nearAtRest = true, .reach = btScalar(0.5)},
                                        .marginFraction = btScalar(0.2),
                                        .rigidMeshesAndPlanes = false,
                                        .sleepSpeed = btScalar(0.1),
                                        .sleepTime = 3,
                                        .keepBulletTrees = true,
                                        .writeSContacts = false,
                                        .drawNearContacts = true};
const SoftBodySettings kOtherBody{.enabled = false,
                                  .self = true,
                                  .excludedRings = 3,
                                  .margin = btScalar(0.3),
                                  .seamsJoined = false,
                                  .method = Method::RegularityTree};

}  // namespace

TEST_CASE("settings: what is set at once is what the functions for one field set and return") {
  PliantStage stage;
  btSoftBody* const body = stage.addCube(vector(0, 0, 0), 1, 2);
  pliant::SoftCollision& collision = stage.collision();
  collision.clearMargin(body);  // addCube sets one
  CHECK(collision.settings() == SoftCollisionSettings{});
  CHECK(collision.bodySettings(body) == SoftBodySettings{});
  SECTION("at once") {
    collision.setSettings(kOtherWorld);
    collision.setBodySettings(body, kOtherBody);
  }
  SECTION("one by one") {
    collision.setThreads(2);
    collision.setMethod(Method::BucketTree);
    collision.setVolumeResolution(100);
    collision.setCapHoles(30);
    collision.setContactSettings(kOtherWorld.contacts);
    collision.setMarginFraction(btScalar(0.2));
    collision.setRigidMeshesEnabled(false);
    collision.setSleeping(btScalar(0.1), 3);
    collision.setKeepBulletTrees(true);
    collision.setWriteSContacts(false);
    collision.setNearContactsDrawn(true);
    collision.setBodyEnabled(body, false);
    collision.setSelfEnabled(body, true);
    collision.setExcludedRings(body, 3);
    collision.setMargin(body, btScalar(0.3));
    collision.setSeamsJoined(body, false);
    collision.setMethod(body, Method::RegularityTree);
  }
  CHECK(collision.settings() == kOtherWorld);
  CHECK(collision.bodySettings(body) == kOtherBody);
  CHECK(collision.getThreads() == 2);
  CHECK(collision.getDetector()->name() == "bucket-tree");
  CHECK(collision.getVolumeResolution() == 100);
  CHECK(collision.getContactSettings() == kOtherWorld.contacts);
  CHECK(collision.getMarginFraction() == btScalar(0.2));
  CHECK_FALSE(collision.areRigidMeshesEnabled());
  CHECK(collision.getSleepSpeed() == btScalar(0.1));
  CHECK(collision.getSleepTime() == 3);
  CHECK(collision.isKeepingBulletTrees());
  CHECK_FALSE(collision.isWritingSContacts());
  CHECK(collision.areNearContactsDrawn());
  CHECK_FALSE(collision.isBodyEnabled(body));
  CHECK(collision.isSelfEnabled(body));
  CHECK(collision.getExcludedRings(body) == 3);
  CHECK(collision.getMargin(body) == btScalar(0.3));
  CHECK_FALSE(collision.areSeamsJoined(body));
  CHECK(collision.getMethod(body) == Method::RegularityTree);
  stage.step();
  CHECK(collision.getMargin(body) == btScalar(0.3));
}

TEST_CASE("settings: a bad value is refused by the name of its field, and nothing changes") {
  PliantStage stage;
  btSoftBody* const body = stage.addCube(vector(0, 0, 0), 1, 2);
  pliant::SoftCollision& collision = stage.collision();
  collision.setSettings(kOtherWorld);
  collision.setBodySettings(body, kOtherBody);
  const pliant::Detector* const detector = collision.getDetector();

  const std::pair<const char*, void (*)(SoftCollisionSettings&)> badWorlds[] = {
      {"method", [](auto& settings) { settings.method = Method(99); }},
      {"method", [](auto& settings) { settings.method = Method::Named; }},
      {"volumeResolution", [](auto& settings) { settings.volumeResolution = -1; }},
      {"capHoles", [](auto& settings) { settings.capHoles = -1; }},
      {"capHoles", [](auto& settings) { settings.capHoles = 10001; }},
      {"volumeResolution", [](auto& settings) { settings.volumeResolution = int(pliant::kMostLdiResolution) + 1; }},
      {"marginFraction", [](auto& settings) { settings.marginFraction = -1; }},
      {"marginFraction", [](auto& settings) { settings.marginFraction = kNaN; }},
      {"sleepSpeed", [](auto& settings) { settings.sleepSpeed = -1; }},
      {"sleepSpeed", [](auto& settings) { settings.sleepSpeed = kInfinite; }},
      {"sleepTime", [](auto& settings) { settings.sleepTime = 0; }},
      {"sleepTime", [](auto& settings) { settings.sleepTime = kNaN; }},
  };
  for (const auto& [field, spoil] : badWorlds) {
    SoftCollisionSettings settings;
    spoil(settings);
    CHECK_THROWS_WITH(collision.setSettings(settings),
                      Catch::StartsWith("SoftCollisionSettings::" + std::string(field) + " "));
    CHECK(collision.settings() == kOtherWorld);
    CHECK(collision.getDetector() == detector);
  }

  const std::pair<const char*, void (*)(SoftBodySettings&)> badBodies[] = {
      {"excludedRings", [](auto& settings) { settings.excludedRings = 0; }},
      {"excludedRings", [](auto& settings) { settings.excludedRings = int(pliant::kMaxExcludedRings) + 1; }},
      {"margin", [](auto& settings) { settings.margin = btScalar(-1); }},
      {"margin", [](auto& settings) { settings.margin = kInfinite; }},
      {"method", [](auto& settings) { settings.method = Method::Off; }},
      {"method", [](auto& settings) { settings.method = Method(99); }},
  };
  for (const auto& [field, spoil] : badBodies) {
    SoftBodySettings settings;
    spoil(settings);
    CHECK_THROWS_WITH(collision.setBodySettings(body, settings),
                      Catch::StartsWith("SoftBodySettings::" + std::string(field) + " "));
    CHECK(collision.bodySettings(body) == kOtherBody);
  }
}

TEST_CASE("settings: another method makes a detector, other fields keep it, and the program's detector stays in use") {
  PliantStage stage;
  pliant::SoftCollision& collision = stage.collision();
  SoftCollisionSettings settings = kOtherWorld;
  settings.method = Method::LdiSoftware;
  collision.setSettings(settings);
  pliant::Detector* const own = collision.getDetector();
  REQUIRE(own->volumes());
  CHECK(own->volumes()->settings().grid.resolution == 100);
  settings.volumeResolution = 50;
  settings.sleepTime = 4;
  settings.threads = 0;
  collision.setSettings(settings);
  CHECK(collision.getDetector() == own);
  CHECK(own->volumes()->settings().grid.resolution == 50);
  CHECK(collision.settings().threads == 0);
  CHECK(collision.getThreads() >= 1);

  pliant::BruteForce given;
  collision.setDetector(&given);
  settings.method = Method::RegularityTree;
  collision.setSettings(settings);
  CHECK(collision.getDetector() == &given);
  collision.setDetector(nullptr);
  CHECK(collision.getDetector()->name() == "regularity-tree");
}

TEST_CASE("settings: a null body is refused by the name of the function and the argument") {
  PliantStage stage;
  pliant::SoftCollision& collision = stage.collision();
  const btSoftBody& cube = *stage.addCube(vector(0, 0, 0), 1, 2);
  constexpr const btSoftBody* kNone = nullptr;
  constexpr const btCollisionObject* kNoRigid = nullptr;
  const auto refuses = [](const std::string& function, const auto& call, const std::string& argument = "body") {
    CHECK_THROWS_WITH(call(), "SoftCollision::" + function + ": " + argument + " must not be null");
  };
  for (int run = 0; run < 2; ++run) {
    refuses("bodySettings", [&] { (void)collision.bodySettings(kNone); });
    refuses("setBodySettings", [&] { collision.setBodySettings(kNone, {}); });
    refuses("setBodyEnabled", [&] { collision.setBodyEnabled(kNone, true); });
    refuses("isBodyEnabled", [&] { (void)collision.isBodyEnabled(kNone); });
    refuses("setSelfEnabled", [&] { collision.setSelfEnabled(nullptr, true); });
    refuses("isSelfEnabled", [&] { (void)collision.isSelfEnabled(kNone); });
    refuses("setExcludedRings", [&] { collision.setExcludedRings(kNone, 2); });
    refuses("getExcludedRings", [&] { (void)collision.getExcludedRings(kNone); });
    refuses("setMargin", [&] { collision.setMargin(kNone, 1); });
    refuses("clearMargin", [&] { collision.clearMargin(kNone); });
    refuses("getMargin", [&] { (void)collision.getMargin(kNone); });
    refuses("setSeamsJoined", [&] { collision.setSeamsJoined(kNone, true); });
    refuses("areSeamsJoined", [&] { (void)collision.areSeamsJoined(kNone); });
    refuses("setMethod", [&] { collision.setMethod(kNone, Method::BucketTree); });
    refuses("setMethod", [&] { collision.setMethod(kNone, "bucket-tree"); });
    refuses("getMethod", [&] { (void)collision.getMethod(kNone); });
    refuses(
        "setPairEnabled", [&] { collision.setPairEnabled(kNone, &cube, true); }, "a");
    refuses(
        "setPairEnabled", [&] { collision.setPairEnabled(&cube, kNone, true); }, "b");
    refuses(
        "isPairEnabled", [&] { (void)collision.isPairEnabled(kNone, kNone); }, "a");
    refuses(
        "isPairEnabled", [&] { (void)collision.isPairEnabled(&cube, kNone); }, "b");
    refuses("bodyChanged", [&] { collision.bodyChanged(kNone); });
    refuses(
        "bodyChanged", [&] { collision.bodyChanged(kNoRigid); }, "rigid");
    refuses("bodyRemoved", [&] { collision.bodyRemoved(kNone); });
    refuses(
        "bodyRemoved", [&] { collision.bodyRemoved(kNoRigid); }, "rigid");
    refuses("getBodyId", [&] { (void)collision.getBodyId(kNone); });
    refuses("getStatus", [&] { (void)collision.getStatus(kNone); });
    refuses("getCuts", [&] { (void)collision.getCuts(kNone); });
    btSoftBody::sRayCast hit;
    refuses("rayTest", [&] { (void)collision.rayTest(kNone, vector(0, 0, 0), vector(1, 0, 0), hit); });
    stage.step();
  }
}
