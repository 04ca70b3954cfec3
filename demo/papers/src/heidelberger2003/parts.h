#pragma once

#include <pliant/models/ClosedModel.h>
#include <pliant/papers/Run.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawVolumes.h>

#include <string>
#include <vector>

// Parts of the page about Heidelberger, Teschner, Gross 2003.
namespace pliant::papers::ldi2003 {

void stages(Run& run);
void outsideFaces(Run& run);
void layers(Run& run);
void queries(Run& run);
void objects(Run& run);
void overlaps(Run& run);
void vertices(Run& run);
void particles(Run& run);
/// Judges figure 11 by frames/s: undrawn, drawn by the CPU, and by the window's OpenGL; 0: not measured.
/// `driver`: of that OpenGL.
void judgeParticles(Run& run, double alone, double byCpu, double byGl, const std::string& driver);
void readBacks(Run& run);
void renderers(Run& run);
void resolutions(Run& run);
void properties(Run& run);

/// Draws two models, of glass, with the surfaces of a method's picture. The picture is framed by both models.
Image drawTwo(const std::vector<const models::ClosedModel*>& models, MethodPicture picture, const std::string& caption,
              int samples);
/// Returns rabbit and knot, overlapping: bodies 0 and 1.
std::vector<models::ClosedModel> rabbitAndKnot();
std::vector<MethodBody> bodiesOf(const std::vector<const models::ClosedModel*>& models);

}  // namespace pliant::papers::ldi2003
