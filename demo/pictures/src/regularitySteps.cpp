// A query of the regularity tree taken apart into the steps of Volino and Magnenat-Thalmann 1994.

#include <pliant/detectors/RegularityTree.h>
#include <pliant/io/concatenated.h>
#include <pliant/io/numbers.h>
#include <pliant/pictures/drawPatches.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/pictures/querySteps.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "MethodSet.h"
#include "counted.h"
#include "patchShape.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::Corner, detail::cornerOf;

constexpr Colour kAlone{0.10f, 0.34f, 0.70f}, kPlain{0.62f, 0.63f, 0.65f}, kStepLine{0.03f, 0.03f, 0.04f};
constexpr double kStepRod = 0.08;  // [mean edges]
constexpr std::size_t kMostOutlined = 200;
constexpr std::size_t kMostBoxes = 400;  // the largest boxes that are drawn
constexpr std::size_t kCoarse = 12, kFine = 160;
// Pairs of adjacent patches with at most this times (leaf - 1) faces are not tried by RegularityTree.
constexpr Index kWorthATest = 12;

/// A query of the bodies, with all calls of the procedure.
class RecordedQuery {
 public:
  RecordedQuery(std::span<const MethodBody> bodies, const StepwiseQuery& asked)
      : m_bodies(bodies), m_method(bodies, RegularityTree::check) {
    applyMethodValues(asked.values, m_tree);
    m_tree.setRecordsUsedPatches(true);
    Query query = asked.query;
    query.vertexTetrahedron = false;
    query.facePairs = true;
    m_tree.query(m_method.set, query, m_results, m_method.workers);
    RegularityTree::Settings single = settings();
    single.leafPatchFaces = 1;
    m_lists.setSettings(single);
    m_lists.update(m_method.set, m_method.workers);
  }

  std::vector<QueryStep> steps() const {
    return {hierarchy(),    directions(), combined(), skippedPatches(), adjacency(),
            skippedPairs(), contour(),    boxes(),    leaves(),         hits()};
  }

 private:
  using End = UsedPatches::End;
  const BodySet& set() const { return m_method.set; }
  std::span<const UsedPatches> used() const { return m_tree.usedPatches(); }
  std::size_t count(End end, bool single) const {
    return static_cast<std::size_t>(std::count_if(
        used().begin(), used().end(), [&](const UsedPatches& u) { return u.end == end && u.single() == single; }));
  }
  std::size_t faces() const { return set().faces().size(); }
  const RegularityTree::Settings& settings() const { return m_tree.settings(); }
  std::size_t size(Index body, Index patch) const { return m_tree.facesOf(body, patch).size(); }
  const BodyView& view(Index body) const { return m_bodies[m_method.bodyOf[body]].view; }

  /// Returns a picture in which `colour(body, tree face)` is the colour of each face of each surface.
  template <typename Colours>
  MethodPicture coloured(const Colours& coloursOf) const {
    MethodPicture picture(m_bodies.size());
    for (Index body = 0; body < m_method.size(); ++body)
      if (detail::hasFaces(view(body))) picture.colours[m_method.bodyOf[body]] = coloursOf(body);
    return picture;
  }
  MethodPicture plain() const {
    return coloured([&](Index body) { return std::vector<Colour>(set().faces(body).size(), kPlain); });
  }
  MethodPicture fates(ShownCalls shown) const {
    return coloured(
        [&](Index body) { return drawUsedPatches(view(body), m_tree, set().id(body), nullptr, shown).colours; });
  }

  QueryStep hierarchy() const {
    std::string levels;
    for (Index body = 0; body < m_method.size(); ++body) {
      if (m_tree.levels(set().id(body)) == 0) continue;
      levels.append(levels.empty() ? "" : "; ");
      for (Index level = 0; level < m_tree.levels(set().id(body)); ++level)
        levels.append(level > 0 ? " / " : "").append(withCommas(m_tree.patchesOf(set().id(body), level).size()));
    }
    return {"Hierarchy",
            concatenated("Faces are grouped by about ", settings().children == 2 ? "two" : "three",
                         " into patches, and these into larger ones, as round as possible, once for each topology: ",
                         levels, " on the levels from the faces up. The descent stops at patches of at most ",
                         detail::counted(settings().leafPatchFaces, "face", "faces"), " (leaf)."),
            drawLevels(m_bodies, kPatchesOfLevel, settings()),
            {},
            {{levelColour(0), "contours of the largest patches"},
             {levelColour(1), "then"},
             {levelColour(2), "then"},
             {levelColour(3), "smaller ones"}}};
  }

