#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "ContourOracle.h"
#include "detectors/predicates/PredicateInput.h"

/// Contours that are hard for the contour test: on small lattices they often touch, overlap and cross exactly.
namespace contour_cases {

using contour_oracle::Edges;
using contour_oracle::Positions;
using pliant::Index;
using pliant::PackedPosition;
using pliant::Real;
using pliant::Triangle;
using pliant::detail::facing;
using pliant::detail::ViewDirection;
using predicate_input::Generator;

enum class Kind {
  Polygon,  ///< closed path over different vertices at random places
  Walk,     ///< closed path that may pass a vertex more than once
  Patch,    ///< some faces of a lattice: holes, several components, branch vertices
  Layers,   ///< two patches, one above the other, with common vertices
  Soup,     ///< random front-facing faces: flaps, stacked discs
  Fan,      ///< fan around a vertex, up to two turns
  Nested,   ///< squares of either orientation, nested and side by side
};
inline constexpr Kind kKinds[] = {Kind::Polygon, Kind::Walk, Kind::Patch, Kind::Layers,
                                  Kind::Soup,    Kind::Fan,  Kind::Nested};
inline std::string name(Kind kind) {
  static const char* const names[] = {"Polygon", "Walk", "Patch", "Layers", "Soup", "Fan", "Nested"};
  return names[static_cast<int>(kind)];
}

/// A view direction and a map of lattice places into space. `x` and `y` are the images of the lattice axes; they are
/// counter-clockwise in the projection along `direction`.
struct View {
  ViewDirection direction;
  std::array<int, 3> x, y;
  Real scale, shift;

  explicit View(Generator& random) {
    static const ViewDirection directions[] = {{0, 0, 1},       {0, 0, -3},          {1, 0, 0},      {0, -1, 0},
                                               {1, 1, 0},       {2, -3, 5},          {-7, 1, 1},     {5, -11, 3},
                                               {-512, 301, 77}, {1024, 1023, -1022}, {100, 1, 1000}, {0, 7, -7},
                                               {-3, -3, -3},    {-1024, -1024, 1024}};
    direction = directions[random.integer(0, std::size(directions) - 1)];
    do {
      for (std::size_t i = 0; i < 3; ++i) x[i] = random.integer(-3, 3), y[i] = random.integer(-3, 3);
    } while (volume() <= 0);
    static const Real scales[] = {1, 1, Real(0.25), Real(0x1p-60), Real(0.1), Real(1e-3)};
    static const Real shifts[] = {0, 0, 0, 1000, Real(0.3)};
    scale = scales[random.integer(0, std::size(scales) - 1)];
    shift = scale > Real(1e-4) ? shifts[random.integer(0, std::size(shifts) - 1)] : 0;
  }

  int volume() const {
    return (x[1] * y[2] - x[2] * y[1]) * direction.x + (x[2] * y[0] - x[0] * y[2]) * direction.y +
           (x[0] * y[1] - x[1] * y[0]) * direction.z;
  }
  PackedPosition at(int u, int w, int height) const {
    const auto coordinate = [&](std::size_t i, int along) {
      return static_cast<Real>(u * x[i] + w * y[i] + height * along) * scale + shift;
    };
    return {coordinate(0, direction.x), coordinate(1, direction.y), coordinate(2, direction.z), 0};
  }
};

struct Case {
  Positions positions;
  std::vector<Triangle> faces;  ///< empty if the contour is not that of faces
  Edges contour;
  ViewDirection direction{};
};

/// Orders edges into closed loops, none of which passes a vertex twice. Edges of no loop come last.
inline void chain(Edges& edges) {
  std::multimap<Index, Index> open;  // unused edges
  for (const auto& e : edges) open.emplace(e.from, e.to);
  Edges loops, rest, path;
  std::set<Index> starts;  // of the path's edges
  while (!open.empty() || !path.empty()) {
    const auto next = path.empty() ? open.begin() : open.find(path.back().to);
    if (next == open.end()) {
      rest.insert(rest.end(), path.begin(), path.end());
      path.clear();
      starts.clear();
      continue;
    }
    path.push_back({next->first, next->second});
    starts.insert(next->first);
    open.erase(next);
    if (!starts.contains(path.back().to)) continue;
    const auto first = std::find_if(path.begin(), path.end(), [&](const auto& e) { return e.from == path.back().to; });
    for (auto e = first; e != path.end(); ++e) starts.erase(e->from);
    loops.insert(loops.end(), first, path.end());
    path.erase(first, path.end());
  }
  edges = loops;
  edges.insert(edges.end(), rest.begin(), rest.end());
}

class Cases {
 public:
  explicit Cases(unsigned seed) : m_random(seed) {}

  Case make(Kind kind) {
    const View view(m_random);
    m_view = &view;
    m_case = {};
    m_case.direction = view.direction;
    switch (kind) {
      case Kind::Polygon:
        polygon();
        break;
      case Kind::Walk:
        walk();
        break;
      case Kind::Patch:
        disc();
        break;
      case Kind::Layers:
        layers();
        break;
      case Kind::Soup:
        soup();
        break;
      case Kind::Fan:
        fan();
        break;
      case Kind::Nested:
        nested();
        break;
    }
    if (m_random.integer(0, 3) == 0) nudge();
    if (!m_case.faces.empty()) m_case.contour = contour_oracle::contourOf(m_case.faces);
    if (m_random.integer(0, 9) == 0) turnRound();
    shuffle();
    return std::move(m_case);
  }

