// The steps of a query by spatial hashing (Teschner 2003, 3).

#include <pliant/detectors/SpatialHash.h>
#include <pliant/io/concatenated.h>
#include <pliant/io/numbers.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/pictures/querySteps.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "HashedCells.h"
#include "MethodSet.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::Cell, detail::Corner, detail::cornerOf, detail::kCellBlue, detail::kEmptyEntry, detail::kShared;
using Table = detail::HashedCells;

constexpr double kThinBox = 0.03, kVertexDot = 0.12, kTetrahedron = 0.12;  // [cells]
constexpr Colour kLooked{0.10f, 0.50f, 0.20f}, kBox{0.35f, 0.37f, 0.42f}, kPassed{0.95f, 0.62f, 0.05f};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

void makeGlass(const detail::MethodSet& method, MethodPicture& picture) {
  for (const std::size_t body : method.bodyOf) picture.glass[body] = 1;
}

/// Returns what the cells are: their width, and where it is from.
std::string widthOf(const Table& table, bool one = false) {
  const bool set = table.settings.cellSize > 0;
  if (table.cellsAlong > 1)
    return concatenated(one ? "block" : "blocks", " of 2 x 2 x 2 cells; a cell is ",
                        number(table.size / table.cellsAlong), " wide, ",
                        set ? "as set" : "1.5 mean lengths of an edge");
  return concatenated(one ? "cell" : "cells", " of edge ", number(table.size), ", ",
                      set ? "as set" : "the mean length of an edge");
}

/// Draws the cells that have vertices. Returns the number of vertices of the fullest one.
std::size_t drawOccupied(const Table& table, MethodPicture& picture) {
  DrawnSurface rods = detail::manyColoured();
  std::size_t drawn = 0;
  const std::size_t most = table.mostVertices();
  for (const auto& [cell, vertices] : table.cells)
    if (drawn++ < kMostDrawnCells) table.append(rods, cell, cellColour(vertices, most));
  detail::addRods(std::move(rods), picture.surfaces);
  return most;
}

