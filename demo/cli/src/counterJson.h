#pragma once

#include <pliant/detectors/Statistics.h>

#include <nlohmann/json.hpp>

namespace pliant::cli {

/// Returns the counters of a detector on elements. Counters that do not apply to the method are 0.
inline nlohmann::ordered_json counterJson(const Counters& counters) {
  return {{"candidates", counters.candidates},
          {"cells_visited", counters.cellsVisited},
          {"nodes_visited", counters.nodesVisited},
          {"hash_collisions", counters.hashCollisions},
          {"procedure_calls", counters.procedureCalls},
          {"parts_skipped", counters.patchesSkipped},
          {"pairs_skipped", counters.pairsSkipped},
          {"element_tests", counters.elementTests},
          {"box_tests", counters.boxTests},
          {"narrow_tests", counters.narrowTests},
          {"exact_fallbacks", counters.exactFallbacks},
          {"bodies_sat_out", counters.bodiesSkipped}};
}

}  // namespace pliant::cli
