// Tests the benchmark of layered depth images: its models, its floor, its tables.

#include <pliant/benchmarks/EmbreeRays.h>
#include <pliant/benchmarks/PixelFloor.h>
#include <pliant/benchmarks/Scene.h>
#include <pliant/benchmarks/benchmarks.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/models/paperModels.h>
#include <pliant/pictures/Image.h>
#include <pliant/scenes/Simulation.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "../demo/ScratchFolder.h"

using namespace pliant;
using namespace pliant::benchmarks;
using models::ClosedModel;

TEST_CASE("A model from a file is fitted, turned outward and capped") {
  const ScratchFolder folder;
  // A corner tetrahedron, turned inside out, without the face opposite the origin.
  const std::string file = folder.write("open.obj", "v 4 0 0\nv 8 0 0\nv 4 2 0\nv 4 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\n");
  const FileModel loaded = fileModel(file);
  CHECK(loaded.holesCapped == 1);
  REQUIRE(loaded.model.faces.size() == 4);
  CHECK(loaded.model.points[0] == std::array<Real, 3>{Real(-0.5), Real(-0.25), Real(-0.125)});
  CHECK(loaded.model.faces[0] == Triangle{0, 2, 1});
  const Table table = makeTable("ldi-files", {.steps = 1, .leastSteps = 1, .meshes = {file}});
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].size() == table.columns.size());
  // A corner tetrahedron fills a sixth of its box.
  CHECK(table.number(0, "inside %") == Approx(100.0 / 6).epsilon(0.03));
}

