#pragma once

#include <pliant/benchmarks/Clock.h>
#include <pliant/benchmarks/Setup.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/plugin/StepStatistics.h>

#include <set>

namespace pliant::benchmarks {

/// A setup, its bodies in a set, and frames counted.
struct MovingSetup {
  explicit MovingSetup(char name, Index bodies = 0) : setup(name, bodies) { setup.addTo(set); }

  /// Moves on by one frame; returns what reading the positions cost, ms.
  double next() {
    setup.deform(frame++);
    const double start = threadCpuMs();
    set.update(workers);
    return threadCpuMs() - start;
  }

  Setup setup;
  BodySet set;
  Workers workers;
  int frame = 0;
};

/// One spatial hash and how long it took.
struct HashRun {
  explicit HashRun(const SpatialHash::Settings& settings = {}) : hash(settings) { query.vertexTetrahedron = true; }

  /// Returns ms of CPU time for update and query, which are kept where `record` says so.
  double step(const BodySet& set, Workers& workers, bool record) {
    const double start = threadCpuMs();
    hash.update(set, workers);
    const double updated = threadCpuMs();
    hash.query(set, query, results, workers);
    const double end = threadCpuMs();
    if (record) {
      update.push_back(updated - start);
      total.push_back(end - start);
    }
    return end - start;
  }

  std::size_t penetratingVertices() const {
    std::set<std::pair<Index, Index>> vertices;
    for (const VertexTetrahedron& hit : results.vertexTetrahedron) vertices.emplace(hit.vertexBody, hit.vertex);
    return vertices.size();
  }

  SpatialHash hash;
  Query query;
  Results results;
  std::vector<double> update, total;  // ms, by recorded step
};

/// Frames at the start of each run that are not recorded.
inline constexpr int kWarmUp = 3;

}  // namespace pliant::benchmarks
