#include "solve/BodyLinks.h"

#include <algorithm>
#include <functional>

namespace pliant::detail {
namespace {

/// Groups that share a node stay at least so far apart where possible, and how many links one is chosen from.
constexpr Index kApart = 2;
constexpr std::size_t kAhead = 96;

/// How much of its length each of four links moves by, over the inverse masses; 0 where Bullet leaves it as it is.
void correct(const Lane& c0, const Lane& c1, const Lane& squared, Lane& k) {
  // Eigen's select() would divide one by one.
  using Four = Real __attribute__((vector_size(sizeof(Lane)), aligned(alignof(Lane)), may_alias));
  const auto four = [](const Lane& lane) { return reinterpret_cast<const Four*>(&lane); };
  const Lane sum = c1 + squared, left = c1 - squared, divisor = c0 * sum;
  const Four none{}, one = none + Real(1);
  const auto moves = (*four(c0) > none) & (*four(sum) > none + Real(SIMD_EPSILON));
  *reinterpret_cast<Four*>(&k) = moves ? *four(left) / (moves ? *four(divisor) : one) : none;
}

Index indexOf(const btSoftBody& body, const btSoftBody::Node* node) {
  return static_cast<Index>(node - &body.m_nodes[0]);
}

}  // namespace

void BodyLinks::read(const btSoftBody& body) {
  const auto count = static_cast<std::size_t>(body.m_links.size());
  if (m_source.size() == count && readConstants(body)) return;
  order(body);
  readConstants(body);
}

bool BodyLinks::readConstants(const btSoftBody& body) {
  const Index* source = m_source.data();
  double sum = 0;
  const auto read = [&](Group& group, Index i) {
    const btSoftBody::Link& from = body.m_links[static_cast<int>(*source++)];
    if (group.a[i] != indexOf(body, from.m_n[0]) || group.b[i] != indexOf(body, from.m_n[1])) return false;
    group.c0[i] = from.m_c0;
    group.c1[i] = from.m_c1;
    sum += double(from.m_c1);
    return true;
  };
  for (Group& group : m_groups) {
    for (Index i = 0; i < kGroup; ++i) {
      if (!read(group, i)) return false;
    }
  }
  if (!std::all_of(m_single.begin(), m_single.end(), [&](Group& group) { return read(group, 0); })) return false;
  m_meanSquare = m_source.empty() ? Real(0) : static_cast<Real>(sum / static_cast<double>(m_source.size()));
  return true;
}

void BodyLinks::order(const btSoftBody& body) {
  const auto count = static_cast<Index>(body.m_links.size());
  m_groups.clear();
  m_single.clear();
  m_source.clear();
  m_source.reserve(count);
  m_last.assign(static_cast<std::size_t>(body.m_nodes.size()), 0);
  m_waiting.clear();
  std::vector<Index> single;
  for (Index next = 0; next < count || !m_waiting.empty();) {
    while (next < count && m_waiting.size() < kAhead) m_waiting.push_back(next++);
    if (fillGroup(body)) continue;
    single.push_back(m_waiting.front());
    m_waiting.erase(m_waiting.begin());
  }
  for (const Index i : single) {
    const btSoftBody::Link& link = body.m_links[static_cast<int>(i)];
    m_single.push_back({{indexOf(body, link.m_n[0])}, {indexOf(body, link.m_n[1])}, Lane::Zero(), Lane::Zero()});
    m_source.push_back(i);
  }
}

/// Takes the first four of those waiting that share no node, if possible none whose nodes were used a moment ago.
bool BodyLinks::fillGroup(const btSoftBody& body) {
  const Index now = static_cast<Index>(m_groups.size()) + 1 + kApart;
  std::array<Index, kGroup> taken{};
  Group group{{}, {}, Lane::Zero(), Lane::Zero()};
  Index filled = 0;
  for (const Index apart : {kApart, Index{0}}) {
    for (Index place = 0; place < m_waiting.size() && filled < kGroup; ++place) {
      const btSoftBody::Link& link = body.m_links[static_cast<int>(m_waiting[place])];
      const Index a = indexOf(body, link.m_n[0]), b = indexOf(body, link.m_n[1]);
      const auto rested = [&](Index node) {
        const auto used = [&](Index k) { return group.a[k] == node || group.b[k] == node; };
        for (Index k = 0; k < filled; ++k) {
          if (used(k)) return false;
        }
        return m_last[node] + apart < now;
      };
      if (a == b || !rested(a) || !rested(b)) continue;
      group.a[filled] = a;
      group.b[filled] = b;
      taken[filled++] = place;
    }
  }
  if (filled < kGroup) return false;
  for (Index k = 0; k < kGroup; ++k) {
    m_source.push_back(m_waiting[taken[k]]);
    m_last[group.a[k]] = m_last[group.b[k]] = now;
  }
  std::sort(taken.begin(), taken.end(), std::greater<>());
  for (const Index place : taken) m_waiting.erase(m_waiting.begin() + place);
  m_groups.push_back(group);
  return true;
}

void BodyLinks::solve(Lane* x, const Real* inverseMass) const {
  for (const Group& group : m_groups) {
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
  for (const Group& link : m_single) {
    if (!(link.c0[0] > 0)) continue;
    Lane& a = x[link.a[0]];
    Lane& b = x[link.b[0]];
    const Lane along = b - a;
    const Real squared = dot(along, along);
    if (!(link.c1[0] + squared > SIMD_EPSILON)) continue;
    const Real k = (link.c1[0] - squared) / (link.c0[0] * (link.c1[0] + squared));
    a -= along * (k * inverseMass[link.a[0]]);
    b += along * (k * inverseMass[link.b[0]]);
  }
}

}  // namespace pliant::detail
