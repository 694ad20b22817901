#include "tests/fuzz/matrices/product_program.hpp"

#include "tests/fuzz/matrices/kernel_writer.hpp"

#include <algorithm>

namespace heddle::test {

namespace {

/// What does not depend on the seed. Factors are bits here; words are made the functions' types
/// where these are called.
constexpr char readers[] = R"(
#define LANE ((int)get_sub_group_local_id())
#if PACK == 2
#define JOINED(p, n) ((uint)(p)[0] | (uint)(p)[n] << 16)
#else
#define JOINED(p, n)                                                                             \
  ((uint)(p)[0] | (uint)(p)[n] << 8 | (uint)(p)[2 * (n)] << 16 | (uint)(p)[3 * (n)] << 24)
#endif
#define EACH_ROW for (int r = 0; r < 8; ++r)
#define READS(MEMORY, NAME)                                                                      \
  factor_a NAME##_a(const MEMORY element *a, int length) {                                       \
    factor_a x;                                                                                  \
    EACH_ROW x[r] = AS_A(((const MEMORY a_word *)(a + r * length))[LANE]);                       \
    return x;                                                                                    \
  }                                                                                              \
  factor_b NAME##_b(const MEMORY uint *b, int length) {                                          \
    factor_b y;                                                                                  \
    EACH_ROW y[r] = AS_B(b[r * length + LANE]);                                                  \
    return y;                                                                                    \
  }
READS(global, global)
READS(local, local)
factor_b joined_b(const global element *b, int n) {
  factor_b y;
  EACH_ROW y[r] = AS_B(JOINED(b + LANE + r * PACK * n, n));
  return y;
}
factor_a guarded_a(const global element *a, int m, int k, int row, int first) {
  factor_a x;
  EACH_ROW x[r] = row + r < m && first + LANE * STEP / SIZE < k
      ? AS_A(((const global a_word *)(a + (row + r) * k + first))[LANE]) : 0;
  return x;
}
factor_b guarded_b(const global element *b, int n, int k, int first, int column) {
  factor_b y;
  EACH_ROW y[r] = AS_B(column + LANE < n && first + r * PACK < k
#ifdef B_PACKED
      ? ((const global uint *)b)[(first / PACK + r) * n + column + LANE] : 0u);
#else
      ? JOINED(b + (first + r * PACK) * n + column + LANE, n) : 0u);
#endif
  return y;
}
)";

class ProductWriter {
public:
  explicit ProductWriter(std::uint64_t seed) : random(seed), seed(seed) {}
  MatrixKernel write();

private:
  bool oneIn(unsigned count) { return random.below(count) == 0; }
  template <typename Type> Type oneOf(std::initializer_list<Type> values) {
    return values.begin()[random.below(unsigned(values.size()))];
  }

  /// Where a factor comes from.
  enum class From { lanes, blockReads, shuffles, packedRows, rows, panels, columns, local };
  enum class Edges { none, each, inside, after };
  enum class Staging { oneBuffer, twoBuffers, splitBarriers, copies, registers, twoAndRegisters };
  /// What is around the products of a round.
  enum class Around {
    nothing,
    mask,
    barrier,
    ahead,
    aheadByParts,
    twoBranches,
    groups,
    parts,
    tiles
  };

  void choose();
  void chooseFunction();
  std::string readA(const std::string &first) const;
  std::string readB(const std::string &first) const;
  std::string read(const std::string &first, bool guarded) const;
  std::string guardedReads(const std::string &first) const;
  std::string copy(const std::string &buffer, const std::string &first) const;
  std::string loop();
  std::string pieces(const std::string &piece) const;
  std::string stagedLoop();
  std::string multiply() const;
  std::string condition();
  std::string cooperative(bool declares) const;
  std::string joinParts() const;
  std::string store();
  std::string defines() const;
  bool stages() const { return a == From::local || b == From::local; }

  Random random;
  std::uint64_t seed;
  MatrixKernel kernel;
  const MadFunction *function = nullptr;
  unsigned rows = 1, columns = 1, depth = 1, step = 16, pack = 2;
  From a = From::lanes, b = From::panels;
  bool isPackedInMemory = false; ///< B that is staged
  Edges edges = Edges::none;
  Staging staging = Staging::oneBuffer;
  Around around = Around::nothing;
  bool hasCooperative = false;
  std::string argumentChoice; ///< between two ways to read factors
  std::string end = "k";      ///< of rounds that stage nothing
  unsigned lessRows = 0, lessColumns = 0, lessDepth = 0;
  unsigned stored = 0; ///< what becomes of sums
  unsigned inputBytes = usualInputBytes;
};

