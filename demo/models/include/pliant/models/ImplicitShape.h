#pragma once

#include <pliant/models/ClosedModel.h>

#include <cstdint>
#include <vector>

namespace pliant::models {

/// A ball that a limb passes through.
struct Ball {
  double x, y, z, radius;
};
using Limb = std::vector<Ball>;

/// The curve through the balls' centres (Catmull and Rom), radii likewise: `steps` pieces between two of them.
Limb curved(const Limb& through, int steps = 6);
/// The same for a closed curve; the last ball is the first.
Limb ring(const Limb& through, int steps = 6);
/// In the plane z → −z: for what a body has twice.
Limb mirrored(Limb limb);

/// A solid of limbs that blend into each other: where a function is negative that grows by about 1 per unit of length.
class ImplicitShape {
 public:
  enum class Joined : std::uint8_t { Added, Carved };

  struct Flat {
    Point normal{0, 0, 1};
    double factor = 1;  ///< thickness along the normal is divided by it
  };

  /// Each limb is the hull of one ball after the other. Limbs of a part meet sharply; it blends into (is cut out of)
  /// what was added before over the length `blend`.
  ImplicitShape& part(const std::vector<Limb>& limbs, double blend, Joined joined = Joined::Added);
  /// Flattened around the middle of its first and last ball.
  ImplicitShape& flatPart(const Limb& limb, const Flat& flat, double blend);
  /// Waves of the surface: their height, and how many fit into 2π units of length.
  ImplicitShape& relief(double height, double frequency);

  /// What of the shape matters near a place: pieces of parts.
  struct Selection {
    std::vector<std::uint32_t> pieces, ends;  ///< `ends` by part
  };
  Selection everything() const;
  /// Leaves those of `wide` that decide the value within `radius` of `centre`; the value there stays the same bits.
  void narrow(const Selection& wide, const Point& centre, double radius, Selection& narrowed) const;
  double value(const Point& p, const Selection& near) const;

  /// Most by which the value changes per unit of length.
  double steepness() const { return m_slope + m_height * m_frequency; }
  /// Holds the whole shape.
  void bounds(Point& low, Point& high) const;

 private:
  struct Part {
    std::uint32_t end;  ///< of its pieces
    double blend;
    Joined joined;
    Flat flat;
    Point middle;
  };
  struct Piece {
    Point from, along;
    double perLength2;  ///< 1 over the squared length, or 0
    double radius, more;
  };

  Point flattened(const Part& part, const Point& p) const;
  static double distance(const Piece& piece, const Point& p);
  void add(const std::vector<Limb>& limbs, double blend, Joined joined, const Flat& flat);

  std::vector<Part> m_parts;
  std::vector<Piece> m_pieces;
  double m_slope = 1;  ///< above 1 where a limb's radius changes
  double m_height = 0, m_frequency = 0;
};

}  // namespace pliant::models
