#include "Script.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/numbers.h>
#include <pliant/io/printable.h>
#include <pliant/io/writeFile.h>
#include <pliant/pictures/pictureName.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

#include "Window.h"

namespace pliant::detail {
namespace {

// These commands take more words: a name may consist of several words, and there may be several files.
constexpr std::string_view kBodyDetector = "bodydetector", kMesh = "mesh", kPress = "press";

// Number of frames until controls have their final positions.
constexpr int kSettling = 2;

struct Known {
  std::string_view name;
  std::size_t arguments;
};

constexpr Known kKnown[] = {
    {"scene", 1},       {"detector", 1},    {"beside", 1}, {"overlay", 1},    {"wires", 1},   {"dark", 1},
    {"shadows", 1},     {"run", 0},         {"pause", 0},  {"restart", 0},    {"steps", 1},   {"frames", 1},
    {"orbit", 2},       {"pan", 2},         {"zoom", 1},   {"home", 0},       {"resize", 2},  {"grab", 2},
    {"lead", 2},        {"release", 0},     {"throw", 2},  {"screenshot", 1}, {"export", 1},  {"quit", 0},
    {kMesh, 1},         {"set", 2},         {"cut", 4},    {"record", 1},     {"setting", 1}, {"question", 1},
    {"stepthrough", 1}, {kBodyDetector, 2}, {"speed", 1},  {"letters", 1},    {"keys", 1},    {kPress, 1}};

constexpr std::pair<std::string_view, std::optional<double> SceneOptions::*> kVariants[] = {
    {"friction", &SceneOptions::friction},   {"margin", &SceneOptions::margin},
    {"stiffness", &SceneOptions::stiffness}, {"mass", &SceneOptions::mass},
    {"pressure", &SceneOptions::pressure},   {"spacing", &SceneOptions::spacing}};

}  // namespace

Script::Script(const std::string& file) : m_file(file) {
  std::ifstream in(file);
  if (!in || in.peek() == std::ifstream::traits_type::eof()) throw Error("'" + file + "': can't be read, or is empty");
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (number == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);  // a byte order mark
    Command command{number, {}};
    std::istringstream words(line.substr(0, line.find('#')));
    for (std::string word; words >> word;) command.words.push_back(word);
    if (command.words.empty()) continue;
    check(command);
    m_commands.push_back(std::move(command));
  }
}

void Script::fail(const Command& command, const std::string& why) const {
  throw Error("'" + m_file + "', line " + std::to_string(command.line) + ": " + why);
}

void Script::check(const Command& command) const {
  const auto known =
      std::find_if(std::begin(kKnown), std::end(kKnown), [&](const Known& k) { return k.name == command.words[0]; });
  if (known == std::end(kKnown))
    fail(command,
         "unknown command " + quoteWord(command.words[0]) + "; commands are " + joined(kKnown, ", ", &Known::name));
  const bool mayBeMore = known->name == kBodyDetector || known->name == kMesh || known->name == kPress;
  const bool hasMore = mayBeMore && command.words.size() > known->arguments;
  if (command.words.size() != known->arguments + 1 && !hasMore)
    fail(command, "'" + command.words[0] + "' takes " + std::to_string(known->arguments) +
                      (known->arguments == 1 ? " argument" : " arguments"));
  if (known->name != "screenshot") return;
  try {
    checkPictureName(command.words[1]);
  } catch (const Error& error) {
    fail(command, error.what());
  }
}

double Script::number(const Command& command, std::size_t word) const {
  const std::string& text = command.words[word];
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || !std::isfinite(value) || std::abs(value) > 1e6)
    fail(command, "'" + text + "' is not a number from -1000000 to 1000000");
  return value;
}

int Script::whole(const Command& command, std::size_t word, int least, int most) const {
  const double value = number(command, word);
  if (value != std::floor(value) || value < least || value > most)
    fail(command, "'" + command.words[word] + "' is not a whole number from " + std::to_string(least) + " to " +
                      std::to_string(most));
  return static_cast<int>(value);
}

bool Script::flag(const Command& command, std::size_t word) const {
  if (command.words[word] != "on" && command.words[word] != "off")
    fail(command, "'" + command.words[word] + "' is neither on nor off");
  return command.words[word] == "on";
}

void Script::set(const Command& c, App& app) const {
  const std::string& name = c.words[1];
  SceneOptions options = app.options();
  const std::optional<double> value = c.words[2] == "off" ? std::nullopt : std::optional(number(c, 2));
  const auto own = std::find_if(std::begin(kVariants), std::end(kVariants),
                                [&](const auto& variant) { return variant.first == name; });
  if (own != std::end(kVariants)) {
    options.*own->second = value;
  } else if (name == "size") {
    options.scale = value.value_or(1);
  } else if (name == "seed") {
    options.seed = value ? static_cast<std::uint32_t>(whole(c, 2)) : 0;
  } else {
    fail(c, "'" + name + "' is not one of friction, margin, stiffness, mass, pressure, spacing, size, seed");
  }
  app.setOptions(options);
}

