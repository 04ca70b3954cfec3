#include "UnfinishedFile.h"

#include <fcntl.h>
#include <pliant/io/unfinishedFiles.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <string>
#include <utility>

namespace pliant {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

enum class State { None, Opening, Open };
std::atomic<State> unfinishedState{State::None};
std::atomic<bool> isEnding{false};
std::array<char, PATH_MAX> unfinishedName;  // the handler reads it while the file is open
static_assert(std::atomic<State>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

/// Either this handler finds State::Opening and waits until the file is open, or the opening thread finds isEnding and
/// opens no file. The opening thread blocks these signals, so the handler never waits for its own thread.
extern "C" void removeUnfinished(int signal) {
  isEnding = true;
  while (unfinishedState == State::Opening) {
  }
  if (unfinishedState == State::Open) ::unlink(unfinishedName.data());
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  ::sigaction(signal, &usual, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::raise(signal);
  ::_exit(128 + signal);  // raise() does not end the first process of a container
}

class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kSignals) sigaddset(&signals, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals, &m_before);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t m_before;
};

std::mutex& turns() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

void removeUnfinishedOnSignals() {
  struct sigaction action {};
  action.sa_handler = removeUnfinished;
  sigemptyset(&action.sa_mask);
  for (const int signal : kSignals) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
}

namespace detail {

UnfinishedFile::UnfinishedFile(const std::filesystem::path& folder, mode_t mode) : m_turn(turns()) {
  const SignalsBlocked blocked;
  unfinishedState = State::Opening;
  if (isEnding) {
    // The process is about to end.
    unfinishedState = State::None;
    for (;;) ::pause();
  }
  int fault = 0;
  // The name does not contain the target's name, which may already have the maximal length.
  for (int attempt = 0; m_descriptor < 0 && fault == 0; ++attempt) {
    const std::string name =
        (folder / (".pliant-" + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".tmp")).string();
    if (name.size() >= unfinishedName.size()) {
      fault = ENAMETOOLONG;
      break;
    }
    *std::copy(name.begin(), name.end(), unfinishedName.begin()) = '\0';
    m_descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (m_descriptor < 0 && (errno != EEXIST || attempt == 100)) fault = errno;
  }
  m_exists = m_descriptor >= 0;
  unfinishedState = m_exists ? State::Open : State::None;
  errno = fault;
}

UnfinishedFile::~UnfinishedFile() {
  if (m_descriptor >= 0) ::close(m_descriptor);
  if (m_exists) ::unlink(unfinishedName.data());
  unfinishedState = State::None;
}

bool UnfinishedFile::close() {
  return ::close(std::exchange(m_descriptor, -1)) == 0;
}

bool UnfinishedFile::rename(const std::filesystem::path& target) {
  if (::rename(unfinishedName.data(), target.c_str()) != 0) return false;
  m_exists = false;
  return true;
}

}  // namespace detail
}  // namespace pliant
