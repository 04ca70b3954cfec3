
// For each span, adds the pixel's share to the corners of the face at its high end, and subtracts it at its low end
// (Faure et al. 2008), like axisGradients(). Include after ends.glsl.
layout(std430, binding = 7) buffer Parts {
  uint vertexParts[];  // one per vertex of both surfaces: low and high word
};

uniform double lastRow;  // share of the last row that lies in the volume
uniform uint height;     // number of rows

const double kParts = 2147483648.0lf;

// Adds a whole number, which may be negative, to a sum in two words. An integer sum does not depend on the order of
// addition.
void addPart(uint vertex, double part) {
  if (part == 0.0lf) return;
  uint whole = uint(abs(part)), value = part < 0.0lf ? 0u - whole : whole;
  uint at = 2u * vertex;
  uint before = atomicAdd(vertexParts[at], value);
  uint high = (part < 0.0lf ? 0xffffffffu : 0u) + (before + value < before ? 1u : 0u);
  if (high != 0u) atomicAdd(vertexParts[at + 1u], high);
}

// Adds whole numbers that sum to the share. The corner with the largest weight gets the remainder of the others.
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
