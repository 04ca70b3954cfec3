#pragma once

#include <GL/glew.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/glrender/DrawnLdi.h>
#include <pliant/pictures/Image.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "Pane.h"
#include "SceneRenderer.h"

namespace pliant::detail {

/// The layers of depth images as pictures (Heidelberger 2003, figure 3): those of the two closed bodies that share the
/// largest volume of interest, or of the first closed one alone, drawn by OpenGL 4.3 out of the buffers in which the
/// scene's renderer has them, and the volume that they share by these images. In a current context from its making to
/// its end.
class LayerView {
 public:
  LayerView();
  ~LayerView();
  LayerView(const LayerView&) = delete;
  LayerView& operator=(const LayerView&) = delete;

  /// Draws anew where the snapshot is another one.
  void update(const std::shared_ptr<const Snapshot>& snapshot, const SceneRenderer& renderer);

  /// A texture; 0 where there is nothing to see.
  GLuint texture() const { return m_sheet.empty() ? 0 : m_texture; }
  int width() const { return m_sheet.width(); }
  int height() const { return m_sheet.height(); }
  /// Of what it is, or why there is none.
  const std::string& caption() const { return m_caption; }

 private:
  struct Choice {
    std::vector<std::size_t> bodies;
    std::vector<LdiView> views;
  };
  Choice choose(const Snapshot& snapshot) const;
  void draw(const Snapshot& snapshot, const SceneRenderer& renderer);
  void show();

  DrawnLdi m_ldi;
  std::array<LayeredDepthImage, 2> m_images;
  LdiVolume m_volume;
  Image m_sheet;
  std::string m_caption;
  std::shared_ptr<const Snapshot> m_shown;
  GLuint m_texture = 0;
};

}  // namespace pliant::detail
