// Tables 1a to 2b: calls of the collision procedure and tests of single faces.

#include <pliant/papers/Run.h>

#include <algorithm>

#include "parts.h"

namespace pliant::papers::volino {
namespace {

using benchmarks::SvgPlot;
using benchmarks::Table;

constexpr double kCalls = 20, kTests = 6, kSphereCalls = 300, kCutCalls = 20, kCutTests = 3;

/// Tables 1a and 2a.
Table classicalTable(const Table& counts) {
  Table table{"",
              "",
              {"division", "faces", "calls a face", "calls: paper", "calls: paper / ours", "tests a face",
               "tests: paper", "tests: paper / ours"}};
  for (std::size_t row = 0; row < counts.rows.size(); ++row) {
    const double calls = counts.number(row, "classical calls/face"), tests = counts.number(row, "tests/face");
    table.add(counts.cell(row, "division"), counts.number(row, "faces"), calls, kCalls, kCalls / calls, tests, kTests,
              kTests / tests);
  }
  return table;
}

void addPlot(Run& run, const std::string& name, const Table& counts, const std::string& column,
             const std::string& paper, const std::vector<double>& expected, const std::string& text) {
  SvgPlot plot;
  plot.title = text;
  plot.xLabel = "faces";
  plot.yLabel = "calls";
  SvgPlot::Curve ours{"ours", {}}, theirs{paper, {}};
  for (std::size_t row = 0; row < counts.rows.size(); ++row) {
    const double faces = counts.number(row, "faces");
    ours.points.emplace_back(faces, counts.number(row, column) * (column == "calls" ? 1 : faces));
    theirs.points.emplace_back(faces, expected[row]);
  }
  plot.curves = {ours, theirs};
  run.addPlot(name, plot, text);
}

std::vector<double> perFace(const Table& counts, const std::string& column, double each) {
  std::vector<double> all;
  for (std::size_t row = 0; row < counts.rows.size(); ++row) all.push_back(each * counts.number(row, column));
  return all;
}

std::string heldOr(bool held, const std::string& yes, const std::string& no) {
  return held ? yes : no;
}

/// Returns true if a number hardly changes with the number of faces.
bool isSteady(const Range& range) {
  return range.most < 1.5 * range.least;
}

/// Returns the number of rows of table 2b with the paper's numbers.
std::size_t likePaper(const Table& rows) {
  const auto calls = numbersOf(rows, "calls/cut"), tests = numbersOf(rows, "tests/cut");
  std::size_t count = 0;
  for (std::size_t i = 0; i < calls.size(); ++i)
    count += isNear({calls[i], calls[i]}, kCutCalls, 1.25) && isNear({tests[i], tests[i]}, kCutTests, 1.25);
  return count;
}

/// Returns a sentence on table 2b. `turnedDelaunay`: all strips of this kind have the paper's numbers. `onlyTurned`: no
/// strip has them that is not turned.
std::string asPaperText(bool turnedDelaunay, bool onlyTurned) {
  if (!onlyTurned) return "The paper's numbers are 20 and 3.";
  if (!turnedDelaunay)
    return "The paper's numbers are 20 and 3: neither the division nor the boxes explain the difference.";
  return "The paper's 20 and 3 are those of the strip by Delaunay subdivision that is turned: boxes of sheets that lie "
         "between the axes are thick, and in a regular pattern many faces cross at once.";
}

}  // namespace

void makeSphere(Run& run) {
  const Table counts = benchmarks::makeTable("volino-1", settingsOf(run, 200'000, 5'000));
  run.addText("Table 1a: neither optimisation, boxes alone.");
  run.addTable(classicalTable(counts));
  run.addText("Table 1b: with optimisations I and II.");
  Table table{
      "", "", {"division", "faces", "calls", "calls: paper, about", "calls: paper / ours", "tests", "tests: paper"}};
  for (std::size_t row = 0; row < counts.rows.size(); ++row)
    table.add(counts.cell(row, "division"), counts.number(row, "faces"), counts.number(row, "calls"), kSphereCalls,
              kSphereCalls / counts.number(row, "calls"), counts.number(row, "tests"), 0);
  run.addTable(table);
  const Table regular = rowsOf(counts, "regular"), irregular = rowsOf(counts, "Delaunay");
  addPlot(run, "table1a", regular, "classical calls/face", "paper: 20 a face", perFace(regular, "faces", kCalls),
          "Table 1a: calls by boxes alone, sphere");
  addPlot(run, "table1b", regular, "calls", "paper: about 300", std::vector<double>(regular.rows.size(), kSphereCalls),
          "Table 1b: calls with both optimisations, sphere");
  addFigure(run, 8, "Figure 8: a sphere in four discretisations. Above: the patches that optimisation I skips.");

  const Range classical = rangeOf(counts, "classical calls/face"), tests = rangeOf(counts, "tests/face"),
              calls = rangeOf(counts, "calls"), leaves = rangeOf(counts, "tests"),
              ofRegular = rangeOf(regular, "calls"), ofIrregular = rangeOf(irregular, "calls");
  const bool linear = isNear(classical, kCalls, 1.25) && isNear(tests, kTests, 1.4);
  const double growth = calls.most / calls.least,
               sizes = rangeOf(counts, "faces").most / rangeOf(counts, "faces").least;
  const bool constant = growth < 3 && leaves.most == 0;
  run.addVerdict(concatenated(
      "boxes alone take ", classical.text(), " calls and ", tests.text(), " tests a face",
      heldOr(linear, ", as in the paper", ", not the paper's 20 and 6"), ". With the optimisations the calls ",
      heldOr(constant, "do not grow with the faces: ", "grow with the faces: "), ofRegular.text(),
      " in a regular pattern, ", ofIrregular.text(), " by Delaunay subdivision, with ", leaves.text(),
      " tests of faces, while the number of faces grows ", readable(sizes), " times."));
  addJudged(run,
            {"3.1, table 1a", "boxes alone: calls and tests are linear in the faces of a sphere", "20 and 6 a face",
             concatenated(classical.text(), " and ", tests.text()),
             linear                                   ? Verdict::Held
             : isSteady(classical) && isSteady(tests) ? Verdict::Partly
                                                      : Verdict::NotHeld},
            {.held = "neighbours' boxes always overlap, so the descent reaches every face",
             .partly = "linear, but with other factors: those depend on how the faces are grouped",
             .notHeld = "the calls of a face change with the number of faces"});
  addJudged(run,
            {"3.1, table 1b", "with I and II: about constant, and no face is tested", "about 300 calls, 0 tests",
             concatenated(calls.text(), " calls, ", leaves.text(), " tests"),
             constant           ? Verdict::Held
             : leaves.most == 0 ? Verdict::Partly
                                : Verdict::NotHeld},
            {.held = "how far a patch bends decides when it is skipped, not its number of faces",
             .partly = "no face is tested, but more patches are visited where there are more faces",
             .notHeld = "some patches are never skipped, down to their faces"});
}

void makeLoop(Run& run) {
  const Table counts = benchmarks::makeTable("volino-2", settingsOf(run, 200'000, 5'000));
  run.addText("Table 2a: neither optimisation, boxes alone.");
  run.addTable(classicalTable(counts));
  run.addText(
      "Table 2b: with optimisations I and II, for each cut face. *Turned*: the whole strip is turned by 45° about "
      "the axis of its loop. Nothing changes but the boxes: the two sheets then lie along the axes where they "
      "cross.");
  Table table{"",
              "",
              {"division", "faces", "cut faces", "calls a cut face", "calls: paper", "calls: paper / ours",
               "tests a cut face", "tests: paper", "tests: paper / ours"}};
  for (std::size_t row = 0; row < counts.rows.size(); ++row) {
    const double calls = counts.number(row, "calls/cut"), tests = counts.number(row, "tests/cut");
    table.add(counts.cell(row, "division"), counts.number(row, "faces"), counts.number(row, "cut"), calls, kCutCalls,
              kCutCalls / calls, tests, kCutTests, kCutTests / tests);
  }
  run.addTable(table);
  const Table along = rowsOf(counts, "regular"), turned = rowsOf(counts, "regular, turned"),
              irregular = rowsOf(counts, "Delaunay"), both = rowsOf(counts, "Delaunay, turned");
  addPlot(run, "table2a", along, "classical calls/face", "paper: 20 a face", perFace(along, "faces", kCalls),
          "Table 2a: calls by boxes alone, strip");
  addPlot(run, "table2b", both, "calls", "paper: 20 a cut face", perFace(both, "cut", kCutCalls),
          "Table 2b: calls with both optimisations, Delaunay strip turned by 45 degrees");
  addFigure(run, 9, "Figure 9: a strip that crosses itself in four discretisations.");

  const Range classical = rangeOf(counts, "classical calls/face"), tests = rangeOf(counts, "tests/face");
  std::size_t sameAsSphere = 0;
  for (std::size_t row = 0; row < counts.rows.size(); ++row) {
    const double callsOfRow = counts.number(row, "classical calls/face"), testsOfRow = counts.number(row, "tests/face");
    sameAsSphere += isNear({callsOfRow, callsOfRow}, kCalls, 1.25) && isNear({testsOfRow, testsOfRow}, kTests, 1.5);
  }
  const Range calls = rangeOf(along, "calls/cut"), each = rangeOf(along, "tests/cut"),
              callsIrregular = rangeOf(irregular, "calls/cut"), eachIrregular = rangeOf(irregular, "tests/cut"),
              callsBoth = rangeOf(both, "calls/cut"), eachBoth = rangeOf(both, "tests/cut");
  double change = 1;  // largest calls of a cut face / the least, in one division
  const Table* const all[] = {&along, &turned, &irregular, &both};
  const Verdict byCut = verdictOf(all, [&](const Table* rows) {
    const Range range = rangeOf(*rows, "calls/cut");
    change = std::max(change, range.most / range.least);
    return isSteady(range);
  });
  const std::size_t asPaper = likePaper(along) + likePaper(turned) + likePaper(irregular) + likePaper(both);
  const bool onlyTurned = likePaper(along) + likePaper(irregular) == 0;
  run.addVerdict(concatenated(
      "the calls are ", heldOr(byCut == Verdict::Held, "proportional", "not always proportional"),
      " to the cut faces. For each one a regular strip that crosses itself between the axes takes ", calls.text(),
      " calls and ", each.text(), " tests; the same turned ", rangeOf(turned, "calls/cut").text(), " and ",
      rangeOf(turned, "tests/cut").text(), "; one by Delaunay subdivision, as the paper's, ", callsIrregular.text(),
      " and ", eachIrregular.text(), "; and turned as well ", callsBoth.text(), " and ", eachBoth.text(), ". ",
      asPaperText(likePaper(both) == both.rows.size(), onlyTurned)));
  addJudged(run,
            {"3.2, table 2a", "boxes alone: the strip costs what the sphere does", "20 and 6 a face",
             concatenated(classical.text(), " and ", tests.text()), verdictOf(sameAsSphere, counts.rows.size())},
            {.held = "almost all calls are between neighbours, in both",
             .partly = "in some divisions the strip's boxes overlap more, or less, than the sphere's",
             .notHeld = "the strip's boxes overlap more, or less, than the sphere's"});
  addJudged(run,
            {"3.2, table 2b", "with I and II: proportional to the cut faces, whatever the number of faces", "linear",
             concatenated(rangeOf(counts, "calls/cut").text(), " calls a cut face, in one division at most ",
                          readable(change), " times as many as in another size"),
             byCut},
            {.held = "patches are divided only along the crossing",
             .partly = "in some divisions the calls for a cut face change with the number of faces",
             .notHeld = "in each division the calls for a cut face change with the number of faces"});
  addJudged(run,
            {"3.2, table 2b", "20 calls and 3 tests for each cut face", "20 and 3",
             concatenated(callsBoth.text(), " and ", eachBoth.text(), " by Delaunay subdivision, turned; ",
                          calls.text(), " and ", each.text(), " regular, not turned"),
             verdictOf(asPaper, counts.rows.size())},
            {.held = "boxes along the axes fit sheets along the axes",
             .partly = onlyTurned ? "only strips that are turned have them: their boxes fit the sheets. The "
                                    "paper does not tell how its strip lies"
                                  : "some strips have them, turned or not",
             .notHeld = "neither the division nor the place of the strip gives these numbers"});
}

}  // namespace pliant::papers::volino
