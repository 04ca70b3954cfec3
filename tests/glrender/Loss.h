#pragma once

#include <GL/glew.h>

/// While an object lives, the driver reports each context as lost to a program that tests for it.
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
