#pragma once

#include <fcntl.h>
#include <pliant_catch.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "ScratchFolder.h"

using Words = std::vector<std::string>;

/// Returns the words of both lists.
inline Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Exit status and output of a program.
struct ProgramRun {
  int status = -1;  ///< Exit status. -1 if a signal or the time limit ended it.
  std::string output, errors;

  std::size_t errorLines() const {
    return static_cast<std::size_t>(std::count(errors.begin(), errors.end(), '\n')) +
           (!errors.empty() && errors.back() != '\n' ? 1 : 0);
  }
};

/// Runs a program and waits up to four minutes for it: enough under a sanitizer, and less than ctest's limit. Its
/// standard output goes to the file `outputTo` unless that is empty.
inline ProgramRun runProgram(const std::string& program, const Words& arguments, const std::string& outputTo = {}) {
  const ScratchFolder folder;
  const std::string output = outputTo.empty() ? folder.path("output") : outputTo, errors = folder.path("errors");
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const int out = ::open(output.c_str(), O_WRONLY | O_CREAT, 0600),
              err = ::open(errors.c_str(), O_WRONLY | O_CREAT, 0600);
    const int in = ::open("/dev/null", O_RDONLY);
    ::dup2(in, 0);
    ::dup2(out, 1);
    ::dup2(err, 2);
    ::execv(program.c_str(), words.data());
    ::_exit(127);
  }
  ProgramRun run;
  int status = 0;
  const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(4);
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > limit) ::kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (WIFEXITED(status)) run.status = WEXITSTATUS(status);
  if (outputTo.empty()) run.output = ScratchFolder::read(output);
  run.errors = ScratchFolder::read(errors);
  return run;
}

/// Starts this build's command line without output, and does not wait for it. Its standard error goes to the file
/// `errorsTo` unless that is empty.
inline pid_t startPliant(const Words& arguments, const std::string& errorsTo = {}) {
  std::vector<char*> words = {const_cast<char*>("pliant")};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, 1);
    ::dup2(errorsTo.empty() ? nowhere : ::open(errorsTo.c_str(), O_WRONLY | O_CREAT, 0600), 2);
    ::signal(SIGINT, SIG_DFL);
    ::execv(PLIANT_EXECUTABLE, words.data());
    ::_exit(127);
  }
  return child;
}

/// Waits until `holds` returns true. Fails after three minutes.
inline void waitUntil(const std::function<bool()>& holds) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(3);
  while (!holds() && std::chrono::steady_clock::now() < limit) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  REQUIRE(holds());
}

/// Runs this build's command line.
inline ProgramRun runPliant(const Words& arguments, const std::string& outputTo = {}) {
  return runProgram(PLIANT_EXECUTABLE, arguments, outputTo);
}

/// Checks that a program ended with this status, printed one line that contains `named` to its error stream, and
/// nothing else.
inline void checkFault(const ProgramRun& run, int status, const std::string& named) {
  CAPTURE(named, run.errors, run.output);
  CHECK(run.status == status);
  CHECK(run.errorLines() == 1);
  CHECK(run.errors.find(named) != std::string::npos);
  CHECK(run.output.empty());
}

/// Checks that the command line refuses these arguments as bad input or usage.
inline void pliantRefuses(const Words& arguments, const std::string& named) {
  CAPTURE(arguments);
  checkFault(runPliant(arguments), 2, named);
}