TEST_CASE("The floor's bounds are those of every face") {
  const ClosedModel model = models::paperModel(models::PaperModel::Knot);
  BodySet set;
  set.add(model.view());
  set.update();
  for (const LdiGrid::Axis axis : {LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z}) {
    LdiGrid grid;
    grid.axis = axis;
    const LdiView view = volumeOfInterest(set.box(0), grid);
    PixelFloor floor;
    const auto bounds = floor.run({set.positions(), 0, set.vertices(0).size(), set.faces(), false}, view);
    REQUIRE(bounds.size() == model.faces.size());
    std::size_t wrong = 0;
    for (std::size_t f = 0; f < model.faces.size(); ++f) {
      for (std::size_t i = 0; i < 2; ++i) {
        const auto axisOf = static_cast<std::size_t>(i == 0 ? view.columnAxis() : view.rowAxis());
        double low = 1e9, high = -1e9;
        for (const Index v : model.faces[f]) {
          const double pixel = (double{model.points[v][axisOf]} - view.min[axisOf]) / view.pixel[i];
          low = std::min(low, pixel);
          high = std::max(high, pixel);
        }
        const int last = static_cast<int>(i == 0 ? view.width : view.height) - 1;
        const int first = i == 0 ? bounds[f].firstColumn : bounds[f].firstRow,
                  behind = i == 0 ? bounds[f].lastColumn : bounds[f].lastRow;
        // The floor computes in floats, so a coordinate next to a border may fall into either pixel. The end of the box
        // falls into the last pixel.
        const auto lies = [&](double at, int pixel) {
          return pixel >= std::min<double>(std::floor(at - 1e-3), last) && pixel <= std::max(at + 1e-3, 0.0);
        };
        wrong += !lies(low, first) || !lies(high, behind);
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("The tables are whole, and their bodies overlap") {
  const BenchSettings once{.steps = 1, .leastSteps = 1};
  const std::vector<TableEntry> entries = findBenchmark("ldi").tablesFor(once);
  REQUIRE(entries.size() == 8);
  for (const TableEntry& entry : entries) {
    INFO(entry.name);
    const Table table = entry.make(once);
    CHECK(table.name == entry.name);
    CHECK(table.name.starts_with("ldi-200"));
    CHECK(!table.rows.empty());
    for (const auto& row : table.rows) CHECK(row.size() == table.columns.size());
    if (table.name != "ldi-2003-table1") continue;
    for (std::size_t row = 0; row < table.rows.size(); ++row) CHECK(table.number(row, "volume 1e-6") > 0);
  }
}

namespace {

/// Draws as SoftwareLdi.
class OnCpu : public LdiRenderer {
 public:
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override {
    m_software.render(surface, view, image, workers);
  }
  std::size_t memory() const override { return 0; }

 private:
  SoftwareLdi m_software;
};

/// Leaves every m_each-th pixel empty.
class Blind final : public OnCpu {
 public:
  explicit Blind(std::size_t each) : m_each(each) {}

  std::string_view name() const override { return "ldi-blind"; }
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override {
    LayeredDepthImage all;
    OnCpu::render(surface, view, all, workers);
    image = all;
    image.entries.clear();
    for (std::size_t p = 0; p < view.pixels(); ++p) {
      image.offsets[p] = std::uint32_t(image.entries.size());
      if (p % m_each == 0) continue;
      image.entries.insert(image.entries.end(), all.pixel(p).begin(), all.pixel(p).end());
    }
    image.offsets[view.pixels()] = std::uint32_t(image.entries.size());
  }

 private:
  std::size_t m_each;
};

/// Answers that every volume is empty and that no point is inside.
class Mute final : public OnCpu, public LdiBackend {
 public:
  std::string_view name() const override { return "ldi-mute"; }
  LdiBackend& backend() override { return *this; }
  bool onCard() const override { return true; }
  std::unique_ptr<LdiImageHandle> makeImage() override { return std::make_unique<LdiImageHandle>(); }
  void answer(const LdiPairQuery& query, Workers&) override {
    if (query.aInB != nullptr) query.aInB->clear();
    if (query.intersection != nullptr) *query.intersection = {};
  }
  OverlapSummary selfIntersection(const LdiInput&, LdiVolume&, Workers&) override { return {}; }
  void gradient(const LdiAxesQuery&, LdiAxisGradients&, Workers&) override {}
  void spans(const LdiAxesQuery&, LdiAxesSpans&, Workers&) override {}
  const LayeredDepthImage& read(const LdiInput& input, Workers& workers) override {
    render(input.surface, input.view, m_image, workers);
    return m_image;
  }

 private:
  LayeredDepthImage m_image;
};

std::vector<double> columnOf(const Table& table, const std::string& name) {
  std::vector<double> numbers;
  for (std::size_t row = 0; row < table.rows.size(); ++row) numbers.push_back(table.number(row, name));
  return numbers;
}

/// Returns all tables of layered depth images by other renderers.
std::vector<Table> tablesOf(const BenchSettings& settings) {
  std::vector<Table> tables;
  for (const TableEntry& entry : findBenchmark("ldi-gl").tablesFor(settings)) tables.push_back(entry.make(settings));
  return tables;
}

/// Returns true for the table of a sequence, whose rows are methods.
bool isSequence(const Table& table) {
  return table.name == "ldi-gl-2004-sequence";
}

}  // namespace

TEST_CASE("Sources of images are measured side by side, and what one draws or answers else is told") {
  std::size_t warnings = 0;
  BenchSettings settings{.steps = 1, .leastSteps = 1};
  settings.progress = [&](const std::string& what) { warnings += what.find("differs from the CPU") != what.npos; };
  CHECK(tablesOf(settings).empty());
  settings.sources.push_back({std::make_unique<SoftwareLdi>(), [] { return 0.25; }});
  settings.sources.push_back({std::make_unique<Blind>(20), [] { return 0.25; }});
  settings.sources.push_back({std::make_unique<Blind>(1000), {}});
  std::vector<Table> tables = tablesOf(settings);
  REQUIRE(tables.size() == 5);
  std::erase_if(tables, isSequence);
  REQUIRE(tables.size() == 4);
  const std::size_t rows[] = {7, 6, 3, 3};
  std::size_t all = 0;
  for (std::size_t t = 0; t < 4; ++t) {
    const Table& table = tables[t];
    INFO(table.name);
    CHECK(table.name.starts_with("ldi-gl-200"));
    CHECK(table.rows.size() == rows[t]);
    all += rows[t];
    for (const auto& row : table.rows) CHECK(row.size() == table.columns.size());
    for (const double same : columnOf(table, "ldi-software differs %")) CHECK(same == 0);
  }
  // Empty pixels of both images are counted. An empty pixel in twenty makes no difference where the other image is
  // empty too, so the share is at most 5 %.
  for (const double blind : columnOf(tables[0], "ldi-blind differs %")) {
    CHECK(blind > 0.5);
    CHECK(blind <= 5.1);
  }
  for (const double off : columnOf(tables[0], "answers differ %")) CHECK(off > 1);
  for (const double off : columnOf(tables[2], "answers differ %")) CHECK(off > 1);
  CHECK(warnings == all);

  settings.sources.resize(1);
  for (const Table& table : tablesOf(settings)) {
    if (isSequence(table)) continue;
    for (const double off : columnOf(table, "answers differ %")) CHECK(off == 0);
  }
  settings.sources[0].renderer = std::make_unique<Mute>();
  std::vector<Table> mute = tablesOf(settings);
  std::erase_if(mute, isSequence);
  for (const std::size_t t : {0u, 2u, 3u}) {
    for (const double off : columnOf(mute[t], "answers differ %")) CHECK(off == 100);
  }
  CHECK(warnings == all);
}

TEST_CASE("The hand's table says in how many frames the order of entries tells what the volume tells") {
  const Table table = makeTable("ldi-2004-table1", {.steps = 1, .leastSteps = 1});
  REQUIRE(table.rows.size() == 4);
  const double order = table.number(1, "frames with volume"), volume = table.number(2, "frames with volume"),
               alike = table.number(1, "frames like the volume");
  CHECK(volume > 0);
  CHECK(table.number(3, "frames like the volume") == 20);
  // Frames that only one of the two finds are not alike.
  CHECK(20 - alike >= std::abs(order - volume));
  CHECK(std::fmod(20 - alike - std::abs(order - volume), 2) == 0);
}

TEST_CASE("Table 1 of 2004 has the least and the most of each method over the frames, beside the paper's") {
  BenchSettings settings{.steps = 1, .leastSteps = 1};
  settings.sources.push_back({std::make_unique<SoftwareLdi>(), {}});
  settings.sources.push_back({std::make_unique<Blind>(20), {}});
  const Table table = makeTable("ldi-gl-2004-sequence", settings);
  REQUIRE(table.rows.size() == 9);
  const auto text = [&](std::size_t row, const char* column) { return std::get<std::string>(table.cell(row, column)); };
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    CHECK(table.number(row, "min") > 0);
    CHECK(table.number(row, "min") <= table.number(row, "max"));
    // Both queries together take at least what each takes.
    if (row % 3 == 2) CHECK(table.number(row, "min") >= table.number(row - 1, "min"));
  }
  CHECK(text(0, "method") == "software");
  CHECK(text(2, "query") == "overall");
  CHECK(table.number(2, "paper max") == 11.2);
  CHECK(table.number(2, "paper / ours max") == Approx(11.2 / table.number(2, "max")));
  CHECK(text(3, "paper min") == "-");
  CHECK(table.number(3, "differs %") == 0);
  CHECK(table.number(6, "differs %") > 0.5);
}

TEST_CASE("The gain of tiles is the time with the first framebuffer over that with each") {
  BenchSettings settings{.steps = 1, .leastSteps = 1};
  for (const Index frame : {128u, 2048u})
    settings.tiles.push_back({frame,
                              {std::make_unique<SoftwareLdi>(), [] { return 0.25; },
                               [frame] {
                                 return ImageWork{7, frame == 128 ? 7u : 2u};
                               }}});
  const Table table = makeTable("ldi-gl-tiles", settings);
  REQUIRE(table.rows.size() == 8);  // four complex overlaps
  for (std::size_t row = 0; row < 8; ++row) {
    const auto number = [&](const char* name) { return table.number(row, name); };
    CHECK(number("passes") == 14);  // of both images
    CHECK(number("read-backs") == (row % 2 == 0 ? 14 : 4));
    CHECK(number("reading back") == 0.5);
    CHECK(number("all") == Approx(number("drawing") + 0.5));
    CHECK(number("one tile / this") == Approx(table.number(row - row % 2, "all") / number("all")));
  }
}

TEST_CASE("Beside images stand Embree's rays, and their answers are the exact ones, or how to get it") {
  const Table found = makeTable("ldi-2004-rays", {.steps = 1, .leastSteps = 1});
  const auto text = [&](std::size_t row) { return std::get<std::string>(found.cell(row, "method")); };
  REQUIRE(found.rows.size() == (EmbreeRays::available() ? 4 : 3));
  CHECK(text(0) == "ldi 64");
  CHECK(text(1) == "ldi 128");
  CHECK(text(2).starts_with("Embree"));
  for (std::size_t row = 0; row < 2; ++row) {
    CHECK(found.number(row, "inside") > 1000);
    CHECK(found.number(row, "wrong") < 0.02 * 100'000);
  }
  if (EmbreeRays::available()) {
    CHECK(text(3).ends_with("robust"));
    CHECK(found.number(2, "wrong") < 20);
    CHECK(found.number(3, "wrong") < 5);
  } else {
    CHECK(text(2).find("libembree-dev") != std::string::npos);
  }
}

TEST_CASE("Embree's rays find what lies in a surface, before and after it moved, along each axis") {
  ClosedModel model = models::paperModel(models::PaperModel::Mouse);
  BodySet set;
  set.add(model.view());
  set.update();
  if (!EmbreeRays::available()) {
    CHECK_THROWS_AS(EmbreeRays(set, true), Error);
    return;
  }
  // The points are in the middle of the belly, in the middle of the head, between the ears, and beside the model.
  const auto at = [](double x, double y, double z) {
    return PackedPosition{static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z), 0};
  };
  const std::vector<PackedPosition> points = {at(-0.1, -0.2, 0), at(-0.1, 0.15, 0.05), at(-0.1, 0.45, 0),
                                              at(0.45, 0, 0)};
  for (const bool robust : {false, true}) {
    EmbreeRays rays(set, robust);
    std::vector<Index> inside;
    for (int axis = 0; axis < 3; ++axis) {
      rays.pointsInside(points, axis, inside);
      CHECK(inside == std::vector<Index>{0, 1});
    }
    model.move({0.55, 0, 0});
    set.update();
    rays.refit();
    for (int axis = 0; axis < 3; ++axis) {
      rays.pointsInside(points, axis, inside);
      CHECK(inside == std::vector<Index>{3});
    }
    model.move({-0.55, 0, 0});
    set.update();
  }
}

TEST_CASE("The papers' pictures are drawn, each a file with red or green in it where volumes are shown") {
  const ScratchFolder folder;
  const auto files = findBenchmark("ldi").pictures(folder.path(""), 1, [](const std::string&) {});
  CHECK(files.size() == 10);
  for (const std::string& file : files) {
    INFO(file);
    const Image image = Image::load(folder.path(file));
    int red = 0, green = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const Rgb& c = image.at(x, y);
        red += c[0] > 2 * c[1] && c[0] > 2 * c[2];
        green += c[1] > 1.5 * c[0] && c[1] > 1.5 * c[2];
      }
    }
    const bool volumes = file.find("objects") == std::string::npos && file.find("layers") == std::string::npos;
    CHECK((red > 500) == volumes);
    if (file.find("hand") != std::string::npos) CHECK(green > 200);
  }
}
