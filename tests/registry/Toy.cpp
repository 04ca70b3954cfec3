#include "Toy.h"

#include "surfaces/SurfaceMethod.h"
#include "surfaces/SurfaceScene.h"
#include "surfaces/boxPairs.h"

namespace pliant {
namespace {

using namespace detail::surface;

class ToyMethod final : public detail::SurfaceMethod {
 public:
  void collect(const detail::SurfaceSearch& search, const SurfaceJobs& jobs) override {
    m_scene.build(search.bodies, search.query, jobs, search.workers);
    auto part = search.found.take();
    forElementJobs(search.query, jobs, [&](const ElementJob& job) {
      const ElementBoxes a = m_scene.elements(search.bodies, job.slotA, job.kindA),
                         b = m_scene.elements(search.bodies, job.slotB, job.kindB);
      const KeyOrder order = job.list == kVertexFace ? KeyOrder::WalkerFirst : KeyOrder::SmallerFirst;
      if (a.count == 0 || b.count == 0) return;
      part->add(job.list, [&](PairBuffer& pairs) {
        pairBoxes(b, 0, b.count, a, 0, a.count, job.own() && job.kindA == job.kindB, job.exclusion(), order, pairs,
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
