#include "narrow/SharedCorners.h"

#include <pliant/detectors/corners.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "narrow/exactPairs.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kCornerFacesPerChunk = 512;

bool before(const FacePair& a, const FacePair& b) {
  return std::tie(a.bodyA, a.faceA, a.bodyB, a.faceB) < std::tie(b.bodyA, b.faceA, b.bodyB, b.faceB);
}

}  // namespace

void SharedCorners::follow(const BodySet& bodies) {
  if (m_revision == bodies.revision()) return;
  m_revision = 0;  // no set, until all is listed: an allocation may throw
  m_faces.build(bodies.positions().size(), [&](const auto& take) {
    for (Index f = 0; f < bodies.faces().size(); ++f)
      forDistinctCorners(bodies.faces()[f], [&](Index v) { take(v, f); });
  });
  m_revision = bodies.revision();
}

void SharedCorners::find(const BodySet& bodies, Index face, std::vector<FacePair>& found, Counters& counters) const {
  const Triangle& corners = bodies.faces()[face];
  const std::size_t before = found.size();
  for (std::size_t k = 0; k < 3; ++k) {
    const auto earlier = std::span(corners).first(k);
    if (std::find(earlier.begin(), earlier.end(), corners[k]) != earlier.end()) continue;
    const std::span<const Index> faces = m_faces[corners[k]];
    for (auto other = std::upper_bound(faces.begin(), faces.end(), face); other != faces.end(); ++other) {
      // Pairs that share an earlier corner were tested at that corner.
      const Triangle& others = bodies.faces()[*other];
      if (std::any_of(earlier.begin(), earlier.end(), [&](Index v) { return isCorner(v, others); })) continue;
      ++counters.candidates;
      if (facesMeetBeyond(bodies, face, *other, counters)) found.push_back(facePairResult(bodies, face, *other));
    }
  }
  std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(), detail::before);
}

void SharedCorners::add(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  if (!query.facePairs || !query.sharedCorners || !query.self) return;
  follow(bodies);
  const std::size_t chunks = (bodies.faces().size() + kCornerFacesPerChunk - 1) / kCornerFacesPerChunk;
  if (m_found.size() < chunks) m_found.resize(chunks);
  m_counters.assign(chunks, {});
  workers.forChunks(bodies.faces().size(), kCornerFacesPerChunk,
                    [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                      m_found[chunk].clear();
                      for (std::size_t face = begin; face < end; ++face) {
                        const Index body = bodies.bodyOfFace()[face];
                        if (bodies.active(body) && bodies.selfAt(body))
                          find(bodies, static_cast<Index>(face), m_found[chunk], m_counters[chunk]);
                      }
                    });
  auto& pairs = results.facePairs;
  const auto middle = static_cast<std::ptrdiff_t>(pairs.size());
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    pairs.insert(pairs.end(), m_found[chunk].begin(), m_found[chunk].end());
    results.counters += m_counters[chunk];
  }
  m_merged.clear();
  std::merge(pairs.begin(), pairs.begin() + middle, pairs.begin() + middle, pairs.end(), std::back_inserter(m_merged),
             before);
  std::swap(pairs, m_merged);
}

std::size_t SharedCorners::memory() const {
  std::size_t bytes = m_faces.memory() + memoryOf(m_counters, m_merged);
  for (const auto& found : m_found) bytes += memoryOf(found);
  return bytes;
}

}  // namespace pliant::detail
