#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/methods.h>
#include <pliant/scenes/MethodSettings.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace pliant {
namespace {

using Words = std::span<const std::string_view>;

// The order of each list is that of the enumeration.
constexpr std::string_view kSwitch[] = {"off", "on"}, kHashes[] = {"xor", "additive", "rotating"},
                           kLayouts[] = {"blocks", "cells"}, kPasses[] = {"two", "one"},
                           kInsideTests[] = {"simd", "barycentric", "half-space"}, kAlgorithms[] = {"1", "2"},
                           kStorages[] = {"sparse", "full"}, kOrders[] = {"smaller", "larger"},
                           kContourTests[] = {"exact", "off"}, kDepths[] = {"tight", "extended"},
                           kAxes[] = {"nearest", "x", "y", "z"};
constexpr double kMostBuckets = 1 << 24, kMostCell = 1000, kMostPrimitives = 1e6, kMostPixels = 4096;

/// A setting, and access to it in a detector's settings.
template <typename Settings>
struct Access {
  MethodSetting setting;
  double (*get)(const Settings& settings);
  void (*set)(Settings& settings, double value);
};

/// Returns the part of the settings that has a member.
template <typename Class, typename Value, typename Settings>
auto& holder(Value Class::*, Settings& settings) {
  if constexpr (std::is_same_v<Class, LdiGrid>) {
    return settings.grid;
  } else {
    return settings;
  }
}

template <auto member, typename Settings>
constexpr Access<Settings> access(const MethodSetting& setting) {
  return {setting, [](const Settings& all) { return static_cast<double>(holder(member, all).*member); },
          [](Settings& all, double value) {
            auto& own = holder(member, all).*member;
            own = static_cast<std::remove_reference_t<decltype(own)>>(value);
          }};
}

using Hash = SpatialHash::Settings;
constexpr Access<Hash> kHash[] = {
    access<&Hash::hash, Hash>({.name = "hash",
                               .word = "hash function (4.1)",
                               .changes = "Maps a cell to a bucket of the table.",
                               .choices = kHashes}),
    access<&Hash::tableSize, Hash>({.name = "table",
                                    .word = "hash table size (4.2)",
                                    .changes = "Number of buckets. In a small table more cells share a bucket.",
                                    .most = kMostBuckets,
                                    .zero = "from the number of vertices",
                                    .paper = 9973}),
    access<&Hash::cellSize, Hash>({.name = "cell",
                                   .word = "grid cell size (4.3)",
                                   .changes = "Width of a cell [length]. Small: a tetrahedron visits more cells. "
                                              "Large: a cell holds more vertices.",
                                   .most = kMostCell,
                                   .whole = false,
                                   .zero = "mean edge length, of blocks 1.5 times that"}),
    access<&Hash::layout, Hash>({.name = "layout",
                                 .word = "cells (3)",
                                 .changes = "What is hashed: single cells, or blocks of 2 x 2 x 2 cells.",
                                 .choices = kLayouts,
                                 .paper = 1}),
    access<&Hash::passes, Hash>({.name = "passes",
                                 .word = "passes (3, 7)",
                                 .changes = "Two: vertices are stored, and tetrahedra look them up. One: tetrahedra "
                                            "are stored in all of their cells.",
                                 .choices = kPasses}),
    access<&Hash::insideTest, Hash>({.name = "inside",
                                     .word = "intersection test (4.4)",
                                     .changes = "Test of a vertex against a tetrahedron: several vertices at a time, "
                                                "barycentric coordinates, or half-spaces.",
                                     .choices = kInsideTests,
                                     .paper = 1})};

using Bucket = BucketSettings;
constexpr Access<Bucket> kBucket[] = {
    access<&Bucket::algorithm, Bucket>({.name = "algorithm",
                                        .word = "Algorithm 1, Algorithm 2 (3.1)",
                                        .changes = "1 computes each primitive's bucket. 2 keeps three sorted arrays, "
                                                   "and pointers into them.",
                                        .choices = kAlgorithms}),
    access<&Bucket::levels, Bucket>({.name = "levels",
                                     .word = "levels of the octree (5)",
                                     .changes = "Depth of the octree, with 8^levels buckets. Full storage has at most "
                                                "7 levels.",
                                     .most = kMostBucketLevels,
                                     .zero = "from the number of primitives",
                                     .paper = 4}),
    access<&Bucket::storage, Bucket>({.name = "storage",
                                      .word = "complete octree (3)",
                                      .changes = "Full: all 8^levels buckets, with temporal marks. Sparse: nodes that "
                                                 "hold something.",
                                      .choices = kStorages,
                                      .paper = 1}),
    access<&Bucket::order, Bucket>({.name = "order",
                                    .word = "node of smaller volume (3)",
                                    .changes = "Node of two that is replaced by its children first.",
                                    .choices = kOrders}),
    access<&Bucket::few, Bucket>({.name = "few",
                                  .word = "no word in the paper",
                                  .changes = "Sparse storage: nodes with at most so many primitives are not divided.",
                                  .most = kMostPrimitives,
                                  .zero = "all buckets are on the last level"}),
    access<&Bucket::crowded, Bucket>({.name = "crowded",
                                      .word = "many primitives in one bucket (4)",
                                      .changes = "A bucket with more primitives becomes an octree of its own.",
                                      .most = kMostPrimitives,
                                      .zero = "never"})};

using Regularity = RegularityTree::Settings;
constexpr Access<Regularity> kRegularity[] = {
    access<&Regularity::skipPatches, Regularity>({.name = "optimisation1",
                                                  .word = "optimisation I (2.3.2)",
                                                  .changes = "Skips a patch that can't meet itself.",
                                                  .choices = kSwitch,
                                                  .paper = 1}),
    access<&Regularity::skipAdjacent, Regularity>(
        {.name = "optimisation2",
         .word = "optimisation II (2.3.2)",
         .changes = "Skips two adjacent patches that can't meet each other. With I and II off the method is a "
                    "hierarchy of boxes.",
         .choices = kSwitch,
         .paper = 1}),
    access<&Regularity::directions, Regularity>(
        {.name = "directions",
         .word = "sampled directions (2.3.4)",
         .changes = "Number of directions in a patch's mask, even. More directions find more regular patches.",
         .least = 2,
         .most = 64,
         .paper = 12}),
    access<&Regularity::children, Regularity>({.name = "children",
                                               .word = "children of a node (2.3.1)",
                                               .changes = "Preferred number of children. Another number groups all "
                                                          "faces anew.",
                                               .least = 2,
                                               .most = 3,
                                               .paper = 3}),
    access<&Regularity::contourTest, Regularity>(
        {.name = "contours",
         .word = "contour test (2.3.5)",
         .changes = "Tests whether a patch's projected contour crosses itself. Off: pairs within a folded patch may be "
                    "missed.",
         .choices = kContourTests,
         .paper = 1}),
    access<&Regularity::leastShape, Regularity>(
        {.name = "shape",
         .word = "shape factor, root of S by D (2.3.1)",
         .changes = "Contour test off: patches of a lower factor are never skipped.",
         .most = 1,
         .whole = false,
         .paper = 0.1}),
    access<&Regularity::leafPatchFaces, Regularity>(
        {.name = "leaf",
         .word = "polygon at the lowest level (2.3.1)",
         .changes = "Largest number of faces of a leaf. Faces of leaves are tested directly.",
         .least = 1,
         .most = 1024,
         .paper = 1})};

using Ldi = LdiDetector::Settings;
constexpr Access<Ldi> kLdi[] = {
    access<&LdiGrid::resolution, Ldi>({.name = "resolution",
                                       .word = "LDI resolution (2003, 5)",
                                       .changes = "Pixels along the longest side of the volume of interest.",
                                       .most = kMostPixels,
                                       .zero = "half an edge per pixel",
                                       .paper = 128}),
    access<&LdiGrid::stretched, Ldi>({.name = "stretched",
                                      .word = "square images (2003, 5)",
                                      .changes = "On: as many pixels along the shorter side of the image.",
                                      .choices = kSwitch,
                                      .paper = 1}),
    access<&LdiGrid::depths, Ldi>({.name = "interest",
                                   .word = "extended volume of interest (2003, 3.1)",
                                   .changes = "Depth range without opposite outside faces: tight clamps depths, "
                                              "extended reaches the side of the outer box.",
                                   .choices = kDepths,
                                   .paper = 1}),
    access<&LdiGrid::axis, Ldi>({.name = "axis",
                                 .word = "viewing direction (2003, 3.1)",
                                 .changes = "Axis of the rays: that of the nearest outside faces, or a fixed one.",
                                 .choices = kAxes}),
    access<&Ldi::exactNearSurface, Ldi>({.name = "exact-vertices",
                                         .word = "no word in the papers",
                                         .changes = "Vertices nearer to a surface than the error of the image are "
                                                    "decided exactly.",
                                         .choices = kSwitch}),
    access<&Ldi::keepImages, Ldi>({.name = "keep",
                                   .word = "rigid objects (2003, 5)",
                                   .changes = "Images of bodies that do not move are drawn once.",
                                   .choices = kSwitch,
                                   .paper = 1})};

/// Calls `what` with the detector and its table if it has settings.
template <typename What>
void visit(Detector& detector, const What& what) {
  if (auto* const hash = dynamic_cast<SpatialHash*>(&detector)) return what(*hash, std::span(kHash));
  if (auto* const buckets = dynamic_cast<BucketTree*>(&detector)) return what(*buckets, std::span(kBucket));
  if (auto* const tree = detector.patches()) return what(*tree, std::span(kRegularity));
  if (auto* const ldi = detector.volumes()) return what(*ldi, std::span(kLdi));
}

/// Returns a detector with the settings; null for a detector without settings. OpenGL is not used.
std::unique_ptr<Detector> plainDetector(std::string_view name) {
  const std::string_view family = methodFamily(name);
  const DetectionMethod* const method = findDetectionMethod(family == "ldi" ? "ldi-software" : family);
  return method ? method->make() : nullptr;
}

struct Family {
  std::string name;
  std::vector<MethodSetting> settings;
};

std::vector<Family> allFamilies() {
  std::vector<Family> all;
  for (const std::string_view name : {"spatial-hash", "bucket-tree", "regularity-tree", "ldi"}) {
    Family family{std::string(name), {}};
    const std::unique_ptr<Detector> detector = plainDetector(name);
    visit(*detector, [&](auto&, const auto& table) {
      for (const auto& entry : table) family.settings.push_back(entry.setting);
    });
    all.push_back(std::move(family));
  }
  return all;
}

std::string joinedNames(Words words, const char* last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : ", ";
    text += words[i];
  }
  return text;
}

