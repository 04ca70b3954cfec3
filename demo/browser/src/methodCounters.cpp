#include "methodCounters.h"

#include <pliant/io/numbers.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>

namespace pliant::detail {
namespace {

/// The tables and figures of a scene.
struct PaperOfScene {
  std::string_view scene, where;
};
constexpr PaperOfScene kPapers[] = {{"setupA", "Teschner 2003: tables 1 and 2, figures 4, 6, 7"},
                                    {"setupB", "Teschner 2003: tables 1 and 2, figure 8"},
                                    {"setupC", "Teschner 2003: tables 1 and 2"},
                                    {"setupD", "Teschner 2003: tables 1 and 2, figures 3, 5, 9, 10"},
                                    {"setupE", "Teschner 2003: tables 1 and 2"},
                                    {"softA", "Teschner 2003: table 1, figure 7"},
                                    {"softB", "Teschner 2003: table 1, figure 8"},
                                    {"softC", "Teschner 2003: table 1"},
                                    {"softD", "Teschner 2003: table 1, figures 9 and 10"},
                                    {"softE", "Teschner 2003: table 1"},
                                    {"soup", "Ganovelli 2000: table 1, figures 2 to 4"},
                                    {"soups", "Ganovelli 2000: figure 5"},
                                    {"sphere", "Volino 1994: tables 1a and 1b, figure 8"},
                                    {"loop", "Volino 1994: tables 2a and 2b, figure 9"},
                                    {"dress", "Volino 1994: timing tests of 3.3, figure 10"},
                                    {"knotrabbit", "Heidelberger 2003: table 1, figures 7 and 8"},
                                    {"rabbitreptile", "Heidelberger 2003: table 1, figures 7 and 8"},
                                    {"reptilesanta", "Heidelberger 2003: table 1, figures 7 and 8"},
                                    {"knotdragon", "Heidelberger 2003: figure 9"},
                                    {"santa", "Heidelberger 2003: section 5, figure 11"},
                                    {"particles", "Heidelberger 2003: section 5, figure 11"},
                                    {"hand", "Heidelberger 2004: table 1, figures 3 and 4"},
                                    {"dragon", "Heidelberger 2004: table 2, figure 5"},
                                    {"hat", "Heidelberger 2004: table 3, figure 6"}};

/// A number of a paper for a row. `method` is a prefix of the detector's name.
struct PaperNumber {
  std::string_view scene, method, row, text, source;
};
constexpr std::string_view kTime = "time of the answer", kCalls = "calls", kTests = "tests of faces",
                           kCallsFace = "calls a face", kTestsFace = "tests a face", kCallsCut = "calls a cut face",
                           kTestsCut = "tests a cut face", kLayers = "layers", kReadBacks = "read-backs",
                           kSkippedOne = "patches skipped by I", kSkippedTwo = "pairs skipped by II",
                           kNodePairs = "time of 1,000 node pairs";
constexpr std::string_view kTable2 = "Table 2: average of 1,000 steps, Pentium 4, 1.8 GHz.",
                           kTable1 =
                               "Table 1: stages 1, 2 and 3a at 128 x 128, the simple overlap and the complex "
                               "one, GeForce4. Here each body is tested with itself as well.",
                           kDepths =
                               "Table 1: depth complexity of both objects, the simple overlap and the complex "
                               "one.",
                           kBuckets =
                               "Table 1: 1,000 pairs of overlapping buckets on 3, 4 and 5 levels, Pentium II, "
                               "300 MHz. Here pairs of inner nodes count as well.",
                           kParticles =
                               "Section 5, figure 11: a whole frame, with deformation, response and drawing, "
                               "GeForce4.",
                           kHand = "Table 1: collision and self-collision at 64 x 64, least and most of the sequence.",
                           kHat =
                               "Table 3: 32 x 32, 64 x 64 and 128 x 128 pixels, hat and mouse alone. Here each "
                               "body is tested with itself as well.",
                           kDragon =
                               "Table 2: low complexity, 50,000 faces and 10,000 particles, at 64 x 64. Here "
                               "the dragon is tested with itself as well.";
constexpr PaperNumber kNumbers[] = {
    {"setupA", "spatial-hash", kTime, "4.3 ms", kTable2},
    {"setupB", "spatial-hash", kTime, "12.6 ms", kTable2},
    {"setupC", "spatial-hash", kTime, "30.4 ms", kTable2},
    {"setupD", "spatial-hash", kTime, "70.0 ms", kTable2},
    {"setupE", "spatial-hash", kTime, "172.5 ms", kTable2},
    {"soup", "bucket-tree", kNodePairs, "95, 325, 684 ms", kBuckets},
    {"soups", "bucket-tree", kNodePairs, "95, 325, 684 ms", kBuckets},
    {"sphere", "regularity-tree", kCalls, "about 300", "Table 1b, in the text of 3.1, for any number of faces."},
    {"sphere", "regularity-tree", kTests, "0", "Table 1b, in the text of 3.1."},
    {"loop", "regularity-tree", kCallsCut, "20", "Table 2b, in the text of 3.2."},
    {"loop", "regularity-tree", kTestsCut, "3", "Table 2b, in the text of 3.2."},
    {"dress", "regularity-tree", kTime, "900 ms",
     "3.3, slight discretisation: normals and boxes 0.4 s, body and cloth 0.4 s, cloth with itself 0.1 s."},
    {"knotrabbit", "ldi", kTime, "20 ms (simple), 57 ms (complex)", kTable1},
    {"knotrabbit", "ldi", kLayers, "3 and 1 (simple), 4 and 6 (complex)", kDepths},
    {"rabbitreptile", "ldi", kTime, "37 ms (simple), 49 ms (complex)", kTable1},
    {"rabbitreptile", "ldi", kLayers, "7 and 5 (simple), 4 and 2 (complex)", kDepths},
    {"reptilesanta", "ldi", kTime, "26 ms (simple), 115 ms (complex)", kTable1},
    {"reptilesanta", "ldi", kLayers, "1 and 3 (simple), 8 and 6 (complex)", kDepths},
    {"particles", "ldi", kTime, "34.5 ms a frame (29 frames/s)", kParticles},
    {"hand", "ldi-gl-ordered", kTime, "68.6 to 91.5 ms", kHand},
    {"hand", "ldi-gl-unordered", kTime, "21.8 to 29.9 ms", kHand},
    {"hand", "ldi-software", kTime, "7.7 to 11.2 ms", kHand},
    {"hat", "ldi-gl-ordered", kTime, "24.0, 26.0, 51.1 ms at 32, 64, 128 pixels", kHat},
    {"hat", "ldi-gl-unordered", kTime, "8.0, 8.7, 17.2 ms at 32, 64, 128 pixels", kHat},
    {"hat", "ldi-software", kTime, "2.1, 3.0, 5.9 ms at 32, 64, 128 pixels", kHat},
    {"dragon", "ldi-gl-ordered", kTime, "50.3 ms", kDragon},
    {"dragon", "ldi-gl-unordered", kTime, "24.4 ms", kDragon},
    {"dragon", "ldi-software", kTime, "37.1 ms", kDragon},
    {"", "ldi-gl-unordered", kReadBacks, "at most 2", "2003, 4, and 2004, 3.3: layers are drawn beside each other."}};
// Tables 1a and 2a: without optimisations I and II.
constexpr PaperNumber kClassical[] = {
    {"sphere", "regularity-tree", kCallsFace, "20", "Table 1a, in the text of 3.1: without I and II."},
    {"sphere", "regularity-tree", kTestsFace, "6", "Table 1a, in the text of 3.1: without I and II."},
    {"loop", "regularity-tree", kCallsFace, "about 20", "Table 2a: close to table 1a, without I and II."},
    {"loop", "regularity-tree", kTestsFace, "about 6", "Table 2a: close to table 1a, without I and II."}};

std::string written(const char* format, double value) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// Collects rows, and adds the paper's numbers.
class Rows {
 public:
  Rows(std::string_view detector, std::string_view scene, bool classical)
      : m_detector(detector), m_scene(scene), m_classical(classical) {}
  /// Adds a remark to each of the paper's numbers: how it differs from the number here.
  void remark(std::string text) { m_remark = std::move(text); }

