#pragma once

#include <functional>
#include <string>

namespace pliant {

struct Drawing;  // see pliant/pictures/Renderer.h

/// Draws pictures one after another as the window of browse() does, with shadows, each once it is there.
/// `next`: makes the next picture. `width`, `height`: of the pictures [pixels].
/// Returns the wall time of all pictures, the calls of `next` included [s]; `driver` becomes OpenGL's name of itself.
/// Throws GlError if there is no display or no OpenGL 3.3.
double drawFrames(int frames, const std::function<Drawing()>& next, int width, int height, std::string& driver);

}  // namespace pliant
