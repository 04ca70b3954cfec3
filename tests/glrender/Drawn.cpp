// Images of meshes that a host draws itself: every entry is as close to its face as the documentation of DrawnLdi
// promises.
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/glrender.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "HostMeshes.h"
#include "HostStates.h"
#include "Loss.h"

using namespace pliant;
using ldi_shapes::Shape;
using namespace host_meshes;

TEST_CASE("what a host draws is where its faces are, along all axes, both ways") {
  EglHost host;
  DrawnLdi renderer(std::make_shared<HostContext>());
  std::mt19937 random(4);
  LayeredDepthImage image;
  for (int kind = 0; kind < 3; ++kind) {
    Shape shape = kind == 0   ? ldi_shapes::sphere(30, 40)
                  : kind == 1 ? ldi_shapes::torus(60, 30, 1, 0.4)
                              : ldi_shapes::knot(300, 20, 0.4);
    shape.turn(random);
    for (const bool inward : {false, true}) {
      const Mesh mesh(shape);
      for (const auto axis : {LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z}) {
        for (const bool ascending : {false, true}) {
          LdiView view = viewOf(shape, 70, axis);
          view.ascending = ascending;
          CAPTURE(kind, inward, int(axis), ascending);
          renderer.render(mesh.surface(inward), view, image);
          CHECK(image.entries.size() > 1000);
          agrees(shape, view, inward, image);
        }
      }
      shape.turnInsideOut();
    }
  }
}

TEST_CASE("close up, faces that reach beyond the image, and depths beyond the volume") {
  EglHost host;
  DrawnLdi renderer(std::make_shared<HostContext>());
  std::mt19937 random(8);
  LayeredDepthImage image;
  std::size_t entries = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Shape shape = trial % 2 == 0 ? ldi_shapes::knot(100, 10, 0.4) : ldi_shapes::sphere(12, 20);
    shape.turn(random);
    const double part = std::pow(10.0, -2.0 * static_cast<double>(random() % 1000) / 1000);
    Box box = ldi_shapes::boxOf(shape);
    const auto& at = shape.points[random() % shape.points.size()];
    for (std::size_t i = 0; i < 3; ++i) {
      const double half = part * (double{box.max[i]} - double{box.min[i]}) / 2;
      box.min[i] = static_cast<Real>(double{at[i]} - half);
      box.max[i] = static_cast<Real>(double{at[i]} + half);
    }
    LdiGrid grid;
    grid.resolution = static_cast<Index>(1 + random() % 60);
    const LdiView view = volumeOfInterest(box, grid);
    const Mesh mesh(shape);
    CAPTURE(trial, part);
    renderer.render(mesh.surface(), view, image);
    // Floats hold coordinates to 2^-24 of their size. This error grows with the zoom, as a share of the volume.
    agrees(shape, view, false, image, 1.0 / 128 + 1e-5 / part, 1e-6 / part);
    entries += image.entries.size();
  }
  CHECK(entries > 1000);
}

TEST_CASE("the host's state neither suffers from its drawing nor disturbs it") {
  for (const bool core : {true, false}) {
    EglHost host(4, 5, core);
    const Shape shape = ldi_shapes::torus(30, 20, 1, 0.4);
    const Mesh mesh(shape);
    const LdiView view = viewOf(shape, 40);
    DrawnLdi renderer(std::make_shared<HostContext>());
    LayeredDepthImage image;
    for (unsigned seed = 0; seed < 6; ++seed) {
      CAPTURE(core, seed);
      std::mt19937 random(seed);
      const host_state::Peculiar peculiar(random);
      const auto before = host_state::stateOf();
      renderer.render(mesh.surface(), view, image);
      host_state::compare(before, host_state::stateOf());
      agrees(shape, view, false, image);
    }
  }
}

