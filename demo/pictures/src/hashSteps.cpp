// The steps of a query by spatial hashing (Teschner 2003, 3), with single cells as in the paper.

#include <pliant/detectors/SpatialHash.h>
#include <pliant/io/numbers.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/pictures/querySteps.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "MethodSet.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::Corner, detail::cornerOf;

constexpr double kCellRod = 0.045, kThinBox = 0.03, kVertexDot = 0.12, kTetrahedron = 0.06;  // [cells]
constexpr Colour kShared{0.85f, 0.03f, 0.02f}, kCellBlue{0.06f, 0.22f, 0.68f}, kLooked{0.10f, 0.50f, 0.20f},
    kBox{0.35f, 0.37f, 0.42f}, kPassed{0.95f, 0.62f, 0.05f};

SpatialHash::Settings paperSettings() {
  SpatialHash::Settings settings;
  settings.hash = SpatialHash::Hash::Xor;
  settings.layout = SpatialHash::Layout::SingleCells;
  settings.insideTest = SpatialHash::InsideTest::Barycentric;
  return settings;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// Integer coordinates of a cell, and the entry of the table at which it is stored.
using Cell = std::array<std::int32_t, 3>;

/// The table of a query: cells of vertices, and the entries at which they are stored.
struct Table {
  double size = 0;                               ///< of a cell [length]
  std::uint32_t entries = 1;                     ///< n
  std::map<Cell, std::size_t> cells;             ///< occupied cells with their numbers of vertices
  std::map<std::uint32_t, std::size_t> cellsAt;  ///< entry and its number of occupied cells

  explicit Table(detail::MethodSet& method) {
    const SpatialHash::Load load = SpatialHash(paperSettings()).load(method.set, method.workers);
    size = double{load.cellSize};
    entries = std::max<std::uint32_t>(load.buckets, 1);
    if (!(size > 0 && std::isfinite(size))) return;
    for (const PackedPosition& p : method.set.positions()) ++cells[cellOf(cornerOf(p))];
    for (const auto& [cell, vertices] : cells) ++cellsAt[entryOf(cell)];
  }

  Cell cellOf(const Corner& p) const {
    constexpr double kMost = 1 << 30;
    Cell cell;
    for (std::size_t k = 0; k < 3; ++k)
      cell[k] = static_cast<std::int32_t>(std::clamp(std::floor(p[k] / size), -kMost, kMost));
    return cell;
  }
  /// The paper's hash function (4.1).
  std::uint32_t entryOf(const Cell& cell) const {
    const auto term = [&](std::size_t k, std::uint32_t prime) { return static_cast<std::uint32_t>(cell[k]) * prime; };
    return (term(0, 73856093u) ^ term(1, 19349663u) ^ term(2, 83492791u)) % entries;
  }
  /// Calls visit(entry) for each entry of a map by cells whose cell is in the box from `low` to `high`. Takes no more
  /// steps than there are entries, however large the box.
  template <typename Map, typename Visit>
  static void forEachIn(Map& map, const Cell& low, const Cell& high, Visit&& visit) {
    for (auto at = map.lower_bound(low); at != map.end() && at->first[0] <= high[0];) {
      const auto& [i, j, k] = at->first;
      if (j >= low[1] && j <= high[1] && k >= low[2] && k <= high[2])
        visit(*at++);
      else if (j < low[1])
        at = map.lower_bound({i, low[1], low[2]});
      else if (j > high[1])
        at = map.lower_bound({i + 1, low[1], low[2]});
      else
        at = map.lower_bound(k < low[2] ? Cell{i, j, low[2]} : Cell{i, j + 1, low[2]});
    }
  }
  std::size_t sharing() const {
    std::size_t cellsThatShare = 0;
    for (const auto& [entry, count] : cellsAt)
      if (count > 1) cellsThatShare += count;
    return cellsThatShare;
  }
  std::size_t mostVertices() const {
    std::size_t most = 0;
    for (const auto& [cell, vertices] : cells) most = std::max(most, vertices);
    return most;
  }
  void append(DrawnSurface& rods, const Cell& cell, const Colour& colour) const {
    Corner low, high;
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = size * cell[k];
      high[k] = low[k] + size;
    }
    detail::appendBoxRods(rods, low, high, kCellRod * size, colour);
  }
};

