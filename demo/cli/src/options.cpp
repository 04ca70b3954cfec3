#include "options.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/numbers.h>
#include <pliant/io/writeFile.h>
#include <pliant/pictures/pictureName.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

namespace pliant::cli {
namespace {

template <typename Number>
CLI::Validator numberFrom(bool zero) {
  return CLI::Validator(
      [zero](const std::string& word) {
        Number value = 0;
        if (const NumberFault what = parseNumber(word, value); what != NumberFault::None) return describe(what, word);
        if (value > 0 || (zero && value == 0)) return std::string();
        return quoteWord(word) + (zero ? " is below 0" : " is not above 0");
      },
      "");
}

}  // namespace

CLI::Validator positiveNumber() {
  return numberFrom<Real>(false);
}

CLI::Validator notNegativeNumber() {
  return numberFrom<Real>(true);
}

CLI::Validator timeInSeconds(bool zero) {
  return numberFrom<double>(zero);
}

CLI::Validator numberBetween(Real least, Real most) {
  return CLI::Validator(
      [least, most](const std::string& word) {
        Real value = 0;
        const NumberFault what = parseReal(word, value);
        if (what == NumberFault::None && value >= least && value <= most) return std::string();
        char range[64];
        std::snprintf(range, sizeof range, " is not a number from %g to %g", double{least}, double{most});
        return quoteWord(word) + range;
      },
      "");
}

CLI::Validator wholeNumber(std::int64_t least, std::int64_t most) {
  return CLI::Validator(
      [least, most](const std::string& word) {
        std::int64_t value = 0;
        const NumberFault what = parseInteger(word, value);
        if (what == NumberFault::None && value >= least && value <= most) return std::string();
        return quoteWord(word) + " is not a whole number from " + std::to_string(least) + " to " + std::to_string(most);
      },
      "");
}

void addSettingOption(CLI::App& command, std::vector<std::string>& words) {
  oneWordEach(
      addOption(command, "--setting", "NAME=VALUE", words,
                "Setting of the method, for example hash=additive, 'paper' for all values of its paper, or 'default'; "
                "docs/methods/settings.md lists them; may be repeated"));
}

MethodValues parseSettings(std::string_view detector, const std::vector<std::string>& words) {
  MethodValues values;
  try {
    for (const std::string& word : words) parseMethodValue(detector, word, values);
  } catch (const Error& error) {
    throw Error(std::string("--setting: ") + error.what());
  }
  return values;
}

void checkPicture(const std::string& path) {
  checkPictureName(path);
  checkWritable(path);
}

bool isSameFile(const std::string& a, const std::string& b) {
  std::error_code code;
  return a == b || std::filesystem::equivalent(a, b, code);
}

void checkNotOneOf(const std::string& file, const std::string& folder, const char* option, std::string_view prefix,
                   std::string_view ending) {
  namespace fs = std::filesystem;
  std::error_code code;
  const fs::path target = fs::weakly_canonical(fs::absolute(file, code), code);  // a link is followed
  if (!fs::equivalent(target.parent_path(), folder, code)) return;
  const std::string name = target.filename().string();
  if (name.starts_with(prefix) && name.ends_with(ending))
    throw Error(file + ": can't be written: " + option + " writes files of such names in this folder");
}

}  // namespace pliant::cli
