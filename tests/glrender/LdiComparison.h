#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>

#include <memory>
#include <random>
#include <vector>

#include "EglHost.h"
#include "detectors/ldi/LdiDrawn.h"

namespace test {

using namespace pliant;
using ldi_shapes::Shape;

/// Bodies for which a detector that draws with OpenGL must give the CPU's results, to the bit.
struct LdiComparison {
  BodySet set;
  Workers workers;
  Results expected, found;
  LdiOverlap expectedOverlap, foundOverlap;
  LdiRegions expectedRegions, foundRegions;
  std::size_t gradients = 0, ownGradients = 0, regions = 0;  ///< Number of results compared so far.

  static Query all() {
    Query query;
    query.verticesInside = query.intersectionVolumes = query.selfIntersectionVolumes = true;
    return query;
  }

  /// Adds bodies that follow the shapes.
  template <typename... Shapes>
  void add(const Shapes&... shapes) {
    (set.add(shapes.view()), ...);
  }

  void update(LdiDetector& detector) {
    set.update(workers);
    detector.update(set, workers);
  }

  void compare(LdiDetector& software, LdiDetector& gl) {
    update(software);
    software.query(set, all(), expected, workers);
    update(gl);
    gl.query(set, all(), found, workers);
    CHECK((found.verticesInside == expected.verticesInside));
    compareVolumes(found.intersectionVolumes, expected.intersectionVolumes);
    compareVolumes(found.selfIntersectionVolumes, expected.selfIntersectionVolumes);
    CHECK(found.counters.ldiImages == expected.counters.ldiImages);
    CHECK(found.counters.ldiImagesKept == expected.counters.ldiImagesKept);
    CHECK(found.counters.ldiEntries == expected.counters.ldiEntries);
    CHECK(found.counters.ldiLayers == expected.counters.ldiLayers);
    CHECK(found.counters.ldiBytes == expected.counters.ldiBytes);
    for (Index a = 0; a < set.bodyCount(); ++a) {
      for (Index b = a; b < set.bodyCount(); ++b) {
        compareOverlap(software, gl, a, b);
        compareRegions(software, gl, a, b);
      }
    }
  }

  /// Compares the volume and its gradient per vertex, for two bodies or for one body with itself.
  void compareOverlap(LdiDetector& software, LdiDetector& gl, Index a, Index b) {
    CAPTURE(a, b);
    software.overlap(set, a, b, expectedOverlap, workers);
    gl.overlap(set, a, b, foundOverlap, workers);
    CHECK(foundOverlap.volume == expectedOverlap.volume);
    REQUIRE(foundOverlap.gradients.size() == expectedOverlap.gradients.size());
    CHECK(different(foundOverlap.gradients, expectedOverlap.gradients) == 0);
    (a == b ? ownGradients : gradients) += foundOverlap.gradients.size();
  }

  /// Compares the volume and its gradient per region.
  void compareRegions(LdiDetector& software, LdiDetector& gl, Index a, Index b) {
    CAPTURE(a, b);
    Counters expectedCounters, foundCounters;
    software.regions(set, a, b, {}, expectedRegions, expectedCounters, workers);
    gl.regions(set, a, b, {}, foundRegions, foundCounters, workers);
    CHECK(foundRegions.volume == expectedRegions.volume);
    CHECK(foundRegions.enclosed == expectedRegions.enclosed);
    REQUIRE(foundRegions.regions.size() == expectedRegions.regions.size());
    REQUIRE(foundRegions.gradients.size() == expectedRegions.gradients.size());
    std::size_t others = 0;
    for (std::size_t i = 0; i < foundRegions.regions.size(); ++i) {
      const LdiRegion &one = foundRegions.regions[i], &other = expectedRegions.regions[i];
      others += one.end != other.end || one.volume != other.volume || one.area != other.area ||
                one.normal != other.normal || one.centroid != other.centroid;
    }
    CHECK(others == 0);
    CHECK(different(foundRegions.gradients, expectedRegions.gradients) == 0);
    CHECK(foundCounters.ldiEntries == expectedCounters.ldiEntries);
    CHECK(foundCounters.ldiBytes == expectedCounters.ldiBytes);
    CHECK(foundCounters.ldiResolution == expectedCounters.ldiResolution);
    CHECK(foundCounters.ldiImages + foundCounters.ldiImagesKept ==
          expectedCounters.ldiImages + expectedCounters.ldiImagesKept);
    regions += foundRegions.regions.size();
  }

