// Images that a renderer keeps: memory of large images is freed while they are spare.
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant_catch.h>

#include <memory>
#include <vector>

#include "shapes/LdiShapes.h"

using namespace pliant;
using ldi_shapes::Shape;

namespace {

struct Counted final : LdiImageHandle {
  explicit Counted(int& living) : m_living(living) { ++m_living; }
  ~Counted() override { --m_living; }

 private:
  int& m_living;
};

/// A renderer that reports a fixed number of entries for each image, and returns empty results.
class Keeping final : public LdiRenderer, public LdiBackend {
 public:
  Keeping(std::size_t entries, int& living) : m_entries(entries), m_living(living) {}

  std::string_view name() const override { return "ldi-keeping"; }
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override {
    m_software.render(surface, view, image, workers);
  }
  std::size_t memory() const override { return 0; }
  LdiBackend& backend() override { return *this; }
  bool onCard() const override { return true; }
  std::unique_ptr<LdiImageHandle> makeImage() override { return std::make_unique<Counted>(m_living); }
  void answer(const LdiPairQuery& query, Workers&) override {
    for (LdiImageHandle* const image : {query.a.image, query.b.image}) {
      if (image != nullptr) image->entries = m_entries;
    }
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
  std::size_t m_entries;
  int& m_living;
  SoftwareLdi m_software;
  LayeredDepthImage m_image;
};

/// Bodies and a detector with a Keeping.
struct Kept {
  int living = 0;
  BodySet set;
  Workers workers;
  Results results;
  LdiDetector detector;

  explicit Kept(std::size_t entries)
      : detector(std::make_unique<Keeping>(entries, living), {.grid = {.resolution = 16}}) {}

  void ask() {
    Query query;
    query.intersectionVolumes = true;
    set.update(workers);
    detector.update(set, workers);
    detector.query(set, query, results, workers);
  }
};

}  // namespace

TEST_CASE("large images of bodies that went apart are given back where they were drawn, small ones wait") {
  for (const bool large : {false, true}) {
    CAPTURE(large);
    Kept kept(large ? std::size_t{9} << 20 : 1000);
    Shape a = ldi_shapes::box({-1, -1, -1}, {1, 1, 1}), b = a;
    b.move(1, {0.5, 0.5, 0.5});
    kept.set.add(a.view());
    kept.set.add(b.view());
    kept.ask();
    CHECK(kept.living == 2);
    kept.ask();
    CHECK(kept.living == 2);
    for (auto& point : b.points) point[0] += 10;
    kept.ask();
    kept.ask();
    CHECK(kept.living == (large ? 0 : 2));
    for (auto& point : b.points) point[0] -= 10;
    kept.ask();
    CHECK(kept.living == 2);
  }
}

TEST_CASE("what waits where it was drawn takes 64 MiB in all") {
  Kept kept(std::size_t{1} << 20);
  std::vector<Shape> shapes(6, ldi_shapes::box({-1, -1, -1}, {1, 1, 1}));
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    shapes[i].move(1, {0.1 * static_cast<double>(i), 0, 0});
    kept.set.add(shapes[i].view());
  }
  for (int round = 0; round < 3; ++round) {
    CAPTURE(round);
    kept.ask();
    CHECK(kept.living == 30);
    for (std::size_t i = 0; i < shapes.size(); ++i) shapes[i].move(1, {10.0 * static_cast<double>(i), 0, 0});
    kept.ask();
    CHECK(kept.living == 7);  // images of slightly more than 8 MiB
    for (std::size_t i = 0; i < shapes.size(); ++i) shapes[i].move(1, {-10.0 * static_cast<double>(i), 0, 0});
  }
}