/// Takes a query apart, shows one of its steps, or leaves it.
void Script::stepThrough(const Command& c, App& app) {
  const std::string& word = c.words[1];
  if (word == "on") {
    app.startSteps();
    m_frames = kSettling;  // the query arrives with the next frame
    return;
  }
  if (word == "off") return app.leaveSteps();
  const StepThrough* const through = app.stepThrough();
  if (!through || !through->ready()) fail(c, "no query is taken apart");
  const auto now = static_cast<int>(through->shown()) + 1, count = static_cast<int>(through->count());
  const int wanted = word == "forward" ? std::min(now + 1, count)
                     : word == "back"  ? std::max(now - 1, 1)
                                       : whole(c, 1, 1, count);
  app.showStep(static_cast<std::size_t>(wanted - 1));
}

void Script::setBodyDetector(const Command& c, App& app) const {
  BodyDetector own{c.words[1], c.words.back()};
  for (std::size_t word = 2; word + 1 < c.words.size(); ++word) own.body += " " + c.words[word];
  app.setBodyDetector(own);
}

std::array<float, 2> Script::placeOf(const Command& c, const Widgets& widgets) const {
  std::string name = c.words[1];
  for (std::size_t word = 2; word < c.words.size(); ++word) name += " " + c.words[word];
  const auto place = widgets.placeOf(name);
  if (!place) fail(c, "no control '" + name + "' is visible");
  return *place;
}

float Script::letters(const Command& c) const {
  const double size = number(c, 1);
  if (size < 0.7 || size > 2.5) fail(c, "letters: the size must be from 0.7 to 2.5");
  return static_cast<float>(size);
}

bool Script::perform(const Command& c, App& app, const Widgets& widgets, Requests& requests) {
  const std::string& name = c.words[0];
  const auto real = [&](std::size_t word) { return static_cast<float>(number(c, word)); };
  if (name == "scene") app.openScene(c.words[1]);
  if (name == kMesh) app.openMeshes({c.words.begin() + 1, c.words.end()});
  if (name == "set") set(c, app);
  if (name == "detector") app.setDetector(c.words[1]);
  if (name == kBodyDetector) setBodyDetector(c, app);
  if (name == "setting") app.setMethodValue(c.words[1]);
  if (name == "question") app.setQuestion(App::parseQuestion(c.words[1]));
  if (name == "beside") app.setBeside(flag(c, 1));
  if (name == "overlay") app.setOverlay(parseOverlay(c.words[1]));
  if (name == "stepthrough") stepThrough(c, app);
  if (name == "wires") app.preferences().wires = flag(c, 1);
  if (name == "dark") app.preferences().dark = flag(c, 1);
  if (name == "shadows") app.preferences().shadows = flag(c, 1);
  if (name == "letters") app.preferences().fontScale = letters(c);
  if (name == "keys") requests.keys = flag(c, 1);
  if (name == "speed") app.setSpeed(number(c, 1));
  if (name == "run" || name == "pause") app.setRunning(name == "run");
  if (name == "restart") app.restart();
  if (name == "orbit") app.camera().orbit(real(1), real(2));
  if (name == "pan") app.camera().pan(real(1), real(2));
  if (name == "zoom") app.camera().zoom(real(1));
  if (name == "home") app.resetCamera();
  bool met = true;
  if (name == "grab") met = app.grab(real(1), real(2));
  if (name == "lead") app.dragTo(real(1), real(2));
  if (name == "release") app.release();
  if (name == "cut") met = app.cut(real(1), real(2), real(3), real(4));
  if (name == "record") c.words[1] == "off" ? app.stopRecording() : app.record(c.words[1]);
  if (name == "throw") met = app.throwBall(real(1), real(2));
  if (!met) fail(c, "there is no picture at that place");
  if (name == "export") app.exportHistory(c.words[1]);
  if (name == "quit") requests.quit = true;
  if (name == "steps") app.step(whole(c, 1));
  if (name == "frames") m_frames = whole(c, 1);
  if (name == "resize") {
    requests.width = whole(c, 1, 64, 16384);
    requests.height = whole(c, 2, 64, 16384);
    m_frames = 2;  // time for the display to resize
  }
  if (name == kPress) {
    requests.press = placeOf(c, widgets);
    m_frames = Window::kPressFrames;
  }
  if (name == "screenshot") {
    checkWritable(c.words[1]);
    requests.screenshot = c.words[1];
    return false;
  }
  return m_frames == 0 && app.stepsWanted() == 0 && !requests.quit;
}

Script::Requests Script::nextFrame(App& app, const Widgets& widgets) {
  Requests requests;
  if (app.stepsWanted() > 0) return requests;
  if (m_frames > 0) {
    --m_frames;
    if (m_frames > 0) return requests;
  }
  for (bool first = true; m_next < m_commands.size(); first = false) {
    const Command& command = m_commands[m_next];
    // Earlier commands may have moved the controls.
    if (command.words[0] == kPress && !(first && m_settled)) {
      m_frames = kSettling;
      m_settled = true;
      break;
    }
    // A query needs the bodies, which may still be built.
    if (command.words[0] == "stepthrough" && app.building()) break;
    m_settled = false;
    ++m_next;
    bool more = false;
    try {
      more = perform(command, app, widgets, requests);
    } catch (const Error& error) {
      const std::string what = error.what();
      if (what.starts_with("'" + m_file + "', line")) throw;
      fail(command, what);
    }
    if (!more) break;
  }
  return requests;
}

}  // namespace pliant::detail
