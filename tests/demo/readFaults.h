#pragma once

#include <pliant/io/Mesh.h>
#include <pliant/io/printable.h>

#include <cmath>
#include <string>

/// What a reader must never give, whatever a file holds. Empty: nothing is wrong.
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

/// The same of the message with which a file of that name was refused.
inline std::string faultOf(const std::string& message, const std::string& name) {
  if (!message.starts_with(name + ": ")) return "a message does not begin with the file's name: " + message;
  const std::string rest = message.substr(name.size());
  if (pliant::printable(rest) != rest) return "a message holds a control character: " + pliant::printable(rest);
  if (rest.size() > 400) return "a message is too long: " + message;
  return {};
}
