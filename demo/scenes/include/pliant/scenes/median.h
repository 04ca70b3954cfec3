#pragma once

#include <algorithm>
#include <vector>

namespace pliant {

/// The mean of both middle values where their number is even; 0 of nothing.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

}  // namespace pliant
