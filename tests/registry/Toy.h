#pragma once

#include <pliant/detectors/SurfaceDetector.h>

namespace pliant {

/// A method as a newcomer would add it: it compares each box with every other one.
class Toy final : public SurfaceDetector {
 public:
  Toy();
  /// Returns "toy".
  std::string_view name() const override;
};

}  // namespace pliant
