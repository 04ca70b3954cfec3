#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Detector.h>
#include <pliant/detectors/Workers.h>
#include <pliant/pictures/drawMethods.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant::detail {

/// The bodies that a method accepts, in an updated BodySet.
struct MethodSet {
  BodySet set;
  Workers workers;
  std::vector<std::size_t> bodyOf;  ///< input body, by body index, which is also the id

  /// `check` throws Error for bodies that the method refuses; null: it accepts all. Bodies with positions that are not
  /// finite are left out.
  explicit MethodSet(std::span<const MethodBody> bodies, void (*check)(const Topology&) = nullptr);

  Index size() const { return set.bodyCount(); }
};

/// Returns flags of the faces of each body of the set: 1 if the detector finds that the box of the face overlaps that
/// of another face without a common corner.
std::vector<std::vector<std::uint8_t>> testedFaces(Detector& detector, MethodSet& method, const Query& query);

}  // namespace pliant::detail
