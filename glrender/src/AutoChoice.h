#pragma once

#include <pliant/glrender/AutoLdi.h>

#include <utility>

#include "MeasuredChoice.h"

namespace pliant::detail {

/// Chooses AutoLdi's renderer for each work item, and stores the state of OpenGL.
class AutoChoice {
 public:
  AutoChoice(std::unique_ptr<LdiRenderer> onCpu, std::vector<std::unique_ptr<LdiRenderer>> byGl,
             const AutoLdiSettings& settings);

  /// Returns the number of renderers. Renderer index (way) 0 is the CPU renderer.
  std::size_t ways() const { return m_renderers.size(); }
  LdiRenderer& renderer(std::size_t way) const { return *m_renderers[way]; }

  /// Calls work(way) for the chosen renderer; after a GlError for the next one. Updates `status` and calls the
  /// listener.
  /// `images`: number of images that the work item draws.
  template <typename Work>
  void run(const MeasuredChoice::Size& size, std::size_t images, const Work& work) {
    try {
      choose(size, images, work);
    } catch (...) {
      tell();
      throw;
    }
    tell();
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
  void choose(const MeasuredChoice::Size& size, std::size_t images, const Work& work);
  /// Returns false if `work` threw GlError. If m_context is not Ready then, the other OpenGL renderers would fail, too.
  template <typename Work>
  bool does(std::size_t way, std::size_t images, const Work& work);
  void failed(std::size_t way, const GlError& error);
  void tell();

  std::vector<std::unique_ptr<LdiRenderer>> m_renderers;
  Standing m_context;           ///< state of the context of all OpenGL renderers
  std::vector<Standing> m_own;  ///< one per OpenGL renderer: its own failures
  AutoLdiSettings::Choice m_choice;
  std::function<double()> m_clock;
  MeasuredChoice m_measured;
};

template <typename Work>
bool AutoChoice::does(std::size_t way, std::size_t images, const Work& work) {
  if (way == 0) {
    work(way);
    done(way, images);
    return true;
  }
  try {
    work(way);
    done(way, images);
    return true;
  } catch (const GlError& error) {
    failed(way, error);
    return false;
  }
}

template <typename Work>
void AutoChoice::choose(const MeasuredChoice::Size& size, std::size_t images, const Work& work) {
  if (m_choice == AutoLdiSettings::Choice::Measured) {
    for (;;) {
      const std::size_t way = m_measured.pick(size);
      const double before = m_clock();
      const bool good = does(way, images, work);
      const double ms = m_clock() - before;
      if (good) {
        m_measured.done(size, way, ms);
        return;
      }
      for (std::size_t i = 1; i < ways(); ++i) {
        if (i == way || m_context.status != GlStatus::Ready) m_measured.failed(i, ms);
      }
    }
  }
  if (m_choice == AutoLdiSettings::Choice::OpenGl) {
    for (std::size_t way = 1; way < ways(); ++way) {
      if (does(way, images, work)) return;
      if (m_context.status != GlStatus::Ready) break;
    }
  }
  does(0, images, work);
}

}  // namespace pliant::detail
