// Figures 3 and 4, table 1, memory: times of update and descent.

#include <algorithm>

#include "parts.h"

namespace pliant::papers::ganovelli {
namespace {

using benchmarks::Table, benchmarks::makeTable;

std::size_t lastRow(const Table& table) {
  return table.rows.size() - 1;
}

}  // namespace

void figure3(Run& run) {
  const Table table = makeTable("bucket-figure3", run.settings());
  run.addText("Four levels of buckets. The paper prints its times as curves, without numbers.");
  run.addTable(table);
  run.addPlot("figure3", table.plot, "Figure 3: time of an update by Algorithm 1 and 2");
  const std::size_t last = lastRow(table);
  const double direct = table.number(last, "algorithm 1, angle 0"), directFree = table.number(last, "algorithm 1, 180");
  const double rigid = direct / table.number(last, "algorithm 2, angle 0");
  const double coherent = direct / table.number(last, "algorithm 2, 5");
  const double loose = direct / table.number(last, "algorithm 2, 30");
  const double unordered = directFree / table.number(last, "algorithm 2, 180");
  const double automatic = directFree / table.number(last, "auto, 180");
  const double unaffected = directFree / direct, growth = direct / table.number(2, "algorithm 1, angle 0");
  const bool pays = coherent > 1.05;
  std::string sentence = "with 15,000 particles, Algorithm 1 takes ";
  sentence.append(times(rigid)).append(" the time of Algorithm 2 at angle 0, ");
  sentence.append(times(coherent)).append(" at 5 degrees, ").append(times(loose)).append(" at 30, ");
  sentence.append(times(unordered)).append(" at 180. ");
  sentence.append(pays ? "Coherence pays, as in the paper."
                       : "Coherence does not pay: a subtraction and a multiplication by the reciprocal side cost less "
                         "today than following an index into three arrays.");
  run.addVerdict(sentence);
  run.addClaim({"5, figure 3", "with coherence, Algorithm 2 is faster than Algorithm 1", "curves",
                std::string("0 degrees: ").append(times(rigid)).append("; 5: ").append(times(coherent)),
                verdictOf(pays && rigid > 1.05, pays || rigid > 1.05),
                std::string("equation 1 needs no division today. The default, Auto, tries Algorithm 2 while few "
                            "primitives change buckets (180 degrees: ")
                    .append(times(automatic))
                    .append(" Algorithm 1)")});
  run.addClaim({"5, figure 3", "Algorithm 1 does not depend on coherence", "curves",
                std::string("180 degrees: ").append(times(unaffected)).append(" the time at 0"),
                verdictOf(unaffected < 1.15 && unaffected > 0.87), "it uses nothing of earlier steps"});
  run.addClaim({"5, figure 3", "without coherence, Algorithm 2 is almost as fast up to 15,000 primitives", "curves",
                std::string("180 degrees: ").append(times(unordered)).append(" as fast"),
                verdictOf(unordered > 0.85, unordered > 0.67), "each primitive moves many places in three arrays"});
  run.addClaim({"5", "operations grow linearly with the primitives", "linear",
                std::string("from 5,000 to 15,000: ").append(times(growth)), verdictOf(growth > 2.2 && growth < 4),
                "each primitive is placed once; marks of used nodes come on top"});
}

void figure4(Run& run) {
  const Table table = makeTable("bucket-figure4", run.settings());
  run.addText("15,000 particles, angle 5 degrees. The paper prints its times as a curve, without numbers.");
  run.addTable(table);
  run.addPlot("figure4", table.plot, "Figure 4: time of an update against the number of levels");
  const Table memory = makeTable("bucket-memory", run.settings());
  run.addText("Memory of the same octree:");
  run.addTable(memory);
  const char* const full = "full, algorithm 1";
  const double few = table.number(3, full) / table.number(0, full),
               many = table.number(5, full) / table.number(3, full);
  const double sparse = table.number(5, full) / table.number(5, "sparse, algorithm 1");
  const bool rises = many > 1.3 * std::max(1.0, few);
  std::string sentence = "from 1 to 4 levels the time grows ";
  sentence.append(times(few)).append(", from 4 to 6 ").append(times(many)).append(". ");
  sentence.append(rises ? "The curve has the paper's shape." : "The curve does not rise as the paper's does.");
  run.addVerdict(sentence);
  run.addClaim({"5, figure 4", "up to 4 levels the levels cost almost nothing; from the fifth on the time rises",
                "a curve", std::string("1 to 4: ").append(times(few)).append("; 4 to 6: ").append(times(many)),
                verdictOf(few < 1.4 && rises, rises),
                std::string("more buckets are in use. Sparse storage, our default, takes ")
                    .append(readable(1 / sparse))
                    .append(" of the full one's time at 6 levels, and chooses its levels itself")});
  const std::size_t last = lastRow(memory);
  const double grows = memory.number(last, "full: kB") / memory.number(3, "full: kB");
  const double stays = memory.number(last, "sparse: kB") / memory.number(3, "sparse: kB");
  run.addClaim({"3.1", "the octree has 8^l buckets: memory grows exponentially with the levels", "8^l",
                std::string("4 to 7 levels, full: ").append(times(grows)).append("; sparse: ").append(times(stays)),
                verdictOf(grows > 20, grows > 2), "so sparse storage is our default; the paper's is a setting"});
  const double marked = memory.number(3, "marked nodes") / (4681.0 / 100);
  run.addClaim({"3.2", "marks keep empty subtrees from being visited, and nothing is cleared", "",
                std::string("4 levels: ").append(readable(marked)).append(" % of the nodes are marked"),
                verdictOf(marked < 90), "`Buckets::age`, overlay `marks`"});
}

void table1(Run& run) {
  const Table table = makeTable("bucket-table1", run.settings());
  run.addTable(table);
  const double first = table.number(0, "full: ms"), last = table.number(2, "full: ms"),
               sparse = table.number(2, "sparse: ms") / table.number(0, "sparse: ms");
  double least = table.number(0, "paper / full"), most = least;
  for (std::size_t row = 1; row < table.rows.size(); ++row) {
    least = std::min(least, table.number(row, "paper / full"));
    most = std::max(most, table.number(row, "paper / full"));
  }
  const bool rises = last > 2 * first;
  std::string sentence = "the descent is ";
  sentence.append(readable(least)).append(" to ").append(readable(most)).append(" times as fast as the paper's. ");
  sentence.append("From 3 to 5 levels a pair costs ").append(times(last / first)).append(" as much (paper: 7.2). ");
  sentence.append(rises
                      ? "The direction held: deep octrees have small buckets, and more nodes are visited for each pair."
                      : "The paper's rise with the levels did not show.");
  if (table.number(2, "pairs") < table.number(1, "pairs"))
    sentence.append(" Our boxes are exact, so few of the small buckets of points overlap at all on 5 levels.");
  run.addVerdict(sentence);
  run.addClaim({"5, table 1", "1,000 pairs of overlapping buckets cost more on more levels", "95, 325, 684 ms",
                readable(first)
                    .append(", ")
                    .append(readable(table.number(1, "full: ms")))
                    .append(", ")
                    .append(readable(last))
                    .append(" ms"),
                verdictOf(rises), std::string("sparse nodes: ").append(times(sparse)).append(" from 3 to 5 levels")});
}

}  // namespace pliant::papers::ganovelli
