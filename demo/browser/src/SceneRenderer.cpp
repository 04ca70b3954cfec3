#include "SceneRenderer.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "Shaders.h"
#include "timing.h"

namespace pliant::detail {
namespace {

constexpr GLsizei kShadowSize = 1024;
// Samples per pixel of a separate framebuffer, if the window has only one sample (CPU renderer). Used for up to
// kMostSmooth triangles, beyond which drawing takes too long.
constexpr GLsizei kSamples = 4;
constexpr std::size_t kMostSmooth = 15000;
const Eigen::Vector3f kTowardsLight = Eigen::Vector3f(0.45f, 0.85f, 0.38f).normalized();

enum Arrays : std::size_t { kSurfaces, kRods, kDots, kNone };
enum Buffers : std::size_t { kCorners, kFaces, kRodEnds, kRodIndices, kDotBalls };
constexpr std::size_t kCornersOfRod = 4, kIndicesOfRod = 6;

void attribute(GLuint place, GLint size, std::size_t stride, std::size_t offset) {
  glEnableVertexAttribArray(place);
  glVertexAttribPointer(place, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
}

void tint(GLuint place, std::size_t stride, std::size_t offset) {
  glEnableVertexAttribArray(place);
  glVertexAttribPointer(place, 4, GL_UNSIGNED_SHORT, GL_TRUE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
}

template <typename List>
GLsizeiptr bytes(const List& list) {
  return static_cast<GLsizeiptr>(list.size() * sizeof(list[0]));
}

void drawFaceRange(std::size_t first, std::size_t count) {
  if (count == 0) return;
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(count), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(first * sizeof(std::uint32_t)));
}

}  // namespace

SceneRenderer::SceneRenderer()
    : m_surface(shaders::surface_vert, shaders::light_glsl, shaders::surface_frag),
      m_shadow(shaders::shadow_vert, "", shaders::shadow_frag),
      m_sky(shaders::sky_vert, shaders::light_glsl, shaders::sky_frag),
      m_ground(shaders::ground_vert, shaders::light_glsl, shaders::ground_frag),
      m_rod(shaders::rod_vert, shaders::light_glsl, shaders::rod_frag),
      m_dot(shaders::dot_vert, shaders::light_glsl, shaders::dot_frag) {
  glGenVertexArrays(4, m_arrays);
  glGenBuffers(5, m_buffers);
  using Corner = Geometry::Corner;
  glBindVertexArray(m_arrays[kSurfaces]);
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[kCorners]);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_buffers[kFaces]);
  attribute(0, 3, sizeof(Corner), offsetof(Corner, position));
  attribute(1, 3, sizeof(Corner), offsetof(Corner, normal));
  tint(2, sizeof(Corner), offsetof(Corner, tint));
  attribute(3, 1, sizeof(Corner), offsetof(Corner, backWhite));
  using Rod = Geometry::RodCorner;
  glBindVertexArray(m_arrays[kRods]);
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[kRodEnds]);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_buffers[kRodIndices]);
  attribute(0, 3, sizeof(Rod), offsetof(Rod, end));
  attribute(1, 3, sizeof(Rod), offsetof(Rod, along));
  attribute(2, 1, sizeof(Rod), offsetof(Rod, side));
  tint(3, sizeof(Rod), offsetof(Rod, tint));
  using Dot = Geometry::Dot;
  glBindVertexArray(m_arrays[kDots]);
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[kDotBalls]);
  attribute(0, 4, sizeof(Dot), offsetof(Dot, ball));
  attribute(1, 3, sizeof(Dot), offsetof(Dot, colour));
  glBindVertexArray(0);

  glGenTextures(1, &m_shadowMap);
  glBindTexture(GL_TEXTURE_2D, m_shadowMap);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, kShadowSize, kShadowSize, 0, GL_DEPTH_COMPONENT, GL_FLOAT,
               nullptr);
  for (const int wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTexParameteri(GL_TEXTURE_2D, static_cast<GLenum>(wrap), GL_CLAMP_TO_EDGE);
  for (const int filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, static_cast<GLenum>(filter), GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  glGenFramebuffers(1, &m_shadowFrame);
  glBindFramebuffer(GL_FRAMEBUFFER, m_shadowFrame);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, m_shadowMap, 0);
  glDrawBuffer(GL_NONE);
  glReadBuffer(GL_NONE);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  GLint samples = 0;
  glGetIntegerv(GL_SAMPLES, &samples);
  GLint most = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  if (samples > 1 || most < kSamples) return;
  glGenRenderbuffers(2, m_samples);
  glGenFramebuffers(1, &m_samplesFrame);
}

SceneRenderer::~SceneRenderer() {
  glDeleteFramebuffers(1, &m_samplesFrame);
  glDeleteRenderbuffers(2, m_samples);
  glDeleteFramebuffers(1, &m_shadowFrame);
  glDeleteTextures(1, &m_shadowMap);
  glDeleteBuffers(5, m_buffers);
  glDeleteVertexArrays(4, m_arrays);
}

