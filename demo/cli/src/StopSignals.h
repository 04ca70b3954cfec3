#pragma once

namespace pliant::cli {

/// While an object lives, SIGINT and SIGTERM are only recorded, so that results so far can still be reported.
/// Only one object may live at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Returns the recorded signal, or 0.
  static int caught();
  /// Raises the recorded signal with its former handler. Does nothing if there is none.
  void obey();

 private:
  void restore();
};

}  // namespace pliant::cli
