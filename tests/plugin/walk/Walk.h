#pragma once

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>

#include <map>
#include <string>

#include "Place.h"

namespace walk {

/// Seed and permitted values of a walk.
struct Options {
  std::uint64_t seed = 1;
  bool fast = false;       ///< true for speeds up to 500 m/s and jumps across the world
  bool notFinite = false;  ///< true for NaN, infinities, 1e18 and 1e30 as values
  unsigned moreThreads = 0;
};

/// Makes random calls of the whole interface in two worlds at once, and checks invariants after each call. The same
/// options give the same walk.
class Walk final : public pliant::SoftCollisionListener {
 public:
  explicit Walk(const Options& options);
  ~Walk() override;
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  /// Makes one call and checks the result. Returns false after a failure, which failure() describes.
  bool go();

  const std::string& failure() const { return m_failure; }
  /// Returns the hash of all positions after all steps.
  std::uint64_t hash() const { return m_hash; }
  int steps() const { return m_steps; }
  /// CPU time of the longest step [ms].
  double worstMs() const { return m_worstMs; }
  /// Number of the call that made the longest step.
  int worstAt() const { return m_worstAt; }
  std::uint64_t contacts() const { return m_contacts; }

  void contactsFound(std::span<const pliant::SoftContact> contacts) override;
  void statusChanged(btSoftBody* body, const pliant::SoftBodyStatus& status) override;

 private:
  using Call = void (Walk::*)();
  struct Choice {
    int weight;
    Call call;
  };

  // Calls that make and change bodies.
  void addSoft();
  void addRigid();
  void removeSoft();
  void removeRigid();
  void changeWorld();
  void anchor();
  void placeSoft();
  void placeNodes();
  void placeRigid();
  void pushSoft();
  void weigh();
  void configure();
  void cut();
  void poison();
  void wakeOrSleep();
  void flags();
  void changeMesh();

  // Calls of Pliant's settings and queries, and steps.
  void setBody();
  void setPair();
  void setWorld();
  void setMethod();
  void ask();
  void rays();
  void contactTests();
  void draw();
  void step();
  void stepLong();
  void setTick();

  template <typename Body>
  Body* anyIn(const std::vector<std::unique_ptr<Body>>& bodies, int world) {
    std::vector<Body*> found;
    for (const auto& body : bodies)
      if (body->world == world) found.push_back(body.get());
    return found.empty() ? nullptr : m_dice.of(found);
  }
  Soft* softIn(int world) { return anyIn(m_softs, world); }
  Rigid* rigidIn(int world) { return anyIn(m_rigids, world); }
  Soft* anySoft();
  Rigid* anyRigid();
  Place& place(int world) { return *m_places[static_cast<std::size_t>(world)]; }
  void insert(Soft& soft, int world);
  void takeOut(Soft& soft, bool byBullet);
  void takeOut(Rigid& rigid);
  static void dropAnchors(btSoftBody& soft, const btRigidBody* rigid);
  btVector3 somewhere();
  btScalar speed() { return m_options.fast ? btScalar(500) : btScalar(5); }

  void tick(int world);
  static void onTick(btDynamicsWorld* world, btScalar timeStep);
  void expect(bool holds, const char* what);
  void checkStep(int world);
  void checkContact(int world, const pliant::SoftContact& contact);
  void checkResults(int world, const pliant::Results& results);

  Options m_options;
  Dice m_dice;
  int m_calls = 0, m_steps = 0, m_worstAt = 0, m_stepping = -1;
  double m_worstMs = 0;
  std::uint64_t m_hash = 14695981039346656037u, m_contacts = 0;
  std::string m_failure;
  std::array<std::unique_ptr<Place>, 2> m_places;
  std::vector<std::unique_ptr<Soft>> m_softs;
  std::vector<std::unique_ptr<Rigid>> m_rigids;
  pliant::SpatialHash m_hashDetector;
  pliant::BucketTree m_tree;
  pliant::BruteForce m_brute;
  pliant::LdiDetector m_images{nullptr, {}};
  pliant::Results m_results;
};

}  // namespace walk
