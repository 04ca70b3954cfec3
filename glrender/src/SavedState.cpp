#include "SavedState.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace pliant::detail {
namespace {

constexpr GLenum kPack[] = {GL_PACK_SWAP_BYTES,  GL_PACK_LSB_FIRST, GL_PACK_ROW_LENGTH,  GL_PACK_IMAGE_HEIGHT,
                            GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_IMAGES, GL_PACK_ALIGNMENT};
/// Pixel transfer state of the compatibility profile. It changes depths and stencils when they are read back.
constexpr GLenum kTransfer[] = {GL_DEPTH_SCALE, GL_DEPTH_BIAS, GL_INDEX_SHIFT, GL_INDEX_OFFSET, GL_MAP_STENCIL};
constexpr GLenum kSides[] = {GL_FRONT, GL_BACK};
constexpr GLenum kPipeline[] = {GL_VERTICES_SUBMITTED_ARB,
                                GL_PRIMITIVES_SUBMITTED_ARB,
                                GL_VERTEX_SHADER_INVOCATIONS_ARB,
                                GL_TESS_CONTROL_SHADER_PATCHES_ARB,
                                GL_TESS_EVALUATION_SHADER_INVOCATIONS_ARB,
                                GL_GEOMETRY_SHADER_INVOCATIONS,
                                GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB,
                                GL_FRAGMENT_SHADER_INVOCATIONS_ARB,
                                GL_COMPUTE_SHADER_INVOCATIONS_ARB,
                                GL_CLIPPING_INPUT_PRIMITIVES_ARB,
                                GL_CLIPPING_OUTPUT_PRIMITIVES_ARB};

/// Returns true if the context has the compatibility profile, or is older than profiles.
bool hasOldFunctions() {
  GLint profile = 0;
  glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  return (profile & GL_CONTEXT_CORE_PROFILE_BIT) == 0;
}

constexpr GLenum kCapabilities[] = {GL_DEPTH_TEST,          GL_STENCIL_TEST,       GL_CULL_FACE,
                                    GL_DEPTH_CLAMP,         GL_RASTERIZER_DISCARD, GL_PRIMITIVE_RESTART,
                                    GL_POLYGON_OFFSET_FILL, GL_COLOR_LOGIC_OP,     GL_POLYGON_SMOOTH};

/// Calls act(capability) for each capability that changes which fragments a triangle produces, or their processing.
template <typename Do>
void forCapabilities(int version, Do&& act) {
  for (const GLenum cap : kCapabilities) act(cap);
  if (version >= 43) act(GL_PRIMITIVE_RESTART_FIXED_INDEX);
  if (hasOldFunctions()) {
    act(GL_ALPHA_TEST);
    act(GL_POLYGON_STIPPLE);
  }
  GLint planes = 0;
  glGetIntegerv(GL_MAX_CLIP_DISTANCES, &planes);
  for (GLint i = 0; i < planes; ++i) act(GL_CLIP_DISTANCE0 + static_cast<GLenum>(i));
}

void set(GLenum cap, bool on) {
  if (on) {
    glEnable(cap);
  } else {
    glDisable(cap);
  }
}

GLuint name(GLint value) {
  return static_cast<GLuint>(value);
}

void setDepthRange(int version, GLdouble nearest, GLdouble farthest) {
  if (version >= 41) {
    glDepthRangeIndexed(0, nearest, farthest);
  } else {
    glDepthRange(nearest, farthest);
  }
}

}  // namespace

int contextVersion() {
  GLint major = 0, minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  return 10 * major + minor;
}

void setViewport(int version, GLint x, GLint y, GLsizei width, GLsizei height) {
  if (version >= 41) {
    glViewportIndexedf(0, static_cast<GLfloat>(x), static_cast<GLfloat>(y), static_cast<GLfloat>(width),
                       static_cast<GLfloat>(height));
  } else {
    glViewport(x, y, width, height);
  }
}

void setScissor(int version, GLint x, GLint y, GLsizei width, GLsizei height) {
  if (version >= 41) {
    glScissorIndexed(0, x, y, width, height);
  } else {
    glScissor(x, y, width, height);
  }
}

void setScissorTest(int version, bool on) {
  if (version < 41) {
    set(GL_SCISSOR_TEST, on);
  } else if (on) {
    glEnablei(GL_SCISSOR_TEST, 0);
  } else {
    glDisablei(GL_SCISSOR_TEST, 0);
  }
}

bool countsPipeline(int version) {
  if (version >= 46) return true;
  GLint extensions = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &extensions);
  for (GLint i = 0; i < extensions; ++i) {
    const GLubyte* const name = glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i));
    if (name != nullptr &&
        reinterpret_cast<const char*>(name) == std::string_view("GL_ARB_pipeline_statistics_query")) {
      return true;
    }
  }
  return false;
}

