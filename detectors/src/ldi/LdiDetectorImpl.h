#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ldi/LdiContacts.h"
#include "ldi/LdiGradients.h"
#include "ldi/LdiImages.h"
#include "ldi/LdiRegionFinder.h"
#include "ldi/SelfIntersection.h"
#include "response/PenetratedSurfaces.h"

namespace pliant {
namespace detail {

/// Properties of a body for the LDI.
struct LdiSolid {
  bool volume = false;  ///< true if the surface is closed
  bool inward = false;  ///< orientation at rest; never changed by motion
  double meanEdge = 0;
  double stretch = 1;  ///< present length of edges / (2 · length at rest), at least 1
};

}  // namespace detail

/// LdiPairs.cpp implements queries of a pair or of one body; LdiDetector.cpp implements the rest.
struct LdiDetector::Impl {
  std::unique_ptr<LdiRenderer> renderer;
  Settings settings;
  std::uint64_t revision = 0;
  std::vector<detail::LdiSolid> solids;  ///< one per body
  bool leftOut = false;                  ///< true if a body with faces is no volume
  detail::LdiImages images;
  detail::PenetratedSurfaces surfaces;
  detail::SelfIntersection selfIntersection;
  LdiVolume volume;
  std::array<std::vector<Index>, 2> inside;  ///< vertices of each body of a pair that the image places inside
  std::vector<Index> decided;                ///< vertices inside, decided exactly near the surface
  std::vector<detail::ContactVolume> contactVolumes;
  LdiAxisGradients gradients;  ///< of the last overlap
  detail::LdiRegionFinder regionFinder;
  LdiAxesSpans spans;  ///< spans of the last pair queried for regions

  LdiGrid gridFor(const double* extent, double meanEdge) const;

  /// Throws Error if the view is too large for a renderer that draws whole images only.
  void checkDrawn(const LdiView& view) const;
  /// Throws Error if the view has more pixels than are drawn whole.
  void checkWhole(const LdiView& view, const char* otherRemedy) const;

  /// Throws Error if bodies were added or removed after the last `update`.
  void checkUpdated(const BodySet& bodies) const {
    if (revision != bodies.revision())
      throw Error(std::string(renderer->name()) + ": call update() after bodies were added or removed");
  }

  std::optional<LdiPairViews> pairViews(const BodySet& bodies, Index a, Index b, LdiGrid::Axis axis) const;
  std::optional<LdiPairViews> pairViews(const BodySet& bodies, Index a, Index b) const {
    return pairViews(bodies, a, b, settings.grid.axis);
  }
  LdiView selfView(const BodySet& bodies, Index index, LdiGrid::Axis axis) const;
  LdiView selfView(const BodySet& bodies, Index index) const { return selfView(bodies, index, settings.grid.axis); }
  /// Returns the mean edge length at rest [length] times the stretch, so that faces of a blown-up body do not cover far
  /// more pixels each.
  double edgeOf(Index index) const { return solids[index].meanEdge * solids[index].stretch; }
  double finerEdge(Index a, Index b) const {
    const double edgeA = solids[a].meanEdge, edgeB = solids[b].meanEdge;
    const double finer = edgeA > 0 && edgeB > 0 ? std::min(edgeA, edgeB) : std::max(edgeA, edgeB);
    return finer * std::max(solids[a].stretch, solids[b].stretch);
  }
  void update(const BodySet& bodies, bool refuse);
  using AxesViews = detail::LdiImages::AxesViews;
  /// Returns the views of two bodies, or of one body with itself (a == b), along all axes; nothing if no overlap can be
  /// drawn.
  std::optional<std::array<AxesViews, 2>> axesViews(const BodySet& bodies, Index a, Index b, bool lattice) const;
  std::optional<std::array<AxesViews, 2>> latticeViews(const BodySet& bodies, Index a, Index b) const;
  template <typename Ask>
  void askAxes(const BodySet& bodies, Index a, Index b, const std::array<AxesViews, 2>& views, Counters& counters,
               Ask&& ask);
  std::array<Index, 2> indicesOf(const BodySet& bodies, Index bodyA, Index bodyB) const;
  void pair(const BodySet& bodies, Index a, Index b, const Query& query, Results& results, Workers& workers);
  void self(const BodySet& bodies, Index index, Counters& counters, Workers& workers);
  void addInside(const BodySet& bodies, Index vertexBodyIndex, Index volumeBodyIndex, const LdiView& view,
                 const std::vector<Index>& seen, Results& results);
  void addInsideExactly(const BodySet& bodies, Index vertexBodyIndex, Index volumeBodyIndex, const LdiView& view,
                        Results& results);
  detail::ContactVolume contactVolume(const BodySet& bodies, Index vertexBody, Index volumeBody, Workers& workers);
  void findVolumes(const BodySet& bodies, std::span<const InsideVertex> some, Workers& workers);
};

}  // namespace pliant
