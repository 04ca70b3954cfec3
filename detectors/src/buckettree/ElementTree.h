#pragma once

#include <pliant/detectors/buckettree/Buckets.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/BoxSet.h"
#include "surfaces/SurfaceBounds.h"

namespace pliant::detail {

/// The elements of one kind of one body in the buckets of an octree.
class ElementTree {
 public:
  void setSettings(const BucketSettings& settings) { m_buckets.setSettings(settings); }

  /// No element takes part, out of `count`.
  void begin(std::size_t count);
  void takeAll() { m_all = true; }
  bool all() const { return m_all; }
  /// Ascending.
  void take(std::span<const std::uint32_t> elements);

  /// Puts those that take part into buckets, by boxes of their own. `elements`: what they are called and, for those
  /// that are compared with each other, their corners; `vertexBoxes`: see SurfaceScene.
  void update(const surface::ElementCorners& corners, const surface::ElementBoxes& elements,
              const surface::VertexBoxes& vertexBoxes);

  std::size_t size() const { return m_buckets.order().size(); }
  const Buckets& buckets() const { return m_buckets; }
  /// Those that take part, bucket by bucket.
  surface::ElementBoxes boxes() const { return m_boxes.view(); }
  std::size_t memory() const;

 private:
  void placeElements(bool byElement);

  Buckets m_buckets;
  surface::BoxSet m_bounds, m_boxes;   // in the order of m_list, of the buckets
  std::vector<std::uint32_t> m_list;   // elements that take part, ascending
  std::vector<std::uint32_t> m_ids;    // of m_list; scratch before that
  std::vector<std::uint32_t> m_order;  // of the buckets, as places in m_list
  std::vector<std::uint32_t> m_placeOf;
  std::vector<std::array<Real, 3>> m_places;
  std::vector<Box> m_extents;
  std::vector<std::uint8_t> m_present;
  std::size_t m_count = 0;
  bool m_all = false;
};

}  // namespace pliant::detail
