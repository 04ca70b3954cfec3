#pragma once

#include <algorithm>
#include <vector>

namespace pliant {

/// Returns the median: the mean of both middle values if the count is even, 0 if there are no values.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

}  // namespace pliant
