#pragma once

#include <pliant/papers/Run.h>

#include <string>
#include <string_view>

// Words on the OpenGL of a run.
namespace pliant::papers {

/// Returns true if OpenGL is drawn by the processor here, so that it says nothing about a graphics card.
bool isSoftwareGl(Run& run);
/// Returns true if a graphics card draws here.
bool hasCard(Run& run);

/// Returns what draws OpenGL here, for the end of a sentence.
std::string driverNote(Run& run);

/// An earlier measurement, for runs without a card.
inline constexpr std::string_view kEarlierCard =
    "measured earlier on an NVIDIA H100: [layered depth images](methods/ldi.md#opengl)";

/// Returns the renderer with this short name, or null if it is not available here.
benchmarks::LdiSource* findSource(Run& run, std::string_view shortName);

}  // namespace pliant::papers
