#include "runJson.h"

#include "choices.h"
#include "counterJson.h"

namespace pliant::cli {
namespace {

Json orNull(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

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
  if (report.counters) json["counters"] = counterJson(*report.counters);
  return json;
}

}  // namespace pliant::cli
