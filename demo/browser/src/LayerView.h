#pragma once

#include <GL/glew.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/glrender/DrawnLdi.h>
#include <pliant/glrender/SharedContext.h>
#include <pliant/pictures/Image.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "Pane.h"
#include "SceneRenderer.h"

namespace pliant::detail {

/// Pictures of the layers of layered depth images (Heidelberger 2003, figure 3), and the volume that these images give.
/// Shows the two closed bodies with the largest common volume of interest, or the first closed body alone. OpenGL 4.3
/// draws the images from the buffers of the scene's renderer, in a context of its own that shares them (SharedContext):
/// the window's state stays as it is. Needs the window's current context from construction to destruction.
class LayerView {
 public:
  LayerView();
  ~LayerView();
  LayerView(const LayerView&) = delete;
  LayerView& operator=(const LayerView&) = delete;

  /// Draws the layers again if the snapshot or the look has changed.
  void update(const std::shared_ptr<const Snapshot>& snapshot, const SceneRenderer& renderer, bool dark);

  /// Texture name; 0 if there is nothing to show.
  GLuint texture() const { return m_sheet.empty() ? 0 : m_texture; }
  int width() const { return m_sheet.width(); }
  int height() const { return m_sheet.height(); }
  /// The layers of a body in the texture: rows of it, from `top` on.
  struct Part {
    std::string title;
    int top = 0, height = 0;
  };
  const std::vector<Part>& parts() const { return m_parts; }
  /// Description of the pictures, or the reason why there are none.
  const std::string& caption() const { return m_caption; }

 private:
  struct Choice {
    std::vector<std::size_t> bodies;
    std::vector<LdiView> views;
  };
  Choice choose(const Snapshot& snapshot) const;
  void draw(const Snapshot& snapshot, const SceneRenderer& renderer);
  void show();

  std::shared_ptr<SharedContext> m_context;
  DrawnLdi m_ldi;
  std::array<LayeredDepthImage, 2> m_images;
  LdiVolume m_volume;
  Image m_sheet;
  std::vector<Part> m_parts;
  std::string m_caption;
  std::shared_ptr<const Snapshot> m_shown;
  GLuint m_texture = 0;
  bool m_dark = false;
};

}  // namespace pliant::detail
