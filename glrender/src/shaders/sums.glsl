#version 430 core

// What the spans of a row of pixels add up to. Heights are whole steps of depth.
layout(local_size_x = 64) in;

struct Sums {
  double inner, border;     // lengths, which are exact; those of the last column apart
  double columns, heights;  // lengths by their share of the column, times where they lie
  uint firstColumn, lastColumn;
  int lowest, highest, longest, unused;
};
