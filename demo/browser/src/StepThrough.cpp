#include "StepThrough.h"

#include <algorithm>
#include <utility>

#include "darkPicture.h"

namespace pliant::detail {

StepThrough::StepThrough(std::string method, int ticket, bool wasRunning)
    : m_method(std::move(method)), m_ticket(ticket), m_wasRunning(wasRunning) {
  glGenTextures(1, &m_texture);
  glBindTexture(GL_TEXTURE_2D, m_texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

StepThrough::~StepThrough() {
  glDeleteTextures(1, &m_texture);
}

void StepThrough::take(std::shared_ptr<const TakenQuery> query) {
  m_query = std::move(query);
  m_hasImages = std::any_of(m_query->steps.begin(), m_query->steps.end(),
                            [](const QueryStep& step) { return !step.image.empty(); });
  show(0);
}

void StepThrough::show(std::size_t step) {
  m_shown = std::min(step, count() - 1);
  upload();
}

void StepThrough::setDark(bool dark) {
  if (m_dark == dark) return;
  m_dark = dark;
  if (ready()) upload();
}

void StepThrough::upload() {
  if (step().image.empty()) return;
  const Image image = m_dark ? darkPicture(step().image) : step().image;
  glBindTexture(GL_TEXTURE_2D, m_texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, image.width(), image.height(), 0, GL_RGB, GL_UNSIGNED_BYTE,
               image.at(0, 0).data());
}

Drawing StepThrough::drawing() const {
  Drawing drawing = m_query->bodies;
  addPicture(step().picture, drawing);
  return drawing;
}

}  // namespace pliant::detail
