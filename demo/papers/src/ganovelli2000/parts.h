#pragma once

#include <pliant/papers/Run.h>
#include <pliant/papers/judging.h>

#include <string>
#include <vector>

// The parts of Ganovelli 2000, in the paper's order.
namespace pliant::papers::ganovelli {

void anyPrimitives(Run& run);
void figure1(Run& run);
void boxTrees(Run& run);
void changingPrimitives(Run& run);
void outlier(Run& run);
void figure2(Run& run);
void figure3(Run& run);
void figure4(Run& run);
void table1(Run& run);
void figure5(Run& run);
void cutAndFusion(Run& run);

std::vector<Item> items();

// Texts about tables of the benchmarks.

void writeBoxTrees(Run& run, const benchmarks::Table& table);
void writeChangingPrimitives(Run& run, const benchmarks::Table& table);
void writeOutlier(Run& run, const benchmarks::Table& table);
void writeFigure3(Run& run, const benchmarks::Table& table);
void writeFigure4(Run& run, const benchmarks::Table& table, const benchmarks::Table& memory);
void writeTable1(Run& run, const benchmarks::Table& table);

/// Returns "1.23 times".
inline std::string times(double ratio) {
  return readable(ratio) + " times";
}

}  // namespace pliant::papers::ganovelli
