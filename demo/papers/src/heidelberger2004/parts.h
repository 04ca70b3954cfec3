#pragma once

#include <pliant/papers/Run.h>

#include <string>
#include <string_view>
#include <vector>

// Parts of the page about Heidelberger, Teschner, Gross 2004.
namespace pliant::papers::ldi2004 {

void orderedLayers(Run& run);
void unorderedLayers(Run& run);
void handAndPhone(Run& run);
void particlesInDragon(Run& run);
void hatAndMouse(Run& run);
void selfCollision(Run& run);
void walkAndSurgery(Run& run);

/// Returns true if OpenGL is drawn by the processor here, so that it says nothing about a graphics card.
bool isSoftwareGl(Run& run);
/// Returns "card: not tried in this run" and the driver's name.
std::string driverNote(Run& run);

/// Least and most of some numbers.
struct Range {
  double least = 0, most = 0;
  std::string text() const;  ///< "1.2 to 3.4", or one number if both read the same
};
Range rangeOf(const std::vector<double>& numbers);

}  // namespace pliant::papers::ldi2004
