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
/// - The elements that the node touches have moved by a negligible distance, too.
/// - The bodies that press each other are not carried: no pinned node, anchor or kinematic body moves, no dynamic rigid
///   body moves by more than 1/16 of the negligible distance, and no soft body as a whole by more than 1/2 of it.
///
/// The negligible distance (`negligible`) is half of the distance that gravity moves a node from rest in one step.
/// Without gravity no node is held.
class StaticFriction {
 public:
  struct Body {
    Index bodyIndex;
    Index group;  ///< group of bodies that press each other; less than the number of bodies
  };

  /// Call after these bodies have been solved. `contacts`: the list that impulse indices of `constraints` refer to.
  void hold(const SolveContext& context, std::span<const Body> bodies, std::span<const SurfaceContact> contacts,
            const ContactConstraints& constraints);

 private:
  struct State {
    Index firstNode = 0;                  // index in m_nodes
    Real negligible = 0;                  // negligible distance [length]
    Real friction = 0, mostFriction = 0;  // sums over the contacts of the body
    bool groupCarried = false;            // for the group with the body's index
  };
  void addContact(const SolveContext& context, std::span<const Body> bodies, const SurfaceContact& contact,
                  const PushedContact& pushed);
  void addBody(const SolveContext& context, std::span<const Body> bodies, Index body);
  bool isBody(std::span<const Body> bodies, Index index) const;
  void mark(Index body, Index node, bool moved);

  std::vector<State> m_states;        // one per body
  std::vector<Index> m_bodyOf;        // indexed by body of the set; undefined for other bodies
  std::vector<std::uint8_t> m_nodes;  // one per node of all bodies: kHeld, kMoved
};

}  // namespace pliant::detail
