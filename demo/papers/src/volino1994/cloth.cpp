// Section 3.3: body and cloth. And what the method costs beside others.

#include <pliant/papers/Run.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "parts.h"

namespace pliant::papers::volino {
namespace {

using benchmarks::Table;

constexpr double kSlight = 3800;  // faces of the dress in slight discretisation

/// Returns the paper's times beside ours.
Table timings(const Table& cloth) {
  struct Column {
    const char *ours, *theirs, *title;
  };
  constexpr Column kColumns[] = {{"normals and boxes", "their normals and boxes, s", "normals and boxes"},
                                 {"body-cloth", "their body-cloth, s", "body and cloth"},
                                 {"cloth classical", "their cloth classical, s", "cloth (a)"},
                                 {"cloth ours", "their cloth ours, s", "cloth (b)"}};
  Table table{"", "", {"cloth", "folded"}};
  for (const Column& column : kColumns)
    for (const char* const what : {", ms", ": paper, s", ": paper / ours"})
      table.columns.push_back(concatenated(column.title, what));
  table.columns.insert(table.columns.end(), {"(a) / (b)", "(a) / (b): paper"});
  for (std::size_t row = 0; row < cloth.rows.size(); ++row) {
    Table::Row cells = Table::rowOf(cloth.number(row, "cloth"), cloth.number(row, "folded"));
    for (const Column& column : kColumns) {
      const double ours = cloth.number(row, column.ours), theirs = cloth.number(row, column.theirs);
      cells = Table::rowOf(cells, ours, theirs, 1000 * theirs / ours);
    }
    table.add(cells, cloth.number(row, "cloth classical") / cloth.number(row, "cloth ours"),
              cloth.number(row, "their cloth classical, s") / cloth.number(row, "their cloth ours, s"));
  }
  return table;
}

void eraseColumn(Table& table, std::string_view name) {
  const auto at = std::find(table.columns.begin(), table.columns.end(), name) - table.columns.begin();
  table.columns.erase(table.columns.begin() + at);
  for (Table::Row& row : table.rows) row.erase(row.begin() + at);
}

/// The dress with its pleats apart and with pleats that meet, beside the strip that crosses itself.
struct Folds {
  Table apart, meeting;  ///< rows of volino-folds
  Table strip;           ///< volino-2, with about as many faces

  explicit Folds(Run& run, const Table& folds) : apart(folds), meeting(folds) {
    std::erase_if(apart.rows,
                  [&](const Table::Row& row) { return !std::holds_alternative<std::string>(row[calls()]); });
    std::erase_if(meeting.rows,
                  [&](const Table::Row& row) { return std::holds_alternative<std::string>(row[calls()]); });
    strip = benchmarks::makeTable("volino-2", settingsOf(run, 5'000, 5'000));
  }
  std::size_t calls() const {
    return static_cast<std::size_t>(std::find(apart.columns.begin(), apart.columns.end(), "calls/cut") -
                                    apart.columns.begin());
  }
};

/// A kind of calls of benchmarks::CallKinds, as the benchmarks' columns name it.
struct Kind {
  const char *column, *between, *why;
};
constexpr Kind kKinds[] = {
    {"of these between cut faces", "between patches that cut each other", "many faces of one patch cut the other"},
    {"below unlisted neighbours", "below neighbours that the lists do not show", "optimisation II is not tried there"},
    {"of neighbours", "between neighbours or within a patch", "creases bend the patches"},
    {"of patches apart", "between patches without a common vertex",
     "pleats lie on each other, so their boxes overlap"}};

/// Returns the kind whose calls exceed those of the strip most.
const Kind& largestKind(const Folds& folds) {
  const auto more = [&](const Kind& kind) {
    return rangeOf(folds.meeting, kind.column).most - rangeOf(folds.strip, kind.column).most;
  };
  return *std::max_element(std::begin(kKinds), std::end(kKinds),
                           [&](const Kind& a, const Kind& b) { return more(a) < more(b); });
}

/// Returns how many times as long as a call by boxes alone each call takes.
std::vector<double> costOfCalls(const Table& folds) {
  std::vector<double> costs;
  for (std::size_t row = 0; row < folds.rows.size(); ++row)
    costs.push_back(folds.number(row, "calls saved, times") / folds.number(row, "times"));
  return costs;
}

/// Returns why the gain is small where pleats meet.
std::string foldsReason(const Folds& folds) {
  if (folds.meeting.rows.empty()) return "no pleats meet";
  const Kind& kind = largestKind(folds);
  return concatenated("where pleats meet, ", rangeOf(folds.meeting, kind.column).text(),
                      " of the calls for a cut face are ", kind.between, ": ", kind.why);
}

void addFolds(Run& run, const Folds& folds) {
  if (folds.apart.rows.empty() || folds.meeting.rows.empty()) {
    run.addVerdict("the folds do not tell cut cloth from cloth that is not cut.");
    return;
  }
  Table kinds{"", "", {"calls for each cut face", "the strip of table 2b", "pleats that meet"}};
  kinds.add("all", rangeOf(folds.strip, "calls/cut").text(), rangeOf(folds.meeting, "calls/cut").text());
  for (const Kind& kind : kKinds)
    kinds.add(kind.between, rangeOf(folds.strip, kind.column).text(), rangeOf(folds.meeting, kind.column).text());
  run.addText("Where the calls go:");
  run.addTable(kinds);
  run.addVerdict(concatenated("while folds do not meet the gain is ", rangeOf(folds.apart, "times").text(),
                              " times: ", rangeOf(folds.apart, "regular, %").text(),
                              " % of the faces are skipped in patches of 32 or more. Pleats that meet gain ",
                              rangeOf(folds.meeting, "times").text(), " times, though there are ",
                              rangeOf(folds.meeting, "calls saved, times").text(),
                              " times fewer calls: each call takes ", rangeOf(costOfCalls(folds.meeting)).text(),
                              " times as long as one by boxes alone. ", rangeOf(folds.meeting, "cut, %").text(),
                              " % of the faces are cut there. By the table, the calls exceed those of table 2b mainly ",
                              largestKind(folds).between, ": ", largestKind(folds).why, "."));
}

/// Gains beside the paper's: 7 times for the slight dress, 20 for the heavy one.
struct Gains {
  std::vector<double> slight, heavy;