/// Pass 1: the cells of the vertices, and the entries of the table.
void addFirstPass(const Table& table, const detail::MethodSet& method, std::size_t bodies,
                  std::vector<QueryStep>& steps) {
  constexpr const char* kFunctions[] = {"xor", "additive", "rotating"};
  QueryStep cells{"Pass 1: cells of the vertices", {}, MethodPicture(bodies)};
  const std::size_t most = drawOccupied(table, cells.picture);
  cells.sentence =
      concatenated(withCommas(method.set.positions().size()), " vertices lie in ", withCommas(table.cells.size()), " ",
                   widthOf(table, table.cells.size() == 1), ". The fullest has ", withCommas(most), " vertices.");
  cells.legend = {{cellColour(1, most), "one vertex"},
                  {cellColour(most, most), concatenated(withCommas(most), " vertices")}};
  steps.push_back(std::move(cells));

  QueryStep entries{"Pass 1: entries of the hash table", {}, MethodPicture(bodies)};
  entries.sentence = concatenated(
      "The hash function (", kFunctions[static_cast<std::size_t>(table.settings.hash)], ") selects one of ",
      withCommas(std::uint64_t{table.entries}), " entries for each of these ", table.unit(), ": ",
      withCommas(table.cellsAt.size()), " are in use, and ", withCommas(table.sharing()), " ", table.unit(),
      " share an entry with another one (red). No entry is cleared: a time stamp shows which are of this step.");
  entries.legend = {{kEmptyEntry, "empty entry"},
                    {kCellBlue, concatenated("entry of one of the ", table.unit())},
                    {kShared, "of several"}};
  DrawnSurface sharing = detail::manyColoured();
  std::size_t drawn = 0;
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

/// Draws up to kShown tetrahedra, at first those with results, with their boxes and cells.
void drawTetrahedraWithCells(const Table& table, const detail::MethodSet& method, const Results& results,
                             MethodPicture& picture) {
  constexpr std::size_t kShown = 4;
  const BodySet& set = method.set;
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
  detail::addRods(std::move(rods), picture.surfaces);
  makeGlass(method, picture);
}

bool inGroups(const Table& table) {
  return table.settings.passes == SpatialHash::Passes::Two &&
         table.settings.insideTest == SpatialHash::InsideTest::Simd;
}

std::vector<LegendLine> lookUpLegend(const Table& table) {
  return {{kFoundTetrahedronColour, "tetrahedra"},
          {kBox, concatenated("their boxes, and ", table.unit(), " without vertices")},
          {kLooked, concatenated(table.unit(), " with vertices")}};
}

/// Pass 2: cells of the boxes of tetrahedra.
void addLookUps(const Table& table, const detail::MethodSet& method, const Results& results, std::size_t bodies,
                std::vector<QueryStep>& steps) {
  const Counters& counters = results.counters;
  const std::size_t tetrahedra = method.set.tetrahedra().size();
  const double each = double(counters.cellsVisited) / double(std::max<std::size_t>(tetrahedra, 1));
  QueryStep step{"Pass 2: cells of each tetrahedron's box", {}, MethodPicture(bodies)};
  step.sentence =
      concatenated(withCommas(tetrahedra),
                   inGroups(table) ? " tetrahedra, in groups of neighbours, look up " : " tetrahedra look up ",
                   withCommas(counters.cellsVisited), " ", table.unit());
  // A group looks up a block once for all its tetrahedra.
  if (!inGroups(table))
    step.sentence += concatenated(", ", number(each), " each");
  else if (each > 0 && each < 1)
    step.sentence += concatenated(", one for ", number(1 / each), " tetrahedra, because a group needs each only once");
  step.sentence += concatenated(", and meet ", withCommas(counters.hashCollisions), " ", table.unit(),
                                " of another place at these entries. Some of the tetrahedra are drawn, with box and ",
                                table.unit(), ".");
  step.legend = lookUpLegend(table);
  drawTetrahedraWithCells(table, method, results, step.picture);
  steps.push_back(std::move(step));
}

/// The one-pass variant (7): tetrahedra are stored, and vertices look up the cell that they are in.
void addOnePass(const Table& table, const detail::MethodSet& method, const Results& results, std::size_t bodies,
                std::vector<QueryStep>& steps) {
  QueryStep stored{"Pass 1: cells of the tetrahedra", {}, MethodPicture(bodies)};
  stored.sentence = concatenated(withCommas(method.set.tetrahedra().size()),
                                 " tetrahedra are stored in all cells that their boxes overlap: ", widthOf(table),
                                 ". Some of them are drawn, with box and ", table.unit(), ".");
  stored.legend = lookUpLegend(table);
  drawTetrahedraWithCells(table, method, results, stored.picture);
  steps.push_back(std::move(stored));
  QueryStep looked{"Pass 2: the cell of each vertex", {}, MethodPicture(bodies)};
  drawOccupied(table, looked.picture);
  looked.sentence =
      concatenated(withCommas(results.counters.cellsVisited), " vertices look up the one of these ", table.unit(),
                   " that they are in, and meet ", withCommas(results.counters.hashCollisions), " ", table.unit(),
                   " of another place at these entries.");
  steps.push_back(std::move(looked));
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

/// Pass 2: box test, then the test of the tetrahedron itself.
void addTests(const Table& table, const detail::MethodSet& method, const Results& results, std::size_t bodies,
              std::vector<QueryStep>& steps) {
  const Counters& counters = results.counters;
  QueryStep boxes{"Pass 2: box test", {}, MethodPicture(bodies)};
  const std::vector<Corner> inBoxes = verticesInBoxes(method, table);
  boxes.sentence =
      concatenated(withCommas(counters.boxTests), " vertices of these ", table.unit(), " are compared with the box of ",
                   inGroups(table) ? "a group, those inside with its tetrahedra's boxes; " : "the tetrahedron; ",
                   withCommas(counters.candidates), " pairs pass, without a tetrahedron's own corners. Their ",
                   withCommas(inBoxes.size()), " vertices are drawn.");
  if (inGroups(table))
    boxes.sentence +=
        " A group whose vertices all lie outside its own tetrahedra is not compared with itself; it keeps "
        "that knowledge from step to step, so the figures may count less.";
  boxes.legend = {{kPassed, "vertices in the box of a tetrahedron"}};
  if (!inBoxes.empty()) boxes.picture.surfaces.push_back(drawParticles(inBoxes, kVertexDot * table.size, kPassed));
  makeGlass(method, boxes.picture);
  steps.push_back(std::move(boxes));

  const bool barycentric = table.settings.insideTest == SpatialHash::InsideTest::Barycentric;
  const bool simd = inGroups(table);
  QueryStep inside{barycentric ? "Pass 2: barycentric coordinates" : "Pass 2: half-spaces", {}, MethodPicture(bodies)};
  inside.sentence = concatenated(
      withCommas(counters.narrowTests), " pairs are tested", simd ? ", several at a time; " : "; ",
      withCommas(results.vertexTetrahedron.size()),
      barycentric ? " vertices have no negative coordinate" : " vertices are on the inner side of all four faces",
      ", so they are in the tetrahedron. They are the result.");
  inside.legend = {{kFoundVertexColour, "vertices in tetrahedra"}, {kFoundTetrahedronColour, "these tetrahedra"}};
  inside.picture.surfaces = drawFoundVertices(method.set, results.vertexTetrahedron);
  makeGlass(method, inside.picture);
  steps.push_back(std::move(inside));
}

/// The surfaces of the bodies: grids of boxes of faces.
void addSurfaces(SpatialHash& hash, detail::MethodSet& method, const Query& query, const Results& results,
                 std::size_t bodies, std::vector<QueryStep>& steps) {
  const Counters& counters = results.counters;
  const SpatialHash::Settings& settings = hash.settings();
  QueryStep grid{"Surfaces: faces in cells", {}, MethodPicture(bodies)};
  const std::string width = settings.cellSize > 0 ? number(double{settings.cellSize}) : std::string();
  grid.sentence = concatenated(
      "Faces have grids of their own, one for each pair of bodies whose boxes overlap, and one for each body with "
      "itself. A face is stored in the cell of its box's lower corner. Cells are ",
      width.empty() ? "as long as the longest box" : concatenated(width, " wide, as set"), ", and ",
      settings.tableSize > 0 ? "hashed into a table of the set size"
                             : "hashed only if they are more than four for each face",
      ". ");
  if (counters.cellsVisited == 0)
    grid.sentence += "Here all of them have so few faces that these are compared directly, by ";
  else
    grid.sentence += concatenated(
        withCommas(method.set.faces().size()), " faces look up ", withCommas(counters.cellsVisited), " cells, meet ",
        withCommas(counters.hashCollisions), " faces of another cell there, and are compared by ");
  grid.sentence += concatenated(withCommas(counters.boxTests), " box tests.");
  const auto tested = detail::testedFaces(hash, method, query);
  for (Index body = 0; body < method.size(); ++body) {
    std::vector<Colour>& colours = grid.picture.colours[method.bodyOf[body]];
    for (const std::uint8_t is : tested[body]) colours.push_back(is != 0 ? kPassed : bodyColour(method.bodyOf[body]));
  }
  grid.legend = {{kPassed, "faces whose box overlaps another one's"}};
  steps.push_back(std::move(grid));

  QueryStep step{"Surfaces: pairs of faces", {}, MethodPicture(bodies)};
  step.sentence = concatenated("The boxes of ", withCommas(counters.candidates),
                               " pairs of faces without a common corner overlap (yellow in the step before). ",
                               withCommas(counters.narrowTests), " are tested exactly, and ",
                               withCommas(results.facePairs.size()), " intersect (red).");
  for (Index body = 0; body < method.size(); ++body) {
    std::vector<Colour>& colours = step.picture.colours[method.bodyOf[body]];
    colours.assign(method.set.faces(body).size(), bodyColour(method.bodyOf[body]));
    for (const FacePair& pair : results.facePairs) {
      if (pair.bodyA == method.set.id(body)) colours[pair.faceA] = kMarkColour;
      if (pair.bodyB == method.set.id(body)) colours[pair.faceB] = kMarkColour;
    }
  }
  step.legend = {{kMarkColour, "faces that intersect"}};
  steps.push_back(std::move(step));
}

}  // namespace

std::vector<QueryStep> hashSteps(std::span<const MethodBody> bodies, const StepwiseQuery& asked) {
  detail::MethodSet method(bodies);
  std::vector<QueryStep> steps;
  SpatialHash hash;
  applyMethodValues(asked.values, hash);
  Query query = asked.query;
  query.barycentric = false;
  Counters both;
  if (query.vertexTetrahedron && !method.set.tetrahedra().empty()) {
    const Table table(method, hash);
    Results results;
    query.facePairs = false;
    hash.update(method.set, method.workers);
    hash.query(method.set, query, results, method.workers);
    if (table.settings.passes == SpatialHash::Passes::Two) {
      addFirstPass(table, method, bodies.size(), steps);
      addLookUps(table, method, results, bodies.size(), steps);
    } else {
      addOnePass(table, method, results, bodies.size(), steps);
    }
    addTests(table, method, results, bodies.size(), steps);
    both += results.counters;
  }
  if (asked.query.facePairs && !method.set.faces().empty()) {
    Results results;
    query.vertexTetrahedron = false;
    query.facePairs = true;
    hash.query(method.set, query, results, method.workers);
    const bool solids = !steps.empty();
    addSurfaces(hash, method, query, results, bodies.size(), steps);
    both += results.counters;
    if (solids)
      steps.back().sentence +=
          concatenated(" With the tetrahedra that makes ", withCommas(both.cellsVisited), " cells, ",
                       withCommas(both.boxTests), " box tests and ", withCommas(both.narrowTests), " tests.");
  }
  if (steps.empty())
    steps.push_back(
        {"Nothing to hash", "No body has faces or tetrahedra that this query asks for.", MethodPicture(bodies.size())});
  return steps;
}

}  // namespace pliant
