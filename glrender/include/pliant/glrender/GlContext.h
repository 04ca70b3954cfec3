#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/glrender/Export.h>

#include <cstdint>
#include <memory>
#include <string>

namespace pliant {

namespace detail {
class ObjectStore;
}

/// Whether OpenGL can be used at this moment.
enum class GlStatus : std::uint8_t {
  Ready,
  Missing,  ///< no context, or no driver that makes one
  TooOld,   ///< the driver has no OpenGL of the version that is needed, or rounds vertices more coarsely than 1/256
            ///< pixel
  Busy,     ///< in use elsewhere: by another thread, or by something of the host's that drawing would disturb
  Lost,     ///< the driver lost the context with all that was in it; an own one is made anew at the next try
  Failed,   ///< a call failed, out of memory for instance
};

/// What is thrown where OpenGL is needed and can't be used. Nothing was drawn.
class PLIANT_GLRENDER_EXPORT GlError : public Error {
 public:
  GlError(GlStatus status, const std::string& message);
  ~GlError() override;
  GlStatus status() const { return m_status; }

 private:
  GlStatus m_status;
};

/// A place to draw in. Nothing outside of contexts knows where it comes from. To be used by one thread at a time.
class PLIANT_GLRENDER_EXPORT GlContext {
 public:
  /// What the renderers of LDIs need, as 10 major + minor.
  static constexpr int kLeastVersion = 33;

  GlContext();
  virtual ~GlContext();
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;

  /// Whether a scope can be entered. Changes nothing; a context that is not there yet may be made.
  GlStatus check(int version = kLeastVersion);

  /// One line: why the last check or scope found something other than Ready. Empty if it didn't.
  const std::string& reason() const { return m_reason; }

  /// GL_RENDERER and GL_VERSION of the context that was entered last.
  const std::string& renderer() const { return m_renderer; }
  const std::string& version() const { return m_version; }

  /// Another when objects made earlier are gone, or belong to another context: larger than all before, or what it was
  /// when objects were made here that are still here. Never 0 within a scope.
  std::uint64_t generation() const { return m_generation; }

  /// While it lives the context is current on this thread and in a plain state, as drawing needs it; then all is as
  /// before. Errors of OpenGL that the host left pending are dropped. Scopes of one context don't nest.
  class PLIANT_GLRENDER_EXPORT Scope {
   public:
    /// Throws GlError with any status but Ready.
    explicit Scope(GlContext& context, int version = kLeastVersion);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    /// Throws GlError if a call failed since the scope was entered or this was asked last. `what` was being done.
    void throwErrors(const char* what);

   private:
    GlContext& m_context;
  };

 protected:
  /// Makes the context current on this thread. Says in `reason` why not, where it can't.
  virtual GlStatus bind(std::string& reason) = 0;
  /// Undoes a bind that was Ready.
  virtual void unbind() noexcept = 0;
  /// Keeps the state that Scope will change. `version` is that of the context, as 10 major + minor.
  virtual GlStatus save(int version, std::string& reason);
  virtual void restore() noexcept;
  /// The driver says that the context is lost.
  virtual void lost() noexcept;
  /// Tells that objects made so far under the present generation are gone, and begins another.
  void forgetObjects();
  /// The same of another generation than the present one.
  void forgetObjects(std::uint64_t generation);
  /// What is bound from here on has no objects yet, what was bound before keeps its own: another generation.
  std::uint64_t beginObjects();
  /// What is bound from here on has those of that generation.
  void returnToObjects(std::uint64_t generation);
  /// Deletes those of the present generation, where they are current, and begins another.
  void deleteObjects() noexcept;

 private:
  friend class detail::ObjectStore;

  GlStatus enter(int version);
  void leave() noexcept;
  GlStatus examine(int version);

  std::string m_reason, m_renderer, m_version;
  std::uint64_t m_generation = 1, m_newest = 1;
  std::unique_ptr<detail::ObjectStore> m_objects;
};

}  // namespace pliant
