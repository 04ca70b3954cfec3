#include "StopSignals.h"

#include <signal.h>
#include <unistd.h>

#include <cstring>

namespace pliant::cli {
namespace {

volatile sig_atomic_t signalCaught = 0;
struct sigaction formerInterrupt, formerTerminate;
const char* noteOfFirst = nullptr;
int noteTo = -1;  // a copy of standard error, which QuietDrivers may discard in the meantime

void restoreHandlers() {
  sigaction(SIGINT, &formerInterrupt, nullptr);
  sigaction(SIGTERM, &formerTerminate, nullptr);
}

extern "C" void recordSignal(int signal) {
  signalCaught = signal;
  if (noteOfFirst == nullptr) return;
  const ssize_t written = ::write(noteTo, noteOfFirst, std::strlen(noteOfFirst));
  static_cast<void>(written);
  restoreHandlers();
}

}  // namespace

StopSignals::StopSignals(const char* note) {
  signalCaught = 0;
  noteOfFirst = note;
  noteTo = note == nullptr ? -1 : ::dup(STDERR_FILENO);
  struct sigaction action {};
  action.sa_handler = recordSignal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &formerInterrupt);
  sigaction(SIGTERM, &action, &formerTerminate);
  // An ignored SIGINT stays ignored: Ctrl+C for a foreground program must not end a background program of the shell.
  if (formerInterrupt.sa_handler == SIG_IGN) sigaction(SIGINT, &formerInterrupt, nullptr);
}

StopSignals::~StopSignals() {
  restoreHandlers();
  if (noteTo >= 0) ::close(noteTo);
}

int StopSignals::caught() {
  return signalCaught;
}

void StopSignals::obey() {
  restoreHandlers();
  if (signalCaught != 0) raise(signalCaught);
}

}  // namespace pliant::cli
