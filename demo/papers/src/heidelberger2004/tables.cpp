#include <pliant/benchmarks/paperPictures.h>
#include <pliant/papers/Range.h>
#include <pliant/papers/drivers.h>
#include <pliant/papers/judging.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "parts.h"

// Tables 1 to 3 and their figures: three ways to draw layers, by scene.

namespace pliant::papers::ldi2004 {
namespace {

using benchmarks::Table;

std::string ms(double time) {
  return readable(time) + " ms";
}

/// Times of one way to draw, a number for each row of a table [ms]: images, read back, and answer.
std::vector<double> wholeTimes(const Table& table, const std::string& method) {
  std::vector<double> times;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    times.push_back(table.number(row, method) + (method == "software" ? 0 : table.number(row, method + " read")) +
                    table.number(row, "software answer"));
  return times;
}

/// Adds a table with a row for each row of the paper's and each of its methods, the paper's times beside ours.
/// `first`: the column that names the rows. Returns ours, by method.
std::map<std::string, std::vector<double>> addBesidePaper(Run& run, const Table& measured, const std::string& first) {
  Table table{"beside", "", {first, "method", "paper [ms]", "here [ms]", "paper / here"}};
  std::map<std::string, std::vector<double>> times;
  for (const char* const method : {"ordered", "unordered", "software", "abuffer"})
    if (hasColumn(measured, method)) times[method] = wholeTimes(measured, method);
  for (std::size_t row = 0; row < measured.rows.size(); ++row)
    for (const char* const method : {"ordered", "unordered", "software", "abuffer"}) {
      if (!times.contains(method)) continue;
      const std::string paper = std::string("paper ") + method;
      const double ours = times[method][row];
      if (hasColumn(measured, paper))
        table.add(measured.cell(row, first), method, measured.number(row, paper), ours,
                  measured.number(row, paper) / ours);
      else
        table.add(measured.cell(row, first), method, "-", ours, "-");
    }
  run.addTable(table);
  return times;
}

/// Appends times of ordered layers / unordered ones, one for each row.
void appendRatios(const std::map<std::string, std::vector<double>>& times, std::vector<double>& ratios) {
  if (!times.contains("ordered") || !times.contains("unordered")) return;
  const auto &ordered = times.at("ordered"), &unordered = times.at("unordered");
  for (std::size_t i = 0; i < ordered.size(); ++i) ratios.push_back(ordered[i] / unordered[i]);
}

/// Returns the note on the driver as the end of a reason.
std::string afterwards(Run& run) {
  return ". " + driverNote(run);
}

/// Least and most of a method's query over the sequence; empty if the method was not measured.
std::vector<double> sequenceOf(const Table& table, const std::string& method, const std::string& query) {
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (std::get<std::string>(table.cell(row, "method")) == method &&
        std::get<std::string>(table.cell(row, "query")) == query)
      return {table.number(row, "min"), table.number(row, "max")};
  return {};
}

/// `ratios`: times of ordered layers / unordered ones, of all tables.
void claimThreeTimes(Run& run, const std::vector<double>& ratios) {
  const std::string earlier = ". On an NVIDIA H100 earlier: 0.9 to 2.5 times ([ldi](methods/ldi.md#opengl))";
  const std::string tables = run.quick() ? " times over tables 1 and 3" : " times over tables 1 to 3";
  const auto faster = std::count_if(ratios.begin(), ratios.end(), [](double ratio) { return ratio > 1.1; });
  const std::string inCases = "faster in " + std::to_string(faster) + " of " + std::to_string(ratios.size()) + " cases";
  addJudged(run,
            {.place = "section 4, tables 1 to 3",
             .claim = "unordered layers are about three times as fast as ordered ones",
             .paper = "2.0 to 3.3 times over tables 1 to 3",
             .ours = ratios.empty() ? "not measured" : rangeOf(ratios).text() + tables,
             .verdict = ratios.empty()               ? Verdict::NotTried
                        : rangeOf(ratios).least >= 2 ? Verdict::Held
                        : faster > 0                 ? Verdict::Partly
                                                     : Verdict::NotHeld},
            {.held = "ordered layers wait for an occlusion query after each pass" + earlier,
             .partly = inCases + ": our ordered layers share their set-up" + earlier,
             .notHeld = "our ordered layers share their set-up" + earlier,
             .notTried = "there is no OpenGL here" + earlier});
}

/// Adds the claim on the order of entries. `table`: ldi-2004-table1.
void claimOrder(Run& run, const Table& table) {
  const double order = table.number(1, "frames with volume"), volume = table.number(2, "frames with volume"),
               agree = table.number(1, "frames like the volume"), all = table.number(3, "frames with volume");
  addJudged(
      run,
      {.place = "section 3.1",
       .claim = "entries and exits that do not alternate show a self-collision",
       .paper = "",
       .ours = "in " + readable(agree) + " of " + readable(all) + " frames both tell the same: " + readable(order) +
               " frames out of order, " + readable(volume) + " with a shared volume",
       .verdict = agree == all     ? Verdict::Held
                  : order > volume ? Verdict::Partly
                                   : Verdict::NotHeld},
      {.held =
           "no tie and no rounding is out of order in this sequence; our answers go by winding numbers all the same",
       .partly = "ties and rounding at silhouettes are out of order as well, so our answers go by winding numbers",
       .notHeld = "some frames with a shared volume are in order"});
}

/// Each of the three functions appends times of ordered layers / unordered ones.
void handAndPhone(Run& run, std::vector<double>& ratios) {
  const Table order = benchmarks::makeTable("ldi-2004-table1", run.settings()),
              sequence = benchmarks::makeTable("ldi-gl-2004-sequence", run.settings());
  run.addText(
      "#### Table 1, figures 3 and 4: hand and phone\n\nLeast and most over the frames in which the hand closes, ms of "
      "wall time; collision and overall: over the frames in which hand and phone share a volume. " +
      driverNote(run) + ".");
  run.addTable(sequence);
  run.addPicture("figure3", benchmarks::drawPaperPicture("heidelberger2004-hand", run.samples()),
                 "Figures 3 and 4: the hand closes on the phone; collisions red, self-collisions green. Figure 4: the "
                 "hand alone with itself, and its image");
  const auto software = sequenceOf(sequence, "software", "overall"),
             unordered = sequenceOf(sequence, "unordered", "overall"),
             ordered = sequenceOf(sequence, "ordered", "overall");
  std::string sentence =
      "The software method takes " + rangeOf(software).text() +
      " ms for both queries, in the paper 7.7 to 11.2: " + rangeOf({7.7 / software[0], 11.2 / software[1]}).text() +
      " times as fast.";
  if (!unordered.empty())
    sentence += " Unordered layers take " + rangeOf(unordered).text() + " ms, in the paper 21.8 to 29.9.";
  run.addVerdict(sentence);
  if (!ordered.empty() && !unordered.empty())
    ratios.insert(ratios.end(), {ordered[0] / unordered[0], ordered[1] / unordered[1]});
  if (!unordered.empty())
    addJudged(
        run,
        {.place = "section 4, table 1",
         .claim = "the software method is fastest in a small scene (hand and phone)",
         .paper = "11.2 against 29.9 ms",
         .ours = ms(software[1]) + " against " + ms(unordered[1]),
         .verdict = verdictOf(std::size_t{software[0] < unordered[0]} + std::size_t{software[1] < unordered[1]}, 2)},
        {.held = "`ldi` draws with the CPU below 200,000 faces and pixels" + afterwards(run),
         .partly = "true of the fastest frame or of the slowest one" + afterwards(run),
         .notHeld = "unordered layers are faster in the fastest frame and in the slowest one" + afterwards(run)});
  claimOrder(run, order);
}

void particlesInDragon(Run& run, std::vector<double>& ratios) {
  const Table cpu = benchmarks::makeTable("ldi-2004-table2", run.settings());
  run.addText("#### Table 2, figure 5: particles in a dragon");
  run.addText("The software method, ms of CPU time of one thread:");
  run.addTable(cpu);
  if (run.quick())
    run.addText("The quick page leaves out OpenGL here, which draws 520,000 faces in many passes.");
  else if (!run.settings().sources.empty()) {
    run.addText("All methods, in a run of their own, ms of wall time:");
    const Table measured = benchmarks::makeTable("ldi-gl-2004-table2", run.settings());
    const auto times = addBesidePaper(run, measured, "complexity");
    appendRatios(times, ratios);
    if (times.contains("unordered")) {
      const double card = times.at("unordered")[0], processor = times.at("software")[0];
      addJudged(run,
                {.place = "section 4, table 2",
                 .claim = "graphics hardware wins in a scene of 520,000 faces",
                 .paper = "225.2 against 398.7 ms",
                 .ours = ms(card) + " against " + ms(processor),
                 .verdict = !hasCard(run)      ? Verdict::NotTried
                            : card < processor ? Verdict::Held
                                               : Verdict::NotHeld},
                {.held = "`ldi` gives large images to a card" + afterwards(run),
                 .partly = {},
                 .notHeld = "our software method draws all layers in one vectorised pass" + afterwards(run),
                 .notTried = driverNote(run) + ". A card was " + std::string(kEarlierCard)});
    }
  }
  run.addPicture("figure5", benchmarks::drawPaperPicture("heidelberger2004-dragon", run.samples()),
                 "A dragon of 520,000 faces, its image, and the particles inside");
  const double all = cpu.number(0, "all"), low = cpu.number(2, "all"),
               faces = cpu.number(0, "faces k") / cpu.number(2, "faces k");
  run.addVerdict("The software method takes " + readable(all) + ", " + readable(cpu.number(1, "all")) + " and " +
                 readable(low) + " ms, in the paper 398.7, 105.2 and 37.1: " +
                 rangeOf({398.7 / all, 37.1 / low}).text() + " times as fast. A dragon of " + readable(faces) +
                 " times as many faces takes " + readable(all / low) + " times as long (paper: 10.7).");
  addJudged(run,
            {.place = "section 4",
             .claim = "520,000 faces and 100,000 particles run at 5 Hz",
             .paper = "225.2 ms, unordered",
             .ours = readable(1000 / all) + " Hz, software",
             .verdict = all < 200 ? Verdict::Held : Verdict::NotHeld},
            {.held = "the software method draws all layers in one vectorised pass",
             .partly = {},
             .notHeld = "the software method is slower than the paper's card"});
  std::vector<double> shares;
  for (std::size_t row = 0; row < cpu.rows.size(); ++row)
    shares.push_back(100 * cpu.number(row, "particles ms") / cpu.number(row, "all"));
  const double most = rangeOf(shares).most;
  addJudged(run,
            {.place = "section 3.1",
             .claim = "stages 1 and 3 cost little beside the image",
             .paper = "",
             .ours = "the particles take " + rangeOf(shares).text() + " % of the time",
             .verdict = most < 25   ? Verdict::Held
                        : most < 50 ? Verdict::Partly
                                    : Verdict::NotHeld},
            {.held = "drawing the image takes nearly all of the time",
             .partly = "drawing the image takes most of the time, but our images are drawn so fast that "
                       "finding the particles weighs",
             .notHeld = "our images are drawn so fast that finding the particles takes as long"});
}

/// Adds the claim on read-backs in a small scene.
void claimReadBacks(Run& run, const Table& measured) {
  std::vector<double> shares;
  for (std::size_t row = 0; row < measured.rows.size(); ++row) {
    const double read = measured.number(row, "unordered read");
    shares.push_back(100 * read / (read + measured.number(row, "unordered")));
  }
  addJudged(run,
            {.place = "sections 3.4, 4",
             .claim = "reading back is the bottleneck of the card in small scenes",
             .paper = "",
             .ours = rangeOf(shares).text() + " % of the time of unordered layers",
             .verdict = hasCard(run) ? verdictOf(shares, [](double share) { return share >= 50; }) : Verdict::NotTried},
            {.held = driverNote(run),
             .partly = "with more pixels, or fewer, drawing takes longer than reading back. " + driverNote(run),
             .notHeld = "drawing takes longer than reading back. " + driverNote(run),
             .notTried = driverNote(run)});
}

/// `growth`: of the time from 32 to 128 pixels, by method.
void claimResolution(Run& run, const std::map<std::string, double>& growth) {
  constexpr double kGrows = 1.5;
  std::string all, little;
  for (const auto& [method, times] : growth) {
    all += (all.empty() ? "" : ", ") + method + " " + readable(times);
    if (times <= kGrows) little += (little.empty() ? "" : ", ") + method;
  }
  addJudged(run,
            {.place = "section 4, table 3",
             .claim = "the resolution influences the time of all methods",
             .paper = "2.1 to 2.8 times from 32 to 128 pixels",
             .ours = all,
             .verdict = verdictOf(growth, [](const auto& item) { return item.second > kGrows; })},
            {.held = "by default a pixel is half a mean edge, about the coarsest that finds each edge",
             .partly = "not of " + little + ": their time here goes into other work than pixels",
             .notHeld = "the time here goes into other work than pixels"});
}

void hatAndMouse(Run& run, std::vector<double>& ratios) {
  const Table cpu = benchmarks::makeTable("ldi-2004-table3", run.settings());
  Table beside{"beside", "", {"resolution", "paper [ms]", "here [ms]", "paper / here"}};
  for (std::size_t row = 0; row < cpu.rows.size(); ++row)
    beside.add(cpu.number(row, "resolution"), cpu.number(row, "paper software"), cpu.number(row, "all"),
               cpu.number(row, "paper software") / cpu.number(row, "all"));
  run.addText("#### Table 3, figure 6: hat and mouse\n\nThe software method, ms of CPU time of one thread:");
  run.addTable(beside);
  const double coarse = cpu.number(0, "all"), fine = cpu.number(2, "all");
  std::map<std::string, double> growth{{"software", fine / coarse}};
  if (!run.settings().sources.empty()) {
    const Table measured = benchmarks::makeTable("ldi-gl-2004-table3", run.settings());
    run.addText("All methods, in a run of their own, ms of wall time:");
    const auto times = addBesidePaper(run, measured, "resolution");
    appendRatios(times, ratios);
    for (const auto& [method, list] : times) growth[method] = list[2] / list[0];
    if (hasColumn(measured, "unordered read")) claimReadBacks(run, measured);
  }
  run.addPicture("figure6", benchmarks::drawPaperPicture("heidelberger2004-hat", run.samples()),
                 "The hat falls on the mouse; intersection volume red");
  run.addVerdict("From 32 to 128 pixels the software method takes " + readable(coarse) + " to " + readable(fine) +
                 " ms, in the paper 2.1 to 5.9: " + readable(fine / coarse) +
                 " times as long for 16 times the pixels (paper: 2.8).");
  claimResolution(run, growth);
  addJudged(run,
            {.place = "section 4, table 3",
             .claim = "16,500 faces are tested at 500 Hz by software",
             .paper = "476 Hz at 32 pixels",
             .ours = readable(1000 / coarse) + " Hz at 32 pixels, " + readable(1000 / fine) + " Hz at 128",
             .verdict = verdictOf(std::size_t{coarse < 2} + std::size_t{fine < 2}, 2)},
            {.held = "by one thread, with the paper's resolutions",
             .partly = "by one thread; true of few pixels",
             .notHeld = "one thread is slower than that with any of the paper's resolutions"});
}

}  // namespace

void threeWays(Run& run) {
  std::vector<double> ratios;
  handAndPhone(run, ratios);
  particlesInDragon(run, ratios);
  hatAndMouse(run, ratios);
  claimThreeTimes(run, ratios);
}

}  // namespace pliant::papers::ldi2004
