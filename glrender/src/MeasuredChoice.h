#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pliant::detail {

/// Chooses the fastest of a few alternatives (ways) for the same work, by measured times. Each size class of work has
/// its own choice.
///
/// - The first images of a size class try each alternative.
/// - Later images use the fastest one. Another one is tried again only after its additional time has been saved up:
///   `share` of the time of the size class.
/// - A failed alternative is tried again after other work that takes (time of the failure) / share.
class MeasuredChoice {
 public:
  static constexpr std::size_t kMostWays = 4;

  /// Size of a work item. Sizes of one class differ by less than a factor of two.
  struct Size {
    std::size_t faces = 0, pixels = 0;  ///< sums over all views
    std::size_t views = 1;
  };

  /// Alternative 0 must never fail. `advantage`: factor by which another alternative must be faster to replace the
  /// chosen one.
  MeasuredChoice(std::size_t ways, double share, double advantage);

  /// Returns the alternative for the next work item.
  std::size_t pick(const Size& size);
  /// Records that the alternative took `ms` [ms].
  void done(const Size& size, std::size_t way, double ms);
  /// Records that the alternative failed after `ms` [ms].
  void failed(std::size_t way, double ms);

  bool usable(std::size_t way) const { return m_ways[way].usable; }
  std::size_t memory() const { return m_classes.capacity() * sizeof m_classes[0]; }

 private:
  /// The last times of an alternative [ms per unit of work].
  struct Times {
    static constexpr std::size_t kKept = 5;
    std::array<double, kKept> last{};
    std::size_t count = 0;

    void add(double rate) { last[count++ % kKept] = rate; }
    double median() const;
  };
  struct Way {
    bool usable = true;
    bool fresh = true;               ///< true if its next time includes one-time costs
    bool rested = true;              ///< true if other work was done since it failed
    double failure = 0, waited = 0;  ///< time of the failure, and of other work since [ms]
  };
  struct Class {
    std::array<Times, kMostWays> times;
    std::size_t chosen = 0, trying = 0, left = 0;  ///< left: images that `trying` still gets
    std::size_t next = 0;                          ///< next alternative to try again
    std::size_t since = 0;                         ///< number of images since the last trial
    double saved = 0;                              ///< saved up for trials [ms]
  };

  Class& classOf(const Size& size);
  bool mayTry(const Class& of, std::size_t way, bool due) const;
  bool isDue(const Class& of, std::size_t way, double work) const;
  void choose(Class& of) const;

  double m_share, m_advantage;
  std::size_t m_count;
  std::array<Way, kMostWays> m_ways;
  std::array<std::uint16_t, 4 * 4096> m_index{};  ///< 1 + index in m_classes; 0: none
  std::vector<Class> m_classes;
};

}  // namespace pliant::detail
