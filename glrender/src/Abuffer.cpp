#include "Abuffer.h"

#include <algorithm>
#include <array>

#include "SavedState.h"
#include "Shaders.h"
#include "Stopwatch.h"

namespace pliant::detail {
namespace {

/// Storage bindings of the shaders.
enum Binding : GLuint { kCorners, kHeights, kFaces, kIds, kFragments, kCounts, kOffsets, kEntries, kSums = kIds };

static_assert(kEntries < kStorageBindings);

/// Head of the list.
struct ListHead {
  double total = 0;
  std::uint32_t appended = 0, layers = 0;
};

struct Fragment {
  std::uint32_t pixel, face;
};

constexpr std::size_t kMostGroups = 65535;
/// Pixels per work group of sumPixels.comp and scanPixels.comp.
constexpr std::size_t kScanned = 2048;
/// Invocations per work group of scatter.comp and of sort.comp.
constexpr std::size_t kScattered = 256, kSorted = 64;

std::size_t groupsOf(std::size_t count, std::size_t each) {
  return (count + each - 1) / each;
}

}  // namespace

void CardImage::put(const LayeredDepthImage& image) {
  pixels = image.view.pixels();
  count = image.entries.size();
  layers = image.layers();
  offsets.upload(image.offsets.data(), image.offsets.size() * sizeof image.offsets[0]);
  entries.upload(image.entries.data(), image.entries.size() * sizeof image.entries[0]);
}

void dispatch(std::size_t groups) {
  if (groups == 0) return;
  const std::size_t rows = groupsOf(groups, kMostGroups);
  glDispatchCompute(word(groupsOf(groups, rows)), word(rows), 1);
}

Abuffer::Abuffer()
    : m_append(makeProgram(shaders::abuffer_vert, shaders::abuffer_frag)),
      m_sum(makeProgram({shaders::sumPixels_comp})),
      m_scan(makeProgram({shaders::scanPixels_comp})),
      m_scatter(makeProgram({"#version 430 core\n", shaders::edges_glsl, shaders::scatter_comp})),
      m_sort(makeProgram({shaders::sort_comp})),
      m_list(sizeof(ListHead), sizeof(Fragment)) {
  GLint64 most = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most);
  m_mostBytes = static_cast<std::size_t>(most);
  m_mostPixels = std::min(m_mostBytes / sizeof(std::uint32_t) - 1, kMostGroups * kScanned);
  m_mostFragments = std::min(m_list.most(), kMostLdiEntries);
}

std::size_t Abuffer::bytes() const {
  return bytesOf({&m_list.buffer(), &m_corners, &m_heights, &m_faces, &m_ids, &m_sums, &m_counts});
}

void Abuffer::setRegions(GLint location, std::span<const CardView> views) const {
  std::array<GLuint, 3 * kMostViews> regions;
  regions.fill(0xffffffff);  // an absent view begins after all pixels
  std::size_t first = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    regions[3 * i] = views[i].block.width;
    regions[3 * i + 1] = views[i].block.height;
    regions[3 * i + 2] = word(first);
    first += views[i].block.pixels();
  }
  glUniform3uiv(location, kMostViews, regions.data());
}

void Abuffer::upload(std::span<const SnappedSurface> surfaces) {
  const std::size_t corners = surfaces[0].corners().size_bytes(), heights = surfaces[0].heights().size_bytes();
  m_corners.fit(corners * surfaces.size());
  m_heights.fit(heights * surfaces.size());
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    m_corners.write(i * corners, corners, surfaces[i].corners().data());
    m_heights.write(i * heights, heights, surfaces[i].heights().data());
  }
  m_allUploaded = false;
  glBindVertexArray(m_vertexArray.name());
  glBindBuffer(GL_ARRAY_BUFFER, m_corners.name());
  for (std::size_t i = 0; i < kMostViews; ++i) {
    // OpenGL takes an offset as a pointer.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* const from = reinterpret_cast<const void*>(i < surfaces.size() ? i * corners : 0);
    glEnableVertexAttribArray(word(i));
    glVertexAttribPointer(word(i), 2, GL_FLOAT, GL_FALSE, sizeof(SnappedSurface::Corner), from);
  }
}

void Abuffer::uploadFaces(const SnappedSurface& surface) {
  if (!surface.all() || !m_allUploaded) m_faces.upload(surface.faces().data(), surface.faces().size_bytes());
  m_allUploaded = surface.all();
  if (surface.all()) {
    m_ids.fit(1);
  } else {
    m_ids.upload(surface.ids().data(), surface.ids().size_bytes());
  }
  glBindVertexArray(m_vertexArray.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_faces.name());
}

