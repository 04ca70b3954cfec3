#include <pliant/benchmarks/benchmarks.h>
#include <pliant/models/ModelScene.h>
#include <pliant/papers/Paper.h>
#include <pliant/scenes/Scene.h>
#include <pliant_catch.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

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

std::string valueOf(const std::vector<std::string>& words, const std::string& option) {
  const auto found = std::find(words.begin(), words.end(), option);
  return found == words.end() || found + 1 == words.end() ? std::string() : *(found + 1);
}

/// Returns true if a file of tests has this name, without its folder's prefix.
bool testExists(const std::string& name) {
  const std::string file = name.substr(name.find('_') + 1) + ".cpp";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PLIANT_TESTS_FOLDER))
    if (entry.path().filename() == file) return true;
  return false;
}

void checkProgram(const std::vector<std::string>& words) {
  static const std::set<std::string> known{"detect", "run", "compare", "bench", "browse", "gallery", "list"};
  REQUIRE(words.size() >= 2);
  REQUIRE(known.count(words[1]) == 1);
  if (const std::string scene = valueOf(words, "--scene"); !scene.empty())
    CHECK(models::findModelScene(scene) != nullptr);
  if (words[1] == "run" || words[1] == "browse") {
    REQUIRE(words.size() >= 3);
    CHECK(findScene(words[2]) != nullptr);
  }
  if (words[1] == "bench" && words.size() >= 3 && words[2] != "papers")
    CHECK_NOTHROW(benchmarks::findBenchmark(words[2]));
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
      if (words[0] == "ctest")
        CHECK(testExists(valueOf(words, "-R")));
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
