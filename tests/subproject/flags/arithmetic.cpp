// Fast mathematics changes the results of these functions.
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "fast mathematics is on"
#endif

float contract(float a, float b, float c) {
  return a * b + c;
}
float reassociate(float a, float b) {
  return (a + b) - a;
}
bool isNumber(float a) {
  return a == a;
}
