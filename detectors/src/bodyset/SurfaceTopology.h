#pragma once

#include <pliant/detectors/Topology.h>

#include <vector>

namespace pliant::detail {

/// Checked elements of a body with the body's own vertex indices, and their connectivity.
struct SurfaceTopology {
  /// Throws Error if an index is out of range.
  explicit SurfaceTopology(const BodyView& view);

  Topology report;
  std::vector<Triangle> faces;
  std::vector<Tetrahedron> tetrahedra;
  /// Edges, each once, smaller vertex first: report.edges edges of faces, then links, both in lexicographic order.
  std::vector<Edge> edges;
  std::vector<Triangle> edgesOfFaces;   ///< edges per face; kNoIndex if both corners are the same vertex
  std::vector<std::uint8_t> onSurface;  ///< one per vertex: 1 if it is a corner of a face

 private:
  void findEdges();
  void addLinks(const LinksView& links);
  void addEdge(const Edge& edge, Index forward, Index backward);
};

}  // namespace pliant::detail