void ProductWriter::chooseFunction() {
  std::vector<const MadFunction *> candidates;
  for (const MadFunction &f : madFunctions())
    if (f.m == 8 && f.n == kernel.subGroupSize && f.rowsAbreast == 1 &&
        bitsOf(f.a) == bitsOf(f.b) && componentBits(f.cType) == 32 &&
        (bitsOf(f.a) == 16 || (isInteger(f.a) && bitsOf(f.a) == 8)))
      candidates.push_back(&f);
  function = candidates[random.below(unsigned(candidates.size()))];
  pack = 32 / bitsOf(function->a);
  step = 8 * pack;
}

void ProductWriter::choose() {
  kernel.subGroupSize = oneOf({8u, 16u, 16u, 16u});
  chooseFunction();
  kernel.across = oneOf({1u, 1u, 2u, 4u});
  kernel.down = oneOf({1u, 1u, 2u});
  kernel.steps = int(oneOf({1u, 2u, 3u, 4u, 5u}));
  rows = oneOf({1u, 2u, 4u, 4u});
  columns = oneOf({1u, 2u, 4u, 4u});
  depth = oneOf({1u, 1u, 2u});
  const bool isWide = kernel.subGroupSize == 16;
  a = oneOf({From::lanes, From::lanes, From::blockReads, From::shuffles, From::local, From::local});
  b = oneOf({From::packedRows, From::rows, From::rows, From::panels, From::columns, From::shuffles,
             From::local, From::local});
  if (a == From::shuffles && (!isWide || depth != 2))
    a = From::lanes;
  if (b == From::shuffles && columns % pack)
    b = From::rows;
  isPackedInMemory = b == From::packedRows || (b == From::local && oneIn(2));
  around = oneOf({Around::nothing, Around::nothing, Around::mask, Around::barrier, Around::ahead,
                  Around::aheadByParts, Around::twoBranches, Around::groups, Around::parts,
                  Around::tiles});
  staging =
      oneOf({Staging::oneBuffer, Staging::oneBuffer, Staging::twoBuffers, Staging::splitBarriers,
             Staging::copies, Staging::registers, Staging::twoAndRegisters});
  if (stages() && around != Around::mask && around != Around::tiles && around != Around::groups)
    around = Around::nothing;
  if (staging == Staging::copies && a != From::local && !isPackedInMemory)
    staging = Staging::twoBuffers;
  const bool mayEnd = a == From::lanes && (b == From::packedRows || b == From::rows) &&
                      around != Around::parts && around != Around::ahead &&
                      around != Around::aheadByParts;
  if (mayEnd && !oneIn(3)) {
    edges = oneOf({Edges::each, Edges::inside, Edges::after});
    lessRows = random.below(8 * rows);
    lessColumns = random.below(kernel.subGroupSize * columns);
    lessDepth = random.below(step * depth / pack) * pack;
    if (edges == Edges::after)
      lessRows = lessColumns = 0;
  }
  hasCooperative = function->a == function->b && edges == Edges::none && oneIn(4);
  if (oneIn(4))
    argumentChoice =
        oneOf<std::string>({"skip == 1", "skip != 1", "steps % 2", "skip + steps > 4"});
  kernel.inColumn = oneIn(2);
  // As many neighbours as run at once.
  if (rows * columns <= 2 && oneIn(2)) {
    kernel.workGroups = oneOf({9u, 12u, 21u});
    inputBytes = 1 << 19;
  }
  // As many sub-groups and rounds as panels of rows that cross lines of the cache are made for.
  if (around != Around::parts && oneIn(8)) {
    kernel.steps = int(oneOf({33u, 35u, 40u}));
    kernel.workGroups = 36;
    const unsigned height = 8 * rows * kernel.down * kernel.workGroups,
                   bytesOfRow = unsigned(kernel.steps) * step * depth * 4 / pack;
    inputBytes = std::max(4u << 20, height * bytesOfRow);
  }
  if (oneIn(4))
    end = oneOf<std::string>(
        {"min(k, (1 + (int)GROUP) * ROUND)", "k - min(k - ROUND, (int)GROUP % 3 * 2 * ROUND)"});
  // Others of a work-group have other rows: no sum is in two parts.
  stored = random.below(around == Around::parts ? 1 : 7);
}

