#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/triangleFilter.cpp"
#include <hwy/foreach_target.h>
// Highway requires this include after foreach_target.h.
#include <hwy/highway.h>

#include <limits>

#include "core/LaneVectors-inl.h"
#include "core/compress-inl.h"
#include "narrow/triangleFilter.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<Real, 16>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

/// Number of pairs whose corners are fetched before the first is loaded: a vector load stalls right after stores of its
/// parts.
constexpr std::size_t kBlock = 256;
/// Number of pairs by which faces are prefetched before their use; they are anywhere in memory.
constexpr std::size_t kAhead = 32;

using Point = LaneVector<V>;

/// A vector product, and the sums of the magnitudes of the terms of its components.
struct BoundedProduct {
  Point value, size;
};

HWY_INLINE BoundedProduct BoundedCross(const Point& s, const Point& t) {
  const auto yz = hn::Mul(s.y, t.z), zy = hn::Mul(s.z, t.y), zx = hn::Mul(s.z, t.x), xz = hn::Mul(s.x, t.z),
             xy = hn::Mul(s.x, t.y), yx = hn::Mul(s.y, t.x);
  return {{hn::Sub(yz, zy), hn::Sub(zx, xz), hn::Sub(xy, yx)},
          {hn::Add(hn::Abs(yz), hn::Abs(zy)), hn::Add(hn::Abs(zx), hn::Abs(xz)), hn::Add(hn::Abs(xy), hn::Abs(yx))}};
}

/// Lanes in which a sign is certified to be 1 (`up`) or −1 (`down`).
struct Sign {
  M up, down;
  HWY_INLINE Sign() {}
  HWY_INLINE Sign(M up_, M down_) : up(up_), down(down_) {}
};

/// Returns the certified sign of the determinant of the product's two vectors and w.
HWY_INLINE Sign CertifiedSign(const BoundedProduct& n, const Point& w) {
  const D d;
  const auto value = hn::Add(hn::Add(hn::Mul(w.x, n.value.x), hn::Mul(w.y, n.value.y)), hn::Mul(w.z, n.value.z));
  const auto x = hn::Abs(w.x), y = hn::Abs(w.y), z = hn::Abs(w.z);
  const auto size = hn::Add(hn::Add(hn::Mul(x, n.size.x), hn::Mul(y, n.size.y)), hn::Mul(z, n.size.z));
  const auto length = hn::Add(hn::Add(x, y), hn::Add(z, hn::Set(d, Real(1))));
  const auto bound = hn::Add(hn::Mul(size, hn::Set(d, Real(4.5) * std::numeric_limits<Real>::epsilon())),
                             hn::Mul(length, hn::Set(d, 64 * std::numeric_limits<Real>::min())));
  return {hn::Gt(value, bound), hn::Lt(value, hn::Neg(bound))};
}

HWY_INLINE M All(M a, M b, M c) {
  return hn::And(hn::And(a, b), c);
}
HWY_INLINE M Any(M a, M b, M c) {
  return hn::Or(hn::Or(a, b), c);
}
/// Sides of a triangle's plane on which the corners of the other triangle are.
struct Sides {
  Sign of[3];
  HWY_INLINE M One() const {
    return hn::Or(All(of[0].up, of[1].up, of[2].up), All(of[0].down, of[1].down, of[2].down));
  }
};

HWY_INLINE Sides SidesOf(const Point* plane, const Point* points) {
  const BoundedProduct n = BoundedCross(Sub(plane[1], plane[0]), Sub(plane[2], plane[0]));
  return {{CertifiedSign(n, Sub(points[0], plane[0])), CertifiedSign(n, Sub(points[1], plane[0])),
           CertifiedSign(n, Sub(points[2], plane[0]))}};
}

/// Tests an edge against a triangle: p and q are the sides of the triangle's plane on which the edge ends; a, b, c are
/// the sides on which it passes the triangle's edges. Adds to `meets` the lanes in which the edge certainly meets the
/// triangle; keeps in `misses` those in which it certainly does not.
HWY_INLINE void Pierce(const Sign& p, const Sign& q, const Sign& a, const Sign& b, const Sign& c, M& meets, M& misses) {
  const M opposite = hn::Or(hn::And(p.up, q.down), hn::And(p.down, q.up));
  const M one = hn::Or(hn::And(p.up, q.up), hn::And(p.down, q.down));
  const M inside = hn::Or(All(a.up, b.up, c.up), All(a.down, b.down, c.down));
  const M beside = hn::And(Any(a.up, b.up, c.up), Any(a.down, b.down, c.down));
  meets = hn::Or(meets, hn::And(opposite, inside));
  misses = hn::And(misses, hn::Or(one, beside));
}

HWY_INLINE void Prefetch(const TriangleCorners& triangles, std::uint64_t pair) {
  __builtin_prefetch(triangles.corners + 3 * (pair >> 32));
  __builtin_prefetch(triangles.corners + 3 * (pair & 0xffffffffu));
}

