#pragma once

#include <pliant/models/ClosedModel.h>

namespace pliant::models {

/// Returns a tailor's form: hips, waist, chest, shoulders and neck, y up, height 1, 3,000 faces. It is built on the
/// first call and kept. Thread-safe.
const ClosedModel& tailorsForm();

/// A garment in rows from the hem to the opening for the neck. Vertex j of row i is i · columns + j; column 0 is at +x,
/// a quarter of the columns later is the front, at +z.
struct Garment : SurfaceModel {
  Index rows = 0, columns = 0;  ///< of faces; there is one more row of vertices
};
/// Returns a dress around the form, a tube that is open at the hem and at the neck and hangs on the shoulders. It has
/// 2 · `rows` · `columns` faces and touches neither the form nor itself.
Garment dressOnForm(Index rows, Index columns);

}  // namespace pliant::models
