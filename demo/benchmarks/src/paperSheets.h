#pragma once

#include <pliant/benchmarks/benchmarks.h>
#include <pliant/models/SurfaceModel.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

// Common code of the papers' pictures.
namespace pliant::benchmarks {

struct Bounds {
  std::array<double, 3> min, max;
};
/// Returns the box of all points of some models.
inline Bounds boundsOf(const std::vector<const models::SurfaceModel*>& models) {
  Bounds bounds;
  bounds.min.fill(std::numeric_limits<double>::infinity());
  bounds.max.fill(-std::numeric_limits<double>::infinity());
  for (const models::SurfaceModel* model : models)
    for (const auto& p : model->points)
      for (std::size_t k = 0; k < 3; ++k) {
        bounds.min[k] = std::min(bounds.min[k], double{p[k]});
        bounds.max[k] = std::max(bounds.max[k], double{p[k]});
      }
  return bounds;
}

inline Drawing drawingOf(std::vector<DrawnSurface> surfaces) {
  Drawing drawing;
  drawing.surfaces = std::move(surfaces);
  return drawing;
}

/// Draws one picture of a sheet, with a caption. `samples`: number of samples per side of a pixel.
inline Image panel(int samples, Drawing drawing, const Bounds& shown, const Angle& angle,
                   const std::vector<CaptionLine>& caption, RenderSettings settings) {
  settings.samples = samples;
  showBox(drawing, shown.min, shown.max, angle, settings);
  return withCaption(render(drawing, settings), caption);
}

struct PaperPicture {
  std::string name;
  std::function<Image(int samples)> draw;
};
/// Draws and saves all pictures. See Benchmark::pictures.
inline std::vector<std::string> savePictures(const std::vector<PaperPicture>& pictures, const std::string& folder,
                                             int samples, const Progress& progress) {
  std::vector<std::string> files;
  for (const PaperPicture& picture : pictures) {
    progress("picture " + picture.name);
    files.push_back(picture.name + ".png");
    picture.draw(samples).save((std::filesystem::path(folder) / files.back()).string(), Links::Replace);
  }
  return files;
}

}  // namespace pliant::benchmarks