  /// Returns how many patches of the level of about `patches` patches have a common direction, and how many there are.
  std::array<std::size_t, 2> withDirection(std::size_t patches) const {
    std::array<std::size_t, 2> found{};
    for (Index body = 0; body < m_method.size(); ++body) {
      const Index id = set().id(body);
      if (m_tree.levels(id) == 0) continue;
      const RegularityTree::PatchRange range = m_tree.patchesOf(id, detail::levelOf(m_tree, id, patches));
      for (Index patch = range.begin; patch < range.end; ++patch, ++found[1]) found[0] += !lookTo(body, patch).empty();
    }
    return found;
  }
  std::vector<Corner> lookTo(Index body, Index patch) const {
    const BodySet::Range range = set().faces(body);
    return detail::PatchFaces{set(), set().faces().subspan(range.begin, range.size()),
                              m_tree.facesOf(set().id(body), patch)}
        .lookTo(m_tree.directions());
  }

  QueryStep directions() const {
    const auto [some, all] = withDirection(kFine);
    return {"Direction masks",
            std::string("There are ") + std::to_string(m_tree.directions().size()) +
                " fixed directions, the same in each query. Each face has one bit for each of them: set if its normal "
                "agrees. Of " +
                detail::counted(all, "patch", "patches") + " on a low level " + withCommas(some) +
                " have a direction that agrees with all their faces.",
            drawDirections(m_bodies, kFine, settings()),
            {},
            directionLegend()};
  }
  std::vector<LegendLine> directionLegend() const {
    const std::size_t all = m_tree.directions().size();
    return {{directionColour(all, all), "patch with many directions"},
            {directionColour(1, all), "with few"},
            {directionColour(0, all), "with none: it may meet itself"},
            {kDirectionRodColour, "rods along the directions, of some patches"}};
  }
  QueryStep combined() const {
    const auto [some, all] = withDirection(kCoarse);
    return {"Masks, ANDed upwards",
            std::string("The mask of a patch is the AND of its children's masks. Of ") +
                detail::counted(all, "patch", "patches") + " on a high level " + withCommas(some) +
                (some == 1 ? " has" : " have") + " a direction left.",
            drawDirections(m_bodies, kCoarse, settings()),
            {},
            directionLegend()};
  }

  QueryStep skippedPatches() const {
    std::size_t skipped = 0;
    for (const UsedPatches& u : used())
      if (u.single() && u.end == End::Skipped) skipped += size(u.bodyA, u.patchA);
    const std::string contour = settings().contourTest == RegularityTree::ContourTest::Exact
                                    ? "and the contour seen along it does not cross itself."
                                    : "and they are not too jagged; contours are not tested (contours=off).";
    if (!settings().skipPatches) return {"Optimisation I", "It is off: every patch is divided.", plain()};
    return {"Optimisation I",
            detail::counted(count(End::Skipped, true), "patch (blue) is", "patches (blue) are") +
                " skipped: all normals agree with a direction, " + contour + " They have " + withCommas(skipped) +
                " of " + detail::counted(faces(), "face", "faces") + ".",
            fates(ShownCalls::OnePatch),
            {},
            {{fateColour(PatchFate::SkippedPatch), "skipped by I"},
             {fateColour(PatchFate::Tested), "small: faces are tested"},
             {fateColour(PatchFate::Passed), "all others"}}};
  }

  QueryStep adjacency() const {
    std::size_t lists = 0, vertices = 0;
    for (Index body = 0; body < m_method.size(); ++body) {
      const Index id = set().id(body);
      if (m_tree.levels(id) == 0) continue;
      const RegularityTree::PatchRange range = m_lists.patchesOf(id, detail::levelOf(m_lists, id, kPatchesOfLevel));
      lists += range.size();
      for (Index patch = range.begin; patch < range.end; ++patch) vertices += m_lists.adjacencyOf(id, patch).size();
    }
    return {
        "Adjacency",
        std::string("Each patch lists the vertices of its contour at which the largest neighbour changes (dots): ") +
            detail::counted(vertices, "entry", "entries") + " for " + detail::counted(lists, "patch", "patches") +
            " of one level. Of two adjacent patches one has an entry on the other.",
        drawAdjacency(m_bodies, kPatchesOfLevel, settings()),
        {},
        {{kAdjacencyColour, "entries of the lists"}, {kStepLine, "contours of the patches"}}};
  }

