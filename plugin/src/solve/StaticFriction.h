#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include <cstdint>
#include <span>
#include <vector>

#include "solve/ContactConstraints.h"
#include "solve/SolveContext.h"

namespace pliant::detail {

/// Static friction. Iterations leave a rest of motion in what friction holds, which wanders from node to node and does
/// not end. So a node in a contact that has hardly moved in the step stays where it was. Coulomb's law allows that as
/// long as the body does not slide, so it needs all of this:
/// - The friction of the body's contacts is, in sum, less than the most that they can have.
/// - What the node touches has hardly moved either.
/// - Nothing carries the body, of all that press each other: no pinned node, anchor or kinematic body moves, no dynamic
///   rigid body goes by a sixteenth of what is hardly a motion, and no soft body as a whole by half of it.
///
/// "Hardly": by less than a part of what gravity moves a node by in a step from rest. Without gravity nothing is held.
class StaticFriction {
 public:
  struct Body {
    Index slot;
    Index group;  ///< of those that press each other; below the number of bodies
  };

  /// After the solve of these bodies. `contacts`: what the impulses of `sweep` refer to.
  void hold(const SolveContext& context, std::span<const Body> bodies, std::span<const SurfaceContact> contacts,
            const ContactConstraints& sweep);

 private:
  struct State {
    Index firstNode = 0;                  // in m_nodes
    Real hardly = 0;                      // world units
    Real friction = 0, mostFriction = 0;  // of all contacts of the body
    bool groupCarried = false;            // of the group with the body's number
  };
  void addContact(const SolveContext& context, std::span<const Body> bodies, const SurfaceContact& contact,
                  const PushedContact& pushed);
  void addBody(const SolveContext& context, std::span<const Body> bodies, Index body);
  bool isBody(std::span<const Body> bodies, Index slot) const;
  void mark(Index body, Index node, bool loose);

  std::vector<State> m_states;        // by body
  std::vector<Index> m_bodyOf;        // by slot; anything for slots that are none of the bodies'
  std::vector<std::uint8_t> m_nodes;  // of all bodies: kHeld, kLoose
};

}  // namespace pliant::detail
