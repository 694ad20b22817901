// Random kernels around cooperative matrices, written with <joint_matrix.h>.
#include "tests/fuzz/matrices/cooperative_program.hpp"

#include "tests/fuzz/matrices/kernel_writer.hpp"

namespace heddle::test {

namespace {

struct Kind {
  const char *element; ///< of A and B, as joint_matrix names it
  const char *memory;  ///< what it is loaded from
  const char *sum;
  unsigned bytes, sumBytes;
  Format format; ///< of A's memory, whose numbers are small
  int largest;
};

constexpr Kind kinds[] = {
    {"char", "char", "int", 1, 4, Format::i8, 0},
    {"uchar", "uchar", "int", 1, 4, Format::u8, 0},
    {"short", "short", "int", 2, 4, Format::i8, 0},
    {"bfloat16", "ushort", "float", 2, 4, Format::bf16, 3},
    {"half", "half", "float", 2, 4, Format::f16, 3},
    {"half", "half", "half", 2, 2, Format::f16, 1},
    {"tf32", "float", "float", 4, 4, Format::tf32, 3},
    {"float", "float", "float", 4, 4, Format::f32, 3},
};

class CooperativeWriter {
public:
  explicit CooperativeWriter(std::uint64_t seed) : random(seed), seed(seed) {}

  MatrixKernel write();

private:
  bool oneIn(unsigned count) { return random.below(count) == 0; }
  template <typename Type> Type oneOf(std::initializer_list<Type> values) {
    return values.begin()[random.below(unsigned(values.size()))];
  }
  void choose();
  std::string load(const std::string &matrix, const char *use, unsigned matrixRows,
                   unsigned matrixColumns, const std::string &pointer);
  std::string change(const std::string &matrix);
  std::string store(const std::string &matrix, const std::string &pointer);
  std::string round();
  std::string statements();
  std::string overSums(const std::string &body) const {
    return put(
        "    for (int i = 0; i < $R; ++i)\n      for (int j = 0; j < $C; ++j)\n        $BODY",
        {{"R", text(rowBlocks)}, {"C", text(columnBlocks)}, {"BODY", body}});
  }

