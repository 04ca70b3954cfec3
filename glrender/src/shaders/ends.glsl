
// The faces at which a span ends, and what its corners get of the pixel (Faure et al. 2008), as AxisGradientSum has it.
// After walk.glsl. Corners are whole subpixels, so few that edge functions are exact in doubles; what is rounded is
// rounded in the order and precision of SnappedTriangle.
layout(std430, binding = 5) readonly buffer Faces {
  uint faces[];  // of both surfaces
};
layout(std430, binding = 6) readonly buffer Vertices {
  uvec2 vertices[];  // of both: corners, two floats each; then heights, doubles
};
layout(std430, binding = 7) buffer Parts {
  uint vertexParts[];  // of both, by vertex: low and high word
};

uniform uvec2 firstFace, firstVertex;  // of each surface, among all
uniform uvec2 leastVertex;             // by which faces name a surface's first
uniform uint firstHeight;
uniform double lastRow;  // its share of the volume
uniform uint height;     // rows

const double kParts = 2147483648.0lf;

struct End {
  uint vertex[3];
  double weights[3];
  double height;
  bool found;
};

End endAt(bool second, uint face, uint column) {
  uint own = second ? 1u : 0u;
  End end;
  end.found = true;
  dvec2 at[3];
  double up[3];
  for (uint k = 0u; k < 3u; ++k) {
    end.vertex[k] = firstVertex[own] + faces[3u * (firstFace[own] + face) + k] - leastVertex[own];
    at[k] = dvec2(uintBitsToFloat(vertices[end.vertex[k]]));
    up[k] = packDouble2x32(vertices[firstHeight + end.vertex[k]]);
  }
  dvec2 ab = at[1] - at[0], ac = at[2] - at[0];
  precise double area = ab.x * ac.y - ac.x * ab.y;
  bool clockwise = area < 0.0lf;
  if (clockwise) {
    area = -area;
    dvec2 corner = at[1];
    at[1] = at[2];
    at[2] = corner;
  }
  dvec2 centre = 256.0lf * dvec2(column, gl_WorkGroupID.x);
  for (uint i = 0u; i < 3u; ++i) {
    dvec2 from = at[(i + 1u) % 3u], edge = at[(i + 2u) % 3u] - from, to = centre - from;
    precise double value = edge.x * to.y - edge.y * to.x;
    precise double weight = value / area;
    end.weights[i] = weight;
  }
  if (clockwise) {
    double weight = end.weights[1];
    end.weights[1] = end.weights[2];
    end.weights[2] = weight;
  }
  precise double sum = 0.0lf;
  for (uint k = 0u; k < 3u; ++k) {
    precise double term = end.weights[k] * up[k];
    sum += term;
  }
  end.height = sum;
  return end;
}

// Of those that change the winding number as the group does, the one that the span meets first from within.
void find(inout End best, Group group, bool low, uint column) {
  for (uint i = 0u; i < group.count; ++i) {
    uint at = group.ascending ? group.at + i : group.at - i;
    uint faceAndSide = group.second ? entriesB[at].x : entriesA[at].x;
    int change = ((faceAndSide & 1u) != 0u) == group.ascending ? 1 : -1;
    if (change != sign(group.change)) continue;
    End end = endAt(group.second, faceAndSide >> 1, column);
    if (!best.found || (low ? end.height > best.height : end.height < best.height)) best = end;
  }
}

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

void addEnds(uint column, Group lowA, Group lowB, Group highA, Group highB) {
  double ofColumn = column + 1u == width ? lastColumn : 1.0lf;
  double ofRow = gl_WorkGroupID.x + 1u == height ? lastRow : 1.0lf;
  precise double share = ofColumn * ofRow;
  End low, high;
  low.found = high.found = false;
  find(low, lowA, true, column);
  find(low, lowB, true, column);
  find(high, highA, false, column);
  find(high, highB, false, column);
  addEnd(low, true, share);
  addEnd(high, false, share);
}
