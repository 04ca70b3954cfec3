#include "paperSheets.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

namespace pliant::benchmarks {

Bounds boundsOf(const std::vector<const models::SurfaceModel*>& models) {
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

std::string withCommas(std::size_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text.push_back(',');
    text.push_back(digits[i]);
  }
  return text;
}

Drawing drawingOf(std::vector<DrawnSurface> surfaces) {
  Drawing drawing;
  drawing.surfaces = std::move(surfaces);
  return drawing;
}

Image panel(int samples, Drawing drawing, const Bounds& shown, const Angle& angle,
            const std::vector<CaptionLine>& caption, RenderSettings settings) {
  settings.samples = samples;
  showBox(drawing, shown.min, shown.max, angle, settings);
  return withCaption(render(drawing, settings), caption);
}

std::vector<std::string> savePictures(const std::vector<PaperPicture>& pictures, const std::string& folder, int samples,
                                      const Progress& progress) {
  std::vector<std::string> files;
  for (const PaperPicture& picture : pictures) {
    progress("picture " + picture.name);
    files.push_back(picture.name + ".png");
    picture.draw(samples).save((std::filesystem::path(folder) / files.back()).string(), Links::Replace);
  }
  return files;
}

}  // namespace pliant::benchmarks
