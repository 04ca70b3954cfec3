// Statistics about the occupancy of the vertex table (first pass).

#include <algorithm>

#include "TetraHash.h"

namespace pliant::detail {

SpatialHash::Load TetraHash::load(const BodySet& bodies, Workers& workers) const {
  SpatialHash::Load load;
  std::vector<std::uint8_t> active(bodies.bodyCount());
  for (Index body = 0; body < bodies.bodyCount(); ++body) active[body] = bodies.active(body);
  const CellGrid grid = gridFor(bodies);
  VertexTable vertices;
  vertices.build(bodies, active, grid, static_cast<CellHash::Kind>(m_settings.hash), bucketsFor(bodies), {}, workers);
  const CellTable& table = vertices.table();
  load.cellSize = 1 / grid.perLength;
  load.cellsAlong = Index{1} << grid.shift;
  load.buckets = table.hash.size;
  struct Bucket {
    Index blocks = 0, vertices = 0;
  };
  std::vector<Bucket> buckets(load.buckets);
  for (const CellTable::Part& part : table.parts)
    for (Index c = part.begin; c < part.end; ++c) {
      const CellTable::Cell& cell = table.cells[c];
      Bucket& bucket = buckets[table.hash.bucketOf(table.hash.mix(cell.i, cell.j, cell.k))];
      ++bucket.blocks;
      bucket.vertices += cell.count;
    }
  for (const Bucket& bucket : buckets) {
    load.blocks += bucket.blocks;
    load.vertices += bucket.vertices;
    load.mostVertices = std::max(load.mostVertices, bucket.vertices);
    if (bucket.blocks > 1) load.sharing += bucket.blocks;
    if (bucket.blocks >= load.bucketsWith.size()) load.bucketsWith.resize(bucket.blocks + 1, 0);
    ++load.bucketsWith[bucket.blocks];
  }
  return load;
}

}  // namespace pliant::detail
