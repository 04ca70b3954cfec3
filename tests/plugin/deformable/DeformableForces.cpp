// Contacts of deformable bodies under each of Bullet's forces.

#include <BulletSoftBody/btDeformableCorotatedForce.h>
#include <BulletSoftBody/btDeformableLinearElasticityForce.h>
#include <BulletSoftBody/btDeformableMousePickingForce.h>
#include <BulletSoftBody/btDeformableNeoHookeanForce.h>

#include "DeformableStage.h"

namespace {

enum class Material { Linear, Corotated, NeoHookean };

std::unique_ptr<btDeformableLagrangianForce> makeForce(Material material) {
  switch (material) {
    case Material::Linear:
      return std::make_unique<btDeformableLinearElasticityForce>(btScalar(100), btScalar(100));
    case Material::Corotated:
      return std::make_unique<btDeformableCorotatedForce>(btScalar(100), btScalar(100));
    default:
      return std::make_unique<btDeformableNeoHookeanForce>(btScalar(100), btScalar(100), btScalar(0.05));
  }
}

/// Adds a cube without springs.
btSoftBody* addCubeOf(DeformableStage& stage, Material material, const btVector3& centre) {
  btSoftBody* const cube = stage.soft.emplace_back(makeCube(stage.info(), centre, 1, 3)).get();
  cube->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDN;
  cube->setActivationState(DISABLE_DEACTIVATION);
  stage.world.addSoftBody(cube);
  stage.addForce(*cube, makeForce(material));
  return cube;
}

}  // namespace

TEST_CASE("deformable cubes of each material that fly at each other stay apart, and gain nothing") {
  const Material material = GENERATE(Material::Linear, Material::Corotated, Material::NeoHookean);
  CAPTURE(int(material));
  DeformableStage stage;
  btSoftBody* const left = addCubeOf(stage, material, vector(0, 0, 0));
  btSoftBody* const right = addCubeOf(stage, material, vector(1.3, 0.1, 0.2));
  left->setVelocity(vector(1, 0, 0));
  right->setVelocity(vector(-1, 0, 0));
  const auto& bodies = stage.world.getSoftBodyArray();
  const double begin = motionOf(bodies).kinetic;
  std::size_t contacts = 0;
  stage.step(240, [&] {
    contacts += stage.collision().getContacts().size();
    REQUIRE(facePairsFound(stage.collision()) == 0);
    REQUIRE(motionOf(bodies).kinetic < 1.01 * begin);
    REQUIRE(motionOf(bodies).momentum.norm() < 0.01);
  });
  CHECK(contacts > 0);
}

TEST_CASE("a deformable cube that the mouse pulls at another one pushes it") {
  DeformableStage stage;
  btSoftBody* const pulled = stage.addCube(vector(0, 0, 0));
  btSoftBody* const other = stage.addCube(vector(1.4, 0.05, 0));
  stage.addForce(*pulled, std::make_unique<btDeformableMousePickingForce>(
                              btScalar(20), btScalar(0.3), pulled->m_faces[0], vector(6, 0, 0), btScalar(5)));
  stage.step(240, [&] { REQUIRE(facePairsFound(stage.collision()) == 0); });
  CHECK(centreOf(*pulled).x() > btScalar(0.3));
  CHECK(centreOf(*other).x() > btScalar(1.5));
}
