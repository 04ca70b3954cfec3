#include <pliant/detectors/Error.h>
#include <pliant/io/writeFile.h>
#include <pliant/papers/makePage.h>

#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace pliant::papers {
namespace {

/// The parts of a paper that were made.
struct Chapter {
  const Paper* paper;
  std::string text;
  std::vector<Claim> claims;
};

std::string nameOf(Verdict verdict) {
  constexpr std::array<std::string_view, 4> kNames{"held", "partly", "did not hold", "not tried"};
  return std::string(kNames.at(static_cast<std::size_t>(verdict)));
}

std::string headOf(Run& run, const std::string& missing) {
  const benchmarks::BenchSettings& settings = run.settings();
  std::string head = "# The papers beside Pliant\n\n";
  head.append("Every table and figure of the five papers, made anew by `pliant bench papers --out docs");
  head.append(run.quick() ? " --quick`" : "`");
  head.append(" ([command line](command-line.md#pliant-bench)).\n\n");
  std::ifstream processors("/proc/cpuinfo");
  head.append("- Processor: " + describeProcessor(processors) +
              ". OpenGL: " + (settings.driver.empty() ? std::string("none") : settings.driver) + ".\n");
  head.append("- Detectors run on one thread, unless a text says otherwise.\n");
  head.append("- The papers' models are not available. Ours are made by formulas, with as many faces.\n");
  head.append("- So the papers' times show an order of magnitude; ratios within one table are comparable.\n");
  if (run.quick()) head.append("- A quick run has few steps, so its times are rough.\n");
  head.append("- Each paper ends with its claims, one row each. The last section lists all that the papers describe,");
  head.append(" each with a command that shows it.\n\n");
  if (!missing.empty()) head.append("This page is incomplete: " + missing + ".\n\n");
  return head;
}

std::string claimsOf(const Chapter& chapter) {
  if (chapter.claims.empty()) return {};
  std::string text = "### Claims\n\n| place | claim | paper | here | verdict | reason |\n|---|---|---|---|---|---|\n";
  for (const Claim& claim : chapter.claims)
    text.append("| " + claim.place + " | " + claim.claim + " | " + claim.paper + " | " + claim.ours + " | " +
                nameOf(claim.verdict) + " | " + claim.reason + " |\n");
  return text + '\n';
}

std::string itemsOf(const Paper& paper) {
  std::string text = "### " + paper.title + "\n\n| number | what | command |\n|---|---|---|\n";
  for (const Item& item : paper.items)
    text.append("| " + item.numbers + " | " + item.what + " | " +
                (item.needsCard ? std::string("needs a graphics card: ") : std::string()) + '`' + item.command +
                "` |\n");
  return text + '\n';
}

std::string pageOf(std::span<const Paper> papers, const std::vector<Chapter>& chapters, Run& run,
                   const std::string& missing) {
  std::string page = headOf(run, missing);
  for (const Chapter& chapter : chapters) {
    page.append("## " + chapter.paper->title + "\n\nThe paper's machine: " + chapter.paper->machine + ".\n\n");
    page.append(chapter.text + claimsOf(chapter));
  }
  page.append("## All that the papers describe\n\n");
  for (const Paper& paper : papers) page.append(itemsOf(paper));
  while (page.ends_with("\n\n")) page.pop_back();
  return page;
}

/// Makes a part. Throws its error with the names of paper and part before it.
void make(const Paper& paper, const Part& part, Run& run) {
  const auto named = [&](const std::exception& error) { return paper.id + ", " + part.title + ": " + error.what(); };
  try {
    part.make(run);
  } catch (const Error& error) {
    std::throw_with_nested(Error(named(error)));
  } catch (const std::exception& error) {
    std::throw_with_nested(std::runtime_error(named(error)));
  }
}

}  // namespace

std::string describeProcessor(std::istream& processors) {
  std::string name, flags;
  std::size_t threads = 0;
  for (std::string line; std::getline(processors, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t value = line.find_first_not_of(" \t", colon + 1);
    threads += line.starts_with("processor");
    if (value == std::string::npos) continue;
    if (name.empty() && line.starts_with("model name")) name = line.substr(value);
    if (flags.empty() && line.starts_with("flags")) flags = line.substr(value) + ' ';
  }
  std::string text = name.empty() ? "unknown processor" : name;
  if (threads > 0) text += ", " + std::to_string(threads) + (threads == 1 ? " hardware thread" : " hardware threads");
  constexpr std::pair<std::string_view, std::string_view> kWidest[] = {
      {"avx512f ", "AVX-512"}, {"avx2 ", "AVX2"}, {"sse4_2 ", "SSE4"}};
  for (const auto& [flag, words] : kWidest) {
    if (flags.find(flag) == std::string::npos) continue;
    text.append(", ").append(words);
    break;
  }
  return text;
}

bool makePage(const std::string& folder, std::span<const Paper> papers, Run& run, const PartProgress& progress) {
  const std::filesystem::path path(folder);
  makeFolder((path / "papers").string());
  bool any = false;
  double total = 0, done = 0;
  for (const Paper& paper : papers)
    for (const Part& part : paper.parts) total += run.either(part.seconds, part.quickSeconds);

  std::vector<Chapter> chapters;
  const auto write = [&](const std::string& missing) {
    writeFile((path / "papers.md").string(), pageOf(papers, chapters, run, missing), Links::Replace);
  };
  for (const Paper& paper : papers) {
    run.begin(paper);
    chapters.push_back({&paper, {}, {}});
    for (const Part& part : paper.parts) {
      // An earlier page stays until there is a part to show.
      if (any) write("it ends before " + paper.id + ", " + part.title);
      if (!progress(paper.id + ", " + part.title, done, total)) return false;
      make(paper, part, run);
      any = true;
      // A part may have claims alone.
      if (const std::string text = run.takeText(); !text.empty())
        chapters.back().text.append("### " + part.title + "\n\n" + text);
      for (Claim& claim : run.takeClaims()) chapters.back().claims.push_back(std::move(claim));
      done += run.either(part.seconds, part.quickSeconds);
    }
  }
  write({});
  return true;
}

}  // namespace pliant::papers