[[noreturn]] void refuseName(std::string_view detector, std::string_view name) {
  const auto settings = methodSettings(detector);
  if (settings.empty())
    throw Error("detector '" + std::string(detector) +
                "' has no settings; spatial-hash, bucket-tree, regularity-tree and the ldi detectors have");
  std::vector<std::string_view> names;
  for (const MethodSetting& setting : settings) names.push_back(setting.name);
  throw Error("detector '" + std::string(detector) + "' has no setting '" + std::string(name) + "'; it has " +
              joinedNames(names, " and "));
}

/// Throws Error if a number is out of the setting's range.
void checkRange(const MethodSetting& setting, double value, std::string_view text) {
  const double most = setting.choices.empty() ? setting.most : static_cast<double>(setting.choices.size()) - 1;
  const bool isWhole = (setting.choices.empty() && !setting.whole) || value == std::floor(value);
  if (value >= setting.least && value <= most && isWhole) return;
  throw Error("setting '" + std::string(setting.name) + "': '" + std::string(text) + "' is not " +
              describeRange(setting));
}

double parseValue(const MethodSetting& setting, std::string_view text) {
  const auto choice = std::find(setting.choices.begin(), setting.choices.end(), text);
  if (choice != setting.choices.end()) return static_cast<double>(choice - setting.choices.begin());
  double value = -1;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool isNumber = end.ec == std::errc() && end.ptr == text.data() + text.size() && setting.choices.empty();
  checkRange(setting, isNumber ? value : std::nan(""), text);
  return value;
}

}  // namespace

