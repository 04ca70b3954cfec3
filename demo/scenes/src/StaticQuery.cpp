#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/methods.h>
#include <pliant/scenes/StaticQuery.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace pliant {
namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::size_t countCut(const std::vector<FacePair>& pairs) {
  std::vector<std::pair<Index, Index>> faces;
  for (const FacePair& pair : pairs) {
    faces.emplace_back(pair.bodyA, pair.faceA);
    faces.emplace_back(pair.bodyB, pair.faceB);
  }
  std::sort(faces.begin(), faces.end());
  return static_cast<std::size_t>(std::unique(faces.begin(), faces.end()) - faces.begin());
}

template <typename List>
double sumOfVolumes(const List& list) {
  double sum = 0;
  for (const auto& one : list) sum += one.volume;
  return sum;
}

}  // namespace

std::size_t layersWithin(const LayeredDepthImage& image) {
  std::ptrdiff_t most = 0;
  const auto within = [](const LdiEntry& entry) { return 0 < entry.depth && entry.depth < 1; };
  for (std::size_t p = image.firstPixel; p < image.endPixel(); ++p) {
    const auto entries = image.pixel(p);
    most = std::max(most, std::count_if(entries.begin(), entries.end(), within));
  }
  return static_cast<std::size_t>(most);
}

bool StaticAnswer::found() const {
  const auto some = [](const auto& value) { return value && *value > 0; };
  return some(vertexTetrahedra) || some(facePairs) || some(verticesInside) || some(volume) || some(selfVolume);
}

StaticQuery::StaticQuery(const std::string& detector, const std::function<GivenDetector()>& given,
                         const MethodValues& values) {
  checkMethodValues(detector, values);
  if (const DetectionMethod* const method = findDetectionMethod(detector)) {
    m_given.detector = method->make();
    m_answers = method->answers;
  } else if (given) {
    m_given = given();
    m_answers = m_given.detector->volumes() ? Answers::Volumes : Answers::Elements;
  }
  if (!m_given.detector) throw Error("detector '" + detector + "' does not answer the papers' question");
  applyMethodValues(values, *m_given.detector);
}

/// Reads the bodies, and their topology and rest positions if these are new. An error leaves nothing known.
void StaticQuery::read(const Simulation& simulation) {
  const auto& bodies = simulation.bodies();
  if (std::equal(bodies.begin(), bodies.end(), m_known.begin(), m_known.end(),
                 [](const SimulatedBody& body, const SoftMesh& known) { return body.mesh == known; })) {
    for (std::size_t b = 0; b < bodies.size(); ++b) m_set.setPositions(m_ids[b], bodies[b].view().positions);
    return;
  }
  for (const Index id : m_ids) m_set.remove(id);
  m_ids.clear();
  m_known.clear();
  bool solids = false, surfaces = false;
  m_hasCloud = false;
  for (const SimulatedBody& body : bodies) {
    const Index id = m_set.add(body.view());
    m_ids.push_back(id);
    m_set.setRestPositions(id, body.mesh.view().positions);
    m_known.push_back(body.mesh);
    solids = solids || !body.mesh.tetrahedra.empty();
    surfaces = surfaces || (body.mesh.tetrahedra.empty() && !body.mesh.faces.empty());
    m_hasCloud = m_hasCloud || (body.mesh.faces.empty() && body.mesh.links.empty());
  }
  const bool volumes = m_answers == Answers::Volumes;
  m_query = {};
  m_query.vertexTetrahedron = solids && m_answers == Answers::Elements;
  m_query.facePairs = !volumes && (surfaces || !m_query.vertexTetrahedron);
  m_query.verticesInside = m_query.intersectionVolumes = m_query.selfIntersectionVolumes = volumes;
}

StaticAnswer StaticQuery::ask(const Simulation& simulation) {
  read(simulation);
  StaticAnswer answer;
  const auto begun = Clock::now();
  m_set.update(m_workers);
  LdiDetector* const ldi = m_given.detector->volumes();
  ldi ? ldi->updateClosed(m_set) : m_given.detector->update(m_set, m_workers);
  answer.updateMs = millisecondsSince(begun);
  const auto updated = Clock::now();
  m_given.detector->query(m_set, m_query, m_results, m_workers);
  answer.queryMs = millisecondsSince(updated);
  answer.counters = m_results.counters;
  if (m_query.vertexTetrahedron) answer.vertexTetrahedra = m_results.vertexTetrahedron.size();
  answer.ownTetrahedra = static_cast<std::size_t>(
      std::count_if(m_results.vertexTetrahedron.begin(), m_results.vertexTetrahedron.end(),
                    [](const VertexTetrahedron& hit) { return hit.vertexBody == hit.tetrahedronBody; }));
  if (m_query.facePairs) answer.facePairs = m_results.facePairs.size();
  if (m_query.facePairs) answer.facesCut = countCut(m_results.facePairs);
  if (m_query.verticesInside) {
    answer.verticesInside = m_results.verticesInside.size();
    answer.volume = sumOfVolumes(m_results.intersectionVolumes);
    answer.selfVolume = sumOfVolumes(m_results.selfIntersectionVolumes);
  }
  if (m_given.lastImage) answer.lastImage = m_given.lastImage();
  if (ldi) findPairLayers(answer);
  answer.isSampled = ldi && !ldi->settings().exactNearSurface;
  answer.leavesOut = !ldi && m_hasCloud;
  return answer;
}

void StaticQuery::findPairLayers(StaticAnswer& answer) {
  std::vector<Index> closed;
  for (const Index id : m_ids) {
    const Index index = m_set.index(id);
    if (m_given.detector->volumes()->isVolume(m_set, id) && m_set.active(index) && m_set.faces(index).size() > 0)
      closed.push_back(index);
  }
  if (closed.size() != 2) return;
  const auto views =
      volumeOfInterest(m_set.box(closed[0]), m_set.box(closed[1]), {.resolution = kPairPixels, .stretched = true});
  if (!views || !isDrawable(views->a)) return;
  LayeredDepthImage image;
  const auto layers = [&](Index body, const LdiView& view) {
    const BodySet::Range vertices = m_set.vertices(body), faces = m_set.faces(body);
    SoftwareLdi().render(
        {m_set.positions(), vertices.begin, vertices.size(), m_set.faces().subspan(faces.begin, faces.size()), false},
        view, image, m_workers);
    return layersWithin(image);
  };
  answer.pairLayers = {layers(closed[0], views->a), layers(closed[1], views->b)};
}

}  // namespace pliant
