#include "choices.h"

#include "format.h"

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

Json toJson(const AutoDetector::Job& job) {
  Json ms = Json::object(), calls = ms;
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

std::string describe(const Json& choice) {
  const Json& reason = choice["reason"];
  std::string text = choice["asked"].get<std::string>() + ": " + choice["engine"].get<std::string>() + " (by " +
                     (reason == "kind"  ? "kind"
                      : reason == "set" ? "setting"
                                        : "time");
  for (const auto& [engine, ms] : choice["ms"].items()) {
    const int calls = choice["calls"].value(engine, 0);
    text += ", " + engine + format(" %.3f", ms.get<double>()) + " ms in " + std::to_string(calls) +
            (calls == 1 ? " call" : " calls");
  }
  return text + ")";
}

}  // namespace pliant::cli
