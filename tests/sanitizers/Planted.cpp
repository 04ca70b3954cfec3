// One fault of each kind that the sanitizers must detect, with the same suppressions and options as in the other tests.
#include <pliant/detectors/Workers.h>

#include <climits>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

volatile int one = 1;  // keeps the compiler from deciding anything below at compile time

void race() {
  pliant::Workers workers(2);
  std::vector<int> shared(1);
  for (int i = 0; i < 100; ++i) {
    workers.forChunks(1000, 1, [&](std::size_t, std::size_t, std::size_t) { shared[0] += one; });
  }
  std::printf("%d\n", shared[0]);
}

void leak() {
  int* volatile lost = new int[100];
  lost[0] = one;
  lost = nullptr;
}

void overrun() {
  const std::vector<int> values(4);
  std::printf("%d\n", values.data()[4 * one]);
}

void overflow() {
  std::printf("%d\n", INT_MAX + one);
}

void cast() {
  std::printf("%d\n", static_cast<int>(1e10 * one));
}

}  // namespace

int main(int, char** argv) {
  const char* const fault = argv[1];
  if (std::strcmp(fault, "race") == 0) race();
  if (std::strcmp(fault, "leak") == 0) leak();
  if (std::strcmp(fault, "overrun") == 0) overrun();
  if (std::strcmp(fault, "overflow") == 0) overflow();
  if (std::strcmp(fault, "cast") == 0) cast();
  return 0;
}