 private:
  static std::size_t different(const std::vector<VolumeGradient>& found, const std::vector<VolumeGradient>& expected) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const VolumeGradient &one = found[i], &other = expected[i];
      count += one.body != other.body || one.vertex != other.vertex || one.gradient != other.gradient;
    }
    return count;
  }
  static std::pair<Index, Index> bodiesOf(const IntersectionVolume& row) { return {row.bodyA, row.bodyB}; }
  static std::pair<Index, Index> bodiesOf(const SelfIntersectionVolume& row) { return {row.body, row.body}; }
  template <typename Rows>
  static void compareVolumes(const Rows& found, const Rows& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(bodiesOf(found[i]) == bodiesOf(expected[i]));
      CHECK(found[i].volume == expected[i].volume);
    }
  }
};

inline LdiDetector detectorOf(std::unique_ptr<LdiRenderer> renderer, Index resolution, bool exact = false) {
  return LdiDetector(std::move(renderer), {.grid = {.resolution = resolution}, .exactNearSurface = exact});
}

/// Returns a random shape: turned and moved; some are inside out, some intersect themselves.
inline Shape anyShape(std::mt19937& random) {
  const auto kind = random() % 5;
  Shape shape = kind == 0   ? ldi_shapes::sphere(10, 14)
                : kind == 1 ? ldi_shapes::torus(20, 12, 1, 0.4)
                : kind == 2 ? ldi_shapes::knot(60, 8, 0.4)
                : kind == 3 ? ldi_shapes::knot(60, 8, 1.4)
                            : ldi_shapes::box({-1, -1, -1}, {1, 0.5, 2});
  shape.turn(random);
  const auto at = [&] { return 1.2 * static_cast<double>(random() % 1000) / 1000; };
  shape.move(0.5 + at(), {at(), at(), at()});
  if (random() % 3 == 0) shape.turnInsideOut();
  return shape;
}

/// Returns three random shapes and a cloud of points.
inline std::vector<Shape> shapesAndCloud(std::mt19937& random) {
  std::vector<Shape> shapes;
  for (int i = 0; i < 3; ++i) shapes.push_back(anyShape(random));
  shapes.push_back(ldi_shapes::sphere(9, 9));
  shapes.back().faces.clear();
  return shapes;
}

/// Two surfaces in the views of their overlap, with images that the CPU drew.
struct DrawnPair {
  std::vector<PackedPosition> positions[2];
  LdiSurface surfaces[2];
  LdiPairViews views;
  LayeredDepthImage images[2];

  DrawnPair(const Shape& a, const Shape& b, const LdiPairViews& seen, bool inwardA = false, bool inwardB = false)
      : positions{a.packed(), b.packed()}, views(seen) {
    surfaces[0] = ldi_shapes::surfaceOf(a, positions[0], inwardA);
    surfaces[1] = ldi_shapes::surfaceOf(b, positions[1], inwardB);
    images[0] = ldi_shapes::imageOf(a, views.a, inwardA);
    images[1] = ldi_shapes::imageOf(b, views.b, inwardB);
  }
  DrawnPair(const DrawnPair&) = delete;
  DrawnPair& operator=(const DrawnPair&) = delete;

  LdiInput input(std::size_t i, LdiImageHandle* image, bool drawn = false) const {
    return {surfaces[i], i == 0 ? views.a : views.b, image, drawn};
  }
};

}  // namespace test
