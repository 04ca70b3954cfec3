// Each verdict on Ganovelli 2000 follows from the numbers of the tables, and has a reason of its own.

#include <pliant/detectors/BucketTree.h>

#include "Judged.h"
#include "ganovelli2000/parts.h"

using namespace pliant;
using namespace pliant::papers;
using namespace pliant::papers::ganovelli;
using benchmarks::Table;

namespace {

/// Returns the table `bucket-boxtrees` with the times of a refitted tree; buckets take 1 ms.
Table boxTreeTable(double ripples, double turns) {
  Table table{"bucket-boxtrees", "", {"motion", "pairs", "buckets", "box tree refitted", "box tree built anew"}};
  table.add("ripples", 600, 1, ripples, 2);
  table.add("turns and ripples", 600, 1, turns, 2);
  return table;
}

/// Returns the table `bucket-changing` with the times of an updated tree; one that is built anew takes 2 ms.
Table changingTable(const std::vector<double>& updated, double buckets) {
  const double shares[] = {0, 1, 10, 50};
  Table table{
      "bucket-changing",
      "",
      {"changed in a step, %", "buckets", "box tree updated", "box tree built anew", "better box tree / buckets"}};
  for (std::size_t i = 0; i < 4; ++i) table.add(shares[i], buckets, updated[i], 2, std::min(updated[i], 2.0) / buckets);
  return table;
}

Table outlierTable(double full, double divided) {
  Table table{"bucket-outlier", "", {"buckets", "most in a bucket", "ms"}};
  table.add("4 levels", 8, 1);
  table.add("4 levels", 4999, full);
  table.add("divided", 8, 1);
  table.add("divided", 3, divided);
  return table;
}

/// Returns the table `bucket-figure3` with the times of Algorithm 2; Algorithm 1 takes 1 ms for 15,000 particles.
Table algorithmsTable(double rigid, double coherent, double unordered) {
  Table table{"bucket-figure3",
              "",
              {"particles", "algorithm 1, angle 0", "algorithm 1, 180", "algorithm 2, angle 0", "algorithm 2, 5",
               "algorithm 2, 30", "algorithm 2, 180"}};
  for (const double particles : {1000.0, 2500.0, 5000.0, 15000.0}) {
    const double ms = particles / 15000;
    table.add(particles, ms, ms, rigid * ms, coherent * ms, unordered * ms, unordered * ms);
  }
  return table;
}

}  // namespace

TEST_CASE("the paper's two conditions of box trees are judged each by itself") {
  const struct {
    double ripples, turns;
    papers::Verdict efficient, split;
  } cases[] = {{0.75, 0.72, papers::Verdict::Held, papers::Verdict::NotHeld},
               {0.75, 1.20, papers::Verdict::Held, papers::Verdict::Held},
               {1.00, 1.02, papers::Verdict::Partly, papers::Verdict::NotHeld},
               {0.75, 0.90, papers::Verdict::Held, papers::Verdict::Partly},
               {1.20, 1.10, papers::Verdict::NotHeld, papers::Verdict::NotHeld}};
  for (const auto& one : cases) {
    Judged judged;
    writeBoxTrees(judged.run, boxTreeTable(one.ripples, one.turns));
    judged.take();
    CHECK(judged.claims.size() == 2);
    CHECK(judged.verdict("very efficient") == one.efficient);
    CHECK(judged.verdict("split into") == one.split);
  }
}

TEST_CASE("a cut is judged by what changing leaves, building anew, and buckets take") {
  const struct {
    std::vector<double> updated;
    double buckets;
    papers::Verdict rebuilding, suited;
  } cases[] = {{{0.8, 0.9, 1.7, 2.5}, 1.1, papers::Verdict::Partly, papers::Verdict::Partly},
               {{0.8, 0.9, 1.0, 1.0}, 1.1, papers::Verdict::NotHeld, papers::Verdict::NotHeld},
               {{0.8, 2.1, 2.2, 2.3}, 1.1, papers::Verdict::Held, papers::Verdict::Held}};
  for (const auto& one : cases) {
    Judged judged;
    writeChangingPrimitives(judged.run, changingTable(one.updated, one.buckets));
    judged.take();
    CHECK(judged.verdict("rebuilding") == one.rebuilding);
    CHECK(judged.verdict("suit cut") == one.suited);
  }
}

