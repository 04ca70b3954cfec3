#include "MeasuredChoice.h"

#include <algorithm>
#include <bit>

namespace pliant::detail {
namespace {

/// Number of images in a trial. The time of the first one is discarded, because its caches are cold, unless it exceeds
/// kHopeless times the median of another alternative.
constexpr std::size_t kFirstImages = 3, kLaterImages = 2;
constexpr double kHopeless = 4;
/// Minimum number of images between trials, and interval of the test for a new trial. The test must be cheap compared
/// with a small image.
constexpr std::size_t kLeastBetween = 64, kBetweenStep = 16;

double workOf(const MeasuredChoice::Size& size) {
  return static_cast<double>(size.faces) + static_cast<double>(size.pixels) + 1;
}

}  // namespace

double MeasuredChoice::Times::median() const {
  std::array<double, kKept> sorted = last;
  const std::size_t known = std::min(count, kKept);
  std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(known));
  return sorted[(known - 1) / 2];
}

MeasuredChoice::MeasuredChoice(std::size_t ways, double share, double advantage)
    : m_share(std::clamp(share, 0.0, 1.0)), m_advantage(std::max(advantage, 1.0)), m_count(ways) {}

MeasuredChoice::Class& MeasuredChoice::classOf(const Size& size) {
  const auto part = [](std::size_t count, std::size_t most) {
    return std::min(static_cast<std::size_t>(std::bit_width(count)), most);
  };
  std::uint16_t& index = m_index[(part(size.views, 3) * 64 + part(size.faces, 63)) * 64 + part(size.pixels, 63)];
  if (index == 0) {
    m_classes.emplace_back();
    index = static_cast<std::uint16_t>(m_classes.size());
  }
  return m_classes[index - 1u];
}

bool MeasuredChoice::isDue(const Class& of, std::size_t way, double work) const {
  if (of.since < kLeastBetween || of.since % kBetweenStep != 0) return false;
  const double extra = of.times[way].median() - of.times[of.chosen].median();
  return of.saved >= extra * work * kLaterImages;
}

bool MeasuredChoice::mayTry(const Class& of, std::size_t way, bool due) const {
  const Way& it = m_ways[way];
  if (it.usable) return due;
  return it.rested && it.waited * m_share >= it.failure && (due || of.chosen == way);
}

std::size_t MeasuredChoice::pick(const Size& size) {
  Class& of = classOf(size);
  if (of.left > 0 && m_ways[of.trying].usable) return of.trying;
  of.left = 0;
  const auto attempt = [&](std::size_t way, std::size_t images) {
    of.trying = way;
    of.left = images;
    return way;
  };
  for (std::size_t way = 0; way < m_count; ++way) {
    if (of.times[way].count == 0 && mayTry(of, way, true)) return attempt(way, kFirstImages);
  }
  for (std::size_t i = 0; i < m_count; ++i) {
    const std::size_t way = (of.next + i) % m_count;
    if (of.times[way].count == 0 || (way == of.chosen && m_ways[way].usable)) continue;
    if (!mayTry(of, way, isDue(of, way, workOf(size)))) continue;
    of.next = (way + 1) % m_count;
    return attempt(way, kLaterImages);
  }
  if (m_ways[of.chosen].usable) return of.chosen;
  // Choose the fastest of the others; alternative 0 is always usable.
  std::size_t best = 0;
  for (std::size_t way = 1; way < m_count; ++way) {
    const bool known = m_ways[way].usable && of.times[way].count > 0;
    if (known && of.times[way].median() < of.times[best].median()) best = way;
  }
  return best;
}

void MeasuredChoice::done(const Size& size, std::size_t way, double ms) {
  Class& of = classOf(size);
  const double rate = ms / workOf(size);
  m_ways[way].usable = true;
  for (std::size_t i = 0; i < m_count; ++i) {
    m_ways[i].rested = true;
    if (!m_ways[i].usable) m_ways[i].waited += ms;
  }
  ++of.since;
  if (of.left == 0 || of.trying != way) {
    of.times[way].add(rate);
    of.saved += m_share * ms;
    return;
  }
  const bool first = of.times[way].count == 0;
  if (!first) of.saved -= std::max(0.0, ms - of.times[of.chosen].median() * workOf(size));
  if (m_ways[way].fresh) {
    m_ways[way].fresh = false;
    return;
  }
  const bool cold = of.left == (first ? kFirstImages : kLaterImages);
  bool hopeless = false;
  for (std::size_t i = 0; first && i < way; ++i) {
    hopeless = hopeless || (of.times[i].count > 0 && rate > kHopeless * of.times[i].median());
  }
  if (!cold || hopeless) of.times[way].add(rate);
  --of.left;
  if (hopeless) of.left = 0;
  if (of.left > 0) return;
  of.since = 0;
  choose(of);
}

void MeasuredChoice::choose(Class& of) const {
  for (std::size_t way = 0; way < m_count; ++way) {
    if (!m_ways[way].usable || of.times[way].count == 0 || way == of.chosen) continue;
    const Times &now = of.times[of.chosen], &other = of.times[way];
    if (now.count == 0 || other.median() * m_advantage < now.median()) of.chosen = way;
  }
}

void MeasuredChoice::failed(std::size_t way, double ms) {
  Way& it = m_ways[way];
  it.usable = false;
  it.fresh = true;
  it.rested = false;
  it.failure = ms;
  it.waited = 0;
}

}  // namespace pliant::detail
