#include <pliant/benchmarks/benchmarks.h>
#include <pliant/detectors/Error.h>

#include <string_view>

#include "tables.h"

namespace pliant::benchmarks {

std::span<const Benchmark> allBenchmarks() {
  const auto joined = [](std::vector<TableEntry> first, const std::vector<TableEntry>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  };
  static const std::vector<Benchmark> all{
      {"table2", {{"table2", table2}}},
      {"objects", {{"objects", objects}}},
      {"threads", threadTables()},
      {"hashes", {{"hashes", hashFunctions}}},
      {"variants", {{"variants", variants}}},
      {"edges", {{"edges", edgesLeftOut}}},
      {"surface", {{"surface", surface}}},
      {"bucket-tree", bucketTables()},
      {"ldi", ldiTables(), paperPictures},
      {"ldi-gl", ldiGlTables()},
      {"regularity-tree", joined(volinoTables(), regularityTables()), regularityPictures},
      {"figures", hashFigures()},
      {"steps", {{"steps", wholeSteps}}}};
  return all;
}

std::string LdiSource::shortName() const {
  constexpr std::string_view kPrefix = "ldi-gl-";
  std::string name(renderer->name());
  if (name.starts_with(kPrefix)) name.erase(0, kPrefix.size());
  return name;
}

std::vector<TableEntry> Benchmark::tablesFor(const BenchSettings& settings) const {
  std::vector<TableEntry> some = tables;
  std::erase_if(some, [&](const TableEntry& table) { return table.applies != nullptr && !table.applies(settings); });
  return some;
}

const Benchmark& findBenchmark(const std::string& name) {
  std::string known;
  for (const Benchmark& benchmark : allBenchmarks()) {
    if (benchmark.name == name) return benchmark;
    known += (known.empty() ? "" : ", ") + std::string(benchmark.name);
  }
  throw Error("unknown benchmark '" + name + "'; benchmarks are " + known);
}

Table makeTable(const std::string& name, const BenchSettings& settings) {
  for (const Benchmark& benchmark : allBenchmarks())
    for (const TableEntry& table : benchmark.tables)
      if (table.name == name) return table.make(settings);
  throw Error("unknown table '" + name + "'");
}

}  // namespace pliant::benchmarks
