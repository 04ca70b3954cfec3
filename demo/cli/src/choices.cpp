#include "choices.h"

#include <map>
#include <vector>

namespace pliant::cli {

using Json = nlohmann::ordered_json;

Json choiceJson(const Json& bodyA, const Json& bodyB, const AutoDetector::Job& job) {
  return {{"bodies", {bodyA, bodyB}},
          {"engine", AutoDetector::name(job.engine)},
          {"reason", AutoDetector::name(job.reason)}};
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
    const std::string key = choice["engine"].get<std::string>() + " (" + choice["reason"].get<std::string>() + ")";
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

}  // namespace pliant::cli
