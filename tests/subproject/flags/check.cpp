#include <limits>

float contract(float a, float b, float c);
float reassociate(float a, float b);
bool isNumber(float a);

int main() {
  // 1 + 2^-12. The last bit of its square is kept only by a fused multiply-add.
  const float odd = 1.000244140625f;
  const float square = 1.00048828125f;
  if (contract(odd, odd, -square) != 0) return 1;
  if (reassociate(1e20f, 1.0f) != 0) return 2;
  if (isNumber(std::numeric_limits<float>::quiet_NaN())) return 3;
  return 0;
}
