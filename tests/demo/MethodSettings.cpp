// Tests the settings of methods: their values, their errors, and that they change the work and not the results.

#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/MethodSettings.h>
#include <pliant/scenes/Runner.h>
#include <pliant/scenes/Simulation.h>
#include <pliant_catch.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace pliant;

namespace {

const std::vector<std::string> kFamilies = {"spatial-hash", "bucket-tree", "regularity-tree", "ldi-software"};

std::string faultOfSetting(const std::string& detector, const std::string& text) {
  MethodValues values;
  try {
    parseMethodValue(detector, text, values);
  } catch (const Error& error) {
    CHECK(values.empty());
    return error.what();
  }
  return {};
}

/// Returns the row of a setting in docs/methods/settings.md.
std::string rowOf(const std::string& detector, const MethodSetting& setting) {
  const double initial = defaultValues(detector).find(setting.name)->second;
  std::string row("| `");
  row.append(setting.name).append("` | ").append(setting.word).append(" | ").append(describeRange(setting));
  row.append(" | ").append(writtenValue(setting, initial));
  row.append(" | ").append(writtenValue(setting, setting.paper)).append(" | ").append(setting.changes);
  if (!setting.zero.empty()) row.append(" 0: ").append(setting.zero).append(".");
  return row.append(" |");
}

}  // namespace

TEST_CASE("each setting is in the table of docs/methods/settings.md, in the same words") {
  std::ifstream file(PLIANT_TREE "/docs/methods/settings.md");
  std::ostringstream text;
  text << file.rdbuf();
  const std::string table = text.str();
  for (const std::string& detector : kFamilies) {
    for (const MethodSetting& setting : methodSettings(detector)) {
      const std::string row = rowOf(detector, setting);
      INFO(row);
      CHECK(table.find(row + "\n") != std::string::npos);
    }
  }
}

TEST_CASE("settings are those of a new detector until they are set, and each value can be written and read") {
  for (const std::string& detector : kFamilies) {
    const MethodValues initial = defaultValues(detector);
    CHECK(initial.size() == methodSettings(detector).size());
    for (const MethodValues& values : {initial, paperValues(detector)}) {
      MethodValues read;
      for (const auto& [name, value] : values) {
        const MethodSetting* const setting = findMethodSetting(detector, name);
        REQUIRE(setting);
        parseMethodValue(detector, name + "=" + writtenValue(*setting, value), read);
      }
      CHECK(read == values);
    }
    MethodValues values;
    parseMethodValue(detector, "paper", values);
    CHECK(values == paperValues(detector));
    parseMethodValue(detector, "default", values);
    CHECK(values == initial);
  }
  CHECK(methodSettings("ldi").data() == methodSettings("ldi-gl-ordered").data());
  for (const char* const without : {"auto", "brute-force", "bullet", "no such"}) {
    CHECK(methodSettings(without).empty());
    CHECK(defaultValues(without).empty());
  }
}

TEST_CASE("a value that is not allowed is told by name, with what is allowed") {
  CHECK(faultOfSetting("spatial-hash", "hash=foo") == "setting 'hash': 'foo' is not xor, additive or rotating");
  CHECK(faultOfSetting("spatial-hash", "table=-1") == "setting 'table': '-1' is not a whole number from 0 to 16777216");
  CHECK(faultOfSetting("spatial-hash", "table=2.5").find("'2.5'") != std::string::npos);
  CHECK(faultOfSetting("spatial-hash", "cell=nan").find("is not a number from 0 to 1000") != std::string::npos);
  CHECK(faultOfSetting("spatial-hash", "directions=12").find("has no setting 'directions'; it has hash, table, cell") !=
        std::string::npos);
  CHECK(faultOfSetting("spatial-hash", "hash").find("neither NAME=VALUE") != std::string::npos);
  CHECK(faultOfSetting("spatial-hash", "=xor").find("neither NAME=VALUE") != std::string::npos);
  CHECK(faultOfSetting("auto", "hash=xor").find("detector 'auto' has no settings") != std::string::npos);
  CHECK(faultOfSetting("bullet", "paper").find("detector 'bullet' has no settings") != std::string::npos);
  // Settings that the detector itself refuses.
  CHECK(faultOfSetting("regularity-tree", "directions=13").find("must be even") != std::string::npos);
  MethodValues values;
  parseMethodValue("bucket-tree", "levels=9", values);
  CHECK_THROWS_AS(parseMethodValue("bucket-tree", "storage=full", values), Error);
  CHECK(values.size() == 1);
  CHECK_THROWS_AS(Simulation(*findScene("tori"), {.detector = "auto", .methodValues = {{"hash", 1}}}), Error);
  CHECK_THROWS_AS(Simulation(*findScene("tori"), {.detector = "bullet", .methodValues = {{"hash", 1}}}), Error);
}

TEST_CASE("a setting changes the work of a running scene, and no bit of its motion") {
  Simulation plain(*findScene("clothedge"), {.detector = "regularity-tree"}),
      changed(*findScene("clothedge"), {.detector = "regularity-tree"});
  const auto calls = [](const Simulation& simulation) {
    return simulation.softCollision()->getCounters().detection.procedureCalls;
  };
  for (int step = 0; step < 40; ++step) {
    if (step == 20) changed.setMethodValues({{"optimisation1", 0}, {"optimisation2", 0}});
    plain.step();
    changed.step();
    if (step < 20) CHECK(calls(plain) == calls(changed));
  }
  CHECK(calls(changed) > calls(plain));
  CHECK(hashPositions(plain) == hashPositions(changed));
  auto* const tree = dynamic_cast<RegularityTree*>(changed.softCollision()->getDetector());
  REQUIRE(tree);
  CHECK(!tree->settings().skipPatches);
  CHECK(changed.settings().methodValues == MethodValues{{"optimisation1", 0}, {"optimisation2", 0}});
  changed.setDetector("spatial-hash", {}, {{"hash", 1}, {"table", 99}});
  changed.step();
  plain.step();
  CHECK(hashPositions(plain) == hashPositions(changed));
  const auto* const hash = dynamic_cast<SpatialHash*>(changed.softCollision()->getDetector());
  REQUIRE(hash);
  CHECK(hash->settings().hash == SpatialHash::Hash::Additive);
  CHECK(hash->settings().tableSize == 99);
  CHECK_THROWS_AS(changed.setMethodValues({{"directions", 12}}), Error);
}
