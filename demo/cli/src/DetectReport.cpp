#include "DetectReport.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

namespace pliant::cli {
namespace {

/// A JSON string; bytes that are no UTF-8 are replaced.
std::string jsonString(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append(std::string& text, Index number) {
  std::array<char, 16> buffer;
  const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  text.append(buffer.data(), code == std::errc() ? end : buffer.data());
}

/// Key and list; `row` gives the indices of one entry. Written by hand: a list may have millions of rows.
template <typename Entry, typename Row>
std::string jsonList(const char* key, const std::vector<Entry>& entries, Row&& row) {
  std::string text = jsonString(key) + ": [";
  const char* separator = "";
  for (const Entry& entry : entries) {
    text += separator;
    separator = ", ";
    char bracket = '[';
    for (const Index index : row(entry)) {
      text += bracket;
      append(text, index);
      bracket = ',';
    }
    text += ']';
  }
  return text + ']';
}

std::string jsonCounters(const Counters& counters) {
  const nlohmann::ordered_json json = {{"candidates", counters.candidates},
                                       {"cells_visited", counters.cellsVisited},
                                       {"nodes_visited", counters.nodesVisited},
                                       {"hash_collisions", counters.hashCollisions},
                                       {"box_tests", counters.boxTests},
                                       {"narrow_tests", counters.narrowTests},
                                       {"exact_fallbacks", counters.exactFallbacks},
                                       {"bodies_sat_out", counters.bodiesSatOut}};
  return json.dump();
}

std::string milliseconds(double value) {
  std::array<char, 64> buffer;
  std::snprintf(buffer.data(), buffer.size(), "%.3f", value);
  return buffer.data();
}

/// Columns as wide as their widest cell; the last one stands left, the others right.
std::string layOut(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i)
      text += std::string(widths[i] - row[i].size(), ' ') + row[i] + "  ";
    text += row.back() + '\n';
  }
  return text;
}

}  // namespace

DetectJson::DetectJson(std::string_view method) : m_text("{\"method\": " + jsonString(method)) {}

void DetectJson::addBody(const std::string& file, const Topology& topology) {
  m_bodies += (m_bodies.empty() ? "\n  " : ",\n  ") + ("{\"file\": " + jsonString(file)) +
              ", \"vertices\": " + std::to_string(topology.vertices) +
              ", \"faces\": " + std::to_string(topology.faces) +
              ", \"tetrahedra\": " + std::to_string(topology.tetrahedra) +
              ", \"closed\": " + (topology.closed ? "true" : "false") + "}";
}

void DetectJson::addFrame(const Results& results, bool withMargin, const DetectTimes& ms) {
  m_frames += m_frames.empty() ? "\n  {" : ",\n  {";
  m_frames += jsonList("vertex_tetrahedron", results.vertexTetrahedron, [](const VertexTetrahedron& pair) {
    return std::array{pair.vertexBody, pair.vertex, pair.tetrahedronBody, pair.tetrahedron};
  });
  if (withMargin) {
    m_frames += ",\n   " + jsonList("vertex_face", results.vertexFace, [](const VertexFace& pair) {
                  return std::array{pair.vertexBody, pair.vertex, pair.faceBody, pair.face};
                });
  }
  m_frames += ",\n   " + jsonList("face_pairs", results.facePairs, [](const FacePair& pair) {
                return std::array{pair.bodyA, pair.faceA, pair.bodyB, pair.faceB};
              });
  m_frames += ",\n   \"counters\": " + jsonCounters(results.counters);
  const nlohmann::ordered_json times = {{"update", ms.update}, {"query", ms.query}};
  m_frames += ",\n   \"ms\": " + times.dump() + "}";
}

std::string DetectJson::finish() {
  return std::exchange(m_text, {}) + ",\n \"bodies\": [" + m_bodies + "],\n \"frames\": [" + m_frames + "]}\n";
}

DetectTable::DetectTable(std::string_view method)
    : m_method(method), m_bodies{{"body", "vertices", "faces", "tetrahedra", "closed", "file"}} {}

void DetectTable::addBody(const std::string& file, const Topology& topology) {
  m_bodies.push_back({std::to_string(m_bodies.size() - 1), std::to_string(topology.vertices),
                      std::to_string(topology.faces), std::to_string(topology.tetrahedra),
                      topology.closed ? "yes" : "no", file});
}

void DetectTable::addFrame(const Results& results, bool withMargin, const DetectTimes& ms) {
  if (m_frames.empty()) {
    m_frames.push_back({"frame", "vertex_tetrahedron", "face_pairs"});
    if (withMargin) m_frames.back().push_back("vertex_face");
    m_frames.back().insert(m_frames.back().end(), {"update ms", "query ms"});
  }
  std::vector<std::string> row = {std::to_string(m_frames.size() - 1), std::to_string(results.vertexTetrahedron.size()),
                                  std::to_string(results.facePairs.size())};
  if (withMargin) row.push_back(std::to_string(results.vertexFace.size()));
  row.push_back(milliseconds(ms.update));
  row.push_back(milliseconds(ms.query));
  m_frames.push_back(std::move(row));
}

std::string DetectTable::finish() {
  return "method " + m_method + "\n\n" + layOut(m_bodies) + "\n" + layOut(m_frames);
}

}  // namespace pliant::cli
