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

void checkPicture(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".png") throw Error(path + ": the name of a picture must end in .png");
  checkWritable(path);
}

bool isSameFile(const std::string& a, const std::string& b) {
  std::error_code code;
  return a == b || std::filesystem::equivalent(a, b, code);
}

}  // namespace pliant::cli
