
// The faces at which spans end. After walk.glsl. Corners are whole subpixels, so few that edge functions are exact in
// doubles; what is rounded is rounded in the order and precision of SnappedTriangle.
layout(std430, binding = 5) readonly buffer Faces {
  uint faces[];  // of both surfaces
};
layout(std430, binding = 6) readonly buffer Vertices {
  uvec2 vertices[];  // of both: corners, two floats each; then heights, doubles
};

uniform uvec2 firstFace, firstVertex;  // of each surface, among all
uniform uvec2 leastVertex;             // by which faces name a surface's first
uniform uint firstHeight;

struct End {
  uint faceAndOwner;  // twice the face, plus 1 if it is the second surface's
  uint vertex[3];
  double weights[3];
  double height;
  bool found;
};

End endAt(bool second, uint face, uint column) {
  uint own = second ? 1u : 0u;
  End end;
  end.found = true;
  end.faceAndOwner = face << 1 | own;
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

// Of those that change the winding number as the group does, the one that the span meets first from within; of several
// of one surface that with the smallest number.
void find(inout End best, Group group, bool low, uint column) {
  for (uint i = 0u; i < group.count; ++i) {
    uint at = group.ascending ? group.at + i : group.at - i;
    uint faceAndSide = group.second ? entriesB[at].x : entriesA[at].x;
    int change = ((faceAndSide & 1u) != 0u) == group.ascending ? 1 : -1;
    if (change != sign(group.change)) continue;
    End end = endAt(group.second, faceAndSide >> 1, column);
    if (best.found && end.height == best.height) {
      bool sameSurface = ((end.faceAndOwner ^ best.faceAndOwner) & 1u) == 0u;
      if (sameSurface && end.faceAndOwner < best.faceAndOwner) best = end;
    } else if (!best.found || (low ? end.height > best.height : end.height < best.height)) {
      best = end;
    }
  }
}

// The two ends of a span.
void findEnds(uint column, Group lowA, Group lowB, Group highA, Group highB, out End low, out End high) {
  low.found = high.found = false;
  find(low, lowA, true, column);
  find(low, lowB, true, column);
  find(high, highA, false, column);
  find(high, highB, false, column);
}
