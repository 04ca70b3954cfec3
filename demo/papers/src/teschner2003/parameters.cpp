// Section 4: hash function, table size, cell size, inside test.

#include <pliant/detectors/SpatialHash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "parts.h"

namespace pliant::papers::teschner {
namespace {

using benchmarks::Table;

/// Times of one column of a figure, and their places.
struct Curve {
  std::vector<std::pair<double, double>> points;  ///< x, time [ms]

  Curve(const Table& table, const char* x, const char* column) {
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      points.emplace_back(table.number(row, x), table.number(row, column));
  }
  std::pair<double, double> best() const {
    return *std::min_element(points.begin(), points.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
  }
  /// Returns the largest time / the least.
  double spread() const {
    return std::max_element(points.begin(), points.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
               ->second /
           best().second;
  }
  /// Returns the time at the point that is nearest to x.
  double at(double x) const {
    return std::min_element(points.begin(), points.end(),
                            [x](const auto& a, const auto& b) { return std::abs(a.first - x) < std::abs(b.first - x); })
        ->second;
  }
  /// Returns the number of neighbours whose mean is compared: one point alone is disturbed by the machine.
  std::size_t neighbours() const { return (points.size() + 3) / 4; }
  /// Returns the mean time of neighbouring points, for each group of them in turn.
  std::vector<double> means() const {
    std::vector<double> all;
    for (auto first = points.begin(); points.end() - first >= std::ptrdiff_t(neighbours()); ++first)
      all.push_back(std::accumulate(first, first + std::ptrdiff_t(neighbours()), 0.0,
                                    [](double sum, const auto& point) { return sum + point.second; }) /
                    double(neighbours()));
    return all;
  }
};

Table rowsOf(const Table& made, const std::vector<std::string>& columns, const std::string& x,
             const std::vector<double>& places) {
  Table table;
  table.columns = columns;
  for (const double place : places) {
    std::size_t nearest = 0;
    for (std::size_t row = 0; row < made.rows.size(); ++row)
      if (std::abs(made.number(row, x) - place) < std::abs(made.number(nearest, x) - place)) nearest = row;
    Table::Row cells;
    for (const std::string& column : columns) cells.push_back(made.cell(nearest, column));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string textOf(const Table& made, std::size_t row, const char* column) {
  return std::get<std::string>(made.cell(row, column));
}

// Names under which the spreads of a setup are kept for section 4.3.
std::string tableSpread(char setup) {
  return std::string("table size ") + setup;
}
std::string hashSpread(char setup) {
  return std::string("hash function ") + setup;
}

/// The hash functions, by SpatialHash::Hash.
constexpr std::array<const char*, 3> kHashes{"xor", "additive", "rotating"};

/// Returns what another hash function than the default costs with our blocks.
std::string costOfOthers(const Table& made) {
  const auto chosen = static_cast<std::size_t>(SpatialHash::Settings{}.hash);
  const auto blocks = [&](std::size_t row, std::size_t hash) {
    return made.number(row, std::string("blocks ") + kHashes[hash]);
  };
  std::string text;
  for (std::size_t hash = 0; hash < kHashes.size(); ++hash) {
    if (hash == chosen) continue;
    double mean = 0;
    for (std::size_t row = 0; row < made.rows.size(); ++row)
      mean += blocks(row, hash) / blocks(row, chosen) / double(made.rows.size());
    text += (text.empty() ? "" : ", ") + std::string(kHashes[hash]) + " " + readable(mean);
  }
  return "Our default is " + std::string(kHashes[chosen]) + "; with blocks the others take " + text + " times as long";
}

/// Keeps the slowest / the fastest hash function at one table size, the largest of all sizes, for each setup.
void keepHashSpreads(Run& run, const Table& made) {
  for (const char setup : {'A', 'D'}) {
    double most = 1;
    for (std::size_t row = 0; row < made.rows.size(); ++row) {
      if (textOf(made, row, "setup") != std::string(1, setup)) continue;
      const auto [fastest, slowest] =
          std::minmax({made.number(row, "xor"), made.number(row, "additive"), made.number(row, "rotating")});
      most = std::max(most, slowest / fastest);
    }
    run.keep(hashSpread(setup), most);
  }
}

/// The claim of section 4.3.
void addInfluence(Run& run, char setup, const Curve& cells) {
  const double cell = cells.spread(), table = run.kept(tableSpread(setup)), hash = run.kept(hashSpread(setup));
  const auto cellCounts = [&](double other) { return cell > (1 + kSame) * other; };
  addJudged(run,
            {.place = "section 4.3",
             .claim = "the cell size has more influence than table size or hash function",
             .paper = "curves",
             .ours = std::string("setup ") + setup + ", slowest / fastest: cell size " + readable(cell) +
                     ", table size " + readable(table) + ", hash function " + readable(hash),
             .verdict = verdictOf(cellCounts(table) && cellCounts(hash), cellCounts(table) || cellCounts(hash))},
            {.held = "small cells are looked up in vain, large cells hold many vertices",
             .partly = cellCounts(hash)
                           ? "a look-up passes all cells of its entry, and a table of 99 entries has many in each"
                           : "a look-up passes all cells of its entry, and a weak hash function puts many into one",
             .notHeld = "a look-up passes all cells of its entry: table and hash function decide how many there are"});
}

}  // namespace

void writeHashFunctions(Run& run, const Table& made) {
  constexpr double kSmallTable = 2000;
  run.addTable(made);
  keepHashSpreads(run, made);
  std::size_t fewer = 0, faster = 0, small = 0, leastXor = 0;
  double share = 0, metInSmall[3] = {};
  const double rows = double(made.rows.size());
  for (std::size_t row = 0; row < made.rows.size(); ++row) {
    double met[3];
    for (std::size_t hash = 0; hash < kHashes.size(); ++hash)
      met[hash] = made.number(row, std::string("met ") + kHashes[hash]);
    const double additive = made.number(row, "additive"), byXor = made.number(row, "xor");
    fewer += met[1] <= met[0];
    faster += additive < byXor;
    share += additive / byXor / rows;
    if (made.number(row, "table size") > kSmallTable) continue;
    ++small;
    leastXor += met[0] <= met[1] && met[0] <= met[2];
    for (std::size_t hash = 0; hash < kHashes.size(); ++hash) metInSmall[hash] += met[hash];
  }
  const std::string others = costOfOthers(made);
  run.addText(
      "Times in ms. *met*: cells of other places that a look-up meets. The paper names the variants and has no table "
      "of them.");
  run.addVerdict("The additive hash function has no more collisions than xor in " + readable(double(fewer)) + " of " +
                 readable(rows) + " rows, and is faster in " + readable(double(faster)) + "; it takes " +
                 readable(share) + " of xor's time in the mean. " + others + ".");
  std::string met;
  for (std::size_t hash = 0; hash < kHashes.size(); ++hash)
    met += (met.empty() ? "" : ", ") + std::string(kHashes[hash]) + " " + readable(metInSmall[hash] / double(small));
  addJudged(run,
            {.place = "section 4.1",
             .claim = "xor of three primes gives few collisions in small tables",
             .paper = "not systematically investigated",
             .ours = "cells met a look-up, tables of about 1,000: " + met + "; xor has the fewest in " +
                     readable(double(leastXor)) + " of " + readable(double(small)) + " rows",
             .verdict = verdictOf(leastXor == small, leastXor > 0)},
            {.held = "the products spread neighbouring cells over the table",
             .partly = "none of the three is best in all small tables",
             .notHeld = metInSmall[1] <= metInSmall[2] ? "sums of the same products keep neighbouring cells apart"
                                                       : "rotations spread neighbouring cells better"},
            others);
}

void writeTableSizes(Run& run, char setup, const Table& made) {
  const std::string figure = setup == 'D' ? "figure3" : "figure4", place = setup == 'D' ? "figure 3" : "figure 4";
  const double primitives = setup == 'D' ? 26'346 : 2'200;
  run.addPlot(figure, made.plot, std::string("Time against table size, setup ") + setup);
  run.addTable(rowsOf(made,
                      {"table size", "single cells", "single cells at the prime", "blocks", "blocks at the prime"},
                      "table size", {99, 499, 999, 1999, 4799, 9899}));
  const Curve odd(made, "table size", "single cells"), prime(made, "table size", "single cells at the prime");
  run.keep(tableSpread(setup), odd.spread());
  const std::vector<double> means = odd.means();
  const double first = odd.points.front().second, last = means.back(),
               least = *std::min_element(means.begin(), means.end());
  const std::string sizes = readable(double(odd.neighbours())) + " neighbouring sizes";
  const bool faster = least<(1 - kSame) * first, rises = last>(1 + kSame) * least;
  double difference = 0;
  for (std::size_t i = 0; i < odd.points.size(); ++i)
    difference += (odd.points[i].second / prime.points[i].second - 1) / double(odd.points.size());
  run.addText(
      std::string("Times in ms; the paper's curve has no numbers. Setup ") + setup + " has " + readable(primitives) +
      " vertices and tetrahedra. *Single cells* are the paper's way, *blocks* of 2 × 2 × 2 cells are our default.");
  run.addVerdict(std::string("Larger tables are ") + (faster ? "" : "not ") + "faster: " + ms(first) +
                 " with 99 entries; the least mean of " + sizes + " is " + ms(least) +
                 ". The slight rise at large sizes is " + (rises ? "there, too" : "not there") +
                 ": the mean of the largest " + readable(double(odd.neighbours())) + " sizes is " + ms(last) + ".");
  addJudged(run,
            {.place = place,
             .claim = "a larger table is faster",
             .paper = "curve",
             .ours = ms(first) + " with 99 entries, " + ms(least) + " at best (mean of " + sizes + ")",
             .verdict = verdictOf(faster)},
            {.held = "fewer cells share an entry", .notHeld = "the cells of one entry are told apart, which is cheap"});
  addJudged(
      run,
      {.place = place,
       .claim = "very large tables are slightly slower",
       .paper = "curve",
       .ours = "means of " + sizes + ": " + ms(least) + " at best, " + ms(last) + " at the largest",
       .verdict = verdictOf(rises)},
      {.held = "entries are spread over more memory", .notHeld = "a table of 10,000 entries fits into the cache"});
  addJudged(
      run,
      {.place = "section 4.2",
       .claim = "a prime as table size works best (known; the paper measures 99, 199, ...)",
       .paper = "not compared",
       .ours = "setup " + std::string(1, setup) + ": other sizes take " + readable(100 * difference) + " % longer",
       .verdict = verdictOf(difference > kSame)},
      {.held = "other sizes have factors in common with distances of cells",
       .notHeld = "the hash function spreads well at any size"},
      "The default is a power of two, which needs no division");
}

void writeCellSizes(Run& run, char setup, const Table& made) {
  constexpr double kBlocks = 1.5;  // mean edges: the default of blocks
  const std::string figure = setup == 'D' ? "figure5" : "figure6", place = setup == 'D' ? "figure 5" : "figure 6";
  run.addPlot(figure, made.plot, std::string("Time against cell size, setup ") + setup);
  run.addTable(rowsOf(made, made.columns, "cell / edge", {0.4, 0.7, 1.0, 1.5, 2.0, 3.0}));
  const Curve cells(made, "cell / edge", "single cells"), blocks(made, "cell / edge", "blocks");
  const auto [best, least] = cells.best();
  const double slower = cells.at(1) / least - 1, blockSlower = blocks.at(kBlocks) / blocks.best().second - 1;
  const bool isBest = slower < kSame, isNear = slower < 0.15, isOne = best == 1;
  run.addText("Times in ms; the paper's curve has no numbers. The mean length of an edge is marked.");
  run.addVerdict(
      "With single cells the least time is at " +
      (isOne ? "one mean edge"
             : readable(best) + " mean edges; a cell of one mean edge takes " + readable(100 * slower) + " % more") +
      ", so the paper's rule " +
      (isBest   ? "is the optimum"
       : isNear ? "is near the optimum"
                : "is not the optimum here") +
      ". With blocks our default of " + readable(kBlocks) + " takes " + readable(100 * blockSlower) +
      " % more than the least time, at " + readable(blocks.best().first) +
      " ([why 1.5](methods/spatial-hash.md#what-differs-from-the-paper)).");
  addJudged(run,
            {.place = place,
             .claim = "a cell of the mean edge length is optimal",
             .paper = "curve",
             .ours = "setup " + std::string(1, setup) + ": best at " + readable(best) +
                     (isOne ? "" : ", at 1.0 " + readable(100 * slower) + " % slower"),
             .verdict = verdictOf(isBest, isNear)},
            {.held = "a tetrahedron's box covers few cells, and these hold few vertices",
             .partly = "the curve is shallow around its optimum",
             .notHeld = "the optimum depends on the shape of the tetrahedra"},
            "The default of single cells is 1.0, that of blocks " + readable(kBlocks));
  addInfluence(run, setup, cells);
}

void writeInsideTests(Run& run, const Table& made) {
  Table table;
  table.columns = {"setup", "barycentric [ms]", "half-space [ms]", "half-space / barycentric", "SIMD [ms]"};
  double least = 1e9, most = 0, simdLeast = 1e9;
  for (const char* const setup : {"A", "D", "E"}) {
    double barycentric = 0, halfSpace = 0, simd = 0;
    for (std::size_t row = 0; row < made.rows.size(); ++row) {
      if (textOf(made, row, "setup") != setup || textOf(made, row, "passes") != "two" ||
          textOf(made, row, "layout") != "single cells")
        continue;
      const std::string test = textOf(made, row, "inside test");
      (test == "simd" ? simd : test == "barycentric" ? barycentric : halfSpace) = made.number(row, "median");
    }
    table.add(setup, barycentric, halfSpace, halfSpace / barycentric, simd);
    least = std::min(least, halfSpace / barycentric);
    most = std::max(most, halfSpace / barycentric);
    simdLeast = std::min(simdLeast, barycentric / simd);
  }
  run.addTable(table);
  const Verdict verdict = verdictOf(least > 1 + kSame, most > 1 + kSame);
  const std::string range =
      "half-space takes " + readable(least) + " to " + readable(most) + " of the time of barycentric";
  run.addText("Two passes with single cells, as in the paper. SIMD: half-space tests of several vertices at a time.");
  run.addVerdict("Here " + range +
                 (verdict == Verdict::Held     ? ": barycentric coordinates are faster, as in the paper."
                  : verdict == Verdict::Partly ? ": barycentric coordinates are faster in some setups."
                  : most < 1 - kSame           ? ": half-spaces are faster, unlike in the paper."
                                               : ": barycentric coordinates are not faster."));
  addJudged(run,
            {.place = "section 4.4",
             .claim = "barycentric coordinates are slightly faster than half-spaces",
             .paper = "stated",
             .ours = range,
             .verdict = verdict},
            {.held = "half-spaces need four planes, barycentric coordinates one matrix",
             .partly = "setups differ in the share of the tests in the time of a step",
             .notHeld = "either test is a few products, and most of the time is the table's"},
            "Our default, a SIMD half-space test, is " + readable(simdLeast) + " times as fast at least");
}

void hashFunctions(Run& run) {
  writeHashFunctions(run, measured(run, "hashes", run.either(1500, 300)));
}
void figure3(Run& run) {
  writeTableSizes(run, 'D', measured(run, "figure3", run.either(900, 100)));
}
void figure4(Run& run) {
  writeTableSizes(run, 'A', measured(run, "figure4", run.either(900, 100)));
}
void figure5(Run& run) {
  writeCellSizes(run, 'D', measured(run, "figure5", run.either(1500, 100)));
}
void figure6(Run& run) {
  writeCellSizes(run, 'A', measured(run, "figure6", run.either(1500, 100)));
}
void insideTests(Run& run) {
  writeInsideTests(run, measured(run, "variants", run.either(1500, 300)));
}

}  // namespace pliant::papers::teschner
