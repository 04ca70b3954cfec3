#pragma once

#include <GL/glew.h>

/// While one lives, the driver says of each context that it is lost, as it says so to a program that asks.
class Loss {
 public:
  Loss() : m_kept(glGetGraphicsResetStatus) { glGetGraphicsResetStatus = resetStatus; }
  ~Loss() { glGetGraphicsResetStatus = m_kept; }
  Loss(const Loss&) = delete;
  Loss& operator=(const Loss&) = delete;

 private:
  static GLenum GLAPIENTRY resetStatus() { return GL_GUILTY_CONTEXT_RESET; }

  PFNGLGETGRAPHICSRESETSTATUSPROC m_kept;
};
