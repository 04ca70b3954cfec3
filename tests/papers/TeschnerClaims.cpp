// Each verdict on Teschner 2003 follows from the numbers of the tables, and has a reason of its own.

#include <pliant/detectors/SpatialHash.h>

#include <cmath>

#include "Judged.h"
#include "teschner2003/parts.h"

using namespace pliant;
using namespace pliant::papers;
using namespace pliant::papers::teschner;
using benchmarks::Table;

namespace {

/// Returns the table `variants` of setups whose ratios are given.
Table variantsTable(const std::vector<double>& oneByTwo, const std::vector<double>& halfByBarycentric,
                    double simd = 0.1) {
  Table table{"variants", "", {"setup", "passes", "layout", "inside test", "median", "bytes/prim"}};
  const char* const setups[] = {"A", "D", "E"};
  for (std::size_t i = 0; i < 3; ++i) {
    table.add(setups[i], "two", "blocks", "simd", simd, 10);
    table.add(setups[i], "two", "single cells", "simd", simd, 10);
    table.add(setups[i], "two", "single cells", "barycentric", 1, 10);
    table.add(setups[i], "two", "single cells", "half-space", halfByBarycentric[i], 10);
    table.add(setups[i], "one", "single cells", "barycentric", oneByTwo[i], 30);
  }
  return table;
}

Table table2Of(const std::vector<double>& deviations) {
  Table table{
      "table2", "", {"setup", "tets", "average", "min", "max", "deviation", "bullet refitted", "refitted x ours"}};
  const double tetrahedra[] = {1000, 4000, 10000, 20448, 50000};
  for (std::size_t i = 0; i < 5; ++i) {
    const double average = 1e-5 * tetrahedra[i];
    table.add(std::string(1, "ABCDE"[i]), tetrahedra[i], average, average, average, deviations[i] * average,
              5 * average, 5);
  }
  return table;
}

/// Returns a table `hashes`. `xorMet`: cells that xor meets in the rows of small tables; additive meets one in each.
/// `slow`: time of the rotating function / that of the others.
Table hashTable(const std::vector<double>& xorMet, double slow = 1) {
  Table table{"hashes",
              "",
              {"setup", "table size", "xor", "additive", "rotating", "blocks xor", "blocks additive", "blocks rotating",
               "met xor", "met additive", "met rotating"}};
  std::size_t row = 0;
  for (const char* const setup : {"A", "D", "E"})
    for (const double size : {999.0, 1024.0, 9973.0})
      table.add(setup, size, 2, 2, 2 * slow, 0.6, 0.5, 0.7, size > 2000 ? 9 : xorMet.at(row++), 1, 5);
  return table;
}

Table tableSizes(const std::vector<double>& times) {
  Table table{
      "figure3", "", {"table size", "single cells", "single cells at the prime", "blocks", "blocks at the prime"}};
  for (std::size_t i = 0; i < times.size(); ++i) table.add(99 + 200 * double(i), times[i], times[i], 1, 1);
  return table;
}

Table cellSizes(double slowest) {
  Table table{"figure5", "", {"cell / edge", "single cells", "blocks"}};
  table.add(0.4, slowest, 2);
  table.add(1.0, 1, 1.2);
  table.add(1.5, 1.1, 1);
  return table;
}

/// Returns the verdict of section 4.3 for ratios of the slowest to the fastest time.
Claim influence(double cell, double table, double hash) {
  Judged judged;
  writeHashFunctions(judged.run, hashTable(std::vector<double>(6, 1), hash));
  writeTableSizes(judged.run, 'A', tableSizes({table, 1, 1, 1, 1, 1, 1, 1}));
  writeCellSizes(judged.run, 'A', cellSizes(cell));
  judged.take();
  return judged.claim("cell size has more influence");
}

Claim hashClaim(const std::vector<double>& xorMet) {
  Judged judged;
  writeHashFunctions(judged.run, hashTable(xorMet));
  judged.take();
  return judged.claim("few collisions");
}

}  // namespace

TEST_CASE("one pass is judged by setup, and the reason for two passes is always given") {
  const struct {
    std::vector<double> ratios;
    papers::Verdict verdict;
  } cases[] = {{{1.01, 0.70, 0.71}, papers::Verdict::NotHeld},
               {{1.20, 0.70, 0.71}, papers::Verdict::Partly},
               {{1.20, 1.10, 1.30}, papers::Verdict::Held}};
  for (const auto& one : cases) {
    Judged judged;
    writePasses(judged.run, variantsTable(one.ratios, {1, 1, 1}));
    judged.take();
    const Claim claim = judged.claim("one pass over tetrahedra");
    CHECK(claim.verdict == one.verdict);
    CHECK(Judged::contains(claim.ours, "(A), " + readable(one.ratios[1]) + " (D)"));
    CHECK(Judged::contains(claim.reason, "Two passes stay the default"));
  }
}

TEST_CASE("barycentric coordinates are not called faster where the two tests take the same time") {
  const struct {
    std::vector<double> ratios;
    papers::Verdict verdict;
  } cases[] = {{{0.98, 1.01, 1.01}, papers::Verdict::NotHeld},
               {{0.80, 0.90, 0.90}, papers::Verdict::NotHeld},
               {{0.98, 1.10, 1.01}, papers::Verdict::Partly},
               {{1.05, 1.10, 1.06}, papers::Verdict::Held}};
  for (const auto& one : cases) {
    Judged judged;
    writeInsideTests(judged.run, variantsTable({1, 1, 1}, one.ratios));
    judged.take();
    CHECK(judged.verdict("barycentric") == one.verdict);
  }
}