/// Corners of the pairs of a block; x, y, z and a pad of each corner are interleaved.
struct Fetched {
  HWY_ALIGN Real at[6][4 * kBlock];

  HWY_INLINE void Read(const TriangleCorners& triangles, std::uint64_t pair, std::size_t i) {
    const std::uint32_t* corner[2] = {triangles.corners + 3 * (pair >> 32),
                                      triangles.corners + 3 * (pair & 0xffffffffu)};
    for (std::size_t c = 0; c < 6; ++c)
      __builtin_memcpy(at[c] + 4 * i, triangles.positions + 4 * std::size_t{corner[c / 3][c % 3]}, 4 * sizeof(Real));
  }
  HWY_INLINE void Move(std::size_t from, std::size_t to) {
    for (std::size_t c = 0; c < 6; ++c) __builtin_memmove(at[c] + 4 * to, at[c] + 4 * from, 4 * sizeof(Real));
  }
  HWY_INLINE void Load(std::size_t run, Point* point) const {
    V pad;
    for (std::size_t c = 0; c < 6; ++c)
      hn::LoadInterleaved4(D(), at[c] + 4 * run, point[c].x, point[c].y, point[c].z, pad);
  }
};

/// Returns the lanes in which one triangle is certainly on one side of the other's plane.
HWY_INLINE M Beside(const Point* point) {
  return hn::Or(SidesOf(point, point + 3).One(), SidesOf(point + 3, point).One());
}

struct Verdicts {
  M separated, meets;
};

/// Tests the edges of each triangle against the other triangle.
HWY_INLINE Verdicts Decide(const Point* point) {
  const D d;
  const Point *first = point, *second = point + 3;
  const Sides ofSecond = SidesOf(first, second), ofFirst = SidesOf(second, first);
  // turn[i][j]: side on which edge i of the second passes edge j of the first; edge j passes edge i on the same side.
  Sign turn[3][3];
  for (int i = 0; i < 3; ++i) {
    const Point edge = Sub(second[(i + 1) % 3], second[i]);
    const Point to[3] = {Sub(first[0], second[i]), Sub(first[1], second[i]), Sub(first[2], second[i])};
    for (int j = 0; j < 3; ++j) turn[i][j] = CertifiedSign(BoundedCross(edge, to[j]), to[(j + 1) % 3]);
  }
  M meets = hn::FirstN(d, 0), misses = hn::Not(meets);
  for (int i = 0; i < 3; ++i) {
    Pierce(ofSecond.of[i], ofSecond.of[(i + 1) % 3], turn[i][0], turn[i][1], turn[i][2], meets, misses);
    Pierce(ofFirst.of[i], ofFirst.of[(i + 1) % 3], turn[0][i], turn[1][i], turn[2][i], meets, misses);
  }
  return {misses, meets};
}

/// Most pairs are separated by the plane of one triangle. The others of a block are moved together, so that the long
/// test fills all lanes.
void FilterTriangles(const TriangleCorners& triangles, const std::uint64_t* pairs, std::size_t count, Meeting* out) {
  const std::size_t lanes = hn::Lanes(D());
  Fetched fetched;
  std::uint16_t left[kBlock];
  Point point[6];
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    const std::size_t size = count - begin < kBlock ? count - begin : kBlock;
    for (std::size_t i = 0; i < (size + lanes - 1) / lanes * lanes; ++i) {
      if (begin + i + kAhead < count) Prefetch(triangles, pairs[begin + i + kAhead]);
      fetched.Read(triangles, pairs[begin + (i < size ? i : size - 1)], i);
    }
    std::size_t open = 0;
    for (std::size_t run = 0; run < size; run += lanes) {
      fetched.Load(run, point);
      const std::uint64_t beside = maskBits(D(), Beside(point));
      for (std::size_t i = 0; i < lanes && run + i < size; ++i) {
        out[begin + run + i] = Meeting::No;
        left[open] = static_cast<std::uint16_t>(run + i);
        open += ~beside >> i & 1;
      }
    }
    for (std::size_t i = 0; i < open; ++i) fetched.Move(left[i], i);
    for (std::size_t run = 0; run < open; run += lanes) {
      fetched.Load(run, point);
      const Verdicts verdicts = Decide(point);
      const std::uint64_t separated = maskBits(D(), verdicts.separated), meets = maskBits(D(), verdicts.meets);
      for (std::size_t i = 0; i < lanes && run + i < open; ++i)
        out[begin + left[run + i]] = (separated >> i & 1) ? Meeting::No
                                     : (meets >> i & 1)   ? Meeting::Yes
                                                          : Meeting::Unknown;
    }
  }
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(FilterTriangles);

void filterTriangles(const TriangleCorners& triangles, const std::uint64_t* pairs, std::size_t count, Meeting* out) {
  HWY_DYNAMIC_DISPATCH(FilterTriangles)(triangles, pairs, count, out);
}

}  // namespace pliant::detail
#endif
