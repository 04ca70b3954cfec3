// Compares one thread with two threads, and with controls that use one thread only.

#include <pliant/benchmarks/benchmarks.h>
#include <pliant_catch.h>

#include <set>
#include <string>

using namespace pliant::benchmarks;

TEST_CASE("Threads of the hash and of surfaces are told by the same columns") {
  int messages = 0;
  BenchSettings settings{.setups = "AB", .steps = 3, .faces = 1000};
  settings.progress = [&](const std::string&) { ++messages; };
  const Table hash = makeTable("threads", settings), surfaces = makeTable("threads-surfaces", settings);
  REQUIRE(hash.rows.size() == 2);
  REQUIRE(surfaces.rows.size() == 3);
  CHECK(messages == 3);
  CHECK(std::vector<std::string>(hash.columns.begin() + 1, hash.columns.end()) ==
        std::vector<std::string>(surfaces.columns.begin() + 2, surfaces.columns.end()));
  std::set<std::string> names;
  for (const Table* const table : {&hash, &surfaces})
    for (const auto& row : table->rows) {
      REQUIRE(row.size() == table->columns.size());
      names.insert(std::get<std::string>(row.front()));
      for (std::size_t c = 1; c < row.size(); ++c) CHECK(std::get<double>(row[c]) > 0);
    }
  CHECK(names.size() == 5);
}
