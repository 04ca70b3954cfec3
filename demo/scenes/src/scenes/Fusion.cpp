#include <BulletSoftBody/btSoftBody.h>

#include <algorithm>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

constexpr Index kFusedCells = 21, kSeam = 10;  // cells along one side; the seam is this column of cells
constexpr double kFusedSize = 2.1;
constexpr int kFirstRow = 14;  // step of the first row
constexpr double kFusedMargin = 0.02;

/// Two sheets hang side by side, joined by one row of faces at one end: stock Bullet never returns from a body of
/// disconnected parts. Each step joins a further row, until the two are one. Then cubes fall onto the seam.
class Fusion : public Scene {
 public:
  Camera camera() const override { return {vec(2.6, 3.4, 3.4), vec(0, 0.8, 0), 32}; }

  void build(Simulation& simulation) override {
    simulation.addGround(6);
    SoftMesh sheets = makeCloth(kFusedCells, kFusedSize);
    m_seam.clear();
    std::erase_if(sheets.faces, [&](const Triangle& face) {
      const auto isLeft = [](Index v) { return v / (kFusedCells + 1) <= kSeam; };
      const auto left = std::count_if(face.begin(), face.end(), isLeft);
      if (left == 0 || left == 3 || isOfRow(face, 0)) return false;
      m_seam.push_back(face);
      return true;
    });
    sheets.links = linksOf({}, sheets.faces);
    btSoftBody& body = simulation.addSoft("two sheets", placed(sheets, vec(0, 1.2, 0)),
                                          {.mass = 2, .margin = kFusedMargin, .stiffness = 0.8, .iterations = 12});
    pinRim(body, kFusedCells);
    for (int i = 0; i < 2; ++i)
      simulation.addSoft("cube", placed(makeCube({3, 3, 3}, 0.35), vec(0.03, 3.5 + 0.6 * i, 0.5 * i - 0.25)),
                         {.mass = 0.3, .margin = kFusedMargin});
  }

  void beforeStep(Simulation& simulation, int step) override {
    const int row = step - kFirstRow + 1;
    if (row < 1 || row >= static_cast<int>(kFusedCells)) return;
    btSoftBody& body = *simulation.bodies().front().body;
    for (const Triangle& face : m_seam) {
      if (!isOfRow(face, row)) continue;
      for (std::size_t k = 0; k < 3; ++k)
        body.appendLink(static_cast<int>(face[k]), static_cast<int>(face[(k + 1) % 3]), nullptr, true);
      body.appendFace(static_cast<int>(face[0]), static_cast<int>(face[1]), static_cast<int>(face[2]));
    }
    simulation.topologyChanged(0);
  }

  Figures figures(const Simulation& simulation) const override {
    return {{"faces_at_end", static_cast<double>(simulation.bodies().front().body->m_faces.size())}};
  }

 private:
  static bool isOfRow(const Triangle& face, int row) {
    return std::all_of(face.begin(), face.end(), [row](Index v) {
      const int at = static_cast<int>(v % (kFusedCells + 1));
      return at == row || at == row + 1;
    });
  }

  std::vector<Triangle> m_seam;  // faces to come
};

}  // namespace

void registerFusion(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Fusion>(
      "sheets", "fusion", "two sheets are joined row by row while they hang, then cubes fall onto the seam", 150));
  entries.back().stockCrashes = true;
}

}  // namespace pliant::detail
