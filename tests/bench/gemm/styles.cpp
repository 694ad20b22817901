#include "tests/bench/gemm/styles.hpp"

namespace heddle::bench {

namespace {

using enum LayoutB;

// 128 rows and, with sub-groups of 16, 128 columns of C for a work-group.
constexpr Block staged = {4, 4, 4, 2};

constexpr Style table[] = {
    // Operands that lanes read.
    {"one", "types lanes panels", "", panels, {1, 1}},
    {"blocks", "types lanes panels", "", panels, {4, 4}, anything, Sides::skinny},
    {"packed_rows", "types lanes packed_rows", "", packedRows, {4, 4}},
    {"rows_one", "types lanes rows", "", rows, {1, 1}},
    {"rows", "types lanes rows", "", rows, {4, 4}, anything, Sides::skinny},
    {"columns", "types lanes columns", "", columns, {4, 4}, anything, Sides::skinny},
    {"in_step", "types lanes panels", "-DIN_STEP", panels, staged},
    // Operands that sub-groups read.
    {"block_reads_4x2", "types lanes block_reads", "", panels, {4, 2}},
    {"block_reads", "types lanes block_reads", "", panels, {4, 4}, anything, Sides::skinny},
    {"2d_panels", "types blocks_2d", "-DPANELS", panels, {4, 4}, only16, Sides::skinny},
    {"2d", "types blocks_2d", "", rows, {4, 4}, only16, Sides::skinny},
    {"shuffle_a", "types lanes shuffles", "-DSHUFFLE_A", rows, {4, 4}, only16NotTf32},
    {"shuffle_b", "types lanes shuffles", "-DSHUFFLE_B", rows, {4, 4}, notTf32},
    // Staging through local memory.
    {"local_a", "types lanes local local_one", "-DDEPTH=2 -DSTAGE_A", packedRows, staged},
    {"local_b", "types lanes local local_one", "-DDEPTH=2 -DSTAGE_B", rows, staged},
    {"local_ab", "types lanes local local_one", "-DDEPTH=2 -DSTAGE_A -DSTAGE_B", rows, staged},
    {"local_a_two", "types lanes local local_two", "-DDEPTH=2 -DSTAGE_A", packedRows, staged},
    {"local_b_two", "types lanes local local_two", "-DDEPTH=2 -DSTAGE_B", rows, staged},
    {"local_ab_two", "types lanes local local_two", "-DDEPTH=2 -DSTAGE_A -DSTAGE_B", rows, staged},
    {"local_a_split", "types lanes local local_split", "-DDEPTH=2 -DSTAGE_A", packedRows, staged},
    {"local_b_split", "types lanes local local_split", "-DDEPTH=2 -DSTAGE_B", rows, staged},
    {"local_ab_split", "types lanes local local_split", "-DDEPTH=2 -DSTAGE_A -DSTAGE_B", rows,
     staged},
    // Conditions.
    {"mask",
     "types lanes mask",
     "-DMASKED=32",
     panels,
     {4, 4},
     anything,
     Sides::multiples,
     Result::masked},
    {"edge_each", "types lanes guarded edge_each", "", packedRows, {4, 4}, anything, Sides::ragged},
    {"edge_if", "types lanes guarded edge_if", "", packedRows, {4, 4}, anything, Sides::ragged},
    {"edge_after",
     "types lanes guarded edge_after",
     "",
     packedRows,
     {4, 4},
     anything,
     Sides::ragged},
    // What is done with the sums.
    {"bias_relu",
     "types lanes epilogue",
     "-DBIAS_RELU",
     panels,
     {4, 4},
     anything,
     Sides::multiples,
     Result::biasRelu},
    {"beta",
     "types lanes epilogue",
     "-DBETA",
     panels,
     {4, 4},
     anything,
     Sides::multiples,
     Result::beta},
    {"narrow",
     "types lanes epilogue",
     "-DNARROW",
     panels,
     {4, 4},
     anything,
     Sides::multiples,
     Result::narrow},
    {"group_scales",
     "types lanes group_scales",
     "-DGROUP=128",
     panels,
     {4, 4},
     anything,
     Sides::multiples,
     Result::groupScales},
    {"split_k",
     "types lanes split_k",
     "",
     panels,
     {2, 2, 4, 2},
     anything,
     Sides::skinny,
     Result::product,
     true},
    // Many small ones.
    {"batched", "types lanes batched", "", panels, {4, 4}, anything, Sides::batched},
    {"batched_rows", "types lanes batched", "-DROW_MAJOR", rows, {4, 4}, anything, Sides::batched},
    // Other languages.
    {"cooperative", "", "", panels, {4, 2}, onlyBf16AndI8Of16},
    {"cooperative_rows", "", "", rows, {4, 2}, onlyBf16AndI8Of16},
    {"plain", "plain", "", panels, {1, 1}, onlyBf16AndI8Of16},
};

} // namespace

bool Style::takes(Type type, unsigned subGroupSize) const {
  // tf32 has no functions for sub-groups of 8.
  if (subGroupSize == 8 && ((restriction & only16) || type == Type::tf32))
    return false;
  if ((restriction & notTf32) && type == Type::tf32)
    return false;
  return !(restriction & onlyBf16AndI8) || type == Type::bf16 || type == Type::i8;
}

std::span<const Style> styles() { return table; }

} // namespace heddle::bench
