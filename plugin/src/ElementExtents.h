#pragma once

#include <pliant/detectors/BodySet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/forEachBody.h"

namespace pliant::detail {

/// Box of an element, in two SIMD registers; the fourth axis is 0.
struct alignas(8 * sizeof(Real)) Extent {
  std::array<Real, 4> low, high;

  /// Returns an empty box, which meets none.
  static constexpr Extent nowhere() {
    constexpr Real most = std::numeric_limits<Real>::max();
    return {{most, most, most, most}, {-most, -most, -most, -most}};
  }
  bool meets(const Extent& other) const {
    bool separated = false;
    for (std::size_t k = 0; k < 4; ++k) {
      separated |= low[k] > other.high[k];
      separated |= other.low[k] > high[k];
    }
    return !separated;
  }
  Extent merged(const Extent& other) const {
    Extent out;
    for (std::size_t k = 0; k < 4; ++k) {
      out.low[k] = std::min(low[k], other.low[k]);
      out.high[k] = std::max(high[k], other.high[k]);
    }
    return out;
  }
};

/// Boxes in three levels: one per element, one per run of kRun elements, one per group of kRun runs.
struct ElementExtents {
  static constexpr std::size_t kRun = 32;
  static constexpr std::size_t kPerChunk = 1024;  // elements that are one chunk of work

  std::vector<Extent> elements, runs, groups;
  std::vector<std::uint8_t> empty;  ///< one per body: 1 if the boxes of its elements are empty

  /// Computes the boxes of elements from those of the vertices. `rangeOf`: returns the elements of a body. `asks`: one
  /// per body; 0: its elements get empty boxes.
  template <typename Element>
  void measure(const BodySet& set, std::span<const Element> corners, BodySet::Range (BodySet::*rangeOf)(Index) const,
               const std::vector<Extent>& vertices, std::span<const std::uint8_t> asks, Workers& workers) {
    elements.resize(corners.size());
    m_parts.clear();
    std::size_t sum = 0;
    for (Index body = 0; body < set.bodyCount(); ++body) {
      if (!asks[body] && empty[body]) continue;
      empty[body] = !asks[body];
      const auto [begin, end] = (set.*rangeOf)(body);
      for (Index at = begin; at < end; at += Index{kPerChunk})
        m_parts.push_back({body, at, std::min(at + Index{kPerChunk}, end)});
      sum += end - begin;
    }
    forEachBody(&workers, m_parts.size(), sum, [&](std::size_t k) {
      const auto [body, begin, end] = m_parts[k];
      if (empty[body]) {
        std::fill(elements.begin() + begin, elements.begin() + end, Extent::nowhere());
        return;
      }
      Extent* const out = elements.data();
      const Extent* const from = vertices.data();
      for (Index i = begin; i < end; ++i) {
        Extent box = from[corners[i][0]];
        for (std::size_t c = 1; c < corners[i].size(); ++c) box = box.merged(from[corners[i][c]]);
        out[i] = box;
      }
    });
  }
  /// Computes the boxes of runs and groups.
  void makeRuns(Workers& workers) {
    makeRuns(elements, runs, workers);
    makeRuns(runs, groups, workers);
  }
  /// Calls function(element) for each element whose box meets this one. Call after makeRuns().
  template <typename Function>
  void forEachMeeting(const Extent& box, Function&& function) const {
    const auto forEachIn = [&](const std::vector<Extent>& parts, std::size_t whole, auto&& each) {
      const std::size_t end = std::min((whole + 1) * kRun, parts.size());
      for (std::size_t i = whole * kRun; i < end; ++i)
        if (parts[i].meets(box)) each(i);
    };
    for (std::size_t group = 0; group < groups.size(); ++group) {
      if (!groups[group].meets(box)) continue;
      forEachIn(runs, group,
                [&](std::size_t run) { forEachIn(elements, run, [&](std::size_t i) { function(Index(i)); }); });
    }
  }

 private:
  /// Elements of a body that are one chunk of work.
  struct Part {
    Index body, begin, end;
  };

  static void makeRuns(const std::vector<Extent>& boxes, std::vector<Extent>& runs, Workers& workers) {
    runs.resize((boxes.size() + kRun - 1) / kRun);
    forChunks(&workers, runs.size(), kPerChunk / kRun, [&](std::size_t run) {
      Extent all = boxes[run * kRun];
      for (std::size_t i = run * kRun + 1; i < std::min((run + 1) * kRun, boxes.size()); ++i)
        all = all.merged(boxes[i]);
      runs[run] = all;
    });
  }

  std::vector<Part> m_parts;
};

}  // namespace pliant::detail
