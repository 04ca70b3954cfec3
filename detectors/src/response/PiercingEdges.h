#pragma once

#include <pliant/detectors/response/Penetration.h>

#include <span>
#include <vector>

#include "response/PenetratedSurfaces.h"

namespace pliant::detail {

/// Finds edges through a volume with both ends outside.
class PiercingEdges {
 public:
  /// Appends the edges of one body's surface in another body, in the order of (edge, t). `inside` must be sorted.
  /// Bodies are given by body index.
  void find(const BodySet& bodies, PenetratedSurfaces& surfaces, Index edgeBodyIndex, Index volumeBodyIndex,
            std::span<const InsideVertex> inside, std::vector<PiercingEdge>& edges);

 private:
  void markInside(const BodySet& bodies, Index edgeBodyIndex, Index volumeBodyIndex,
                  std::span<const InsideVertex> inside);
  bool liesInFace(const BodySet& bodies, double t, const Edge& edge) const;
  void appendStretches(const BodySet& bodies, Index edgeBodyIndex, Index volumeBodyIndex, const Edge& edge,
                       std::vector<PiercingEdge>& edges) const;

  std::vector<std::uint8_t> m_inside;  // one per vertex of the edges' body
  std::vector<SurfaceCrossing> m_crossings;
};

}  // namespace pliant::detail
