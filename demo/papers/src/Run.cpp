#include <pliant/io/numbers.h>
#include <pliant/io/writeFile.h>
#include <pliant/papers/Run.h>

#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace pliant::papers {
namespace {

/// Returns text for a cell: a bar would end the cell.
std::string cellText(const std::string& text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

std::string cellText(const benchmarks::Table::Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return cellText(*text);
  return readable(std::get<double>(cell));
}

/// Writes a picture. Colours lose up to four bits if the file would be larger than 300 kB.
void saveSmall(Image picture, const std::string& path) {
  constexpr std::uintmax_t kMostBytes = 300'000;
  for (unsigned bits = 0; bits <= 4; ++bits) {
    const auto lost = static_cast<std::uint8_t>((1u << bits) - 1);
    for (int y = 0; lost != 0 && y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x)
        for (std::uint8_t& channel : picture.at(x, y)) {
          channel = static_cast<std::uint8_t>((channel & ~lost) | (channel >= 128 ? lost : 0));
        }
    picture.save(path, Links::Replace);
    if (std::filesystem::file_size(path) <= kMostBytes) return;
  }
}

std::string lowerCase(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

std::string readable(double value) {
  const double size = std::abs(value);
  if (std::abs(value - std::round(value)) < 1e-9 || size >= 1000) {
    return (value <= -0.5 ? "-" : "") + withCommas(static_cast<std::uint64_t>(std::llround(size)));
  }
  char buffer[64];
  std::snprintf(buffer, sizeof buffer,
                size >= 100   ? "%.1f"
                : size >= 1   ? "%.2f"
                : size >= 0.1 ? "%.3f"
                              : "%.4f",
                value);
  return buffer;
}

Run::Run(std::string folder, benchmarks::BenchSettings settings, bool quick)
    : m_folder(std::move(folder)), m_settings(std::move(settings)), m_quick(quick) {
  if (!quick) return;
  m_settings.steps = kQuickSteps;
  m_settings.leastSteps = 1;
}

benchmarks::BenchSettings Run::plainSettings() const {
  benchmarks::BenchSettings plain;
  plain.steps = m_settings.steps;
  plain.leastSteps = m_settings.leastSteps;
  return plain;
}

void Run::addText(const std::string& paragraph) {
  m_text += paragraph + "\n\n";
}

void Run::addTable(const benchmarks::Table& table) {
  std::string rule;
  m_text += "|";
  for (const std::string& column : table.columns) {
    m_text += ' ' + cellText(column) + " |";
    rule += "---|";
  }
  m_text += "\n|" + rule + "\n";
  for (const auto& row : table.rows) {
    m_text += "|";
    for (const auto& cell : row) m_text += ' ' + cellText(cell) + " |";
    m_text += '\n';
  }
  m_text += '\n';
}

void Run::addPlot(const std::string& name, const benchmarks::SvgPlot& plot, const std::string& text) {
  const std::string file = m_paper + '-' + lowerCase(name) + ".svg";
  writeFile((std::filesystem::path(m_folder) / "papers" / file).string(), plot.svg(), Links::Replace);
  addFile(file, text);
}

void Run::addPicture(const std::string& name, const Image& picture, const std::string& text) {
  const std::string file = m_paper + '-' + lowerCase(name) + ".png";
  saveSmall(picture, (std::filesystem::path(m_folder) / "papers" / file).string());
  addFile(file, text);
}

void Run::addFile(const std::string& file, const std::string& text) {
  m_text += "![" + text + "](papers/" + file + ")\n\n";
}

void Run::addVerdict(const std::string& sentence) {
  std::string text = sentence;
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  m_text += "*Verdict:* " + text + "\n\n";
}

void Run::addClaim(Claim claim) {
  m_claims.push_back(std::move(claim));
}

std::string Run::takeText() {
  return std::exchange(m_text, {});
}

std::vector<Claim> Run::takeClaims() {
  return std::exchange(m_claims, {});
}

}  // namespace pliant::papers