std::string ProductWriter::readA(const std::string &first) const {
  const std::string block = "  for (int i = 0; i < ROWS; ++i) ",
                    place = "pa + (row + 8 * i) * k + " + first;
  switch (a) {
  case From::local:
    return block + "x[h][i] = local_a(tile_a[buffer] + (down * ROWS + i) * 8 * ROUND + h * STEP, "
                   "ROUND);\n";
  case From::blockReads: {
    const bool isWord = kernel.subGroupSize == 8;
    return block + "EACH_ROW x[h][i][r] = AS_A(intel_sub_group_block_read" + (isWord ? "" : "_us") +
           "((const global a_word *)(" + place + " + h * STEP + r * k)));\n";
  }
  case From::shuffles: // both steps of a row in one read
    return block + "EACH_ROW {\n    const uint both = ((const global uint *)(" + place +
           " + r * k))[LANE];\n    x[h][i][r] = AS_A((ushort)(sub_group_shuffle(both, h * 8 + LANE "
           "/ 2) >> "
           "LANE % 2 * 16));\n  }\n";
  default:
    return block + ("x[h][i] = global_a(" + place + " + h * STEP, k);\n");
  }
}

std::string ProductWriter::readB(const std::string &first) const {
  const std::string at = "(" + first + " + h * STEP)", mine = "column + SIZE * j";
  const std::string each = "  for (int j = 0; j < COLUMNS; ++j) ";
  switch (b) {
  case From::local:
    return each + "y[h][j] = local_b(tile_b[buffer] + h * 8 * WIDTH + (across * COLUMNS + j) * "
                  "SIZE, WIDTH);\n";
  case From::packedRows:
    return each + "y[h][j] = global_b((const global uint *)pb + " + at + " / PACK * n + " + mine +
           ", n);\n";
  case From::panels:
    return each + "y[h][j] = global_b((const global uint *)pb + (" + mine +
           ") / SIZE * (k / PACK) * SIZE + " + at + " / PACK * SIZE, SIZE);\n";
  case From::columns:
    return each + "y[h][j] = AS_BS(vload8(0, (const global uint *)(pb + (" + mine +
           " + LANE) * k + " + at + ")));\n";
  case From::shuffles: // a word of a lane has elements of several columns
    return each +
           "EACH_ROW {\n    uint joined = 0;\n    for (int p = 0; p < PACK; ++p) {\n"
           "      const uint all = ((const global uint *)(pb + (" +
           at +
           " + r * PACK + p) * n + column + j / PACK * PACK * SIZE))[LANE];\n"
           "      joined |= (sub_group_shuffle(all, j % PACK * (SIZE / PACK) + LANE / PACK)\n"
           "                 >> LANE % PACK * (32 / PACK) & (uint)((1ul << 32 / PACK) - 1)) << p * "
           "(32 / PACK);\n"
           "    }\n    y[h][j][r] = AS_B(joined);\n  }\n";
  default:
    return each + "y[h][j] = joined_b(pb + " + at + " * n + " + mine + ", n);\n";
  }
}

std::string ProductWriter::guardedReads(const std::string &first) const {
  return "  for (int i = 0; i < ROWS; ++i) " +
         ("x[h][i] = guarded_a(pa, m, k, row + 8 * i, " + first + " + h * STEP);\n") +
         "  for (int j = 0; j < COLUMNS; ++j) y[h][j] = guarded_b(pb, n, k, " + first +
         " + h * STEP, column + SIZE * j);\n";
}

std::string ProductWriter::read(const std::string &first, bool guarded) const {
  const std::string steps = "  for (int h = 0; h < DEPTH; ++h) {\n";
  std::string inside = readA(first) + readB(first);
  if (!argumentChoice.empty())
    inside = "  if (" + argumentChoice + ") {\n" + inside + "  } else {\n" + inside +
             "  y[h][0] = y[h][COLUMNS - 1];\n  x[h][ROWS - 1] = x[h][0];\n  }\n";
  if (guarded || edges == Edges::each)
    return steps + guardedReads(first) + "  }\n";
  if (edges == Edges::inside)
    return steps + "  if (row + 8 * ROWS <= m && column + SIZE * COLUMNS <= n && " + first +
           " + ROUND <= k) {\n" + inside + "  } else {\n" + guardedReads(first) + "  }\n  }\n";
  return steps + inside + "  }\n";
}

std::string ProductWriter::multiply() const {
  return "  for (int h = 0; h < DEPTH; ++h)\n    for (int i = 0; i < ROWS; ++i)\n"
         "      for (int j = 0; j < COLUMNS; ++j)\n        sum[i][j] = " +
         function->function + "(x[h][i], y[h][j], sum[i][j]);\n";
}

std::string ProductWriter::condition() {
  return oneOf<std::string>({"(a1[first / STEP] & 1) != 0", "first != skip * ROUND",
                             "first / ROUND % 2 == GROUP % 2", "b1[0] != 77"});
}

