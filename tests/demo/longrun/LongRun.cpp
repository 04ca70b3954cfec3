// LongRun --list: prints the names of all scenes. LongRun SCENE STEPS: steps the scene under Pliant and prints for each
// tenth of the run: the median and the maximum of contacts in a step, CPU time per step [ms], kinetic energy, and the
// memory of the process. Returns 1 if contacts or memory grow after the second tenth. A single rise of the contacts is
// no growth: bodies that creep, as rings do in stock Bullet, may come to lie on each other in another way.
#include <pliant/plugin/StepStatistics.h>
#include <pliant/scenes/Simulation.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>

namespace {

constexpr int kParts = 10;
// Allowed growth after the second tenth: a heap that still settles, and capacity that a list has doubled. Memory in
// KiB.
constexpr double kMoreContacts = 1.25, kFewContacts = 20, kMoreMemory = 4096;
// Contacts grow if they rise by this factor in each of so many successive tenths.
constexpr double kRise = 1.01;
constexpr int kRises = 3;

struct Part {
  double contacts = 0, most = 0, ms = 0, kinetic = 0, memory = 0;  // memory [KiB]
};

/// Returns the resident memory [KiB].
double memory() {
  std::ifstream statm("/proc/self/statm");
  double whole = 0, resident = 0;
  if (!(statm >> whole >> resident)) throw pliant::Error("/proc/self/statm cannot be read");
  return resident * double(sysconf(_SC_PAGESIZE)) / 1024;
}

double kineticOf(const pliant::Simulation& simulation) {
  double sum = 0;
  for (const pliant::SimulatedBody& each : simulation.bodies())
    for (int i = 0; i < each.body->m_nodes.size(); ++i) {
      const btSoftBody::Node& node = each.body->m_nodes[i];
      if (node.m_im > 0) sum += 0.5 * double(node.m_v.length2()) / double(node.m_im);
    }
  return sum;
}

Part runPart(pliant::Simulation& simulation, int steps) {
  std::vector<double> contacts;
  const double before = pliant::threadCpuMs();
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    contacts.push_back(double(simulation.contacts()));
  }
  Part part;
  part.ms = (pliant::threadCpuMs() - before) / steps;
  std::sort(contacts.begin(), contacts.end());
  part.contacts = contacts[contacts.size() / 2];
  part.most = contacts.back();
  part.kinetic = kineticOf(simulation);
  part.memory = memory();
  return part;
}

int run(const pliant::SceneEntry& entry, int steps) {
  pliant::Simulation simulation(entry, {});
  bool flat = true;
  Part second;
  double before = 0;
  int rises = 0;
  for (int i = 0; i < kParts; ++i) {
    const Part part = runPart(simulation, std::max(1, steps / kParts));
    if (i <= 1) second = part;
    rises = part.contacts > kRise * before ? rises + 1 : 0;
    before = part.contacts;
    const bool grows = (rises >= kRises && part.contacts > kMoreContacts * second.contacts + kFewContacts) ||
                       part.memory > second.memory + kMoreMemory;
    flat = flat && !grows;
    std::printf("%-12s %7d steps: contacts %6.0f, most %6.0f, %8.3f ms a step, kinetic energy %9.3g J, %8.0f KiB%s\n",
                entry.name.c_str(), simulation.steps(), part.contacts, part.most, part.ms, part.kinetic, part.memory,
                grows ? "  GROWS" : "");
    std::fflush(stdout);
  }
  std::printf("%-12s %s\n", entry.name.c_str(), flat ? "flat" : "not flat");
  return flat ? 0 : 1;
}

}  // namespace

int main(int count, char** words) try {
  if (count == 2 && std::string(words[1]) == "--list") {
    for (const pliant::SceneEntry& entry : pliant::scenes()) std::puts(entry.name.c_str());
    return 0;
  }
  const int steps = count == 3 ? std::atoi(words[2]) : 0;
  if (steps < kParts) {
    std::fputs("usage: LongRun --list, LongRun SCENE STEPS (at least 10)\n", stderr);
    return 2;
  }
  const pliant::SceneEntry* const entry = pliant::findScene(words[1]);
  if (!entry) throw pliant::Error(pliant::unknownScene(words[1]));
  return run(*entry, steps);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