  Random random;
  std::uint64_t seed;
  MatrixKernel kernel;
  const Kind *kind = kinds;
  unsigned rows = 0, columns = 0, depth = 0, rowBlocks = 1, columnBlocks = 1;
  bool isStraight = true; ///< one loop of one round, as halves stay exact no longer
  bool stagesA = false;   ///< through local memory
};

/// Up to what the optimizer and the oracle do in a second.
void CooperativeWriter::choose() {
  isStraight = oneIn(3);
  const unsigned mostProducts = isStraight ? 1 << 14 : 1 << 12;
  kernel.subGroupSize = oneOf({8u, 16u, 16u, 16u, 32u});
  kernel.across = oneOf({1u, 1u, 2u, 4u});
  kernel.down = oneOf({1u, 1u, 2u});
  kernel.steps = int(oneOf({1u, 2u, 3u, 5u}));
  kind = &kinds[random.below(std::size(kinds))];
  if (std::string(kind->sum) == "half")
    isStraight = true;
  stagesA = !isStraight && oneIn(3);
  do {
    rows = oneOf({1u, 2u, 3u, 7u, 8u, 8u, 16u, 16u, 17u, 32u});
    columns = oneOf({1u, 5u, 8u, 13u, 16u, 16u, 16u, 32u, 64u});
    depth = oneOf({1u, 7u, 8u, 13u, 16u, 16u, 32u, 32u, 64u});
  } while (rows * columns * depth > mostProducts);
  rowBlocks = oneOf({1u, 1u, 2u});
  columnBlocks = oneOf({1u, 1u, 2u});
}

/// From memory in any layout, now and then of a region that ends within the matrix.
std::string CooperativeWriter::load(const std::string &matrix, const char *use, unsigned matrixRows,
                                    unsigned matrixColumns, const std::string &pointer) {
  const bool isPacked = std::string(use) == "use_b" && kind->bytes < 4 && oneIn(3);
  const bool isColumnMajor = !isPacked && oneIn(3);
  const unsigned packing = isPacked ? 4 / kind->bytes : 1;
  const unsigned lines = isColumnMajor ? matrixColumns : (matrixRows + packing - 1) / packing;
  const unsigned width = isColumnMajor ? matrixRows : matrixColumns * packing;
  const unsigned stride = width + oneOf({0u, 0u, 1u, 3u, 64u});
  const std::string layout = isPacked        ? "layout_ext_intel_packed"
                             : isColumnMajor ? "layout_col_major"
                                             : "layout_row_major";
  if (oneIn(4))
    return put("joint_matrix_load_checked($M, $P, $STRIDE, $LAYOUT, $HEIGHT, $WIDTH, $X, $Y);\n",
               {{"M", matrix},
                {"P", pointer},
                {"STRIDE", text(stride)},
                {"LAYOUT", layout},
                {"HEIGHT", text(1 + random.below(lines + 4))},
                {"WIDTH", text(1 + random.below(width))},
                {"X", oneOf<std::string>({"0", "0", "1", "-1", "2 - k"})},
                {"Y", oneOf<std::string>({"0", "0", "2", "-3", "k"})}});
  return put("joint_matrix_load($M, $P, $STRIDE, $LAYOUT);\n",
             {{"M", matrix},
              {"P", pointer},
              {"STRIDE", oneIn(12) ? "0" : text(stride)},
              {"LAYOUT", layout}});
}

/// What happens to a sum between the products.
std::string CooperativeWriter::change(const std::string &matrix) {
  // The same for all elements, so that it does not matter which work-item has which.
  const bool isDivided = (rows * columns) % kernel.subGroupSize == 0;
  if (!isStraight && isDivided && oneIn(8))
    return put("{\n          $SUM most = joint_matrix_get($M, 0);\n"
               "          for (uint e = 1; e < joint_matrix_length($M); ++e)\n"
               "            most = max(most, joint_matrix_get($M, e));\n"
               "          most = sub_group_reduce_max(most);\n"
               "          for (uint e = 0; e < joint_matrix_length($M); ++e)\n"
               "            joint_matrix_set($M, e, min(joint_matrix_get($M, e), most - 2));\n"
               "        }\n",
               {{"M", matrix}, {"SUM", kind->sum}});
  switch (random.below(8)) {
  case 0:
    return put("joint_matrix_apply($M, CHANGED);\n", {{"M", matrix}});
  case 1:
    return put("for (uint e = 0; e < joint_matrix_length($M); ++e)\n"
               "          joint_matrix_set($M, e, joint_matrix_get($M, e) + 1);\n",
               {{"M", matrix}});
  case 2:
    return put("joint_matrix_apply_coordinates($M, PLACED);\n", {{"M", matrix}});
  case 3:
    return put("if (k == skip) joint_matrix_fill($M, 1);\n", {{"M", matrix}});
  default:
    return ";\n";
  }
}

std::string CooperativeWriter::store(const std::string &matrix, const std::string &pointer) {
  const bool isColumnMajor = oneIn(3);
  const unsigned stride = isColumnMajor ? rows : columns, lines = isColumnMajor ? columns : rows;
  const std::string layout = isColumnMajor ? "layout_col_major" : "layout_row_major";
  if (oneIn(4))
    return put("joint_matrix_store_checked($M, $P, $STRIDE, $LAYOUT, $HEIGHT, $WIDTH, 0, 0);\n",
               {{"M", matrix},
                {"P", pointer},
                {"STRIDE", text(stride)},
                {"LAYOUT", layout},
                {"HEIGHT", text(1 + random.below(lines))},
                {"WIDTH", text(1 + random.below(stride))}});
  return put("joint_matrix_store($M, $P, $STRIDE, $LAYOUT);\n",
             {{"M", matrix}, {"P", pointer}, {"STRIDE", text(stride)}, {"LAYOUT", layout}});
}

/// Factors and what is done with them, at the step `k` of the inputs.
std::string CooperativeWriter::round() {
  const std::string loadA = load(
      "x[i]", "use_a", rows, depth,
      stagesA ? "tile + (down + i * 5)" : "pa + (down * 7 + i * 5) * " + text(depth) + " + k * 96");
  const std::string loadB = load("y[j]", "use_b", depth, columns,
                                 "pb + (across + j * 3) * " + text(columns) + " + k * 160");
  const std::string barrier = oneIn(3) ? "    barrier(CLK_GLOBAL_MEM_FENCE);\n" : "";
  const std::string stage =
      stagesA ? put("    for (uint e = get_local_linear_id(); e < 8192; e += $GROUP)\n"
                    "      tile[e] = pa[e + k * 96];\n    barrier(CLK_LOCAL_MEM_FENCE);\n",
                    {{"GROUP", text(kernel.subGroupSize * kernel.subGroups())}})
              : "";
  const std::string multiply = overSums("joint_matrix_mad(s[i][j], x[i], y[j], s[i][j]);\n");
  return put("    joint_matrix($ELEMENT, use_a, $M, $K) x[$R];\n"
             "    joint_matrix($ELEMENT, use_b, $K, $N) y[$C];\n$STAGE"
             "    for (int i = 0; i < $R; ++i)\n      $LOADA"
             "    for (int j = 0; j < $C; ++j)\n      $LOADB"
             "$BARRIER$MULTIPLY$CHANGE$AGAIN",
             {{"ELEMENT", kind->element},
              {"M", text(rows)},
              {"N", text(columns)},
              {"K", text(depth)},
              {"R", text(rowBlocks)},
              {"C", text(columnBlocks)},
              {"STAGE", stage},
              {"LOADA", loadA},
              {"LOADB", loadB},
              {"BARRIER", barrier},
              {"MULTIPLY", !isStraight && oneIn(4)
                               ? "    if (" + oneOf<std::string>({"k % 2", "down != 1"}) + ") {\n" +
                                     multiply + "    }\n"
                               : multiply},
              {"CHANGE", overSums(change("s[i][j]"))},
              {"AGAIN", stagesA ? "    barrier(CLK_LOCAL_MEM_FENCE);\n" : ""}});
}

/// A loop, or loops in loops and behind one another with conditions in them.
std::string CooperativeWriter::statements() {
  std::string whole = "  for (int k = 0; k < steps; ++k) {\n" + round() + "  }\n";
  if (isStraight)
    return whole;
  const std::string end =
      oneOf<std::string>({"steps / 8", "min(steps, 2)", "(int)GROUP", "skip", "3"});
  const std::string loop = "  for (int k = 0; k < " + end + "; ++k) {\n" + round() + "  }\n";
  switch (random.below(6)) {
  case 0:
    return whole + loop;
  case 1:
    return "  for (int n = 0; n < 2; ++n) {\n" + loop +
           oneOf<std::string>(
               {"", "  if (n == 0) { const int k = n;\n" + overSums(change("s[i][j]")) + "  }\n"}) +
           "  }\n";
  case 2: // a way out of the loop, for all of the work-group
    return "  for (int k = 0; k < steps; ++k) {\n    if (k == skip) " +
           oneOf<std::string>({"continue", "break"}) + ";\n" + round() + "  }\n";
  case 3:
    return "  if (GROUP != 1) {\n" + whole + "  }" +
           oneOf<std::string>({"\n", " else {\n" + loop + "  }\n"});
  case 4: // two places that read factors in one loop
    return "  for (int n = 0; n < " + end + "; ++n) {\n    { const int k = n;\n" + round() +
           "    }\n    if (n != skip) { const int k = n + 1;\n" + round() + "    }\n  }\n";
  default:
    return "  {\n    int k = 0;\n    do {\n" + round() + "    } while (++k < " + end + ");\n  }\n";
  }
}

MatrixKernel CooperativeWriter::write() {
  choose();
  for (unsigned i = 0; i < 4; ++i)
    kernel.inputs[i] = smallNumbers(random, kind->format, kind->largest);
  const unsigned elements = rows * columns;
  kernel.words = (rowBlocks * columnBlocks * elements * kind->sumBytes + 3) / 4;
  kernel.inColumn = oneIn(2);
  kernel.text =
      kernel.defineGroup() +
      put("#include <joint_matrix.h>\n"
          "#define CHANGED(v) ((v) * 2 + 1)\n"
          "#define PLACED(v, r, c) ((v) + ((r) < 3) + ((c) < 2))\n"
          "__attribute__((intel_reqd_sub_group_size($SIZE), reqd_work_group_size($WIDTH, $DOWN, "
          "1)))\n"
          "kernel void fuzz$SEED(global uchar *a0, global uchar *b0, global uchar *a1,\n"
          "    global uchar *b1, global uint *out, int steps, int skip) {\n"
          "  const int down = get_sub_group_id() / $ACROSS, across = get_sub_group_id() % "
          "$ACROSS;\n"
          "  const global $MEMORY *pa = (const global $MEMORY *)a0, *pb = (const global $MEMORY "
          "*)b0;\n"
          "  joint_matrix($SUM, use_accumulator, $M, $N) s[$R][$C];\n"
          "$TILE$START"
          "$STATEMENTS"
          "  global $SUM *to = (global $SUM *)(out + (GROUP * $ALL + get_sub_group_id()) * "
          "$WORDS);\n"
          "$STORE}\n",
          {{"SIZE", text(kernel.subGroupSize)},
           {"WIDTH", text(kernel.subGroupSize * kernel.across)},
           {"DOWN", text(kernel.down)},
           {"SEED", text(seed)},
           {"ACROSS", text(kernel.across)},
           {"MEMORY", kind->memory},
           {"SUM", kind->sum},
           {"M", text(rows)},
           {"N", text(columns)},
           {"R", text(rowBlocks)},
           {"C", text(columnBlocks)},
           {"TILE",
            stagesA ? put("  local $MEMORY tile[8192];\n", {{"MEMORY", kind->memory}}) : ""},
           {"START", overSums("joint_matrix_fill(s[i][j], " +
                              oneOf<std::string>({"0", "0", "1", "i + j"}) + ");\n")},
           {"STATEMENTS", statements()},
           {"ALL", text(kernel.subGroups())},
           {"WORDS", text(kernel.words)},
           {"STORE", overSums(store("s[i][j]", "to + (i * " + text(columnBlocks) + " + j) * " +
                                                   text(elements)))}});
  return std::move(kernel);
}

} // namespace

MatrixKernel writeCooperativeKernel(std::uint64_t seed) { return CooperativeWriter(seed).write(); }

} // namespace heddle::test
