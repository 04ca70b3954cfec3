
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

void addEnd(End end, bool low, double share) {
  if (!end.found) return;
  uint most = 0u;
  for (uint k = 1u; k < 3u; ++k) {
    if (end.weights[k] > end.weights[most]) most = k;
  }
  double left = roundEven(share * kParts);
  for (uint k = 0u; k < 3u; ++k) {
    if (k == most) continue;
    precise double ofPixel = end.weights[k] * share;
    double part = roundEven(ofPixel * kParts);
    addPart(end.vertex[k], low ? -part : part);
    left -= part;
  }
  addPart(end.vertex[most], low ? -left : left);
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