/// What the work-group reads of A and B in a round, by all of its work-items.
std::string ProductWriter::copy(const std::string &buffer, const std::string &first) const {
  std::string all;
  const auto put2 = [&](const std::string &pattern) {
    all += put(pattern, {{"BUFFER", buffer}, {"FIRST", first}});
  };
  if (staging == Staging::copies) {
    if (a == From::local)
      put2("  for (int r = 0; r < HEIGHT; ++r)\n    copies = async_work_group_copy((local a_word "
           "*)(tile_a[$BUFFER] + r * "
           "ROUND),\n        (const global a_word *)(pa + (GROUP * HEIGHT + r) * k + "
           "$FIRST), ROUND / "
           "(sizeof(a_word) / sizeof(element)), copies);\n");
    if (b == From::local && isPackedInMemory)
      put2("  for (int r = 0; r < ROUND / PACK; ++r)\n    copies = "
           "async_work_group_copy(tile_b[$BUFFER] + r * WIDTH, "
           "(const global uint *)pb + (($FIRST) / PACK + r) * n, WIDTH, copies);\n");
  } else {
    if (a == From::local)
      put2("  for (int e = get_local_linear_id(); e < HEIGHT * ROUND / WORD; e += ITEMS)\n"
           "    ((local STAGED *)tile_a[$BUFFER])[e] = ((const global STAGED *)(pa + "
           "(GROUP * HEIGHT + e / "
           "(ROUND / WORD)) * k + $FIRST))[e % (ROUND / WORD)];\n");
    if (b == From::local && isPackedInMemory)
      put2("  for (int e = get_local_linear_id(); e < WIDTH * ROUND / PACK; e += ITEMS)\n"
           "    tile_b[$BUFFER][e] = ((const global uint *)pb)[(($FIRST) / PACK + e / WIDTH) * n + "
           "e % WIDTH];\n");
  }
  if (b == From::local && !isPackedInMemory)
    put2("  for (int e = get_local_linear_id(); e < WIDTH * ROUND / PACK; e += ITEMS)\n"
         "    tile_b[$BUFFER][e] = JOINED(pb + ($FIRST + e / WIDTH * PACK) * n + e % WIDTH, n);\n");
  return all;
}

/// What a work-item does to its pieces of A and of B: "read" from $FIRST, or "write" to $BUFFER.
std::string ProductWriter::pieces(const std::string &piece) const {
  const auto all = [&](const std::string &count, const std::string &read,
                       const std::string &write) {
    return "  for (int p = 0; p < (" + count +
           " + ITEMS - 1) / ITEMS; ++p) {\n    const int e = get_local_linear_id() + p * ITEMS;\n"
           "    if (" +
           count + " % ITEMS == 0 || e < " + count + ")\n      " +
           (piece == "read" ? read : write) + ";\n  }\n";
  };
  std::string result;
  if (a == From::local)
    result += all("(HEIGHT * ROUND / WORD)",
                  "next_a[p] = ((const global STAGED *)(pa + (GROUP * HEIGHT + e / (ROUND / WORD)) "
                  "* k + $FIRST))[e % (ROUND / WORD)]",
                  "((local STAGED *)tile_a[$BUFFER])[e] = next_a[p]");
  if (b == From::local)
    result += all("(WIDTH * ROUND / PACK)",
                  isPackedInMemory
                      ? "next_b[p] = ((const global uint *)pb)[(($FIRST) / PACK + e / WIDTH) * n + "
                        "e % WIDTH]"
                      : "next_b[p] = JOINED(pb + ($FIRST + e / WIDTH * PACK) * n + e % WIDTH, n)",
                  "tile_b[$BUFFER][e] = next_b[p]");
  return result;
}

/// A product of cooperative matrices in the same loop: its declarations, or its round.
std::string ProductWriter::cooperative(bool declares) const {
  if (!hasCooperative)
    return "";
  const std::string element = function->a == Format::bf16  ? "bfloat16"
                              : function->a == Format::f16 ? "half"
                              : function->a == Format::i8  ? "char"
                                                           : "uchar";
  const std::string memory = function->a == Format::bf16 ? "ushort" : element;
  if (declares)
    return put(
        "  joint_matrix($SUM, use_accumulator, 8, SIZE) extra;\n  joint_matrix_fill(extra, 1);\n",
        {{"SUM", isInteger(function->a) ? "int" : "float"}});
  return put(
      "  {\n    joint_matrix($E, use_a, 8, STEP) xa;\n    joint_matrix($E, use_b, STEP, SIZE) yb;\n"
      "    joint_matrix_load(xa, (const global $M *)pa + row * k + first, k, layout_row_major);\n"
      "    joint_matrix_load(yb, (const global $M *)pb + first * n + column, n, "
      "layout_row_major);\n"
      "    joint_matrix_mad(extra, xa, yb, extra);\n  }\n",
      {{"E", element}, {"M", memory}});
}