TEST_CASE("several draws number their faces as they are told, and each may have its place") {
  EglHost host;
  DrawnLdi renderer(std::make_shared<SharedContext>());
  const Shape torus = ldi_shapes::torus(40, 20, 1, 0.4), sphere = ldi_shapes::sphere(20, 30);
  Shape placed = sphere;
  placed.move(0.5, {1, 0.25, 3});
  Shape both = torus;
  both.add(placed);
  const Mesh first(torus), second(sphere);
  const LdiView view = viewOf(both, 60);
  const HostDrawnSurface surface{[&](LdiDrawer& drawer) {
    // Vertex arrays are not shared between contexts, so they are made here.
    const GLuint arrays[] = {second.makeArray(), first.makeArray()};
    drawer.setFirstFace(static_cast<Index>(torus.faces.size()));
    drawer.useOwnProgram({0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 1, 0.25, 3, 1});
    glBindVertexArray(arrays[0]);
    glDrawElements(GL_TRIANGLES, second.count, GL_UNSIGNED_INT, nullptr);
    drawer.setFirstFace(0);
    drawer.useOwnProgram(kIdentity);
    glBindVertexArray(arrays[1]);
    glDrawElements(GL_TRIANGLES, first.count / 6 * 3, GL_UNSIGNED_INT, nullptr);
    drawer.setFirstFace(static_cast<Index>(first.count / 6));
    glDrawElements(GL_TRIANGLES, first.count - first.count / 6 * 3, GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(static_cast<std::size_t>(first.count / 6 * 3) * sizeof(GLuint)));
    glDeleteVertexArrays(2, arrays);
  }};
  LayeredDepthImage image;
  renderer.render(surface, view, image);
  agrees(both, view, false, image);
  CHECK(renderer.statistics().passes == 1);
  CHECK(eglGetCurrentContext() == host.context());
}

TEST_CASE("a host's own vertex shader bends what is drawn") {
  EglHost host;
  const Shape straight = ldi_shapes::torus(60, 30, 1, 0.4);
  Shape bent = straight;
  for (auto& point : bent.points) point[2] += static_cast<Real>(0.25f) * point[0] * point[0];
  const char* const source =
      "#version 430 core\n"
      "layout(location = 0) in vec3 position;\n"
      "layout(location = 5) uniform mat4 projection;\n"
      "void main() {\n"
      "  gl_Position = projection * vec4(position.xy, position.z + 0.25 * position.x * position.x, 1.0);\n"
      "}\n";
  const GLuint program = glCreateProgram();
  const std::pair<GLenum, const char*> stages[] = {{GL_VERTEX_SHADER, source},
                                                   {GL_GEOMETRY_SHADER, DrawnLdi::geometryShader()},
                                                   {GL_FRAGMENT_SHADER, DrawnLdi::fragmentShader()}};
  for (const auto& [stage, text] : stages) {
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
  }
  glLinkProgram(program);
  GLint good = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  REQUIRE(good == GL_TRUE);
  const Mesh mesh(straight);
  const HostDrawnSurface surface{[&](LdiDrawer& drawer) {
    drawer.useProgram(program);
    std::array<float, 16> projection{};
    for (std::size_t i = 0; i < 16; ++i) projection[i] = static_cast<float>(drawer.viewProjection()[i]);
    glUniformMatrix4fv(5, 1, GL_FALSE, projection.data());
    mesh.draw();
  }};
  DrawnLdi renderer(std::make_shared<HostContext>());
  LayeredDepthImage image;
  const LdiView view = viewOf(bent, 60);
  renderer.render(surface, view, image);
  agrees(bent, view, false, image);
}

TEST_CASE("a surface that is not closed shows in the balance") {
  EglHost host;
  DrawnLdi renderer(std::make_shared<HostContext>());
  Shape shape = ldi_shapes::sphere(20, 30);
  const LdiView view = viewOf(shape, 60);
  LayeredDepthImage image;
  renderer.render(Mesh(shape).surface(), view, image);
  CHECK(image.unbalancedPixels() == 0);
  std::erase_if(shape.faces, [](const Triangle& face) { return face[0] % 10 == 0; });
  const Mesh torn(shape);
  renderer.render(torn.surface(), view, image);
  CHECK(image.unbalancedPixels() > 100);
}