/// Returns a square for each entry of the table: grey if it is empty, blue with one cell, red with several.
Image pictureOf(const Table& table) {
  constexpr int kWidth = 640, kMostRows = 480;
  int side = 12;
  while (side > 1 && (table.entries / static_cast<unsigned>(kWidth / side) + 1) * static_cast<unsigned>(side) >
                         static_cast<unsigned>(kMostRows))
    --side;
  const auto columns = static_cast<unsigned>(kWidth / side);
  const unsigned rows = std::min((table.entries + columns - 1) / columns, static_cast<unsigned>(kMostRows / side));
  Image image(kWidth, static_cast<int>(rows) * side);
  const int drawn = side > 2 ? side - 1 : side;
  for (std::uint32_t entry = 0; entry < std::min(table.entries, columns * rows); ++entry) {
    const auto at = table.cellsAt.find(entry);
    const std::size_t cells = at == table.cellsAt.end() ? 0 : at->second;
    const Colour colour = cells == 0 ? Colour{0.80f, 0.81f, 0.83f} : cells == 1 ? kCellBlue : kShared;
    image.fill(static_cast<int>(entry % columns) * side, static_cast<int>(entry / columns) * side, drawn, drawn,
               toRgb(colour));
  }
  return image;
}

void makeGlass(const detail::MethodSet& method, MethodPicture& picture) {
  for (const std::size_t body : method.bodyOf) picture.glass[body] = 1;
}

/// Pass 1: the cells of the vertices, and the entries of the table.
void addFirstPass(const Table& table, const detail::MethodSet& method, std::size_t bodies,
                  std::vector<QueryStep>& steps) {
  QueryStep cells{"Pass 1: cells of the vertices", {}, MethodPicture(bodies)};
  cells.sentence = withCommas(method.set.positions().size()) + " vertices lie in " + withCommas(table.cells.size()) +
                   " cells of edge " + number(table.size) + ", the mean length of an edge; the fullest cell has " +
                   withCommas(table.mostVertices()) + " vertices.";
  DrawnSurface rods = detail::manyColoured();
  std::size_t drawn = 0;
  const std::size_t most = table.mostVertices();
  for (const auto& [cell, vertices] : table.cells)
    if (drawn++ < kMostDrawnCells) table.append(rods, cell, cellColour(vertices, most));
  detail::addRods(std::move(rods), cells.picture.surfaces);
  steps.push_back(std::move(cells));

  QueryStep entries{"Pass 1: entries of the hash table", {}, MethodPicture(bodies)};
  entries.sentence = "The hash of a cell selects one of " + withCommas(std::uint64_t{table.entries}) +
                     " entries: " + withCommas(table.cellsAt.size()) + " are in use, and " +
                     withCommas(table.sharing()) +
                     " cells share an entry with another cell (red). No entry is cleared: a time stamp shows which are "
                     "of this step.";
  DrawnSurface sharing = detail::manyColoured();
  drawn = 0;
  for (const auto& [cell, vertices] : table.cells)
    if (table.cellsAt.at(table.entryOf(cell)) > 1 && drawn++ < kMostDrawnCells) table.append(sharing, cell, kShared);
  detail::addRods(std::move(sharing), entries.picture.surfaces);
  makeGlass(method, entries.picture);
  entries.image = pictureOf(table);
  steps.push_back(std::move(entries));
}

/// Returns the tetrahedra of some results, by their index in the set, each once.
std::vector<Index> tetrahedraOf(const detail::MethodSet& method, const Results& results) {
  std::set<Index> tetrahedra;
  for (const VertexTetrahedron& hit : results.vertexTetrahedron)
    tetrahedra.insert(method.set.tetrahedra(method.set.index(hit.tetrahedronBody)).begin + hit.tetrahedron);
  return {tetrahedra.begin(), tetrahedra.end()};
}