std::string ProductWriter::stagedLoop() {
  const std::string arrive = "  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);\n",
                    wait = "  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);\n",
                    barrier = "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  std::string products = read("first", false) + multiply() + cooperative(false);
  if (around == Around::mask)
    products = "  if (" + condition() + ") {\n" + products + "  }\n";
  if (around == Around::groups)
    products += "  if (first / ROUND % 2 == 1) {\n    for (int i = 0; i < ROWS; ++i)\n      for "
                "(int j = 0; j < COLUMNS; ++j) {\n"
                "        total[i][j] += sum[i][j] * (1 + (b1[first / ROUND] & 1));\n        "
                "sum[i][j] = 0;\n      }\n  }\n";
  const std::string head = "  for (int first = 0; first < k; first += ROUND) {\n",
                    next = "first + ROUND";
  const std::string ahead = "  if (first + ROUND < k) {\n";
  const auto readPieces = [&](const std::string &from) {
    return put(pieces("read"), {{"FIRST", from}});
  };
  const auto writePieces = [&](const std::string &to) {
    return put(pieces("write"), {{"BUFFER", to}});
  };
  const std::string registers =
      std::string(a == From::local
                      ? "  STAGED next_a[(HEIGHT * ROUND / WORD + ITEMS - 1) / ITEMS];\n"
                      : "") +
      (b == From::local ? "  uint next_b[(WIDTH * ROUND / PACK + ITEMS - 1) / ITEMS];\n" : "") +
      readPieces("0");
  switch (staging) {
  case Staging::registers:
    return "  const int buffer = 0;\n" + registers + head + barrier + writePieces("0") + barrier +
           ahead + readPieces(next) + "  }\n" + products + "  }\n";
  case Staging::twoAndRegisters:
    return "  int buffer = 0;\n" + registers + writePieces("0") + head + barrier + ahead +
           readPieces(next) + "  }\n" + products + ahead + writePieces("1 - buffer") +
           "  }\n  buffer = 1 - buffer;\n  }\n";
  case Staging::oneBuffer:
    return "  const int buffer = 0;\n" + head + copy("0", "first") + barrier + products + barrier +
           "  }\n";
  case Staging::twoBuffers:
    return "  int buffer = 0;\n" + copy("0", "0") + barrier + head + ahead +
           copy("1 - buffer", next) + "  }\n" + products + barrier +
           "  buffer = 1 - buffer;\n  }\n";
  case Staging::splitBarriers:
    return "  int buffer = 0;\n" + copy("0", "0") + arrive + head +
           "  const int next = buffer == 2 ? 0 : buffer + 1;\n" + wait + ahead +
           copy("next", next) + "  }\n" + arrive + products + "  buffer = next;\n  }\n" + wait;
  default:
    return "  int buffer = 0;\n  event_t copies = 0;\n" + copy("0", "0") + head +
           "  wait_group_events(1, &copies);\n" + barrier + ahead + copy("1 - buffer", next) +
           "  }\n" + products + "  buffer = 1 - buffer;\n" + barrier + "  }\n";
  }
}

