// Images of what a host draws by its own calls: every entry is where the face is, as closely as DrawnLdi says.
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/glrender.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "HostStates.h"
#include "Loss.h"
#include "detectors/LdiShapes.h"

using namespace pliant;
using ldi_shapes::Shape;

namespace {

constexpr LdiDrawer::Matrix kIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/// A mesh as a host has it.
struct Mesh {
  GLuint vertices = 0, indices = 0, array = 0;
  GLsizei count = 0;

  explicit Mesh(const Shape& shape) : count(static_cast<GLsizei>(3 * shape.faces.size())) {
    std::vector<float> floats;
    for (const auto& point : shape.points) {
      for (const Real x : point) floats.push_back(static_cast<float>(x));
    }
    glCreateBuffers(1, &vertices);
    glNamedBufferData(vertices, static_cast<GLsizeiptr>(floats.size() * sizeof(float)), floats.data(), GL_STATIC_DRAW);
    glCreateBuffers(1, &indices);
    glNamedBufferData(indices, static_cast<GLsizeiptr>(shape.faces.size() * sizeof(Triangle)), shape.faces.data(),
                      GL_STATIC_DRAW);
    array = makeArray();
  }
  GLuint makeArray() const {
    GLuint made = 0;
    glCreateVertexArrays(1, &made);
    glVertexArrayVertexBuffer(made, 0, vertices, 0, 3 * sizeof(float));
    glVertexArrayAttribFormat(made, 0, 3, GL_FLOAT, GL_FALSE, 0);
    glEnableVertexArrayAttrib(made, 0);
    glVertexArrayElementBuffer(made, indices);
    return made;
  }
  void draw() const {
    glBindVertexArray(array);
    glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, nullptr);
  }
  DrawnSurface surface(bool inward = false) const {
    return {[this](LdiDrawer&) { draw(); }, inward};
  }
};

/// A corner on the image: pixels, and depth without clamping.
using Place = std::array<double, 3>;

Place placeOf(const LdiView& view, const std::array<Real, 3>& p) {
  const auto at = [&](int axis) {
    const auto i = static_cast<std::size_t>(axis);
    return double{p[i]} - view.min[i];
  };
  const double height = at(view.axis) / view.range();
  return {at(view.columnAxis()) / view.pixel[0], at(view.rowAxis()) / view.pixel[1],
          view.ascending ? height : 1 - height};
}

/// The part of a polygon where sense · place[axis] is at most `most`.
std::vector<Place> cut(const std::vector<Place>& polygon, std::size_t axis, double sense, double most) {
  std::vector<Place> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Place &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double before = sense * a[axis] - most, after = sense * b[axis] - most;
    if (before <= 0) kept.push_back(a);
    if ((before < 0) == (after < 0) || before == after) continue;
    const double t = before / (before - after);
    kept.push_back({a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])});
  }
  return kept;
}

struct Square {
  double x, y, half;

  std::vector<Place> of(const std::vector<Place>& face) const {
    return cut(cut(cut(cut(face, 0, 1, x + half), 0, -1, half - x), 1, 1, y + half), 1, -1, half - y);
  }
};

double areaOf(const std::vector<Place>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Place &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    twice += a[0] * b[1] - b[0] * a[1];
  }
  return twice / 2;
}

