#pragma once

#include <pliant/detectors/SpatialHash.h>
#include <pliant_catch.h>
#include <pliant_threads.h>

#include <array>
#include <vector>

#include "detectors/answers.h"
#include "shapes/TetraCases.h"

/// Queries for pairs of vertex and tetrahedron, and results that can be compared.
namespace pliant::test {

using meshes::setOf;
using Answer = std::vector<std::array<Index, 4>>;

inline constexpr Query kTetraQuery{.vertexTetrahedron = true};

/// Returns, in turn, workers with one thread, two (one of them builds the vertex table), and more (which share this
/// work).
inline Workers& threadsOfTurn(unsigned turn) {
  static std::array<Workers, 4> workers{Workers(1), Workers(2), Workers(3), Workers(kMostThreads)};
  return workers[turn % workers.size()];
}

/// Asks with one thread, or with these workers.
inline Answer ask(Detector& detector, const BodySet& set, Workers& workers = threadsOfTurn(0),
                  const Query& query = kTetraQuery) {
  Answer answer;
  for (const VertexTetrahedron& r : answersOf(detector, set, query, workers).vertexTetrahedron)
    answer.push_back({r.vertexBody, r.vertex, r.tetrahedronBody, r.tetrahedron});
  return answer;
}

inline Answer askBruteForce(const BodySet& set, const Query& query = kTetraQuery) {
  BruteForce brute;
  return ask(brute, set, threadsOfTurn(0), query);
}

/// Returns, in turn, every combination of the settings that select code.
inline SpatialHash::Settings settingsOfTurn(unsigned turn) {
  SpatialHash::Settings s;
  s.hash = static_cast<SpatialHash::Hash>(turn % 3);
  s.layout = static_cast<SpatialHash::Layout>(turn / 3 % 2);
  s.insideTest = static_cast<SpatialHash::InsideTest>(turn / 6 % 3);
  s.passes = static_cast<SpatialHash::Passes>(turn / 18 % 2);
  return s;
}
inline constexpr unsigned kTurns = 36;

/// Compares the hash with brute force for every `stride`-th combination of settings, beginning with `first`, after
/// change(settings). Returns the number of pairs.
template <typename Change>
std::size_t compareSettings(const BodySet& set, Workers& workers, unsigned first, unsigned stride,
                            const Change& change) {
  const Answer expected = askBruteForce(set);
  for (unsigned turn = first; turn < kTurns; turn += stride) {
    SpatialHash::Settings settings = settingsOfTurn(turn);
    change(settings);
    SpatialHash hash(settings);
    INFO("turn " << turn << ", table " << settings.tableSize << ", cell " << settings.cellSize);
    REQUIRE(ask(hash, set, workers) == expected);
  }
  return expected.size();
}
inline std::size_t compareSettings(const BodySet& set, Workers& workers, unsigned first = 0, unsigned stride = 1) {
  return compareSettings(set, workers, first, stride, [](const SpatialHash::Settings&) {});
}

}  // namespace pliant::test
