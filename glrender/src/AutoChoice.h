#pragma once

#include <pliant/glrender/AutoLdi.h>

namespace pliant::detail {

/// Chooses AutoLdi's renderer for each work item, and stores the state of OpenGL.
class AutoChoice {
 public:
  static constexpr std::size_t kMostWays = 4;

  /// Size of a work item: sums over its views.
  struct Size {
    std::size_t faces = 0, pixels = 0;
    bool inBands = false;  ///< true if an image is so large that a CPU renderer draws it in bands
  };

  AutoChoice(std::shared_ptr<GlContext> context, std::unique_ptr<LdiRenderer> onCpu,
             std::vector<std::unique_ptr<LdiRenderer>> byGl, const AutoLdiSettings& settings);

  /// Returns the number of renderers. Renderer index (way) 0 is the CPU renderer.
  std::size_t ways() const { return m_renderers.size(); }
  LdiRenderer& renderer(std::size_t way) const { return *m_renderers[way]; }

  /// Calls work(way) for the chosen renderer; after a GlError for the next one. Updates `status` and calls the
  /// listener.
  /// `images`: number of images that the work item draws.
  template <typename Work>
  void run(const Size& size, std::size_t images, const Work& work) {
    try {
      choose(size, images, work);
    } catch (...) {
      report();
      throw;
    }
    report();
  }

  /// Records that a renderer has drawn `images` images.
  void done(std::size_t way, std::size_t images);

  std::size_t memory() const;
  std::size_t cardMemory() const;

  AutoLdiStatus status;
  AutoLdi::Listener listener;

 private:
  struct Standing {
    GlStatus status = GlStatus::Ready;
    std::string reason;
  };

  template <typename Work>
  void choose(const Size& size, std::size_t images, const Work& work);
  AutoLdiChoice decide(const Size& size);
  void failed(std::size_t way, GlStatus status, const std::string& reason);
  void report();

  std::shared_ptr<GlContext> m_glContext;
  std::vector<std::unique_ptr<LdiRenderer>> m_renderers;
  Standing m_context;           ///< state of the context of all OpenGL renderers
  std::vector<Standing> m_own;  ///< one per OpenGL renderer that may be chosen: its own failures
  AutoLdiSettings::Choice m_choice;
  std::size_t m_pause = 0;  ///< number of large work items until the rule tries OpenGL again
};

template <typename Work>
void AutoChoice::choose(const Size& size, std::size_t images, const Work& work) {
  const AutoLdiChoice chosen = decide(size);
  status.choice = chosen.reason;
  for (std::size_t way = 1; chosen.byGl && way <= m_own.size(); ++way) {
    try {
      work(way);
      done(way, images);
      return;
    } catch (const GlError& error) {
      failed(way, error.status(), error.what());
    }
    if (m_context.status != GlStatus::Ready) break;  // the other OpenGL renderers would fail, too
  }
  work(0);
  done(0, images);
}

}  // namespace pliant::detail
