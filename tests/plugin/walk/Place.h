#pragma once

#include <array>
#include <memory>

#include "RigidKinds.h"

namespace walk {

/// A world of any of the kinds that Pliant serves, and its SoftCollision.
class Place {
 public:
  virtual ~Place() = default;
  virtual btDiscreteDynamicsWorld& world() = 0;
  virtual pliant::SoftCollision& collision() = 0;
  virtual btSoftBodyWorldInfo& info() = 0;
  virtual void add(btSoftBody& body, int group, int mask) = 0;
  virtual void remove(btSoftBody& body) = 0;
  /// Through Bullet's own class, of which Pliant is not told.
  virtual void removeByBullet(btSoftBody& body) = 0;
  virtual const btAlignedObjectArray<btSoftBody*>& bodies() = 0;

  /// Bullet's own rays may not return, and its own contact tests know nothing of soft bodies.
  virtual bool hasRays() const = 0;

  bool stale = false;      ///< contacts may name bodies that are gone, until the next step
  bool notFinite = false;  ///< something has been given positions that are no numbers
};

template <typename Kept>
class PlaceOf final : public Place {
 public:
  btDiscreteDynamicsWorld& world() override { return m_stage.world; }
  pliant::SoftCollision& collision() override {
    if constexpr (isPliant)
      return m_stage.world.softCollision();
    else
      return m_stage.collision;
  }
  btSoftBodyWorldInfo& info() override { return m_stage.world.getWorldInfo(); }
  void add(btSoftBody& body, int group, int mask) override { m_stage.world.addSoftBody(&body, group, mask); }
  void remove(btSoftBody& body) override {
    if constexpr (!isPliant) m_stage.collision.bodyRemoved(&body);
    m_stage.world.removeSoftBody(&body);
  }
  void removeByBullet(btSoftBody& body) override {
    if constexpr (std::is_same_v<Kept, MultiBodyStage>)
      static_cast<btSoftMultiBodyDynamicsWorld&>(m_stage.world).removeSoftBody(&body);
    else
      static_cast<btSoftRigidDynamicsWorld&>(m_stage.world).removeSoftBody(&body);
  }
  bool hasRays() const override { return isPliant; }
  const btAlignedObjectArray<btSoftBody*>& bodies() override { return m_stage.world.getSoftBodyArray(); }

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
