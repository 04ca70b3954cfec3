#pragma once

#include <pliant/detectors/buckettree/Buckets.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/BoxSet.h"
#include "surfaces/SurfaceBounds.h"

namespace pliant::detail {

/// Octree over the elements of one kind of one body.
class ElementTree {
 public:
  void setSettings(const BucketSettings& settings) { m_buckets.setSettings(settings); }

  /// Starts an update without elements. `count`: number of elements that the body has.
  void begin(std::size_t count);
  void takeAll() { m_all = true; }
  bool all() const { return m_all; }
  /// Includes `elements`, which are ascending.
  void take(std::span<const std::uint32_t> elements);

  /// Puts the included elements and their boxes into buckets. `elements`: ids of all elements and, if they are compared
  /// with each other, their corners; `vertexBoxes`: see SurfaceScene.
  void update(const surface::ElementCorners& corners, const surface::ElementBoxes& elements,
              const surface::VertexBoxes& vertexBoxes);

  std::size_t size() const { return m_buckets.order().size(); }
  const Buckets& buckets() const { return m_buckets; }
  /// The included elements in bucket order.
  surface::ElementBoxes boxes() const { return m_boxes.view(); }
  std::size_t memory() const;

 private:
  void placeElements(bool byElement);

  Buckets m_buckets;
  surface::BoxSet m_bounds, m_boxes;   // in the order of m_list; in bucket order
  std::vector<std::uint32_t> m_list;   // included elements, ascending
  std::vector<std::uint32_t> m_ids;    // ids of m_list; scratch memory in take()
  std::vector<std::uint32_t> m_order;  // bucket order, as positions in m_list
  std::vector<std::uint32_t> m_placeOf;
  std::vector<std::array<Real, 3>> m_places;
  std::vector<Box> m_extents;
  std::vector<std::uint8_t> m_present;
  std::size_t m_count = 0;
  bool m_all = false;
};

}  // namespace pliant::detail
