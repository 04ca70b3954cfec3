#pragma once

#include <pliant/detectors/response/Penetration.h>

#include <span>
#include <vector>

#include "response/PenetratedSurfaces.h"

namespace pliant::detail {

/// Edges through a volume whose ends are both outside.
class PiercingEdges {
 public:
  /// Appends those of one body's surface in another body, in the order of (edge, t).
  void find(const BodySet& bodies, PenetratedSurfaces& surfaces, Index edgeSlot, Index volumeSlot,
            std::span<const InsideVertex> inside, std::vector<PiercingEdge>& edges);

 private:
  void markInside(const BodySet& bodies, Index edgeSlot, Index volumeSlot, std::span<const InsideVertex> inside);
  bool liesInFace(const BodySet& bodies, double t, const Edge& edge) const;
  void appendStretches(const BodySet& bodies, Index edgeSlot, Index volumeSlot, const Edge& edge,
                       std::vector<PiercingEdge>& edges) const;

  std::vector<std::uint8_t> m_inside;  // by the body's own vertices
  std::vector<SurfaceCrossing> m_crossings;
};

}  // namespace pliant::detail
