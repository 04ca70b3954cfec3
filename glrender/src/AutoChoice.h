#pragma once

#include <pliant/glrender/AutoLdi.h>

#include <utility>

#include "MeasuredChoice.h"

namespace pliant::detail {

/// Which of AutoLdi's renderers does the next work, and how OpenGL stands.
class AutoChoice {
 public:
  AutoChoice(std::unique_ptr<LdiRenderer> onCpu, std::vector<std::unique_ptr<LdiRenderer>> byGl,
             const AutoLdiSettings& settings);

  /// Way 0 is the CPU.
  std::size_t ways() const { return m_renderers.size(); }
  LdiRenderer& renderer(std::size_t way) const { return *m_renderers[way]; }

  /// Calls work(way) for one that can, after others that threw GlError. `images`: that it draws.
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

  /// Such a way has drawn so many images.
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
  /// False if OpenGL can't be used for it; if it is for the context, others need not be asked.
  template <typename Work>
  bool does(std::size_t way, std::size_t images, const Work& work);
  void failed(std::size_t way, const GlError& error);
  void tell();

  std::vector<std::unique_ptr<LdiRenderer>> m_renderers;
  Standing m_context;           ///< what all that use OpenGL have in common
  std::vector<Standing> m_own;  ///< what each of them fails by itself
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
