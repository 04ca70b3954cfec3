// Figures 3 and 4, table 1, memory: times of update and descent.

#include <pliant/papers/Range.h>

#include <algorithm>
#include <string>
#include <vector>

#include "parts.h"

namespace pliant::papers::ganovelli {
namespace {

using benchmarks::Table, benchmarks::makeTable;

std::size_t lastRow(const Table& table) {
  return table.rows.size() - 1;
}

/// Figure 4's claims on memory and marks.
void addMemory(Run& run, const Table& memory) {
  constexpr double kNodesOf4Levels = 1 + 8 + 64 + 512 + 4096;
  const std::size_t last = lastRow(memory);
  const double grows = memory.number(last, "full: kB") / memory.number(3, "full: kB");
  const double stays = memory.number(last, "sparse: kB") / memory.number(3, "sparse: kB");
  addJudged(run,
            {.place = "3.1",
             .claim = "the octree has 8^l buckets: memory grows exponentially with the levels",
             .paper = "8^l",
             .ours = "4 to 7 levels, full: " + times(grows) + "; sparse: " + times(stays),
             .verdict = verdictOf(grows > 20, grows > 2)},
            {.held = "all buckets are stored, with particles or without",
             .partly = "all buckets are stored, but most memory is that of the particles",
             .notHeld = "most memory is that of the particles"},
            "Sparse storage is our default for its memory; the paper's is a setting");
  const double marked = 100 * memory.number(3, "marked nodes") / kNodesOf4Levels;
  addJudged(run,
            {.place = "3.2",
             .claim = "marks keep empty subtrees from being visited, and nothing is cleared",
             .paper = {},
             .ours = "4 levels: " + readable(marked) + " % of the nodes are marked",
             .verdict = verdictOf(marked < 90)},
            {.held = "an empty node keeps the mark of an earlier update (`Buckets::age`, overlay `marks`)",
             .notHeld = "the particles fill almost all buckets, so there are few empty subtrees"});
}

}  // namespace

void writeFigure3(Run& run, const Table& table) {
  run.addText("Four levels of buckets. The paper prints its times as curves, without numbers. Times in ms.");
  run.addTable(table);
  run.addPlot("figure3", table.plot, "Figure 3: time of an update by Algorithm 1 and 2");
  const std::size_t last = lastRow(table);
  const double direct = table.number(last, "algorithm 1, angle 0"), directFree = table.number(last, "algorithm 1, 180");
  const double rigid = direct / table.number(last, "algorithm 2, angle 0");
  const double coherent = direct / table.number(last, "algorithm 2, 5");
  const double loose = direct / table.number(last, "algorithm 2, 30");
  const double unordered = directFree / table.number(last, "algorithm 2, 180");
  const double unaffected = directFree / direct, growth = direct / table.number(2, "algorithm 1, angle 0");
  const Verdict pays = verdictOf(coherent > 1.05 && rigid > 1.05, coherent > 1.05 || rigid > 1.05);
  run.addVerdict("with 15,000 particles, Algorithm 1 takes " + times(rigid) + " the time of Algorithm 2 at angle 0, " +
                 times(coherent) + " at 5 degrees, " + times(loose) + " at 30, " + times(unordered) + " at 180. " +
                 (pays == Verdict::Held     ? "Algorithm 2 is faster where particles move together, as in the paper."
                  : pays == Verdict::Partly ? "Algorithm 2 is faster in one of the two motions with coherence."
                                            : "Algorithm 2 is not faster, even where all particles move together. "
                                              "Algorithm 1 needs a subtraction and a multiplication for a bucket; "
                                              "Algorithm 2 reads and writes three arrays, which takes longer today."));
  addJudged(run,
            {.place = "5, figure 3",
             .claim = "with coherence, Algorithm 2 is faster than Algorithm 1",
             .paper = "curves",
             .ours = "Algorithm 1 / 2 at 0 degrees: " + readable(rigid) + "; at 5: " + readable(coherent),
             .verdict = pays},
            {.held = "most particles keep their places in the three arrays",
             .partly = "the three arrays change little in one of the two motions only",
             .notHeld = "a multiplication by 1 / side has replaced the division of equation 1"},
            "Algorithm 1 is our default: it is simpler, and faster in the steps of our scenes");
  addJudged(run,
            {.place = "5, figure 3",
             .claim = "Algorithm 1 does not depend on coherence",
             .paper = "curves",
             .ours = "180 degrees: " + times(unaffected) + " the time at 0",
             .verdict = verdictOf(unaffected < 1.15 && unaffected > 0.87)},
            {.held = "it uses nothing of earlier steps",
             .notHeld = "it uses nothing of earlier steps, but particles that mix are read in another order"});
  addJudged(run,
            {.place = "5, figure 3",
             .claim = "without coherence, Algorithm 2 is almost as fast up to 15,000 primitives",
             .paper = "curves",
             .ours = "Algorithm 1 / 2 at 180 degrees: " + readable(unordered),
             .verdict = verdictOf(unordered > 0.85, unordered > 0.67)},
            {.held = "sorting saves as much as it costs",
             .partly = "each primitive moves some places in three arrays",
             .notHeld = "each primitive moves many places in three arrays"});
  addJudged(run,
            {.place = "5",
             .claim = "operations grow linearly with the primitives",
             .paper = "linear",
             .ours = "from 5,000 to 15,000: " + times(growth),
             .verdict = verdictOf(growth > 2.2 && growth < 4)},
            {.held = "each primitive is placed once; marks of used nodes come on top",
             .notHeld = growth >= 4 ? "more primitives leave the cache" : "most time is that of the nodes"});
}

void writeFigure4(Run& run, const Table& table, const Table& memory) {
  run.addText(
      "15,000 particles, angle 5 degrees. The paper prints its times as a curve, without numbers. Times in ms.");
  run.addTable(table);
  run.addPlot("figure4", table.plot, "Figure 4: time of an update against the number of levels");
  run.addText("Memory of the same octree:");
  run.addTable(memory);
  const char* const full = "full, algorithm 1";
  const double few = table.number(3, full) / table.number(0, full),
               many = table.number(5, full) / table.number(3, full);
  std::vector<double> shares;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    shares.push_back(table.number(row, "sparse, algorithm 1") / table.number(row, full));
  const std::string sparse = rangeOf(shares).text() + " of the time";
  const bool rises = many > 1.3 * std::max(1.0, few);
  run.addVerdict("from 1 to 4 levels the time grows " + times(few) + ", from 4 to 6 " + times(many) + ". " +
                 (rises ? "The curve has the paper's shape." : "The curve does not rise as the paper's does.") +
                 " Over all levels sparse storage takes " + sparse + " of all buckets.");
  addJudged(
      run,
      {.place = "5, figure 4",
       .claim = "up to 4 levels the levels cost almost nothing; from the fifth on the time rises",
       .paper = "a curve",
       .ours = "1 to 4: " + times(few) + "; 4 to 6: " + times(many),
       .verdict = verdictOf(few < 1.4 && rises, rises)},
      {.held = "on 5 levels most buckets in use hold one particle",
       .partly = "the first levels have a cost, too",
       .notHeld = few < 1.4 ? "most time is that of the particles" : "the levels cost something from the first on"},
      "Sparse, our default for memory (" + readable(memory.number(lastRow(memory), "levels")) +
          " levels: " + readable(memory.number(lastRow(memory), "sparse: kB")) + " for " +
          readable(memory.number(lastRow(memory), "full: kB")) + " kB), takes " + sparse);
  addMemory(run, memory);
}

void writeTable1(Run& run, const Table& table) {
  run.addTable(table);
  const double first = table.number(0, "full: ms"), last = table.number(2, "full: ms"),
               sparse = table.number(2, "sparse: ms") / table.number(0, "sparse: ms");
  double least = table.number(0, "paper / full"), most = least;
  for (std::size_t row = 1; row < table.rows.size(); ++row) {
    least = std::min(least, table.number(row, "paper / full"));
    most = std::max(most, table.number(row, "paper / full"));
  }
  const bool rises = last > 2 * first;
  std::string sentence = "the descent is " + readable(least) + " to " + readable(most) +
                         " times as fast as the paper's. From 3 to 5 levels a pair costs " + times(last / first) +
                         " as much (paper: 7.2). " +
                         (rises ? "The direction held." : "The paper's rise with the levels did not show.");
  if (table.number(2, "pairs") < table.number(1, "pairs"))
    sentence += " Our boxes are exact, so few of the small buckets of points overlap at all on 5 levels.";
  run.addVerdict(sentence);
  addJudged(run,
            {.place = "5, table 1",
             .claim = "1,000 pairs of overlapping buckets cost more on more levels",
             .paper = "95, 325, 684 ms",
             .ours = readable(first) + ", " + readable(table.number(1, "full: ms")) + ", " + readable(last) +
                     " ms; sparse nodes: " + times(sparse) + " from 3 to 5 levels",
             .verdict = verdictOf(rises)},
            {.held = "deep octrees have small buckets, and more nodes are visited for each pair",
             .notHeld = "buckets overlap on all levels, so few nodes are visited in vain"});
}

void figure3(Run& run) {
  writeFigure3(run, makeTable("bucket-figure3", run.settings()));
}
void figure4(Run& run) {
  writeFigure4(run, makeTable("bucket-figure4", run.settings()), makeTable("bucket-memory", run.settings()));
}
void table1(Run& run) {
  writeTable1(run, makeTable("bucket-table1", run.settings()));
}

}  // namespace pliant::papers::ganovelli