  QueryStep skippedPairs() const {
    if (!settings().skipAdjacent)
      return {"Optimisation II", "It is off: adjacent patches are compared by their boxes, which always overlap.",
              plain()};
    const Index least = kWorthATest * (settings().leafPatchFaces - 1);
    std::string sentence =
        detail::counted(count(End::Skipped, false), "pair of adjacent patches is", "pairs of adjacent patches are") +
        " skipped, since both together have a direction and their contours do not cross: ochre, whatever is tested "
        "with "
        "other patches.";
    if (least > 0)
      sentence += " Pairs of at most " + std::to_string(least) + " faces are left to boxes, which are faster there.";
    QueryStep step{"Optimisation II",
                   std::move(sentence),
                   fates(ShownCalls::SkippedPairs),
                   {},
                   {{fateColour(PatchFate::SkippedPair), "pairs skipped by II, outlined"},
                    {fateColour(PatchFate::Passed), "all other patches"}}};
    outlinePairs(step);
    return step;
  }

  /// Draws the contours of the patches of skipped pairs, if there are few.
  void outlinePairs(QueryStep& step) const {
    if (count(End::Skipped, false) > kMostOutlined) return;
    DrawnSurface rods = detail::manyColoured();
    for (const UsedPatches& u : used()) {
      if (u.single() || u.end != End::Skipped) continue;
      for (const auto& [id, patch] : {std::pair(u.bodyA, u.patchA), std::pair(u.bodyB, u.patchB)}) {
        const Index body = indexOf(id);
        detail::appendEdges(set(), body, detail::contourOf(set(), body, m_tree.facesOf(id, patch)), 2 * kStepRod,
                            kStepLine, rods);
      }
    }
    detail::addRods(std::move(rods), step.picture.surfaces);
  }

  /// Shows the largest patch that is skipped, its contour, and the contour's projection below it.
  QueryStep contour() const {
    const UsedPatches* largest = nullptr;
    for (const UsedPatches& u : used())
      if (u.single() && u.end == End::Skipped &&
          (!largest || size(u.bodyA, u.patchA) > size(largest->bodyA, largest->patchA)))
        largest = &u;
    QueryStep step{"Contour test", "No patch is regular, so no contour was accepted.", plain()};
    if (settings().contourTest == RegularityTree::ContourTest::Off) {
      step.sentence = "It is off (contours=off): a patch whose normals agree is skipped even if it is folded over.";
      return step;
    }
    if (!largest) return step;
    Index body = 0;
    while (set().id(body) != largest->bodyA) ++body;
    const std::span<const Index> own = m_tree.facesOf(largest->bodyA, largest->patchA);
    for (const Index f : own) step.picture.colours[m_method.bodyOf[body]][f] = kAlone;
    const std::vector<std::uint8_t> edges = detail::contourOf(set(), body, own);
    const auto onContour = static_cast<std::size_t>(std::count(edges.begin(), edges.end(), 1));
    DrawnSurface rods = detail::manyColoured();
    detail::appendEdges(set(), body, edges, 2 * kStepRod, kStepLine, rods);
    if (const std::vector<Corner> seen = lookTo(body, largest->patchA); !seen.empty())
      detail::appendProjection(set(), body, edges, seen.front(), 2 * kStepRod, kMarkColour, rods);
    detail::addRods(std::move(rods), step.picture.surfaces);
    step.sentence = std::string(
                        "The contour is projected along the direction (red). It must show each place at most once. "
                        "Here: the largest patch that is skipped, ") +
                    detail::counted(own.size(), "face", "faces") + ", with " +
                    detail::counted(onContour, "edge", "edges") + " on its contour.";
    step.legend = {{kAlone, "the patch"}, {kStepLine, "its contour"}, {kMarkColour, "the contour's projection"}};
    return step;
  }
  /// Shows the boxes of the largest patches whose boxes overlap and that are neither adjacent nor the same.
  QueryStep boxes() const {
    std::set<std::pair<std::size_t, std::pair<Index, Index>>, std::greater<>> largest;
    std::size_t meet = 0;
    for (const UsedPatches& u : used()) {
      if (u.single() || u.end == End::Separated || u.end == End::Skipped || touch(u)) continue;
      ++meet;
      for (const auto& [body, patch] : {std::pair(u.bodyA, u.patchA), std::pair(u.bodyB, u.patchB)})
        largest.insert({size(body, patch), {body, patch}});
    }
    DrawnSurface rods = detail::manyColoured();
    std::size_t drawn = 0;
    for (const auto& [faces, patch] : largest) {
      if (++drawn > kMostBoxes) break;
      Corner min, max;
      min.fill(std::numeric_limits<double>::infinity());
      max.fill(-std::numeric_limits<double>::infinity());
      for (const Corner& p : cornersOf(patch.first, patch.second))
        for (std::size_t k = 0; k < 3; ++k) {
          min[k] = std::min(min[k], p[k]);
          max[k] = std::max(max[k], p[k]);
        }
      detail::appendBoxRods(rods, min, max, kStepRod * double{set().meanEdgeLength()} / 2, kStepLine);
    }
    QueryStep step{"Boxes",
                   std::string("All other pairs of patches are compared by their boxes. ") +
                       detail::counted(count(End::Separated, false), "pair is", "pairs are") + " apart; the boxes of " +
                       detail::counted(meet, "pair", "pairs") +
                       " without a common vertex overlap (drawn: the largest).",
                   plain(),
                   {},
                   {{kStepLine, "boxes of patches that overlap"}}};
    detail::addRods(std::move(rods), step.picture.surfaces);
    return step;
  }
  Index indexOf(Index id) const {
    Index body = 0;
    while (set().id(body) != id) ++body;
    return body;
  }
  std::vector<Corner> cornersOf(Index id, Index patch) const {
    std::vector<Corner> corners;
    for (const Index v : verticesOf(id, patch)) corners.push_back(cornerOf(set().positions()[v]));
    return corners;
  }
  /// Returns the vertices [set] of a patch, sorted.
  std::vector<Index> verticesOf(Index id, Index patch) const {
    std::vector<Index> vertices;
    const Index first = set().faces(indexOf(id)).begin;
    for (const Index f : m_tree.facesOf(id, patch))
      vertices.insert(vertices.end(), set().faces()[first + f].begin(), set().faces()[first + f].end());
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    return vertices;
  }
  /// Returns true if two patches have a common vertex.
  bool touch(const UsedPatches& u) const {
    if (u.bodyA != u.bodyB) return false;
    const std::vector<Index> a = verticesOf(u.bodyA, u.patchA), b = verticesOf(u.bodyB, u.patchB);
    std::vector<Index> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return !both.empty();
  }

