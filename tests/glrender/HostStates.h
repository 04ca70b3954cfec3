#pragma once

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "EglHost.h"

namespace host_state {

/// Returns the names of all state of version 4.5 that glGet reads without an index.
inline const std::vector<GLenum>& names() {
  static const std::vector<GLenum> all = [] {
    std::vector<GLenum> found;
    while (glGetError() != GL_NO_ERROR) continue;
    for (GLenum name = 0x0b00; name < 0x9400; ++name) {
      GLint64 values[64] = {};
      glGetInteger64v(name, values);
      if (glGetError() == GL_NO_ERROR) found.push_back(name);
    }
    return found;
  }();
  return all;
}

/// Returns true for state that changes by itself, or when it is read.
inline bool volatileName(GLenum name) {
  return name == GL_TIMESTAMP || name == 0x9047 || name == 0x9048 || name == 0x9049 || name == 0x904a ||
         name == 0x904b || name == 0x87fb /* TEXTURE_FREE_MEMORY_ATI */ || name == 0x87fc || name == 0x87fd;
}

using State = std::vector<std::pair<std::string, std::vector<double>>>;

inline void addUnindexed(State& state) {
  for (const GLenum name : names()) {
    if (volatileName(name)) continue;
    std::vector<double> values(64);
    glGetDoublev(name, values.data());
    char text[16];
    std::snprintf(text, sizeof text, "0x%04x", name);
    state.emplace_back(text, std::move(values));
  }
}

inline void addViewports(State& state) {
  GLint viewports = 0;
  glGetIntegerv(GL_MAX_VIEWPORTS, &viewports);
  for (GLuint i = 0; i < static_cast<GLuint>(viewports); ++i) {
    std::vector<double> values(12);
    GLfloat box[4];
    GLint scissor[4];
    glGetFloati_v(GL_VIEWPORT, i, box);
    glGetIntegeri_v(GL_SCISSOR_BOX, i, scissor);
    for (std::size_t k = 0; k < 4; ++k) {
      values[k] = static_cast<double>(box[k]);
      values[4 + k] = scissor[k];
    }
    glGetDoublei_v(GL_DEPTH_RANGE, i, &values[8]);
    values[10] = glIsEnabledi(GL_SCISSOR_TEST, i);
    state.emplace_back("viewport " + std::to_string(i), std::move(values));
  }
}

inline void addDrawBuffers(State& state) {
  GLint buffers = 0;
  glGetIntegerv(GL_MAX_DRAW_BUFFERS, &buffers);
  for (GLuint i = 0; i < static_cast<GLuint>(buffers); ++i) {
    GLboolean mask[4];
    glGetBooleani_v(GL_COLOR_WRITEMASK, i, mask);
    state.emplace_back("draw buffer " + std::to_string(i),
                       std::vector<double>{double(mask[0]), double(mask[1]), double(mask[2]), double(mask[3]),
                                           double(glIsEnabledi(GL_BLEND, i))});
  }
}

inline void addBindings(State& state, const char* what, GLenum most, GLenum binding, GLenum start, GLenum size) {
  GLint count = 0;
  glGetIntegerv(most, &count);
  for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
    GLint buffer = 0;
    GLint64 from = 0, bytes = 0;
    glGetIntegeri_v(binding, i, &buffer);
    glGetInteger64i_v(start, i, &from);
    glGetInteger64i_v(size, i, &bytes);
    state.emplace_back(what + std::to_string(i), std::vector<double>{double(buffer), double(from), double(bytes)});
  }
}

inline void addImageUnits(State& state) {
  GLint images = 0;
  glGetIntegerv(GL_MAX_IMAGE_UNITS, &images);
  for (GLuint i = 0; i < static_cast<GLuint>(images); ++i) {
    std::vector<double> values;
    for (const GLenum name :
         std::initializer_list<GLenum>{GL_IMAGE_BINDING_NAME, GL_IMAGE_BINDING_LEVEL, GL_IMAGE_BINDING_LAYERED,
                                       GL_IMAGE_BINDING_LAYER, GL_IMAGE_BINDING_ACCESS, GL_IMAGE_BINDING_FORMAT}) {
      GLint value = 0;
      glGetIntegeri_v(name, i, &value);
      values.push_back(value);
    }
    state.emplace_back("image unit " + std::to_string(i), std::move(values));
  }
}

inline void addTextureUnits(State& state) {
  GLint active = 0, units = 0;
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
  glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
  for (GLint i = 0; i < std::min(units, 32); ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    std::vector<double> values;
    for (const GLenum binding :
         std::initializer_list<GLenum>{GL_TEXTURE_BINDING_1D, GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_3D,
                                       GL_TEXTURE_BINDING_2D_ARRAY, GL_TEXTURE_BINDING_BUFFER, GL_SAMPLER_BINDING}) {
      GLint value = 0;
      glGetIntegerv(binding, &value);
      values.push_back(value);
    }
    state.emplace_back("texture unit " + std::to_string(i), std::move(values));
  }
  glActiveTexture(static_cast<GLenum>(active));
}

inline State stateOf() {
  State state;
  addUnindexed(state);
  addViewports(state);
  addDrawBuffers(state);
  addBindings(state, "storage buffer ", GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, GL_SHADER_STORAGE_BUFFER_BINDING,
              GL_SHADER_STORAGE_BUFFER_START, GL_SHADER_STORAGE_BUFFER_SIZE);
  addBindings(state, "uniform buffer ", GL_MAX_UNIFORM_BUFFER_BINDINGS, GL_UNIFORM_BUFFER_BINDING,
              GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE);
  addBindings(state, "atomic counters ", GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS, GL_ATOMIC_COUNTER_BUFFER_BINDING,
              GL_ATOMIC_COUNTER_BUFFER_START, GL_ATOMIC_COUNTER_BUFFER_SIZE);
  addImageUnits(state);
  addTextureUnits(state);
  while (glGetError() != GL_NO_ERROR) continue;
  return state;
}

