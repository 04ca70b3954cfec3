#include "StopSignals.h"

#include <signal.h>

namespace pliant::cli {
namespace {

volatile sig_atomic_t signalCaught = 0;
struct sigaction formerInterrupt, formerTerminate;

extern "C" void recordSignal(int signal) {
  signalCaught = signal;
}

}  // namespace

StopSignals::StopSignals() {
  signalCaught = 0;
  struct sigaction action {};
  action.sa_handler = recordSignal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &formerInterrupt);
  sigaction(SIGTERM, &action, &formerTerminate);
  // An ignored SIGINT stays ignored: Ctrl+C for a foreground program must not end a background program of the shell.
  if (formerInterrupt.sa_handler == SIG_IGN) sigaction(SIGINT, &formerInterrupt, nullptr);
}

StopSignals::~StopSignals() {
  restore();
}

int StopSignals::caught() {
  return signalCaught;
}

void StopSignals::obey() {
  restore();
  if (signalCaught != 0) raise(signalCaught);
}

void StopSignals::restore() {
  sigaction(SIGINT, &formerInterrupt, nullptr);
  sigaction(SIGTERM, &formerTerminate, nullptr);
}

}  // namespace pliant::cli
