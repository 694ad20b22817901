// How the sums of a random kernel reach memory: by lanes, blocks or 2D blocks.
#include "tests/fuzz/matrices/kernel_writer.hpp"

namespace heddle::test {

/// Each sub-group has its words one after another.
std::string KernelWriter::storeByLanes(const Products &products) {
  const MadFunction &f = products.function;
  const std::string place = oneOf<std::string>({"((i * $M + r) * $COLUMNS + j) * $SIZE + lane",
                                                "(lane * $ALL + i * $COLUMNS + j) * $M + r",
                                                "((i * $COLUMNS + j) * $M + r) * $SIZE + lane"});
  return put("  $OVER\n    for (int r = 0; r < $M; ++r)\n"
             "      c$N[get_sub_group_id() * $WORDS + " +
                 place + "] = $BITS($S$R);\n",
             {{"OVER", overSums(products)},
              {"N", text(products.number)},
              {"WORDS", text(products.rowBlocks * products.columnBlocks * f.m * f.n)},
              {"COLUMNS", text(products.columnBlocks)},
              {"ALL", text(products.rowBlocks * products.columnBlocks)},
              {"M", text(f.m)},
              {"SIZE", text(f.n)},
              {"BITS", componentBits(f.cType) == 16 ? "as_ushort" : "as_uint"},
              {"S", products.sum()},
              {"R", f.m == 1 ? "" : "[r]"}});
}

std::string KernelWriter::storeSums(const Products &products) {
  const MadFunction &f = products.function;
  const unsigned rows = products.rowBlocks * f.m, columns = products.columnBlocks * f.n,
                 first = kernel.words;
  // The next sums begin at a whole line, as 2D blocks want it.
  kernel.words += (rows * columns + 15) / 16 * 16;
  const std::string area = put(
      "  global uint *c$N = out + (GROUP * WORDS + $FIRST) * $ALL;\n",
      {{"N", text(products.number)}, {"FIRST", text(first)}, {"ALL", text(kernel.subGroups())}});
  const bool isWide = componentBits(f.cType) == 32;
  const std::string vector = f.m == 1 ? "" : text(f.m);
  const std::string between = maybeBarrier();
  const unsigned way = random.below(6);
  if (way < 3 && isWide && f.n == 16) {
    // The sums of all sub-groups are one matrix, whose last rows may lie outside.
    const unsigned height = rows * kernel.down - (oneIn(4) ? random.below(rows) : 0);
    return area + between +
           put("  $OVER\n    intel_sub_group_2d_block_write_32b_$Mr16x1c(c$N, $BYTES, $HEIGHT, "
               "$BYTES,\n        (int2)(across * $COLUMNS + j * 16, down * $ROWS + i * $M),\n"
               "        (private uint *)&$S);\n",
               {{"OVER", overSums(products)},
                {"M", text(f.m)},
                {"N", text(products.number)},
                {"BYTES", text(columns * kernel.across * 4)},
                {"HEIGHT", text(height)},
                {"COLUMNS", text(columns)},
                {"ROWS", text(rows)},
                {"S", products.sum()}});
  }
  if (way < 4 && isWide)
    return area + between +
           put("  $OVER\n    intel_sub_group_block_write$V(c$N + get_sub_group_id() * $WORDS + (i "
               "* "
               "$COLUMNS + j) * $BLOCK, as_uint$V($S));\n",
               {{"OVER", overSums(products)},
                {"V", vector},
                {"N", text(products.number)},
                {"WORDS", text(rows * columns)},
                {"COLUMNS", text(products.columnBlocks)},
                {"BLOCK", text(f.m * f.n)},
                {"S", products.sum()}});
  return area + between + storeByLanes(products);
}

} // namespace heddle::test
