#include "choices.h"

#include <cstdio>

namespace pliant::cli {
namespace {

using Engine = AutoDetector::Engine;

std::string asked(const AutoDetector::Asked& asked) {
  std::string text;
  const auto add = [&](bool is, const char* list) {
    if (is) text += std::string(text.empty() ? "" : ",") + list;
  };
  add(asked.vertexFace, "vertex_face");
  add(asked.edgeEdge, "edge_edge");
  add(asked.faceFace, "face_pairs");
  return text;
}

}  // namespace

nlohmann::ordered_json toJson(const AutoDetector::Job& job) {
  nlohmann::ordered_json ms = nlohmann::ordered_json::object(), calls = ms;
  for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) {
    const std::string name(AutoDetector::name(Engine{static_cast<std::uint8_t>(e)}));
    if (job.cost[e] > 0) ms[name] = 1e3 * job.cost[e];
    if (job.calls[e] > 0) calls[name] = job.calls[e];
  }
  return {{"asked", asked(job.asked)},
          {"near", job.asked.nearby},
          {"engine", AutoDetector::name(job.engine)},
          {"reason", AutoDetector::name(job.reason)},
          {"ms", ms},
          {"calls", calls}};
}

std::string describe(const AutoDetector::Job& job) {
  std::string text = asked(job.asked) + ": " + std::string(AutoDetector::name(job.engine)) + " (by " +
                     (job.reason == AutoDetector::Reason::Kind  ? "kind"
                      : job.reason == AutoDetector::Reason::Set ? "setting"
                                                                : "time");
  for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) {
    if (job.cost[e] <= 0) continue;
    char number[32];
    std::snprintf(number, sizeof number, " %.3f", 1e3 * job.cost[e]);
    text += ", " + std::string(AutoDetector::name(Engine{static_cast<std::uint8_t>(e)})) + number + " ms in " +
            std::to_string(job.calls[e]) + (job.calls[e] == 1 ? " call" : " calls");
  }
  return text + ")";
}

}  // namespace pliant::cli
