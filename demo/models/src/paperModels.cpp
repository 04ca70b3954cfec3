#include <pliant/models/paperModels.h>
#include <pliant/models/polygonise.h>

#include <array>
#include <mutex>

#include "shapes.h"
#include "tubes.h"

namespace pliant::models {
namespace {

struct Entry {
  std::string_view name;
  ClosedModel (*make)();
};

/// Indexed by PaperModel.
constexpr std::array<Entry, 11> kEntries = {{
    {"knot", [] { return knottedTube(2, 3, 300, 20); }},
    {"rabbit", [] { return polygonise(rabbit(), 50'000); }},
    {"reptile", [] { return polygonise(reptile(), 110'000); }},
    {"Santa", [] { return polygonise(santa(), 150'000); }},
    {"dragon", [] { return polygonise(dragon(), 520'000); }},
    {"dragon of 150,000 faces", [] { return polygonise(dragon(), 150'000); }},
    {"dragon of 50,000 faces", [] { return polygonise(dragon(), 50'000); }},
    {"Santa of 10,000 faces", [] { return polygonise(santa(), 10'000); }},
    {"mouse", [] { return polygonise(mouse(), 15'000); }},
    {"hat", hat},
    {"phone", phone},
}};

}  // namespace

std::string_view nameOf(PaperModel model) {
  return kEntries[static_cast<std::size_t>(model)].name;
}

const ClosedModel& paperModel(PaperModel model) {
  struct Kept {
    std::once_flag made;
    ClosedModel model;
  };
  static std::array<Kept, kEntries.size()> all;
  Kept& kept = all[static_cast<std::size_t>(model)];
  std::call_once(kept.made, [&] { kept.model = kEntries[static_cast<std::size_t>(model)].make(); });
  return kept.model;
}

}  // namespace pliant::models