TEST_CASE("long lists, and images in parts") {
  EglHost host;
  const auto context = std::make_shared<HostContext>();
  const Shape shape = ldi_shapes::knot(300, 20, 0.4);
  const LdiView view = viewOf(shape, 200);
  const Mesh mesh(shape);
  LayeredDepthImage whole, parts;
  DrawnLdi large(context);
  large.render(mesh.surface(), view, whole);
  CHECK(whole.entries.size() > 20000);
  CHECK(large.statistics().passes == 2);
  CHECK(large.statistics().readBacks == 1);
  large.render(mesh.surface(), view, parts);
  CHECK(large.statistics().passes == 1);
  CHECK((parts.entries == whole.entries));
  CHECK(large.memory() > whole.entries.size() * 12);
  agrees(shape, view, false, whole);

  LdiDrawingSettings settings;
  settings.fragments = 5000;
  DrawnLdi few(context, settings);
  few.render(mesh.surface(), view, parts);
  CHECK(few.statistics().readBacks > 4);
  agrees(shape, view, false, parts);
  settings = {};
  settings.frame = 64;
  DrawnLdi small(context, settings);
  small.render(mesh.surface(), view, parts);
  CHECK(small.statistics().readBacks == (view.width + 63) / 64 * ((view.height + 63) / 64));
  agrees(shape, view, false, parts);
  settings.fragments = 1;
  DrawnLdi one(context, settings);
  const Shape sphere = ldi_shapes::sphere(10, 20);
  const Mesh two(sphere);
  try {
    one.render(two.surface(), viewOf(sphere, 10), parts);
    FAIL();
  } catch (const Error& error) {
    CHECK(std::string(error.what()) ==
          "the host's drawing has 2 faces in one pixel, above the maximum of 1: raise "
          "LdiDrawingSettings::fragments");
  }
}

TEST_CASE("answers about what is drawn are those about the same arrays") {
  EglHost host;
  const Shape torus = ldi_shapes::torus(60, 30, 1, 0.4);
  Shape sphere = ldi_shapes::sphere(30, 40);
  sphere.move(0.5, {1, 0, 0});
  Box box = ldi_shapes::boxOf(sphere);
  LdiGrid grid;
  grid.resolution = 128;
  LdiView view = volumeOfInterest(box, grid);
  const Mesh drawn(torus);
  DrawnLdi renderer(std::make_shared<HostContext>());
  SoftwareLdi software;
  LayeredDepthImage byHost, byCpu, other;
  Workers workers;
  renderer.render(drawn.surface(), view, byHost);
  const auto positions = torus.packed(), others = sphere.packed();
  software.render({positions, 0, static_cast<Index>(positions.size()), torus.faces, false}, view, byCpu, workers);
  view.ascending = !view.ascending;
  software.render({others, 0, static_cast<Index>(others.size()), sphere.faces, false}, view, other, workers);
  LdiVolume found, expected;
  intersectionVolume(byHost, other, found);
  intersectionVolume(byCpu, other, expected);
  CHECK(expected.volume > 0.1);
  CHECK(found.volume == Approx(expected.volume).epsilon(1e-4));
  std::vector<Index> inside, insideByCpu;
  pointsInside(byHost, others, inside);
  pointsInside(byCpu, others, insideByCpu);
  CHECK(inside.size() > 100);
  CHECK(inside == insideByCpu);
}

namespace {

/// Draws the mesh, and checks that the image is the shape's and that the host's state is as before.
void drawsWell(DrawnLdi& renderer, const Mesh& mesh, const Shape& shape, const LdiView& view, LayeredDepthImage& image,
               const host_state::State& state) {
  renderer.render(mesh.surface(), view, image);
  agrees(shape, view, false, image);
  host_state::compare(state, host_state::stateOf());
}

}  // namespace

