#include "SceneRenderer.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cstddef>
#include <limits>

#include "Shaders.h"

namespace pliant::detail {
namespace {

constexpr GLsizei kShadowSize = 1024;
constexpr float kSmoothCosine = 0.7071f;
const Eigen::Vector3f kTowardsLight = Eigen::Vector3f(0.45f, 0.85f, 0.38f).normalized();
const Eigen::Vector4f kWire(0.02f, 0.02f, 0.03f, 1), kNoWire(0, 0, 0, 0);

void attribute(GLuint place, GLint size, std::size_t stride, std::size_t offset) {
  glEnableVertexAttribArray(place);
  glVertexAttribPointer(place, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
}

/// Only now are the normals' lengths, twice the faces' areas, no longer needed.
Eigen::Vector3f unit(const Eigen::Vector3f& v) {
  const float length = v.norm();
  return length > 0 ? Eigen::Vector3f(v / length) : Eigen::Vector3f(0, 1, 0);
}

}  // namespace

SceneRenderer::SceneRenderer()
    : m_surface(shaders::surface_vert, shaders::light_glsl, shaders::surface_frag),
      m_shadow(shaders::shadow_vert, "", shaders::shadow_frag),
      m_backdrop(shaders::backdrop_vert, shaders::light_glsl, shaders::backdrop_frag),
      m_dot(shaders::dot_vert, shaders::light_glsl, shaders::dot_frag) {
  glGenVertexArrays(3, m_arrays);
  glGenBuffers(2, m_buffers);
  glBindVertexArray(m_arrays[0]);
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[0]);
  attribute(0, 3, sizeof(Corner), offsetof(Corner, position));
  attribute(1, 3, sizeof(Corner), offsetof(Corner, normal));
  attribute(2, 4, sizeof(Corner), offsetof(Corner, colour));
  glBindVertexArray(m_arrays[1]);
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[1]);
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
}

SceneRenderer::~SceneRenderer() {
  glDeleteFramebuffers(1, &m_shadowFrame);
  glDeleteTextures(1, &m_shadowMap);
  glDeleteBuffers(2, m_buffers);
  glDeleteVertexArrays(3, m_arrays);
}

void SceneRenderer::take(const Drawing& drawing) {
  m_corners.clear();
  m_glassCorners.clear();
  m_dots.clear();
  m_ranges.assign(drawing.surfaces.size(), {});
  m_scale = static_cast<float>(drawing.scale);
  m_ground = drawing.ground;
  m_low.setConstant(std::numeric_limits<float>::infinity());
  m_high = -m_low;
  // Bodies first, so that their edges can be drawn by themselves.
  for (const bool aid : {false, true}) {
    for (std::size_t s = 0; s < drawing.surfaces.size(); ++s) {
      if (drawing.surfaces[s].aid != aid) continue;
      m_ranges[s].opaque = m_corners.size();
      m_ranges[s].glass = m_glassCorners.size();
      takeSurface(drawing.surfaces[s]);
      m_ranges[s].opaqueEnd = m_corners.size();
      m_ranges[s].glassEnd = m_glassCorners.size();
    }
    if (!aid) m_wired = m_corners.size();
    if (!aid) m_wiredGlass = m_glassCorners.size();
  }
  for (const bool inFront : {false, true}) {
    for (const DrawnPoint& point : drawing.points) {
      if (point.inFront != inFront) continue;
      const Eigen::Vector3f at = toVector(point.at);
      m_dots.push_back({{at.x(), at.y(), at.z(), static_cast<float>(point.radius)},
                        {point.colour[0], point.colour[1], point.colour[2]}});
    }
    if (!inFront) m_hiddenDots = m_dots.size();
  }
  m_opaque = m_corners.size();
  m_glass = m_glassCorners.size();
  m_changed = true;
}

/// Corners look curved where the vertex's mean normal is near the face's own.
void SceneRenderer::takeSurface(const DrawnSurface& surface) {
  const SoftMesh& mesh = surface.mesh;
  m_faceNormals.resize(mesh.faces.size());
  m_vertexNormals.assign(mesh.positions.size(), Eigen::Vector3f::Zero());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const Triangle& t = mesh.faces[f];
    const Eigen::Vector3f a = toVector(mesh.positions[t[0]]);
    m_faceNormals[f] = (toVector(mesh.positions[t[1]]) - a).cross(toVector(mesh.positions[t[2]]) - a);
    for (const Index v : t) m_vertexNormals[v] += m_faceNormals[f];
  }
  for (Eigen::Vector3f& normal : m_vertexNormals) normal = unit(normal);
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const bool marked = !surface.marked.empty() && surface.marked[f] != 0;
    const Colour colour = marked ? kMarkColour : surface.colours.empty() ? surface.colour : surface.colours[f];
    const float opacity = marked ? 1 : surface.opacity;
    const Eigen::Vector3f own = unit(m_faceNormals[f]);
    for (const Index v : mesh.faces[f]) {
      const Eigen::Vector3f at = toVector(mesh.positions[v]);
      const bool curved = surface.smooth && m_vertexNormals[v].dot(own) > kSmoothCosine;
      const Eigen::Vector3f& normal = curved ? m_vertexNormals[v] : own;
      if (opacity == 1) {
        m_low = m_low.cwiseMin(at);
        m_high = m_high.cwiseMax(at);
      }
      (opacity < 1 ? m_glassCorners : m_corners)
          .push_back({{at.x(), at.y(), at.z()},
                      {normal.x(), normal.y(), normal.z()},
                      {colour[0], colour[1], colour[2], opacity}});
    }
  }
}

