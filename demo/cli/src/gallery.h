#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds `gallery`: draws the sheets of pictures that docs/gallery.md shows.
void addGallery(CLI::App& app);

}  // namespace pliant::cli
