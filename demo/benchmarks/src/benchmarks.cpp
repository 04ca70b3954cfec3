#include <pliant/benchmarks/benchmarks.h>

#include <algorithm>

namespace pliant::benchmarks {
namespace {

using Tables = std::vector<TableMaker>;

int few(const BenchSettings& settings) {
  return std::max(3, settings.steps / 100);
}

int fifth(const BenchSettings& settings) {
  return std::max(3, settings.steps / 5);
}

Tables threadTables(const BenchSettings& s) {
  return {{"threads", [=] { return threads(s.setups, fifth(s)); }},
          {"threads-surfaces", [=] { return surfaceThreads(s.faces, fifth(s), s.progress); }}};
}

Tables bucketTables(const BenchSettings& s) {
  return {{"bucket-figure3", [=] { return bucketAlgorithms(few(s)); }},
          {"bucket-figure4", [=] { return bucketLevels(few(s)); }},
          {"bucket-table1", [=] { return bucketPairs(few(s)); }},
          {"bucket-boxtrees", [=] { return bucketsAndBoxTrees(few(s)); }},
          {"bucket-touching", [=] { return touchingSurfaces(fifth(s), s.progress); }}};
}

Tables allLdiTables(const BenchSettings& s) {
  Tables tables = ldiTables(few(s), s.progress);
  if (!s.meshes.empty())
    tables.insert(tables.begin(), {"ldi-files", [=] { return ldiFiles(s.meshes, few(s), s.progress); }});
  return tables;
}

Tables openGlTables(const BenchSettings& s) {
  Tables tables;
  std::string driver;
  const std::vector<LdiSource> sources = s.openGl ? s.openGl(driver) : std::vector<LdiSource>();
  if (sources.empty()) return tables;
  for (const Table& table : ldiSourceTables(sources, driver, std::min(few(s), 5), s.progress))
    tables.push_back({table.name, [table] { return table; }});
  return tables;
}

}  // namespace

std::span<const Benchmark> allBenchmarks() {
  static const std::vector<Benchmark> all{
      {"table2",
       [](const BenchSettings& s) {
         return Tables{{"table2", [=] { return table2(s.setups, s.steps, s.progress); }}};
       }},
      {"objects",
       [](const BenchSettings& s) {
         return Tables{{"objects", [=] { return objects(fifth(s)); }}};
       }},
      {"threads", threadTables},
      {"hashes",
       [](const BenchSettings& s) {
         return Tables{{"hashes", [=] { return hashFunctions(few(s)); }}};
       }},
      {"variants",
       [](const BenchSettings& s) {
         return Tables{{"variants", [=] { return variants(few(s)); }}};
       }},
      {"surface",
       [](const BenchSettings& s) {
         return Tables{{"surface", [=] { return surface(fifth(s), s.progress); }}};
       }},
      {"bucket-tree", bucketTables},
      {"ldi", allLdiTables, paperPictures},
      {"ldi-gl", openGlTables},
      {"regularity-tree", [](const BenchSettings& s) { return regularityTables(s.faces, few(s), s.progress); },
       regularityPictures},
      {"figures", [](const BenchSettings& s) { return figures(few(s), s.progress); }}};
  return all;
}

}  // namespace pliant::benchmarks
