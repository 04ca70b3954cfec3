#include <pliant/benchmarks/PixelFloor.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "PixelFloor.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef PLIANT_PIXEL_FLOOR_ONCE
#define PLIANT_PIXEL_FLOOR_ONCE
namespace pliant::benchmarks {

/// Of one direction.
struct PixelScale {
  int axis;
  float origin, perPixel;
  std::int32_t last;
};

}  // namespace pliant::benchmarks
#endif

HWY_BEFORE_NAMESPACE();
namespace pliant::benchmarks::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void storeBounds(const PackedPosition* positions, const Triangle* faces, std::size_t count, const PixelScale* scales,
                 std::int32_t* bounds) {
  const hn::CappedTag<float, 4> d;
  const hn::RebindToSigned<decltype(d)> di;
  HWY_ALIGN float origin[4] = {}, perPixel[4] = {}, corner[3][4] = {};
  HWY_ALIGN std::int32_t last[4] = {};
  for (int i = 0; i < 2; ++i) {
    origin[scales[i].axis] = scales[i].origin;
    perPixel[scales[i].axis] = scales[i].perPixel;
    last[scales[i].axis] = scales[i].last;
  }
  const auto o = hn::Load(d, origin), s = hn::Load(d, perPixel);
  const auto most = hn::Load(di, last), zero = hn::Zero(di);
  HWY_ALIGN std::int32_t low[4], high[4];
  for (std::size_t f = 0; f < count; ++f) {
    hn::VFromD<decltype(d)> at[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const Real* const p = &positions[faces[f][k]].x;
#if PLIANT_DOUBLE_PRECISION
      for (std::size_t i = 0; i < 4; ++i) corner[k][i] = static_cast<float>(p[i]);
      at[k] = hn::Load(d, corner[k]);
#else
      (void)corner;
      at[k] = hn::LoadU(d, p);
#endif
    }
    const auto pixel = [&](hn::VFromD<decltype(d)> x) HWY_ATTR {
      return hn::Min(hn::Max(hn::ConvertTo(di, hn::Floor(hn::Mul(hn::Sub(x, o), s))), zero), most);
    };
    hn::Store(pixel(hn::Min(hn::Min(at[0], at[1]), at[2])), di, low);
    hn::Store(pixel(hn::Max(hn::Max(at[0], at[1]), at[2])), di, high);
    for (int i = 0; i < 2; ++i) {
      bounds[4 * f + 2 * static_cast<std::size_t>(i)] = low[scales[i].axis];
      bounds[4 * f + 2 * static_cast<std::size_t>(i) + 1] = high[scales[i].axis];
    }
  }
}

}  // namespace pliant::benchmarks::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::benchmarks {

HWY_EXPORT(storeBounds);

std::span<const std::int32_t> PixelFloor::run(std::span<const PackedPosition> positions,
                                              std::span<const Triangle> faces, const LdiView& view) {
  if (m_bounds.size() < 4 * faces.size()) m_bounds.resize(4 * faces.size());
  PixelScale scales[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const int axis = i == 0 ? view.columnAxis() : view.rowAxis();
    scales[i] = {axis, static_cast<float>(view.min[static_cast<std::size_t>(axis)]),
                 static_cast<float>(1 / view.pixel[i]),
                 static_cast<std::int32_t>(i == 0 ? view.width : view.height) - 1};
  }
  HWY_DYNAMIC_DISPATCH(storeBounds)(positions.data(), faces.data(), faces.size(), scales, m_bounds.data());
  return {m_bounds.data(), 4 * faces.size()};
}

}  // namespace pliant::benchmarks
#endif
