#include <pliant/papers/drivers.h>

#include <algorithm>

namespace pliant::papers {

bool isSoftwareGl(Run& run) {
  const std::string& driver = run.settings().driver;
  return driver.find("llvmpipe") != std::string::npos || driver.find("softpipe") != std::string::npos;
}

bool hasCard(Run& run) {
  return !run.settings().sources.empty() && !isSoftwareGl(run);
}

std::string driverNote(Run& run) {
  if (run.settings().sources.empty()) return "there is no OpenGL here";
  return (isSoftwareGl(run) ? "OpenGL by the processor: " : "OpenGL by ") + run.settings().driver;
}

benchmarks::LdiSource* findSource(Run& run, std::string_view shortName) {
  auto& sources = run.settings().sources;
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const benchmarks::LdiSource& source) { return source.shortName() == shortName; });
  return found == sources.end() ? nullptr : &*found;
}

}  // namespace pliant::papers
