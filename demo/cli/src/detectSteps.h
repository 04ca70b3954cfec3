#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/pictures/querySteps.h>

#include <span>
#include <string>
#include <vector>

namespace pliant::cli {

/// A step of a query whose picture was written.
struct WrittenStep {
  std::string picture;  ///< name of the file in the folder
  std::string title, sentence;
};

/// Takes the query of all bodies apart and writes a picture of each step to the folder, step-01.png and so on: the
/// bodies with the step's additions, its flat image beside or below them, and a caption. Pictures are at most
/// kWidestStepPicture pixels wide.
/// `bodies`: one per body of the set, in its order, with the same positions.
/// Throws Error if a picture can't be written.
std::vector<WrittenStep> writeSteps(const StepwiseMethod& method, const StepwiseQuery& query, const BodySet& set,
                                    std::span<const MethodBody> bodies, const Angle& angle, const std::string& folder);
inline constexpr int kWidestStepPicture = 1200;

}  // namespace pliant::cli
