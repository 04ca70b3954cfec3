#include <pliant/detectors/Config.h>
#include <pliant/detectors/Error.h>
#include <pliant/io/numbers.h>
#include <pliant/io/printable.h>
#include <pliant/io/unfinishedFiles.h>
#if PLIANT_WITH_BROWSER
#include <pliant/browser/Browser.h>
#include <unistd.h>
#endif
#if PLIANT_WITH_GLRENDER
#include <pliant/glrender/GlContext.h>
#endif

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "HelpFormatter.h"
#include "commands.h"
#include "glMethods.h"

namespace {

constexpr int kBadInput = 2;  ///< invalid input or usage
constexpr int kNoOpenGl = 3;  ///< a method needs OpenGL, and there is no suitable OpenGL or it fails
constexpr int kFailure = 1;   ///< any other error

/// Prints the message in one line. Line ends in it, for instance of file names, are replaced.
int fail(const std::string& message, int status) {
  std::fprintf(stderr, "pliant: %s\n", pliant::printable(message).c_str());
  return status;
}

/// Returns the arguments in reverse order, as the parser expects them.
/// An argument [a,b] gets the prefix "./", because the parser would read it as a list.
std::vector<std::string> parserArguments(int argc, char** argv) {
  std::vector<std::string> arguments;
  for (int i = argc - 1; i > 0; --i) {
    const std::string argument = argv[i];
    const bool isList = argument.starts_with('[') && argument.ends_with(']');
    arguments.push_back(isList ? "./" + argument : argument);
  }
  return arguments;
}

/// Returns the message for arguments that the command does not take: the first unknown option, else the first argument.
std::string extrasOf(const CLI::App& command) {
  const std::vector<std::string> extras = command.remaining(true);
  const auto option = std::ranges::find_if(extras, [](const std::string& extra) { return extra.starts_with('-'); });
  const bool isOption = option != extras.end();
  const std::string help = "; pliant " + command.get_name() + " --help lists the options";
  if (!isOption && extras.empty()) return "an argument was not expected" + help;
  return (isOption ? "unknown option " + pliant::quoteWord(*option)
                   : "unexpected argument " + pliant::quoteWord(extras.front())) +
         help;
}

/// Returns the message for a parse error. If no known command is given, the message lists the commands.
std::string faultOf(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = app.remaining();
  const bool isMissing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  const std::string what = error.what();
  if (const std::size_t at = what.find(": At Most 1 required but received "); at != std::string::npos)
    return what.substr(0, at) + ": is given more than once";
  if (const std::vector<CLI::App*> commands = app.get_subcommands(); !commands.empty())
    return dynamic_cast<const CLI::ExtrasError*>(&error) ? extrasOf(*commands.front()) : what;
  if (unknown.empty() && !isMissing) return what;
  const std::string known =
      pliant::joined(app.get_subcommands({}), ", ", [](const CLI::App* command) { return command->get_name(); });
  if (unknown.empty()) return "a command is missing; commands are " + known + "; pliant --help describes them";
  return "unknown command or option " + pliant::quoteWord(unknown[0]) + "; commands are " + known;
}

int run(int argc, char** argv) {
  CLI::App app("Collision and self-collision detection for soft bodies", "pliant");
  app.formatter(std::make_shared<pliant::cli::HelpFormatter>());  // subcommands inherit it
  app.set_version_flag("--version", PLIANT_VERSION);
  app.require_subcommand(1);
  pliant::cli::addDetect(app);
  pliant::cli::addRun(app);
  pliant::cli::addCompare(app);
  pliant::cli::addGallery(app);
  pliant::cli::addList(app);
#if PLIANT_WITH_BENCH
  pliant::cli::addBench(app);
#endif
#if PLIANT_WITH_BROWSER
  pliant::cli::addBrowse(app);
#endif
  try {
    app.parse(parserArguments(argc, argv));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) return fail(faultOf(app, error), kBadInput);
    app.exit(error);  // prints help or version
  }
  if (!std::cout.flush() || std::fflush(stdout) != 0) return fail("standard output can't be written", kBadInput);
  return 0;
}

int runGuarded(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const pliant::cli::NoOpenGl& error) {
    return fail(error.what(), kNoOpenGl);
#if PLIANT_WITH_GLRENDER
  } catch (const pliant::GlError& error) {
    return fail(error.what(), kNoOpenGl);
#endif
  } catch (const pliant::Error& error) {
    return fail(error.what(), kBadInput);
  } catch (const std::bad_alloc&) {
    return fail("out of memory", kFailure);
  } catch (const std::exception& error) {
    return fail(error.what(), kFailure);
  }
}

}  // namespace

int main(int argc, char** argv) {
  pliant::removeUnfinishedOnSignals();
  const int status = runGuarded(argc, argv);
#if PLIANT_WITH_BROWSER
  if (pliant::browserLeftThreads()) {
    std::fflush(nullptr);
    ::_exit(status);
  }
#endif
  return status;
}
