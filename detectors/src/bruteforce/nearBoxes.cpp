// Sixteen bytes are served by SSE4; one target less to compile.
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bruteforce/nearBoxes.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.
#include <hwy/highway.h>

#include "bruteforce/nearBoxes.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<Real, kBoxPad>;

void NearBoxes(const Real* const* bounds, std::size_t begin, std::size_t count, const Real* min, const Real* max,
               Real limit, std::uint64_t* bits) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const auto most = hn::Set(d, limit);
  hn::Vec<D> low[3], high[3];
  for (int k = 0; k < 3; ++k) {
    low[k] = hn::Set(d, min[k]);
    high[k] = hn::Set(d, max[k]);
  }
  const auto within = [&](std::size_t i, int k) HWY_ATTR {
    const auto above = hn::Sub(hn::LoadU(d, bounds[k] + i), high[k]);
    const auto below = hn::Sub(low[k], hn::LoadU(d, bounds[3 + k] + i));
    return hn::And(hn::Le(above, most), hn::Le(below, most));
  };
  for (std::size_t word = 0; word < kBoxBlock / 64; ++word) {
    std::uint64_t found = 0;
    for (std::size_t j = 64 * word; j < 64 * (word + 1) && j < count; j += lanes) {
      const std::size_t i = begin + j;
      const auto mask = hn::And(hn::And(within(i, 0), hn::And(within(i, 1), within(i, 2))), hn::FirstN(d, count - j));
      std::uint64_t some = 0;
      hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(&some));
      found |= some << (j % 64);
    }
    bits[word] = found;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(NearBoxes);

void nearBoxes(const Real* const bounds[6], std::size_t begin, std::size_t count, const Real min[3], const Real max[3],
               Real limit, std::uint64_t* bits) {
  HWY_DYNAMIC_DISPATCH(NearBoxes)(bounds, begin, count, min, max, limit, bits);
}

}  // namespace pliant::detail
#endif
