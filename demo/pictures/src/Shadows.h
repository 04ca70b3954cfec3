#pragma once

#include <pliant/pictures/Renderer.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "Vector.h"
#include "ZBuffer.h"

namespace pliant::detail {

struct DrawnTriangle {
  std::array<Vec, 3> corner, normal;
  Colour colour, back;  ///< of the side from which the corners turn counterclockwise, and of the other one
  float opacity;
};

/// Direction towards the only light.
inline const Vec kLight = normalized({0.45f, 0.85f, 0.38f});

/// Depth of all opaque surfaces from the light, for shadows.
class Shadows {
 public:
  explicit Shadows(const std::vector<DrawnTriangle>& triangles) : m_frame(Frame::along(kLight * -1)) {
    Vec low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
    bool any = false;
    for (const DrawnTriangle& t : triangles) {
      if (t.opacity < 1) continue;
      any = true;
      for (const Vec& corner : t.corner) {
        const Vec p = m_frame.of(corner);
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
      }
    }
    if (!any) low = high = {};
    const float size = std::max({high.x - low.x, high.y - low.y, 1e-6f});
    m_scale = (kSize - 8) / size;
    m_low = low;
    m_bias = 2.5f / m_scale;
    for (const DrawnTriangle& t : triangles) {
      if (t.opacity < 1) continue;
      forSamples({map(t.corner[0]), map(t.corner[1]), map(t.corner[2])}, {0, kSize, 0, kSize},
                 [&](int x, int y, float nearness, float, float) {
                   float& nearest = m_nearest[index(x, y)];
                   nearest = std::max(nearest, nearness);
                 });
    }
    boundBlocks();
  }

  /// Returns 0 in shadow to 1 in light, averaged over 5 × 5 samples.
  float light(Vec point, Vec normal) const {
    const Vec p = map(point + normal * m_bias);
    const int left = flooredWithin(p.x, -3, kSize + 2), top = flooredWithin(p.y, -3, kSize + 2);
    const float farthest = p.z + m_bias;
    // Usually all samples agree, and the bounds of their blocks prove it.
    const int x0 = std::max(left - 2, 0), x1 = std::min(left + 2, kSize - 1), y0 = std::max(top - 2, 0),
              y1 = std::min(top + 2, kSize - 1);
    float least = std::numeric_limits<float>::infinity(), most = -least;
    for (int by = y0 / kBlock; by <= y1 / kBlock; ++by) {
      for (int bx = x0 / kBlock; bx <= x1 / kBlock; ++bx) {
        const Block& block = m_blocks[static_cast<std::size_t>(by * kBlocks + bx)];
        least = std::min(least, block.least);
        most = std::max(most, block.most);
      }
    }
    if (most < farthest) return 1;
    if (least >= farthest && x1 - x0 == 4 && y1 - y0 == 4) return 0;
    int lit = 0, all = 0;
    for (int dy = -2; dy <= 2; ++dy) {
      for (int dx = -2; dx <= 2; ++dx, ++all) {
        const int x = left + dx, y = top + dy;
        if (x < 0 || y < 0 || x >= kSize || y >= kSize || m_nearest[index(x, y)] < farthest) ++lit;
      }
    }
    return static_cast<float>(lit) / static_cast<float>(all);
  }

 private:
  static constexpr int kSize = 1400, kBlock = 8, kBlocks = kSize / kBlock;
  static_assert(kSize % kBlock == 0);

  struct Block {
    float least = std::numeric_limits<float>::infinity(), most = -std::numeric_limits<float>::infinity();
  };

  void boundBlocks() {
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        Block& block = m_blocks[static_cast<std::size_t>(y / kBlock * kBlocks + x / kBlock)];
        const float nearness = m_nearest[index(x, y)];
        block.least = std::min(block.least, nearness);
        block.most = std::max(block.most, nearness);
      }
    }
  }

  static std::size_t index(int x, int y) { return static_cast<std::size_t>(y * kSize + x); }

  Vec map(Vec point) const {
    const Vec p = m_frame.of(point);
    return {(p.x - m_low.x) * m_scale + 4, (p.y - m_low.y) * m_scale + 4, -p.z};
  }

  Frame m_frame;
  /// Negative distance along the light, one per sample.
  std::vector<float> m_nearest =
      std::vector<float>(std::size_t{kSize} * kSize, -std::numeric_limits<float>::infinity());
  std::vector<Block> m_blocks{static_cast<std::size_t>(kBlocks * kBlocks)};
  Vec m_low;
  float m_scale = 1, m_bias = 0;
};

}  // namespace pliant::detail
