#pragma once

#include <pliant/detectors/Detector.h>

#include <cstddef>
#include <memory>

namespace pliant {

namespace detail {
class SurfaceMethod;
}

/// Base of the methods on elements of surfaces.
/// They differ in how they collect pairs of elements that may collide.
/// This class finds the bodies that may meet, and sorts the pairs. query() tests each pair exactly; candidates()
/// returns the pairs untested.
///
/// Answers facePairs and vertexFace; some methods also answer vertexTetrahedron.
class PLIANT_DETECTORS_EXPORT SurfaceDetector : public Detector {
 public:
  ~SurfaceDetector() override;

  void update(const BodySet& bodies, Workers& workers) final;
  void query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) final;
  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override;
  bool candidatesNeedUpdate() const final;

  /// Returns the memory of structures and scratch buffers [bytes].
  std::size_t memory() const;

 protected:
  explicit SurfaceDetector(std::unique_ptr<detail::SurfaceMethod> method);
  detail::SurfaceMethod& method() const;
  /// Frees the memory of searches that belongs to no method. The next search allocates it again.
  void freeScratch();

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