const char* hostInMidst(int version, bool pipeline) {
  GLboolean feedback = GL_FALSE;
  if (version >= 40) {
    GLboolean paused = GL_FALSE;
    glGetBooleanv(GL_TRANSFORM_FEEDBACK_BUFFER_ACTIVE, &feedback);
    glGetBooleanv(GL_TRANSFORM_FEEDBACK_BUFFER_PAUSED, &paused);
    if (feedback == GL_TRUE && paused == GL_FALSE) return "transform feedback";
  }
  const auto isActive = [](GLenum target) {
    GLint active = 0;
    glGetQueryiv(target, GL_CURRENT_QUERY, &active);
    return active != 0;
  };
  // Queries of transform feedback primitives, and of streams other than the first, are not tested: Pliant's drawing
  // does not change their results.
  constexpr GLenum counting[] = {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_PRIMITIVES_GENERATED};
  if (std::any_of(std::begin(counting), std::end(counting), isActive)) return "a query";
  if (version >= 43 && isActive(GL_ANY_SAMPLES_PASSED_CONSERVATIVE)) return "a query";
  if (!pipeline) return nullptr;
  return std::any_of(std::begin(kPipeline), std::end(kPipeline), isActive) ? "a query" : nullptr;
}

void SavedState::save(int version) {
  m_version = version;
  m_compatibility = hasOldFunctions();
  m_enables.clear();
  forCapabilities(version, [&](GLenum cap) { m_enables.push_back({cap, glIsEnabled(cap)}); });
  m_scissorTest = version >= 41 ? glIsEnabledi(GL_SCISSOR_TEST, 0) : glIsEnabled(GL_SCISSOR_TEST);
  glGetFloatv(GL_VIEWPORT, m_viewport.data());
  glGetIntegerv(GL_SCISSOR_BOX, m_scissor.data());
  glGetDoublev(GL_DEPTH_RANGE, m_depthRange.data());
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &m_drawFramebuffer);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &m_readFramebuffer);
  glGetIntegerv(GL_RENDERBUFFER_BINDING, &m_renderbuffer);
  glGetIntegerv(GL_CURRENT_PROGRAM, &m_program);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &m_vertexArray);
  glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &m_arrayBuffer);
  glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &m_packBuffer);
  glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &m_unpackBuffer);
  if (version >= 43) {
    glGetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &m_storageBuffer);
    for (GLuint i = 0; i < kStorageBindings; ++i) {
      StorageBinding& binding = m_storage[i];
      glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, i, &binding.buffer);
      glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, i, &binding.start);
      glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, i, &binding.size);
    }
  }
  glGetIntegerv(GL_ACTIVE_TEXTURE, &m_activeTexture);
  glActiveTexture(GL_TEXTURE0);
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &m_texture);
  glGetIntegerv(GL_SAMPLER_BINDING, &m_sampler);
  GLint modes[2] = {GL_FILL, 0};
  glGetIntegerv(GL_POLYGON_MODE, modes);
  m_polygonMode = {modes[0], modes[1] == 0 ? modes[0] : modes[1]};
  if (version >= 45) {
    glGetIntegerv(GL_CLIP_ORIGIN, &m_clipOrigin);
    glGetIntegerv(GL_CLIP_DEPTH_MODE, &m_clipDepthMode);
  }
  glGetIntegerv(GL_CULL_FACE_MODE, &m_cullFace);
  glGetIntegerv(GL_FRONT_FACE, &m_frontFace);
  glGetIntegerv(GL_DEPTH_FUNC, &m_depthFunc);
  glGetBooleanv(GL_DEPTH_WRITEMASK, &m_depthMask);
  glGetDoublev(GL_DEPTH_CLEAR_VALUE, &m_depthClear);
  glGetIntegerv(GL_STENCIL_CLEAR_VALUE, &m_stencilClear);
  glGetBooleani_v(GL_COLOR_WRITEMASK, 0, m_colorMask.data());
  for (std::size_t i = 0; i < 2; ++i) {
    const bool back = i == 1;
    StencilSide& side = m_stencil[i];
    glGetIntegerv(back ? GL_STENCIL_BACK_FUNC : GL_STENCIL_FUNC, &side.func);
    glGetIntegerv(back ? GL_STENCIL_BACK_REF : GL_STENCIL_REF, &side.ref);
    glGetIntegerv(back ? GL_STENCIL_BACK_VALUE_MASK : GL_STENCIL_VALUE_MASK, &side.mask);
    glGetIntegerv(back ? GL_STENCIL_BACK_FAIL : GL_STENCIL_FAIL, &side.fail);
    glGetIntegerv(back ? GL_STENCIL_BACK_PASS_DEPTH_FAIL : GL_STENCIL_PASS_DEPTH_FAIL, &side.depthFail);
    glGetIntegerv(back ? GL_STENCIL_BACK_PASS_DEPTH_PASS : GL_STENCIL_PASS_DEPTH_PASS, &side.depthPass);
    glGetIntegerv(back ? GL_STENCIL_BACK_WRITEMASK : GL_STENCIL_WRITEMASK, &side.writeMask);
  }
  for (std::size_t i = 0; i < m_pack.size(); ++i) glGetIntegerv(kPack[i], &m_pack[i]);
  if (!m_compatibility) return;
  for (std::size_t i = 0; i < m_transfer.size(); ++i) glGetFloatv(kTransfer[i], &m_transfer[i]);
}

