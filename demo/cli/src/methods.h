#pragma once

#include <pliant/detectors/Detector.h>

#include <memory>
#include <span>
#include <string_view>

namespace pliant::cli {

/// A detector as the command line offers it.
struct Method {
  std::string_view name;
  std::string_view description;
  std::unique_ptr<Detector> (*make)();
};

/// In the order in which they are listed.
std::span<const Method> methods();

/// Throws Error where no method has that name.
const Method& findMethod(std::string_view name);

}  // namespace pliant::cli
