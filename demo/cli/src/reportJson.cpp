#include "reportJson.h"

#include <map>
#include <vector>

namespace pliant::cli {
namespace {

Json orNull(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
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

Json choiceJson(const Json& bodyA, const Json& bodyB, const AutoDetector::WorkItem& item) {
  return {{"bodies", {bodyA, bodyB}},
          {"method", AutoDetector::name(item.method)},
          {"reason", AutoDetector::name(item.reason)}};
}

std::string describeChoices(const Json& choices) {
  constexpr std::size_t kNamed = 3;  // most work items that a line names
  const auto nameOf = [](const Json& body) {
    if (body.is_null()) return std::string("a rigid mesh");
    return body.is_string() ? body.get<std::string>() : body.dump();
  };
  std::map<std::string, std::vector<std::string>> lines;  // work items by method and reason
  for (const Json& choice : choices) {
    const Json& bodies = choice["bodies"];
    const std::string key = choice["method"].get<std::string>() + " (" + choice["reason"].get<std::string>() + ")";
    lines[key].push_back(nameOf(bodies[0]) + " with " + (bodies[0] == bodies[1] ? "itself" : nameOf(bodies[1])));
  }
  std::string text;
  for (const auto& [key, items] : lines) {
    text += key + ":";
    for (std::size_t i = 0; i < items.size() && i < kNamed; ++i) text += (i > 0 ? ", " : " ") + items[i];
    if (items.size() > kNamed) text += " and " + std::to_string(items.size() - kNamed) + " more";
    text += "\n";
  }
  return text;
}

Json toJson(const DrawnImages& images) {
  Json json{{"cpu", images.byCpu}, {"opengl", images.byGl}};
  if (!images.glRenderer.empty()) json["gl_renderer"] = images.glRenderer;
  if (!images.reason.empty()) json["reason"] = images.reason;
  return json;
}

std::string describeDrawnBy(const Json& images) {
  std::string text = "images drawn by the CPU: " + std::to_string(images["cpu"].get<std::size_t>()) + ", by " +
                     images.value("gl_renderer", "OpenGL") + ": " + std::to_string(images["opengl"].get<std::size_t>());
  if (images.contains("reason")) text += " (" + images["reason"].get<std::string>() + ")";
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
    const auto named = [](const std::string& name) { return name.empty() ? Json(nullptr) : Json(name); };
    for (const RunChoice& choice : report.chosen)
      chosen.push_back(choiceJson(named(choice.bodyA), named(choice.bodyB), choice.item));
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
