#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/ContactConstraints.h"
#include "solve/SolveContext.h"

namespace pliant::detail {

/// Static friction. Iterations leave a residual motion in nodes that should rest; it moves from node to node and does
/// not decay. Therefore a node that has a contact and has moved by a negligible distance in the step is put back to its
/// position at t0: it rests. Coulomb's law allows this as long as the body does not slide. Conditions:
/// - The sum of the friction of the body's contacts is below 0.9 times the sum of their Coulomb limits. Only contacts
///   of ContactConstraints count; Bullet's m_rcontacts do not.
/// - All that the node touches has moved by a negligible distance, too: soft bodies and triangle meshes by their
///   elements, other rigid bodies by their point at the node.
/// - The group of bodies that press each other is neither carried nor drifting.
///
/// A group is carried if in this step
/// - a pinned node of it, a pinned node that it touches, or a kinematic body that it touches or is anchored to, moves
/// at
///   all; or
/// - a dynamic rigid body moves by 1/16 to 1 times the negligible distance at an anchor, or, if it has no triangle
/// mesh,
///   at a node that touches it.
///
/// A group drifts if the centre of mass of one of its soft bodies moves by more than 1/2 of the negligible distance.
///
/// Each step would put back nodes that must move along. A dynamic rigid body that moves farther than the negligible
/// distance does not carry the group: the nodes on it move that far, too, and the rest of a pile that it hits still
/// rests.
///
/// The negligible distance (`negligible`) is half of the distance that gravity moves a node from rest in one step.
/// Without gravity no node is put back.
class StaticFriction {
 public:
  /// A pressed body. The functions name it by its index in the list of these.
  struct Member {
    Index bodyIndex;
    Index group;  ///< bodies that press each other have the same one; 0 to number of members − 1
  };

  /// Call after these bodies have been solved. `contacts`: indexed by PushedContact::impulse of `constraints`.
  void apply(const SolveContext& context, std::span<const Member> members, std::span<const SurfaceContact> contacts,
             const ContactConstraints& constraints);

 private:
  struct State {
    Index firstNode = 0;                  // index in m_marks
    Real negligible = 0;                  // negligible distance [length]
    Real friction = 0, mostFriction = 0;  // sums over the contacts of the member
  };
  /// Facts of a contact, about the elements that it touches.
  struct Touch {
    std::array<Index, 2> sides{kNoIndex, kNoIndex};  // the members, or kNoIndex
    bool moving = false;                             // something has moved by more than the negligible distance
    bool carries = false;                            // a pinned node has moved
  };
  Touch touchOf(const SolveContext& context, std::span<const Member> members, const SurfaceContact& contact) const;
  void addContact(const SolveContext& context, std::span<const Member> members, const SurfaceContact& contact,
                  const PushedContact& pushed);
  /// Returns true if the group of the member is carried or drifts.
  bool addMember(const SolveContext& context, std::span<const Member> members, Index member);
  void putBack(const SolveContext& context, std::span<const Member> members, Index member);
  bool isMember(std::span<const Member> members, Index index) const;
  std::uint8_t& marksOf(Index member, Index node) { return m_marks[m_states[member].firstNode + node]; }

  std::vector<State> m_states;          // one per member
  std::vector<std::uint8_t> m_carried;  // one per group: 1 if it is carried or drifts
  std::vector<Index> m_memberOf;        // indexed by body; undefined if it is no member
  std::vector<std::uint8_t> m_carries;  // one per member: addMember()
  std::vector<std::uint8_t> m_marks;    // one per node of all members: kTouchesResting, kTouchesMoving
  std::vector<Touch> m_touches;         // indexed by contact; undefined if it has not pushed
};

}  // namespace pliant::detail