void SceneRenderer::take(const Drawing& drawing) {
  const auto start = Clock::now();
  m_geometry.take(drawing);
  m_scale = static_cast<float>(drawing.scale);
  m_hasGround = drawing.ground;
  m_changed = true;
  m_secondsTaking += secondsSince(start);
}

std::size_t SceneRenderer::triangles() const {
  return (m_geometry.opaque().size() + m_geometry.glass().size()) / 3 + 2 * m_geometry.rods().size() / kCornersOfRod;
}

void SceneRenderer::drawFaces(std::size_t surface, const std::function<void(std::size_t)>& before) const {
  if (surface >= m_geometry.surfaces().size()) return;
  const auto& [opaque, glass] = m_geometry.surfaces()[surface];
  GLuint array = 0;
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[kCorners]);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_buffers[kFaces]);
  attribute(0, 3, sizeof(Geometry::Corner), offsetof(Geometry::Corner, position));
  before(0);
  drawFaceRange(opaque.begin, opaque.size());
  before(opaque.size() / 3);
  drawFaceRange(m_geometry.opaque().size() + glass.begin, glass.size());
  glBindVertexArray(0);
  glDeleteVertexArrays(1, &array);
}

void SceneRenderer::upload() {
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[kCorners]);
  glBufferData(GL_ARRAY_BUFFER, bytes(m_geometry.corners()), m_geometry.corners().data(), GL_STREAM_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[kRodEnds]);
  glBufferData(GL_ARRAY_BUFFER, bytes(m_geometry.rods()), m_geometry.rods().data(), GL_STREAM_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[kDotBalls]);
  glBufferData(GL_ARRAY_BUFFER, bytes(m_geometry.dots()), m_geometry.dots().data(), GL_STREAM_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  const auto &opaque = m_geometry.opaque(), &glass = m_geometry.glass();
  glBindVertexArray(m_arrays[kSurfaces]);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, bytes(opaque) + bytes(glass), nullptr, GL_STREAM_DRAW);
  glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, bytes(opaque), opaque.data());
  glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, bytes(opaque), bytes(glass), glass.data());
  // All rods use the same index pattern: indices are added only if there are more rods than before.
  const std::size_t rods = m_geometry.rods().size() / kCornersOfRod;
  if (rods > m_rodsIndexed) {
    m_rodsIndexed = rods + rods / 2;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t first = 0; first < kCornersOfRod * m_rodsIndexed; first += kCornersOfRod)
      indices.insert(indices.end(), {first, first + 1, first + 2, first + 2, first + 1, first + 3});
    glBindVertexArray(m_arrays[kRods]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, bytes(indices), indices.data(), GL_STATIC_DRAW);
  }
  glBindVertexArray(0);
}

/// Draws the shadow map, which covers the bounding ball of all opaque bodies. Aids cast no shadows.
void SceneRenderer::drawShadows() {
  const Eigen::Vector3f &low = m_geometry.low(), &high = m_geometry.high();
  const bool any = m_geometry.bodiesOpaque() > 0 && low.allFinite() && high.allFinite();
  const Eigen::Vector3f middle = any ? Eigen::Vector3f((low + high) / 2) : Eigen::Vector3f(0, 0, 0);
  const float radius = any ? std::max((high - low).norm() / 2, 1e-6f) : 1;
  const Eigen::Vector3f right = Eigen::Vector3f::UnitY().cross(kTowardsLight).normalized();
  Eigen::Matrix3f frame;
  frame << right.transpose(), kTowardsLight.cross(right).transpose(), -kTowardsLight.transpose();
  m_shadowFromWorld.setIdentity();
  m_shadowFromWorld.topLeftCorner<3, 3>() = frame / radius;
  m_shadowFromWorld.topRightCorner<3, 1>() = -(frame * middle) / radius;
  m_shadowBias = 3 * radius / static_cast<float>(kShadowSize);
  glBindFramebuffer(GL_FRAMEBUFFER, m_shadowFrame);
  glViewport(0, 0, kShadowSize, kShadowSize);
  glDisable(GL_SCISSOR_TEST);
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  m_shadow.use();
  m_shadow.set("shadowFromWorld", m_shadowFromWorld);
  glBindVertexArray(m_arrays[kSurfaces]);
  drawFaceRange(0, m_geometry.bodiesOpaque());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void SceneRenderer::setAll(const OrbitCamera& camera, const Eigen::Matrix4f& clip, float pixelsPerSlope,
                           const Look& look) const {
  for (const GlProgram* const program : {&m_sky, &m_ground, &m_surface, &m_rod, &m_dot}) {
    program->use();
    program->set("clipFromWorld", clip);
    program->set("eye", camera.eye());
    program->set("pixelsPerSlope", pixelsPerSlope);
    program->set("towardsLight", kTowardsLight);
    program->set("shadowFromWorld", m_shadowFromWorld);
    program->set("shadowMap", 0);
    program->set("shadowBias", look.shadows ? m_shadowBias : -1.0f);
    program->set("night", look.night ? 1.0f : 0.0f);
  }
}

/// Drawn after all opaque surfaces, so that hidden pixels cost nothing.
void SceneRenderer::drawBackdrop(const Eigen::Matrix4f& clip, const OrbitCamera& camera) const {
  glBindVertexArray(m_arrays[kNone]);
  glDepthFunc(GL_LEQUAL);
  m_sky.use();
  m_sky.set("worldFromClip", Eigen::Matrix4f(clip.inverse()));
  glDrawArrays(GL_TRIANGLES, 0, 3);
  if (!m_hasGround || camera.eye().y() <= 0) return;
  m_ground.use();
  m_ground.set("scale", m_scale);
  // Depth clamping draws the ground beyond the camera's far plane.
  glEnable(GL_DEPTH_CLAMP);
  glDrawArrays(GL_TRIANGLES, 0, 9);
  glDisable(GL_DEPTH_CLAMP);
}

void SceneRenderer::draw(const OrbitCamera& camera, const Region& region, const Look& look) {
  if (m_changed) upload();
  if (look.shadows && (m_changed || !m_hasShadows)) drawShadows();
  m_hasShadows = look.shadows;
  m_changed = false;
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, m_shadowMap);
  const auto width = static_cast<float>(region.width), height = static_cast<float>(region.height);
  if (!isSmoothed()) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(region.left, region.bottom, region.width, region.height);
    glViewport(region.left, region.bottom, region.width, region.height);
    drawScene(camera, width, height, look);
    glDisable(GL_SCISSOR_TEST);
    return;
  }
  resizeSamples(region);
  glBindFramebuffer(GL_FRAMEBUFFER, m_samplesFrame);
  glDisable(GL_SCISSOR_TEST);
  glViewport(0, 0, region.width, region.height);
  drawScene(camera, width, height, look);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, region.width, region.height, region.left, region.bottom, region.left + region.width,
                    region.bottom + region.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

