// Section 4: hash function, table size, cell size, inside test.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

#include "parts.h"

namespace pliant::papers::teschner {
namespace {

using benchmarks::Table;

constexpr double kSame = 0.03;  // times that differ by less are called the same

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
  double most() const {
    return std::max_element(points.begin(), points.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->second;
  }
  /// Returns the time at the point that is nearest to x.
  double at(double x) const {
    return std::min_element(points.begin(), points.end(),
                            [x](const auto& a, const auto& b) { return std::abs(a.first - x) < std::abs(b.first - x); })
        ->second;
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

/// Figures 3 and 4.
void tableSizes(Run& run, const std::string& figure, char setup, double primitives) {
  const Table made = measured(run, figure, run.either(900, 100));
  run.addPlot(figure, made.plot, std::string("Time against table size, setup ") + setup);
  run.addTable(rowsOf(made,
                      {"table size", "single cells", "single cells at the prime", "blocks", "blocks at the prime"},
                      "table size", {99, 499, 999, 1999, 4799, 9899}));
  const Curve odd(made, "table size", "single cells"), prime(made, "table size", "single cells at the prime");
  const double first = odd.points.front().second, last = odd.points.back().second, least = odd.best().second;
  const bool faster = least<(1 - kSame) * first, rises = last>(1 + kSame) * least;
  double difference = 0;
  for (std::size_t i = 0; i < odd.points.size(); ++i)
    difference += (odd.points[i].second / prime.points[i].second - 1) / double(odd.points.size());
  run.addText(
      std::string("The paper's curve has no numbers. Setup ") + setup + " has " + readable(primitives) +
      " vertices and tetrahedra. *Single cells* are the paper's way, *blocks* of 2 × 2 × 2 cells are our default.");
  run.addVerdict(std::string("Larger tables are ") + (faster ? "" : "not ") + "faster: " + ms(first) +
                 " with 99 entries, " + ms(least) + " with " + readable(odd.best().first) +
                 ". The slight rise at large sizes is " + (rises ? "there, too" : "not there up to 9,999 entries") +
                 ": " + ms(last) + " with the largest.");
  const std::string place = figure == "figure3" ? "figure 3" : "figure 4";
  run.addClaim(
      {.place = place,
       .claim = "a larger table is faster",
       .paper = "curve",
       .ours = ms(first) + " with 99 entries, " + ms(least) + " at best",
       .verdict = faster ? Verdict::Held : Verdict::NotHeld,
       .reason = faster ? "fewer cells share an entry" : "the cells of one entry are told apart, which is cheap"});
  run.addClaim(
      {.place = place,
       .claim = "very large tables are slightly slower",
       .paper = "curve",
       .ours = ms(least) + " at best, " + ms(last) + " with the largest",
       .verdict = rises ? Verdict::Held : Verdict::NotHeld,
       .reason = rises ? "entries are spread over more memory" : "a table of 10,000 entries fits into the cache"});
  run.addClaim(
      {.place = "section 4.2",
       .claim = "a prime as table size works best (known; the paper measures 99, 199, ...)",
       .paper = "not compared",
       .ours = "setup " + std::string(1, setup) + ": other sizes take " + readable(100 * difference) + " % longer",
       .verdict = difference > kSame ? Verdict::Held : Verdict::NotHeld,
       .reason = difference > kSame ? "the default is a power of two, which needs no division"
                                    : "the hash spreads well at any size; the default is a power of two, which "
                                      "needs no division"});
}

/// Figures 5 and 6.
void cellSizes(Run& run, const std::string& figure, char setup) {
  const Table made = measured(run, figure, run.either(1500, 100));
  run.addPlot(figure, made.plot, std::string("Time against cell size, setup ") + setup);
  run.addTable(rowsOf(made, made.columns, "cell / edge", {0.4, 0.7, 1.0, 1.5, 2.0, 3.0}));
  const Curve cells(made, "cell / edge", "single cells"), blocks(made, "cell / edge", "blocks");
  const auto [best, least] = cells.best();
  const double one = cells.at(1), slower = one / least - 1, blockSlower = blocks.at(1.5) / blocks.best().second - 1;
  const bool isBest = slower < kSame;
  run.addText("The paper's curve has no numbers. The mean length of an edge is marked.");
  run.addVerdict("With single cells the least time is at " + readable(best) +
                 " mean edges; a cell of one mean edge takes " + readable(100 * slower) +
                 " % more, so the paper's rule " +
                 (isBest          ? "is the optimum"
                  : slower < 0.15 ? "is near the optimum"
                                  : "is not the optimum here") +
                 ". With blocks our default of 1.5 takes " + readable(100 * blockSlower) +
                 " % more than the least time, at " + readable(blocks.best().first) + ".");
  run.addClaim({.place = figure == "figure5" ? "figure 5" : "figure 6",
                .claim = "a cell of the mean edge length is optimal",
                .paper = "curve",
                .ours = "setup " + std::string(1, setup) + ": best at " + readable(best) + ", at 1.0 " +
                        readable(100 * slower) + " % slower",
                .verdict = isBest          ? Verdict::Held
                           : slower < 0.15 ? Verdict::Partly
                                           : Verdict::NotHeld,
                .reason = isBest
                              ? "the default of single cells is 1.0"
                              : "the optimum moves with the shape of the tetrahedra; the curve is shallow there. The "
                                "default of single cells stays the paper's 1.0, and that of blocks is 1.5"});
  run.addClaim(
      {.place = "section 4.3",
       .claim = "the cell size has more influence than table size or hash function",
       .paper = "curves",
       .ours = "setup " + std::string(1, setup) + ": slowest / fastest cell size " + readable(cells.most() / least),
       .verdict = cells.most() / least > 2 ? Verdict::Held : Verdict::Partly,
       .reason = "cells that are too small are looked up in vain, cells that are too large hold many vertices"});
}

}  // namespace

void hashFunctions(Run& run) {
  const Table made = measured(run, "hashes", run.either(1500, 300));
  run.addTable(made);
  std::size_t fewer = 0, faster = 0, leastXor = 0;
  double gain = 0, blockGain = 0;
  const double rows = double(made.rows.size());
  for (std::size_t row = 0; row < made.rows.size(); ++row) {
    const double metXor = made.number(row, "met xor"), metSum = made.number(row, "met additive");
    fewer += metSum <= metXor;
    leastXor += metXor <= metSum && metXor <= made.number(row, "met rotating");
    const double share = made.number(row, "additive") / made.number(row, "xor");
    faster += share < 1;
    gain += (share - 1) / rows;
    blockGain += (made.number(row, "blocks additive") / made.number(row, "blocks xor") - 1) / rows;
  }
  const std::string of = " of " + readable(rows) + " rows";
  const std::string compared = "additive has no more collisions than xor in " + readable(double(fewer)) + of +
                               ", and is faster in " + readable(double(faster)) + " (mean " + readable(100 * gain) +
                               " %; with our blocks " + readable(100 * blockGain) + " %)";
  run.addText(
      "*met*: cells of other places that a look-up meets. The paper names the variants and has no table of them.");
  run.addVerdict("Of the three hash functions, " + compared + ".");
  const bool held = leastXor == made.rows.size();
  run.addClaim(
      {.place = "section 4.1",
       .claim = "xor of three primes gives few collisions in small tables",
       .paper = "not systematically investigated",
       .ours = compared,
       .verdict = held           ? Verdict::Held
                  : leastXor > 0 ? Verdict::Partly
                                 : Verdict::NotHeld,
       .reason = std::abs(blockGain) < kSame
                     ? "xor stays the default: with blocks of cells the hash function changes the time by less "
                       "than 3 %"
                     : "the default is the paper's xor; with blocks of cells there are fewer look-ups"});
}

void figure3(Run& run) {
  tableSizes(run, "figure3", 'D', 26'346);
}
void figure4(Run& run) {
  tableSizes(run, "figure4", 'A', 2'200);
}
void figure5(Run& run) {
  cellSizes(run, "figure5", 'D');
}
void figure6(Run& run) {
  cellSizes(run, "figure6", 'A');
}

void insideTests(Run& run) {
  const Table made = measured(run, "variants", run.either(1500, 300));
  Table table;
  table.columns = {"setup", "barycentric [ms]", "half-space [ms]", "half-space / barycentric", "SIMD [ms]"};
  double least = 1e9, most = 0;
  for (const char* const setup : {"A", "D", "E"}) {
    double barycentric = 0, halfSpace = 0, simd = 0;
    for (std::size_t row = 0; row < made.rows.size(); ++row) {
      const auto text = [&](const char* column) { return std::get<std::string>(made.cell(row, column)); };
      if (text("setup") != setup || text("passes") != "two" || text("layout") != "single cells") continue;
      const double median = made.number(row, "median");
      (text("inside test") == "simd" ? simd : text("inside test") == "barycentric" ? barycentric : halfSpace) = median;
    }
    table.add(setup, barycentric, halfSpace, halfSpace / barycentric, simd);
    least = std::min(least, halfSpace / barycentric);
    most = std::max(most, halfSpace / barycentric);
  }
  run.addTable(table);
  const bool held = least > 1 + kSame, contrary = most < 1 - kSame;
  const std::string range =
      "half-space takes " + readable(least) + " to " + readable(most) + " of the time of barycentric";
  run.addText("Two passes with single cells, as in the paper. SIMD: half-space tests of several vertices at a time.");
  run.addVerdict("Here " + range +
                 (held       ? ": barycentric coordinates are faster, as in the paper."
                  : contrary ? ": half-spaces are faster, unlike in the paper."
                             : ": the two cost about the same."));
  run.addClaim({.place = "section 4.4",
                .claim = "barycentric coordinates are slightly faster than half-spaces",
                .paper = "stated",
                .ours = range,
                .verdict = held       ? Verdict::Held
                           : contrary ? Verdict::NotHeld
                                      : Verdict::Partly,
                .reason = "a test is a few products, and most of the time is the table's. Our default is a SIMD "
                          "half-space test; coordinates are computed for results alone"});
}

}  // namespace pliant::papers::teschner
