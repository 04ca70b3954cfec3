#include "teschner2003/parts.h"

namespace pliant::papers {
namespace {

std::vector<Item> teschnerItems() {
  return {
      {"1, 2", "pass 1: cells of the vertices, and the hash of a cell by three primes, xor and modulo",
       "ctest --test-dir build/release -R demo_HashSteps"},
      {"3", "additive and rotating hash functions beside it", "pliant bench hashes"},
      {"4", "time stamps in place of clearing the table",
       "ctest --test-dir build/release -R detectors_SpatialHashExtremes"},
      {"5, 6, 7", "pass 2: cells of each tetrahedron's box, box test, test of barycentric coordinates",
       "pliant detect --scene setupA --method spatial-hash --setting paper --screenshot setupA.png"},
      {"8", "half-space test beside the barycentric one", "pliant bench variants"},
      {"9, 10", "own corners left out, collisions and self-collisions in one pass, barycentric coordinates as result",
       "pliant detect --scene setupB --coordinates --json setupB.json"},
      {"11", "cells of one entry are told apart; their number is a counter",
       "pliant detect --scene setupD --method spatial-hash --setting paper --json setupD.json"},
      {"12", "figures 3 and 4: table sizes 99, 199, ... and primes", "pliant bench figures --out figures"},
      {"13", "figures 5 and 6: cell sizes, with the mean length of an edge marked",
       "pliant bench figures --out figures"},
      {"14, 15", "linear in the number of primitives, independent of the number of objects",
       "pliant bench table2 objects"},
      {"16", "table 1: setups A to E as scenes, moved by formulas, and as soft bodies", "pliant run softE --steps 60"},
      {"17", "table 2: average, minimum, maximum and deviation", "pliant bench table2"},
      {"18", "one pass over tetrahedra", "pliant bench variants"},
      {"19", "other libraries: Bullet's trees, and Embree's rays in a table of layered depth images",
       "pliant bench table2 ldi --table table2 --table ldi-2004-rays --steps 60"},
      {"20", "other primitives: faces and edges are hashed, too", "pliant bench surface"},
      {"21",
       "penetration depth: by consistent depths (Heidelberger and others, 2004), since a tetrahedron that holds a "
       "vertex need not have a face on the surface",
       "ctest --test-dir build/release -R detectors_PenetrationDepth"},
      {"22", "simulation with detection and response: Bullet's springs, not linear finite elements",
       "pliant run softA --steps 60"},
      {"23", "figures 1 and 7 to 10: pictures of the setups", "pliant bench papers --quick --out papers"},
      {"24", "edges against tetrahedra: the paper leaves them out; pairs of faces find them", "pliant bench edges"}};
}

}  // namespace

Paper teschner2003() {
  using namespace teschner;
  return {.id = "teschner2003",
          .title = "Teschner, Heidelberger, Müller, Pomeranets, Gross 2003: Optimized spatial hashing",
          .machine = "Pentium 4, 1.8 GHz",
          .parts = {{"Figure 1: deforming objects of tetrahedra", 8, 2, figure1},
                    {"Figure 2: cells of a tetrahedron's box", 2, 0.3, figure2},
                    {"Section 4.1: hash functions", 12, 2, hashFunctions},
                    {"Figure 3: table size, setup D", 40, 4, figure3},
                    {"Figure 4: table size, setup A", 4, 0.5, figure4},
                    {"Figure 5: cell size, setup D", 20, 2, figure5},
                    {"Figure 6: cell size, setup A", 3, 0.5, figure6},
                    {"Section 4.4: inside tests", 8, 2, insideTests},
                    {"Table 1: setups", 0.2, 0.2, table1},
                    {"Table 2: times", 40, 4, table2},
                    {"Section 6: number of objects", 4, 0.5, objects},
                    {"Figure 7: setup A", 3, 0.4, figure7},
                    {"Figure 8: setup B", 3, 0.4, figure8},
                    {"Figure 9: setup D", 3, 0.6, figure9},
                    {"Figure 10: tetrahedral mesh", 4, 0.6, figure10},
                    {"Section 7: one pass", 8, 2, passes},
                    {"Section 7: edges", 4, 0.6, edges}},
          .items = teschnerItems()};
}

}  // namespace pliant::papers
