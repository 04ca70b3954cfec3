// Compares the pairs of the body hierarchy with an all-pairs test, while bodies move, are added and removed.

#include "surfaces/BodyHierarchy.h"

#include <pliant_catch.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace pliant;
using namespace pliant::detail::surface;

namespace {

using Pairs = std::vector<std::pair<Index, Index>>;

Pairs sorted(Pairs pairs) {
  for (auto& [a, b] : pairs)
    if (a > b) std::swap(a, b);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

Pairs allPairs(const std::vector<BodyExtent>& bodies) {
  Pairs pairs;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      bool touch = true;
      for (std::size_t k = 0; k < 3; ++k) {
        touch = touch && bodies[i].min[k] <= bodies[j].max[k] && bodies[j].min[k] <= bodies[i].max[k];
      }
      if (touch) pairs.emplace_back(bodies[i].body, bodies[j].body);
    }
  }
  return sorted(pairs);
}

/// Boxes of moving bodies in a unit cube. The body index is the position in the list, as in a BodySet.
class Crowd {
 public:
  explicit Crowd(unsigned seed, double size) : m_random(seed), m_size(size) {}

  void add() {
    BodyExtent body{{}, {}, 0};
    for (std::size_t k = 0; k < 3; ++k) {
      body.min[k] = in(0, 1);
      body.max[k] = body.min[k] + in(0, m_size);
    }
    bodies.push_back(body);
  }
  void remove() { bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(m_random() % bodies.size())); }
  void move(double by) {
    for (BodyExtent& body : bodies) {
      for (std::size_t k = 0; k < 3; ++k) {
        const double way = in(-by, by);
        body.min[k] += way;
        body.max[k] += way;
      }
    }
    for (Index index = 0; index < bodies.size(); ++index) bodies[index].body = index;
  }
  bool one(unsigned in) { return m_random() % in == 0; }

  std::vector<BodyExtent> bodies;

 private:
  double in(double low, double high) { return std::uniform_real_distribution<double>(low, high)(m_random); }

  std::mt19937 m_random;
  double m_size;
};

Pairs found(BodyHierarchy& hierarchy, const std::vector<BodyExtent>& bodies) {
  Pairs pairs;
  hierarchy.findPairs(bodies, pairs);
  return sorted(pairs);
}

}  // namespace

TEST_CASE("a hierarchy of bodies finds those that touch while they move, come and go") {
  std::size_t touching = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Crowd crowd(seed, seed % 4 == 0 ? 0.02 : 0.2);
    BodyHierarchy hierarchy;
    for (unsigned i = 0; i < seed; ++i) crowd.add();
    for (int step = 0; step < 60; ++step) {
      CAPTURE(step);
      if (crowd.one(3)) crowd.add();
      if (!crowd.bodies.empty() && crowd.one(4)) crowd.remove();
      if (crowd.one(25)) {
        for (int i = 0; i < 30; ++i) crowd.add();
      }
      if (crowd.one(40)) crowd.bodies.clear();
      crowd.move(0.03);
      const Pairs pairs = found(hierarchy, crowd.bodies);
      REQUIRE((pairs == allPairs(crowd.bodies)));
      touching += pairs.size();
    }
  }
  CHECK(touching > 10'000);
}

TEST_CASE("a hierarchy of bodies takes boxes that are the same, flat, points, or that touch by a corner") {
  BodyHierarchy hierarchy;
  std::vector<BodyExtent> bodies;
  for (Index i = 0; i < 300; ++i) {
    // A lattice of boxes, two at each place. Every fifth is a point, every third of the others is flat.
    BodyExtent body{{double(i / 2 % 5), double(i / 10 % 5), double(i / 50)}, {}, i};
    body.max = body.min;
    for (std::size_t k = 0; k < 3; ++k) body.max[k] += i % 5 == 0 || (i % 3 == 0 && k == 1) ? 0 : 1;
    bodies.push_back(body);
    REQUIRE((found(hierarchy, bodies) == allPairs(bodies)));
  }
  CHECK(found(hierarchy, {}).empty());
}
