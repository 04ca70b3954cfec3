#pragma once

#include <pliant/detectors/BodyView.h>

#include <array>
#include <string>
#include <vector>

namespace pliant::benchmarks {

/// A closed surface, oriented outward. Its box is around the origin, the longest side is 1.
struct ClosedModel {
  std::vector<std::array<Real, 3>> points;
  std::vector<Triangle> faces;

  /// Of this model, which must outlive it.
  BodyView view() const;
  void move(const std::array<double, 3>& by);
};

/// A rippled tube around the torus knot that winds `around` times around the axis and `through` times through the hole:
/// 2 · rings · sides faces. It nowhere passes through itself for the numbers that the benchmarks take.
ClosedModel knottedTube(int around, int through, Index rings, Index sides);

/// Stands for a model of Heidelberger 2003 and 2004 whose file nobody has: as many faces, and about as many layers.
enum class PaperModel { Knot, Rabbit, Reptile, Santa, Dragon, MediumDragon, SmallDragon, Mouse, Hat, Phone };
ClosedModel paperModel(PaperModel model);

/// A surface from a file, fitted likewise. Holes of up to 1,000 edges are capped, as scans have them.
struct FileModel {
  ClosedModel model;
  Index holesCapped = 0;
};
/// Throws Error, with the file's name, where it can't be read or is no closed surface even so.
FileModel fileModel(const std::string& path);

/// Stands for the hand of 4,800 faces: a long ellipsoid, curled into a ring. At 0 its ends are apart, at 1 they have
/// passed through each other.
ClosedModel closingHand(double closed);

}  // namespace pliant::benchmarks
