
// Finds the faces at which spans end. Include after walk.glsl and edges.glsl.
layout(std430, binding = 5) readonly buffer Faces {
  uint faces[];  // vertex indices of both surfaces
};
layout(std430, binding = 6) readonly buffer Vertices {
  uvec2 vertices[];  // vertices of both surfaces: corners, two floats each; then heights, doubles
};

uniform uvec2 firstFace, firstVertex;  // one per surface: first element in the buffers
uniform uvec2 leastVertex;             // one per surface: index of its first vertex in its faces
uniform uint firstHeight;

struct End {
  uint faceAndOwner;  // 2 * face, plus 1 for the second surface
  uvec3 vertex;
  dvec3 weights;
  double height;
  bool found;
};

vec2 cornerAt(uint vertex) {
  return uintBitsToFloat(vertices[vertex]);
}
double heightAt(uint vertex) {
  return packDouble2x32(vertices[firstHeight + vertex]);
}

End endAt(bool second, uint face, uint column) {
  uint own = second ? 1u : 0u, first = 3u * (firstFace[own] + face);
  End end;
  end.found = true;
  end.faceAndOwner = face << 1 | own;
  end.vertex = firstVertex[own] - leastVertex[own] + uvec3(faces[first], faces[first + 1u], faces[first + 2u]);
  vec2 a = cornerAt(end.vertex.x), b = cornerAt(end.vertex.y), c = cornerAt(end.vertex.z);
  double area = areaOf(a, b, c);
  bool clockwise = area < 0.0lf;
  if (clockwise) {
    area = -area;
    vec2 corner = b;
    b = c;
    c = corner;
  }
  dvec2 centre = 256.0lf * dvec2(column, gl_WorkGroupID.x);
  precise double ofA = edgeAt(b, c, centre) / area, ofB = edgeAt(c, a, centre) / area,
                 ofC = edgeAt(a, b, centre) / area;
  end.weights = clockwise ? dvec3(ofA, ofC, ofB) : dvec3(ofA, ofB, ofC);
  precise double upA = end.weights.x * heightAt(end.vertex.x);
  precise double upB = end.weights.y * heightAt(end.vertex.y);
  precise double upC = end.weights.z * heightAt(end.vertex.z);
  precise double sum = upA + upB + upC;
  end.height = sum;
  return end;
}

// Updates `best` by the entries of a group that change the winding number in the same sense as the group. The best end
// is the one that the span meets first from within: the highest low end, the lowest high end. Among equals of one
// surface it is the face with the smallest index.
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

// Finds the two ends of a span.
void findEnds(uint column, Group lowA, Group lowB, Group highA, Group highB, out End low, out End high) {
  low.found = high.found = false;
  find(low, lowA, true, column);
  find(low, lowB, true, column);
  find(high, highA, false, column);
  find(high, highB, false, column);
}
