// Replacements of hn::Compress and hn::CompressStore. Compiled once per instruction set.
#if defined(PLIANT_COMPRESS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_COMPRESS_INL_H
#undef PLIANT_COMPRESS_INL_H
#else
#define PLIANT_COMPRESS_INL_H
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Returns the bits of a mask; the lowest bit is the first lane.
template <class D>
HWY_INLINE std::uint64_t maskBits(D d, hn::Mask<D> mask) {
#if HWY_TARGET <= HWY_AVX3
  // Bits beyond the lanes are undefined.
  if constexpr (hn::MaxLanes(D()) == 8 * sizeof(mask.raw)) return mask.raw;
#endif
  std::uint64_t bits = 0;
  hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(&bits));
  return bits;
}

#if HWY_TARGET == HWY_AVX2
// GCC 12 compiles the portable functions so that each call copies a table of 1 KiB to the stack.

/// Indices of the 32-bit words of the selected lanes, one entry per value of a mask of kLanes bits.
template <std::size_t kLanes>
inline constexpr auto kWordOrders = [] {
  constexpr std::size_t words = 8 / kLanes;
  std::array<std::array<std::uint8_t, 8>, (1 << kLanes)> orders{};
  for (std::size_t bits = 0; bits < orders.size(); ++bits) {
    std::size_t count = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t word = 0; (bits >> lane & 1) != 0 && word < words; ++word)
        orders[bits][count++] = static_cast<std::uint8_t>(lane * words + word);
    }
  }
  return orders;
}();

template <class D>
HWY_INLINE __m256i wordOrder(D d, std::uint64_t bits) {
  static_assert(hn::MaxLanes(d) * sizeof(hn::TFromD<D>) == 32);
  const std::uint8_t* const order = kWordOrders<hn::MaxLanes(d)>[bits].data();
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(order)));
}

template <class D>
HWY_INLINE hn::VFromD<D> inOrder(D d, hn::VFromD<D> lanes, __m256i order) {
  const hn::Repartition<std::int32_t, D> words;
  const __m256i moved = _mm256_permutevar8x32_epi32(hn::BitCast(words, lanes).raw, order);
  return hn::BitCast(d, hn::VFromD<decltype(words)>{moved});
}

template <class D>
HWY_INLINE hn::VFromD<D> compress(D d, hn::VFromD<D> lanes, hn::Mask<D> mask) {
  return inOrder(d, lanes, wordOrder(d, maskBits(d, mask)));
}

template <class D>
HWY_INLINE std::size_t compressStore(hn::VFromD<D> lanes, hn::Mask<D> mask, D d, hn::TFromD<D>* to) {
  const std::uint64_t bits = maskBits(d, mask);
  hn::StoreU(inOrder(d, lanes, wordOrder(d, bits)), d, to);
  return static_cast<std::size_t>(std::popcount(bits));
}
#else
/// Moves the selected lanes to the front. The other lanes are undefined.
template <class D>
HWY_INLINE hn::VFromD<D> compress(D, hn::VFromD<D> lanes, hn::Mask<D> mask) {
  return hn::Compress(lanes, mask);
}

/// Stores the selected lanes, writing up to a whole vector, and returns their number. The AVX-512 instruction for this
/// is not used: it takes over 100 cycles on AMD's Zen 4.
template <class D>
HWY_INLINE std::size_t compressStore(hn::VFromD<D> lanes, hn::Mask<D> mask, D d, hn::TFromD<D>* to) {
  hn::StoreU(compress(d, lanes, mask), d, to);
  return hn::CountTrue(d, mask);
}
#endif

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
