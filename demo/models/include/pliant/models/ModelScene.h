#pragma once

#include <pliant/models/SurfaceModel.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::models {

/// A body of a scene: a surface, or a cloud of points where it has no faces.
struct ModelBody {
  std::string name;
  SurfaceModel surface;
  bool moves = false;
};

/// Bodies that go their own ways, with no world and no response: the papers' test beds that have none.
class ModelScene {
 public:
  using Move = std::function<void(double time, std::vector<ModelBody>& bodies)>;
  /// At time 0. `move` gives the points of those that move at a time from 0 to 1.
  ModelScene(std::vector<ModelBody> bodies, Move move);

  const std::vector<ModelBody>& bodies() const { return m_bodies; }
  /// 0 is the start, 1 the end. The same bits for the same time, whatever came before. The points stay where they are
  /// in memory.
  void setTime(double time) { m_move(time, m_bodies); }

 private:
  std::vector<ModelBody> m_bodies;
  Move m_move;
};

/// What of a scene can be chosen; 0 faces: the scene's own number.
struct ModelSceneOptions {
  std::size_t faces = 0;
  double angle = 30;
};

struct ModelSceneEntry {
  std::string_view name;
  std::string_view description;  ///< one line for lists
  std::string_view source;       ///< the paper and where in it
  std::string_view faces;        ///< the numbers to choose from, in words; empty where there is no choice
  bool hasAngle;
  /// Throws Error on a number of faces that is none of those. Takes seconds for large models, once in a process.
  ModelScene (*make)(const ModelSceneOptions& options);
};

/// In the order in which they are listed.
std::span<const ModelSceneEntry> modelScenes();
/// Null where there is none of that name.
const ModelSceneEntry* findModelScene(std::string_view name);

}  // namespace pliant::models
