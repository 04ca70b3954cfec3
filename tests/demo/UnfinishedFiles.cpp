// A signal may end a program between the creation and the renaming of a temporary file. No file may be left behind.

#include <pliant/io/unfinishedFiles.h>
#include <pliant/io/writeFile.h>
#include <pliant_catch.h>
#include <stdio.h>

#include <atomic>

#include "RunProgram.h"
#include "SmallMeshes.h"

namespace {

std::atomic<bool> held{false};

/// Returns the names of temporary files.
std::vector<std::string> unfinished(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code code;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, code)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".pliant-")) names.push_back(name);
  }
  return names;
}

int statusOf(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

}  // namespace

/// Replaces the system's function for the whole program. Never returns while `held` is set.
extern "C" int rename(const char* from, const char* to) noexcept {
  while (held) ::pause();
  return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}

TEST_CASE("a file that is being written when a signal ends the program leaves nothing, and the earlier one stays") {
  for (const int signal : kSignals)
    for (const bool otherThread : {false, true}) {
      CAPTURE(signal, otherThread);
      const ScratchFolder folder;
      const std::string path = folder.write("out", "earlier");
      const pid_t child = ::fork();
      if (child == 0) {
        ::signal(signal, SIG_DFL);
        pliant::removeUnfinishedOnSignals();
        held = true;
        if (otherThread) {
          std::thread([&] { pliant::writeFile(path, "new"); }).detach();
          for (;;) ::pause();
        }
        pliant::writeFile(path, "new");
        ::_exit(0);
      }
      waitUntil([&] { return unfinished(folder.path("")).size() == 1; });
      ::kill(child, signal);
      const int status = statusOf(child);
      CHECK((WIFSIGNALED(status) && WTERMSIG(status) == signal));
      CHECK(unfinished(folder.path("")).empty());
      CHECK(ScratchFolder::read(path) == "earlier");
    }
}

TEST_CASE("a signal that is ignored stays ignored") {
  const ScratchFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGHUP, SIG_IGN);
    pliant::removeUnfinishedOnSignals();
    ::raise(SIGHUP);
    pliant::writeFile(folder.path("out"), "content");
    ::_exit(0);
  }
  CHECK(statusOf(child) == 0);
  CHECK(ScratchFolder::read(folder.path("out")) == "content");
}

TEST_CASE("many files are written while signals come, and none is left unfinished") {
  for (int run = 0; run < 50; ++run) {
    const ScratchFolder folder;
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGTERM, SIG_DFL);
      pliant::removeUnfinishedOnSignals();
      for (int t = 0; t < 3; ++t)
        std::thread([&, t] {
          for (;;) pliant::writeFile(folder.path(std::to_string(t)), std::string(100, 'x'));
        }).detach();
      for (;;) ::pause();
    }
    waitUntil([&] { return std::filesystem::exists(folder.path("2")); });
    std::this_thread::sleep_for(std::chrono::microseconds(137 * run));
    ::kill(child, SIGTERM);
    const int status = statusOf(child);
    CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM));
    REQUIRE(unfinished(folder.path("")).empty());
  }
}

#ifdef PLIANT_HOLD_RENAME

TEST_CASE("commands that a signal ends while they write leave no unfinished file") {
  struct Command {
    std::string hold;  // part of the final name of the file
    Words arguments;
  };
  for (const int signal : kSignals) {
    const ScratchFolder folder;
    const std::string mesh = folder.write("a.obj", kTriangle), out = folder.path("out");
    const std::vector<Command> commands = {
        {"out.json", {"detect", "--json", folder.path("out.json"), mesh}},
        {"1-0.mesh", {"detect", "--scene", "hand", "--frames", "2", "--export", out}},
        {"out.png", {"detect", "--screenshot", folder.path("out.png"), mesh}},
        {"2-0.mesh", {"run", "impact50", "--steps", "4", "--check-every", "2", "--export", out}},
        {"2-0.mesh",
         {"run", "impact50", "--detector", "bullet", "--steps", "4", "--check-every", "2", "--export", out}},
        {"impact50-bullet.json",
         {"compare", "impact50", "--detectors", "bullet", "--steps", "2", "--no-pictures", "--out", out}},
        {"impact50-bullet.png", {"compare", "impact50", "--detectors", "bullet", "--steps", "2", "--out", out}},
        {"objects.csv", {"bench", "objects", "--steps", "1", "--out", out}}};
    for (const Command& command : commands) {
      CAPTURE(signal, command.arguments);
      const std::string marker = folder.path("held");
      std::filesystem::remove(marker);
      std::filesystem::remove_all(out);
      ::setenv("LD_PRELOAD", PLIANT_HOLD_RENAME, 1);
      ::setenv("PLIANT_HOLD", command.hold.c_str(), 1);
      ::setenv("PLIANT_HELD", marker.c_str(), 1);
      const pid_t child = startPliant(command.arguments);
      ::unsetenv("LD_PRELOAD");
      waitUntil([&] { return std::filesystem::exists(marker); });
      CHECK(unfinished(folder.path("")).size() == 1);
      ::kill(child, signal);
      const int status = statusOf(child);
      CHECK((WIFSIGNALED(status) && WTERMSIG(status) == signal));
      // A child process of the command may end a moment later.
      waitUntil([&] { return unfinished(folder.path("")).empty(); });
    }
  }
}

#endif
