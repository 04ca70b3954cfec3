#include "AbufferGradients.h"

#include "Shaders.h"
#include "ldi/PixelWalk.h"

namespace pliant::detail {
namespace {

/// A corner, a height, or two words of a sum.
constexpr std::size_t kPair = 2 * sizeof(std::uint32_t);
static_assert(sizeof(SnappedSurface::Corner) == kPair && sizeof(double) == kPair);

GLuint word(std::size_t value) {
  return static_cast<GLuint>(value);
}

}  // namespace

AbufferGradients::AbufferGradients()
    : m_intersection(
          makeProgram({shaders::sums_glsl, shaders::walk_glsl, shaders::ends_glsl, shaders::intersection_comp})),
      m_multiple(makeProgram({shaders::sums_glsl, shaders::walk_glsl, shaders::ends_glsl, shaders::multiple_comp})) {}

void AbufferGradients::abandon() {
  m_intersection.abandon();
  m_multiple.abandon();
  m_rows.abandon();
  for (CardBuffer* const buffer : {&m_faces, &m_corners, &m_parts}) buffer->abandon();
}

bool AbufferGradients::holds(const LdiGradientQuestion& question, std::size_t mostBytes) {
  const std::size_t vertices = std::size_t{question.a.surface.vertices} + question.b.surface.vertices,
                    faces = question.a.surface.faces.size() + question.b.surface.faces.size();
  return 6 * vertices * kPair <= mostBytes && faces * sizeof(Triangle) <= mostBytes;
}

void AbufferGradients::begin(const LdiGradientQuestion& question) {
  const auto facesA = question.a.surface.faces, facesB = question.b.surface.faces;
  m_vertices = {question.a.surface.vertices, question.b.surface.vertices};
  m_faces.fit(facesA.size_bytes() + facesB.size_bytes());
  m_faces.write(0, facesA.size_bytes(), facesA.data());
  if (!facesB.empty()) m_faces.write(facesA.size_bytes(), facesB.size_bytes(), facesB.data());
  m_corners.fit(6 * all() * kPair);
  m_parts.fit(3 * all() * kPair);
  m_parts.clear(3 * all() * kPair);
}

void AbufferGradients::put(std::size_t surface, std::span<const SnappedSurface, 3> snapped) const {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t first = axis * all() + verticesBefore(surface), bytes = m_vertices[surface] * kPair;
    m_corners.write(first * kPair, bytes, snapped[axis].corners().data());
    m_corners.write((3 * all() + first) * kPair, bytes, snapped[axis].heights().data());
  }
}

void AbufferGradients::ask(const LdiGradientQuestion& question, const CardImage& a, const CardImage* b) {
  const GlProgram& program = b == nullptr ? m_multiple : m_intersection;
  const LdiAxesSubject &first = question.a, &second = b == nullptr ? question.a : question.b;
  const CardImage& other = b == nullptr ? a : *b;
  const auto at = [&](const char* name) { return uniformAt(program, name); };
  std::size_t pixel = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const LdiView &view = first.views[axis], &opposite = second.views[axis];
    a.offsets.bind(0);
    a.entries.bind(1);
    other.offsets.bind(2);
    other.entries.bind(3);
    m_faces.bind(5);
    m_corners.bind(6);
    m_parts.bind(7);
    glUseProgram(program.name());
    glUniform1i(at("ascendingA"), view.ascending);
    if (b == nullptr) {
      glUniform1d(at("least"), leastTwice(view));
    } else {
      glUniform1i(at("ascendingB"), opposite.ascending);
    }
    glUniform2ui(at("firstPixel"), word(pixel), word(pixel));
    glUniform2ui(at("firstFace"), 0, word(first.surface.faces.size()));
    glUniform2ui(at("firstVertex"), word(axis * all()), word(axis * all() + m_vertices[0]));
    glUniform2ui(at("leastVertex"), first.surface.firstVertex, second.surface.firstVertex);
    glUniform1ui(at("firstHeight"), word(3 * all()));
    glUniform1d(at("lastRow"), PixelShare(view).ofRow(view.height - 1));
    glUniform1ui(at("height"), view.height);
    m_rows.run(program, view, axis);
    pixel += view.pixels();
  }
}

void AbufferGradients::read(const LdiGradientQuestion& question, LdiAxisGradients& gradients) {
  m_words.resize(6 * all());
  if (!m_words.empty()) m_parts.read(0, m_words.size() * sizeof m_words[0], m_words.data());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    gradients[axis].volume = m_rows.sums(axis).volume(question.a.views[axis]);
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
