#pragma once

#include <pliant/models/ClosedModel.h>

#include <cstdint>
#include <string_view>

namespace pliant::models {

/// Procedural substitutes for the models of Heidelberger 2003 and 2004, with the same numbers of faces. They are
/// closed, manifold and without self-intersections. The y axis is up; they face along x (Santa, mouse and hat along z).
enum class PaperModel : std::uint8_t {
  Knot,          ///< 12,000 faces
  Rabbit,        ///< 50,000
  Reptile,       ///< 110,000
  Santa,         ///< 150,000
  Dragon,        ///< 520,000
  MediumDragon,  ///< 150,000
  SmallDragon,   ///< 50,000
  SmallSanta,    ///< 10,000; the model that deforms
  Mouse,         ///< 15,000
  Hat,           ///< 1,500; open at the bottom
  Phone,         ///< 900
};

std::string_view nameOf(PaperModel model);

/// Returns the fitted model. It is built on the first call and kept. Thread-safe.
const ClosedModel& paperModel(PaperModel model);

/// Returns a rippled tube of 2 · rings · sides faces around a torus knot. The knot winds `around` times around the axis
/// and `through` times through the hole. The tube has no self-intersections if the windings are few.
ClosedModel knottedTube(int around, int through, Index rings, Index sides);

/// Returns a hand of 4,800 faces, fingers along y, palm along z, length 1 when open. It closes from open (`closed` = 0)
/// to a fist (1), whose fingers penetrate the palm. `closed` does not change the faces.
ClosedModel closingHand(double closed);

}  // namespace pliant::models
