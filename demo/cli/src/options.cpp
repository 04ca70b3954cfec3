#include "options.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/numbers.h>
#include <pliant/io/writeFile.h>

#include <filesystem>
#include <system_error>

namespace pliant::cli {
namespace {

CLI::Validator numberFrom(bool zero, const char* fault) {
  return CLI::Validator(
      [zero, fault](const std::string& word) {
        Real value = 0;
        if (const NumberFault what = parseReal(word, value); what != NumberFault::None) return describe(what, word);
        return value > 0 || (zero && value == 0) ? std::string() : quoteWord(word) + fault;
      },
      "");
}

}  // namespace

CLI::Validator positiveNumber() {
  return numberFrom(false, " is not above 0");
}

CLI::Validator notNegativeNumber() {
  return numberFrom(true, " is below 0");
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
  if (std::filesystem::path(path).extension() != ".png") throw Error(path + ": the name of a picture must end in .png");
  checkWritable(path);
}

bool isSameFile(const std::string& a, const std::string& b) {
  std::error_code code;
  return a == b || std::filesystem::equivalent(a, b, code);
}

}  // namespace pliant::cli
