#include "solve/BodyLinks.h"

#include <algorithm>

namespace pliant::detail {
namespace {

/// Computes the correction of four links, as a fraction of their length per inverse mass; 0 where Bullet skips the
/// link.
void correct(const Lane& c0, const Lane& c1, const Lane& squared, Lane& k) {
  // Eigen's select() would divide lane by lane.
  using Four = Real __attribute__((vector_size(sizeof(Lane)), aligned(alignof(Lane)), may_alias));
  const auto four = [](const Lane& lane) { return reinterpret_cast<const Four*>(&lane); };
  const Lane sum = c1 + squared, left = c1 - squared, divisor = c0 * sum;
  const Four none{}, one = none + Real(1);
  const auto moves = (*four(c0) > none) & (*four(sum) > none + Real(SIMD_EPSILON));
  *reinterpret_cast<Four*>(&k) = moves ? *four(left) / (moves ? *four(divisor) : one) : none;
}

}  // namespace

Index BodyLinks::indexOf(const btSoftBody& body, const btSoftBody::Node* node) const {
  const auto index = static_cast<Index>(node - &body.m_nodes[0]);
  return m_leaders.empty() ? index : m_leaders[index];
}

void BodyLinks::read(const btSoftBody& body, const PackedNodes* nodes, Index first) {
  const Real* const inverseMass = nodes ? nodes->inverseMass() + first : nullptr;
  const bool same = readLeaders(body, nodes, first);
  if (same && m_count == body.m_links.size() && readConstants(body, inverseMass)) return;
  m_count = body.m_links.size();
  order(body);
  readConstants(body, inverseMass);
}

/// Returns true if the leaders are unchanged.
bool BodyLinks::readLeaders(const btSoftBody& body, const PackedNodes* nodes, Index first) {
  const auto count = static_cast<std::size_t>(body.m_nodes.size());
  if (!nodes || !nodes->hasSeams(first, static_cast<Index>(count))) {
    const bool same = m_leaders.empty();
    m_leaders.clear();
    return same;
  }
  bool same = m_leaders.size() == count;
  m_leaders.resize(count);
  for (Index i = 0; i < count; ++i) {
    const Index leader = nodes->leader(first + i) - first;
    same = same && m_leaders[i] == leader;
    m_leaders[i] = leader;
  }
  return same;
}

/// Returns one flag per link: 1 if an earlier link, between other nodes, joins the same two seams.
std::vector<std::uint8_t> BodyLinks::repeated(const btSoftBody& body) const {
  struct Between {
    Index low, high, link;
    auto operator<=>(const Between&) const = default;
  };
  std::vector<std::uint8_t> repeated(static_cast<std::size_t>(body.m_links.size()), 0);
  if (m_leaders.empty()) return repeated;
  std::vector<Between> sorted;
  for (Index link = 0; link < repeated.size(); ++link) {
    const auto& ends = body.m_links[static_cast<int>(link)].m_n;
    const Index a = indexOf(body, ends[0]), b = indexOf(body, ends[1]);
    sorted.push_back({std::min(a, b), std::max(a, b), link});
  }
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const auto &one = body.m_links[static_cast<int>(sorted[i - 1].link)],
               &other = body.m_links[static_cast<int>(sorted[i].link)];
    // Several links between the same two nodes were created by the host, so they stay.
    const bool sameNodes = (one.m_n[0] == other.m_n[0] && one.m_n[1] == other.m_n[1]) ||
                           (one.m_n[0] == other.m_n[1] && one.m_n[1] == other.m_n[0]);
    repeated[sorted[i].link] = sorted[i].low == sorted[i - 1].low && sorted[i].high == sorted[i - 1].high && !sameNodes;
  }
  return repeated;
}

bool BodyLinks::readConstants(const btSoftBody& body, const Real* inverseMass) {
  const Index* source = m_source.data();
  double sum = 0;
  for (Group& group : m_groups) {
    for (Index i = 0; i < group.count; ++i) {
      const btSoftBody::Link& from = body.m_links[static_cast<int>(*source++)];
      if (group.a[i] != indexOf(body, from.m_n[0]) || group.b[i] != indexOf(body, from.m_n[1])) return false;
      group.c0[i] = from.m_c0;
      if (!m_leaders.empty()) {
        // m_c0 holds the inverse masses of the two nodes alone; a seam has more mass.
        const Real own = from.m_n[0]->m_im + from.m_n[1]->m_im;
        if (own > 0) group.c0[i] *= (inverseMass[group.a[i]] + inverseMass[group.b[i]]) / own;
      }
      group.c1[i] = from.m_c1;
      sum += double(from.m_c1);
    }
  }
  m_meanSquare = m_source.empty() ? Real(0) : static_cast<Real>(sum / static_cast<double>(m_source.size()));
  return true;
}

