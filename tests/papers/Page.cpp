#include <pliant/detectors/Error.h>
#include <pliant/papers/makePage.h>
#include <pliant_catch.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../demo/ScratchFolder.h"

using namespace pliant;
using namespace pliant::papers;

namespace {

void makeTablePart(Run& run) {
  benchmarks::Table table;
  table.columns = {"setup", "paper [ms]", "here [ms]"};
  table.add("A|B", 4.3, 0.0531);
  table.add("E", 172.5, 12345.0);
  run.addTable(table);
  run.addVerdict("Held.");
  run.addClaim({.place = "section 1",
                .claim = "it is fast",
                .paper = "15 Hz",
                .ours = "1,000 Hz",
                .verdict = papers::Verdict::Held,
                .reason = "faster machine"});
}

void makeClaimPart(Run& run) {
  run.addClaim({.place = "section 2", .claim = "it is simple", .paper = "", .ours = "yes", .reason = "few lines"});
}

void makePicturePart(Run& run) {
  benchmarks::SvgPlot plot;
  plot.curves = {{"a", {{0, 0}, {1, 1}}}};
  run.addPlot("Figure3", plot, "time");
  run.addPicture("figure7", Image(8, 8), "a picture");
}

void makeFaultyPart(Run&) {
  throw Error("this part fails");
}

std::vector<Paper> papersOf(const std::vector<Part>& parts) {
  return {{.id = "first1999",
           .title = "First 1999",
           .machine = "a machine",
           .parts = parts,
           .items = {{.numbers = "1", .what = "a step", .command = "pliant list"},
                     {.numbers = "2", .what = "a card", .command = "pliant bench", .needsCard = true}}}};
}

struct Page {
  ScratchFolder folder;
  Run run;

