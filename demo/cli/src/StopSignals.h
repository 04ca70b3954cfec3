#pragma once

namespace pliant::cli {

/// While an object lives, SIGINT and SIGTERM are only recorded, so that results so far can still be reported.
/// Only one object may live at a time.
class StopSignals {
 public:
  StopSignals() : StopSignals(nullptr) {}
  /// The first signal writes `note` to the standard error of now, and brings the former handlers back, so that a second
  /// signal is obeyed at once. `note`: text that outlives the object; null: all signals are recorded, without a word.
  explicit StopSignals(const char* note);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Returns the recorded signal, or 0.
  static int caught();
  /// Raises the recorded signal with its former handler. Does nothing if there is none.
  void obey();
};

}  // namespace pliant::cli
