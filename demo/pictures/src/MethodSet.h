#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>
#include <pliant/pictures/drawMethods.h>

#include <span>
#include <vector>

namespace pliant::detail {

/// The bodies that a method takes, as a set that is up to date.
struct MethodSet {
  BodySet set;
  Workers workers;
  std::vector<std::size_t> bodyOf;  ///< by slot, which is the id as well

  /// `check` throws Error for what the method refuses; null: it takes all. Bodies that are not finite are left out.
  explicit MethodSet(std::span<const MethodBody> bodies, void (*check)(const Topology&) = nullptr);

  Index size() const { return set.bodyCount(); }
};

}  // namespace pliant::detail
