#include "RunLog.h"

#include <pliant/detectors/Error.h>

#include <cstdio>

namespace pliant::cli {

RunLog::RunLog(const std::string& path) : m_path(path), m_file(path, std::ios::trunc) {
  if (!m_file) throw Error(path + ": can't be written");
}

double RunLog::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

void RunLog::write(const std::string& line) {
  char time[32];
  std::snprintf(time, sizeof time, "%7.1f s  ", seconds());
  m_file << time << line << '\n' << std::flush;
  if (!m_file) throw Error(m_path + ": can't be written");
}

}  // namespace pliant::cli
