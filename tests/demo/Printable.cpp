#include <pliant/io/numbers.h>
#include <pliant/io/printable.h>
#include <pliant_catch.h>

using pliant::printable;
using pliant::quoteWord;

TEST_CASE("control characters are shown as ?, of 7 bits and of 8") {
  CHECK(printable("a\x1b[31m\n\t\x7f"
                  "b") == "a?[31m???b");
  CHECK(printable("\x9b"
                  "31mred") == "?31mred");
  CHECK(printable("\xc2\x9b"
                  "31mred") == "?31mred");
  CHECK(printable(std::string_view("\0", 1)) == "?");
  for (int c = 0x80; c <= 0x9f; ++c) {
    const char byte = static_cast<char>(c);
    CHECK(printable(std::string(1, byte)) == "?");
    CHECK(printable(std::string("\xc2") + byte) == "?");
  }
}

TEST_CASE("characters of UTF-8 stay, and so do bytes of other encodings that are no control characters") {
  for (const std::string text : {"plain", "\xc3\x80\xc3\x9b", "\xe2\x82\xac \xe2\x9b\x84", "\xf0\x9f\x90\x87",
                                 "\xc2\xa0", "caf\xe9", "\xa0\xff\xfe"})
    CHECK(printable(text) == text);
}

TEST_CASE("bytes that make no character in UTF-8 are looked at one by one") {
  CHECK(printable("\xe2\x9b"
                  "m") == "\xe2?m");
  CHECK(printable("\xc0\x9b") == "\xc0?");
  CHECK(printable("\xe0\x80\x9b") == "\xe0??");
  CHECK(printable("\xed\xa0\x80") == "\xed\xa0?");
  CHECK(printable("\xf5\x9b\x9b\x9b") == "\xf5???");
  CHECK(printable("\xf4\x90\x80\x80") == "\xf4???");
  CHECK(printable("\xc3") == "\xc3");
}

TEST_CASE("a long word is cut between characters") {
  const std::string sixty(60, 'a'), letter = "\xc3\x80";
  CHECK(quoteWord(sixty).size() == 62);
  CHECK(quoteWord(sixty + 'a').substr(60) == "a...'");
  CHECK(quoteWord(sixty.substr(2) + letter).substr(58) == "a" + letter + "'");
  CHECK(quoteWord(sixty.substr(1) + letter).substr(58) == "aa...'");
  CHECK(quoteWord("\x9b"
                  "2J") == "'?2J'");
}