void SceneRenderer::drawFaces(std::size_t surface, const std::function<void(std::size_t)>& before) const {
  if (surface >= m_ranges.size()) return;
  const Range& range = m_ranges[surface];
  const std::size_t opaque = range.opaqueEnd - range.opaque, glass = range.glassEnd - range.glass;
  glBindVertexArray(m_arrays[0]);
  before(0);
  glDrawArrays(GL_TRIANGLES, static_cast<GLint>(range.opaque), static_cast<GLsizei>(opaque));
  before(opaque / 3);
  glDrawArrays(GL_TRIANGLES, static_cast<GLint>(m_opaque + range.glass), static_cast<GLsizei>(glass));
}

void SceneRenderer::upload() {
  const auto bytes = [](const auto& list) { return static_cast<GLsizeiptr>(list.size() * sizeof(list[0])); };
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[0]);
  glBufferData(GL_ARRAY_BUFFER, bytes(m_corners) + bytes(m_glassCorners), nullptr, GL_STREAM_DRAW);
  glBufferSubData(GL_ARRAY_BUFFER, 0, bytes(m_corners), m_corners.data());
  glBufferSubData(GL_ARRAY_BUFFER, bytes(m_corners), bytes(m_glassCorners), m_glassCorners.data());
  glBindBuffer(GL_ARRAY_BUFFER, m_buffers[1]);
  glBufferData(GL_ARRAY_BUFFER, bytes(m_dots), m_dots.data(), GL_STREAM_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

/// The light sees the ball around all that is opaque.
void SceneRenderer::drawShadows() {
  const bool any = m_opaque > 0 && m_low.allFinite() && m_high.allFinite();
  const Eigen::Vector3f middle = any ? Eigen::Vector3f((m_low + m_high) / 2) : Eigen::Vector3f(0, 0, 0);
  const float radius = any ? std::max((m_high - m_low).norm() / 2, 1e-6f) : 1;
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
  glBindVertexArray(m_arrays[0]);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(m_opaque));
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void SceneRenderer::setLight(const GlProgram& program, const Look& look) const {
  program.use();
  program.set("towardsLight", kTowardsLight);
  program.set("shadowFromWorld", m_shadowFromWorld);
  program.set("shadowMap", 0);
  program.set("shadowBias", look.shadows ? m_shadowBias : -1.0f);
  program.set("night", look.night ? 1.0f : 0.0f);
}

void SceneRenderer::drawBackdrop(const Eigen::Matrix4f& clip, const OrbitCamera& camera) const {
  m_backdrop.set("worldFromClip", Eigen::Matrix4f(clip.inverse()));
  m_backdrop.set("clipFromWorld", clip);
  m_backdrop.set("eye", camera.eye());
  m_backdrop.set("scale", m_scale);
  m_backdrop.set("ground", m_ground ? 1 : 0);
  glDepthFunc(GL_LEQUAL);
  glBindVertexArray(m_arrays[2]);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void SceneRenderer::draw(const OrbitCamera& camera, const Region& region, const Look& look) {
  if (m_changed) upload();
  if (look.shadows && (m_changed || !m_hasShadows)) drawShadows();
  m_hasShadows = look.shadows;
  m_changed = false;
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, m_shadowMap);
  glEnable(GL_SCISSOR_TEST);
  glScissor(region.left, region.bottom, region.width, region.height);
  glViewport(region.left, region.bottom, region.width, region.height);
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  const auto width = static_cast<float>(region.width), height = static_cast<float>(region.height);
  const Eigen::Matrix4f clip = camera.clipFromWorld(width, height);
  setLight(m_backdrop, look);
  drawBackdrop(clip, camera);

  setLight(m_surface, look);
  m_surface.set("clipFromWorld", clip);
  m_surface.set("eye", camera.eye());
  m_surface.set("lines", kNoWire);
  glBindVertexArray(m_arrays[0]);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1, 1);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(m_opaque));
  if (m_glass > 0) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    glDrawArrays(GL_TRIANGLES, static_cast<GLint>(m_opaque), static_cast<GLsizei>(m_glass));
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
  }
  glDisable(GL_POLYGON_OFFSET_FILL);
  if (look.wires) {
    m_surface.set("lines", kWire);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(m_wired));
    glDrawArrays(GL_TRIANGLES, static_cast<GLint>(m_opaque), static_cast<GLsizei>(m_wiredGlass));
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  }
  if (!m_dots.empty()) {
    m_dot.use();
    m_dot.set("clipFromWorld", clip);
    m_dot.set("pixelsPerSlope", camera.pixelsPerSlope(width, height));
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBindVertexArray(m_arrays[1]);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(m_hiddenDots));
    glDisable(GL_DEPTH_TEST);
    glDrawArrays(GL_POINTS, static_cast<GLint>(m_hiddenDots), static_cast<GLsizei>(m_dots.size() - m_hiddenDots));
    glDisable(GL_PROGRAM_POINT_SIZE);
  }
  glBindVertexArray(0);
  glDisable(GL_SCISSOR_TEST);
}

}  // namespace pliant::detail
