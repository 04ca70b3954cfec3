#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include <cstdint>
#include <span>
#include <vector>

#include "solve/ContactConstraints.h"
#include "solve/SolveContext.h"

namespace pliant::detail {

/// Static friction. Iterations leave a residual motion in nodes that friction holds; it moves from node to node and
/// does not decay. Therefore a node that has a contact and has moved by a negligible distance in the step is put back
/// to its position at t0. Coulomb's law allows this as long as the body does not slide. Conditions:
/// - The sum of the friction of the body's contacts is below 0.9 times the sum of their Coulomb limits.
/// - All that the node touches has moved by a negligible distance, too: soft bodies and triangle meshes by their
///   elements, other rigid bodies by their point at the node.
/// - Nothing carries the group of bodies that press each other.
///
/// A group is carried if in this step
/// - a pinned node of it, or a pinned node or kinematic body that it touches, moves at all;
/// - a dynamic rigid body without triangle mesh moves by 1/16 to 1 times the negligible distance where a node touches
///   it, or is anchored to it; or
/// - a soft body of it moves as a whole by more than 1/2 of the negligible distance.
///
/// The group must move along with such a body, but each step would put its nodes back. A dynamic rigid body that is
/// faster does not make its group carried: the nodes that it carries move farther than the negligible distance, and the
/// rest of a pile that it hits stays held.
///
/// The negligible distance (`negligible`) is half of the distance that gravity moves a node from rest in one step.
/// Without gravity no node is held.
class StaticFriction {
 public:
  struct Body {
    Index bodyIndex;
    Index group;  ///< bodies that press each other have the same one; 0 to number of bodies − 1
  };

  /// Call after these bodies have been solved. `contacts`: indexed by PushedContact::impulse of `constraints`.
  void hold(const SolveContext& context, std::span<const Body> bodies, std::span<const SurfaceContact> contacts,
            const ContactConstraints& constraints);

 private:
  struct State {
    Index firstNode = 0;                  // index in m_marks
    Real negligible = 0;                  // negligible distance [length]
    Real friction = 0, mostFriction = 0;  // sums over the contacts of the body
  };
  void addContact(const SolveContext& context, std::span<const Body> bodies, const SurfaceContact& contact,
                  const PushedContact& pushed);
  void addBody(const SolveContext& context, std::span<const Body> bodies, Index body);
  bool isBody(std::span<const Body> bodies, Index index) const;
  std::uint8_t& marksOf(Index body, Index node) { return m_marks[m_states[body].firstNode + node]; }

  std::vector<State> m_states;          // one per body
  std::vector<std::uint8_t> m_carried;  // one per group: 1 if it is carried
  std::vector<Index> m_bodyOf;          // indexed by body of the set; undefined for other bodies
  std::vector<std::uint8_t> m_marks;    // one per node of all bodies: kTouchesResting, kTouchesMoving
};

}  // namespace pliant::detail
