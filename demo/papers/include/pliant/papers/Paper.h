#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The page of the papers: every table and figure of the five papers, made anew beside the paper's numbers.
namespace pliant::papers {

class Run;

/// Verdict on a claim of a paper.
enum class Verdict { Held, Partly, NotHeld, NotTried };

/// A claim of a paper, measured again. All texts are single lines.
struct Claim {
  std::string place;   ///< section, table or figure of the paper
  std::string claim;   ///< in our words
  std::string paper;   ///< the paper's figures; empty: it has none
  std::string ours{};  ///< our figures of this run
  Verdict verdict = Verdict::NotTried;
  std::string reason{};  ///< why, and what it means for our default
};

/// A table, a figure or a group of them.
struct Part {
  std::string title;                      ///< begins with the paper's name of it, for instance "Table 2: "
  double seconds = 10, quickSeconds = 2;  ///< estimated time to make it [s], on one core
  void (*make)(Run& run) = nullptr;
};

/// An item of the list of all that a paper describes.
struct Item {
  std::string numbers;  ///< numbers in the list, for instance "1, 2"; they begin at 1 in each paper
  std::string what;
  std::string command;     ///< shows it: a command, or a test's name after `ctest -R`
  bool needsCard = false;  ///< true if only a graphics card can show it
};

struct Paper {
  std::string id;       ///< prefix of picture files, for instance "teschner2003"
  std::string title;    ///< heading: authors, year, title
  std::string machine;  ///< the paper's machine
  std::vector<Part> parts;
  std::vector<Item> items;
};

/// Returns the papers in the order of the page.
std::span<const Paper> allPapers();

// Each paper has a file of its own.
Paper teschner2003();
Paper ganovelli2000();
Paper volino1994();
Paper heidelberger2003();
Paper heidelberger2004();

}  // namespace pliant::papers
