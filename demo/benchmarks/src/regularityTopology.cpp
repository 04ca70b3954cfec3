#include <pliant/benchmarks/Clock.h>
#include <pliant/detectors/Error.h>
#include <pliant/models/clothSheet.h>
#include <pliant/plugin/StepStatistics.h>

#include <algorithm>
#include <map>

#include "MovingSurfaces.h"
#include "regularityPatches.h"

namespace pliant::benchmarks {
namespace {

using models::SurfaceModel;

constexpr std::size_t kFaces = 50'000;

SurfaceModel withoutOneFace(SurfaceModel model) {
  model.faces.erase(model.faces.begin() + static_cast<std::ptrdiff_t>(model.faces.size() / 2));
  return model;
}

/// Returns the model with ten faces cut out, from the middle of the list on: these faces get corners of their own.
SurfaceModel withTenFacesCut(SurfaceModel model) {
  std::map<Index, Index> own;
  for (std::size_t f = model.faces.size() / 2; f < std::min(model.faces.size() / 2 + 10, model.faces.size()); ++f)
    for (Index& corner : model.faces[f]) {
      const auto [place, isNew] = own.emplace(corner, static_cast<Index>(model.points.size()));
      if (isNew) model.points.push_back(model.points[corner]);
      corner = place->second;
    }
  return model;
}

/// Thread CPU times of the stages of a step, one per step [ms].
struct Parts {
  std::vector<double> bodies, hierarchy, query, whole;

  std::vector<Table::Cell> cells() const {
    std::vector<Table::Cell> row;
    for (const auto* times : {&bodies, &hierarchy, &query, &whole}) row.emplace_back(Spread::of(*times).median);
    return row;
  }
};

/// A surface whose faces change between steps.
class Run {
 public:
  explicit Run(const SurfaceModel& model) : m_id(m_set.add(model.view())) { step(m_tree, nullptr); }

  /// Runs a step without a change of faces.
  void plain(Parts& parts) { step(m_tree, &parts); }

  void become(const SurfaceModel& model, Parts* parts) {
    const double start = threadCpuMs();
    m_set.remove(m_id);
    const Index id = m_set.add(model.view());
    if (id != m_id) throw Error("regularity-topology: the id of a body changed with its faces");
    step(m_tree, parts, start);
  }

  /// Like become(), with a new detector that has no data of earlier steps.
  void anew(const SurfaceModel& model, Parts& parts) {
    RegularityTree tree;
    const double start = threadCpuMs();
    m_set.remove(m_id);
    m_id = m_set.add(model.view());
    step(tree, &parts, start);
  }

 private:
  void step(RegularityTree& tree, Parts* parts) { step(tree, parts, threadCpuMs()); }
  void step(RegularityTree& tree, Parts* parts, double start) {
    m_set.update(m_workers);
    const double read = threadCpuMs();
    tree.update(m_set, m_workers);
    const double built = threadCpuMs();
    tree.query(m_set, kWithin, m_results, m_workers);
    const double end = threadCpuMs();
    if (!parts) return;
    parts->bodies.push_back(read - start);
    parts->hierarchy.push_back(built - read);
    parts->query.push_back(end - built);
    parts->whole.push_back(end - start);
  }

  BodySet m_set;
  Index m_id;
  RegularityTree m_tree;
  Workers m_workers;
  Results m_results;
};

}  // namespace

Table regularityTopology(std::size_t most, int repeats, const Progress& progress) {
  Table table{"regularity-topology",
              "a wrinkled cloth whose faces change between two steps: the next step of the regularity tree, ms of "
              "thread CPU time; bodies: topology of new faces, and reading all positions; the ten faces that are cut "
              "out are in a row",
              {"change", "faces", "bodies", "hierarchy", "query", "step"},
              {}};
  progress("regularity-topology");
  const SurfaceModel cloth = models::clothSheet(std::min(most, kFaces), models::ClothShape::Wrinkled);
  const SurfaceModel less = withoutOneFace(cloth), cut = withTenFacesCut(cloth);
  Parts none, removed, added, cutIn, all;
  Run run(cloth);
  for (int i = 0; i < repeats; ++i) {
    run.plain(none);
    run.become(less, &removed);
    run.become(cloth, &added);
    run.become(cut, &cutIn);
    run.become(cloth, nullptr);
    run.anew(cloth, all);
    run.become(cloth, nullptr);
  }
  const auto add = [&](const char* change, const SurfaceModel& model, const Parts& parts) {
    auto& row = table.rows.emplace_back();
    row = {change, faceCount(model)};
    for (const auto& cell : parts.cells()) row.push_back(cell);
  };
  add("none", cloth, none);
  add("one face removed", less, removed);
  add("one face added", cloth, added);
  add("ten faces cut out", cut, cutIn);
  add("all built anew", cloth, all);
  return table;
}

}  // namespace pliant::benchmarks