std::string ProductWriter::loop() {
  const std::string factors = "  factor_a x[DEPTH][ROWS];\n  factor_b y[DEPTH][COLUMNS];\n";
  if (stages())
    return factors + stagedLoop();
  const std::string products = read("first", false) + multiply() + cooperative(false);
  const std::string head = "  for (int first = 0; first < " + end + "; first += ROUND) {\n";
  if (edges == Edges::after)
    return factors + "  int first = 0;\n  for (; first + ROUND <= k; first += ROUND) {\n" +
           read("first", false) + multiply() + "  }\n  if (first < k) {\n" + read("first", true) +
           multiply() + "  }\n";
  const std::string copies = "  factor_a xs[DEPTH][ROWS];\n  factor_b ys[DEPTH][COLUMNS];\n",
                    keepFactors =
                        "  for (int h = 0; h < DEPTH; ++h) {\n"
                        "    for (int i = 0; i < ROWS; ++i) xs[h][i] = x[h][i];\n"
                        "    for (int j = 0; j < COLUMNS; ++j) ys[h][j] = y[h][j];\n  }\n",
                    multiplyKept =
                        "  for (int h = 0; h < DEPTH; ++h)\n    for (int i = 0; i < ROWS; "
                        "++i)\n      for (int j = 0; j < COLUMNS; ++j)\n        "
                        "sum[i][j] = " +
                        function->function + "(xs[h][i], ys[h][j], sum[i][j]);\n";
  switch (around) {
  case Around::mask:
    return factors + head + "  if (" + condition() + ") {\n" + products + "  }\n  }\n";
  case Around::barrier:
    return factors + head +
           oneOf<std::string>({"  barrier(CLK_LOCAL_MEM_FENCE);\n", "  barrier(0);\n"}) + products +
           oneOf<std::string>({"", "  barrier(CLK_GLOBAL_MEM_FENCE);\n"}) + "  }\n";
  case Around::ahead: // the factors of the next round are read before the products of this one
    return factors + read("0", false) + head + copies + keepFactors +
           "  if (first + ROUND < k) {\n" + read("(first + ROUND)", false) + "  }\n" +
           multiplyKept + cooperative(false) + "  }\n";
  case Around::aheadByParts: // a round is two blocks; each is read before the products of the other
    return factors + read("0", false) + "  for (int first = 0; first < k; first += 2 * ROUND) {\n" +
           copies + keepFactors + "  if (first + ROUND < k) {\n" + read("(first + ROUND)", false) +
           "  }\n" + multiplyKept + keepFactors + "  if (first + 2 * ROUND < k) {\n" +
           read("(first + 2 * ROUND)", false) + "  }\n  if (first + ROUND < k) {\n" + multiplyKept +
           "  }\n  }\n";
  case Around::twoBranches:
    return factors + head + read("first", false) + "  if (" + condition() + ") {\n" + multiply() +
           "  } else {\n" +
           oneOf<std::string>({"", "  for (int i = 0; i < ROWS; ++i) sum[i][0] = -sum[i][0];\n"}) +
           multiply() + oneOf<std::string>({"", multiply()}) + "  }\n" + cooperative(false) +
           "  }\n";
  case Around::groups:
    return factors +
           "  for (int group = 0; group < k; group += 2 * ROUND) {\n    clear(sum);\n"
           "  for (int first = group; first < min(group + 2 * ROUND, k); first += ROUND) {\n" +
           products +
           "  }\n  for (int i = 0; i < ROWS; ++i)\n    for (int j = 0; j < COLUMNS; ++j)\n"
           "      total[i][j] += sum[i][j] * (1 + (b1[group / STEP + j] & 1));\n  }\n";
  case Around::parts: // each sub-group has a part of K, and all have the same block of C
    return factors +
           "  const int rounds = k / ROUND, mine = get_sub_group_id();\n"
           "  for (int first = rounds * mine / PARTS * ROUND; first < rounds * (mine + 1) / PARTS "
           "* ROUND; first += "
           "ROUND) {\n" +
           products + "  }\n";
  default:
    return factors + head + products + "  }\n";
  }
}

