#include "tests/bench/gemm/styles.hpp"

namespace heddle::bench {

namespace {

using enum LayoutB;

constexpr Block one = {1, 1}, grid = {4, 4};
// 128 rows and, with sub-groups of 16, 128 columns of C for a work-group.
constexpr Block staged = {4, 4, 4, 2};

constexpr char stageA[] = "-DDEPTH=2 -DSTAGE_A", stageB[] = "-DDEPTH=2 -DSTAGE_B",
               stageBoth[] = "-DDEPTH=2 -DSTAGE_A -DSTAGE_B";
constexpr char oneBuffer[] = "types lanes local local_one",
               twoBuffers[] = "types lanes local local_two",
               splitBarriers[] = "types lanes local local_split";

constexpr Style table[] = {
    // Operands that lanes read.
    Style{"one", "types lanes panels", "", panels, one},
    Style{"blocks", "types lanes panels", "", panels, grid}.with(Sides::skinny),
    Style{"packed_rows", "types lanes packed_rows", "", packedRows, grid},
    Style{"rows_one", "types lanes rows", "", rows, one},
    Style{"rows", "types lanes rows", "", rows, grid}.with(Sides::skinny),
    Style{"columns", "types lanes columns", "", columns, grid}.with(Sides::skinny),
    Style{"in_step", "types lanes panels", "-DIN_STEP", panels, staged},
    Style{"k_blocks", "types lanes panels", "-DK_BLOCK=256", panels, {4, 2}},
    Style{"pipelined", "types lanes pipelined", "", panels, grid},
    Style{"pipelined_rows", "types lanes pipelined", "-DROW_MAJOR", rows, grid},
    Style{"taps", "types lanes taps", "", rows, grid},
    // Operands that sub-groups read.
    Style{"block_reads_4x2", "types lanes block_reads", "", panels, {4, 2}},
    Style{"block_reads", "types lanes block_reads", "", panels, grid}.with(Sides::skinny),
    Style{"tile_order", "types lanes block_reads", "-DTILE_ORDER", tiles, grid},
    Style{"2d", "types blocks_2d", "", rows, grid}.only(only16).with(Sides::skinny),
    Style{"2d_panels", "types blocks_2d", "-DPANELS", panels, grid}.only(only16).with(
        Sides::skinny),
    Style{"2d_columns", "types blocks_2d", "-DCOLUMN_MAJOR", columns, grid}.only(only16),
    Style{"2d_tuned", "types tuned_2d", "", rows, {4, 4, 4, 1}}.only(only16NotTf32),
    Style{"shuffle_a", "types lanes shuffles", "-DSHUFFLE_A", rows, grid}.only(only16NotTf32),
    Style{"shuffle_b", "types lanes shuffles", "-DSHUFFLE_B", rows, grid}.only(notTf32),
    // Staging through local memory.
    Style{"local_a", oneBuffer, stageA, packedRows, staged},
    Style{"local_b", oneBuffer, stageB, rows, staged},
    Style{"local_ab", oneBuffer, stageBoth, rows, staged},
    Style{"local_a_two", twoBuffers, stageA, packedRows, staged},
    Style{"local_b_two", twoBuffers, stageB, rows, staged},
    Style{"local_ab_two", twoBuffers, stageBoth, rows, staged},
    Style{"local_a_split", splitBarriers, stageA, packedRows, staged},
    Style{"local_b_split", splitBarriers, stageB, rows, staged},
    Style{"local_ab_split", splitBarriers, stageBoth, rows, staged},
    Style{"local_ab_async", "types lanes local local_async", stageBoth, packedRows, staged},
    Style{"local_ab_registers", "types lanes local local_registers", stageBoth, packedRows, staged},
    // Conditions.
    Style{"mask", "types lanes mask", "-DMASKED=32", panels, grid}.gives(Result::masked),
    Style{"edge_each", "types lanes guarded edge_each", "", packedRows, grid}.with(Sides::ragged),
    Style{"edge_if", "types lanes guarded edge_if", "", packedRows, grid}.with(Sides::ragged),
    Style{"edge_after", "types lanes guarded edge_after", "", packedRows, grid}.with(Sides::ragged),
    // What is done with the sums.
    Style{"bias_relu", "types lanes epilogue", "-DBIAS_RELU", panels, grid}.gives(Result::biasRelu),
    Style{"beta", "types lanes epilogue", "-DBETA", panels, grid}.gives(Result::beta),
    Style{"narrow", "types lanes epilogue", "-DNARROW", panels, grid}.gives(Result::narrow),
    Style{"group_scales", "types lanes group_scales", "-DGROUP=128", panels, grid}.gives(
        Result::groupScales),
    Style{"split_k", "types lanes split_k", "", panels, {2, 2, 4, 2}}.sharing().with(Sides::skinny),
    // Many small ones.
    Style{"batched", "types lanes batched", "", panels, grid}.with(Sides::batched),
    Style{"batched_rows", "types lanes batched", "-DROW_MAJOR", rows, grid}.with(Sides::batched),
    // Other languages.
    Style{"cooperative", "", "", panels, {4, 2}}.only(onlyBf16AndI8Of16),
    Style{"cooperative_rows", "", "", rows, {4, 2}}.only(onlyBf16AndI8Of16),
    Style{"plain", "plain", "", panels, one}.only(onlyBf16AndI8Of16),
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
