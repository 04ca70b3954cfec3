#pragma once

#include <pliant/detectors/buckettree/Buckets.h>

#include <array>
#include <cstdint>
#include <vector>

#include "surfaces/BoxSet.h"

namespace pliant::detail {

/// The elements of one kind of one body in the buckets of an octree.
class ElementTree {
 public:
  void setSettings(const BucketSettings& settings) { m_buckets.setSettings(settings); }

  /// No element takes part, out of `count`.
  void begin(std::size_t count);
  void takeAll() { m_all = true; }
  bool all() const { return m_all; }
  /// Also those whose boxes meet `region` (min, max). False where there are none.
  bool take(const surface::ElementBoxes& elements, const float* region);
  /// The part of `region` that the elements reach into which the last take() found there.
  std::array<float, 6> reached(const surface::ElementBoxes& elements, const std::array<float, 6>& region) const;

  /// Puts those that take part into buckets.
  void update(const surface::ElementBoxes& elements);

  std::size_t size() const { return m_buckets.order().size(); }
  const Buckets& buckets() const { return m_buckets; }
  /// Those that take part, bucket by bucket.
  surface::ElementBoxes boxes() const { return m_boxes.view(); }
  std::size_t memory() const;

 private:
  Buckets m_buckets;
  surface::BoxSet m_boxes;
  std::vector<std::array<Real, 3>> m_places;
  std::vector<Box> m_extents;
  std::vector<std::uint8_t> m_present;
  std::vector<std::uint32_t> m_found;
  bool m_all = false;
};

}  // namespace pliant::detail