  void add(std::string_view name, std::string value, std::string_view tip) {
    CounterRow row{std::string(name), std::move(value), std::string(tip), {}};
    const std::span<const PaperNumber> numbers =
        m_classical ? std::span<const PaperNumber>(kClassical) : std::span<const PaperNumber>(kNumbers);
    for (const PaperNumber& number : numbers) {
      const bool here = number.scene.empty() || number.scene == m_scene;
      if (!here || number.row != name || !m_detector.starts_with(number.method)) continue;
      row.paper = std::string(number.text) + m_remark;
      row.tip.append(" ").append(number.source);
    }
    m_rows.push_back(std::move(row));
  }
  void add(std::string_view name, std::uint64_t count, std::string_view tip) { add(name, withCommas(count), tip); }
  std::vector<CounterRow> take() { return std::move(m_rows); }

 private:
  std::string_view m_detector, m_scene;
  bool m_classical;
  std::string m_remark;
  std::vector<CounterRow> m_rows;
};

void addHash(const Counters& c, const std::optional<StaticAnswer>& answer, Rows& rows) {
  constexpr const char* kCells = "Cells of the boxes of tetrahedra, faces and edges, in the second pass.";
  if (c.cellsVisited == 0)
    rows.add("cells looked up", "0 (so few faces are compared directly)",
             std::string(kCells) + " Faces of small bodies need no table; overlay cells shows that of vertices.");
  else
    rows.add("cells looked up", c.cellsVisited, kCells);
  if (c.cellsVisited > 0)
    rows.add("hash collisions", c.hashCollisions, "Entries of another cell in a bucket that was looked up.");
  rows.add("box tests", c.boxTests, "Comparisons of a vertex or a box with a box.");
  constexpr const char* kInside =
      "Tests of a vertex in a tetrahedron whose box contains it; inside=simd makes several at a time.";
  if (answer && answer->vertexTetrahedra && answer->facePairs)
    rows.add("inside tests, pairs tested", c.narrowTests,
             std::string(kInside) + " Exact tests of pairs of faces whose boxes overlap are added.");
  else if (answer && answer->vertexTetrahedra)
    rows.add("inside tests", c.narrowTests, kInside);
  else
    rows.add("pairs tested", c.narrowTests, "Exact tests of pairs whose boxes overlap.");
}

void addBuckets(const Counters& c, const std::optional<StaticAnswer>& answer, Rows& rows) {
  rows.add("node pairs", c.nodesVisited,
           "Pairs of octree nodes whose boxes overlap, in the common descent of two octrees.");
  if (answer && c.nodesVisited > 0)
    rows.add(kNodePairs, written("%.3f ms", 1000 * answer->queryMs / static_cast<double>(c.nodesVisited)),
             "Wall time of the query by the number of node pairs; tests of primitives are included.");
  rows.add("box tests", c.boxTests,
           "Comparisons of two boxes: of nodes in the descent, then of the triangles of two buckets.");
  rows.add("pairs tested", c.narrowTests, "Exact tests of pairs of primitives of two buckets, whose boxes overlap.");
}

/// The rows of the regularity tree.
struct RegularityRows {
  bool skipsPatches = true, skipsPairs = true;
  unsigned leaf = 1;  ///< largest number of faces of a leaf
  std::size_t faces = 0;
  std::size_t cut = 0;    ///< faces that are cut by others
  bool isAnswer = false;  ///< true: to the paper's question

