#include "AbufferOverlaps.h"

#include "Shaders.h"
#include "ldi/OverlapWalk.h"

namespace pliant::detail {
namespace {

/// Size of a corner, of a height, and of a sum in two words [bytes].
constexpr std::size_t kPair = 2 * sizeof(std::uint32_t);
static_assert(sizeof(SnappedSurface::Corner) == kPair && sizeof(double) == kPair);

/// Makes a program that finds spans by `which` and processes them by `what`.
GlProgram overlapProgram(std::initializer_list<const char*> what, const char* which) {
  std::vector<const char*> parts{shaders::sums_glsl, shaders::walk_glsl};
  parts.insert(parts.end(), what);
  parts.push_back(which);
  return makeProgram(parts);
}

}  // namespace

AbufferOverlaps::Programs::Programs(std::initializer_list<const char*> what)
    : both(overlapProgram(what, shaders::intersection_comp)), own(overlapProgram(what, shaders::multiple_comp)) {}

std::size_t AbufferOverlaps::bytes() const {
  return m_rows.bytes() + bytesOf({&m_faces, &m_corners, &m_parts, &m_counts, &m_places, &m_spans});
}

bool AbufferOverlaps::holds(const LdiAxesQuery& query, std::size_t mostBytes) {
  const std::size_t vertices = std::size_t{query.a.surface.vertices} + query.b.surface.vertices,
                    faces = query.a.surface.faces.size() + query.b.surface.faces.size();
  return 6 * vertices * kPair <= mostBytes && faces * sizeof(Triangle) <= mostBytes;
}

void AbufferOverlaps::begin(const LdiAxesQuery& query) {
  const auto facesA = query.a.surface.faces, facesB = query.b.surface.faces;
  m_vertices = {query.a.surface.vertices, query.b.surface.vertices};
  m_faces.fit(facesA.size_bytes() + facesB.size_bytes());
  m_faces.write(0, facesA.size_bytes(), facesA.data());
  if (!facesB.empty()) m_faces.write(facesA.size_bytes(), facesB.size_bytes(), facesB.data());
  m_corners.fit(6 * all() * kPair);
}

void AbufferOverlaps::put(std::size_t surface, std::span<const SnappedSurface, 3> snapped) const {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t first = axis * all() + verticesBefore(surface), bytes = m_vertices[surface] * kPair;
    m_corners.write(first * kPair, bytes, snapped[axis].corners().data());
    m_corners.write((3 * all() + first) * kPair, bytes, snapped[axis].heights().data());
  }
}

/// Uses the program, with the buffers and uniforms of one axis.
void AbufferOverlaps::use(const GlProgram& program, const LdiAxesQuery& query, std::size_t axis, const CardImage& a,
                          const CardImage* b) const {
  const LdiAxesInput &first = query.a, &second = b == nullptr ? query.a : query.b;
  const CardImage& other = b == nullptr ? a : *b;
  const LdiView &view = first.views[axis], &opposite = second.views[axis];
  const auto at = [&](const char* name) { return uniformAt(program, name); };
  std::size_t pixel = 0;
  for (std::size_t before = 0; before < axis; ++before) pixel += first.views[before].pixels();
  a.offsets.bind(0);
  a.entries.bind(1);
  other.offsets.bind(2);
  other.entries.bind(3);
  m_faces.bind(5);
  m_corners.bind(6);
  glUseProgram(program.name());
  glUniform1i(at("ascendingA"), view.ascending);
  glUniform1i(at("ascendingB"), opposite.ascending);
  glUniform1d(at("least"), leastTwice(view));
  glUniform1ui(at("width"), view.width);
  glUniform1ui(at("height"), view.height);
  glUniform1d(at("lastRow"), PixelShare(view).ofRow(view.height - 1));
  glUniform2ui(at("firstPixel"), word(pixel), word(pixel));
  glUniform2ui(at("firstFace"), 0, word(first.surface.faces.size()));
  glUniform2ui(at("firstVertex"), word(axis * all()), word(axis * all() + m_vertices[0]));
  glUniform2ui(at("leastVertex"), first.surface.firstVertex, second.surface.firstVertex);
  glUniform1ui(at("firstHeight"), word(3 * all()));
}

