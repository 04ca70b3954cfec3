#include "Preferences.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace pliant::detail {
namespace {

using Json = nlohmann::ordered_json;

// Delay after the last change [s], because a slider makes many changes.
constexpr double kSaveAfter = 1;

std::filesystem::path file() {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  if (config && *config) return std::filesystem::path(config) / "pliant" / "browser.json";
  const char* const home = std::getenv("HOME");
  if (home && *home) return std::filesystem::path(home) / ".config" / "pliant" / "browser.json";
  return {};
}

/// Keeps `value` if the key is missing or has another type.
template <typename Value>
void read(const Json& from, const char* key, Value& value) {
  const auto at = from.find(key);
  if (at == from.end()) return;
  try {
    value = at->get<Value>();
  } catch (const Json::exception&) {
  }
}

}  // namespace

Preferences loadPreferences() {
  Preferences p;
  std::ifstream in(file());
  const Json json = Json::parse(in, nullptr, false);
  if (!json.is_object()) return p;
  read(json, "scene", p.scene);
  read(json, "detector", p.detector);
  std::string overlay = overlayNames(p.overlay);
  read(json, "overlay", overlay);
  try {
    p.overlay = parseOverlay(overlay);
  } catch (const std::exception&) {
  }
  read(json, "beside", p.beside);
  read(json, "dark", p.dark);
  read(json, "wires", p.wires);
  read(json, "shadows", p.shadows);
  read(json, "font_scale", p.fontScale);
  read(json, "width", p.width);
  read(json, "height", p.height);
  for (int* const size : {&p.width, &p.height})
    if (*size != 0) *size = std::clamp(*size, 64, 16384);
  return p;
}

void savePreferences(const Preferences& p) noexcept {
  try {
    const std::filesystem::path path = file();
    if (path.empty()) return;
    std::filesystem::create_directories(path.parent_path());
    // Written to a temporary file first, so that the file is never incomplete.
    const std::filesystem::path next = path.string() + "." + std::to_string(::getpid());
    std::ofstream out(next);
    Json json{{"scene", p.scene},     {"detector", p.detector},   {"overlay", overlayNames(p.overlay)},
              {"beside", p.beside},   {"dark", p.dark},           {"wires", p.wires},
              {"shadows", p.shadows}, {"font_scale", p.fontScale}};
    if (p.width > 0 && p.height > 0) {
      json["width"] = p.width;
      json["height"] = p.height;
    }
    out << json.dump(2) << '\n';
    out.close();
    std::error_code fault;
    if (out) std::filesystem::rename(next, path, fault);
    if (!out || fault) std::filesystem::remove(next, fault);
  } catch (...) {
  }
}

void Remembered::look(const Preferences& now, double seconds) {
  if (!m_seen) {
    m_seen = now;
    // Unlike other options, the scene of the command line is saved.
    m_kept.scene = now.scene;
  }
  bool changed = false;
  const auto keep = [&](auto Preferences::*value) {
    if (now.*value == (*m_seen).*value) return;
    m_kept.*value = now.*value;
    changed = true;
  };
  keep(&Preferences::scene);
  keep(&Preferences::detector);
  keep(&Preferences::beside);
  keep(&Preferences::dark);
  keep(&Preferences::wires);
  keep(&Preferences::shadows);
  keep(&Preferences::fontScale);
  if (now.width != m_seen->width || now.height != m_seen->height) {
    m_kept.width = now.width;
    m_kept.height = now.height;
    changed = true;
  }
  if (overlayNames(now.overlay) != overlayNames(m_seen->overlay)) {
    m_kept.overlay = now.overlay;
    changed = true;
  }
  m_seen = now;
  if (changed) {
    m_saveIn = kSaveAfter;
  } else if (m_saveIn && (*m_saveIn -= seconds) <= 0) {
    m_saveIn.reset();
    save();
  }
}

}  // namespace pliant::detail
