#include "surfaces/OverlapCulling.h"

#include <pliant_catch.h>
#include <pliant_threads.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "detectors/AllTargets.h"

using namespace pliant;
using namespace pliant::detail::surface;

namespace {

/// Small triangles of two bodies that lie one behind the other along x.
struct TwoBodies {
  std::vector<float> points, boxes;  // four and eight floats per vertex
  std::vector<std::uint32_t> corners[2];
  BodySet::Range vertices[2];

  /// Elements start in a unit cube, those of the second body shifted by `place` along x; they extend over `size`.
  TwoBodies(std::mt19937& random, Index count, float place, float size, float scale) {
    std::uniform_real_distribution<float> any(0, 1);
    for (Index body = 0; body < 2; ++body) {
      const Index first = body * 3 * count;
      vertices[body] = {first, first + 3 * count};
      for (Index element = 0; element < count; ++element) {
        const float at[3] = {any(random) + (body == 0 ? 0 : place), any(random), any(random)};
        for (Index corner = 0; corner < 3; ++corner) {
          corners[body].push_back(first + 3 * element + corner);
          for (int k = 0; k < 3; ++k) points.push_back(scale * (at[k] + size * any(random)));
          points.push_back(0);
        }
      }
    }
    for (std::size_t v = 0; v < points.size(); v += 4)
      for (std::size_t k = 0; k < 8; ++k) boxes.push_back(points[v + k % 4]);
  }
  OverlapCulling::Side side(int body, int rows) const {
    const std::size_t count = corners[body].size() / static_cast<std::size_t>(rows);
    return {vertices[body], {corners[body].data(), rows, count, 0}};
  }
  std::array<float, 6> boxOf(int body, std::size_t first, std::size_t count) const {
    constexpr float inf = std::numeric_limits<float>::infinity();
    std::array<float, 6> box{inf, inf, inf, -inf, -inf, -inf};
    for (std::size_t c = first; c < first + count; ++c)
      for (std::size_t k = 0; k < 3; ++k) {
        const float x = points[4 * std::size_t{corners[body][c]} + k];
        box[k] = std::min(box[k], x);
        box[3 + k] = std::max(box[3 + k], x);
      }
    return box;
  }
  /// Returns the intersection of the boxes of both bodies, which is empty if they are apart.
  std::array<float, 6> common() const {
    const auto a = boxOf(0, 0, corners[0].size()), b = boxOf(1, 0, corners[1].size());
    std::array<float, 6> box;
    for (std::size_t k = 0; k < 3; ++k) {
      box[k] = std::max(a[k], b[k]);
      box[3 + k] = std::min(a[3 + k], b[3 + k]);
    }
    return box;
  }
  bool apart() const {
    const auto box = common();
    return box[0] > box[3] || box[1] > box[4] || box[2] > box[5];
  }
};

bool meet(const std::array<float, 6>& a, const std::array<float, 6>& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a[k] > b[3 + k] || b[k] > a[3 + k]) return false;
  return true;
}

/// Elements near the other body, of each body.
struct Near {
  std::vector<std::uint32_t> of[2];
  bool operator==(const Near&) const = default;
  bool has(std::size_t body, std::size_t element) const {
    return std::binary_search(of[body].begin(), of[body].end(), static_cast<std::uint32_t>(element));
  }
};

Near found(OverlapCulling& culling, const TwoBodies& bodies, int rows, Workers& workers, bool swept = false) {
  const VertexBoxes boxes = swept ? VertexBoxes{bodies.boxes.data(), 8, 4} : VertexBoxes{bodies.points.data(), 4, 0};
  culling.find(boxes, bodies.side(0, rows), bodies.side(1, rows), bodies.common(), workers);
  const auto a = culling.ofA(), b = culling.ofB();
  CHECK(std::is_sorted(a.begin(), a.end()));
  CHECK(std::is_sorted(b.begin(), b.end()));
  return {{{a.begin(), a.end()}, {b.begin(), b.end()}}};
}

}  // namespace

TEST_CASE("near elements: every pair of boxes that meet is among them, and few that are far from the other body") {
  std::mt19937 random(3);
  Workers workers;
  test::onAllTargets([&] {
    std::size_t met = 0;
    for (int round = 0; round < 60; ++round) {
      const float size = std::ldexp(1.0f, -round % 7), scale = round % 5 == 0 ? 1e-33f : round % 5 == 1 ? 1e18f : 1.0f;
      const TwoBodies bodies(random, 1 + static_cast<Index>(round) * 7, 0.02f * static_cast<float>(round), size, scale);
      for (const int rows : {1, 3}) {
        if (bodies.apart()) continue;
        OverlapCulling culling;
        const Near near = found(culling, bodies, rows, workers);
        CHECK((found(culling, bodies, rows, workers, true) == near));

        const auto row = static_cast<std::size_t>(rows);
        std::size_t missed = 0;
        for (std::size_t i = 0; i < bodies.side(0, rows).elements.count; ++i)
          for (std::size_t j = 0; j < bodies.side(1, rows).elements.count; ++j) {
            if (!meet(bodies.boxOf(0, row * i, row), bodies.boxOf(1, row * j, row))) continue;
            ++met;
            missed += !near.has(0, i) || !near.has(1, j);
          }
        CHECK(missed == 0);
      }
    }
    CHECK(met > 100);
  });
}

TEST_CASE("near elements: of two cubes side by side those along the common face, not the others") {
  std::mt19937 random(5);
  const TwoBodies bodies(random, 6000, 0.95f, 0.02f, 1);
  OverlapCulling one, byTwo;
  Workers workers, two(2);
  const Near near = found(one, bodies, 3, workers);
  CHECK(near.of[0].size() > 10);
  CHECK(near.of[0].size() < 1000);
  for (const std::uint32_t i : near.of[0]) CHECK(bodies.boxOf(0, 3 * std::size_t{i}, 3)[3] >= bodies.common()[0]);
  CHECK((found(byTwo, bodies, 3, two) == near));
}

TEST_CASE("near elements: bodies of several pieces lose no element that may meet, for any number of threads") {
  std::mt19937 random(9);
  Workers workers, eight(test::kMostThreads);
  OverlapCulling one, byEight;
  for (const float place : {0.0f, 0.5f, 0.9f, 1.0f}) {
    // Mostly from large to small: data that is kept from one call must not change the next one.
    for (const Index count : {9000u, 4096u, 4097u, 700u}) {
      const TwoBodies bodies(random, count, place, 0.01f, 1);
      if (bodies.apart()) continue;
      const Near near = found(one, bodies, 3, workers);
      CHECK((found(byEight, bodies, 3, eight) == near));
      std::vector<std::array<float, 6>> boxes;
      for (std::size_t j = 0; j < count; ++j) boxes.push_back(bodies.boxOf(1, 3 * j, 3));
      std::size_t missed = 0;
      for (std::size_t i = 0; i < count; i += 7) {
        const auto box = bodies.boxOf(0, 3 * i, 3);
        const bool hasA = near.has(0, i);
        for (std::size_t j = 0; j < count; ++j) missed += meet(box, boxes[j]) && !(hasA && near.has(1, j));
      }
      CHECK(missed == 0);
    }
  }
}