  QueryStep leaves() const {
    const Colour tested = fateColour(PatchFate::Tested);
    const Counters& counters = m_results.counters;
    std::string sentence;
    if (settings().leafPatchFaces == 1) {
      sentence = detail::counted(counters.elementTests, "pair of single faces is", "pairs of single faces are") +
                 " left (red). Faces with a common vertex are no pair; the exact test decides " +
                 withCommas(counters.narrowTests) + ".";
    } else {
      const std::size_t alone = count(End::Tested, true);
      sentence = concatenated(detail::counted(count(End::Tested, false) + alone, "pair", "pairs"), " of leaves ",
                              "are left (red), ", withCommas(alone),
                              " of them a leaf with itself. In them the boxes of ", withCommas(counters.candidates),
                              " pairs of faces without a common vertex overlap; the exact test decides ",
                              withCommas(counters.narrowTests), ".");
    }
    return {"Tests of faces",
            std::move(sentence),
            coloured([&](Index body) {
              std::vector<Colour> colours(set().faces(body).size(), kPlain);
              for (const UsedPatches& u : used()) {
                if (u.end != End::Tested) continue;
                for (const auto& [id, patch] : {std::pair(u.bodyA, u.patchA), std::pair(u.bodyB, u.patchB)})
                  if (id == set().id(body))
                    for (const Index face : m_tree.facesOf(id, patch)) colours[face] = tested;
              }
              return colours;
            }),
            {},
            {{tested, "patches whose faces are tested"}}};
  }
  QueryStep hits() const {
    return {"Hits",
            detail::counted(m_results.facePairs.size(), "pair of faces intersects", "pairs of faces intersect") +
                ": red. The query took " + detail::counted(m_results.counters.procedureCalls, "call", "calls") +
                " of the procedure, each for one patch or two, for " + detail::counted(faces(), "face", "faces") + ".",
            coloured([&](Index body) {
              std::vector<Colour> colours(set().faces(body).size(), kPlain);
              for (const FacePair& pair : m_results.facePairs) {
                if (pair.bodyA == set().id(body)) colours[pair.faceA] = kMarkColour;
                if (pair.bodyB == set().id(body)) colours[pair.faceB] = kMarkColour;
              }
              return colours;
            }),
            {},
            {{kMarkColour, "faces that intersect"}}};
  }

  std::span<const MethodBody> m_bodies;
  detail::MethodSet m_method;
  RegularityTree m_tree;
  RegularityTree m_lists;  ///< with leaves of one face: patches of all levels have their lists
  Results m_results;
};

}  // namespace

std::vector<QueryStep> regularitySteps(std::span<const MethodBody> bodies, const StepwiseQuery& query) {
  return RecordedQuery(bodies, query).steps();
}

}  // namespace pliant
