#pragma once

namespace pliant::cli {

/// While it lives, SIGINT and SIGTERM are only noted, so that what was done so far can still be told. One at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// The signal that has come, or 0.
  static int caught();
  /// Ends this program by the signal that has come, as it would have ended without this object. Nothing where none has.
  void obey();

 private:
  void restore();
};

}  // namespace pliant::cli
