#pragma once

#include <pliant/benchmarks/Clock.h>
#include <pliant/benchmarks/Setup.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/plugin/StepStatistics.h>

#include <set>

namespace pliant::benchmarks {

/// A setup, its bodies in a set, and a frame counter.
struct MovingSetup {
  explicit MovingSetup(char name, Index bodies = 0) : setup(name, bodies) { setup.addTo(set); }

  /// Advances by one frame. Returns the time to read the positions [ms].
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

/// A spatial hash and its times.
struct HashRun {
  explicit HashRun(const SpatialHash::Settings& settings = {}) : hash(settings) { query.vertexTetrahedron = true; }

  /// Returns the CPU time of update and query [ms]. Stores both if `record` is set.
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
  std::vector<double> update, total;  // one per recorded step [ms]
};

/// Number of frames at the start of each run that are not recorded.
inline constexpr int kWarmUp = 3;

}  // namespace pliant::benchmarks