void SavedState::restore() const {
  for (const Enable& enable : m_enables) set(enable.cap, enable.on == GL_TRUE);
  setScissorTest(m_version, m_scissorTest == GL_TRUE);
  if (m_version >= 41) {
    glViewportIndexedfv(0, m_viewport.data());
  } else {
    glViewport(static_cast<GLint>(m_viewport[0]), static_cast<GLint>(m_viewport[1]),
               static_cast<GLsizei>(m_viewport[2]), static_cast<GLsizei>(m_viewport[3]));
  }
  setScissor(m_version, m_scissor[0], m_scissor[1], m_scissor[2], m_scissor[3]);
  setDepthRange(m_version, m_depthRange[0], m_depthRange[1]);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, name(m_drawFramebuffer));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, name(m_readFramebuffer));
  glBindRenderbuffer(GL_RENDERBUFFER, name(m_renderbuffer));
  glUseProgram(name(m_program));
  glBindVertexArray(name(m_vertexArray));
  glBindBuffer(GL_ARRAY_BUFFER, name(m_arrayBuffer));
  glBindBuffer(GL_PIXEL_PACK_BUFFER, name(m_packBuffer));
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name(m_unpackBuffer));
  if (m_version >= 43) {
    for (GLuint i = 0; i < kStorageBindings; ++i) {
      const StorageBinding& binding = m_storage[i];
      if (binding.buffer == 0 || binding.size == 0) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, name(binding.buffer));
      } else {
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, i, name(binding.buffer), static_cast<GLintptr>(binding.start),
                          static_cast<GLsizeiptr>(binding.size));
      }
    }
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, name(m_storageBuffer));
  }
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, name(m_texture));
  glBindSampler(0, name(m_sampler));
  glActiveTexture(static_cast<GLenum>(m_activeTexture));
  if (m_compatibility && m_polygonMode[0] != m_polygonMode[1]) {
    glPolygonMode(GL_FRONT, static_cast<GLenum>(m_polygonMode[0]));
    glPolygonMode(GL_BACK, static_cast<GLenum>(m_polygonMode[1]));
  } else {
    glPolygonMode(GL_FRONT_AND_BACK, static_cast<GLenum>(m_polygonMode[0]));
  }
  if (m_version >= 45) glClipControl(static_cast<GLenum>(m_clipOrigin), static_cast<GLenum>(m_clipDepthMode));
  glCullFace(static_cast<GLenum>(m_cullFace));
  glFrontFace(static_cast<GLenum>(m_frontFace));
  glDepthFunc(static_cast<GLenum>(m_depthFunc));
  glDepthMask(m_depthMask);
  glClearDepth(m_depthClear);
  glClearStencil(m_stencilClear);
  glColorMaski(0, m_colorMask[0], m_colorMask[1], m_colorMask[2], m_colorMask[3]);
  for (std::size_t i = 0; i < 2; ++i) {
    const StencilSide& side = m_stencil[i];
    glStencilFuncSeparate(kSides[i], static_cast<GLenum>(side.func), side.ref, name(side.mask));
    glStencilOpSeparate(kSides[i], static_cast<GLenum>(side.fail), static_cast<GLenum>(side.depthFail),
                        static_cast<GLenum>(side.depthPass));
    glStencilMaskSeparate(kSides[i], name(side.writeMask));
  }
  for (std::size_t i = 0; i < m_pack.size(); ++i) glPixelStorei(kPack[i], m_pack[i]);
  if (!m_compatibility) return;
  for (std::size_t i = 0; i < m_transfer.size(); ++i) glPixelTransferf(kTransfer[i], m_transfer[i]);
}

void setPlainState(int version) {
  forCapabilities(version, [](GLenum cap) { set(cap, false); });
  setScissorTest(version, false);
  setDepthRange(version, 0, 1);
  glUseProgram(0);
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindSampler(0, 0);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  if (version >= 45) glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
  glFrontFace(GL_CCW);
  glDepthMask(GL_TRUE);
  glColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glStencilMask(0xff);
  for (const GLenum pack : kPack) glPixelStorei(pack, pack == GL_PACK_ALIGNMENT ? 4 : 0);
  if (!hasOldFunctions()) return;
  for (const GLenum transfer : kTransfer) glPixelTransferf(transfer, transfer == GL_DEPTH_SCALE ? 1.0f : 0.0f);
}

}  // namespace pliant::detail
