#pragma once

#include <pliant/io/Mesh.h>
#include <pliant/io/printable.h>

#include <cmath>
#include <string>

/// Returns the fault of a mesh that no reader may return, whatever the file holds. Empty if there is none.
inline std::string faultOf(const pliant::Mesh& mesh) {
  for (const auto& vertex : mesh.vertices)
    for (const pliant::Real x : vertex)
      if (!std::isfinite(x)) return "a vertex is not finite";
  const auto inRange = [&](const auto& elements) {
    for (const auto& element : elements)
      for (const pliant::Index corner : element)
        if (corner >= mesh.vertices.size()) return false;
    return true;
  };
  if (!inRange(mesh.triangles) || !inRange(mesh.tetrahedra)) return "a corner is out of range";
  return {};
}

/// Returns the fault of the message with which the file `name` was refused. Empty if there is none.
inline std::string faultOf(const std::string& message, const std::string& name) {
  if (!message.starts_with(name + ": ")) return "a message does not begin with the file's name: " + message;
  const std::string rest = message.substr(name.size());
  if (pliant::printable(rest) != rest) return "a message holds a control character: " + pliant::printable(rest);
  if (rest.size() > 400) return "a message is too long: " + message;
  return {};
}
