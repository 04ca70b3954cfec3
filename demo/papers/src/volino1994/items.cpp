#include "parts.h"

namespace pliant::papers::volino {

std::vector<Item> items() {
  return {
      {"1, 2, 3", "property of normals and contour, optimisations I and II: patches and pairs skipped, as counters",
       "pliant detect --scene loop --method regularity-tree --json loop.json"},
      {"4, 5", "faces grouped upwards by three, as round as possible: contours of several levels",
       "pliant run cloth --steps 1 --overlay hierarchy:300:levels --screenshot hierarchy.png"},
      {"6, 7", "boxes alone, the bigger patch divided: the classical columns",
       "pliant bench regularity-tree --table volino-1 --faces 5000"},
      {"8, 9, 10", "adjacency lists of highest neighbours, outside and holes, asked by parents",
       "pliant run cloth --steps 1 --overlay adjacency --screenshot adjacency.png"},
      {"11, 12", "sampled directions, one bit each, ANDed upwards",
       "pliant run cloth --steps 1 --overlay directions:200 --screenshot directions.png"},
      {"13, 14", "contour test, or none and a bound on shapes: its columns, and the pairs missed",
       "pliant bench regularity-tree --table volino-2 --faces 5000"},
      {"15", "many objects, one hierarchy each",
       "pliant bench regularity-tree --table regularity-many --faces 50000 --steps 300"},
      {"16", "output: pairs of faces; vertices near faces and motion in a world",
       "pliant run clothedge --detector regularity-tree --steps 100"},
      {"17", "polygons: faces are triangles, readers cut polygons into fans",
       "ctest --test-dir build/release -R demo_ReadMesh"},
      {"18", "surfaces by incremental Delaunay subdivision", "ctest --test-dir build/release -R demo_DelaunaySurfaces"},
      {"19, 20", "tables 1a and 1b: a sphere", "pliant bench regularity-tree --table volino-1 --faces 50000"},
      {"21, 22", "tables 2a and 2b: a strip, along the axes, turned, and by Delaunay subdivision",
       "pliant bench regularity-tree --table volino-2 --faces 50000"},
      {"23", "body and cloth, and what folds cost",
       "pliant bench regularity-tree --table volino-cloth --table volino-folds --faces 1000 --steps 300"},
      {"24, 25", "figures 3 and 7 to 10; which patches optimisation I skips, in blue",
       "pliant bench regularity-tree --table volino-1 --faces 1000 --pictures figures"},
      {"26", "figures 4 to 6: adjacency, directions, ANDing, as steps of a query",
       "pliant detect --method regularity-tree --scene loop --steps steps"},
      {"27", "update in O(n), search by what collides alone",
       "ctest --test-dir build/release -R demo_RegularityEffort"},
      {"28", "a garment on a body that is grasped, lifted, folded and let go", "pliant run garment"},
      {"29", "topology that changes: a face less, a face more, faces cut out",
       "pliant bench regularity-tree --table regularity-topology --faces 50000 --steps 300"}};
}

}  // namespace pliant::papers::volino