  void add(const Counters& c, Rows& rows) const {
    const bool classical = !skipsPatches && !skipsPairs;
    const auto share = [](std::uint64_t number, std::size_t of) {
      return written("%.2f", static_cast<double>(number) / static_cast<double>(std::max<std::size_t>(of, 1)));
    };
    rows.add(kCalls, c.procedureCalls,
             "Calls of the paper's procedure: each is for one patch with itself or for two patches.");
    if (skipsPatches)
      rows.add(kSkippedOne, c.patchesSkipped,
               "Optimisation I: patches that can't meet themselves, because a direction agrees with all normals.");
    if (skipsPairs) addSkippedPairs(c.pairsSkipped, rows);
    // The traversal reaches no single faces if leaves are larger: their pairs are compared by boxes.
    const bool counts = leaf == 1 || isAnswer;
    if (leaf > 1) rows.remark(" with leaves of 1 face (here " + std::to_string(leaf) + ")");
    const std::uint64_t tests = leaf == 1 ? c.elementTests : c.narrowTests;
    if (counts)
      rows.add(kTests, tests,
               leaf == 1 ? "Pairs of single faces that the descent reached."
                         : "Exact tests of pairs of faces in leaves, whose boxes overlap and which share no vertex.");
    if (classical) {
      rows.add(kCallsFace, share(c.procedureCalls, faces), "Calls by the number of faces.");
      if (counts) rows.add(kTestsFace, share(tests, faces), "Tests by the number of faces.");
    } else if (cut > 0) {
      rows.add(kCallsCut, share(c.procedureCalls, cut), "Calls by the number of faces that are cut by others.");
      if (counts) rows.add(kTestsCut, share(tests, cut), "Tests by the number of faces that are cut by others.");
    }
  }