Box boxOf(const BodySet& set, Index tetrahedron) {
  const Corner first = cornerOf(set.positions()[set.tetrahedra()[tetrahedron][0]]);
  Corner low = first, high = first;
  for (const Index v : set.tetrahedra()[tetrahedron]) {
    const Corner p = cornerOf(set.positions()[v]);
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  Box box;
  for (std::size_t k = 0; k < 3; ++k) {
    box.min[k] = static_cast<Real>(low[k]);
    box.max[k] = static_cast<Real>(high[k]);
  }
  return box;
}

/// Draws the cells from `low` to `high`. If they are more than kMostDrawnCells, only the occupied ones.
void appendCells(const Table& table, const Cell& low, const Cell& high, DrawnSurface& rods) {
  double count = 1;
  for (std::size_t k = 0; k < 3; ++k) count *= double(high[k]) - double(low[k]) + 1;
  if (count <= double{kMostDrawnCells}) {
    for (std::int32_t i = low[0]; i <= high[0]; ++i)
      for (std::int32_t j = low[1]; j <= high[1]; ++j)
        for (std::int32_t k = low[2]; k <= high[2]; ++k)
          table.append(rods, {i, j, k}, table.cells.contains({i, j, k}) ? kLooked : kBox);
    return;
  }
  std::size_t drawn = 0;
  Table::forEachIn(table.cells, low, high, [&](const auto& occupied) {
    if (drawn++ < kMostDrawnCells) table.append(rods, occupied.first, kLooked);
  });
}

/// Pass 2: cells of the boxes of tetrahedra. Draws those of up to kShown tetrahedra, at first of those with results.
void addLookUps(const Table& table, const detail::MethodSet& method, const Results& results, std::size_t bodies,
                std::vector<QueryStep>& steps) {
  constexpr std::size_t kShown = 4;
  const BodySet& set = method.set;
  QueryStep step{"Pass 2: cells of each tetrahedron's box", {}, MethodPicture(bodies)};
  step.sentence =
      withCommas(set.tetrahedra().size()) + " tetrahedra look up " + withCommas(results.counters.cellsVisited) +
      " cells, " +
      number(double(results.counters.cellsVisited) / double(std::max<std::size_t>(set.tetrahedra().size(), 1))) +
      " each, and meet " + withCommas(results.counters.hashCollisions) +
      " cells of another place at these entries. Some of the tetrahedra are drawn, with box and cells.";
  std::vector<Index> shown = tetrahedraOf(method, results);
  if (shown.empty()) shown.push_back(0);
  const std::size_t stride = std::max<std::size_t>(shown.size() / kShown, 1);
  DrawnSurface rods = detail::manyColoured();
  for (std::size_t n = 0; n < shown.size() && n / stride < kShown; n += stride) {
    const Box box = boxOf(set, shown[n]);
    const Tetrahedron& corners = set.tetrahedra()[shown[n]];
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i + 1; j < 4; ++j)
        detail::appendRod(rods, cornerOf(set.positions()[corners[i]]), cornerOf(set.positions()[corners[j]]),
                          kTetrahedron * table.size, kFoundTetrahedronColour);
    detail::appendBoxRods(rods, cornerOf(box.min), cornerOf(box.max), kThinBox * table.size, kBox);
    const Cell low = table.cellOf(cornerOf(box.min)), high = table.cellOf(cornerOf(box.max));
    appendCells(table, low, high, rods);
  }
  detail::addRods(std::move(rods), step.picture.surfaces);
  makeGlass(method, step.picture);
  steps.push_back(std::move(step));
}

/// Returns the vertices that are in the box of a tetrahedron which they are no corner of.
std::vector<Corner> verticesInBoxes(const detail::MethodSet& method, const Table& table) {
  const BodySet& set = method.set;
  std::map<Cell, std::vector<Index>> vertices;
  for (Index v = 0; v < set.positions().size(); ++v) vertices[table.cellOf(cornerOf(set.positions()[v]))].push_back(v);
  std::set<Index> found;
  for (Index t = 0; t < set.tetrahedra().size(); ++t) {
    const Box box = boxOf(set, t);
    const Tetrahedron& corners = set.tetrahedra()[t];
    const Index body = set.bodyOfTetrahedron()[t];
    const Cell low = table.cellOf(cornerOf(box.min)), high = table.cellOf(cornerOf(box.max));
    const auto isIn = [&](const PackedPosition& p) {
      return p.x >= box.min[0] && p.y >= box.min[1] && p.z >= box.min[2] && p.x <= box.max[0] && p.y <= box.max[1] &&
             p.z <= box.max[2];
    };
    Table::forEachIn(vertices, low, high, [&](const auto& cell) {
      for (const Index v : cell.second) {
        const bool own = set.bodyOfVertex()[v] == body;
        if (own && !set.selfAt(body)) continue;
        if (std::find(corners.begin(), corners.end(), v) == corners.end() && isIn(set.positions()[v])) found.insert(v);
      }
    });
  }
  std::vector<Corner> places;
  for (const Index v : found) places.push_back(cornerOf(set.positions()[v]));
  return places;
}

