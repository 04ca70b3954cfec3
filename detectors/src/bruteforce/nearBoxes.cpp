#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bruteforce/nearBoxes.cpp"
#include <hwy/foreach_target.h>
// Highway requires this include after foreach_target.h.
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
    std::uint64_t some = 0;
    hn::StoreMaskBits(d, hn::And(hn::Le(above, most), hn::Le(below, most)), reinterpret_cast<std::uint8_t*>(&some));
    return some;
  };
  for (std::size_t word = 0; word < kBoxBlock / 64; ++word) {
    const std::size_t first = 64 * word, last = first + 64 < count ? first + 64 : count;
    std::uint64_t found = first < last ? ~std::uint64_t{0} >> (64 - (last - first)) : 0;
    // Most boxes are already separated along the first axis.
    for (int k = 0; k < 3 && found != 0; ++k) {
      std::uint64_t some = 0;
      for (std::size_t j = first; j < last; j += lanes) some |= within(begin + j, k) << (j - first);
      found &= some;
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
