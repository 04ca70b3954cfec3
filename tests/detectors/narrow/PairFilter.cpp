// Code without AVX, such as Bullet's, runs at half its speed after a function that leaves the upper halves of vector
// registers in use.

#include "narrow/PairFilter.h"

#include <pliant_catch.h>

#include <array>
#include <vector>

// GCC inserts vzeroupper from -O2 on, which sanitized and debug builds do not use.
#if defined(__x86_64__) && defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PLIANT_TEST_UPPER_HALVES 1
#include <cpuid.h>
#else
#define PLIANT_TEST_UPPER_HALVES 0
#endif

using namespace pliant;

namespace {

/// Returns true if upper halves of vector registers are in use; false also if that can't be tested.
bool upperHalvesInUse() {
#if PLIANT_TEST_UPPER_HALVES
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kOsUsesXsave = 1u << 27, kTellsUse = 1u << 2, kUpperHalves = 1u << 2;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & kOsUsesXsave)) return false;
  if (!__get_cpuid_count(0xD, 1, &a, &b, &c, &d) || !(a & kTellsUse)) return false;
  unsigned low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  return (low & kUpperHalves) != 0;
#else
  return false;
#endif
}

}  // namespace

TEST_CASE("the fast test of pairs leaves no upper halves of vector registers in use") {
  constexpr std::size_t kPairs = 40;
  std::vector<std::array<Real, 4>> x;
  for (std::size_t i = 0; i < kPairs + 4; ++i) x.push_back({Real(i % 5), Real(i % 3), Real(i % 7), 0});
  std::vector<std::uint32_t> pairs;
  for (std::uint32_t i = 0; i < kPairs; ++i) pairs.insert(pairs.end(), {i, 0});
  const std::array<std::uint32_t, 3> face{40, 41, 42};
  std::vector<std::uint32_t> edges;
  for (std::uint32_t i = 0; i < kPairs; ++i) edges.insert(edges.end(), {i, i + 1});
  const std::vector<float> within(kPairs, 0.5F);
  detail::FilterInput input;
  input.from = input.to = input.rest = x[0].data();
  input.pairs = pairs.data();
  input.within = input.least = within.data();
  input.restPart = 1;
  std::vector<detail::Verdict> verdicts(kPairs);
  std::vector<float> slacks(kPairs);
  input.elementsB = face.data();
  detail::filterVertexFace(input, kPairs, verdicts.data());
  CHECK_FALSE(upperHalvesInUse());
  detail::slackOfVertexFace(input, kPairs, slacks.data());
  CHECK_FALSE(upperHalvesInUse());
  input.elementsA = input.elementsB = edges.data();
  detail::filterEdgeEdge(input, kPairs, verdicts.data());
  CHECK_FALSE(upperHalvesInUse());
  detail::slackOfEdgeEdge(input, kPairs, slacks.data());
  CHECK_FALSE(upperHalvesInUse());
}
