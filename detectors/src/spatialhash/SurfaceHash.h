#pragma once

#include <pliant/detectors/SpatialHash.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spatialhash/SurfaceJoin.h"
#include "surfaces/BoxSet.h"
#include "surfaces/SurfaceMethod.h"
#include "surfaces/SurfaceScene.h"

namespace pliant::detail {

/// Spatial hash for surfaces: vertices, edges and faces in the cells of their boxes.
class SurfaceHash final : public SurfaceMethod {
 public:
  void setSettings(const SpatialHash::Settings& settings);

  /// Adds all pairs of elements whose boxes overlap.
  void collect(const SurfaceSearch& search, const surface::WorkItems& items) override;

  std::size_t memory() const override;

 private:
  /// Scratch memory of one task.
  struct Scratch {
    surface::BoxJoin join;
    surface::BoxSet a, b;
    std::vector<std::uint32_t> order;
  };

  void listItems(const SurfaceSearch& search, const surface::WorkItems& items);
  void reserveScratch(const SurfaceSearch& search);
  void runItem(const BodySet& bodies, const surface::ElementItem& item, Scratch& s, surface::Walker& walker);

  surface::GridSettings m_grid;
  surface::SurfaceScene m_scene;
  std::vector<surface::ElementItem> m_items, m_large;
  surface::Pool<Scratch> m_scratch;
  Scratch m_largeScratch;
};

}  // namespace pliant::detail
