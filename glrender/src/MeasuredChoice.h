#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pliant::detail {

/// Which of a few ways to do the same work is the fastest, by the times that the work itself takes. Work is told apart
/// by size: each size has its own answer.
///
/// Of a new size the first images try each way. Later ones go the fastest way, and another is tried again only when the
/// time for it has been saved up: `share` of what the size took. A way that fails is left alone until work of 1 / share
/// times as long as the failure took is done.
class MeasuredChoice {
 public:
  static constexpr std::size_t kMostWays = 4;

  /// Of work, to be told apart by halves and doubles.
  struct Size {
    std::size_t faces = 0, pixels = 0;  ///< of all views together
    std::size_t views = 1;
  };

  /// Way 0 never fails. `advantage`: how many times as fast another way must be to take the place of the one in use.
  MeasuredChoice(std::size_t ways, double share, double advantage);

  /// The way to go now.
  std::size_t pick(const Size& size);
  /// It was gone, and took so long.
  void done(const Size& size, std::size_t way, double ms);
  /// It could not be gone.
  void failed(std::size_t way, double ms);

  bool usable(std::size_t way) const { return m_ways[way].usable; }
  std::size_t memory() const { return m_classes.capacity() * sizeof m_classes[0]; }

 private:
  /// The last few times of a way, in ms for a unit of work.
  struct Times {
    static constexpr std::size_t kKept = 5;
    std::array<double, kKept> last{};
    std::size_t count = 0;

    void add(double rate) { last[count++ % kKept] = rate; }
    double median() const;
  };
  struct Way {
    bool usable = true;
    bool fresh = true;               ///< it will do first what it does once
    bool rested = true;              ///< there was other work since it failed
    double failure = 0, waited = 0;  ///< ms that failing took, and that other work took since
  };
  struct Class {
    std::array<Times, kMostWays> times;
    std::size_t chosen = 0, trying = 0, left = 0;  ///< images for which `trying` is still to be gone
    std::size_t next = 0;                          ///< way to be tried again
    std::size_t since = 0;                         ///< images since one was
    double saved = 0;                              ///< ms
  };

  Class& classOf(const Size& size);
  bool mayTry(const Class& of, std::size_t way, bool due) const;
  bool isDue(const Class& of, std::size_t way, double work) const;
  void choose(Class& of) const;

  double m_share, m_advantage;
  std::size_t m_count;
  std::array<Way, kMostWays> m_ways;
  std::array<std::uint16_t, 4 * 4096> m_index{};  ///< 1 + class
  std::vector<Class> m_classes;
};

}  // namespace pliant::detail
