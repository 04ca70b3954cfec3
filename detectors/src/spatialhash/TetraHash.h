#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <memory>

namespace pliant::detail {

/// The hash of Teschner et al. 2003 proper: vertices of all bodies against tetrahedra of all bodies.
class TetraHash {
 public:
  TetraHash();
  ~TetraHash();

  void setSettings(const SpatialHash::Settings& settings);

  /// First pass: the vertices of the set's last update go into the table (one pass: the tetrahedra do).
  void update(const BodySet& bodies, Workers& workers);

  /// Second pass. Fills results.vertexTetrahedron, sorted; adds to results.counters.
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers);

  std::size_t memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant::detail