  explicit Page(bool quick = false) : run(folder.path("docs"), {}, quick) {}
  std::string text() const { return ScratchFolder::read(folder.path("docs/papers.md")); }
  std::string read(const std::string& file) const { return ScratchFolder::read(folder.path("docs/papers/" + file)); }
};

bool contains(const std::string& text, const std::string& part) {
  INFO(text);
  INFO(part);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the page has each part, the claims and the items") {
  Page page;
  const auto papers = papersOf(
      {{"Table 1: times", 3, 1, makeTablePart}, {"Figure 3", 7, 1, makePicturePart}, {"Others", 2, 1, makeClaimPart}});
  std::vector<double> done;
  CHECK(makePage(page.folder.path("docs"), papers, page.run, [&](const std::string&, double before, double total) {
    done.push_back(before);
    CHECK(total == 12);
    return true;
  }));
  CHECK(done == std::vector<double>{0, 3, 10});
  const std::string text = page.text();
  CHECK(contains(text, "## First 1999\n"));
  CHECK(contains(
      text, "### Table 1: times\n\n| setup | paper [ms] | here [ms] |\n|---|---|---|\n| A\\|B | 4.30 | 0.0531 |\n"));
  CHECK(contains(text, "| E | 172.5 | 12,345 |\n"));
  CHECK(contains(text, "*Verdict:* Held.\n"));
  CHECK(contains(text, "![time](papers/first1999-figure3.svg)\n"));
  CHECK(contains(text, "![a picture](papers/first1999-figure7.png)\n"));
  CHECK(contains(text, "| section 1 | it is fast | 15 Hz | 1,000 Hz | held | faster machine |\n"));
  CHECK(contains(text, "| 1 | a step | `pliant list` |\n| 2 | a card | needs a graphics card: `pliant bench` |\n"));
  CHECK(contains(text, "| section 2 | it is simple |"));
  CHECK_FALSE(contains(text, "### Others"));  // it has claims alone
  CHECK_FALSE(contains(text, "incomplete"));
  CHECK(page.read("first1999-figure3.svg").starts_with("<svg"));
  CHECK(contains(page.read("first1999-figure7.png"), "PNG"));
}

TEST_CASE("an end in between keeps what was made") {
  Page page;
  const auto papers = papersOf({{"Table 1", 3, 1, makeTablePart}, {"Figure 3", 7, 1, makePicturePart}});
  CHECK_FALSE(makePage(page.folder.path("docs"), papers, page.run,
                       [](const std::string&, double done, double) { return done == 0; }));
  CHECK(contains(page.text(), "| E | 172.5 | 12,345 |\n"));
  CHECK(contains(page.text(), "This page is incomplete: it ends before first1999, Figure 3."));
  CHECK_FALSE(contains(page.text(), "### Figure 3"));
}

TEST_CASE("a part that fails keeps what was made before") {
  Page page(true);
  const auto papers = papersOf({{"Table 1", 3, 1, makeTablePart}, {"Table 2", 7, 1, makeFaultyPart}});
  CHECK_THROWS_AS(
      makePage(page.folder.path("docs"), papers, page.run, [](const std::string&, double, double) { return true; }),
      Error);
  CHECK(contains(page.text(), "| E | 172.5 | 12,345 |\n"));
  CHECK(contains(page.text(), "This page is incomplete: it ends before first1999, Table 2."));
}

TEST_CASE("an end before the first part is made keeps an earlier page") {
  const std::vector<Part> parts{{"Table 1", 3, 1, makeFaultyPart}, {"Table 2", 7, 1, makeTablePart}};
  for (const bool goesOn : {false, true}) {
    Page page;
    std::filesystem::create_directory(page.folder.path("docs"));
    page.folder.write("docs/papers.md", "earlier");
    const auto make = [&] {
      return makePage(page.folder.path("docs"), papersOf(parts), page.run,
                      [&](const std::string&, double, double) { return goesOn; });
    };
    if (goesOn)
      CHECK_THROWS(make());
    else
      CHECK_FALSE(make());
    CHECK(page.text() == "earlier");
  }
}

TEST_CASE("the error of a part names paper and part, and has the part's own error in it") {
  Page page;
  const auto make = [&](void (*part)(Run&)) {
    makePage(page.folder.path("docs"), papersOf({{"Table 2", 7, 1, part}}), page.run,
             [](const std::string&, double, double) { return true; });
  };
  const std::string named = "first1999, Table 2: this part fails";
  CHECK_THROWS_WITH(make(makeFaultyPart), named);
  CHECK_THROWS_AS(make(makeFaultyPart), Error);
  CHECK_THROWS_WITH(make([](Run&) { throw std::runtime_error("this part fails"); }), named);
  class OwnError : public Error {
   public:
    using Error::Error;
  };
  try {
    make([](Run&) { throw OwnError("this part fails"); });
    FAIL("no error");
  } catch (const Error& error) {
    CHECK_THROWS_AS(std::rethrow_if_nested(error), OwnError);
  }
}

TEST_CASE("a verdict begins with a capital letter, and code stays as it is") {
  Page page;
  page.run.addVerdict("held here.");
  page.run.addVerdict("`auto` held.");
  CHECK(page.run.takeText() == "*Verdict:* Held here.\n\n*Verdict:* `auto` held.\n\n");
}

TEST_CASE("a quick run has few steps") {
  const Page whole, quick(true);
  const auto fewOf = [](const Page& page) { return page.run.plainSettings().few(); };
  CHECK(whole.run.plainSettings().steps == benchmarks::BenchSettings().steps);
  CHECK(fewOf(whole) == 10);
  CHECK(quick.run.plainSettings().steps == kQuickSteps);
  CHECK(fewOf(quick) == 1);
  Page other(true);
  CHECK(other.run.settings().few() == 1);
}

TEST_CASE("a processor is told by the first name that is not empty, threads and vector instructions") {
  const auto described = [](const std::string& text) {
    std::istringstream processors(text);
    return describeProcessor(processors);
  };
  CHECK(described("processor\t: 0\nmodel name\t: Xeon 2 GHz\nmodel name\t: other\n") ==
        "Xeon 2 GHz, 1 hardware thread");
  CHECK(described("model name\t:\nmodel name\t: Xeon\n") == "Xeon");
  CHECK(described("processor\t: 0\nmodel name\t: A\nflags\t\t: sse4_2 avx2 avx512f\nprocessor\t: 1\n") ==
        "A, 2 hardware threads, AVX-512");
  CHECK(described("model name\t: A\nflags\t\t: sse4_2 avx2\n") == "A, AVX2");
  for (const char* const text : {"", "model name", "model name\t:", "model name\t: \n"})
    CHECK(described(text) == "unknown processor");
}

TEST_CASE("numbers have three digits or are whole") {
  CHECK(readable(0.0123) == "0.0123");
  CHECK(readable(0.5) == "0.500");
  CHECK(readable(1.234) == "1.23");
  CHECK(readable(123.45) == "123.5");
  CHECK(readable(12345.6) == "12,346");
  CHECK(readable(7) == "7");
  CHECK(readable(-1234567) == "-1,234,567");
}

TEST_CASE("a picture whose file would be large loses low bits of its colours") {
  Page page;
  Image noisy(500, 400, {100, 100, 100});
  std::mt19937 random(1);
  for (int y = 0; y < noisy.height(); ++y)
    for (int x = 0; x < noisy.width(); ++x)
      for (std::uint8_t& channel : noisy.at(x, y)) channel = static_cast<std::uint8_t>(100 + random() % 16);
  const std::string direct = page.folder.path("direct.png"), file = page.folder.path("docs/papers/first1999-noise.png");
  noisy.save(direct);
  REQUIRE(std::filesystem::file_size(direct) > 300'000);
  const std::vector<Paper> paper = papersOf({});
  makePage(page.folder.path("docs"), paper, page.run, [](const std::string&, double, double) { return true; });
  page.run.begin(paper[0]);
  page.run.addPicture("noise", noisy, "noise");
  CHECK(std::filesystem::file_size(file) <= 300'000);
  const Image saved = Image::load(file);
  for (int y = 0; y < noisy.height(); ++y)
    for (int x = 0; x < noisy.width(); ++x)
      for (std::size_t k = 0; k < 3; ++k) REQUIRE(std::abs(saved.at(x, y)[k] - noisy.at(x, y)[k]) < 16);
}
