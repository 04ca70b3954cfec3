#include "regularitytree/PartTest.h"

#include <algorithm>

namespace pliant::detail {
namespace {

// Contours in more pieces are tested in the order in which they come.
constexpr std::size_t kMostRuns = 64;
// Times the distance; nine would do.
constexpr double kMostMotion = 8;

}  // namespace

void PartTest::reserve(std::size_t edges) {
  if (m_edges.capacity() >= edges && edges > 0) return;
  m_test.reserve(edges);
  m_edges.reserve(edges);
  m_joined.reserve(edges);
  m_runs.reserve(edges);
}

bool PartTest::regular(const BodySet& bodies, const SurfaceParts& parts, Index node, const DirectionSamples& samples,
                       const Settings& settings) {
  const std::uint64_t mask = directions(parts, node);
  if (mask == 0) return false;
  if (!settings.exact && !settings.apart) return parts.tree().shape(node) >= settings.leastShape;
  if (tooFast(parts, node, node, settings)) return false;
  const Index first = parts.firstVertexIndex();
  const auto contour = parts.tree().contour(node);
  m_edges.resize(contour.size());
  for (std::size_t i = 0; i < contour.size(); ++i) m_edges[i] = {contour[i].from + first, contour[i].to + first};
  return decide(bodies, parts, node, node, m_edges, samples.sight(samples.middle(mask)), settings);
}

bool PartTest::regular(const BodySet& bodies, const SurfaceParts& parts, Index a, Index b,
                       const DirectionSamples& samples, const Settings& settings) {
  const std::uint64_t mask = directions(parts, a, b);
  if (mask == 0) return false;
  if (!settings.exact && !settings.apart) return parts.tree().shapeOfBoth(a, b) >= settings.leastShape;
  if (tooFast(parts, a, b, settings)) return false;
  m_edges.clear();
  m_runs.clear();
  const SurfaceHierarchy& tree = parts.tree();
  take(tree, a, tree.leaves(b), parts.firstVertexIndex());
  take(tree, b, tree.leaves(a), parts.firstVertexIndex());
  joinRuns();
  return decide(bodies, parts, a, b, m_joined, samples.sight(samples.middle(mask)), settings);
}

bool PartTest::tooFast(const SurfaceParts& parts, Index a, Index b, const Settings& settings) {
  return settings.swept && !(parts.motion(a, b) < kMostMotion * parts.distance());
}

bool PartTest::decide(const BodySet& bodies, const SurfaceParts& parts, Index a, Index b,
                      std::span<const ContourEdge> edges, const Sight& along, const Settings& settings) {
  const auto positions = settings.swept ? bodies.positions_t0() : bodies.positions();
  if (!m_test.regular(positions, edges, along)) return false;
  if (!settings.apart) return true;
  const double distance = parts.distance() + (settings.swept ? parts.motion(a, b) : 0);
  return m_test.apart(positions, edges, along, distance * (1 + 1e-9));
}

/// Adds what is left of a part's contours beside the other part, in runs of edges that follow each other.
void PartTest::take(const SurfaceHierarchy& tree, Index node, SurfaceHierarchy::Leaves other, Index firstVertex) {
  const auto contour = tree.contour(node);
  Index last = m_edges.empty() ? kNoIndex : m_edges.back().to;
  auto count = m_edges.size();
  m_edges.resize(count + contour.size());
  for (const auto& side : contour) {
    if (other.hasHalfEdge(side.twin)) continue;
    const ContourEdge edge{side.from + firstVertex, side.to + firstVertex};
    if (edge.from != last) {
      if (!m_runs.empty()) m_runs.back().end = static_cast<Index>(count);
      m_runs.push_back({static_cast<Index>(count), 0});
    }
    m_edges[count++] = edge;
    last = edge.to;
  }
  m_edges.resize(count);
  if (!m_runs.empty()) m_runs.back().end = static_cast<Index>(count);
}

/// Each run behind one that ends where it starts, as far as there is one.
void PartTest::joinRuns() {
  m_joined.clear();
  if (m_runs.size() > kMostRuns) {
    m_joined = m_edges;
    return;
  }
  for (std::size_t next = 0; next < m_runs.size(); ++next) {
    for (std::size_t i = next; next > 0 && i < m_runs.size(); ++i)
      if (m_edges[m_runs[i].begin].from == m_joined.back().to) {
        std::swap(m_runs[i], m_runs[next]);
        break;
      }
    m_joined.insert(m_joined.end(), m_edges.begin() + m_runs[next].begin, m_edges.begin() + m_runs[next].end);
  }
}

}  // namespace pliant::detail
