#version 430 core

// Sums over the spans of a row of pixels. Heights are whole depth steps.
layout(local_size_x = 64) in;

struct Sums {
  double inner, border;     // sums of lengths, exact; `border` is the last column
  double columns, heights;  // sums of length * share of the column * position
  uint firstColumn, lastColumn;
  int lowest, highest, longest, unused;
};
