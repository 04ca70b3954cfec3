#include "HostDrawing.h"

#include <iterator>
#include <string>

#include "FaceDrawing.h"
#include "SavedState.h"

namespace pliant::detail {
namespace {

using Matrix = LdiDrawer::Matrix;

constexpr Matrix kIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/// State that the host must not change, and its name in messages.
struct FixedState {
  GLenum name;
  const char* what;
};
constexpr FixedState kFixed[] = {{GL_DRAW_FRAMEBUFFER_BINDING, "framebuffer"},
                                 {GL_VIEWPORT, "viewport"},
                                 {GL_SCISSOR_BOX, "scissor box"},
                                 {GL_SCISSOR_TEST, "scissor test"},
                                 {GL_FRONT_FACE, "orientation of faces"},
                                 {GL_CULL_FACE, "face culling"},
                                 {GL_RASTERIZER_DISCARD, "rasteriser discard"},
                                 {GL_POLYGON_MODE, "polygon mode"},
                                 {GL_DEPTH_CLAMP, "depth clamp"},
                                 {GL_CLIP_DISTANCE0, "clip distances"},
                                 {GL_CLIP_ORIGIN, "clip control"},
                                 {GL_CLIP_DEPTH_MODE, "clip control"}};

std::size_t index(int axis) {
  return static_cast<std::size_t>(axis);
}

/// Returns the matrix from world space to gl_Position. The block's first pixel is pixel kViewportBefore of the
/// viewport; depth is 0 at the near end of the volume.
Matrix projectionOf(const LdiView& view, const LdiBlock& block) {
  Matrix matrix{};
  const auto row = [&](std::size_t to, std::size_t from, double scale, double offset) {
    matrix[4 * from + to] = scale;
    matrix[12 + to] = offset - view.min[from] * scale;
  };
  constexpr double half = kViewport / 2.0;
  row(0, index(view.columnAxis()), 1 / (view.pixel[0] * half),
      (kViewportBefore - static_cast<double>(block.column)) / half - 1);
  row(1, index(view.rowAxis()), 1 / (view.pixel[1] * half),
      (kViewportBefore - static_cast<double>(block.row)) / half - 1);
  const double sense = view.ascending ? 1 : -1;
  row(2, view.axis, 2 * sense / view.range(), -sense);
  matrix[15] = 1;
  return matrix;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t k = 0; k < 4; ++k) c[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return c;
}

}  // namespace

HostDrawing::Fixed::Fixed() {
  static_assert(std::size(kFixed) == kCount);
  const bool clipControl = contextVersion() >= 45;
  for (std::size_t i = 0; i < kCount; ++i) {
    const GLenum name = kFixed[i].name;
    if (name == GL_CLIP_DISTANCE0) {
      GLint planes = 0;
      glGetIntegerv(GL_MAX_CLIP_DISTANCES, &planes);
      for (GLint plane = 0; plane < planes; ++plane) {
        if (glIsEnabled(GL_CLIP_DISTANCE0 + static_cast<GLenum>(plane)) == GL_TRUE) values[i][0] += 1;
      }
    } else if (clipControl || (name != GL_CLIP_ORIGIN && name != GL_CLIP_DEPTH_MODE)) {
      glGetFloatv(name, values[i].data());
    }
  }
}

HostDrawing::HostDrawing(GLuint ownProgram, const LdiView& view, const LdiBlock& block, bool inward, GLuint list,
                         std::size_t capacity)
    : m_own(ownProgram),
      m_program(ownProgram),
      m_list(list),
      m_width(block.width),
      m_capacity(capacity),
      m_viewProjection(projectionOf(view, block)),
      m_fixed([&] {
        setTile(contextVersion(), block, 0, 0);
        setScissorTest(contextVersion(), true);
        glEnable(GL_DEPTH_CLAMP);
        glFrontFace(inward == view.ascending ? GL_CCW : GL_CW);
        return Fixed();
      }()) {
  useOwnProgram(kIdentity);
}

void HostDrawing::setUniforms() const {
  glUniform1i(glGetUniformLocation(m_program, "pliantFirstFace"), static_cast<GLint>(m_firstFace));
  glUniform1ui(glGetUniformLocation(m_program, "pliantWidth"), m_width);
  glUniform1ui(glGetUniformLocation(m_program, "pliantCapacity"), static_cast<GLuint>(m_capacity));
}

void HostDrawing::useOwnProgram(const Matrix& toWorld) {
  useProgram(m_own);
  const Matrix toImage = product(m_viewProjection, toWorld);
  std::array<GLfloat, 16> rounded{};
  for (std::size_t i = 0; i < 16; ++i) rounded[i] = static_cast<GLfloat>(toImage[i]);
  glUniformMatrix4fv(glGetUniformLocation(m_own, "toImage"), 1, GL_FALSE, rounded.data());
}

void HostDrawing::useProgram(std::uint32_t program) {
  m_program = program;
  glUseProgram(program);
  setUniforms();
}

void HostDrawing::setFirstFace(Index face) {
  m_firstFace = face;
  setUniforms();
}

void HostDrawing::check() const {
  const auto changed = [](const std::string& what) { throw Error("the host's drawing changed the " + what); };
  const Fixed now;
  for (std::size_t i = 0; i < Fixed::kCount; ++i) {
    if (now.values[i] != m_fixed.values[i]) changed(kFixed[i].what);
  }
  GLint program = 0, list = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  if (static_cast<GLuint>(program) != m_program) changed("program without LdiDrawer");
  glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, kList, &list);
  if (static_cast<GLuint>(list) != m_list) changed("storage buffer 7");
}

}  // namespace pliant::detail