  Generator& random() { return m_random; }

 private:
  Index vertex(int u, int w) {
    m_case.positions.push_back(m_view->at(u, w, m_random.integer(-1, 1)));
    return static_cast<Index>(m_case.positions.size() - 1);
  }

  void polygon() { way(m_random.integer(3, 8), false); }
  void walk() { way(m_random.integer(4, 12), true); }
  void disc() { patch(m_random.integer(1, 4), 0); }

  void way(int count, bool again) {
    const int size = m_random.integer(2, 5);
    std::vector<Index> vertices;
    for (int i = 0; i < count; ++i) {
      const bool old = again && i > 2 && m_random.integer(0, 2) == 0;
      vertices.push_back(old ? vertices[static_cast<std::size_t>(m_random.integer(0, i - 1))]
                             : vertex(m_random.integer(0, size), m_random.integer(0, size)));
    }
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const Index a = vertices[i], b = vertices[(i + 1) % vertices.size()];
      if (a != b || m_random.integer(0, 3) == 0) m_case.contour.push_back({a, b});
    }
  }

  void add(Index a, Index b, Index c) {
    if (facing(m_case.positions[a], m_case.positions[b], m_case.positions[c], m_view->direction) > 0) {
      m_case.faces.push_back({a, b, c});
    }
  }

  /// Adds some halves of the squares of a lattice. Corners are new vertices or those in `shared`, which receives the
  /// corners.
  void patch(int size, int offset, std::vector<Index>* shared = nullptr) {
    std::vector<Index> corners;
    const int row = size + 1;
    for (int i = 0; i < row * row; ++i) {
      const bool old = shared && i < static_cast<int>(shared->size()) && m_random.integer(0, 3) == 0;
      corners.push_back(old ? (*shared)[static_cast<std::size_t>(i)] : vertex(i % row + offset, i / row));
    }
    const int most = m_random.integer(1, 9);
    for (int i = 0; i < size * size; ++i) {
      const auto c = static_cast<std::size_t>(i / size * row + i % size), up = static_cast<std::size_t>(row);
      if (m_random.integer(0, 9) < most) add(corners[c], corners[c + 1], corners[c + 1 + up]);
      if (m_random.integer(0, 9) < most) add(corners[c], corners[c + 1 + up], corners[c + up]);
    }
    if (shared) *shared = corners;
  }

  void layers() {
    std::vector<Index> shared;
    const int size = m_random.integer(1, 3);
    patch(size, 0, &shared);
    patch(size, m_random.integer(0, 2), &shared);
  }

  void soup() {
    const int count = m_random.integer(3, 9), size = m_random.integer(2, 5), faces = m_random.integer(1, 5);
    for (int i = 0; i < count; ++i) vertex(m_random.integer(0, size), m_random.integer(0, size));
    const auto any = [&] { return static_cast<Index>(m_random.integer(0, count - 1)); };
    for (int i = 0; i < faces; ++i) add(any(), any(), any());
  }

  void fan() {
    static const int ring[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    const Index centre = vertex(0, 0);
    const int count = m_random.integer(2, 17);
    std::vector<Index> rim;
    for (int i = 0; i < count; ++i) {
      const int far = m_random.integer(1, 2);
      rim.push_back(vertex(far * ring[i % 8][0], far * ring[i % 8][1]));
    }
    const bool closed = count % 8 == 0 && m_random.integer(0, 1) == 0;
    for (std::size_t i = 0; i + 1 < rim.size(); ++i) add(centre, rim[i], rim[i + 1]);
    if (closed) add(centre, rim.back(), rim.front());
  }

  void nested() {
    const int count = m_random.integer(1, 4);
    for (int i = 0; i < count; ++i) {
      const int u = m_random.integer(0, 6), w = m_random.integer(0, 6), size = m_random.integer(1, 7);
      const Index a = vertex(u, w), b = vertex(u + size, w), c = vertex(u + size, w + size), d = vertex(u, w + size);
      const bool round = m_random.integer(0, 2) == 0;
      for (const auto& [from, to] : {std::pair(a, b), {b, c}, {c, d}, {d, a}}) {
        m_case.contour.push_back(round ? pliant::detail::ContourEdge{to, from} : pliant::detail::ContourEdge{from, to});
      }
    }
  }

  /// Moves some coordinates to a neighbouring number: elements that touched nearly touch. Removes faces that turn away.
  void nudge() {
    constexpr Real most = std::numeric_limits<Real>::max();
    for (PackedPosition& p : m_case.positions) {
      for (Real* x : {&p.x, &p.y, &p.z}) {
        const int to = m_random.integer(-2, 2);
        if (to == -1 || to == 1) *x = std::nextafter(*x, to > 0 ? most : -most);
      }
    }
    std::erase_if(m_case.faces, [&](const Triangle& f) {
      return facing(m_case.positions[f[0]], m_case.positions[f[1]], m_case.positions[f[2]], m_case.direction) <= 0;
    });
  }

  void turnRound() {
    for (auto& e : m_case.contour) std::swap(e.from, e.to);
    m_case.faces.clear();
  }

  void shuffle() {
    for (std::size_t i = m_case.contour.size(); i > 1; --i) {
      std::swap(m_case.contour[i - 1], m_case.contour[static_cast<std::size_t>(m_random.integer(0, int(i) - 1))]);
    }
  }

  Generator m_random;
  const View* m_view = nullptr;
  Case m_case;
};

}  // namespace contour_cases
