#pragma once

#include <pliant/scenes/MethodSettings.h>

#include <string>
#include <string_view>
#include <vector>

#include "Pane.h"

namespace pliant::detail {

/// A counter of a method, or a time, beside the paper's number.
struct CounterRow {
  std::string name, value;
  std::string tip;    ///< explanation, with the source of the paper's number
  std::string paper;  ///< the paper's number; empty: the paper has none for this scene
};

/// Returns the counters by which the detector's paper argues, for the last answer or else the last step, and the time
/// of an answer. `faces`: number of faces of all bodies. `values`: all settings of the detector.
std::vector<CounterRow> counterRows(std::string_view detector, std::string_view scene, const StepSample& sample,
                                    std::size_t faces, const MethodValues& values);

/// Returns what an answer has found, in words: "412 pairs of faces intersect". Empty if nothing was asked.
std::string describeFound(const StaticAnswer& answer);

/// Returns the tables and figures of a paper that a scene repeats; empty if there are none.
std::string_view paperOf(std::string_view scene);

}  // namespace pliant::detail
