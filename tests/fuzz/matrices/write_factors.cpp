// How a random kernel reads the factors of its products: rows, panels, each lane's own, blocks, 2D
// blocks of every width, or through local memory; and what it does to them: shuffles, masks, signs,
// numbers made of fewer bits.
#include "tests/fuzz/matrices/kernel_writer.hpp"

namespace heddle::test {

namespace {

/// Steps of a row-major A, and panels of B that lie side by side.
constexpr unsigned stepsInRow = 8, panels = 4;
/// Less than any device has, with room for what change_sums.cpp takes.
constexpr unsigned mostLocalBytes = 40 << 10;

/// "short" of "short8".
std::string scalarOf(const std::string &type) {
  return type.substr(0, type.find_first_of("0123456789"));
}

/// What a 2D block read leaves its components in.
std::string wordOf(unsigned bits) { return bits == 32 ? "uint" : "ushort"; }

bool isByteInteger(Format format) { return format == Format::i8 || format == Format::u8; }

/// The signs of all elements of a component; of integers as good as any bits.
std::string signBits(Format format, unsigned componentBits) {
  std::uint32_t bits = 0;
  for (unsigned bit = bitsOf(format); bit <= 32; bit += bitsOf(format))
    bits |= 1u << (bit - 1);
  return text(componentBits == 32 ? bits : bits & ((1u << componentBits) - 1)) + "u";
}

} // namespace

/// Blocks of rows: several of them at once, or two that lie side by side.
std::string KernelWriter::loadABlocks2D(const Products &products) {
  const unsigned bits = bitsOf(products.function.a);
  const unsigned columns = 256 / bits, width = columns * stepsInRow * bits / 8;
  const bool twoSteps = products.depth == 2 && oneIn(2);
  const bool allRows = !twoSteps && !products.factorsByBlock &&
                       (products.rowBlocks == 2 || products.rowBlocks == 4) && oneIn(2);
  const std::string read =
      put("intel_sub_group_2d_block_read_$BITSb_$ROWSr$COLUMNSx$BLOCKSc(pa$N, $WIDTH, $HEIGHT, "
          "$WIDTH,\n        (int2)((k * $DEPTH + h) * $COLUMNS$ASIDE, row + i * 8), ",
          {{"BITS", text(bits)},
           {"ROWS", text(allRows ? 8 * products.rowBlocks : 8)},
           {"COLUMNS", text(columns)},
           {"BLOCKS", twoSteps ? "2" : "1"},
           {"N", text(products.number)},
           {"WIDTH", text(width)},
           {"HEIGHT", text(random.below(60) + 9)},
           {"DEPTH", text(products.depth)},
           {"ASIDE", oneOf<std::string>({"", "", " + 6", " - 2"})}});
  const std::string word = wordOf(componentBits(products.function.aType));
  if (allRows)
    return put("    for (int h = 0; h < $DEPTH; ++h) { const int i = 0;\n      $READ(private $WORD "
               "*)x$N[h]); }\n",
               {{"DEPTH", text(products.depth)},
                {"READ", read},
                {"WORD", word},
                {"N", text(products.number)}});
  if (twoSteps)
    return put("    for (int i = 0; i < $ROWS; ++i) { const int h = 0; $TYPE both[2];\n"
               "      $READ(private $WORD *)both);\n      $FIRST = both[0]; $SECOND = both[1]; }\n",
               {{"ROWS", text(products.rowBlocks)},
                {"TYPE", products.function.aType},
                {"READ", read},
                {"WORD", word},
                {"FIRST", products.a("i", "0")},
                {"SECOND", products.a("i", "1")}});
  return put("    for (int h = 0; h < $DEPTH; ++h)\n      for (int i = 0; i < $ROWS; ++i)\n"
             "        $READ(private $WORD *)&$X);\n",
             {{"DEPTH", text(products.depth)},
              {"ROWS", text(products.rowBlocks)},
              {"READ", read},
              {"WORD", word},
              {"X", products.a()}});
}

/// Row-major B with transform, or words as they are; one or two blocks wide, one or two steps high.
std::string KernelWriter::loadBBlocks2D(const Products &products) {
  const unsigned bits = bitsOf(products.function.b);
  const bool transforms = bits < 32 && oneIn(2);
  const unsigned rows = transforms ? 256 / bits : 8;
  const bool twoColumns = transforms && products.columnBlocks % 2 == 0 && oneIn(2);
  const bool twoSteps = transforms && !twoColumns && bits == 16 && products.depth == 2 && oneIn(2);
  const std::string read =
      put("intel_sub_group_2d_block_read_$KIND$BITSb_$ROWSr16x$BLOCKSc(pb$N, $WIDTH, $HEIGHT, "
          "$WIDTH,\n        (int2)(j * 16$ASIDE, (k * $DEPTH + h) * $EACH), ",
          {{"KIND", transforms ? "transform_" : ""},
           {"BITS", text(transforms ? bits : 32)},
           {"ROWS", text(twoSteps ? 32 : rows)},
           {"BLOCKS", twoColumns ? "2" : "1"},
           {"N", text(products.number)},
           {"WIDTH", text(16 * panels * (transforms ? bits / 8 : 4))},
           {"HEIGHT", text(random.below(60) + 20)},
           {"ASIDE", oneOf<std::string>({"", "", " + 4"})},
           {"DEPTH", text(products.depth)},
           {"EACH", text(rows)}});
  const std::string type = products.function.bType;
  if (twoColumns)
    return put(
        "    for (int h = 0; h < $DEPTH; ++h)\n      for (int j = 0; j < $COLUMNS; j += 2) { "
        "$TYPE both[2];\n        $READ(private uint *)both);\n"
        "        $FIRST = both[0]; $SECOND = both[1]; }\n",
        {{"DEPTH", text(products.depth)},
         {"COLUMNS", text(products.columnBlocks)},
         {"TYPE", type},
         {"READ", read},
         {"FIRST", products.b("j")},
         {"SECOND", products.b("j + 1")}});
  if (twoSteps)
    return put("    for (int j = 0; j < $COLUMNS; ++j) { const int h = 0; $TYPE both[2];\n"
               "      $READ(private uint *)both);\n      $FIRST = both[0]; $SECOND = both[1]; }\n",
               {{"COLUMNS", text(products.columnBlocks)},
                {"TYPE", type},
                {"READ", read},
                {"FIRST", products.b("j", "0")},
                {"SECOND", products.b("j", "1")}});
  return put("    for (int h = 0; h < $DEPTH; ++h)\n      for (int j = 0; j < $COLUMNS; ++j)\n"
             "        $READ(private uint *)&$Y);\n",
             {{"DEPTH", text(products.depth)},
              {"COLUMNS", text(products.columnBlocks)},
              {"READ", read},
              {"Y", products.b()}});
}

unsigned KernelWriter::bytesThroughLocal(const Products &products) const {
  const MadFunction &f = products.function;
  return kernel.subGroups() * products.rowBlocks * products.depth * componentCount(f.aType) * f.n *
         componentBits(f.aType) / 8;
}

/// Each sub-group brings its own rows, and reads those of the next one.
std::string KernelWriter::loadAThroughLocal(const Products &products) {
  const MadFunction &f = products.function;
  const unsigned components = componentCount(f.aType);
  localBytes += bytesThroughLocal(products);
  const std::string tile = "tile" + text(localArrays++);
  declarations = put("  local $TYPE $TILE[$COUNT];\n",
                     {{"TYPE", scalarOf(f.aType)},
                      {"TILE", tile},
                      {"COUNT", text(kernel.subGroups() * products.rowBlocks * products.depth *
                                     components * f.n)}}) +
                 declarations;
  return put("    for (int h = 0; h < $DEPTH; ++h) for (int i = 0; i < $ROWS; ++i)\n"
             "      for (int r = 0; r < $COMPONENTS; ++r)\n"
             "        $TILE[(((get_sub_group_id() * $DEPTH + h) * $ROWS + i) * $COMPONENTS + r) * "
             "$SIZE + lane] =\n          ((const global $TYPE *)pa$N)[" +
                 index("(row + (k * $DEPTH + h) * 8 + i * $COMPONENTS + r) * $SIZE + lane") +
                 "];\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
                 "    for (int h = 0; h < $DEPTH; ++h) for (int i = 0; i < $ROWS; ++i)\n"
                 "      for (int r = 0; r < $COMPONENTS; ++r)\n"
                 "        $X$R = $TILE[((((get_sub_group_id() + 1) % $ALL * $DEPTH + h) * $ROWS + "
                 "i) * $COMPONENTS + r) * $SIZE + lane];\n    barrier(CLK_LOCAL_MEM_FENCE);\n",
             {{"DEPTH", text(products.depth)},
              {"ROWS", text(products.rowBlocks)},
              {"COMPONENTS", text(components)},
              {"N", text(products.number)},
              {"TILE", tile},
              {"SIZE", text(f.n)},
              {"TYPE", scalarOf(f.aType)},
              {"X", products.a()},
              {"R", components == 1 ? "" : "[r]"},
              {"ALL", text(kernel.subGroups())}});
}

/// A component on its way from memory to a factor. Whoever reads beside the mask gets zeros.
std::string KernelWriter::onTheWay(const Products &products, Format format,
                                   const std::string &component, const std::string &scalar) {
  const unsigned bits = scalar.find("char") != std::string::npos    ? 8
                        : scalar.find("short") != std::string::npos ? 16
                                                                    : 32;
  const std::string unsignedScalar = bits == 8 ? "uchar" : bits == 16 ? "ushort" : "uint";
  const std::string made = "as_" + scalar, raw = "as_" + unsignedScalar + "(" + component + ")";
  switch (random.below(6)) {
  case 0: // lanes of one another
    return oneOf<std::string>({"intel_sub_group_shuffle(" + component + ", lane ^ 1)",
                               "intel_sub_group_shuffle(" + component + ", (lane + r) % " +
                                   text(products.function.n) + ")",
                               "sub_group_broadcast(" + component + ", r)"});
  case 1: // an edge, where it does not keep lanes from a function of all of them
    if (component.find("sub_group") != std::string::npos)
      return component;
    return oneOf<std::string>({"r + lane < skip + 6 ? " + component + " : (" + scalar + ")0",
                               "h + k < skip + 2 ? " + component + " : (" + scalar + ")0",
                               "lane < 5 ? (" + scalar + ")0 : " + component});
  case 2: // signs
    return made + "((" + unsignedScalar + ")(" + raw + " ^ " +
           oneOf<std::string>({"(k & 1 ? $SIGNS : 0)", "$SIGNS", "(lane == r ? $SIGNS : 0)"}) +
           "))";
  case 3: // a number of two bits
    if (format == Format::bf16 && bits == 16)
      return made + "(intel_convert_bfloat16_as_ushort((float)((" + raw + " & 3) - 1)))";
    if (format == Format::f16 && bits == 16)
      return made + "((half)((" + raw + " >> 9 & 3) - 1))";
    if (isInteger(format))
      return made + "((" + unsignedScalar + ")(" + raw + " & " + text(0x03030303u) + "u))";
    return component;
  default:
    return component;
  }
}

std::string KernelWriter::loadA(const Products &products) {
  const MadFunction &f = products.function;
  const std::string scalar = scalarOf(f.aType);
  const unsigned components = componentCount(f.aType), bits = componentBits(f.aType);
  // Two rows of elements in a component of all lanes, or one.
  const unsigned abreast = components < f.m ? 2 : 1, columns = f.n / abreast;
  const auto all = [&](const std::string &value) {
    return put("    for (int h = 0; h < $DEPTH; ++h)\n      for (int i = 0; i < $ROWS; ++i)\n"
               "        for (int r = 0; r < $COMPONENTS; ++r)\n          $X$R = " +
                   onTheWay(products, f.a, value, scalar) + ";\n",
               {{"SIGNS", signBits(f.a, bits)},
                {"DEPTH", text(products.depth)},
                {"ROWBYTES", text(columns * stepsInRow)},
                {"ROWS", text(products.rowBlocks)},
                {"COMPONENTS", text(components)},
                {"X", products.a()},
                {"R", components == 1 ? "" : "[r]"},
                {"STEP", "(k * " + text(products.depth) + " + h)"},
                {"P", "((const global " + scalar + " *)pa" + text(products.number) + ")"},
                {"SIZE", text(f.n)},
                {"COLUMNS", text(columns)},
                {"M", text(f.m)},
                {"ABREAST", text(abreast)}});
  };
  const std::string row = "(row + i * $M + r * $ABREAST" +
                          std::string(abreast == 2 ? " + lane / $COLUMNS" : "") +
                          ") * $ROWBYTES + $STEP * $COLUMNS";
  const bool hasBlocks2D =
      f.n == 16 && f.m == 8 &&
      (f.a == Format::bf16 || f.a == Format::f16 || f.a == Format::tf32 || isByteInteger(f.a));
  const bool mayStage = (waiting == Waiting::never || waiting == Waiting::atBarriers) &&
                        localBytes + bytesThroughLocal(products) <= mostLocalBytes;
  switch (random.below(hasBlocks2D ? 9 : 5)) {
  case 0: // rows of a matrix
    return all("$P[" + index(row + (abreast == 2 ? " + lane % $COLUMNS" : " + lane")) + "]");
  case 1: // blocks one after another
    return all("$P[" + index("(($STEP * $ROWS + i) * $COMPONENTS + r) * $SIZE + lane") + "]");
  case 2: // each lane's components together
    return all("$P[" + index("(($STEP * $ROWS + i) * $SIZE + lane) * $COMPONENTS + r") + "]");
  case 3: // block reads
    if (bits == 8 || abreast == 2)
      return all("$P[lane + r + h]");
    return all("as_" + scalar + "(intel_sub_group_block_read" + (bits == 16 ? "_us" : "") +
               "((const global " + wordOf(bits) + " *)$P + " + row + "))");
  case 4:
    return mayStage ? loadAThroughLocal(products) : all("$P[lane + r + h]");
  default:
    return loadABlocks2D(products);
  }
}

std::string KernelWriter::loadB(const Products &products) {
  const MadFunction &f = products.function;
  const std::string scalar = scalarOf(f.bType);
  const unsigned rows = componentCount(f.bType);
  const auto all = [&](const std::string &value, bool whole = false) {
    return put(std::string("    for (int h = 0; h < $DEPTH; ++h)\n"
                           "      for (int j = 0; j < $BLOCKS; ++j)\n        ") +
                   (whole ? "$Y = " : "for (int r = 0; r < $ROWS; ++r)\n          $Y$R = ") +
                   (whole ? value : onTheWay(products, f.b, value, scalar)) + ";\n",
               {{"SIGNS", signBits(f.b, componentBits(f.bType))},
                {"DEPTH", text(products.depth)},
                {"BLOCKS", text(products.columnBlocks)},
                {"Y", products.b()},
                {"R", rows == 1 ? "" : "[r]"},
                {"ROWS", text(rows)},
                {"STEP", "(k * " + text(products.depth) + " + h)"},
                {"P", "pb" + text(products.number)},
                {"WORDS", "((const global " + scalar + " *)pb" + text(products.number) + ")"},
                {"SIZE", text(f.n)},
                {"PANEL", text(64 * f.n)},
                {"WIDTH", text(f.n * panels)}});
  };
  const bool hasPairs = bitsOf(f.b) == 16;
  const bool hasBlocks2D =
      f.n == 16 && rows == 8 && (hasPairs || f.b == Format::tf32 || isByteInteger(f.b));
  switch (random.below(hasBlocks2D ? 8 : hasPairs ? 4 : 3)) {
  case 0: // packed into panels
    return all("$WORDS[" + index("j * $PANEL + ($STEP * $ROWS + r) * $SIZE + lane") + "]");
  case 1: // rows of words
    return all("$WORDS[" + index("($STEP * $ROWS + r) * $WIDTH + j * $SIZE + lane") + "]");
  case 2: // block reads
    if (rows != 8)
      return all("$WORDS[lane + j + r + h]");
    return all("as_" + f.bType +
                   "(intel_sub_group_block_read8((const global uint *)$P + j * $PANEL + $STEP * 8 "
                   "* $SIZE))",
               true);
  case 3: // put together of two rows
    if (hasPairs) {
      const auto half = [&](const std::string &row) {
        return "((const global ushort *)$P)[" +
               index("($STEP * 2 * $ROWS + " + row + ") * $WIDTH + j * $SIZE + lane") + "]";
      };
      return all("as_" + scalar + "((ushort2)(" + half("2 * r") + ", " + half("2 * r + 1") + "))");
    }
    [[fallthrough]];
  default:
    return loadBBlocks2D(products);
  }
}

} // namespace heddle::test
