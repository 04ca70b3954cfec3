#include <pliant/benchmarks/benchmarks.h>
#include <pliant/models/ModelScene.h>
#include <pliant/papers/Paper.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Scene.h>
#include <pliant_catch.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../demo/RunProgram.h"

using namespace pliant;
using namespace pliant::papers;

namespace {

/// Number of items of each paper, in the order of the page: 123 in all.
constexpr int kItems[] = {24, 23, 29, 27, 20};

std::vector<int> numbersOf(const Item& item) {
  std::istringstream text(item.numbers);
  std::vector<int> numbers;
  for (int number = 0; text >> number;) {
    numbers.push_back(number);
    if (text.peek() == ',') text.get();
  }
  return numbers;
}

std::vector<std::string> wordsOf(const std::string& command) {
  std::istringstream text(command);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

/// Returns the values of an option, which may be repeated.
std::vector<std::string> valuesOf(const std::vector<std::string>& words, const std::string& option) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == option) values.push_back(words[i + 1]);
  return values;
}

/// Returns true if the folder that the prefix names has a file of tests of this name: for demo_browser_Looks a file
/// Looks.cpp in demo/browser, or in a folder of it.
bool testExists(const std::string& name) {
  const std::size_t end = name.rfind('_');
  if (end == std::string::npos) return false;
  std::string folder = name.substr(0, end);
  std::replace(folder.begin(), folder.end(), '_', '/');
  const std::filesystem::path path = std::filesystem::path(PLIANT_TESTS_FOLDER) / folder;
  if (!std::filesystem::is_directory(path)) return false;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
    if (entry.path().filename() == name.substr(end + 1) + ".cpp") return true;
  return false;
}

/// Returns the words that the command line prints.
std::set<std::string> printedBy(const Words& arguments) {
  const ProgramRun run = runPliant(arguments);
  INFO(run.errors);
  REQUIRE(run.status == 0);
  const std::vector<std::string> words = wordsOf(run.output);
  return {words.begin(), words.end()};
}

void checkBench(const std::vector<std::string>& words) {
  std::set<std::string> tables;
  for (std::size_t i = 2; i < words.size() && !words[i].starts_with("--"); ++i) {
    if (words[i] == "papers") continue;
    CHECK_NOTHROW(benchmarks::findBenchmark(words[i]));
    for (const benchmarks::TableEntry& table : benchmarks::findBenchmark(words[i]).tables) tables.insert(table.name);
  }
  for (const std::string& table : valuesOf(words, "--table")) {
    INFO(table);
    CHECK(tables.count(table) == 1);
  }
}

/// Checks that `detect` has the option by which it shows an item: without one it tells neither counters nor the steps
/// of a query.
void checkShows(const Item& item, const std::vector<std::string>& words) {
  if (words.size() < 2 || words[1] != "detect") return;
  const auto has = [&](std::initializer_list<const char*> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const char* part) { return item.what.find(part) != std::string::npos; });
  };
  if (has({"counter", "memory"})) CHECK(valuesOf(words, "--json").size() == 1);
  if (has({"stencil", "layers, front and back apart", "sorted", "swaps", "marks", "descent"}))
    CHECK(valuesOf(words, "--steps").size() == 1);
}

void checkOverlay(const std::string& command, const std::string& overlay) {
  INFO(overlay);
  if (command == "detect")
    CHECK((overlay == "found" || overlay == "parts" || overlay == "voi"));
  else
    CHECK_NOTHROW(parseOverlay(overlay));
}

void checkProgram(const std::vector<std::string>& words) {
  static const std::set<std::string> known{"detect", "run", "compare", "bench", "browse", "gallery", "list"};
  static const std::set<std::string> names = printedBy({"list"});
  static std::map<std::string, std::set<std::string>> help;
  REQUIRE(words.size() >= 2);
  const std::string& command = words[1];
  REQUIRE(known.count(command) == 1);
  std::set<std::string>& options = help[command];
  if (options.empty()) options = printedBy({command, "--help"});
  for (const std::string& word : words) {
    INFO(word);
    if (word.starts_with("--")) CHECK(options.count(word) == 1);
  }
  for (const std::string& scene : valuesOf(words, "--scene")) CHECK(models::findModelScene(scene) != nullptr);
  for (const char* const option : {"--method", "--detector"})
    for (const std::string& method : valuesOf(words, option)) CHECK(names.count(method) == 1);
  for (const std::string& overlay : valuesOf(words, "--overlay")) checkOverlay(command, overlay);
  if (command == "run" || command == "browse") {
    REQUIRE(words.size() >= 3);
    CHECK(findScene(words[2]) != nullptr);
  }
  if (command == "bench") checkBench(words);
}

}  // namespace

TEST_CASE("a whole run is estimated at 20 minutes at most, a quick one at 2") {
  double whole = 0, quick = 0;
  for (const Paper& paper : allPapers())
    for (const Part& part : paper.parts) {
      INFO(paper.id << ", " << part.title);
      CHECK(part.quickSeconds <= part.seconds);
      whole += part.seconds;
      quick += part.quickSeconds;
    }
  CHECK(whole <= 1200);
  CHECK(quick <= 120);
}

TEST_CASE("each item of the papers has a command that exists") {
  std::size_t paper = 0;
  for (const Paper& one : allPapers()) {
    std::vector<int> numbers;
    for (const Item& item : one.items) {
      INFO(one.id << " " << item.numbers << ": " << item.command);
      for (const int number : numbersOf(item)) numbers.push_back(number);
      CHECK_FALSE(item.what.empty());
      CHECK(item.what.size() <= 160);
      CHECK(item.command.size() <= 140);
      const std::vector<std::string> words = wordsOf(item.command);
      REQUIRE_FALSE(words.empty());
      checkShows(item, words);
      if (words[0] == "ctest")
        CHECK(testExists(valuesOf(words, "-R").at(0)));
      else {
        REQUIRE(words[0] == "pliant");
        checkProgram(words);
      }
    }
    INFO(one.id);
    std::sort(numbers.begin(), numbers.end());
    std::vector<int> all;
    for (int number = 1; number <= kItems[paper]; ++number) all.push_back(number);
    CHECK(numbers == all);
    CHECK_FALSE(one.parts.empty());
    ++paper;
  }
  CHECK(paper == std::size(kItems));
}

TEST_CASE("a test exists only in the folder that its name has") {
  CHECK(testExists("demo_ReadMesh"));
  CHECK(testExists("demo_browser_Looks"));
  CHECK_FALSE(testExists("plugin_ReadMesh"));
  CHECK_FALSE(testExists("demo_NoSuchTest"));
  CHECK_FALSE(testExists("ReadMesh"));
}
