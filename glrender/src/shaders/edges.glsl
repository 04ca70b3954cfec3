
// Edge functions of corners in whole subpixels, less than 2^22 subpixels from the centre. They are exact in doubles.
// Later results are rounded in the order and precision of SnappedTriangle. NVIDIA's compiler (driver 580) stores an
// array of doubles in a function as floats. It also fails if a variable selects the component of a vector of doubles
// that is written. These shaders avoid both.
double edgeAt(vec2 first, vec2 second, dvec2 centre) {
  dvec2 from = dvec2(first), edge = dvec2(second) - from, to = centre - from;
  precise double value = edge.x * to.y - edge.y * to.x;
  return value;
}

double areaOf(vec2 a, vec2 b, vec2 c) {
  dvec2 ab = dvec2(b) - dvec2(a), ac = dvec2(c) - dvec2(a);
  precise double area = ab.x * ac.y - ac.x * ab.y;
  return area;
}