 private:
  void addSkippedPairs(std::uint64_t skipped, Rows& rows) const {
    // The factor is RegularityTree's.
    const std::string least = withCommas(std::uint64_t{12} * (leaf - 1));
    std::string tip =
        "Optimisation II: pairs of adjacent patches that can't meet, because a direction agrees with all "
        "normals of both.";
    if (leaf > 1)
      tip.append(" Pairs of at most ").append(least).append(" faces are left to their boxes, which are faster there.");
    rows.add(kSkippedTwo, skipped > 0 || leaf == 1 ? withCommas(skipped) : "0 (tried above " + least + " faces)", tip);
  }
};

void addImages(const Counters& c, const std::optional<StaticAnswer>& answer, const std::optional<ImageWork>& last,
               std::string_view detector, Rows& rows) {
  rows.add("images", c.ldiImages,
           answer ? "Layered depth images that were drawn: of pairs, and of each body for its overlap with itself."
                  : "Layered depth images that were drawn: of each body of a pair along x, y and z.");
  rows.add("images kept", c.ldiImagesKept, "Images of an earlier question: body and view are unchanged.");
  // Images along three axes are not counted by layers.
  if (answer && answer->pairLayers)
    rows.add(kLayers, std::to_string((*answer->pairLayers)[0]) + " and " + std::to_string((*answer->pairLayers)[1]),
             "Largest number of entries of a pixel, the depth complexity: of each body where both boxes overlap, at "
             "128 x 128. All images, those of whole bodies included: at most " +
                 withCommas(c.ldiLayers) + ".");
  else if (answer)
    rows.add("layers of all images", c.ldiLayers,
             "Largest number of entries of a pixel, the depth complexity, images of whole bodies included.");
  rows.add("entries", c.ldiEntries,
           "Points at which rays enter or leave a body, in all images: of all pairs, and of each body with itself.");
  rows.add("pixels along a side", c.ldiResolution, "Largest width or height of an image.");
  if (last) {
    rows.add("passes", last->passes,
             "Passes in which the faces of the last image were drawn; of several images, the largest number.");
    rows.add(kReadBacks, last->readBacks,
             "Times that the last image was read back; of several images, the largest number. There are more if not "
             "all layers fit into a frame of 2,048 x 2,048 pixels.");
  } else if (detector == "ldi-software") {
    rows.add("passes", 1, "The CPU draws all layers in one pass, and reads nothing back.");
  }
}

void addPart(std::string& text, std::string part) {
  if (!text.empty()) text += ", ";
  text += part;
}

}  // namespace

std::string_view paperOf(std::string_view scene) {
  for (const PaperOfScene& known : kPapers)
    if (known.scene == scene) return known.where;
  return {};
}

std::string describeFound(const StaticAnswer& answer) {
  std::string text;
  const auto count = [&](const std::optional<std::size_t>& number, const char* one, const char* many) {
    if (number) addPart(text, withCommas(*number).append(*number == 1 ? one : many));
  };
  const auto volume = [&](const std::optional<double>& value, const char* name) {
    if (value && *value > 0) addPart(text, std::string(name).append(written("%.3g m³", *value)));
  };
  count(answer.vertexTetrahedra, " vertex in a tetrahedron", " vertices in tetrahedra");
  if (answer.ownTetrahedra > 0) text += " (" + withCommas(answer.ownTetrahedra) + " in those of the own body)";
  count(answer.facePairs, " pair of faces intersects", " pairs of faces intersect");
  count(answer.verticesInside, " vertex inside a body", " vertices inside bodies");
  if (answer.isSampled && answer.verticesInside.value_or(0) > 0)
    text += " to within a pixel (exact with exact-vertices on)";
  volume(answer.volume, "shared volume ");
  volume(answer.selfVolume, "volume shared with itself ");
  if (answer.leavesOut) addPart(text, "particles not tested (layered depth images do)");
  return text;
}

std::vector<CounterRow> counterRows(std::string_view detector, std::string_view scene, const StepSample& sample,
                                    std::size_t faces, const MethodValues& values) {
  const std::optional<StaticAnswer>& answer = sample.answer;
  if (!answer && !sample.counters) return {};
  const Counters& c = answer ? answer->counters : *sample.counters;
  const auto valueOf = [&](const char* name, double other) {
    const auto at = values.find(name);
    return at == values.end() ? other : at->second;
  };
  RegularityRows regularity{.skipsPatches = valueOf("optimisation1", 1) != 0,
                            .skipsPairs = valueOf("optimisation2", 1) != 0,
                            .leaf = static_cast<unsigned>(valueOf("leaf", 1)),
                            .faces = faces,
                            .isAnswer = answer.has_value()};
  if (answer) regularity.cut = answer->facesCut.value_or(0);
  const bool classical = !regularity.skipsPatches && !regularity.skipsPairs;
  // A paper's numbers are those of its own question.
  Rows rows(detector, answer ? scene : std::string_view(), classical && answer);
  const std::string_view family = methodFamily(detector);
  if (answer)
    rows.add(kTime, written("%.2f ms", answer->updateMs + answer->queryMs),
             "Wall time of the update and of the query, positions included.");
  if (family == "spatial-hash") addHash(c, answer, rows);
  if (family == "bucket-tree") addBuckets(c, answer, rows);
  if (family == "regularity-tree") regularity.add(c, rows);
  if (family == "ldi") addImages(c, answer, answer ? answer->lastImage : sample.lastImage, detector, rows);
  if (family == "auto" || family == "brute-force") {
    rows.add("pairs of boxes", c.boxTests, "Comparisons of two boxes.");
    rows.add("pairs tested", c.narrowTests, "Exact tests of pairs of elements.");
  }
  if (!answer && c.candidates > 0)
    rows.add("candidates", c.candidates, "Pairs of elements whose boxes, swept along the step, come within a margin.");
  return rows.take();
}

}  // namespace pliant::detail
