#include "HelpFormatter.h"

#include <sstream>

namespace pliant::cli {
namespace {

constexpr std::size_t kLineWidth = 120;

}  // namespace

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_positional() || option->get_type_size() == 0) return {};
  const std::string type = option->get_type_name();
  return " " + type.substr(0, type.find(':'));
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  std::string text;
  std::size_t width = 0;
  std::istringstream words(option->get_description());
  for (std::string word; words >> word; width += word.size()) {
    if (width > 0) {
      const bool fits = get_column_width() + width + 1 + word.size() <= kLineWidth;
      text += fits ? ' ' : '\n';
      width = fits ? width + 1 : 0;
    }
    text += word;
  }
  return text;
}

}  // namespace pliant::cli
