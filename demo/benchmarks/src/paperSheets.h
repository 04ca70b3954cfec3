#pragma once

#include <pliant/benchmarks/benchmarks.h>
#include <pliant/models/SurfaceModel.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawVolumes.h>

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

// Common code of the papers' pictures.
namespace pliant::benchmarks {

struct Bounds {
  std::array<double, 3> min, max;
};
/// Returns the box of all points of some models.
Bounds boundsOf(const std::vector<const models::SurfaceModel*>& models);

/// Returns the number with a comma before each three digits.
std::string withCommas(std::size_t number);

Drawing drawingOf(std::vector<DrawnSurface> surfaces);

/// Draws one picture of a sheet, with a caption. `samples`: number of samples per side of a pixel.
Image panel(int samples, Drawing drawing, const Bounds& shown, const Angle& angle,
            const std::vector<CaptionLine>& caption, RenderSettings settings);

struct PaperPicture {
  std::string name;
  std::function<Image(int samples)> draw;
};
/// Draws and saves all pictures. See Benchmark::pictures.
std::vector<std::string> savePictures(const std::vector<PaperPicture>& pictures, const std::string& folder, int samples,
                                      const Progress& progress);

}  // namespace pliant::benchmarks
