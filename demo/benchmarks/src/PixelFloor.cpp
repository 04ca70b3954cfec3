#include <pliant/benchmarks/PixelFloor.h>

#include <algorithm>

#include "core/vectorTargets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "PixelFloor.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef PLIANT_PIXEL_FLOOR_ONCE
#define PLIANT_PIXEL_FLOOR_ONCE
namespace pliant::benchmarks {

/// Maps positions to pixels along one axis.
struct PixelScale {
  int axis;
  float origin, perPixel, last;

  std::uint32_t operator()(const PackedPosition& position) const {
    const float at = (static_cast<float>((&position.x)[axis]) - origin) * perPixel;
    return static_cast<std::uint32_t>(std::min(std::max(at, 0.0f), last));
  }
};

}  // namespace pliant::benchmarks
#endif

HWY_BEFORE_NAMESPACE();
namespace pliant::benchmarks::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Stores the pixel of each vertex: column in the low 16 bits, row in the high 16 bits.
void storePixels(const PackedPosition* positions, std::size_t begin, std::size_t end, const PixelScale& column,
                 const PixelScale& row, std::uint32_t* pixels) {
  std::size_t v = begin;
#if HWY_TARGET != HWY_SCALAR && !PLIANT_DOUBLE_PRECISION
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::RebindToUnsigned<decltype(d)> du;
  using V = hn::VFromD<decltype(d)>;
  const auto pixelOf = [&](V at, const PixelScale& scale) HWY_ATTR {
    at = hn::Mul(hn::Sub(at, hn::Set(d, scale.origin)), hn::Set(d, scale.perPixel));
    return hn::BitCast(du, hn::ConvertTo(di, hn::Min(hn::Max(at, hn::Zero(d)), hn::Set(d, scale.last))));
  };
  for (; v + hn::Lanes(d) <= end; v += hn::Lanes(d)) {
    V p[3], pad;
    hn::LoadInterleaved4(d, &positions[v].x, p[0], p[1], p[2], pad);
    const auto pixel = hn::Or(pixelOf(p[column.axis], column), hn::ShiftLeft<16>(pixelOf(p[row.axis], row)));
    hn::StoreU(pixel, du, pixels + v);
  }
#endif
  for (; v < end; ++v) pixels[v] = column(positions[v]) | row(positions[v]) << 16;
}

void storeBounds(const Triangle* faces, std::size_t count, const std::uint32_t* pixels, PixelBounds* bounds) {
  std::size_t f = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<std::uint32_t> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Repartition<std::int16_t, decltype(d)> halves;
  using V = hn::VFromD<decltype(d)>;
  for (; f + hn::Lanes(d) <= count; f += hn::Lanes(d)) {
    V a, b, c;
    hn::LoadInterleaved3(d, faces[f].data(), a, b, c);
    const auto pixelOf = [&](V corner) HWY_ATTR {
      return hn::BitCast(halves, hn::GatherIndex(d, pixels, hn::BitCast(di, corner)));
    };
    const auto p = pixelOf(a), q = pixelOf(b), r = pixelOf(c);
    hn::StoreInterleaved2(hn::BitCast(d, hn::Min(hn::Min(p, q), r)), hn::BitCast(d, hn::Max(hn::Max(p, q), r)), d,
                          reinterpret_cast<std::uint32_t*>(bounds + f));
  }
#endif
  for (; f < count; ++f) {
    std::uint16_t column[3], row[3];
    for (std::size_t k = 0; k < 3; ++k) {
      column[k] = static_cast<std::uint16_t>(pixels[faces[f][k]]);
      row[k] = static_cast<std::uint16_t>(pixels[faces[f][k]] >> 16);
    }
    bounds[f] = {std::min({column[0], column[1], column[2]}), std::min({row[0], row[1], row[2]}),
                 std::max({column[0], column[1], column[2]}), std::max({row[0], row[1], row[2]})};
  }
}

}  // namespace pliant::benchmarks::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::benchmarks {

HWY_EXPORT(storePixels);
HWY_EXPORT(storeBounds);

std::span<const PixelBounds> PixelFloor::run(const LdiSurface& surface, const LdiView& view) {
  const std::size_t end = std::size_t{surface.firstVertex} + surface.vertices;
  if (m_pixels.size() < end) m_pixels.resize(end);
  if (m_bounds.size() < surface.faces.size()) m_bounds.resize(surface.faces.size());
  const auto scaleOf = [&view](int axis, std::size_t side, Index pixels) {
    return PixelScale{axis, static_cast<float>(view.min[static_cast<std::size_t>(axis)]),
                      static_cast<float>(1 / view.pixel[side]), static_cast<float>(pixels - 1)};
  };
  HWY_DYNAMIC_DISPATCH(storePixels)
  (surface.positions.data(), surface.firstVertex, end, scaleOf(view.columnAxis(), 0, view.width),
   scaleOf(view.rowAxis(), 1, view.height), m_pixels.data());
  HWY_DYNAMIC_DISPATCH(storeBounds)
  (surface.faces.data(), surface.faces.size(), m_pixels.data(), m_bounds.data());
  return {m_bounds.data(), surface.faces.size()};
}

}  // namespace pliant::benchmarks
#endif
