#pragma once

#include <memory>

#include "spatialhash/SurfaceHash.h"
#include "spatialhash/TetraHash.h"
#include "surfaces/SurfaceMethod.h"

namespace pliant::detail {

/// Spatial hash for tetrahedra and surfaces.
class HashMethod final : public SurfaceMethod {
 public:
  HashMethod() { setSettings({}); }
  void setSettings(const SpatialHash::Settings& settings) {
    m_settings = settings;
    m_tetra.setSettings(settings);
    m_surface->setSettings(settings);
  }
  const SpatialHash::Settings& settings() const { return m_settings; }
  const TetraHash& tetra() const { return m_tetra; }
  /// Frees the scratch memory of searches of surfaces.
  void freeSurfaces() {
    m_surface = std::make_unique<SurfaceHash>();
    m_surface->setSettings(m_settings);
  }

  void collect(const SurfaceSearch& search, const surface::WorkItems& items) override {
    m_surface->collect(search, items);
  }
  void update(const BodySet& bodies, Workers& workers) override { m_tetra.update(bodies, workers); }
  bool answersTetrahedra() const override { return true; }
  void queryTetrahedra(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override {
    m_tetra.query(bodies, query, results, workers);
  }
  std::size_t memory() const override { return m_tetra.memory() + m_surface->memory(); }

 private:
  SpatialHash::Settings m_settings;
  TetraHash m_tetra;
  std::unique_ptr<SurfaceHash> m_surface = std::make_unique<SurfaceHash>();
};

}  // namespace pliant::detail