  explicit Gains(const Table& cloth) {
    for (std::size_t row = 0; row < cloth.rows.size(); ++row)
      (cloth.number(row, "cloth") == kSlight ? slight : heavy)
          .push_back(cloth.number(row, "cloth classical") / cloth.number(row, "cloth ours"));
  }
  std::string text() const {
    return heavy.empty() ? rangeOf(slight).text()
                         : concatenated(rangeOf(slight).text(), " and ", rangeOf(heavy).text());
  }
  Verdict verdict() const {
    const auto reach = [](const std::vector<double>& gains, double paper) {
      return static_cast<std::size_t>(std::count_if(gains.begin(), gains.end(), [&](double g) { return g >= paper; }));
    };
    return verdictOf(reach(slight, 7) + reach(heavy, 20), slight.size() + heavy.size());
  }
};

void claimBoxes(Run& run, const Table& cloth) {
  std::vector<double> both, alone;
  for (std::size_t row = 0; row < cloth.rows.size(); ++row) {
    both.push_back(100 * cloth.number(row, "normals and boxes") / cloth.number(row, "both, 32"));
    alone.push_back(100 * cloth.number(row, "of the cloth alone") / cloth.number(row, "ours, 32"));
  }
  std::vector<double> all = both;
  all.insert(all.end(), alone.begin(), alone.end());
  addJudged(run,
            {"4", "most of the time goes into normals and boxes of all faces, not into the search",
             "0.4 of 0.9 s, 5 of 11.5 s",
             concatenated(rangeOf(both).text(), " % of a query of body and dress, ", rangeOf(alone).text(),
                          " % of the dress with itself"),
             verdictOf(all, [](double share) { return share > 50; })},
            {.held = "few patches are visited",
             .partly = "the search takes more where the dress meets itself, or is near the body",
             .notHeld = "one vectorised pass computes normals and boxes, so the search weighs more than in the paper"});
}

void claimContours(Run& run, const Table& cloth) {
  double missed = 0, contours = 0;
  for (std::size_t row = 0; row < cloth.rows.size(); ++row) {
    missed += cloth.number(row, "pairs missed");
    contours = std::max(contours, cloth.number(row, "ours, 32") / cloth.number(row, "no contour test"));
  }
  const MissedPairs ring = missedOfRing();
  addJudged(
      run,
      {"2.3.5", "the contour test decides almost nothing and can be left out", "",
       concatenated("without it ", readable(missed), " pairs of the dress are missed, and ",
                    readable(static_cast<double>(ring.missed)), " of ", readable(static_cast<double>(ring.all)),
                    " of a flat ring that lies on itself; with it at most ", readable(contours), " times the time"),
       verdictOf((missed == 0) + std::size_t{ring.missed == 0}, 2)},
      {.held = "ours is on by default all the same: then answers are exact",
       .partly = "true of one of the two surfaces; ours is on by default, so answers are exact",
       .notHeld = "ours is on by default, so answers are exact"});
}

}  // namespace

void makeCloth(Run& run) {
  const Table cloth = benchmarks::makeTable("volino-cloth", settingsOf(run, 100'000, 1'000));
  run.addText(
      "(a): boxes alone, (b): with optimisations I and II, both down to single faces as in the paper. Our queries "
      "include normals and boxes, the paper's do not. Folded: 0 smooth, 1 pleats that meet each other.");
  run.addTable(timings(cloth));
  const Table measured = benchmarks::makeTable("volino-folds", settingsOf(run, 100'000, 1'000));
  run.addText(
      "The same dress with fewer pleats. Columns a pleat: how finely a fold is divided. Regular: share of the faces "
      "that optimisation I skips in patches of at least 32 faces.");
  Table shown = measured;
  for (const Kind& kind : kKinds) eraseColumn(shown, kind.column);
  run.addTable(shown);
  const Folds folds(run, measured);
  addFolds(run, folds);
  addFigure(run, 10, "Figure 10: a dress and a body, in two discretisations.");

  const Gains gains(cloth);
  run.addVerdict(concatenated("the slight dress gains ", rangeOf(gains.slight).text(), " times for the paper's 7",
                              gains.heavy.empty()
                                  ? std::string(".")
                                  : concatenated(", the heavy one ", rangeOf(gains.heavy).text(), " times for 20.")));
  addJudged(run,
            {"3.3, timings", "cloth against itself, before the slowest part, becomes the fastest",
             "7 and 20 times faster", concatenated(gains.text(), " times"), gains.verdict()},
            {.held = "large patches are skipped, whatever the number of faces",
             .partly = foldsReason(folds),
             .notHeld = foldsReason(folds)});
  claimBoxes(run, cloth);
  claimContours(run, cloth);
}

void makeOthers(Run& run) {
  const Table times = benchmarks::makeTable("regularity-times", settingsOf(run, 50'000, 10'000));
  Table table{
      "", "", {"surface", "faces", "regularity tree, ms", "spatial hash, ms", "bucket tree, ms", "boxes alone, ms"}};
  double least = 1e9, most = 0;
  std::size_t slower = 0;  // surfaces on which both other methods take longer
  for (std::size_t row = 0; row < times.rows.size(); ++row) {
    const double tree = times.number(row, "tree"), hash = times.number(row, "spatial hash"),
                 buckets = times.number(row, "bucket tree");
    table.add(times.cell(row, "surface"), times.number(row, "faces"), tree, hash, buckets,
              times.number(row, "classical"));
    least = std::min({least, hash / tree, buckets / tree});
    slower += hash > tree && buckets > tree;
    most = std::max({most, hash / tree, buckets / tree});
  }
  run.addText(
      "The paper says that voxels and octrees are not suited, since they are built anew in every frame. It measures "
      "none. Ours, self-collision of moving surfaces, all updates included:");
  run.addTable(table);
  const benchmarks::BenchSettings settings = settingsOf(run, 20'000, 1'000);
  const Table variants = benchmarks::makeTable("regularity-settings", settings);
  Table children{"", "", {"surface", "children", "directions", "ms", "calls"}};
  std::map<std::string, std::array<double, 4>> timesOf;  // surface; number of children: ms
  for (std::size_t row = 0; row < variants.rows.size(); ++row) {
    if (variants.number(row, "directions") != 32) continue;
    const double number = variants.number(row, "children"), ms = variants.number(row, "ms");
    children.add(variants.cell(row, "surface"), number, variants.number(row, "directions"), ms,
                 variants.number(row, "calls"));
    timesOf[std::get<std::string>(variants.cell(row, "surface"))].at(static_cast<std::size_t>(number)) = ms;
  }
  std::vector<double> two;  // times with two children / with three
  for (const auto& [surface, ms] : timesOf) two.push_back(ms[2] / ms[3]);
  run.addText(concatenated("Two and three children of a patch, ", readable(variants.number(0, "faces")), " faces:"));
  run.addTable(children);
  const Verdict allSlower = verdictOf(slower, times.rows.size());
  run.addVerdict(concatenated("the spatial hash and the bucket tree take ", readable(least), " to ", readable(most),
                              " times as long as the regularity tree",
                              allSlower == Verdict::Held ? ". So the claim holds for surfaces with themselves"
                                                         : ": the regularity tree is not always the fastest",
                              ". A tree with two children of a patch takes ", rangeOf(two).text(),
                              " times as long as one with three."));
  addJudged(
      run,
      {"1.1", "voxels and octrees are not suited for the self-collision of moving surfaces", "",
       concatenated("they take ", readable(least), " to ", readable(most), " times as long as the tree"), allSlower},
      {.held = "`auto` takes the tree for a surface with itself, and the hash for many bodies "
               "([auto](methods/auto.md))",
       .partly = "on some surfaces the hash or the buckets are as fast",
       .notHeld = "on each surface the hash or the buckets are as fast"});
  addJudged(run,
            {"2.3.1", "three children are a good value in practice, two the best in theory", "3",
             concatenated("a tree with two takes ", rangeOf(two).text(), " times as long"),
             verdictOf(two, [](double ratio) { return ratio >= 0.95; })},
            {.held = "no surface is faster with two; our default is three",
             .partly = "two are faster on some surfaces; our default is three",
             .notHeld = "two are faster on each surface; our default is three"});
}

}  // namespace pliant::papers::volino
