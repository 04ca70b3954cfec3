#include <pliant/detectors/Error.h>
#include <pliant/models/ModelScene.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/models/paperScenes.h>
#include <pliant/models/tetrahedraSetups.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <utility>

#include "points.h"
#include "soups.h"

namespace pliant::models {
namespace {

constexpr std::size_t kFewestFaces = 100, kMostFaces = 5'000'000;
constexpr std::string_view kAnyFaces = "100 to 5,000,000";

std::size_t facesOr(const ModelSceneOptions& options, std::size_t usual) {
  const std::size_t faces = options.faces == 0 ? usual : options.faces;
  if (faces < kFewestFaces || faces > kMostFaces) {
    throw Error(std::to_string(faces) + " faces: the number must be from " + std::to_string(kFewestFaces) + " to " +
                std::to_string(kMostFaces));
  }
  return faces;
}

/// Copies the points of `shape` to the body. Their addresses do not change.
void reshape(ModelBody& body, const SurfaceModel& shape) {
  std::copy(shape.points.begin(), shape.points.end(), body.surface.points.begin());
}

/// Returns points that are spread evenly in a box, the same in each call.
SurfaceModel cloud(std::size_t count, const Point& low, const Point& high) {
  std::mt19937 random(1);
  SurfaceModel model;
  model.points.resize(count);
  for (auto& p : model.points) {
    for (std::size_t k = 0; k < 3; ++k)
      p[k] = static_cast<Real>(std::uniform_real_distribution<double>(low[k], high[k])(random));
  }
  return model;
}

/// The surface oscillates in waves: all vertices move, and no faces meet.
ModelScene sphere(const ModelSceneOptions& options) {
  SurfaceModel rest = sphereSurface(facesOr(options, 50'000));
  std::vector<ModelBody> bodies = {{"sphere", rest, true}};
  return {std::move(bodies), [rest = std::move(rest)](double time, std::vector<ModelBody>& all) {
            for (std::size_t v = 0; v < rest.points.size(); ++v) {
              const auto& p = rest.points[v];
              const double by = 1 + 0.1 * std::sin(kTurn * time) * std::sin(4 * double{p[0]} + 5 * double{p[1]});
              for (std::size_t k = 0; k < 3; ++k) all[0].surface.points[v][k] = static_cast<Real>(by * double{p[k]});
            }
          }};
}

ModelScene loop(const ModelSceneOptions& options) {
  const std::size_t faces = facesOr(options, 50'000);
  return {{{"strip", bendingStrip(faces, 0), true}},
          [faces](double time, std::vector<ModelBody>& all) { reshape(all[0], bendingStrip(faces, time)); }};
}

ModelScene dress(const ModelSceneOptions& options) {
  constexpr std::size_t kSlight = 3'800, kHeavy = 56'400;
  if (options.faces != 0 && options.faces != kSlight && options.faces != kHeavy)
    throw Error(std::to_string(options.faces) + " faces: the number must be 3800 or 56400");
  const auto detail = options.faces == kHeavy ? Discretisation::Heavy : Discretisation::Slight;
  return {{{"body", dressedBody(detail)}, {"dress", foldingDress(detail, 0), true}},
          [detail](double time, std::vector<ModelBody>& all) { reshape(all[1], foldingDress(detail, time)); }};
}

ModelScene soup(const ModelSceneOptions& options) {
  return soupOf(facesOr(options, 15'000), options.angle);
}

ModelScene soups(const ModelSceneOptions& options) {
  return twoSoups(facesOr(options, 4'000), options.angle);
}

/// The second model moves from one of the paper's placements to another.
ModelScene overlap(const Overlap& from, const Overlap& to) {
  std::vector<ModelBody> bodies = {{std::string(nameOf(from.first)), paperModel(from.first)},
                                   {std::string(nameOf(from.second)), secondOf(from), true}};
  return {std::move(bodies), [from, to](double time, std::vector<ModelBody>& all) {
            Overlap now = from;
            for (std::size_t k = 0; k < 3; ++k) {
              now.turned[k] = std::lerp(from.turned[k], to.turned[k], time);
              now.moved[k] = std::lerp(from.moved[k], to.moved[k], time);
            }
            reshape(all[1], secondOf(now));
          }};
}

template <std::size_t Pair>
ModelScene simpleToComplex(const ModelSceneOptions&) {
  return overlap(paperOverlaps()[2 * Pair], paperOverlaps()[2 * Pair + 1]);
}

ModelScene knotAndDragon(const ModelSceneOptions&) {
  Overlap above = paperOverlaps().back();
  above.moved[1] += 0.8;
  return overlap(above, paperOverlaps().back());
}

/// Moves the particles down by `time` scene heights. Particles below `low` continue from the top.
void fall(double time, const SurfaceModel& rest, double low, double high, SurfaceModel& particles) {
  for (std::size_t i = 0; i < rest.points.size(); ++i) {
    const double y = double{rest.points[i][1]} - time * (high - low);
    particles.points[i][1] = static_cast<Real>(y < low ? y + (high - low) : y);
  }
}

ModelScene santaScene(const ModelSceneOptions&) {
  constexpr double kLow = -0.8, kHigh = 1, kSeconds = 3;
  SurfaceModel rest = paperModel(PaperModel::SmallSanta),
               particles = cloud(20'000, {-0.5, kLow, -0.3}, {0.5, kHigh, 0.3});
  std::vector<ModelBody> bodies = {{"Santa", rest, true}, {"particles", particles, true}};
  return {std::move(bodies),
          [rest = std::move(rest), particles = std::move(particles)](double time, std::vector<ModelBody>& all) {
            deformSanta(kSeconds * time, rest.points, all[0].surface.points);
            fall(time, particles, kLow, kHigh, all[1].surface);
          }};
}

ModelScene dragonScene(const ModelSceneOptions& options) {
  struct Size {
    std::size_t faces, particles;
    PaperModel model;
  };
  constexpr std::array<Size, 3> kSizes = {{{520'000, 100'000, PaperModel::Dragon},
                                           {150'000, 30'000, PaperModel::MediumDragon},
                                           {50'000, 10'000, PaperModel::SmallDragon}}};
  const std::size_t faces = options.faces == 0 ? kSizes.back().faces : options.faces;
  const auto* const size =
      std::find_if(kSizes.begin(), kSizes.end(), [faces](const Size& one) { return one.faces == faces; });
  if (size == kSizes.end()) throw Error(std::to_string(faces) + " faces: the number must be 520000, 150000 or 50000");
  SurfaceModel rest = paperModel(size->model);
  std::vector<ModelBody> bodies = {{"dragon", rest, true},
                                   {"particles", cloud(size->particles, {-0.5, -0.4, -0.3}, {0.5, 0.4, 0.3})}};
  return {std::move(bodies), [rest = std::move(rest)](double time, std::vector<ModelBody>& all) {
            bendDragon(kTurn * time, rest.points, all[0].surface.points);
          }};
}

ModelScene hand(const ModelSceneOptions&) {
  return {{{"hand", closingHand(0), true}, {"phone", phoneInHand()}},
          [](double time, std::vector<ModelBody>& all) { reshape(all[0], closingHand(time)); }};
}

ModelScene hatAndMouse(const ModelSceneOptions&) {
  return {{{"hat", fallingHat(0), true}, {"mouse", paperModel(PaperModel::Mouse)}},
          [](double time, std::vector<ModelBody>& all) { reshape(all[0], fallingHat(time)); }};
}

/// A setup of Teschner 2003. Plates lie; vessels stand. The scale is a power of two and the turn is by 90 degrees, so
/// that the tetrahedra keep their exact relations.
template <char Name>
ModelScene setup(const ModelSceneOptions&) {
  constexpr Real kScale = Real(1) / (Name == 'A' ? 8 : Name == 'B' ? 16 : Name == 'C' ? 32 : 64), kDuration = 3;
  constexpr std::string_view kObject = Name == 'A' ? "cubes" : Name == 'D' ? "vessel" : "plate";
  const auto setup = std::make_shared<const TetrahedraSetup>(tetrahedraSetup(Name));
  std::vector<ModelBody> bodies;
  for (Index copy = 0; copy < setup->objects; ++copy)
    bodies.push_back({std::string(kObject) + ' ' + std::to_string(copy), setup->object, true});
  return {std::move(bodies), [setup](double time, std::vector<ModelBody>& all) {
            for (Index copy = 0; copy < setup->objects; ++copy) {
              auto& points = all[copy].surface.points;
              setup->move(kDuration * static_cast<Real>(time), copy, setup->object.points, points);
              for (auto& p : points) {
                if (Name != 'D') p = {p[0], p[2], -p[1]};
                for (Real& x : p) x *= kScale;
              }
            }
          }};
}

constexpr std::array<ModelSceneEntry, 18> kScenes = {{
    {"setupA", "100 objects of two cubes: 1,000 tetrahedra, 1,200 vertices", "Teschner 2003, table 1", "", false,
     setup<'A'>},
    {"setupB", "8 plates, one rolled up through itself: 4,000 tetrahedra, 1,936 vertices", "Teschner 2003, table 1", "",
     false, setup<'B'>},
    {"setupC", "20 plates: 10,000 tetrahedra, 4,840 vertices", "Teschner 2003, table 1", "", false, setup<'C'>},
    {"setupD", "two vessels that branch twice: 20,448 tetrahedra, 5,898 vertices", "Teschner 2003, table 1", "", false,
     setup<'D'>},
    {"setupE", "100 plates: 50,000 tetrahedra, 24,200 vertices", "Teschner 2003, table 1", "", false, setup<'E'>},
    {"sphere", "a sphere of 50,000 faces breathes and never meets itself", "Volino 1994, 3.1", kAnyFaces, false,
     sphere},
    {"loop", "a strip of 50,000 faces bends until it crosses itself", "Volino 1994, 3.2", kAnyFaces, false, loop},
    {"dress", "a dress of 3,800 faces folds on a body of 17,200; or 56,400 on 111,000", "Volino 1994, 3.3",
     "3,800 or 56,400, of the dress", false, dress},
    {"soup", "15,000 triangles, each with its own direction of motion", "Ganovelli 2000, 5", kAnyFaces, true, soup},
    {"soups", "two soups of 4,000 triangles each approach and overlap", "Ganovelli 2000, figure 5",
     "100 to 5,000,000, of each soup", true, soups},
    {"knotrabbit", "knot and rabbit: 12,000 and 50,000 faces, from a simple overlap to a complex one",
     "Heidelberger 2003, 5", "", false, simpleToComplex<0>},
    {"rabbitreptile", "rabbit and reptile: 50,000 and 110,000 faces", "Heidelberger 2003, 5", "", false,
     simpleToComplex<1>},
    {"reptilesanta", "reptile and Santa: 110,000 and 150,000 faces", "Heidelberger 2003, 5", "", false,
     simpleToComplex<2>},
    {"knotdragon", "knot and dragon: 12,000 and 520,000 faces", "Heidelberger 2003, 5", "", false, knotAndDragon},
    {"santa", "20,000 particles fall through a Santa of 10,000 faces that sways", "Heidelberger 2003, 5", "", false,
     santaScene},
    {"dragon", "a dragon bends among particles: 50,000 faces and 10,000; 150,000 and 30,000; 520,000 and 100,000",
     "Heidelberger 2004, 4", "50,000, 150,000 or 520,000", false, dragonScene},
    {"hand", "a hand of 4,800 faces closes on a phone of 900", "Heidelberger 2004, 4", "", false, hand},
    {"hat", "a hat of 1,500 faces falls onto a mouse of 15,000", "Heidelberger 2004, 4", "", false, hatAndMouse},
}};

}  // namespace

ModelScene::ModelScene(std::vector<ModelBody> bodies, Move move)
    : m_bodies(std::move(bodies)), m_move(std::move(move)) {
  setTime(0);
}

std::span<const ModelSceneEntry> modelScenes() {
  return kScenes;
}

const ModelSceneEntry* findModelScene(std::string_view name) {
  const auto* const at =
      std::find_if(kScenes.begin(), kScenes.end(), [name](const ModelSceneEntry& scene) { return scene.name == name; });
  return at == kScenes.end() ? nullptr : at;
}

}  // namespace pliant::models
