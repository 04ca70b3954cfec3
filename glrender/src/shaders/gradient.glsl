
// What the corners of the faces at which spans end get of the pixel (Faure et al. 2008), as AxisGradientSum has it. After
// ends.glsl.
layout(std430, binding = 7) buffer Parts {
  uint vertexParts[];  // of both, by vertex: low and high word
};

uniform double lastRow;  // its share of the volume
uniform uint height;     // rows

const double kParts = 2147483648.0lf;

// To what may be negative; in two words, so that it is a whole number in whatever order it is added.
void addPart(uint vertex, double part) {
  if (part == 0.0lf) return;
  uint whole = uint(abs(part)), value = part < 0.0lf ? 0u - whole : whole;
  uint at = 2u * vertex;
  uint before = atomicAdd(vertexParts[at], value);
  uint high = (part < 0.0lf ? 0xffffffffu : 0u) + (before + value < before ? 1u : 0u);
  if (high != 0u) atomicAdd(vertexParts[at + 1u], high);
}

// Whole numbers that add up to the share: the corner with the largest weight gets what the others leave.
void addEnd(End end, bool low, double share) {
  if (!end.found) return;
  double left = roundEven(share * kParts);
  precise double ofA = end.weights.x * share, ofB = end.weights.y * share, ofC = end.weights.z * share;
  double a = roundEven(ofA * kParts), b = roundEven(ofB * kParts), c = roundEven(ofC * kParts);
  if (end.weights.z > max(end.weights.x, end.weights.y)) {
    c = left - a - b;
  } else if (end.weights.y > end.weights.x) {
    b = left - a - c;
  } else {
    a = left - b - c;
  }
  addPart(end.vertex.x, low ? -a : a);
  addPart(end.vertex.y, low ? -b : b);
  addPart(end.vertex.z, low ? -c : c);
}

void addSpan(uint column, int from, int to, Group lowA, Group lowB, Group highA, Group highB) {
  double ofColumn = column + 1u == width ? lastColumn : 1.0lf;
  double ofRow = gl_WorkGroupID.x + 1u == height ? lastRow : 1.0lf;
  precise double share = ofColumn * ofRow;
  End low, high;
  findEnds(column, lowA, lowB, highA, highB, low, high);
  addEnd(low, true, share);
  addEnd(high, false, share);
}
