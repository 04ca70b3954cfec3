// Tests pictures that a thread of the browser writes.

#include <pliant/detectors/Error.h>
#include <pliant_catch.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "../ScratchFolder.h"
#include "Recorder.h"
#include "timing.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

constexpr int kFilmWidth = 400, kFilmHeight = 300;

/// Puts a program with the name ffmpeg first in PATH.
class Ffmpeg {
 public:
  explicit Ffmpeg(const std::string& text) : m_path(std::getenv("PATH")) {
    std::filesystem::permissions(m_folder.write("ffmpeg", text), std::filesystem::perms::owner_all);
    ::setenv("PATH", (m_folder.path("") + ":" + m_path).c_str(), 1);
  }
  ~Ffmpeg() { ::setenv("PATH", m_path.c_str(), 1); }
  Ffmpeg(const Ffmpeg&) = delete;
  Ffmpeg& operator=(const Ffmpeg&) = delete;

 private:
  const ScratchFolder m_folder;
  const std::string m_path;
};

}  // namespace

TEST_CASE("recorder: a slow ffmpeg is not waited for, until many pictures wait, and gets them all") {
  const ScratchFolder folder;
  const std::string film = folder.path("film.mp4");
  const Ffmpeg slow("#!/bin/sh\nsleep 3\nfor last; do :; done\nwc -c >\"${last#file:}\"\n");
  Recorder recorder(film);
  const auto began = Clock::now();
  int pictures = 0;
  for (; !recorder.full() && pictures < 100; ++pictures) recorder.add(Image(kFilmWidth, kFilmHeight));
  recorder.finish();
  CHECK(!recorder.finished());
  CHECK(secondsSince(began) < 2);
  CHECK(pictures > 3);
  CHECK(pictures < 100);
  recorder.end();
  CHECK(recorder.finished());
  CHECK(std::stoi(ScratchFolder::read(film)) == pictures * 3 * kFilmWidth * kFilmHeight);
}

TEST_CASE("recorder: what ffmpeg can't write is told, and nothing waits for it") {
  const ScratchFolder folder;
  const Ffmpeg failing("#!/bin/sh\nexit 1\n");
  Recorder recorder(folder.path("film.mp4"));
  const auto record = [&] {
    for (int i = 0; i < 100; ++i) recorder.add(Image(kFilmWidth, kFilmHeight));
  };
  CHECK_THROWS_AS(record(), Error);
  CHECK_THROWS_AS(recorder.end(), Error);
}