TEST_CASE("a host that breaks the rules is told so, and the next image is good") {
  EglHost host;
  DrawnLdi renderer(std::make_shared<HostContext>());
  const Shape shape = ldi_shapes::torus(30, 20, 1, 0.4);
  const LdiView view = viewOf(shape, 40);
  const Mesh mesh(shape);
  LayeredDepthImage image;
  GLuint framebuffer = 0, buffer = 0;
  glCreateFramebuffers(1, &framebuffer);
  glCreateBuffers(1, &buffer);
  glNamedBufferData(buffer, 64, nullptr, GL_STATIC_DRAW);
  const std::vector<std::pair<std::string, std::function<void(LdiDrawer&)>>> slips = {
      {"framebuffer", [&](LdiDrawer&) { glBindFramebuffer(GL_FRAMEBUFFER, framebuffer); }},
      {"viewport", [](LdiDrawer&) { glViewportIndexedf(0, 0, 0, 10, 10); }},
      {"scissor box", [](LdiDrawer&) { glScissorIndexed(0, 0, 0, 10, 10); }},
      {"scissor box",
       [&](LdiDrawer&) {
         glScissorIndexed(0, 1, -1, static_cast<GLsizei>(view.width), static_cast<GLsizei>(view.height));
       }},
      {"polygon mode", [](LdiDrawer&) { glPolygonMode(GL_FRONT_AND_BACK, GL_LINE); }},
      {"depth clamp", [](LdiDrawer&) { glDisable(GL_DEPTH_CLAMP); }},
      {"clip distances", [](LdiDrawer&) { glEnable(GL_CLIP_DISTANCE2); }},
      {"clip control", [](LdiDrawer&) { glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE); }},
      {"scissor test", [](LdiDrawer&) { glDisablei(GL_SCISSOR_TEST, 0); }},
      {"orientation of faces", [&](LdiDrawer&) { glFrontFace(view.ascending ? GL_CCW : GL_CW); }},
      {"face culling", [](LdiDrawer&) { glEnable(GL_CULL_FACE); }},
      {"rasteriser discard", [](LdiDrawer&) { glEnable(GL_RASTERIZER_DISCARD); }},
      {"program without LdiDrawer", [](LdiDrawer&) { glUseProgram(0); }},
      {"storage buffer 7", [&](LdiDrawer&) { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 7, buffer); }}};
  const auto state = host_state::stateOf();
  const auto good = [&] { drawsWell(renderer, mesh, shape, view, image, state); };
  good();
  for (const auto& [what, slip] : slips) {
    CAPTURE(what);
    try {
      renderer.render({[&, &slip = slip](LdiDrawer& drawer) {
                        mesh.draw();
                        slip(drawer);
                      }},
                      view, image);
      FAIL();
    } catch (const GlError& error) {
      FAIL(error.what());
    } catch (const Error& error) {
      CHECK(error.what() == "the host's drawing changed the " + what);
    }
    host_state::compare(state, host_state::stateOf());
  }
  good();
}

TEST_CASE("a host that fails is told so, and the next image is good") {
  EglHost host;
  const auto context = std::make_shared<HostContext>();
  DrawnLdi renderer(context);
  const Shape shape = ldi_shapes::torus(30, 20, 1, 0.4);
  const LdiView view = viewOf(shape, 40);
  const Mesh mesh(shape);
  LayeredDepthImage image;
  const auto state = host_state::stateOf();
  const auto good = [&] { drawsWell(renderer, mesh, shape, view, image, state); };
  good();
  CHECK_THROWS_AS(renderer.render({[](LdiDrawer&) { throw std::out_of_range("host"); }}, view, image),
                  std::out_of_range);
  host_state::compare(state, host_state::stateOf());
  try {
    renderer.render({[](LdiDrawer&) { glEnable(0xdead); }}, view, image);
    FAIL();
  } catch (const GlError& error) {
    CHECK(error.status() == GlStatus::Failed);
    CHECK(std::string(error.what()) == "OpenGL failed to draw the host's faces: GL_INVALID_ENUM");
  }
  good();
  renderer.render({[](LdiDrawer&) {}}, view, image);
  CHECK(image.entries.empty());
  LdiView none = view;
  none.width = 0;
  CHECK_THROWS_AS(renderer.render(mesh.surface(), none, image), Error);

  {
    const Loss loss;
    try {
      renderer.render(mesh.surface(), view, image);
      FAIL();
    } catch (const GlError& error) {
      CHECK(error.status() == GlStatus::Lost);
    }
  }
  context->contextDestroyed();
  good();
}
