#pragma once

#include <pliant_catch.h>

#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>

#include "RunProgram.h"

using Json = nlohmann::ordered_json;

/// Returns the JSON report of `pliant detect`.
inline Json detect(const Words& arguments) {
  const ScratchFolder folder;
  const std::string file = folder.path("out.json");
  const ProgramRun run = runPliant(with({"detect", "--json", file}, arguments));
  CAPTURE(run.errors);
  REQUIRE(run.status == 0);
  CHECK(run.errors.empty());
  CHECK(run.output.empty());
  return Json::parse(ScratchFolder::read(file));
}

inline std::set<std::string> keys(const Json& object) {
  std::set<std::string> result;
  for (const auto& [key, value] : object.items()) result.insert(key);
  return result;
}

/// Returns a tetrahedron with a corner at (x, y, z) and three at the distance `size` along the axes.
inline std::string tetrahedron(double x, double y, double z, double size = 1, bool inverted = false) {
  std::ostringstream text;
  text.precision(17);
  text << "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n";
  for (int corner = 0; corner < 4; ++corner) {
    text << x + (corner == 1 ? size : 0) << ' ' << y + (corner == 2 ? size : 0) << ' ' << z + (corner == 3 ? size : 0)
         << " 0\n";
  }
  return text.str() + "Tetrahedra\n1\n" + (inverted ? "2 1 3 4" : "1 2 3 4") + " 0\nEnd\n";
}

/// Returns the boundaries of random tetrahedra: a closed surface with thin slices. `number`: of the random sequence.
inline std::string randomTetrahedra(unsigned number, int count) {
  std::mt19937 random(number);
  std::uniform_real_distribution<double> at(0, 2), size(-0.5, 0.5);
  std::ostringstream text;
  text << "MeshVersionFormatted 2\nDimension 3\nVertices\n" << 4 * count << '\n';
  for (int i = 0; i < count; ++i) {
    const double x = at(random), y = at(random), z = at(random);
    for (int corner = 0; corner < 4; ++corner) {
      text << x + size(random) << ' ' << y + size(random) << ' ' << z + size(random) << " 0\n";
    }
  }
  text << "Tetrahedra\n" << count << '\n';
  for (int i = 0; i < count; ++i) {
    text << 4 * i + 1 << ' ' << 4 * i + 2 << ' ' << 4 * i + 3 << ' ' << 4 * i + 4 << " 0\n";
  }
  return text.str();
}

/// Returns the frame without the keys that may differ between runs.
inline Json answers(Json frame) {
  frame.erase("ms");
  frame.erase("counters");
  return frame;
}

inline const Words kGlMethods = {"ldi-gl-unordered", "ldi-gl-ordered", "ldi-gl-abuffer"};
