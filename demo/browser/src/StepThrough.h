#pragma once

#include <GL/glew.h>
#include <pliant/pictures/querySteps.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace pliant::detail {

/// A query of the bodies of a simulation, taken apart into the steps of a method's paper.
struct TakenQuery {
  int ticket = 0;       ///< see Pane::takeQuery
  Drawing bodies;       ///< without overlays
  bool ofStep = false;  ///< true if the figures are those of Bullet's step, not of this query
  std::vector<QueryStep> steps;
};

/// The step of a query that the window shows. Needs a current OpenGL context from construction to destruction.
class StepThrough {
 public:
  /// `ticket`: of the query, which may arrive later. `wasRunning`: true if the scene ran before.
  StepThrough(std::string method, int ticket, bool wasRunning);
  ~StepThrough();
  StepThrough(const StepThrough&) = delete;
  StepThrough& operator=(const StepThrough&) = delete;

  const std::string& method() const { return m_method; }
  int ticket() const { return m_ticket; }
  bool wasRunning() const { return m_wasRunning; }

  /// Takes the query, which has at least one step, and shows its first step.
  void take(std::shared_ptr<const TakenQuery> query);
  /// Returns true if the query has arrived. The functions below need it.
  bool ready() const { return m_query != nullptr; }

  /// Returns true if the figures are those of Bullet's step, not of this query.
  bool ofStep() const { return m_query->ofStep; }
  std::size_t count() const { return m_query->steps.size(); }
  std::size_t shown() const { return m_shown; }
  /// Shows this step, or the last one if there are fewer.
  void show(std::size_t step);
  /// Sets the colours of flat pictures: for the dark window, or as they are.
  void setDark(bool dark);
  const QueryStep& step() const { return m_query->steps[m_shown]; }
  /// Returns the bodies with the additions of the shown step.
  Drawing drawing() const;

  /// Returns true if a step of the query has a flat picture.
  bool hasImages() const { return m_hasImages; }
  /// Texture name of the flat picture of the shown step; 0 if there is none.
  GLuint texture() const { return step().image.empty() ? 0 : m_texture; }

 private:
  void upload();

  std::string m_method;
  int m_ticket;
  bool m_wasRunning, m_hasImages = false, m_dark = false;
  std::shared_ptr<const TakenQuery> m_query;
  std::size_t m_shown = 0;
  GLuint m_texture = 0;
};

}  // namespace pliant::detail
