#pragma once

#include <pliant/models/SurfaceModel.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::models {

/// A body of a scene: a surface, a solid of tetrahedra with its surface, or a point cloud if it has no faces.
struct ModelBody {
  std::string name;
  SurfaceModel surface;
  bool moves = false;
};

/// A scripted scene without a world and without response, after a test bed of a paper.
class ModelScene {
 public:
  using Move = std::function<void(double time, std::vector<ModelBody>& bodies)>;
  /// Sets the scene to time 0. `move` computes the points of the moving bodies at a time in [0, 1].
  ModelScene(std::vector<ModelBody> bodies, Move move);

  const std::vector<ModelBody>& bodies() const { return m_bodies; }
  /// Moves the bodies to a time from 0 (start) to 1 (end). The same time gives the same bits, whatever was called
  /// before. The addresses of the points do not change.
  void setTime(double time) { m_move(time, m_bodies); }

 private:
  std::vector<ModelBody> m_bodies;
  Move m_move;
};

/// Options of a scene. `faces` = 0: the scene's default number. `angle` is in degrees.
struct ModelSceneOptions {
  std::size_t faces = 0;
  double angle = 30;
};

struct ModelSceneEntry {
  std::string_view name;
  std::string_view description;  ///< one line for lists
  std::string_view source;       ///< paper and section
  std::string_view faces;        ///< allowed numbers of faces, in words; empty if there is no choice
  bool hasAngle;
  /// Creates the scene. Throws Error if the number of faces is not allowed. The first call of a process takes seconds
  /// for large models.
  ModelScene (*make)(const ModelSceneOptions& options);
};

/// Returns all scenes, in the order of lists.
std::span<const ModelSceneEntry> modelScenes();
/// Returns nullptr if no scene has that name.
const ModelSceneEntry* findModelScene(std::string_view name);

}  // namespace pliant::models
