#pragma once

#include <pliant/models/ClosedModel.h>

#include <cstdint>
#include <string_view>

namespace pliant::models {

/// The models of Heidelberger 2003 and 2004, made anew by code: as many faces, and something of what they are named
/// after. Closed, manifold, nowhere through themselves; y is up, they look along x (Santa, mouse, hat along z).
enum class PaperModel : std::uint8_t {
  Knot,          ///< 12,000 faces
  Rabbit,        ///< 50,000
  Reptile,       ///< 110,000
  Santa,         ///< 150,000
  Dragon,        ///< 520,000
  MediumDragon,  ///< 150,000
  SmallDragon,   ///< 50,000
  SmallSanta,    ///< 10,000; the one that deforms
  Mouse,         ///< 15,000
  Hat,           ///< 1,500; open below
  Phone,         ///< 900
};

std::string_view nameOf(PaperModel model);

/// Fitted. Made when first asked for, then kept; from any thread.
const ClosedModel& paperModel(PaperModel model);

/// A rippled tube around the torus knot that winds `around` times around the axis and `through` times through the hole:
/// 2 · rings · sides faces. It nowhere passes through itself for a few windings.
ClosedModel knottedTube(int around, int through, Index rings, Index sides);

/// A hand of 4,800 faces, fingers up along y, palm along z, its length open 1: from open (0) to a fist (1), in which
/// its fingers pass into the palm. The same faces for each.
ClosedModel closingHand(double closed);

}  // namespace pliant::models
