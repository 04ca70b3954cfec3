#pragma once

#include <pliant/pictures/Image.h>
#include <pliant_catch.h>
#include <pliant_screen.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "../PictureColours.h"
#include "../RunProgram.h"

inline constexpr int kWidth = 640, kHeight = 400;

/// Runs the browser in a small window.
inline ProgramRun runBrowser(const Words& arguments) {
  pliant::test::Screen::instance();
  const Words size{"--width", std::to_string(kWidth), "--height", std::to_string(kHeight)};
  return runPliant(with(with({"browse"}, arguments), size));
}

/// Runs the browser with a script. It must succeed without output on the error stream.
inline void follow(const ScratchFolder& folder, const std::string& script, const Words& arguments = {}) {
  const ProgramRun run = runBrowser(with(arguments, {"--script", folder.write("script", script)}));
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
    return pictures::count(image, {from, image.height() / 2, to, image.height()}, is);
  }
  bool sameAs(const Halves& other) const {
    return pictures::differences(image, other.image, {left, image.height() / 2, right, image.height()}) == 0;
  }
};

/// Returns true for the red of marked faces and of the labels' numbers of pairs.
inline bool isRed(const pliant::Rgb& c) {
  return c[0] > 120 && c[1] < c[0] / 3 && c[2] < c[0] / 3;
}

/// Follows `first` once, then `begin` and a variant for each variant. Returns a picture after each variant.
inline std::vector<Halves> picturesOf(const std::string& first, const std::string& begin,
                                      const std::vector<std::string>& variants) {
  const ScratchFolder folder;
  const auto file = [&](std::size_t i) { return folder.path(std::to_string(i) + ".png"); };
  std::string script = first;
  for (std::size_t i = 0; i < variants.size(); ++i) script += begin + variants[i] + "screenshot " + file(i) + "\n";
  follow(folder, script);
  std::vector<Halves> seen;
  for (std::size_t i = 0; i < variants.size(); ++i) seen.emplace_back(file(i));
  return seen;
}

/// Returns the beginning, "detector,step", of each row in a table of steps.
inline Words rowsOf(const std::string& file) {
  std::istringstream table(ScratchFolder::read(file));
  std::string row;
  std::getline(table, row);
  Words rows;
  while (std::getline(table, row)) rows.push_back(row.substr(0, row.find(',', row.find(',') + 1)));
  return rows;
}
