// Decisions on given coordinates are the same on any machine: all detectors and instruction sets give stored hashes.

#define HWY_WANT_AVX3_DL 1  // same value as in the kernel over clusters
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant_catch.h>

#include <cstdint>
#include <map>

#include "AllTargets.h"
#include "ExactSurfaceDetectors.h"
#include "answers.h"
#include "shapes/SurfaceMeshes.h"
#include "shapes/TetraCases.h"

using namespace pliant;
using namespace pliant::test;

namespace {

/// FNV-1a over the bytes of 32-bit numbers, lowest byte first.
class Hash {
 public:
  void add(Index number) {
    for (int shift = 0; shift < 32; shift += 8) m_value = (m_value ^ (number >> shift & 255)) * 0x100000001b3;
    ++m_count;
  }
  std::uint64_t value() const { return m_value; }
  std::size_t count() const { return m_count; }

 private:
  std::uint64_t m_value = 0xcbf29ce484222325;
  std::size_t m_count = 0;
};

using Hashes = std::map<std::string, Hash>;

/// Coordinates are integers up to 2^20, divided by 4,096: exact in float, but products of three differences are not.
/// Random numbers come directly from the generator, because distributions differ between libraries. No function of the
/// C library is used.
class Scene {
 public:
  Scene() {
    for (int i = 0; i < 3; ++i) {
      m_bodies.push_back(block(4, 4, 3));
      // Added before place(): the surface is oriented while no tetrahedron is inverted.
      m_solidSet.add(m_bodies.back().view());
      place(m_bodies.back().x, 100000 * i);
    }
    for (int i = 0; i < 2; ++i) {
      m_bodies.push_back(meshes::sheet(14));
      // Scaled from the unit square to cells of one unit, the size of the solids' cells.
      for (Real& x : m_bodies.back().x) x = static_cast<Real>(static_cast<int>(x * 14 + Real(0.5)));
      place(m_bodies.back().x, 90000 + 30000 * i);
    }
    m_bodies.emplace_back();  // a cloud
    for (Index i = 0; i < 900; ++i) m_bodies.back().x.push_back(static_cast<Real>(m_random() >> 12) / kUnit);
    for (Index id = 0; id < 6; ++id) m_set.setMargin(m_set.add(m_bodies[id].view()), Real(1801 + 64 * id) / kUnit);
  }

  /// Starts another step: the vertices move from their positions to places nearby.
  void move() {
    for (Index id = 0; id < 6; ++id) {
      meshes::Body& body = m_bodies[id];
      body.x0 = body.x;
      for (Real& c : body.x) c += offset(6000);
      const BodyView view = body.view();
      m_set.setPositions(id, view.positions, view.positions_t0);
      if (id < 3) m_solidSet.setPositions(id, view.positions, view.positions_t0);
    }
    m_set.update();
    m_solidSet.update();
  }

  const BodySet& all() const { return m_set; }
  const BodySet& solids() const { return m_solidSet; }

 private:
  static constexpr Real kUnit = 4096;

  Real offset(int size) {
    return static_cast<Real>(static_cast<int>(m_random() % static_cast<unsigned>(2 * size)) - size) / kUnit;
  }
  /// Scales cells to 65,000 / kUnit, jitters the vertices, and adds shift / kUnit along all axes.
  void place(std::vector<Real>& x, int shift) {
    for (Real& c : x) c = c * 65000 / kUnit + static_cast<Real>(shift) / kUnit + offset(30000);
  }

