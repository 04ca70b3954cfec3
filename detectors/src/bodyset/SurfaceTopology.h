#pragma once

#include <pliant/detectors/Topology.h>

#include <vector>

namespace pliant::detail {

/// A body's elements, checked and in local indices, and what follows from them.
struct SurfaceTopology {
  /// Throws Error when an index is out of range.
  explicit SurfaceTopology(const BodyView& view);

  Topology report;
  std::vector<Triangle> faces;
  std::vector<Tetrahedron> tetrahedra;
  /// Each once, smaller vertex first, in lexicographic order: those of the faces (report.edges), then links.
  std::vector<Edge> edges;
  std::vector<Triangle> edgesOfFaces;   ///< kNoIndex where corners repeat
  std::vector<std::uint8_t> onSurface;  ///< by vertex

 private:
  void findEdges();
  void addLinks(const LinksView& links);
  void addEdge(const Edge& edge, Index forward, Index backward);
};

}  // namespace pliant::detail
