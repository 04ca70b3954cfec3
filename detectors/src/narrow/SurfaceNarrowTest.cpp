#include <pliant/detectors/SurfaceContacts.h>
#include <pliant/detectors/Workers.h>

#include <algorithm>

#include "narrow/ContactTest.h"

namespace pliant {
namespace {

constexpr std::size_t kGrain = 1024;

}  // namespace

struct SurfaceNarrowTest::Impl {
  detail::SurfaceSides sides;
  std::vector<std::vector<SurfaceContact>> chunks;

  template <typename Candidate, typename Test>
  void run(const std::vector<Candidate>& candidates, Test&& test, std::vector<SurfaceContact>& contacts,
           Workers& workers) {
    const std::size_t count = (candidates.size() + kGrain - 1) / kGrain;
    if (chunks.size() < count) chunks.resize(count);
    workers.forChunks(candidates.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      auto& found = chunks[chunk];
      found.clear();
      SurfaceContact contact;
      for (std::size_t i = begin; i < end; ++i)
        if (test(candidates[i], contact)) found.push_back(contact);
    });
    for (std::size_t i = 0; i < count; ++i) contacts.insert(contacts.end(), chunks[i].begin(), chunks[i].end());
  }
};

SurfaceNarrowTest::SurfaceNarrowTest() : m_impl(std::make_unique<Impl>()) {}
SurfaceNarrowTest::~SurfaceNarrowTest() = default;

void SurfaceNarrowTest::run(const BodySet& bodies, const Candidates& candidates, const SurfaceContactSettings& settings,
                            std::vector<SurfaceContact>& contacts, Counters& counters, Workers& workers) {
  contacts.clear();
  m_impl->sides.update(bodies);
  const detail::ContactTest test(bodies, m_impl->sides, settings);
  m_impl->run(
      candidates.vertexFace,
      [&](const VertexFaceCandidate& c, SurfaceContact& contact) { return test.vertexFace(c.vertex, c.face, contact); },
      contacts, workers);
  m_impl->run(
      candidates.edgeEdge,
      [&](const EdgeEdgeCandidate& c, SurfaceContact& contact) { return test.edgeEdge(c.edgeA, c.edgeB, contact); },
      contacts, workers);
  counters.narrowTests += candidates.vertexFace.size() + candidates.edgeEdge.size();
}

}  // namespace pliant