/// Distributes the links to groups. A link waits for the link before it at each of its two nodes. A group takes links
/// that wait for none, in the order in which they became ready, so a group seldom reads what the group before it has
/// just written.
void BodyLinks::order(const btSoftBody& body) {
  const auto count = static_cast<Index>(body.m_links.size());
  const auto nodeOf = [&](Index link, int end) { return indexOf(body, body.m_links[static_cast<int>(link)].m_n[end]); };
  const std::vector<std::uint8_t> left = repeated(body);
  std::vector<std::array<Index, 2>> next(count, {kNoIndex, kNoIndex});  // next link at either node
  std::vector<std::uint8_t> waits(count, 0);
  std::vector<std::array<Index, 2>> last(static_cast<std::size_t>(body.m_nodes.size()), {kNoIndex, 0});
  for (Index link = 0; link < count; ++link) {
    if (left[link]) continue;
    for (const int end : {0, 1}) {
      const Index node = nodeOf(link, end);
      const auto [before, endBefore] = last[node];
      last[node] = {link, static_cast<Index>(end)};
      if (before == kNoIndex || before == link) continue;
      next[before][endBefore] = link;
      ++waits[link];
    }
  }
  std::vector<Index> ready;
  ready.reserve(count);
  for (Index link = 0; link < count; ++link)
    if (waits[link] == 0 && !left[link]) ready.push_back(link);
  m_groups.clear();
  m_source.clear();
  m_source.reserve(count);
  for (std::size_t taken = 0; taken < ready.size();) {
    Group group{{}, {}, Lane::Zero(), Lane::Zero(), 0};
    group.count = static_cast<Index>(std::min<std::size_t>(kGroup, ready.size() - taken));
    for (Index i = 0; i < group.count; ++i) {
      m_source.push_back(ready[taken + i]);
      group.a[i] = nodeOf(ready[taken + i], 0);
      group.b[i] = nodeOf(ready[taken + i], 1);
    }
    for (Index i = 0; i < group.count; ++i)
      for (const Index behind : next[ready[taken + i]])
        if (behind != kNoIndex && --waits[behind] == 0) ready.push_back(behind);
    taken += group.count;
    m_groups.push_back(group);
  }
}

void BodyLinks::solveOne(const Group& group, Index lane, Lane* x, const Real* inverseMass) {
  if (!(group.c0[lane] > 0)) return;
  Lane &a = x[group.a[lane]], &b = x[group.b[lane]];
  const Lane along = b - a;
  const Real squared = dot(along, along);
  if (!(group.c1[lane] + squared > SIMD_EPSILON)) return;
  const Real k = (group.c1[lane] - squared) / (group.c0[lane] * (group.c1[lane] + squared));
  a -= along * (k * inverseMass[group.a[lane]]);
  b += along * (k * inverseMass[group.b[lane]]);
}

void BodyLinks::solve(Lane* x, const Real* inverseMass) const {
  for (const Group& group : m_groups) {
    if (group.count < kGroup) {
      for (Index i = 0; i < group.count; ++i) solveOne(group, i, x, inverseMass);
      continue;
    }
    std::array<Lane, kGroup> along;
    Eigen::Matrix<Real, 4, 4> squares;
    for (Index i = 0; i < kGroup; ++i) {
      along[i] = x[group.b[i]] - x[group.a[i]];
      squares.col(i) = along[i] * along[i];
    }
    squares.transposeInPlace();
    Lane k;
    correct(group.c0, group.c1, (squares.col(0) + squares.col(1)).array() + squares.col(2).array(), k);
    for (Index i = 0; i < kGroup; ++i) {
      x[group.a[i]] -= along[i] * (k[i] * inverseMass[group.a[i]]);
      x[group.b[i]] += along[i] * (k[i] * inverseMass[group.b[i]]);
    }
  }
}

}  // namespace pliant::detail
