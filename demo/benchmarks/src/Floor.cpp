#include "Floor.h"

#include "core/vectorTargets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Floor.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pliant::benchmarks::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int kCorners>
void storeBoxesOf(const Real* positions, const Index* elements, std::size_t count, Real* boxes) {
  const hn::CappedTag<Real, 4> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t t = 0; t < count; ++t) {
    const Index* corner = elements + kCorners * t;
    for (std::size_t part = 0; part < 4; part += lanes) {
      const Real* x = positions + part;
      const auto a = hn::LoadU(d, x + std::size_t{4} * corner[0]), b = hn::LoadU(d, x + std::size_t{4} * corner[1]);
      const auto c = hn::LoadU(d, x + std::size_t{4} * corner[2]);
      const auto e = kCorners > 3 ? hn::LoadU(d, x + std::size_t{4} * corner[kCorners - 1]) : c;
      hn::StoreU(hn::Min(hn::Min(a, b), hn::Min(c, e)), d, boxes + 8 * t + part);
      hn::StoreU(hn::Max(hn::Max(a, b), hn::Max(c, e)), d, boxes + 8 * t + 4 + part);
    }
  }
}

void storeBoxes(int corners, const Real* positions, const Index* elements, std::size_t count, Real* boxes) {
  if (corners == 3)
    storeBoxesOf<3>(positions, elements, count, boxes);
  else
    storeBoxesOf<4>(positions, elements, count, boxes);
}

}  // namespace pliant::benchmarks::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::benchmarks {

HWY_EXPORT(storeBoxes);

void Floor::run(const BodySet& set, Workers& workers) {
  constexpr std::size_t kPerChunk = 1024;
  const bool faces = set.tetrahedra().empty();
  const int corners = faces ? 3 : 4;
  const std::size_t count = faces ? set.faces().size() : set.tetrahedra().size();
  const Index* const elements = faces ? set.faces().front().data() : set.tetrahedra().front().data();
  if (m_boxes.size() < 8 * count) m_boxes.resize(8 * count);
  workers.forChunks(count, kPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(storeBoxes)
    (corners, &set.positions().front().x, elements + static_cast<std::size_t>(corners) * begin, end - begin,
     m_boxes.data() + 8 * begin);
  });
}

}  // namespace pliant::benchmarks
#endif
