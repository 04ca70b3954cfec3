#include "validators.h"

#include <pliant/io/numbers.h>

#include <string>

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

}  // namespace pliant::cli
