#include "DetectReport.h"

#include <pliant/io/printable.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "format.h"

namespace pliant::cli {
namespace {

/// Returns a JSON string. Invalid UTF-8 is replaced.
std::string jsonString(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Appends a number. A double gets the fewest digits that give the same bits when read.
template <typename Number>
void append(std::string& text, Number number) {
  std::array<char, 32> buffer;
  const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  text.append(buffer.data(), code == std::errc() ? end : buffer.data());
}

/// Returns the key and the list. `row` returns the numbers of one entry.
/// Does not use the JSON library, because a list may have millions of rows.
template <typename Entry, typename Row>
std::string jsonList(const char* key, const std::vector<Entry>& entries, Row&& row) {
  std::string text = jsonString(key) + ": [";
  const char* separator = "";
  for (const Entry& entry : entries) {
    text += separator;
    separator = ", ";
    char bracket = '[';
    const auto cell = [&](auto number) {
      text += bracket;
      append(text, number);
      bracket = ',';
    };
    std::apply([&](auto... numbers) { (cell(numbers), ...); }, row(entry));
    text += ']';
  }
  return text + ']';
}

std::string jsonCounters(const Counters& counters, const Query& query) {
  if (query.intersectionVolumes || query.selfIntersectionVolumes) {
    const Json json = {{"candidates", counters.candidates},
                       {"ldi_images", counters.ldiImages},
                       {"ldi_images_kept", counters.ldiImagesKept},
                       {"ldi_entries", counters.ldiEntries},
                       {"ldi_layers", counters.ldiLayers},
                       {"ldi_resolution", counters.ldiResolution},
                       {"ldi_bytes", counters.ldiBytes},
                       {"bodies_sat_out", counters.bodiesSkipped}};
    return json.dump();
  }
  return toJson(counters).dump();
}

/// The lists and volumes of a frame, in the order of the table's columns.
struct Found {
  const char* name;
  bool Query::*asked;
};
constexpr std::array<Found, 6> kFound{{{"vertex_tetrahedron", &Query::vertexTetrahedron},
                                       {"face_pairs", &Query::facePairs},
                                       {"vertex_face", &Query::vertexFace},
                                       {"vertices_inside", &Query::verticesInside},
                                       {"intersection_volume", &Query::intersectionVolumes},
                                       {"self_intersection_volume", &Query::selfIntersectionVolumes}}};

/// Appends the cells of the columns that the query asks for.
template <typename Cell>
void appendFound(std::vector<std::string>& row, const Query& query, Cell&& cell) {
  for (std::size_t column = 0; column < kFound.size(); ++column)
    if (query.*kFound[column].asked) row.push_back(cell(column));
}

std::string foundName(std::size_t column) {
  return kFound[column].name;
}

/// Returns the numbers of a contact: ids and indices, barycentric coordinates, nearest point, normal, depth.
auto contactRow(const InsideContact& contact) {
  const auto& [a, b, c] = contact.barycentric;
  const Vector3 &p = contact.point, &n = contact.normal;
  return std::tuple(contact.inside.vertexBody, contact.inside.vertex, contact.inside.volumeBody, contact.face, a, b, c,
                    p[0], p[1], p[2], n[0], n[1], n[2], contact.depth);
}

/// The faces of a body in its file, without caps.
struct OwnFaces {
  std::size_t count;
  bool closed;

  OwnFaces(const Topology& topology, const HoleCaps* caps)
      : count(topology.faces - (caps == nullptr ? 0 : caps->faces.size())),
        closed(topology.closed && (caps == nullptr || caps->holes == 0)) {}
};

class DetectJson final : public DetectReport {
 public:
  DetectJson(std::string_view method, std::string_view glRenderer) : m_text("{\"method\": " + jsonString(method)) {
    if (!glRenderer.empty()) m_text += ",\n \"gl_renderer\": " + jsonString(glRenderer);
  }

  void addBody(const std::string& file, const Topology& topology, const HoleCaps* caps) override {
    const OwnFaces own(topology, caps);
    m_bodies += (m_bodies.empty() ? "\n  " : ",\n  ") + ("{\"file\": " + jsonString(file)) +
                ", \"vertices\": " + std::to_string(topology.vertices) + ", \"faces\": " + std::to_string(own.count) +
                ", \"tetrahedra\": " + std::to_string(topology.tetrahedra) +
                ", \"closed\": " + (own.closed ? "true" : "false");
    if (caps != nullptr) {
      m_bodies += ", \"holes_capped\": " + std::to_string(caps->holes) +
                  ", \"cap_faces\": " + std::to_string(caps->faces.size());
    }
    m_bodies += "}";
  }

  void addFrame(const Results& results, const Query& query, const std::vector<InsideContact>* contacts,
                const DetectTimes& ms) override {
    m_frames += m_frames.empty() ? "\n  {" : ",\n  {";
    const auto add = [&](bool asked, const std::string& list) {
      if (asked) m_frames += list + ",\n   ";
    };
    add(query.vertexTetrahedron,
        jsonList("vertex_tetrahedron", results.vertexTetrahedron, [](const VertexTetrahedron& pair) {
          return std::tuple(pair.vertexBody, pair.vertex, pair.tetrahedronBody, pair.tetrahedron);
        }));
    add(query.vertexTetrahedron && query.barycentric,
        jsonList("vertex_tetrahedron_coordinates", results.vertexTetrahedron,
                 [](const VertexTetrahedron& pair) { return std::tuple_cat(pair.barycentric); }));
    add(query.vertexFace, jsonList("vertex_face", results.vertexFace, [](const VertexFace& pair) {
          return std::tuple(pair.vertexBody, pair.vertex, pair.faceBody, pair.face);
        }));
    add(query.facePairs, jsonList("face_pairs", results.facePairs, [](const FacePair& pair) {
          return std::tuple(pair.bodyA, pair.faceA, pair.bodyB, pair.faceB);
        }));
    add(query.verticesInside, jsonList("vertices_inside", results.verticesInside, [](const InsideVertex& inside) {
          return std::tuple(inside.vertexBody, inside.vertex, inside.volumeBody);
        }));
    if (contacts != nullptr) add(true, jsonList("contacts", *contacts, contactRow));
    add(query.intersectionVolumes,
        jsonList("intersection_volume", results.intersectionVolumes,
                 [](const IntersectionVolume& pair) { return std::tuple(pair.bodyA, pair.bodyB, pair.volume); }));
    add(query.selfIntersectionVolumes,
        jsonList("self_intersection_volume", results.selfIntersectionVolumes,
                 [](const SelfIntersectionVolume& self) { return std::tuple(self.body, self.volume); }));
    m_frames += "\"counters\": " + jsonCounters(results.counters, query);
    const Json times = {{"update", ms.update}, {"query", ms.query}};
    m_frames += ",\n   \"ms\": " + times.dump() + "}";
  }

  void addChosen(const Json& chosen) override { m_text += ",\n \"chosen\": " + chosen.dump(); }

  void addDrawnBy(const DrawnImages& images) override {
    m_text += ",\n \"drawn_by\": " + toJson(images).dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  void addSteps(const std::string& folder, std::span<const WrittenStep> steps) override {
    Json list = Json::array();
    for (const WrittenStep& step : steps)
      list.push_back({{"picture", step.picture}, {"title", step.title}, {"sentence", step.sentence}});
    m_text += ",\n \"steps\": {\"folder\": " + jsonString(folder) +
              ", \"list\": " + list.dump(-1, ' ', false, Json::error_handler_t::replace) + "}";
  }

  std::string finish() override {
    return std::exchange(m_text, {}) + ",\n \"bodies\": [" + m_bodies + "],\n \"frames\": [" + m_frames + "]}\n";
  }

 private:
  std::string m_text, m_bodies, m_frames;
};

class DetectTable final : public DetectReport {
 public:
  DetectTable(std::string_view method, std::string_view glRenderer)
      : m_method(method), m_bodies{{"body", "vertices", "faces", "tetrahedra", "closed", "file"}} {
    if (!glRenderer.empty()) m_method += ", drawn by " + std::string(glRenderer);
  }

  void addBody(const std::string& file, const Topology& topology, const HoleCaps* caps) override {
    const OwnFaces own(topology, caps);
    if (caps != nullptr && m_bodies.size() == 1) m_bodies.front().insert(m_bodies.front().end() - 1, "holes capped");
    m_bodies.push_back({std::to_string(m_bodies.size() - 1), std::to_string(topology.vertices),
                        std::to_string(own.count), std::to_string(topology.tetrahedra), own.closed ? "yes" : "no",
                        printable(file)});
    if (caps != nullptr) m_bodies.back().insert(m_bodies.back().end() - 1, std::to_string(caps->holes));
  }

  void addFrame(const Results& results, const Query& query, const std::vector<InsideContact>* contacts,
                const DetectTimes& ms) override {
    const auto count = [](const auto& list) { return std::to_string(list.size()); };
    const auto sum = [](const auto& list) {
      double all = 0;
      for (const auto& entry : list) all += entry.volume;
      return format("%.6g", all);
    };
    if (m_frames.empty()) {
      m_frames.push_back({"frame"});
      appendFound(m_frames.front(), query, foundName);
      if (contacts != nullptr) m_frames.front().push_back("deepest");
      m_frames.front().insert(m_frames.front().end(), {"update ms", "query ms"});
    }
    std::vector<std::string> row = {std::to_string(m_frames.size() - 1)};
    const std::array<std::string, kFound.size()> cells{
        count(results.vertexTetrahedron), count(results.facePairs),         count(results.vertexFace),
        count(results.verticesInside),    sum(results.intersectionVolumes), sum(results.selfIntersectionVolumes)};
    appendFound(row, query, [&](std::size_t column) { return cells[column]; });
    if (contacts != nullptr) {
      Real deepest = 0;
      for (const InsideContact& contact : *contacts) deepest = std::max(deepest, contact.depth);
      row.push_back(format("%.6g", double{deepest}));
    }
    row.insert(row.end(), {format("%.3f", ms.update), format("%.3f", ms.query)});
    m_frames.push_back(std::move(row));
    if (m_bodies.size() - 1 > 2) addPairs(results, query, m_frames.back().front());
  }

  void addChosen(const Json& chosen) override { m_chosen = "\n" + describeChoices(chosen); }

  void addDrawnBy(const DrawnImages& images) override { m_method += ", " + describeDrawnBy(toJson(images)); }

  void addSteps(const std::string& folder, std::span<const WrittenStep> steps) override {
    m_steps = "\nsteps, pictures in " + printable(folder) + "\n";
    for (const WrittenStep& step : steps)
      m_steps += "\n" + step.picture + "  " + step.title + "\n  " + step.sentence + "\n";
  }

  std::string finish() override {
    std::string text = "method " + m_method + "\n\n" + layOut(m_bodies) + "\n" + layOut(m_frames);
    if (m_pairs.size() > 1) text += "\n" + layOut(m_pairs);
    if (m_morePairs > 0) text += "and " + std::to_string(m_morePairs) + " more pairs; --json OUT lists all\n";
    return text + m_chosen + m_steps;
  }

 private:
  void addPairs(const Results& results, const Query& query, const std::string& frame) {
    constexpr std::size_t kMostLines = 100;
    enum { kVertexTetrahedron, kFacePairs, kVertexFace, kInside, kShared, kOwn };  // columns of kFound
    std::map<std::pair<Index, Index>, std::array<double, kFound.size()>> found;    // by body ids, the smaller one first
    const auto of = [&found](Index a, Index b) -> auto& {
      return found[std::minmax(a, b)];
    };
    for (const VertexTetrahedron& hit : results.vertexTetrahedron)
      of(hit.vertexBody, hit.tetrahedronBody)[kVertexTetrahedron] += 1;
    for (const FacePair& hit : results.facePairs) of(hit.bodyA, hit.bodyB)[kFacePairs] += 1;
    for (const VertexFace& hit : results.vertexFace) of(hit.vertexBody, hit.faceBody)[kVertexFace] += 1;
    for (const InsideVertex& hit : results.verticesInside) of(hit.vertexBody, hit.volumeBody)[kInside] += 1;
    for (const IntersectionVolume& hit : results.intersectionVolumes) of(hit.bodyA, hit.bodyB)[kShared] += hit.volume;
    for (const SelfIntersectionVolume& hit : results.selfIntersectionVolumes)
      of(hit.body, hit.body)[kOwn] += hit.volume;

    if (m_pairs.empty()) {
      m_pairs.push_back({"frame", "body", "body"});
      appendFound(m_pairs.front(), query, foundName);
    }
    for (const auto& [pair, numbers] : found) {
      if (m_pairs.size() > kMostLines) {
        ++m_morePairs;
        continue;
      }
      m_pairs.push_back({frame, std::to_string(pair.first), std::to_string(pair.second)});
      appendFound(m_pairs.back(), query,
                  [&values = numbers](std::size_t column) { return format("%.6g", values[column]); });
    }
  }

  std::string m_method, m_chosen, m_steps;
  Rows m_bodies, m_frames, m_pairs;  ///< the first row holds the column names
  std::size_t m_morePairs = 0;       ///< number of pairs beyond the table's last line
};

}  // namespace

std::unique_ptr<DetectReport> makeDetectReport(bool json, std::string_view method, std::string_view glRenderer) {
  if (json) return std::make_unique<DetectJson>(method, glRenderer);
  return std::make_unique<DetectTable>(method, glRenderer);
}

}  // namespace pliant::cli