TEST_CASE("the far particle's claim names both defaults of crowded buckets") {
  const struct {
    double full, divided;
    papers::Verdict verdict;
  } cases[] = {
      {40, 1.2, papers::Verdict::Held}, {2, 1.2, papers::Verdict::Partly}, {1.1, 1.1, papers::Verdict::NotHeld}};
  for (const auto& one : cases) {
    Judged judged;
    writeOutlier(judged.run, outlierTable(one.full, one.divided));
    judged.take();
    CHECK(judged.verdict("useless") == one.verdict);
    CHECK(Judged::contains(judged.reason("useless"), "more than " + readable(BucketSettings{}.crowded) +
                                                         ", `bucket-tree` of more than " +
                                                         readable(BucketTree::defaults().crowded)));
  }
}

TEST_CASE("coherence is judged by both motions that have it") {
  const struct {
    double rigid, coherent, unordered;
    papers::Verdict coherence, without;
  } cases[] = {{1.05, 2.0, 2.3, papers::Verdict::NotHeld, papers::Verdict::NotHeld},
               {0.80, 2.0, 1.3, papers::Verdict::Partly, papers::Verdict::Partly},
               {0.80, 0.9, 1.1, papers::Verdict::Held, papers::Verdict::Held}};
  for (const auto& one : cases) {
    Judged judged;
    writeFigure3(judged.run, algorithmsTable(one.rigid, one.coherent, one.unordered));
    judged.take();
    CHECK(judged.verdict("with coherence") == one.coherence);
    CHECK(judged.verdict("without coherence") == one.without);
    CHECK(judged.verdict("does not depend") == papers::Verdict::Held);
    CHECK(judged.verdict("linearly") == papers::Verdict::Held);
    CHECK(Judged::contains(judged.reason("with coherence"), "Algorithm 1 is our default"));
  }
  CHECK(BucketSettings{}.algorithm == BucketSettings::Algorithm::Direct);
  CHECK(BucketTree::defaults().algorithm == BucketSettings::Algorithm::Direct);
}

TEST_CASE("levels that cost something from the first on are not explained by the particles") {
  Table memory{"bucket-memory", "", {"levels", "marked nodes", "full: kB", "sparse: kB"}};
  for (int level = 1; level <= 7; ++level) memory.add(level, 3000, level == 7 ? 100 : 1, 1);
  const struct {
    double one, four, six;
    papers::Verdict verdict;
    const char* reason;
  } cases[] = {{1, 1.1, 2.2, papers::Verdict::Held, "one particle"},
               {1, 1.5, 4.0, papers::Verdict::Partly, "first levels"},
               {1, 2.1, 2.9, papers::Verdict::NotHeld, "from the first on"},
               {1, 1.1, 1.2, papers::Verdict::NotHeld, "that of the particles"}};
  for (const auto& one : cases) {
    Table table{"bucket-figure4", "", {"levels", "full, algorithm 1", "sparse, algorithm 1"}};
    for (int level = 1; level <= 6; ++level) {
      const double ms = level == 1 ? one.one : level < 6 ? one.four : one.six;
      table.add(level, ms, level == 2 ? ms / 2 : ms);
    }
    Judged judged;
    writeFigure4(judged.run, table, memory);
    CHECK(Judged::contains(judged.run.takeText(), "Times in ms"));
    judged.take();
    CHECK(judged.verdict("up to 4 levels") == one.verdict);
    CHECK(Judged::contains(judged.reason("up to 4 levels"), one.reason));
    // The default has its reason, and all of its times.
    CHECK(Judged::contains(judged.reason("up to 4 levels"),
                           "default for memory (7 levels: 1 for 100 kB), takes 0.500 to 1 "));
    CHECK(judged.verdict("8^l") == papers::Verdict::Held);
    CHECK(judged.verdict("marks keep") == papers::Verdict::Held);
  }
}
