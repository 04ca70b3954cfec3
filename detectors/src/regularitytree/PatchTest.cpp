#include "regularitytree/PatchTest.h"

namespace pliant::detail {
namespace {

// Contours in more runs are tested in their original order.
constexpr std::size_t kMostRuns = 64;
// Largest m / d for which a moving set is tested (see PatchTest); 9 would do.
constexpr double kMostMotion = 8;

}  // namespace

void PatchTest::reserve(std::size_t edges) {
  if (m_edges.capacity() >= edges && edges > 0) return;
  m_test.reserve(edges);
  m_known.reserve(edges);
  m_loops.reserve(edges);
  m_edges.reserve(edges);
  m_joined.reserve(edges);
  m_runs.reserve(edges);
}

bool PatchTest::regular(const BodySet& bodies, const SurfacePatches& patches, Index a, Index b,
                        const DirectionSamples& samples, const Settings& settings) {
  const std::uint64_t mask = patches.directions(a) & patches.directions(b);
  if (mask == 0) return false;
  if (!settings.exact && !settings.separated) {
    const SurfaceHierarchy& tree = patches.tree();
    return (a == b ? tree.shape(a) : tree.shapeOfBoth(a, b)) >= settings.leastShape;
  }
  if (tooFast(patches, a, b, settings)) return false;
  return decide(bodies, patches, a, b, samples.direction(samples.middle(mask)), settings);
}

bool PatchTest::tooFast(const SurfacePatches& patches, Index a, Index b, const Settings& settings) {
  return settings.swept && !(patches.motion(a, b) < kMostMotion * patches.distance());
}

bool PatchTest::decide(const BodySet& bodies, const SurfacePatches& patches, Index a, Index b,
                       const ViewDirection& along, const Settings& settings) {
  const auto all = settings.swept ? bodies.positions_t0() : bodies.positions();
  const auto positions = all.subspan(patches.firstVertexIndex());
  const SurfaceHierarchy& tree = patches.tree();
  const ContourCache::Key key{tree.serial(), a, b};
  ContourLoops loops = m_known.find(key);
  if (loops.empty()) {
    trace(tree, a, b);
    if (!m_loops.assign(m_joined)) {
      // The edges do not form loops, or too many.
      return !settings.separated && m_test.regular(positions, m_joined, along);
    }
    loops = m_loops.loops();
    m_known.keep(key, loops);
  }
  if (!m_test.regular(positions, loops, along)) return false;
  if (!settings.separated) return true;
  const double distance = patches.distance() + (settings.swept ? patches.motion(a, b) : 0);
  return m_test.separated(positions, loops, along, distance * (1 + 1e-9));
}

/// Writes the contours of a patch, or of the union of two, to m_joined.
void PatchTest::trace(const SurfaceHierarchy& tree, Index a, Index b) {
  if (a == b) {
    m_joined.clear();
    for (const auto& side : tree.contour(a)) m_joined.push_back({side.from, side.to});
    return;
  }
  m_edges.clear();
  m_runs.clear();
  take(tree, a, tree.leaves(b));
  take(tree, b, tree.leaves(a));
  joinRuns();
}

/// Adds the contour edges of a patch that are not shared with the other patch, as runs of consecutive edges.
void PatchTest::take(const SurfaceHierarchy& tree, Index node, SurfaceHierarchy::Leaves other) {
  const auto contour = tree.contour(node);
  Index last = m_edges.empty() ? kNoIndex : m_edges.back().to;
  auto count = m_edges.size();
  m_edges.resize(count + contour.size());
  for (const auto& side : contour) {
    if (other.hasHalfEdge(side.twin)) continue;
    const ContourEdge edge{side.from, side.to};
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

/// Orders the runs so that each starts where the previous one ends, if such a run exists.
void PatchTest::joinRuns() {
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
