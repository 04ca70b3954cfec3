#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <algorithm>
#include <numeric>

#include "ReferenceDistance.h"

/// Finds contacts by brute force over boxes sorted along x. Slow, short, and independent of the detectors.
class NaiveSource {
 public:
  explicit NaiveSource(pliant::BodySet& set) : m_set(set) {}

  pliant::SurfaceContactSettings settings;
  bool edgesAtDetection = true;  ///< true if edge-edge pairs whose motion meets are contacts from the start

  void detect(std::vector<pliant::SurfaceContact>& contacts) {
    contacts.clear();
    m_set.update();
    run(false, 1 + settings.reach, true, contacts);
    if (edgesAtDetection)
      run(true, settings.edgeEdgeNearby ? 1 + settings.reach : 0, settings.edgeEdgeNearby, contacts);
  }
  void check(std::vector<pliant::SurfaceContact>& hits) {
    hits.clear();
    m_set.update();
    run(false, 0, false, hits);
    run(true, 0, false, hits);
  }

 private:
  using Index = pliant::Index;
  using Real = pliant::Real;
  struct Element {
    Index id;
    std::array<Real, 3> min, max;
  };

  template <typename Corners>
  Element element(Index id, const Corners& corners, Real inflate) const {
    Element e{id, {}, {}};
    e.min.fill(Real(1e30));
    e.max.fill(Real(-1e30));
    for (const Index corner : corners) {
      for (const auto* p : {&m_set.positions()[corner], &m_set.positions_t0()[corner]}) {
        const Real c[3] = {p->x, p->y, p->z};
        for (std::size_t k = 0; k < 3; ++k) {
          e.min[k] = std::min(e.min[k], c[k] - inflate);
          e.max[k] = std::max(e.max[k], c[k] + inflate);
        }
      }
    }
    return e;
  }

  template <typename Visit>
  static void overlaps(std::vector<Element>& a, std::vector<Element>& b, const Visit& visit) {
    const auto byMin = [](const Element& l, const Element& r) { return l.min[0] < r.min[0]; };
    std::sort(a.begin(), a.end(), byMin);
    std::sort(b.begin(), b.end(), byMin);
    const auto test = [&](const Element& l, const Element& r) {
      for (std::size_t k = 1; k < 3; ++k) {
        if (l.min[k] > r.max[k] || r.min[k] > l.max[k]) return;
      }
      visit(l.id, r.id);
    };
    std::size_t j = 0, i = 0;
    std::vector<std::size_t> openA, openB;
    const auto prune = [](std::vector<std::size_t>& open, const std::vector<Element>& of, Real x) {
      std::erase_if(open, [&](std::size_t k) { return of[k].max[0] < x; });
    };
    while (i < a.size() || j < b.size()) {
      if (j == b.size() || (i < a.size() && a[i].min[0] <= b[j].min[0])) {
        prune(openB, b, a[i].min[0]);
        for (const std::size_t k : openB) test(a[i], b[k]);
        openA.push_back(i++);
      } else {
        prune(openA, a, b[j].min[0]);
        for (const std::size_t k : openA) test(a[k], b[j]);
        openB.push_back(j++);
      }
    }
  }

  void run(bool edges, Real scale, bool nearby, std::vector<pliant::SurfaceContact>& contacts) {
    m_a.clear();
    m_b.clear();
    m_pairs.clear();
    if (edges) {
      for (Index i = 0; i < m_set.edges().size(); ++i) {
        m_a.push_back(element(i, m_set.edges()[i], scale * m_set.marginAt(m_set.bodyOfEdge()[i])));
      }
      m_b = m_a;
      overlaps(m_a, m_b, [&](Index l, Index r) {
        if (l < r) m_pairs.push_back({l, r});
      });
    } else {
      for (Index i = 0; i < m_set.positions().size(); ++i) {
        m_a.push_back(element(i, std::array{i}, scale * m_set.marginAt(m_set.bodyOfVertex()[i])));
      }
      for (Index i = 0; i < m_set.faces().size(); ++i) {
        m_b.push_back(element(i, m_set.faces()[i], scale * m_set.marginAt(m_set.bodyOfFace()[i])));
      }
      overlaps(m_a, m_b, [&](Index l, Index r) { m_pairs.push_back({l, r}); });
    }
    std::sort(m_pairs.begin(), m_pairs.end());
    for (const auto& [l, r] : m_pairs) narrow(edges, l, r, nearby, contacts);
  }

  void narrow(bool edges, Index l, Index r, bool nearby, std::vector<pliant::SurfaceContact>& contacts) {
    std::array<Index, 4> v;
    if (edges) {
      const auto a = m_set.edges()[l], b = m_set.edges()[r];
      v = {a[0], a[1], b[0], b[1]};
      if (a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1]) return;
    } else {
      const auto f = m_set.faces()[r];
      v = {l, f[0], f[1], f[2]};
      if (l == f[0] || l == f[1] || l == f[2]) return;
    }
    const Index bodyA = m_set.bodyOfVertex()[v[0]], bodyB = m_set.bodyOfVertex()[v[3]];
    const bool same = bodyA == bodyB;
    if (!m_set.active(bodyA) || !m_set.active(bodyB) || (same ? !m_set.selfAt(bodyA) : !m_set.pairAt(bodyA, bodyB)))
      return;
    const auto at = [&](const auto& from) {
      reference::Quad x;
      for (std::size_t i = 0; i < 4; ++i) x[i] = {double(from[v[i]].x), double(from[v[i]].y), double(from[v[i]].z)};
      return x;
    };
    const reference::Quad x0 = at(m_set.positions_t0()), x1 = at(m_set.positions());
    double h = double(m_set.marginAt(bodyA)) + double(m_set.marginAt(bodyB));
    if (same) {
      const reference::Quad rest = at(m_set.restPositions());
      const double apart = reference::combine(rest, reference::nearest(rest, edges)).norm();
      h = std::min(h, double(settings.restFraction) * apart);
    }
    reference::Advance result = reference::advance(x0, x1, edges);
    if (!(result.distance_t0 > 0)) return;
    if (!result.hit) {
      if (!nearby) return;
      result.weights = reference::nearest(x1, edges);
      result.separation = reference::combine(x1, result.weights);
      if (!(result.separation.norm() < h * (1 + double(settings.reach)))) return;
    }
    pliant::SurfaceContact contact;
    contact.kind = edges ? pliant::SurfaceContact::Kind::EdgeEdge : pliant::SurfaceContact::Kind::VertexFace;
    contact.swept = result.hit;
    contact.vertices = v;
    for (std::size_t i = 0; i < 4; ++i) contact.weights[i] = Real(result.weights[i]);
    contact.normal = result.separation.normalized().cast<Real>();
    contact.distance_t0 = Real(result.distance_t0);
    contact.contactDistance = Real(h);
    contact.elementA = l;
    contact.elementB = r;
    contacts.push_back(contact);
  }

  pliant::BodySet& m_set;
  std::vector<Element> m_a, m_b;
  std::vector<std::pair<Index, Index>> m_pairs;
};