void AbufferOverlaps::gradient(const LdiAxesQuery& query, const CardImage& a, const CardImage* b,
                               LdiAxisGradients& gradients) {
  if (!m_gradient)
    m_gradient.emplace(std::initializer_list<const char*>{shaders::rows_glsl, shaders::edges_glsl, shaders::ends_glsl,
                                                          shaders::gradient_glsl});
  m_parts.fit(3 * all() * kPair);
  m_parts.clear(3 * all() * kPair);
  const GlProgram& program = m_gradient->of(b != nullptr);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    use(program, query, axis, a, b);
    m_parts.bind(7);
    m_rows.run(program, query.a.views[axis], axis);
  }
  readGradient(query, gradients);
}

bool AbufferOverlaps::spans(const LdiAxesQuery& query, const CardImage& a, const CardImage* b, Abuffer& abuffer,
                            LdiAxesSpans& spans) {
  if (!m_count) m_count.emplace(std::initializer_list<const char*>{shaders::countSpans_glsl});
  if (!m_write)
    m_write.emplace(
        std::initializer_list<const char*>{shaders::edges_glsl, shaders::ends_glsl, shaders::writeSpans_glsl});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const LdiView& view = query.a.views[axis];
    m_counts.fit(view.pixels() * sizeof(std::uint32_t));
    m_counts.clear(view.pixels() * sizeof(std::uint32_t));
    m_places.fit((view.pixels() + 1) * sizeof(std::uint32_t));
    use(m_count->of(b != nullptr), query, axis, a, b);
    m_counts.bind(5);
    glDispatchCompute(view.height, 1, 1);
    waitForStorage();
    const double count = abuffer.scan(m_counts, view.pixels(), m_places);
    if (count * sizeof(Span) > static_cast<double>(abuffer.mostBytes())) return false;
    m_spans.fit(static_cast<std::size_t>(count) * sizeof(Span));
    use(m_write->of(b != nullptr), query, axis, a, b);
    m_places.bind(4);
    m_spans.bind(7);
    glDispatchCompute(view.height, 1, 1);
    waitForStorage();
    readSpans(query, axis, static_cast<std::size_t>(count), spans);
  }
  return true;
}

/// Reads the spans of one axis. The barycentric coordinates of their ends are computed here, because reading them back
/// takes longer.
void AbufferOverlaps::readSpans(const LdiAxesQuery& query, std::size_t axis, std::size_t count, LdiAxesSpans& spans) {
  m_read.resize(count);
  if (count > 0) m_spans.read(0, count * sizeof(Span), m_read.data());
  const LdiView& view = query.a.views[axis];
  const ViewTransform transform(view);
  const PixelShare share(view);
  spans[axis].clear();
  bool known = true;
  const auto endOf = [&](const Span& span, std::uint32_t faceAndOwner) -> std::optional<LdiSpanEnd> {
    if (faceAndOwner == kNoIndex) return std::nullopt;
    const LdiSurface& surface = (faceAndOwner & 1) == 0 ? query.a.surface : query.b.surface;
    const Index face = faceAndOwner >> 1;
    known = known && face < surface.faces.size();
    if (!known) return std::nullopt;
    return endAt(surface, transform, face, span.pixel % view.width, span.pixel / view.width,
                 static_cast<std::uint8_t>(faceAndOwner & 1));
  };
  for (const Span& span : m_read) {
    known = known && span.pixel < view.pixels();
    LdiOverlapSpan found{span.pixel,        known ? share.of(span.pixel) : 0, double(span.low),
                         double(span.high), endOf(span, span.lowEnd),         endOf(span, span.highEnd)};
    if (!known) return;  // the context was lost meanwhile
    spans[axis].push_back(found);
  }
}

void AbufferOverlaps::readGradient(const LdiAxesQuery& query, LdiAxisGradients& gradients) {
  m_words.resize(6 * all());
  if (!m_words.empty()) m_parts.read(0, m_words.size() * sizeof m_words[0], m_words.data());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    gradients[axis].volume = m_rows.sums(axis).volume(query.a.views[axis]);
    for (std::size_t surface = 0; surface < 2; ++surface) {
      auto& parts = gradients[axis].parts[surface];
      parts.resize(m_vertices[surface]);
      const std::uint32_t* words = m_words.data() + 2 * (axis * all() + verticesBefore(surface));
      for (std::int64_t& part : parts) {
        part = static_cast<std::int64_t>(std::uint64_t{words[1]} << 32 | words[0]);
        words += 2;
      }
    }
  }
}

}  // namespace pliant::detail