void Abuffer::append(std::span<const CardView> views, std::size_t faces) const {
  LdiBlock block = views[0].block;
  for (const CardView& view : views) {
    block.width = std::max(block.width, view.block.width);
    block.height = std::max(block.height, view.block.height);
  }
  bindEmptyFramebuffer(m_framebuffer, block);
  glUseProgram(m_append.name());
  setRegions(uniformAt(m_append, "regions"), views);
  glUniform1ui(uniformAt(m_append, "capacity"), word(m_list.capacity()));
  setOrigin(uniformAt(m_append, "origin"), uniformAt(m_append, "scale"), block);
  setTile(contextVersion(), block, 0, 0);
  setScissorTest(contextVersion(), true);
  glDrawElementsInstancedBaseVertex(GL_TRIANGLES, static_cast<GLsizei>(3 * faces), GL_UNSIGNED_INT, nullptr,
                                    static_cast<GLsizei>(views.size()), -views[0].surface->firstVertex());
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void Abuffer::runScan(std::size_t pixels, const CardBuffer& offsets) const {
  const std::size_t groups = groupsOf(pixels, kScanned);
  m_sums.bind(kSums);
  offsets.bind(kOffsets);
  for (const GlProgram* const program : {&m_sum, &m_scan}) {
    glUseProgram(program->name());
    glUniform1ui(uniformAt(*program, "pixels"), word(pixels));
    glDispatchCompute(word(groups), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  }
}

double Abuffer::scan(const CardBuffer& counts, std::size_t pixels, const CardBuffer& offsets) {
  m_sums.fit(groupsOf(pixels, kScanned) * sizeof(double));
  m_list.begin(0, kFragments);
  counts.bind(kCounts);
  runScan(pixels, offsets);
  ListHead head;
  m_list.buffer().read(0, sizeof head, &head);
  return head.total;
}

void Abuffer::arrange(std::span<const CardView> views, const CardImage& image) const {
  const SnappedSurface& surface = *views[0].surface;
  m_corners.bind(kCorners);
  m_heights.bind(kHeights);
  m_faces.bind(kFaces);
  m_ids.bind(kIds);
  image.entries.bind(kEntries);
  const auto at = [&](const char* name) { return uniformAt(m_scatter, name); };
  glUseProgram(m_scatter.name());
  setRegions(at("regions"), views);
  std::array<GLuint, kMostViews> ascending{};
  for (std::size_t i = 0; i < views.size(); ++i) ascending[i] = views[i].ascending ? 1 : 0;
  glUniform3uiv(at("ascending"), 1, ascending.data());
  glUniform2ui(at("first"), views[0].block.column, views[0].block.row);
  glUniform1ui(at("count"), word(image.count));
  glUniform1ui(at("firstVertex"), surface.surface().firstVertex);
  glUniform1ui(at("vertices"), surface.surface().vertices);
  glUniform1i(at("inward"), surface.surface().inward);
  glUniform1i(at("chosen"), !surface.all());
  dispatch(groupsOf(image.count, kScattered));
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  glUseProgram(m_sort.name());
  glUniform1ui(uniformAt(m_sort, "pixels"), word(image.pixels));
  dispatch(groupsOf(image.pixels, kSorted));
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

bool Abuffer::draw(std::span<const CardView> views, std::size_t most, CardImage& image,
                   LdiDrawingStatistics& statistics) {
  most = std::min(most, m_mostFragments);
  uploadFaces(*views[0].surface);
  image.pixels = 0;
  for (const CardView& view : views) image.pixels += view.block.pixels();
  image.offsets.fit((image.pixels + 1) * sizeof(std::uint32_t));
  m_counts.fit(image.pixels * sizeof(std::uint32_t));
  m_sums.fit(groupsOf(image.pixels, kScanned) * sizeof(double));
  for (;;) {
    m_list.begin(most, kFragments);
    m_counts.clear(image.pixels * sizeof(std::uint32_t));
    m_counts.bind(kCounts);
    append(views, views[0].surface->faces().size());
    ++statistics.passes;
    runScan(image.pixels, image.offsets);
    ListHead head;
    const Stopwatch watch(statistics.readBackMs);
    m_list.buffer().read(0, sizeof head, &head);
    watch.stop();
    if (head.total > static_cast<double>(most)) return false;
    image.count = static_cast<std::size_t>(head.total);
    image.layers = head.layers;
    if (m_list.holds(image.count)) break;
  }
  image.entries.fit(image.count * sizeof(LdiEntry));
  arrange(views, image);
  return true;
}

}  // namespace pliant::detail
