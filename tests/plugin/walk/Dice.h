#pragma once

#include <LinearMath/btVector3.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace walk {

/// Random choices that are the same with every standard library.
class Dice {
 public:
  explicit Dice(std::uint64_t start) : m_engine(start) {}

  /// Returns a number from 0 to count − 1.
  int below(int count) { return static_cast<int>(m_engine() % static_cast<std::uint64_t>(count)); }
  bool oneIn(int count) { return below(count) == 0; }
  btScalar between(btScalar low, btScalar high) {
    const auto part = static_cast<double>(m_engine() >> 11) * 0x1p-53;
    return low + static_cast<btScalar>(part) * (high - low);
  }
  btVector3 vector(btScalar size) {
    const btScalar x = between(-size, size), y = between(-size, size), z = between(-size, size);
    return btVector3(x, y, z);
  }
  btQuaternion rotation() {
    const btVector3 axis = vector(1) + btVector3(0, btScalar(1e-3), 0);
    return btQuaternion(axis.normalized(), between(-3, 3));
  }
  template <typename T>
  T& of(std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::mt19937_64 m_engine;
};

}  // namespace walk