std::string ProductWriter::joinParts() const {
  return "  for (int i = 0; i < ROWS; ++i)\n    for (int j = 0; j < COLUMNS; ++j)\n      EACH_ROW\n"
         "        part[get_sub_group_id()][((i * 8 + r) * COLUMNS + j) * SIZE + LANE] = "
         "sum[i][j][r];\n"
         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  for (int e = get_local_linear_id(); e < ROWS * 8 * COLUMNS * SIZE; e += ITEMS) {\n    "
         "result all = 0;\n"
         "    for (int p = 0; p < PARTS; ++p) all += part[p][e];\n"
         "    c[(GROUP * ROWS * 8 + e / (COLUMNS * SIZE)) * PITCH + e % (COLUMNS * "
         "SIZE)] = all;\n  }\n";
}

std::string ProductWriter::store() {
  std::string extra;
  if (hasCooperative)
    extra = "  joint_matrix_store(extra, (global result *)out + GROUPS * PARTS * WORDS - (GROUPS * "
            "PARTS - "
            "GROUP * PARTS - "
            "get_sub_group_id()) * 8 * SIZE, SIZE, layout_row_major);\n";
  if (around == Around::parts)
    return joinParts() + extra;
  const std::string each =
      "  for (int i = 0; i < ROWS; ++i)\n    for (int j = 0; j < COLUMNS; ++j)\n";
  const std::string guard = edges == Edges::none || edges == Edges::after
                                ? ""
                                : "if (row + i * 8 + r < m && column + j * SIZE + LANE < n) ";
  const std::string place = "(row + i * 8 + r) * PITCH + column + j * SIZE + LANE";
  const auto lanes = [&](const std::string &value) {
    return each + "      EACH_ROW " + guard + "c[" + place + "] = " + value + ";\n" + extra;
  };
  switch (stored) {
  case 0: // a bias for each column, and nothing below zero
    return lanes("max(TOTAL[i][j][r] + (result)(a1[column + j * SIZE + LANE] & 7), (result)0)");
  case 1: // another matrix, read where C is written
    return lanes("TOTAL[i][j][r] * 2 + (result)(a1[" + place + "] & 3)");
  case 2: // narrow
    return each + "      EACH_ROW " + guard +
           "((global ushort *)c)[(row + i * 8 + r) * 2 * PITCH + column + j * SIZE + LANE] = " +
           (isInteger(function->a) ? "convert_ushort_sat(TOTAL[i][j][r] >> 4)"
                                   : "as_uint(TOTAL[i][j][r]) + 0x7FFF >> 16") +
           ";\n" + extra;
  case 3: // columns of C one after another
    return each + "      EACH_ROW " + guard +
           "c[(column + j * SIZE + LANE) * ALLROWS + row + i * 8 + r] = TOTAL[i][j][r];\n" + extra;
  case 4:
    if (guard.empty())
      return each +
             "      EACH_ROW intel_sub_group_block_write((global uint *)c + (row + i * 8 + r) * "
             "PITCH + column + j * "
             "SIZE, as_uint(TOTAL[i][j][r]));\n" +
             extra;
    [[fallthrough]];
  case 5: // what is there is read and written
    return each + "      EACH_ROW " + guard + "c[" + place + "] = (result)(((global uint *)c)[" +
           place + "] & 15) + TOTAL[i][j][r];\n" + extra;
  default:
    return lanes("TOTAL[i][j][r]");
  }
}

std::string ProductWriter::defines() const {
  const std::string aScalar = function->aType.substr(0, function->aType.find('8'));
  const std::string bScalar = function->bType.substr(0, function->bType.find('8'));
  // How wide elements are copied.
  const unsigned word = unsigned(seed / 8 % 3);
  const std::string element = pack == 2 ? "ushort" : "uchar";
  return put("#define SIZE $SIZE\n#define STEP $STEP\n#define PACK $PACK\n#define ROWS "
             "$ROWS\n#define COLUMNS $COLUMNS\n"
             "#define DEPTH $DEPTH\n#define ROUND (STEP * DEPTH)\n#define PARTS $PARTS\n#define "
             "ITEMS (SIZE * PARTS)\n"
             "#define HEIGHT (8 * ROWS * $DOWN)\n#define WIDTH (SIZE * COLUMNS * $ACROSS)\n#define "
             "PITCH WIDTH\n"
             "#define GROUPS $GROUPS\n#define ALLROWS (GROUPS * HEIGHT)\n#define TOTAL "
             "$TOTAL\n#define STAGED $STAGED\n#define "
             "WORD $WORD\n$PACKED"
             "typedef $ELEMENT element;\ntypedef $AWORD a_word;\ntypedef $ATYPE factor_a;\ntypedef "
             "$BTYPE factor_b;\n"
             "typedef $SUMS sums;\ntypedef $RESULT result;\n#define AS_A as_$ASCALAR\n#define AS_B "
             "as_$BSCALAR\n#define AS_BS "
             "as_$BTYPE\n",
             {{"SIZE", text(kernel.subGroupSize)},
              {"STEP", text(step)},
              {"PACKED", isPackedInMemory ? "#define B_PACKED\n" : ""},
              {"PACK", text(pack)},
              {"ROWS", text(rows)},
              {"COLUMNS", text(columns)},
              {"DEPTH", text(depth)},
              {"PARTS", text(kernel.subGroups())},
              {"DOWN", text(kernel.down)},
              {"ACROSS", text(kernel.across)},
              {"GROUPS", text(kernel.workGroups)},
              {"TOTAL", around == Around::groups ? "total" : "sum"},
              {"STAGED", word == 0   ? element
                         : word == 1 ? "uint"
                                     : "uint4"},
              {"WORD", text(word == 0   ? 1
                            : word == 1 ? pack
                                        : 4 * pack)},
              {"ELEMENT", element},
              {"AWORD", kernel.subGroupSize == 8 ? "uint" : "ushort"},
              {"ATYPE", function->aType},
              {"BTYPE", function->bType},
              {"SUMS", function->cType},
              {"RESULT", isInteger(function->a) ? "int" : "float"},
              {"ASCALAR", aScalar},
              {"BSCALAR", bScalar}});
}

MatrixKernel ProductWriter::write() {
  choose();
  const bool isLong = function->a == Format::f16 && oneIn(2);
  kernel.inputs[0] = smallNumbers(random, function->a, isLong ? 300 : 3, inputBytes);
  kernel.inputs[1] = smallNumbers(random, function->b, 3, inputBytes);
  kernel.inputs[2] = smallNumbers(random, Format::u8, 0, inputBytes);
  kernel.inputs[3] = smallNumbers(random, Format::u8, 0, inputBytes);
  kernel.words =
      rows * columns * 8 * kernel.subGroupSize + (hasCooperative ? 8 * kernel.subGroupSize : 0);
  const bool isOne = staging == Staging::oneBuffer || staging == Staging::registers;
  const unsigned buffers = isOne ? 1 : staging == Staging::splitBarriers ? 3 : 2;
  std::string declarations;
  if (a == From::local)
    declarations += "  local element tile_a[" + text(buffers) +
                    "][HEIGHT * ROUND] __attribute__((aligned(64)));\n";
  if (b == From::local)
    declarations += "  local uint tile_b[" + text(buffers) +
                    "][WIDTH * ROUND / PACK] __attribute__((aligned(64)));\n";
  if (around == Around::parts)
    declarations += "  local result part[PARTS][ROWS * 8 * COLUMNS * SIZE];\n";
  declarations += "  sums sum[ROWS][COLUMNS];\n  clear(sum);\n";
  if (around == Around::groups)
    declarations += "  sums total[ROWS][COLUMNS];\n  clear(total);\n";
  declarations += cooperative(true);
  std::string body = loop();
  if (around == Around::groups && stages()) // what is left
    body += "  for (int i = 0; i < ROWS; ++i)\n    for (int j = 0; j < COLUMNS; ++j) total[i][j] "
            "+= sum[i][j];\n";
  // Blocks of C one after another, the second of rows that lie elsewhere.
  if (around == Around::tiles)
    body = "  for (int tile = 0; tile < 2; ++tile) {\n  const global element *pa = (const global "
           "element *)(a0 + tile * 64);\n"
           "  if (tile == 1) { clear(sum); }\n" +
           body + "  if (tile == skip) {\n" + store() + "  }\n  }\n";
  else
    body += store();
  const bool shared = around == Around::parts, byIds = oneIn(3);
  kernel.text =
      put((hasCooperative ? "#include <joint_matrix.h>\n" : "") + kernel.defineGroup() + defines() +
              readers +
              "#define WORDS $WORDS\n"
              "void clear(sums sum[ROWS][COLUMNS]) {\n  for (int i = 0; i < ROWS; ++i)\n    for "
              "(int j = 0; j < COLUMNS; ++j)\n"
              "      sum[i][j] = 0;\n}\n"
              "__attribute__((intel_reqd_sub_group_size(SIZE)$REQUIRED))\n"
              "kernel void fuzz$SEED(global uchar *a0, global uchar *b0, global uchar *a1,\n"
              "    global uchar *b1, global uint *out, int steps, int skip) {\n"
              "  const int down = $MYDOWN, across = $MYACROSS;\n"
              "  const int row = $ROW, column = $COLUMN;\n"
              "  const int m = ALLROWS - skip * $LESSROWS, n = WIDTH - skip * $LESSCOLUMNS,\n"
              "            k = steps * ROUND - skip * $LESSDEPTH;\n"
              "  const global element *pa = (const global element *)a0, *pb = (const global "
              "element *)b0;\n"
              "  global result *c = (global result *)out;\n" +
              declarations + body + "}\n",
          {{"WORDS", text(kernel.words)},
           {"REQUIRED", oneIn(3) ? ""
                                 : put(", reqd_work_group_size($W, $D, 1)",
                                       {{"W", text(kernel.subGroupSize * kernel.across)},
                                        {"D", text(kernel.down)}})},
           {"SEED", text(seed)},
           {"MYDOWN", byIds ? "get_local_id(1)" : "get_sub_group_id() / " + text(kernel.across)},
           {"MYACROSS", (byIds ? "(int)(get_global_id(0) / SIZE) - (int)get_group_id(0) * "
                               : "get_sub_group_id() % ") +
                            text(kernel.across)},
           {"ROW", shared ? "GROUP * 8 * ROWS"
                          : text(kernel.down) + " > 1 ? (GROUP * " + text(kernel.down) +
                                " + down) * 8 * ROWS : GROUP * 8 * ROWS"},
           {"COLUMN", shared ? "0" : "across * SIZE * COLUMNS"},
           {"LESSROWS", text(lessRows)},
           {"LESSCOLUMNS", text(lessColumns)},
           {"LESSDEPTH", text(lessDepth)}});
  return std::move(kernel);
}

} // namespace

MatrixKernel writeProductKernel(std::uint64_t seed) { return ProductWriter(seed).write(); }

} // namespace heddle::test
