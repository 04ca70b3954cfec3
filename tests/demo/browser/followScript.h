#pragma once

#include <pliant/pictures/Image.h>
#include <pliant_catch.h>
#include <pliant_screen.h>

#include <algorithm>
#include <string>
#include <vector>

#include "../RunProgram.h"

inline constexpr int kWidth = 640, kHeight = 400;

/// Runs the browser in a small window.
inline ProgramRun browse(std::vector<std::string> arguments) {
  pliant::test::Screen::instance();
  arguments.insert(arguments.begin(), "browse");
  for (const std::string& word :
       {std::string("--width"), std::to_string(kWidth), std::string("--height"), std::to_string(kHeight)})
    arguments.push_back(word);
  return runProgram(PLIANT_EXECUTABLE, arguments);
}

/// Runs the browser with a script. It must succeed without output on the error stream.
inline void follow(const ScratchFolder& folder, const std::string& script, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"--script", folder.write("script", script)});
  const ProgramRun run = browse(arguments);
  INFO(run.errors);
  CHECK(run.errors.empty());
  REQUIRE(run.status == 0);
}

/// The lower halves of the two pictures. The labels with times are above.
struct Halves {
  pliant::Image image;
  int left, middle, right;

  explicit Halves(const std::string& file) : image(pliant::Image::load(file)) {
    // The panels take at most two fifths of the width on the left and three tenths on the right.
    left = std::min(240, image.width() * 2 / 5);
    right = image.width() - std::min(240, image.width() * 3 / 10);
    middle = (left + right) / 2;
  }
  template <typename Is>
  int count(int from, int to, const Is& is) const {
    int found = 0;
    for (int y = image.height() / 2; y < image.height(); ++y)
      for (int x = from; x < to; ++x) found += is(image.at(x, y)) ? 1 : 0;
    return found;
  }
  bool sameAs(const Halves& other) const {
    for (int y = image.height() / 2; y < image.height(); ++y)
      for (int x = left; x < right; ++x)
        if (image.at(x, y) != other.image.at(x, y)) return false;
    return true;
  }
};