  std::mt19937 m_random{20041};
  std::vector<meshes::Body> m_bodies;  // three solids, two sheets, a cloud
  BodySet m_set, m_solidSet;
};

void add(const Results& found, Hashes& hashes) {
  for (const VertexTetrahedron& r : found.vertexTetrahedron)
    for (const Index i : {r.vertexBody, r.vertex, r.tetrahedronBody, r.tetrahedron}) hashes["vertexTetrahedron"].add(i);
  for (const VertexFace& r : found.vertexFace)
    for (const Index i : {r.vertexBody, r.vertex, r.faceBody, r.face}) hashes["vertexFace"].add(i);
  for (const FacePair& r : found.facePairs)
    for (const Index i : {r.bodyA, r.faceA, r.bodyB, r.faceB}) hashes["facePairs"].add(i);
  for (const InsideVertex& r : found.verticesInside)
    for (const Index i : {r.vertexBody, r.vertex, r.volumeBody}) hashes["verticesInside"].add(i);
}

void add(const std::vector<SurfaceContact>& found, Hashes& hashes) {
  for (const SurfaceContact& c : found) {
    Hash& hash = hashes[c.kind == SurfaceContact::Kind::VertexFace ? "contacts, vertexFace" : "contacts, edgeEdge"];
    for (const Index i : {c.elementA, c.elementB, Index{c.swept}}) hash.add(i);
  }
}

void add(const Candidates& found, Hashes& hashes) {
  for (const auto& c : found.vertexFace)
    for (const Index i : {c.vertex, c.face}) hashes["candidates, vertexFace"].add(i);
  for (const auto& c : found.edgeEdge)
    for (const Index i : {c.edgeA, c.edgeB}) hashes["candidates, edgeEdge"].add(i);
  for (const auto& c : found.faceFace)
    for (const Index i : {c.faceA, c.faceB}) hashes["candidates, faceFace"].add(i);
}

constexpr int kFrames = 6;

/// Candidates of other detectors than brute force may include pairs whose boxes do not overlap, so only the contacts of
/// the narrow test are hashed for them.
Hashes ofSurfaces(Detector& detector, bool tetrahedra, bool isBruteForce) {
  Scene scene;
  Hashes hashes;
  const Query query{
      .vertexTetrahedron = tetrahedra, .facePairs = true, .vertexFace = true, .margin = Real(2867) / 4096};
  const CandidateQuery wanted{
      .vertexFace = true, .edgeEdge = true, .faceFace = true, .swept = true, .marginScale = Real(1.25)};
  for (int frame = 0; frame < kFrames; ++frame) {
    scene.move();
    add(answersOf(detector, scene.all(), query), hashes);
    const Candidates candidates = candidatesOf(detector, scene.all(), wanted);
    if (isBruteForce) add(candidates, hashes);
    add(contactsOf(scene.all(), candidates, {.edgeEdgeNearby = true, .reach = Real(0.25)}), hashes);
  }
  return hashes;
}

Hashes ofVolumes(bool exact) {
  LdiDetector detector(nullptr, {.grid = {.resolution = 37}, .exactNearSurface = exact});
  Scene scene;
  Hashes hashes;
  for (int frame = 0; frame < kFrames; ++frame) {
    scene.move();
    add(answersOf(detector, scene.solids(), {.verticesInside = true}), hashes);
  }
  return hashes;
}

struct Stored {
  const char* list;
  std::uint64_t hash;
};

void compare(const Hashes& found, const std::vector<Stored>& stored) {
  CHECK(found.size() == stored.size());
  for (const auto& [list, hash] : stored) {
    INFO(list);
    REQUIRE(found.contains(list));
    INFO("0x" << std::hex << found.at(list).value() << " of " << std::dec << found.at(list).count() << " numbers");
    CHECK(found.at(list).count() > 1000);
    CHECK(found.at(list).value() == hash);
  }
}

}  // namespace

TEST_CASE("Decisions about surfaces and tetrahedra: every detector and instruction set has the stored ones") {
  onAllTargets([] {
    std::vector<std::unique_ptr<Detector>> detectors = exactManifoldDetectors();
    detectors.insert(detectors.begin(), std::make_unique<BruteForce>());
    // Rules of contacts may change, so the contacts of brute force are the reference.
    std::map<std::string, std::uint64_t> contacts;
    for (const auto& detector : detectors) {
      INFO(detector->name());
      const bool isBruteForce = detector->name() == "brute-force";
      const bool tetrahedra = isBruteForce || detector->name() == "spatial-hash" || detector->name() == "auto";
      const Hashes found = ofSurfaces(*detector, tetrahedra, isBruteForce);
      std::vector<Stored> stored = {{"vertexFace", 0xa97f33b03220d7a7}, {"facePairs", 0x4eec2cd02089108d}};
      if (tetrahedra) stored.push_back({"vertexTetrahedron", 0xb0e92b3967c571fc});
      if (isBruteForce) {
        stored.push_back({"candidates, vertexFace", 0x2f6ea5213dd3a813});
        stored.push_back({"candidates, edgeEdge", 0xa3aeeffe045c2290});
        stored.push_back({"candidates, faceFace", 0xf945faf2fbbbc25c});
      }
      for (const char* list : {"contacts, vertexFace", "contacts, edgeEdge"}) {
        if (isBruteForce && found.contains(list)) contacts[list] = found.at(list).value();
        stored.push_back({list, contacts[list]});
      }
      compare(found, stored);
    }
  });
}

TEST_CASE("Decisions about volumes: images of every instruction set have the stored ones") {
  onAllTargets([] {
    compare(ofVolumes(false), {{"verticesInside", 0x4dfc92f1bd951fb9}});
    compare(ofVolumes(true), {{"verticesInside", 0x442d438bcdd2332d}});
  });
}
