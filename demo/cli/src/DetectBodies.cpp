#include "DetectBodies.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/readMesh.h>

#include <utility>

namespace pliant::cli {
namespace {

class FileBodies final : public DetectBodies {
 public:
  explicit FileBodies(const DetectArguments& arguments) : m_arguments(arguments) {
    for (const DetectArguments::Body& body : arguments.bodies) m_frames.push_back(readMeshFrames(body.frames));
  }
  Index count() const override { return static_cast<Index>(m_frames.size()); }
  const std::string& name(Index body) const override { return m_arguments.bodies[body].name; }
  bool moves(Index body) const override { return m_frames[body].count() > 1; }
  BodyView view(Index body) const override {
    BodyView view = m_frames[body].mesh.view();
    if (moves(body)) view.positions = positionsView(m_frames[body].positions(m_frame));
    return view;
  }
  void setFrame(std::size_t frame) override { m_frame = frame; }
  void keepPositionsOnly() override {
    for (MeshFrames& body : m_frames) {
      std::exchange(body.mesh.triangles, {});
      std::exchange(body.mesh.tetrahedra, {});
    }
  }

 private:
  std::vector<Triangle>& ownFaces(Index body) override { return m_frames[body].mesh.triangles; }

  const DetectArguments& m_arguments;
  std::vector<MeshFrames> m_frames;
  std::size_t m_frame = 0;
};

/// The frames cover the scene from its start to its end. A single frame shows the end.
class SceneBodies final : public DetectBodies {
 public:
  explicit SceneBodies(const DetectArguments& arguments)
      : m_scene(make(*arguments.scene, arguments.sceneOptions)), m_last(arguments.frames - 1) {
    for (const models::ModelBody& body : m_scene.bodies()) m_faces.push_back(body.surface.faces);
    setFrame(0);
  }
  Index count() const override { return static_cast<Index>(m_scene.bodies().size()); }
  const std::string& name(Index body) const override { return m_scene.bodies()[body].name; }
  bool moves(Index body) const override { return m_last > 0 && m_scene.bodies()[body].moves; }
  BodyView view(Index body) const override {
    BodyView view = m_scene.bodies()[body].surface.view();
    if (!m_faces[body].empty()) {
      view.triangles = {m_faces[body].front().data(), static_cast<Index>(m_faces[body].size()), 3};
    }
    return view;
  }
  std::span<const Tetrahedron> tetrahedra(Index body) const override {
    return m_scene.bodies()[body].surface.tetrahedra;
  }
  void setFrame(std::size_t frame) override {
    m_scene.setTime(m_last == 0 ? 1 : static_cast<double>(frame) / static_cast<double>(m_last));
  }

 private:
  static models::ModelScene make(const models::ModelSceneEntry& entry, const models::ModelSceneOptions& options) {
    try {
      return entry.make(options);
    } catch (const Error& error) {
      throw Error("--faces: " + std::string(error.what()));
    }
  }
  std::vector<Triangle>& ownFaces(Index body) override { return m_faces[body]; }

  models::ModelScene m_scene;
  std::vector<std::vector<Triangle>> m_faces;  ///< one list per body, caps included
  std::size_t m_last;
};

}  // namespace

HoleCaps DetectBodies::cap(Index body, Index mostEdges) {
  const BodyView seen = view(body);
  HoleCaps caps = capHoles(seen.positions, seen.triangles, mostEdges);
  std::vector<Triangle>& own = ownFaces(body);
  own.insert(own.end(), caps.faces.begin(), caps.faces.end());
  return caps;
}

std::unique_ptr<DetectBodies> detectBodies(const DetectArguments& arguments) {
  if (arguments.scene != nullptr) return std::make_unique<SceneBodies>(arguments);
  return std::make_unique<FileBodies>(arguments);
}

}  // namespace pliant::cli