/// Holds what was drawn against the contract, with `sideways` in pixels and `deep` in the volume's range.
void agrees(const Shape& shape, const LdiView& view, bool inward, const LayeredDepthImage& found,
            double sideways = 1.0 / 128, double deep = 1e-6) {
  LayeredDepthImage expected;
  Workers workers;
  const auto positions = shape.packed();
  SoftwareLdi().render({positions, 0, static_cast<Index>(positions.size()), shape.faces, inward}, view, expected,
                       workers);
  REQUIRE(found.view == view);
  REQUIRE(found.offsets.size() == expected.offsets.size());
  CHECK(found.unbalancedPixels() == 0);
  CHECK(expected.unbalancedPixels() == 0);
  const auto faceOf = [&](Index face) {
    std::vector<Place> places;
    for (const Index vertex : shape.faces[face]) places.push_back(placeOf(view, shape.points[vertex]));
    return places;
  };
  std::size_t misplaced = 0, missing = 0, unordered = 0, wrongSides = 0;
  for (std::size_t p = 0; p < view.pixels(); ++p) {
    const Square around{static_cast<double>(p % view.width) + 0.5, static_cast<double>(p / view.width) + 0.5, sideways};
    std::set<Index> faces;
    const LdiEntry* before = nullptr;
    for (const LdiEntry& entry : found.pixel(p)) {
      faces.insert(entry.face());
      const auto face = faceOf(entry.face());
      const auto near = around.of(face);
      double low = 2, high = -1;
      for (const Place& place : near) {
        low = std::min(low, std::clamp(place[2], 0.0, 1.0));
        high = std::max(high, std::clamp(place[2], 0.0, 1.0));
      }
      const double depth = double{entry.depth};
      if (!(low - deep <= depth && depth <= high + deep)) ++misplaced;
      if (before != nullptr && before->depth > entry.depth) ++unordered;
      before = &entry;
      const double area = areaOf(face);
      const bool entering = (area < 0) != (inward == view.ascending);
      if (std::abs(area) > 0.1 && entering != entry.entering()) ++wrongSides;
    }
    for (const LdiEntry& entry : expected.pixel(p)) {
      const double area = std::abs(areaOf(around.of(faceOf(entry.face()))));
      const bool surely = area > 4 * sideways * sideways * (1 - 1e-9);
      if (surely && !faces.contains(entry.face())) ++missing;
    }
  }
  CHECK(misplaced == 0);
  CHECK(missing == 0);
  CHECK(unordered == 0);
  CHECK(wrongSides == 0);
}

LdiView viewOf(const Shape& shape, Index resolution, LdiGrid::Axis axis = LdiGrid::Axis::X) {
  LdiGrid grid;
  grid.resolution = resolution;
  grid.axis = axis;
  return volumeOfInterest(ldi_shapes::boxOf(shape), grid);
}

}  // namespace

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
    // Floats know coordinates to 2^-24 of their size, which part of the volume that is grows with the zoom.
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
  const DrawnSurface surface{[&](LdiDrawer& drawer) {
    // Vertex arrays are not shared.
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
  const DrawnSurface surface{[&](LdiDrawer& drawer) {
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
          "the host's drawing has 2 faces in one pixel, more than the 1 that are held at once");
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

TEST_CASE("a host that breaks the rules, or fails, is told so, and the next image is good") {
  EglHost host;
  const auto context = std::make_shared<HostContext>();
  DrawnLdi renderer(context);
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
      {"scissor test", [](LdiDrawer&) { glDisablei(GL_SCISSOR_TEST, 0); }},
      {"orientation of faces", [&](LdiDrawer&) { glFrontFace(view.ascending ? GL_CCW : GL_CW); }},
      {"face culling", [](LdiDrawer&) { glEnable(GL_CULL_FACE); }},
      {"rasteriser discard", [](LdiDrawer&) { glEnable(GL_RASTERIZER_DISCARD); }},
      {"program, and not by LdiDrawer", [](LdiDrawer&) { glUseProgram(0); }},
      {"storage buffer 7", [&](LdiDrawer&) { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 7, buffer); }}};
  const auto state = host_state::stateOf();
  const auto good = [&] {
    renderer.render(mesh.surface(), view, image);
    agrees(shape, view, false, image);
    host_state::compare(state, host_state::stateOf());
  };
  good();
  for (const auto& [what, slip] : slips) {
    CAPTURE(what);
    try {
      renderer.render({[&](LdiDrawer& drawer) {
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

  CHECK_THROWS_AS(renderer.render({[](LdiDrawer&) { throw std::out_of_range("host"); }}, view, image),
                  std::out_of_range);
  host_state::compare(state, host_state::stateOf());
  try {
    renderer.render({[](LdiDrawer&) { glEnable(0xdead); }}, view, image);
    FAIL();
  } catch (const GlError& error) {
    CHECK(error.status() == GlStatus::Failed);
    CHECK(std::string(error.what()) == "OpenGL failed to draw what the host draws: GL_INVALID_ENUM");
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
