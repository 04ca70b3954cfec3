#pragma once

#include <pliant/detectors/BruteForce.h>
#include <pliant_threads.h>

#include <array>
#include <vector>

#include "shapes/TetraCases.h"

/// Queries for pairs of vertex and tetrahedron, and results that can be compared.
namespace pliant::test {

using Answer = std::vector<std::array<Index, 4>>;

inline Query tetraQuery() {
  Query query;
  query.vertexTetrahedron = true;
  return query;
}

/// Updates a detector and runs the query.
inline Results resultsOf(Detector& detector, const BodySet& set, Workers& workers, const Query& query = tetraQuery()) {
  Results results;
  detector.update(set, workers);
  detector.query(set, query, results, workers);
  return results;
}

inline Answer ask(Detector& detector, const BodySet& set, Workers& workers, const Query& query = tetraQuery()) {
  Answer answer;
  for (const VertexTetrahedron& r : resultsOf(detector, set, workers, query).vertexTetrahedron)
    answer.push_back({r.vertexBody, r.vertex, r.tetrahedronBody, r.tetrahedron});
  return answer;
}

inline Answer askBruteForce(const BodySet& set, const Query& query = tetraQuery()) {
  BruteForce brute;
  Workers workers;
  return ask(brute, set, workers, query);
}

inline BodySet setOf(const std::vector<TetraBody>& bodies) {
  BodySet set;
  for (const TetraBody& body : bodies) set.add(body.view());
  set.update();
  return set;
}

/// Returns, in turn, workers with one thread, two (one of them builds the vertex table), and more (which share this
/// work).
inline Workers& threadsOfTurn(unsigned turn) {
  static std::array<Workers, 4> workers{Workers(1), Workers(2), Workers(3), Workers(kMostThreads)};
  return workers[turn % workers.size()];
}

}  // namespace pliant::test
