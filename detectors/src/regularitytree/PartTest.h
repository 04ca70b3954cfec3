#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "regularitytree/ContourTest.h"
#include "regularitytree/DirectionSamples.h"
#include "regularitytree/SurfaceParts.h"

namespace pliant::detail {

/// Whether a part of a surface, or two together, lie like a map above some plane, so that no two of their faces that
/// share no vertex meet (Volino 1994, 2.1; ContourTest has the condition and its proof). One per task; keeps scratch.
class PartTest {
 public:
  struct Settings {
    bool exact = true;  ///< the contour test; false: leastShape instead
    double leastShape = 0;
  };

  /// No allocation from here on for contours of so many edges.
  void reserve(std::size_t edges);

  /// All directions in which all faces of the part, or of both, look.
  static std::uint64_t directions(const SurfaceParts& parts, Index node) { return parts.directions(node); }
  static std::uint64_t directions(const SurfaceParts& parts, Index a, Index b) {
    return parts.directions(a) & parts.directions(b);
  }

  bool regular(const BodySet& bodies, const SurfaceParts& parts, Index node, const DirectionSamples& samples,
               const Settings& settings);
  bool regular(const BodySet& bodies, const SurfaceParts& parts, Index a, Index b, const DirectionSamples& samples,
               const Settings& settings);

 private:
  struct Run {
    Index begin, end;
  };

  void take(const SurfaceHierarchy& tree, Index node, SurfaceHierarchy::Leaves other, Index firstVertex);
  void joinRuns();

  ContourTest m_test;
  std::vector<ContourEdge> m_edges, m_joined;
  std::vector<Run> m_runs;
};

}  // namespace pliant::detail
