#include "Jobs.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <thread>

#include "endChild.h"

namespace pliant::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct Running {
  std::size_t job;
  Clock::time_point until;
};

pid_t start(const Job& job) {
  std::vector<std::string> words{"pliant"};
  words.insert(words.end(), job.arguments.begin(), job.arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    execv("/proc/self/exe", pointers.data());
    _exit(127);
  }
  return child;
}

bool wasStopped(int status) {
  return WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM);
}

}  // namespace

void runJobs(std::size_t count, unsigned atOnce, const MakeJob& make, const JobEnded& ended, const Stop& stop) {
  std::map<pid_t, Running> running;
  std::size_t next = 0;
  while ((next < count || !running.empty()) && !stop()) {
    while (next < count && running.size() < atOnce) {
      const std::optional<Job> job = make(next);
      if (!job) {
        count = next;
        break;
      }
      const auto limit = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(job->limit));
      const pid_t child = start(*job);
      if (child < 0) {
        ended(next, -1);
      } else {
        running[child] = {next, Clock::now() + limit};
      }
      ++next;
    }
    for (auto it = running.begin(); it != running.end();) {
      int status = 0;
      const pid_t done = waitpid(it->first, &status, WNOHANG);
      if (done == 0 && Clock::now() < it->second.until) {
        ++it;
        continue;
      }
      if (done == 0) endChild(it->first);
      if (done == 0 || !wasStopped(status)) {
        ended(it->second.job, done != 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1);
      }
      it = running.erase(it);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  for (const auto& [child, job] : running) endChild(child);
}

}  // namespace pliant::cli
