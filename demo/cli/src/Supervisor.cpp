#include "Supervisor.h"

#include <fcntl.h>
#include <pliant/detectors/Error.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <new>
#include <optional>
#include <stdexcept>

#include "endChild.h"
#include "glMethods.h"

namespace pliant::cli {
namespace {

// State of the child in shared memory. The parent reads it while the child can't write to the pipe.
// `step`: the current step, 0 between steps. `changes`: number of changes of `step`.
struct Steps {
  std::atomic<int> step{0}, changes{0};

  void enter(int now) {
    step = now;
    ++changes;
  }
};
static_assert(std::atomic<int>::is_always_lock_free);

class SharedSteps {
 public:
  SharedSteps() {
    void* const memory = mmap(nullptr, sizeof(Steps), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw Error("can't get shared memory for a child process");
    m_steps = new (memory) Steps;
  }
  ~SharedSteps() { munmap(m_steps, sizeof(Steps)); }
  SharedSteps(const SharedSteps&) = delete;
  SharedSteps& operator=(const SharedSteps&) = delete;
  Steps& operator*() const { return *m_steps; }

 private:
  Steps* m_steps = nullptr;
};

void send(int pipe, const Json& message) {
  const std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  std::size_t sent = 0;
  while (sent < line.size()) {
    const ssize_t n = write(pipe, line.data() + sent, line.size() - sent);
    if (n < 0 && errno != EINTR) std::_Exit(1);
    if (n > 0) sent += static_cast<std::size_t>(n);
  }
}

[[noreturn]] void runChild(const RunSettings& settings, const RunObserver& outer, int pipe, Steps& steps) {
  RunObserver observer = outer;
  observer.started = [&](const Simulation& simulation, const RunReport& report) {
    send(pipe, {{"started", toJson(report)}});
    if (outer.started) outer.started(simulation, report);
  };
  observer.stepBegins = [&](int step) {
    steps.enter(step);
    if (outer.stepBegins) outer.stepBegins(step);
  };
  observer.stepEnds = [&](int step) {
    steps.enter(0);
    if (outer.stepEnds) outer.stepEnds(step);
  };
  observer.checked = [&](const Simulation& simulation, const RunCheck& check, const Verdict& verdict) {
    send(pipe, {{"check", toJson(check)}});
    if (outer.checked) outer.checked(simulation, check, verdict);
  };
  observer.ended = [&](const Simulation& simulation, const RunReport& report, const Verdict& last) {
    if (outer.ended) outer.ended(simulation, report, last);
    send(pipe, {{"report", toJson(report)}});
  };
  try {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    runScene(settings, observer);
  } catch (const NoOpenGl& error) {
    send(pipe, {{"no_opengl", error.what()}});
  } catch (const DetectorFailed& error) {
    send(pipe, {{"no_opengl", failedMethod("--detector", error.what()).what()}});
  } catch (const std::exception& error) {
    send(pipe, {{"error", error.what()}});
  }
  // std::_Exit instead of exit: streams and exit handlers belong to the parent.
  std::_Exit(0);
}

double cpuSeconds(pid_t child) {
  clockid_t clock{};
  timespec t{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Detects a child that hangs: it is too long in one step, or outside of steps (while it builds or checks the scene).
class StepWatch {
 public:
  StepWatch(pid_t child, double limit) : m_child(child), m_limit(limit) {}

  bool stuck(const Steps& steps) {
    const auto now = std::chrono::steady_clock::now();
    const double cpu = cpuSeconds(m_child);
    const int changes = steps.changes;
    if (changes != m_changes) {
      m_changes = changes;
      m_since = now;
      m_cpu = cpu;
    }
    // A small limit of a step is none of the building.
    const double limit = steps.step > 0 ? m_limit : kOutsideSteps * std::max(m_limit, SuperviseSettings{}.stepLimit);
    return cpu - m_cpu > limit || std::chrono::duration<double>(now - m_since).count() > 10 * limit;
  }

 private:
  static constexpr double kOutsideSteps = 10;

  pid_t m_child;
  double m_limit, m_cpu = 0;
  int m_changes = 0;
  std::chrono::steady_clock::time_point m_since = std::chrono::steady_clock::now();
};

bool crashed(int status) {
  constexpr std::array<int, 5> kFaults{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  return WIFSIGNALED(status) && std::find(kFaults.begin(), kFaults.end(), WTERMSIG(status)) != kFaults.end();
}

class Report {  // NOLINT(bugprone-exception-escape): moving Json throws nothing
 public:
  void take(const std::string& line) {
    const Json message = Json::parse(line);
    if (message.contains("started")) m_report = message["started"];
    if (message.contains("check")) m_report["checks"].push_back(message["check"]);
    if (message.contains("error")) m_error = message["error"].get<std::string>();
    if (message.contains("no_opengl")) m_noOpenGl = message["no_opengl"].get<std::string>();
    if (message.contains("report")) {
      m_report = message["report"];
      m_complete = true;
    }
  }

  /// `step`: the step in which the child ended, 0 between steps.
  /// `how`: how the child ended before its end; std::nullopt: by an error.
  Json finish(std::optional<RunEnd> how, int step) {
    if (!m_noOpenGl.empty()) throw NoOpenGl(m_noOpenGl);
    if (!m_error.empty()) throw Error(m_error);
    if (m_complete) return m_report;
    const std::string where = m_report.is_null() ? "before the scene was built" : "in step " + std::to_string(step);
    if (!how || m_report.is_null()) {
      const std::string what = how == RunEnd::Hang ? "hung " : "ended ";
      throw std::runtime_error("the child process of the scene " + what + where);
    }
    m_report["ended"] = runEndName(*how);
    m_report["steps"] = step > 0                     ? step - 1
                        : m_report["checks"].empty() ? 0
                                                     : m_report["checks"].back()["step"].get<int>();
    m_report["scene_figures"]["ended_in_step"] = step;
    m_report["positions_hash"] = nullptr;
    return m_report;
  }

 private:
  Json m_report;
  std::string m_error, m_noOpenGl;
  bool m_complete = false;
};

}  // namespace

Json runSupervised(const RunSettings& settings, const RunObserver& observer, const SuperviseSettings& limits) {
  SharedSteps steps;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error("can't open a pipe to a child process");
  const pid_t child = fork();
  if (child < 0) throw Error("can't start a child process");
  if (child == 0) {
    close(ends[0]);
    runChild(settings, observer, ends[1], *steps);
  }
  close(ends[1]);

  Report report;
  StepWatch watch(child, limits.stepLimit);
  std::optional<RunEnd> how;
  std::string pending;
  std::array<char, 65536> buffer;
  for (bool open = true; open;) {
    pollfd poller{ends[0], POLLIN, 0};
    const int ready = poll(&poller, 1, 50);
    if (ready > 0) {
      const ssize_t n = read(ends[0], buffer.data(), buffer.size());
      if (n == 0) open = false;
      if (n > 0) pending.append(buffer.data(), static_cast<std::size_t>(n));
      for (std::size_t newline; (newline = pending.find('\n')) != std::string::npos; pending.erase(0, newline + 1)) {
        report.take(pending.substr(0, newline));
      }
    } else if (watch.stuck(*steps)) {
      how = RunEnd::Hang;
      open = false;
    }
  }
  const int step = (*steps).step;
  const int status = endChild(child);
  close(ends[0]);
  if (!how && limits.mayCrash && crashed(status)) how = RunEnd::Crash;
  return report.finish(how, step);
}

}  // namespace pliant::cli