TEST_CASE("a time that varies much in all setups does not vary slightly") {
  const struct {
    std::vector<double> deviations;
    papers::Verdict verdict;
  } cases[] = {{{0.30, 0.25, 0.2, 0.2, 0.15}, papers::Verdict::NotHeld},
               {{0.30, 0.25, 0.2, 0.2, 0.05}, papers::Verdict::Partly},
               {{0.05, 0.05, 0.05, 0.01, 0.01}, papers::Verdict::Held}};
  for (const auto& one : cases) {
    Judged judged;
    writeTimes(judged.run, table2Of(one.deviations));
    judged.take();
    CHECK(judged.verdict("varies slightly") == one.verdict);
    CHECK(judged.verdict("linear") == papers::Verdict::Held);
    CHECK(std::none_of(judged.claims.begin(), judged.claims.end(),
                       [](const Claim& claim) { return Judged::contains(claim.claim, "other libraries"); }));
  }
}

TEST_CASE("one fast point among noise does not make large tables slow") {
  std::vector<double> noisy{1.5}, rising{1.5};
  for (int i = 0; i < 39; ++i) {
    noisy.push_back(1 + 0.05 * std::sin(2.0 * i));
    rising.push_back(noisy.back() + 0.004 * i);
  }
  noisy[20] = 0.85;
  for (const bool rises : {false, true}) {
    Judged judged;
    writeTableSizes(judged.run, 'D', tableSizes(rises ? rising : noisy));
    judged.take();
    CHECK(judged.verdict("very large tables") == (rises ? papers::Verdict::Held : papers::Verdict::NotHeld));
    CHECK(judged.verdict("a larger table") == papers::Verdict::Held);
    CHECK(judged.verdict("prime") == papers::Verdict::NotHeld);
  }
}

TEST_CASE("the cell size is compared with the table size and the hash function of the same setup") {
  CHECK(influence(2.0, 1.5, 1.2).verdict == papers::Verdict::Held);
  CHECK(influence(1.4, 1.5, 1.2).verdict == papers::Verdict::Partly);
  CHECK(influence(1.4, 1.2, 1.5).verdict == papers::Verdict::Partly);
  CHECK(influence(1.4, 1.2, 1.5).reason != influence(1.4, 1.5, 1.2).reason);
  CHECK(influence(1.2, 1.5, 1.3).verdict == papers::Verdict::NotHeld);
  const std::string ours = influence(2.0, 1.5, 1.2).ours;
  CHECK(Judged::contains(ours, "cell size 2, table size 1.50, hash function 1.20"));
}

TEST_CASE("the best cell size is compared with one mean edge, unless it is one") {
  const auto ours = [](double atOne) {
    Judged judged;
    Table table{"figure5", "", {"cell / edge", "single cells", "blocks"}};
    table.add(0.8, 2, 2);
    table.add(1.0, atOne, 2);
    table.add(1.5, 3, 2);
    writeHashFunctions(judged.run, hashTable(std::vector<double>(6, 1)));
    writeTableSizes(judged.run, 'A', tableSizes(std::vector<double>(8, 1)));
    writeCellSizes(judged.run, 'A', table);
    judged.take();
    return judged.claim("mean edge length is optimal").ours;
  };
  CHECK(ours(1) == "setup A: best at 1");
  CHECK(ours(2.2) == "setup A: best at 0.800, at 1.0 10 % slower");
}

TEST_CASE("the hash functions are judged by small tables, and the reason names the default, whichever it is") {
  CHECK(hashClaim({0, 0, 0, 0, 0, 0}).verdict == papers::Verdict::Held);
  CHECK(hashClaim({0, 0, 0, 2, 0, 0}).verdict == papers::Verdict::Partly);
  CHECK(hashClaim({2, 2, 2, 2, 2, 2}).verdict == papers::Verdict::NotHeld);
  const auto chosen = static_cast<std::size_t>(SpatialHash::Settings{}.hash);
  const char* const names[] = {"xor", "additive", "rotating"};
  const double blocks[] = {0.6, 0.5, 0.7};
  const std::string reason = hashClaim({0, 0, 0, 0, 0, 0}).reason;
  CHECK(Judged::contains(reason, std::string("Our default is ") + names[chosen]));
  for (std::size_t hash = 0; hash < 3; ++hash)
    CHECK(Judged::contains(reason, names[hash] + std::string(" ") + readable(blocks[hash] / blocks[chosen])) ==
          (hash != chosen));
}

TEST_CASE("edges that no object needs are told from objects that do not meet") {
  const struct {
    double met, missed, faces;
    papers::Verdict relevance, cost;
  } cases[] = {{50, 0, 5, papers::Verdict::Held, papers::Verdict::Held},
               {50, 2, 5, papers::Verdict::Partly, papers::Verdict::Held},
               {50, 20, 1, papers::Verdict::NotHeld, papers::Verdict::Partly},
               {0, 0, 5, papers::Verdict::NotTried, papers::Verdict::Held}};
  for (const auto& one : cases) {
    Judged judged;
    Table table{
        "edges", "", {"setup", "vertices", "faces", "faces / vertices", "object pairs", "without a vertex inside"}};
    table.add("A", 1, one.faces, one.faces, one.met, one.missed);
    table.add("B", 1, 4, 4, 0, 0);
    writeEdges(judged.run, table);
    judged.take();
    CHECK(judged.verdict("densely sampled") == one.relevance);
    CHECK(judged.verdict("decrease the performance") == one.cost);
    CHECK(Judged::contains(judged.reason("densely sampled"), "setup A") == (one.missed > 0));
  }
}