/// Pass 2: box test, then the test of barycentric coordinates.
void addTests(const Table& table, const detail::MethodSet& method, const Results& results, std::size_t bodies,
              std::vector<QueryStep>& steps) {
  QueryStep boxes{"Pass 2: box test", {}, MethodPicture(bodies)};
  const std::vector<Corner> inBoxes = verticesInBoxes(method, table);
  boxes.sentence = withCommas(results.counters.boxTests) +
                   " vertices of these cells are compared with the box of the "
                   "tetrahedron; " +
                   withCommas(results.counters.candidates) +
                   " pairs pass, without a tetrahedron's own corners. Their " + withCommas(inBoxes.size()) +
                   " vertices are drawn.";
  if (!inBoxes.empty()) boxes.picture.surfaces.push_back(drawParticles(inBoxes, kVertexDot * table.size, kPassed));
  makeGlass(method, boxes.picture);
  steps.push_back(std::move(boxes));

  QueryStep inside{"Pass 2: barycentric coordinates", {}, MethodPicture(bodies)};
  inside.sentence = withCommas(results.counters.narrowTests) + " pairs are tested; " +
                    withCommas(results.vertexTetrahedron.size()) +
                    " vertices have no negative coordinate, so they are in the tetrahedron. They are the result.";
  inside.picture.surfaces = drawFoundVertices(method.set, results.vertexTetrahedron);
  makeGlass(method, inside.picture);
  steps.push_back(std::move(inside));
}

/// The surfaces of the bodies: the same two passes over faces.
void addSurfaces(const detail::MethodSet& method, const Results& results, std::size_t bodies,
                 std::vector<QueryStep>& steps) {
  QueryStep step{"Surfaces: pairs of faces", {}, MethodPicture(bodies)};
  step.sentence = "The " + withCommas(method.set.faces().size()) +
                  " faces are hashed by their boxes in the same way: " + withCommas(results.counters.candidates) +
                  " pairs of faces in common cells are tested, and " + withCommas(results.facePairs.size()) +
                  " intersect (red).";
  for (Index body = 0; body < method.size(); ++body) {
    std::vector<Colour>& colours = step.picture.colours[method.bodyOf[body]];
    colours.assign(method.set.faces(body).size(), bodyColour(method.bodyOf[body]));
    for (const FacePair& pair : results.facePairs) {
      if (pair.bodyA == method.set.id(body)) colours[pair.faceA] = kMarkColour;
      if (pair.bodyB == method.set.id(body)) colours[pair.faceB] = kMarkColour;
    }
  }
  steps.push_back(std::move(step));
}

}  // namespace

std::vector<QueryStep> hashSteps(std::span<const MethodBody> bodies) {
  detail::MethodSet method(bodies);
  std::vector<QueryStep> steps;
  if (method.size() == 0 || !(method.set.meanEdgeLength() > 0)) {
    steps.push_back({"Pass 1: cells of the vertices", "There is no body with edges, so there are no cells.",
                     MethodPicture(bodies.size())});
    return steps;
  }
  const Table table(method);
  addFirstPass(table, method, bodies.size(), steps);
  SpatialHash hash(paperSettings());
  hash.update(method.set, method.workers);
  Results results;
  if (!method.set.tetrahedra().empty()) {
    hash.query(method.set, {.vertexTetrahedron = true, .barycentric = false}, results, method.workers);
    addLookUps(table, method, results, bodies.size(), steps);
    addTests(table, method, results, bodies.size(), steps);
  }
  if (!method.set.faces().empty()) {
    hash.query(method.set, {.facePairs = true}, results, method.workers);
    addSurfaces(method, results, bodies.size(), steps);
  }
  return steps;
}

}  // namespace pliant
