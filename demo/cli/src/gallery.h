#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds the command `gallery`: draws the sheets of pictures of docs/gallery.md.
void addGallery(CLI::App& app);

}  // namespace pliant::cli
