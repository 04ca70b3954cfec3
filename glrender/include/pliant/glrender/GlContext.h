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

/// Result of an attempt to use OpenGL.
enum class GlStatus : std::uint8_t {
  Ready,    ///< OpenGL can be used
  Missing,  ///< no context is current, no driver makes one, or OpenGL's functions cannot be loaded
  /// One of these:
  /// - the OpenGL version is too low, or the host's context is not of OpenGL,
  /// - vertices are rounded to fewer than 8 bits of a pixel,
  /// - the largest viewport is smaller than 8192 pixels along a side.
  TooOld,
  Busy,    ///< used by another thread, or drawing would disturb an operation of the host
  Lost,    ///< the driver lost the context and all its objects; Pliant's own contexts are made anew at the next try
  Failed,  ///< an OpenGL call failed, for instance out of memory
};

/// Thrown if OpenGL is needed and cannot be used. The outputs of the function that throws it are undefined.
class PLIANT_GLRENDER_EXPORT GlError : public Error {
 public:
  /// `status`: any but Ready. `message`: one line.
  GlError(GlStatus status, const std::string& message);
  ~GlError() override;
  /// Returns the reason as a status, never Ready.
  GlStatus status() const { return m_status; }

 private:
  GlStatus m_status;
};

/// Interface of the OpenGL contexts to draw in: HeadlessContext, HostContext and SharedContext.
/// Renderers do not depend on the origin of a context.
/// At most one thread uses a GlContext at a time; it is current only during a Scope.
class PLIANT_GLRENDER_EXPORT GlContext {
 public:
  /// Smallest OpenGL version that an LDI renderer supports, 10 · major + minor.
  static constexpr int kLeastVersion = 33;

  GlContext();
  virtual ~GlContext();
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;

  /// Returns Ready if a Scope can be entered on the calling thread; never throws GlError.
  /// `version`: required OpenGL version, 10 · major + minor; default kLeastVersion.
  /// Creates the context of a HeadlessContext or SharedContext if it does not exist yet.
  /// Deletes objects of destroyed renderers; changes nothing else.
  /// Must not be called within a Scope of the same context.
  GlStatus check(int version = kLeastVersion);

  /// Returns in one line why the last check() or Scope failed; empty if it succeeded.
  const std::string& reason() const { return m_reason; }

  /// Returns GL_RENDERER of the context that was bound last; empty before.
  const std::string& renderer() const { return m_renderer; }
  /// Returns GL_VERSION of the context that was bound last; empty before.
  const std::string& version() const { return m_version; }

  /// Returns the number of the current set of OpenGL objects; never 0.
  /// The number changes if earlier objects are gone, or belong to another context.
  /// A new number is larger than all earlier ones.
  /// An earlier number returns if its context is entered again and its objects still exist.
  std::uint64_t generation() const { return m_generation; }

  /// Keeps the context current on its thread, in the plain state that drawing needs.
  /// The destructor restores the thread's previous context and state; it must run on the same thread.
  /// Pending OpenGL errors of the host are discarded.
  /// Scopes of one context must not be nested.
  class PLIANT_GLRENDER_EXPORT Scope {
   public:
    /// Makes the context current on the calling thread.
    /// `version`: required OpenGL version, 10 · major + minor; default kLeastVersion.
    /// Throws GlError with any status but Ready.
    explicit Scope(GlContext& context, int version = kLeastVersion);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    /// Throws GlError (Lost or Failed) if an OpenGL call failed since the constructor or the last throwErrors().
    /// `what`: the action for the message, for instance "read a surface".
    /// Call it on the thread of the Scope.
    void throwErrors(const char* what);

   private:
    GlContext& m_context;
  };

 protected:
  /// Makes the context current on the calling thread.
  /// On failure: returns another status than Ready and sets `reason`, one line.
  virtual GlStatus bind(std::string& reason) = 0;
  /// Undoes a bind() that returned Ready, on the same thread.
  virtual void unbind() noexcept = 0;
  /// Saves the state that a Scope changes; the context is current.
  /// `version`: OpenGL version of the context, 10 · major + minor.
  /// On failure: returns another status than Ready and sets `reason`; the Scope is not entered.
  /// Default: saves nothing.
  virtual GlStatus save(int version, std::string& reason);
  /// Restores the state of save(); the context is current.
  /// Default: restores nothing.
  virtual void restore() noexcept;
  /// Called when the driver reports that the context is lost, on the thread of the check() or Scope.
  /// Default: does nothing.
  virtual void lost() noexcept;
  /// Abandons the objects of the current generation, which are gone, and begins a new generation.
  /// Makes no OpenGL call.
  void forgetObjects();
  /// Abandons the objects of a generation that is not current.
  /// Makes no OpenGL call.
  void forgetObjects(std::uint64_t generation);
  /// Begins a new generation for the context that is bound next; keeps the objects of earlier generations.
  /// Returns the new number.
  std::uint64_t beginObjects();
  /// Makes an earlier generation the current one.
  void returnToObjects(std::uint64_t generation);
  /// Deletes the objects of the current generation and begins a new generation.
  /// The context of the objects must be current.
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