std::string_view methodFamily(std::string_view detector) {
  return detector.starts_with("ldi") ? detector.substr(0, 3) : detector;
}

std::span<const MethodSetting> methodSettings(std::string_view detector) {
  static const std::vector<Family> families = allFamilies();
  for (const Family& family : families)
    if (family.name == methodFamily(detector)) return family.settings;
  return {};
}

const MethodSetting* findMethodSetting(std::string_view detector, std::string_view name) {
  for (const MethodSetting& setting : methodSettings(detector))
    if (setting.name == name) return &setting;
  return nullptr;
}

MethodValues defaultValues(std::string_view detector) {
  MethodValues values;
  if (const std::unique_ptr<Detector> plain = plainDetector(detector))
    visit(*plain, [&](auto& own, const auto& table) {
      for (const auto& entry : table) values.emplace(entry.setting.name, entry.get(own.settings()));
    });
  return values;
}

MethodValues paperValues(std::string_view detector) {
  MethodValues values;
  for (const MethodSetting& setting : methodSettings(detector)) values.emplace(setting.name, setting.paper);
  return values;
}

std::string writtenValue(const MethodSetting& setting, double value) {
  if (!setting.choices.empty()) return std::string(setting.choices[static_cast<std::size_t>(value)]);
  char text[32];
  std::snprintf(text, sizeof text, setting.whole ? "%.0f" : "%g", value);
  return text;
}