bool SceneRenderer::isSmoothed() const {
  return m_samplesFrame != 0 && triangles() <= kMostSmooth;
}

void SceneRenderer::resizeSamples(const Region& region) {
  if (region.width == m_samplesWidth && region.height == m_samplesHeight) return;
  m_samplesWidth = region.width;
  m_samplesHeight = region.height;
  const GLenum formats[] = {GL_RGBA8, GL_DEPTH_COMPONENT24}, places[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
  glBindFramebuffer(GL_FRAMEBUFFER, m_samplesFrame);
  for (std::size_t i = 0; i < 2; ++i) {
    glBindRenderbuffer(GL_RENDERBUFFER, m_samples[i]);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, kSamples, formats[i], region.width, region.height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, places[i], GL_RENDERBUFFER, m_samples[i]);
  }
}

void SceneRenderer::drawScene(const OrbitCamera& camera, float width, float height, const Look& look) const {
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  const Eigen::Matrix4f clip = camera.clipFromWorld(width, height);
  setAll(camera, clip, camera.pixelsPerSlope(width, height), look);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1, 1);
  drawOpaque();
  glDisable(GL_POLYGON_OFFSET_FILL);
  drawRods();
  drawBackdrop(clip, camera);
  drawGlass();
  if (look.wires) drawWires();
  drawDots();
  glBindVertexArray(0);
}

void SceneRenderer::drawOpaque() const {
  const std::size_t open = m_geometry.openOpaque();
  m_surface.use();
  m_surface.set("wires", 0.0f);
  glBindVertexArray(m_arrays[kSurfaces]);
  drawFaceRange(0, open);
  // Half of a closed surface is never visible.
  glEnable(GL_CULL_FACE);
  drawFaceRange(open, m_geometry.opaque().size() - open);
  glDisable(GL_CULL_FACE);
}

void SceneRenderer::drawRods() const {
  if (m_geometry.rods().empty()) return;
  m_rod.use();
  glBindVertexArray(m_arrays[kRods]);
  drawFaceRange(0, m_geometry.rods().size() / kCornersOfRod * kIndicesOfRod);
}

void SceneRenderer::drawGlass() const {
  if (m_geometry.glass().empty()) return;
  m_surface.use();
  glBindVertexArray(m_arrays[kSurfaces]);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  glEnable(GL_POLYGON_OFFSET_FILL);
  drawFaceRange(m_geometry.opaque().size(), m_geometry.glass().size());
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

void SceneRenderer::drawWires() const {
  m_surface.use();
  m_surface.set("wires", 1.0f);
  glBindVertexArray(m_arrays[kSurfaces]);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  drawFaceRange(0, m_geometry.bodiesOpaque());
  drawFaceRange(m_geometry.opaque().size(), m_geometry.bodiesGlass());
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glDisable(GL_BLEND);
}

void SceneRenderer::drawDots() const {
  const std::size_t dots = m_geometry.dots().size(), hidden = m_geometry.hiddenDots();
  if (dots == 0) return;
  m_dot.use();
  glEnable(GL_PROGRAM_POINT_SIZE);
  glBindVertexArray(m_arrays[kDots]);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(hidden));
  glDisable(GL_DEPTH_TEST);
  glDrawArrays(GL_POINTS, static_cast<GLint>(hidden), static_cast<GLsizei>(dots - hidden));
  glDisable(GL_PROGRAM_POINT_SIZE);
}

}  // namespace pliant::detail
