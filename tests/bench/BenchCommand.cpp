#include <pliant_catch.h>

#include <filesystem>

#include "../demo/RunProgram.h"

namespace {

void refuses(std::vector<std::string> arguments, const std::string& fault) {
  arguments.insert(arguments.begin(), "bench");
  const ProgramRun run = runPliant(arguments);
  INFO(run.errors);
  CHECK(run.status == 2);
  CHECK(run.errorLines() == 1);
  CHECK(run.errors.find(fault) != std::string::npos);
  CHECK(run.output.empty());
}

}  // namespace

TEST_CASE("bad input to bench is one line and status 2") {
  const ScratchFolder folder;
  refuses({"nosuch"}, "nosuch");
  refuses({"--nosuch"}, "nosuch");
  refuses({"--setups", "AX"}, "AX");
  refuses({"--setups", ""}, "--setups");
  refuses({"--steps", "0"}, "--steps");
  refuses({"--faces", "999"}, "--faces");
  refuses({"--steps", "half"}, "--steps");
  refuses({"regularity-tree", "--table", "nosuch"}, "nosuch");
  refuses({"regularity-tree", "--faces", "1000", "--table", "cloth-peers"}, "tables of up to 1000 faces");
  refuses({"ldi", "--table", "volino-1"}, "--table");
  refuses({"ldi", "--mesh", folder.path("none.obj")}, "none.obj");
  refuses({"ldi", "--mesh", folder.write("cloud.obj", "v 0 0 0\n")}, "cloud.obj: has no surface");
  const std::string fin = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 1\nf 1 2 3\nf 1 2 4\nf 1 2 5\n";
  refuses({"ldi", "--mesh", folder.write("fin.obj", fin)}, "fin.obj: the surface is not closed");
  refuses({"papers"}, "needs --out FOLDER");
  refuses({"papers", "variants", "--out", folder.path("o")}, "papers: runs alone");
  for (const Words& option : {Words{"--json", folder.path("b.json")}, Words{"--pictures", folder.path("p")},
                              Words{"--table", "figures"}, Words{"--mesh", folder.path("none.obj")},
                              Words{"--setups", "A"}, Words{"--faces", "1000"}, Words{"--steps", "9"}})
    refuses(with({"papers", "--quick", "--out", folder.path("o")}, option),
            option.front() + ": has no effect on the benchmark papers");
  CHECK(!std::filesystem::exists(folder.path("o")));
  refuses({"variants", "--quick"}, "--quick: needs the benchmark papers or steps");
  refuses({"table2", "--mesh", folder.path("none.obj")}, "--mesh: needs the table ldi-files of the benchmark ldi");
  refuses({"ldi", "--table", "ldi-2004-rays", "--mesh", folder.path("none.obj")}, "--mesh");
  refuses({"table2", "--faces", "1000"}, "--faces: needs the benchmark regularity-tree or the table threads-surfaces");
  refuses({"steps", "--scene", "twonodes", "--setups", "A"}, "--setups: needs the table table2 or threads");
  refuses({"steps", "--scene", "twonodes", "--steps", "7"}, "--steps: needs a table of medians over steps");
  refuses({"variants", "--json", folder.path("variants.csv"), "--out", folder.path("")}, "--out writes files of such");
  refuses({"variants", "--scene", "tori"}, "--scene: needs the benchmark steps");
  refuses({"steps", "--scene", "hand"}, "--scene: no steps of 'hand' are measured; scenes are twonodes, ");
  refuses({"papers", "--out", folder.write("notAFolder", "x")}, "notAFolder");
  refuses({"variants", "--json", ""}, "the file name is empty");
  refuses({"variants", "--json", folder.path("no/bench.json")}, "no/bench.json");
  refuses({"variants", "--out", ""}, "''");
  refuses({"variants", "--pictures", folder.path("p")}, "--pictures");
  refuses({"ldi", "--pictures", folder.write("pictures", "x")}, "pictures");
  refuses({"variants", "--out", folder.write("file", "x")}, "file");
}

TEST_CASE("a first signal to the papers is answered, a second one ends them, and an earlier page stays") {
  const ScratchFolder folder;
  const std::string page = folder.write("papers.md", "earlier"), errors = folder.path("errors");
  const pid_t child = startPliant({"bench", "papers", "--quick", "--out", folder.path("")}, errors);
  const auto waitFor = [&](const std::string& text) {
    waitUntil([&] { return ScratchFolder::read(errors).find(text) != std::string::npos; });
  };
  waitFor(" left: teschner2003, Figure 1");
  ::kill(child, SIGINT);
  waitFor("ends after this part");
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGINT));
  CHECK(ScratchFolder::read(page) == "earlier");
}

TEST_CASE("a benchmark is a table, and goes to JSON and CSV where asked") {
  const ScratchFolder folder;
  const ProgramRun run = runPliant(
      {"bench", "table2", "--setups", "A", "--steps", "3", "--json", folder.path("b.json"), "--out", folder.path("o")});
  INFO(run.errors);
  CHECK(run.status == 0);
  CHECK(run.output.find("table2") != std::string::npos);
  CHECK(ScratchFolder::read(folder.path("b.json")).starts_with("{"));
  CHECK(std::filesystem::file_size(folder.path("o/table2.csv")) > 100);
}

TEST_CASE("the tables of Volino 1994 are made, in few faces where few are asked for") {
  const ProgramRun run = runPliant({"bench", "regularity-tree", "--faces", "1000", "--steps", "3"});
  INFO(run.errors);
  CHECK(run.status == 0);
  for (const char* const name : {"volino-1", "volino-2", "volino-cloth", "regularity-times", "regularity-many",
                                 "regularity-settings", "regularity-topology"})
    CHECK(run.output.find(name) != std::string::npos);
  CHECK(run.output.find("56400") == std::string::npos);
}

TEST_CASE("of the regularity tree's tables those alone are made that are named") {
  const ProgramRun run = runPliant({"bench", "regularity-tree", "--faces", "1000", "--steps", "3", "--table",
                                    "regularity-topology", "--table", "volino-2"});
  INFO(run.errors);
  CHECK(run.status == 0);
  CHECK(run.output.find("\nregularity-topology: ") != std::string::npos);
  CHECK(run.output.starts_with("volino-2: "));
  for (const char* const name : {"volino-1: ", "regularity-times: ", "regularity-settings: "})
    CHECK(run.output.find(name) == std::string::npos);
}

TEST_CASE("a table that is named is made without the others, in any benchmark, also before the benchmark's name") {
  for (const Words& words :
       {Words{"bench", "bucket-tree", "--table", "bucket-memory"}, Words{"bench", "--table", "bucket-memory"},
        Words{"bench", "--table", "bucket-memory", "bucket-tree"}}) {
    const ProgramRun run = runPliant(words);
    INFO(run.errors);
    CHECK(run.status == 0);
    CHECK(run.output.starts_with("bucket-memory: "));
    CHECK(run.output.find("bucket-figure3: ") == std::string::npos);
  }
}

TEST_CASE("without OpenGL its rows are skipped, with a line for each way") {
  const ProgramRun run = runProgram(
      "/usr/bin/env", {"__EGL_VENDOR_LIBRARY_FILENAMES=/nowhere/vendor.json", PLIANT_EXECUTABLE, "bench", "ldi-gl"});
  CHECK(run.status == 0);
  CHECK(run.errors.empty());
  for (const char* const name : {"unordered", "ordered", "abuffer"}) {
    CHECK(run.output.find(std::string("skipped: ldi-gl-") + name + ": ") != std::string::npos);
  }
}
