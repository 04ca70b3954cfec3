#pragma once

#include <array>
#include <memory>

#include "RigidKinds.h"

namespace walk {

/// A world of any kind that Pliant supports, and its SoftCollision.
class Place {
 public:
  virtual ~Place() = default;
  virtual btDiscreteDynamicsWorld& world() = 0;
  virtual pliant::SoftCollision& collision() = 0;
  virtual btSoftBodyWorldInfo& info() = 0;
  virtual void add(btSoftBody& body, int group, int mask) = 0;
  virtual void remove(btSoftBody& body) = 0;
  /// Removes the body through Bullet's own class, which does not notify Pliant.
  virtual void removeByBullet(btSoftBody& body) = 0;
  virtual const btAlignedObjectArray<btSoftBody*>& bodies() = 0;

  /// Returns false for Bullet's own world: its rays may not terminate, and its contact tests ignore soft bodies.
  virtual bool hasRays() const = 0;

  bool stale = false;      ///< true if contacts may name removed bodies, until the next step
  bool notFinite = false;  ///< true once a position was not finite
};

template <typename Kept>
class PlaceOf final : public Place {
 public:
  btDiscreteDynamicsWorld& world() override { return m_stage.world; }
  pliant::SoftCollision& collision() override { return m_stage.collision(); }
  btSoftBodyWorldInfo& info() override { return m_stage.info(); }
  void add(btSoftBody& body, int group, int mask) override { m_stage.world.addSoftBody(&body, group, mask); }
  void remove(btSoftBody& body) override {
    if constexpr (!isPliant) m_stage.collision().bodyRemoved(&body);
    m_stage.world.removeSoftBody(&body);
  }
  void removeByBullet(btSoftBody& body) override {
    if constexpr (std::is_same_v<Kept, MultiBodyStage>)
      static_cast<btSoftMultiBodyDynamicsWorld&>(m_stage.world).removeSoftBody(&body);
    else
      static_cast<btSoftRigidDynamicsWorld&>(m_stage.world).removeSoftBody(&body);
  }
  bool hasRays() const override { return isPliant; }
  const btAlignedObjectArray<btSoftBody*>& bodies() override { return m_stage.bodies(); }

 private:
  static constexpr bool isPliant = !std::is_same_v<Kept, PartsStage>;
  Kept m_stage;
};

inline std::unique_ptr<Place> makePlace(int kind) {
  if (kind == 0) return std::make_unique<PlaceOf<PliantStage>>();
  if (kind == 1) return std::make_unique<PlaceOf<MultiBodyStage>>();
  return std::make_unique<PlaceOf<PartsStage>>();
}

}  // namespace walk
