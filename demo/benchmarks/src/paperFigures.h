#pragma once

#include <pliant/models/paperScenes.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

/// Times in the papers on layered depth images [ms]. 2003: GeForce4; 2004: Pentium 4 and GeForce FX.
namespace pliant::benchmarks {

/// Table 1 of 2003, in the order of models::paperOverlaps(): stages 1+2 and stage 3a.
struct PaperOverlap {
  double layers[2], draw, intersect;
};
inline constexpr PaperOverlap kPaperOverlaps[] = {{{3, 1}, 19, 1}, {{4, 6}, 56, 1},  {{7, 5}, 36, 1}, {{4, 2}, 48, 1},
                                                  {{1, 3}, 25, 1}, {{8, 6}, 114, 1}, {{7, 8}, 256, 0}};

inline std::string nameOf(const models::Overlap& overlap) {
  return std::string(models::nameOf(overlap.first)) + " / " + std::string(models::nameOf(overlap.second));
}

/// Table 1 of 2004, all stages: collision, self-collision, and both; least and most over the sequence.
struct PaperSequence {
  std::string_view method;
  std::array<double, 3> least, most;
};
inline constexpr PaperSequence kPaperSequence[] = {{"ordered", {28.6, 40.0, 68.6}, {37.3, 54.2, 91.5}},
                                                   {"unordered", {9.5, 12.3, 21.8}, {12.2, 17.7, 29.9}},
                                                   {"software", {2.8, 4.9, 7.7}, {4.1, 7.1, 11.2}}};

/// Table 2 of 2004: all stages.
struct PaperParticles {
  const char* name;
  models::PaperModel model;
  std::size_t points;
  double ordered, unordered, software;
};
inline constexpr PaperParticles kPaperParticles[] = {
    {"high", models::PaperModel::Dragon, 100'000, 453.1, 225.2, 398.7},
    {"medium", models::PaperModel::MediumDragon, 30'000, 160.6, 74.5, 105.2},
    {"low", models::PaperModel::SmallDragon, 10'000, 50.3, 24.4, 37.1}};

/// Table 3 of 2004: all stages.
struct PaperResolution {
  Index resolution;
  double ordered, unordered, software;
};
inline constexpr PaperResolution kPaperResolutions[] = {
    {32, 24.0, 8.0, 2.1}, {64, 26.0, 8.7, 3.0}, {128, 51.1, 17.2, 5.9}};

}  // namespace pliant::benchmarks
