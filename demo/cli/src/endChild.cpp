#include "endChild.h"

#include <signal.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace pliant::cli {

int endChild(pid_t child) {
  int status = 0;
  kill(child, SIGTERM);
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > patience) {
      kill(child, SIGKILL);
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return status;
}

}  // namespace pliant::cli
