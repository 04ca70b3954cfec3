#pragma once

#include <pliant/benchmarks/benchmarks.h>
#include <pliant/papers/Paper.h>
#include <pliant/pictures/Image.h>

#include <map>
#include <string>
#include <vector>

namespace pliant::papers {

inline constexpr int kQuickSteps = 100;

/// Settings for a part of a paper, and the text that the part adds to the page. Texts are Markdown.
class Run {
 public:
  /// `folder`: existing folder of the page; pictures go to its folder papers/. `settings`: of the benchmarks, with the
  /// available renderers. `quick`: true for fewer steps, kQuickSteps and at least one in each table, and smaller
  /// pictures.
  Run(std::string folder, benchmarks::BenchSettings settings, bool quick);

  bool quick() const { return m_quick; }
  /// Returns one of two values: the first for a whole run, the second for a quick one.
  template <typename Value>
  Value either(Value whole, Value quick) const {
    return m_quick ? quick : whole;
  }
  /// Number of samples per side of a pixel of a picture.
  int samples() const { return either(3, 1); }
  benchmarks::BenchSettings& settings() { return m_settings; }
  /// Returns default settings, without renderers, with the numbers of steps of this run.
  benchmarks::BenchSettings plainSettings() const;

  // Each of these adds a paragraph, a table or a picture below the heading of the current part.

  void addText(const std::string& paragraph);
  /// Adds all columns of a table, without its caption.
  void addTable(const benchmarks::Table& table);
  /// `name`: file name without folder, prefix and ending, for instance "figure3". `text`: the caption.
  /// Throws Error if the file can't be written.
  void addPlot(const std::string& name, const benchmarks::SvgPlot& plot, const std::string& text);
  void addPicture(const std::string& name, const Image& picture, const std::string& text);
  /// Adds the sentence that says what held, what did not, and why. Its first letter becomes a capital.
  void addVerdict(const std::string& sentence);
  /// Adds a row to the table of claims of the current paper.
  void addClaim(Claim claim);

  /// Keeps a number for a later part of the same paper.
  void keep(const std::string& name, double value) { m_kept[name] = value; }
  /// Returns a number that an earlier part has kept. Throws std::out_of_range if there is none.
  double kept(const std::string& name) const { return m_kept.at(name); }

  // Called by makePage.

  void begin(const Paper& paper) {
    m_paper = paper.id;
    m_kept.clear();
  }
  /// Returns what the last part added, and forgets it.
  std::string takeText();
  std::vector<Claim> takeClaims();

 private:
  void addFile(const std::string& file, const std::string& text);

  std::string m_folder, m_paper, m_text;
  benchmarks::BenchSettings m_settings;
  bool m_quick;
  std::vector<Claim> m_claims;
  std::map<std::string, double> m_kept;
};

/// Returns a number with as many digits as tables have, for texts: 0.0123, 1.23, 123.4, 12,345.
std::string readable(double value);

}  // namespace pliant::papers
