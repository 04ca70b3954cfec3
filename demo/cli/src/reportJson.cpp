#include "reportJson.h"

#include "format.h"

namespace pliant::cli {
namespace {

Json orNull(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

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

Json toJson(const Counters& counters) {
  return {{"candidates", counters.candidates},
          {"cells_visited", counters.cellsVisited},
          {"nodes_visited", counters.nodesVisited},
          {"hash_collisions", counters.hashCollisions},
          {"procedure_calls", counters.procedureCalls},
          {"parts_skipped", counters.patchesSkipped},
          {"pairs_skipped", counters.pairsSkipped},
          {"element_tests", counters.elementTests},
          {"box_tests", counters.boxTests},
          {"narrow_tests", counters.narrowTests},
          {"exact_fallbacks", counters.exactFallbacks},
          {"bodies_sat_out", counters.bodiesSkipped}};
}

Json toJson(const AutoDetector::Job& job) {
  Json ms = Json::object(), calls = ms;
  for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) {
    const std::string name(AutoDetector::name(AutoDetector::Engine{static_cast<std::uint8_t>(e)}));
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

std::string describeChoice(const Json& choice) {
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

Json toJson(const DrawnImages& images) {
  Json json{{"cpu", images.byCpu}, {"opengl", images.byGl}};
  if (!images.glRenderer.empty()) json["gl_renderer"] = images.glRenderer;
  if (!images.reason.empty()) json["gl_reason"] = images.reason;
  return json;
}

std::string describeDrawnBy(const Json& images) {
  std::string text = "images drawn by the CPU: " + std::to_string(images["cpu"].get<std::size_t>()) + ", by " +
                     images.value("gl_renderer", "OpenGL") + ": " + std::to_string(images["opengl"].get<std::size_t>());
  if (images.contains("gl_reason")) text += " (" + images["gl_reason"].get<std::string>() + ")";
  return text;
}

Json toJson(const RunCheck& check) {
  return {{"step", check.step},
          {"pairs_between", check.pairsBetween},
          {"pairs_self", check.pairsSelf},
          {"vertices_inside", check.verticesInside},
          {"worst_depth", check.worstDepth},
          {"kinetic", check.kinetic},
          {"potential", check.potential},
          {"driver_work", check.driverWork},
          {"momentum", check.momentum},
          {"worst_stretch", check.worstStretch},
          {"contacts", check.contacts},
          {"volume_contacts", check.volumeContacts},
          {"nan", check.nan}};
}

Json toJson(const RunReport& report) {
  Json bodies = Json::array(), checks = Json::array(), figures = Json::object();
  for (const RunBody& body : report.bodies) {
    bodies.push_back({{"name", body.name},
                      {"vertices", body.vertices},
                      {"faces", body.faces},
                      {"tetrahedra", body.tetrahedra},
                      {"margin", body.margin}});
  }
  for (const RunCheck& check : report.checks) checks.push_back(toJson(check));
  for (const auto& [name, figure] : report.figures) {
    figures[name] = std::visit([](const auto& value) { return Json(value); }, figure);
  }
  const RunTimes& ms = report.ms;
  Json json{{"scene", report.scene}, {"detector", report.detector}};
  if (!report.glRenderer.empty()) json["gl_renderer"] = report.glRenderer;
  if (report.drawnBy) json["drawn_by"] = toJson(*report.drawnBy);
  if (!report.chosen.empty()) {
    Json& chosen = json["chosen"] = Json::array();
    for (const RunChoice& choice : report.chosen) {
      const auto named = [](const std::string& name) { return name.empty() ? Json(nullptr) : Json(name); };
      Json who = Json::array();
      if (!choice.job.isSmall()) who = {named(choice.bodyA), named(choice.bodyB)};
      chosen.push_back({{"bodies", who}});
      chosen.back().update(toJson(choice.job));
    }
  }
  json.update({{"steps", report.steps},
               {"dt", report.dt},
               {"threads", report.threads},
               {"bodies", bodies},
               {"ms",
                {{"predict", orNull(ms.predict)},
                 {"broadphase", orNull(ms.broadphase)},
                 {"detect", orNull(ms.detect)},
                 {"response", orNull(ms.response)},
                 {"solve", orNull(ms.solve)},
                 {"update", orNull(ms.update)},
                 {"total", orNull(ms.total)}}},
               {"checks", checks},
               {"scene_figures", figures},
               {"ended", runEndName(report.ended)},
               {"positions_hash", report.positionsHash}});
  if (report.counters) json["counters"] = toJson(*report.counters);
  return json;
}

}  // namespace pliant::cli
