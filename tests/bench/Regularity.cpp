// Tests the tables of the regularity tree. Each table fails if the methods in it find different pairs.

#include <pliant/benchmarks/regularity.h>
#include <pliant_catch.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

using namespace pliant::benchmarks;

namespace {

struct Made {
  explicit Made(const std::string& name, std::size_t faces = 1000) {
    for (const TableMaker& maker : regularityTables(faces, 3, [](const std::string&) {}))
      if (maker.name == name) table = maker.make();
    REQUIRE(table.name == name);
    for (const auto& row : table.rows) REQUIRE(row.size() == table.columns.size());
    REQUIRE(std::set<std::string>(table.columns.begin(), table.columns.end()).size() == table.columns.size());
  }

  double operator()(std::size_t row, const std::string& column) const {
    const auto found = std::find(table.columns.begin(), table.columns.end(), column);
    REQUIRE(found != table.columns.end());
    return std::get<double>(table.rows.at(row).at(static_cast<std::size_t>(found - table.columns.begin())));
  }
  const std::string& text(std::size_t row) const { return std::get<std::string>(table.rows.at(row).front()); }

  Table table;
};

}  // namespace

TEST_CASE("Steps of a surface that moves have the reading of its positions in them") {
  const Made times("regularity-times");
  REQUIRE(times.table.rows.size() == 2);
  for (std::size_t row = 0; row < 2; ++row) {
    CHECK((times(row, "pairs") > 0) == (times.text(row) == "loop"));
    CHECK(times(row, "read") > 0);
    CHECK(times(row, "tree") > times(row, "read"));
    CHECK(times(row, "x floor") > times(row, "x floor unread"));
    for (const char* const other : {"classical", "spatial hash", "bucket tree", "auto"}) CHECK(times(row, other) > 0);
  }
}

TEST_CASE("Body and cloth have normals and boxes of their own beside the paper's, and its classical way") {
  const Made cloth("volino-cloth");
  REQUIRE(cloth.table.rows.size() == 3);
  for (std::size_t row = 0; row < 3; ++row) {
    CHECK(cloth(row, "cloth") == 3800);
    CHECK((cloth(row, "exact pairs") > 0) == (cloth(row, "folded") == 1));
    CHECK(cloth(row, "pairs missed") <= cloth(row, "exact pairs"));
    for (const char* const time : {"read", "normals and boxes", "body-cloth", "cloth classical", "classical, 32",
                                   "cloth ours", "ours, 32", "no contour test"})
      CHECK(cloth(row, time) > 0);
  }
}

TEST_CASE("Children and directions are compared on surfaces that meet themselves and that do not") {
  const Made settings("regularity-settings");
  REQUIRE(settings.table.rows.size() == 30);
  std::set<std::pair<std::string, std::pair<double, double>>> all;
  int ours = 0;
  for (std::size_t row = 0; row < 30; ++row) {
    const double children = settings(row, "children"), directions = settings(row, "directions");
    all.insert({settings.text(row), {children, directions}});
    CHECK((settings(row, "pairs") > 0) == (settings.text(row) == "crumpled"));
    CHECK(settings(row, "calls") >= settings(row, "parts skipped") + settings(row, "pairs skipped"));
    CHECK(settings(row, "tests") >= settings(row, "pairs"));
    if (children == 3 && directions == 32) {
      CHECK(settings(row, "x ours") == 1);
      ++ours;
    }
  }
  CHECK(all.size() == 30);
  CHECK(ours == 3);
}

TEST_CASE("Faces that go, come and are cut are told beside none and all of them") {
  const Made changes("regularity-topology");
  REQUIRE(changes.table.rows.size() == 5);
  const double faces = changes(0, "faces");
  const double expected[] = {faces, faces - 1, faces, faces, faces};
  for (std::size_t row = 0; row < 5; ++row) {
    CHECK(changes(row, "faces") == expected[row]);
    for (const char* const time : {"bodies", "hierarchy", "query", "step"}) CHECK(changes(row, time) > 0);
  }
}
