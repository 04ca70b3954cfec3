#pragma once

#include <pliant/models/ClosedModel.h>

#include <cstdint>
#include <vector>

namespace pliant::models {

/// Control point of a limb: centre and radius.
struct Ball {
  double x, y, z, radius;
};
using Limb = std::vector<Ball>;

/// Returns the Catmull-Rom curve through the centres and radii, with `steps` pieces between two balls.
Limb curved(const Limb& through, int steps = 6);
/// Returns the closed curve through the balls. The last ball must be equal to the first.
Limb ring(const Limb& through, int steps = 6);
/// Returns the limb mirrored in the plane z = 0.
Limb mirrored(Limb limb);

/// A solid of limbs that blend into each other: the set where a function is negative. The function grows by about 1 per
/// unit of length.
class ImplicitShape {
 public:
  enum class Joined : std::uint8_t { Added, Carved };

  struct Flat {
    Point normal{0, 0, 1};
    double factor = 1;  ///< divides the thickness along the normal
  };

  /// Adds a part to the shape, or cuts it out. A limb is the union of the hulls of consecutive balls. Limbs of one part
  /// meet sharply. The part blends into the earlier parts over the length `blend`.
  ImplicitShape& part(const std::vector<Limb>& limbs, double blend, Joined joined = Joined::Added);
  /// Adds a part that is flattened about the midpoint of its first and last ball.
  ImplicitShape& flatPart(const Limb& limb, const Flat& flat, double blend);
  /// Adds waves of amplitude `height` [length] and angular frequency `frequency` [rad/length] to the surface.
  ImplicitShape& relief(double height, double frequency);

  /// Pieces of parts that can affect the value near a place.
  struct Selection {
    std::vector<std::uint32_t> pieces, ends;  ///< `ends`: one per part
  };
  Selection everything() const;
  /// Keeps the pieces of `wide` that can affect the value within `radius` of `centre`. There the value has the same
  /// bits for both selections.
  void narrow(const Selection& wide, const Point& centre, double radius, Selection& narrowed) const;
  double value(const Point& p, const Selection& near) const;

  /// Returns an upper bound of the change of the value per unit of length.
  double steepness() const { return m_slope + m_height * m_frequency; }
  /// Computes a box that contains the whole shape.
  void bounds(Point& low, Point& high) const;

 private:
  struct Part {
    std::uint32_t end;  ///< end of its pieces in m_pieces
    double blend;
    Joined joined;
    Flat flat;
    Point middle;
  };
  struct Piece {
    Point from, along;
    double perLength2;  ///< 1 / squared length of `along`; 0 if the length is 0
    double radius, more;
  };

  Point flattened(const Part& part, const Point& p) const;
  static double distance(const Piece& piece, const Point& p);
  void add(const std::vector<Limb>& limbs, double blend, Joined joined, const Flat& flat);

  std::vector<Part> m_parts;
  std::vector<Piece> m_pieces;
  double m_slope = 1;  ///< above 1 if the radius changes along a limb
  double m_height = 0, m_frequency = 0;
};

}  // namespace pliant::models
