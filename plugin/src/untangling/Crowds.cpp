#include "Crowds.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/vectors.h"

namespace pliant::detail {
namespace {

/// Size of the offset by ids, as a fraction of the bodies' extent. It gives bodies at exactly the same place a
/// direction.
constexpr double kScatter = 0.1;

/// Returns well-mixed bits of two ids (the finaliser of MurmurHash3).
std::uint32_t mixed(Index a, Index b) {
  std::uint64_t x = pairKey(a, b) + 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCDu;
  x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53u;
  return static_cast<std::uint32_t>(x >> 32);
}

/// Returns a point of the cube [−1, 1]³. Consecutive ids are spread evenly (Roberts' sequence: powers of 1 / r, where r
/// is the root of x⁴ = x + 1).
Eigen::Vector3d scattered(Index id) {
  constexpr double steps[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
  Eigen::Vector3d point;
  for (int k = 0; k < 3; ++k) {
    const double turns = 0.5 + steps[k] * static_cast<double>(id);
    point[k] = 2 * (turns - std::floor(turns)) - 1;
  }
  return point;
}

}  // namespace

void Crowds::begin(BodySet& set) {
  // In reverse order: removal is fastest at the end of a body's own list.
  for (auto ids = m_disabled.rbegin(); ids != m_disabled.rend(); ++ids)
    if (set.contains((*ids)[0]) && set.contains((*ids)[1])) set.setPair((*ids)[0], (*ids)[1], true);
  m_disabled.clear();
  m_disabledPairs.clear();
  m_ways.clear();
  m_partners.assign(set.bodyCount(), 0);
  m_most = 0;
}

void Crowds::count(Index bodyA, Index bodyB) {
  m_most = std::max({m_most, ++m_partners[bodyA], ++m_partners[bodyB]});
}

bool Crowds::isThinned(PairKey key) const {
  return std::min(m_partners[smallerOf(key)], m_partners[largerOf(key)]) > kFewPartners;
}

bool Crowds::isChosen(const BodySet& set, PairKey key) const {
  const Index a = smallerOf(key), b = largerOf(key);
  const std::uint64_t partners = std::min(m_partners[a], m_partners[b]);
  return mixed(set.id(a), set.id(b)) * partners < (std::uint64_t{kFewPartners} << 32);
}

void Crowds::takeAside(const BodySet& set, std::vector<PairKey>& pairs, std::vector<PairKey>& aside) const {
  aside.clear();
  std::erase_if(pairs, [&](PairKey key) {
    const bool out = isThinned(key) && !isChosen(set, key);
    if (out) aside.push_back(key);
    return out;
  });
}

void Crowds::thin(BodySet& set, std::vector<PairKey>& suspects, std::vector<PairKey>& sheets) {
  m_aside.clear();
  takeAside(set, suspects, m_suspectsAside);
  takeAside(set, sheets, m_sheetsAside);
  std::set_union(m_suspectsAside.begin(), m_suspectsAside.end(), m_sheetsAside.begin(), m_sheetsAside.end(),
                 std::back_inserter(m_aside));
  for (const PairKey key : m_aside) disable(set, key);
}

void Crowds::disable(BodySet& set, PairKey key) {
  const Index a = set.id(smallerOf(key)), b = set.id(largerOf(key));
  set.setPair(a, b, false);
  m_disabled.push_back({a, b});
}

void Crowds::judge(BodySet& set, std::vector<PairKey>& suspects, std::vector<PairKey>& sheets,
                   std::span<const PairKey> pairs, const std::function<bool(PairKey)>& overlaps) {
  m_votes.assign(set.bodyCount(), {0, 0});
  m_places.assign(set.bodyCount(), {});
  const auto vote = [&](PairKey key) {
    if (!isThinned(key)) return;
    const bool yes = overlaps(key);
    for (const Index body : {smallerOf(key), largerOf(key)}) {
      m_votes[body][0] += yes;
      ++m_votes[body][1];
    }
  };
  std::for_each(suspects.begin(), suspects.end(), vote);
  std::for_each(sheets.begin(), sheets.end(), vote);
  const auto crowded = [this](Index body) { return m_votes[body][0] > 0 && 2 * m_votes[body][0] >= m_votes[body][1]; };
  const auto inCrowd = [&](PairKey key) { return crowded(smallerOf(key)) && crowded(largerOf(key)); };

  for (const PairKey key : m_aside)
    if (!inCrowd(key)) set.setPair(set.id(smallerOf(key)), set.id(largerOf(key)), true);
  for (auto* const looked : {&suspects, &sheets})
    std::erase_if(*looked, [&](PairKey key) {
      const bool in = inCrowd(key);
      if (in && overlaps(key)) addWay(set, key);
      return in;
    });
  for (auto [looked, aside] : {std::pair(&suspects, &m_suspectsAside), std::pair(&sheets, &m_sheetsAside)}) {
    std::erase_if(*aside, inCrowd);
    looked->insert(looked->end(), aside->begin(), aside->end());
    std::sort(looked->begin(), looked->end());
  }
  std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(m_disabledPairs), inCrowd);
  const auto byKey = [](const SeparationPushes::Way& a, const SeparationPushes::Way& b) { return a.key < b.key; };
  std::sort(m_ways.begin(), m_ways.end(), byKey);
  m_disabled.clear();
  for (const PairKey key : m_disabledPairs) disable(set, key);
}

const Crowds::Place& Crowds::placeOf(const BodySet& set, Index body) {
  Place& place = m_places[body];
  if (place.known) return place;
  place.known = true;
  place.centre.setZero();
  place.spread.setZero();
  const BodySet::Range range = set.vertices(body);
  for (Index v = range.begin; v < range.end; ++v) place.centre += wide(set.positions()[v]);
  place.centre /= range.size();
  for (Index v = range.begin; v < range.end; ++v) {
    const Eigen::Vector3d arm = wide(set.positions()[v]) - place.centre;
    place.spread += arm * arm.transpose();
  }
  place.spread /= range.size();
  return place;
}

void Crowds::addWay(const BodySet& set, PairKey key) {
  Index a = smallerOf(key), b = largerOf(key);
  if (set.id(b) < set.id(a)) std::swap(a, b);
  const Place &placeA = placeOf(set, a), &placeB = placeOf(set, b);
  const Real distance = set.contactDistance(set.id(a), set.id(b));
  Eigen::Matrix3d spread = placeA.spread + placeB.spread;
  const double extent = std::sqrt(spread.trace());
  // Flat bodies then separate along their normal, too.
  const double least = std::max({0.1 * double(distance), 1e-3 * extent, std::numeric_limits<double>::min()});
  spread.diagonal().array() += least * least;
  const Eigen::Vector3d apart =
      placeA.centre - placeB.centre + kScatter * extent * (scattered(set.id(a)) - scattered(set.id(b)));
  Eigen::Vector3d way = spread.ldlt().solve(apart).normalized();
  if (!way.allFinite() || !(way.squaredNorm() > 0.5)) way = Eigen::Vector3d::UnitY();
  double low = std::numeric_limits<double>::infinity(), high = -low;
  const BodySet::Range rangeA = set.vertices(a), rangeB = set.vertices(b);
  for (Index v = rangeA.begin; v < rangeA.end; ++v) low = std::min(low, way.dot(wide(set.positions()[v])));
  for (Index v = rangeB.begin; v < rangeB.end; ++v) high = std::max(high, way.dot(wide(set.positions()[v])));
  const auto depth = static_cast<Real>(high - low);
  if (depth + distance > 0) m_ways.push_back({pairKey(set.id(a), set.id(b)), way.cast<Real>(), depth});
}

}  // namespace pliant::detail