std::string describeRange(const MethodSetting& setting) {
  if (!setting.choices.empty()) return joinedNames(setting.choices, " or ");
  const MethodSetting bounds{.whole = setting.whole};
  std::string text(setting.whole ? "a whole number from " : "a number from ");
  return text.append(writtenValue(bounds, setting.least)).append(" to ").append(writtenValue(bounds, setting.most));
}

void setMethodValue(std::string_view detector, std::string_view name, std::string_view value, MethodValues& values) {
  const MethodSetting* const setting = findMethodSetting(detector, name);
  if (!setting) refuseName(detector, name);
  MethodValues changed = values;
  changed.insert_or_assign(std::string(name), parseValue(*setting, value));
  checkMethodValues(detector, changed);
  values = std::move(changed);
}

void parseMethodValue(std::string_view detector, const std::string& text, MethodValues& values) {
  if (text == "paper" || text == "default") {
    if (methodSettings(detector).empty()) refuseName(detector, text);
    values = text == "paper" ? paperValues(detector) : defaultValues(detector);
    return;
  }
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw Error("'" + text + "' is neither NAME=VALUE nor 'paper' nor 'default'");
  setMethodValue(detector, text.substr(0, equals), text.substr(equals + 1), values);
}

void checkMethodValues(std::string_view detector, const MethodValues& values) {
  for (const auto& [name, value] : values) {
    const MethodSetting* const setting = findMethodSetting(detector, name);
    if (!setting) refuseName(detector, name);
    checkRange(*setting, value, setting->choices.empty() ? writtenValue(*setting, value) : std::to_string(value));
  }
  if (const std::unique_ptr<Detector> plain = plainDetector(detector)) applyMethodValues(values, *plain);
}

void applyMethodValues(const MethodValues& values, Detector& detector) {
  if (values.empty()) return;
  visit(detector, [&](auto& own, const auto& table) {
    auto settings = own.settings();
    for (const auto& entry : table)
      if (const auto value = values.find(entry.setting.name); value != values.end()) entry.set(settings, value->second);
    own.setSettings(settings);
  });
}

}  // namespace pliant
