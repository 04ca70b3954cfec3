#include "Toy.h"

#include "surfaces/SurfaceMethod.h"
#include "surfaces/SurfaceScene.h"
#include "surfaces/boxPairs.h"

namespace pliant {
namespace {

using namespace detail::surface;

class ToyMethod final : public detail::SurfaceMethod {
 public:
  void collect(const detail::SurfaceSearch& search, const WorkItems& items) override {
    m_scene.build(search.bodies, search.query, items, search.workers);
    auto part = search.found.take();
    forElementItems(search.query, items, [&](const ElementItem& item) {
      const ElementBoxes a = m_scene.elements(search.bodies, item.bodyA, item.kindA),
                         b = m_scene.elements(search.bodies, item.bodyB, item.kindB);
      const KeyOrder order = item.list == kVertexFace ? KeyOrder::WalkerFirst : KeyOrder::SmallerFirst;
      if (a.count == 0 || b.count == 0) return;
      part->add(item.list, [&](PairBuffer& pairs) {
        pairBoxes(b, 0, b.count, a, 0, a.count, item.own() && item.kindA == item.kindB, item.exclusion(), order, pairs,
                  part->counters);
      });
    });
    search.found.give(std::move(part));
  }
  std::size_t memory() const override { return m_scene.memory(); }

 private:
  SurfaceScene m_scene;
};

}  // namespace

Toy::Toy() : SurfaceDetector(std::make_unique<ToyMethod>()) {}

std::string_view Toy::name() const {
  return "toy";
}

}  // namespace pliant
