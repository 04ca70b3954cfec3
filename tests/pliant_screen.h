#pragma once

#include <fcntl.h>
#include <pliant_catch.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace pliant::test {

/// A screen (Xvfb) on a free display, for this process and its children. It ends with the process.
class Screen {
 public:
  /// Starts the screen at the first call.
  static Screen& instance() {
    static Screen screen;
    return screen;
  }

 private:
  Screen() {
    int ends[2] = {};
    REQUIRE(::pipe(ends) == 0);
    m_server = ::fork();
    REQUIRE(m_server >= 0);
    if (m_server == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);
      const int nowhere = ::open("/dev/null", O_RDWR);
      ::dup2(nowhere, STDIN_FILENO);
      ::dup2(nowhere, STDOUT_FILENO);
      ::dup2(nowhere, STDERR_FILENO);
      ::close(ends[0]);
      const std::string number = std::to_string(ends[1]);
      ::execlp("Xvfb", "Xvfb", "-displayfd", number.c_str(), "-screen", "0", "1600x1200x24", "-nolisten", "tcp",
               "-noreset", static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(ends[1]);
    std::string display = ":";
    for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) display += c;
    ::close(ends[0]);
    INFO("Xvfb does not start (Debian package: xvfb)");
    REQUIRE(display.size() > 1);
    REQUIRE(::setenv("DISPLAY", display.c_str(), 1) == 0);
  }
  ~Screen() {
    ::kill(m_server, SIGTERM);
    ::waitpid(m_server, nullptr, 0);
  }

  pid_t m_server = 0;
};

}  // namespace pliant::test