inline void compare(const State& before, const State& after) {
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    CAPTURE(before[i].first);
    REQUIRE(before[i].first == after[i].first);
    CHECK(before[i].second == after[i].second);
  }
}

/// State that a host may have. As little as possible has its initial value.
struct Peculiar {
  GLuint buffers[4], storage, textures[2], framebuffers[2], renderbuffer, vertexArray, sampler, program, shader;

  explicit Peculiar(std::mt19937& random) {
    glGenBuffers(4, buffers);
    glGenBuffers(1, &storage);
    glGenTextures(2, textures);
    glGenFramebuffers(2, framebuffers);
    glGenRenderbuffers(1, &renderbuffer);
    glGenVertexArrays(1, &vertexArray);
    glGenSamplers(1, &sampler);
    switchTests(random);
    setViewports(random);
    bindObjects(random);
    setRasterisation(random);
    glPixelStorei(GL_PACK_ALIGNMENT, 8);
    glPixelStorei(GL_PACK_ROW_LENGTH, 77);
    glPixelStorei(GL_PACK_SKIP_ROWS, 3);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 2);
    glPixelStorei(GL_PACK_SWAP_BYTES, GL_TRUE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    useProgram();
    REQUIRE(glGetError() == GL_NO_ERROR);
  }

 private:
  static GLenum any(std::mt19937& random, std::initializer_list<GLenum> of) {
    return *(of.begin() + static_cast<std::ptrdiff_t>(random() % of.size()));
  }
  static GLint number(std::mt19937& random, GLint most) {
    return static_cast<GLint>(random() % static_cast<unsigned>(most));
  }

  static void switchTests(std::mt19937& random) {
    for (const GLenum cap : std::initializer_list<GLenum>{
             GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_DEPTH_CLAMP, GL_RASTERIZER_DISCARD, GL_PRIMITIVE_RESTART,
             GL_PRIMITIVE_RESTART_FIXED_INDEX, GL_POLYGON_OFFSET_FILL, GL_COLOR_LOGIC_OP, GL_CLIP_DISTANCE0,
             GL_CLIP_DISTANCE3, GL_BLEND, GL_SCISSOR_TEST, GL_MULTISAMPLE, GL_SAMPLE_MASK}) {
      if (random() % 2 == 0) {
        glEnable(cap);
      } else {
        glDisable(cap);
      }
    }
  }

  static void setViewports(std::mt19937& random) {
    for (GLuint i = 0; i < 16; ++i) {
      glViewportIndexedf(i, 0.5f + static_cast<float>(i), 1.25f, 33, 44 + static_cast<float>(i));
      glScissorIndexed(i, number(random, 9), number(random, 9), 1 + number(random, 9), 1 + number(random, 9));
      glDepthRangeIndexed(i, 0.25, 0.125 * (1 + number(random, 8)));
      if (random() % 2 == 0) glEnablei(GL_SCISSOR_TEST, i);
    }
    for (GLuint i = 0; i < 8; ++i) glColorMaski(i, random() % 2 == 0, GL_TRUE, random() % 2 == 0, GL_FALSE);
  }

  void bindObjects(std::mt19937& random) const {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[0]);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[1]);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glBindVertexArray(vertexArray);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[2]);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers[3]);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, storage);
    glBufferData(GL_SHADER_STORAGE_BUFFER, 4096, nullptr, GL_DYNAMIC_COPY);
    for (GLuint i = 0; i < 8; ++i) {
      if (random() % 2 == 0) {
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, i, storage, 256 * static_cast<GLintptr>(i), 128);
      } else {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, i % 3 == 0 ? 0 : storage);
      }
    }
    glBindBufferBase(GL_UNIFORM_BUFFER, 1, storage);
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, storage);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, random() % 2 == 0 ? storage : buffers[1]);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, textures[0]);
    glBindSampler(0, sampler);
    glActiveTexture(GL_TEXTURE5);
    glBindTexture(GL_TEXTURE_2D, textures[1]);
  }

  static void setRasterisation(std::mt19937& random) {
    glPolygonMode(GL_FRONT_AND_BACK, any(random, {GL_LINE, GL_POINT}));
    glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
    glCullFace(any(random, {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK}));
    glFrontFace(any(random, {GL_CW, GL_CCW}));
    glDepthFunc(any(random, {GL_NEVER, GL_GREATER, GL_LEQUAL}));
    glDepthMask(random() % 2 == 0);
    glClearDepth(0.375);
    glClearStencil(number(random, 200));
    for (const GLenum side : std::initializer_list<GLenum>{GL_FRONT, GL_BACK}) {
      glStencilFuncSeparate(side, any(random, {GL_NEVER, GL_LESS, GL_EQUAL}), number(random, 100),
                            static_cast<GLuint>(number(random, 100)));
      glStencilOpSeparate(side, any(random, {GL_KEEP, GL_INVERT}), any(random, {GL_ZERO, GL_DECR}),
                          any(random, {GL_INCR_WRAP, GL_REPLACE}));
      glStencilMaskSeparate(side, static_cast<GLuint>(number(random, 200)));
    }
  }

  void useProgram() {
    const char* const source = "#version 450 core\nvoid main() { gl_Position = vec4(0); }\n";
    shader = glCreateShader(GL_VERTEX_SHADER);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    program = glCreateProgram();
    glAttachShader(program, shader);
    glLinkProgram(program);
    glUseProgram(program);
  }
};

}  // namespace host_state
