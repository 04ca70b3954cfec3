#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/Error.h>
#include <pliant/models/tetrahedraSetups.h>

#include <memory>
#include <span>

namespace pliant::benchmarks {

Scene tetrahedraScene(char name, Index bodies, bool surfaces) {
  constexpr Real kStep = Real(0.02);  // time between two frames
  const auto setup = std::make_shared<const models::TetrahedraSetup>(models::tetrahedraSetup(name));
  if (bodies == 0) bodies = setup->objects;
  if (bodies > setup->objects || setup->objects % bodies != 0)
    throw Error("the number of objects must be a multiple of the number of bodies");
  const Index share = setup->objects / bodies;
  const Scene::Points& rest = setup->object.points;
  const auto points = static_cast<Index>(rest.size());
  Scene::Body body;
  for (Index copy = 0; copy < share; ++copy) {
    body.points.insert(body.points.end(), rest.begin(), rest.end());
    const Index first = copy * points;
    for (const Tetrahedron& t : setup->object.tetrahedra)
      body.tetrahedra.push_back({t[0] + first, t[1] + first, t[2] + first, t[3] + first});
    if (!surfaces) continue;
    for (const Triangle& f : setup->object.faces) body.faces.push_back({f[0] + first, f[1] + first, f[2] + first});
  }
  const auto move = [setup, share](int frame, std::size_t index, const Scene::Points& at, Scene::Points& x) {
    const std::size_t size = setup->object.points.size();
    for (std::size_t copy = 0; copy < share; ++copy) {
      const auto object = static_cast<Index>(index * share + copy);
      setup->move(Real(frame) * kStep, object, std::span(at).subspan(copy * size, size),
                  std::span(x).subspan(copy * size, size));
    }
  };
  return {std::vector<Scene::Body>(bodies, body), move, {}};
}

}  // namespace pliant::benchmarks
