// Elements on both sides of a cut are excluded while the cut is closed, and are contacts once it has opened.

#include <pliant/detectors/Error.h>
#include <pliant_catch.h>

#include <set>

#include "detectors/answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

constexpr std::size_t kCells = 6, kRows = kCells + 1, kColumn = 3, kTip = 5;  // the vertex in row kTip is not cut

/// A sheet that is cut along its middle column, from row 0 to the tip.
struct CutSheet {
  Body body = meshes::sheet(kCells);
  std::vector<Index> groups;
  BodySet set;
  Index id;

  CutSheet() {
    for (std::size_t row = 0; row < kTip; ++row) body.point(0.5, double(row) / kCells, 0);
    for (std::size_t f = 0; f < body.faces.size(); f += 3) {
      bool right = false;
      for (std::size_t k = 0; k < 3; ++k) right = right || body.faces[f + k] / kRows > kColumn;
      for (std::size_t k = 0; k < 3; ++k)
        if (Index& corner = body.faces[f + k]; right && corner / kRows == kColumn && corner % kRows < kTip)
          corner = twin(corner % kRows);
    }
    id = set.add(body.view());
    set.setMargin(id, Real(0.02));
    groups.assign(body.x.size() / 3, kNoIndex);
    for (Index row = 0; row < kTip; ++row) groups[original(row)] = groups[twin(row)] = row;
    // The right side lies on the border of the left one, half of their contact distance above it.
    for (Index v = 0; v < groups.size(); ++v) {
      if (v < kRows * (kColumn + 1) || (v < kRows * kRows && v % kRows >= kTip)) continue;
      body.x[3 * v] -= Real(0.05);
      body.x[3 * v + 2] += Real(0.02);
    }
  }

  static Index original(std::size_t row) { return static_cast<Index>(kColumn * kRows + row); }
  static Index twin(std::size_t row) { return static_cast<Index>(kRows * kRows + row); }

  std::vector<SurfaceContact> contacts() {
    set.update();
    const CandidateQuery query{.vertexFace = true, .edgeEdge = true, .swept = true, .marginScale = 2};
    return test::contactsOf(set, test::bruteForceCandidates(set, query), {.edgeEdgeNearby = true});
  }
};

}  // namespace

TEST_CASE("sides of a cut that is shut are near by nature, those of one that has opened are contacts") {
  CutSheet sheet;
  CHECK(sheet.contacts().empty());  // no cut is set: both sides coincide at rest
  const std::vector<Real> shut(kTip, 0), open(kTip, 1);
  sheet.set.setCut(sheet.id, sheet.groups, shut);
  CHECK(sheet.contacts().empty());
  sheet.set.setCutOpenings(sheet.id, open);
  std::set<Index> vertices;
  for (const SurfaceContact& contact : sheet.contacts()) {
    CHECK(contact.contactDistance == Approx(0.04));
    if (contact.kind == SurfaceContact::Kind::VertexFace) vertices.insert(contact.vertices[0]);
  }
  // The last cut vertex is excluded: an edge joins each side to the tip.
  for (std::size_t row = 0; row + 1 < kTip; ++row) CHECK(vertices.contains(CutSheet::original(row)));
  CHECK_FALSE(vertices.contains(CutSheet::original(kTip - 1)));
  sheet.set.setCut(sheet.id, {}, {});
  CHECK(sheet.contacts().empty());
}

TEST_CASE("the sides of a cut keep a distance that grows with its opening, the least one near by counts") {
  CutSheet sheet;
  std::vector<Real> openings(kTip, Real(0.03));
  sheet.set.setCut(sheet.id, sheet.groups, openings);
  const auto found = sheet.contacts();
  REQUIRE_FALSE(found.empty());
  const double fraction = double(SurfaceContactSettings{}.restFraction);
  for (const SurfaceContact& contact : found) CHECK(contact.contactDistance == Approx(0.03 * fraction));
  openings.assign(kTip, 0);
  openings[0] = 1;
  sheet.set.setCutOpenings(sheet.id, openings);
  CHECK(sheet.contacts().empty());
}

TEST_CASE("a cut that does not fit its body is refused") {
  CutSheet sheet;
  const std::vector<Real> openings(kTip, 0), fewer(kTip - 1, 0);
  const std::span<const Index> groups = sheet.groups;
  CHECK_THROWS_AS(sheet.set.setCut(sheet.id, groups.first(3), openings), Error);
  CHECK_THROWS_AS(sheet.set.setCut(sheet.id, groups, fewer), Error);
  sheet.set.setCut(sheet.id, groups, openings);
  CHECK_THROWS_AS(sheet.set.setCutOpenings(sheet.id, fewer), Error);
}
