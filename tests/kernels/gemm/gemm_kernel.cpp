#include "tests/kernels/gemm/gemm_kernel.hpp"

namespace heddle::test {

namespace {

std::string number(unsigned value) { return std::to_string(value); }

std::string loop(const char *variable, unsigned end, unsigned step = 1) {
  const std::string name = variable;
  return "for (int " + name + " = 0; " + name + " < " + number(end) + "; " + name +
         " += " + number(step) + ") ";
}

/// Words for the parts of a kernel of one type.
struct Type {
  const char *name, *element, *a, *b, *c, *function;
  unsigned bits, aWordBits;
};

const Type &typeOf(const GemmKernel &kernel) {
  static const Type types[] = {
      {"bf16", "ushort", "short8", "int8", "float8", "intel_sub_group_bf16_bf16_matrix_mad_k16", 16,
       16},
      {"i8", "char", "short8", "int8", "int8", "intel_sub_group_i8_i8_matrix_mad_k32", 8, 16},
      {"tf32", "float", "float4", "float8", "float8", "intel_sub_group_tf32_tf32_matrix_mad_k8", 32,
       32},
  };
  return types[unsigned(kernel.type)];
}

/// A 2D block read: `bits` of an element, the block's rows and columns, how many side by side.
std::string read2D(const std::string &kind, unsigned bits, unsigned rows, unsigned columns,
                   unsigned blocks, const std::string &matrix, const std::string &x,
                   const std::string &y, const std::string &target) {
  return "intel_sub_group_2d_block_" + kind + "_" + number(bits) + "b_" + number(rows) + "r" +
         number(columns) + "x" + number(blocks) + "c(" + matrix + ", (int2)(" + x + ", " + y + ")" +
         target + ");\n";
}

class Writer {
public:
  explicit Writer(const GemmKernel &kernel) : kernel(kernel), type(typeOf(kernel)) {}
  std::string text();

private:
  std::string readA() const;
  std::string readB() const;
  std::string readA2D() const;
  std::string readB2D() const;
  std::string rowsOfA() const;
  std::string rowsOfB() const;
  std::string prefetch() const;
  std::string write() const;

  const GemmKernel &kernel;
  const Type &type;
  const unsigned k1 = kernel.depthOfOne();
  const std::string step = number(k1);
  const std::string x = "k + kk * " + step, m1 = "m + mm * 8", n1 = "n + nn * 16";
  const std::string sizeOfA = "(global void *)a, K * sizeof(*a), M, K * sizeof(*a)";
  /// Of packed B the rows of words.
  const unsigned elementsInWord = kernel.takesPackedB() ? 32 / type.bits : 1;
};

std::string Writer::readA2D() const {
  const unsigned columns = 256 / type.bits, rows = kernel.rows, depth = kernel.depth;
  const std::string word = type.aWordBits == 32 ? "uint" : "ushort";
  const auto into = [&](const char *target) { return ", (private " + word + " *)" + target; };
  const bool powerOfTwo = rows != 3;
  if (kernel.wide && powerOfTwo && depth == 2)
    return "    " + read2D("read", type.bits, 8 * rows, columns, 2, sizeOfA, "k", "m", into("x"));
  if (kernel.wide && depth == 2)
    return "    " + loop("mm", rows) + "{\n      " + type.a + " both[2];\n      " +
           read2D("read", type.bits, 8, columns, 2, sizeOfA, "k", m1, into("both")) +
           "      x[0][mm] = both[0];\n      x[1][mm] = both[1];\n    }\n";
  if (kernel.wide && powerOfTwo)
    return "    " + read2D("read", type.bits, 8 * rows, columns, 1, sizeOfA, "k", "m", into("x"));
  return "    " + loop("kk", depth) + loop("mm", rows) + "\n      " +
         read2D("read", type.bits, 8, columns, 1, sizeOfA, x, m1, into("&x[kk][mm]"));
}

std::string Writer::readB2D() const {
  const bool isPacked = kernel.takesPackedB() || type.bits == 32;
  const unsigned bits = isPacked ? 32 : type.bits, rows = isPacked ? 8 : k1;
  const std::string kind = isPacked ? "read" : "read_transform";
  const std::string size =
      isPacked && type.bits < 32
          ? "(global void *)b, N * 4, K / " + number(elementsInWord) + ", N * 4"
          : "(global void *)b, N * sizeof(*b), K, N * sizeof(*b)";
  const std::string first = elementsInWord > 1 ? "k / " + number(elementsInWord) : "k";
  const std::string y = first + " + kk * " + number(rows);
  const std::string into = ", (private uint *)";
  const bool isHigh = kernel.depth == 2 && (isPacked || type.bits == 16);
  // Both rounds of two columns of operations, of one, or one round of two columns.
  if (kernel.wide && isHigh && !isPacked && kernel.columns % 2 == 0)
    return "    " + loop("nn", kernel.columns, 2) + "\n      " +
           read2D(kind, bits, 2 * rows, 16, 2, size, n1, first, into + "y[nn]");
  if (kernel.wide && isHigh)
    return "    " + loop("nn", kernel.columns) + "\n      " +
           read2D(kind, bits, 2 * rows, 16, 1, size, n1, first, into + "y[nn]");
  if (kernel.wide && !isPacked && kernel.columns % 2 == 0)
    return "    " + loop("kk", kernel.depth) + loop("nn", kernel.columns, 2) + "{\n      " +
           type.b + " both[2];\n      " +
           read2D(kind, bits, rows, 16, 2, size, n1, y, into + "both") +
           "      y[nn][kk] = both[0];\n      y[nn + 1][kk] = both[1];\n    }\n";
  return "    " + loop("kk", kernel.depth) + loop("nn", kernel.columns) + "\n      " +
         read2D(kind, bits, rows, 16, 1, size, n1, y, into + "&y[nn][kk]");
}

/// A by rows: blocks, or each lane its element. Two rows of tf32 lie in the lanes of a component.
std::string Writer::rowsOfA() const {
  const bool isBlocks =
      kernel.reads == GemmReads::blocks || kernel.reads == GemmReads::blocksPacked;
  std::string value;
  if (type.bits == 32)
    value = "a[(" + m1 + " + r * 2 + lane / 8) * K + " + x + " + lane % 8]";
  else if (isBlocks)
    value = "intel_sub_group_block_read_us((const global ushort *)(a + (" + m1 + " + r) * K + " +
            x + "))";
  else
    value = "((const global ushort *)(a + (" + m1 + " + r) * K + " + x + "))[lane]";
  return "    " + loop("kk", kernel.depth) + loop("mm", kernel.rows) +
         loop("r", type.bits == 32 ? 4 : 8) + "\n      x[kk][mm][r] = " + value + ";\n";
}

std::string Writer::rowsOfB() const {
  const bool isBlocks =
      kernel.reads == GemmReads::blocks || kernel.reads == GemmReads::blocksPacked;
  const auto element = [&](const std::string &row) {
    const std::string place = "b + (k + kk * " + step + " + " + row + ") * N + " + n1;
    if (!isBlocks)
      return "(" + place + ")[lane]";
    return type.bits == 8 ? "intel_sub_group_block_read_uc((const global uchar *)(" + place + "))"
                          : "intel_sub_group_block_read_us(" + place + ")";
  };
  std::string value;
  if (kernel.takesPackedB()) {
    const std::string place = "(const global uint *)b + ((k + kk * " + step + ") / " +
                              number(elementsInWord) + " + r) * N + " + n1;
    value = isBlocks ? "intel_sub_group_block_read(" + place + ")" : "(" + place + ")[lane]";
  } else if (type.bits == 32) {
    const std::string place = "b + (k + kk * 8 + r) * N + " + n1;
    value = isBlocks ? "as_float(intel_sub_group_block_read((const global uint *)(" + place + ")))"
                     : "(" + place + ")[lane]";
  } else if (type.bits == 16) {
    value = "as_int((ushort2)(" + element("r * 2") + ", " + element("r * 2 + 1") + "))";
  } else {
    value = "as_int((uchar4)(" + element("r * 4") + ", " + element("r * 4 + 1") + ", " +
            element("r * 4 + 2") + ", " + element("r * 4 + 3") + "))";
  }
  return "    " + loop("kk", kernel.depth) + loop("nn", kernel.columns) + loop("r", 8) +
         "\n      y[nn][kk][r] = " + value + ";\n";
}

std::string Writer::readA() const { return kernel.uses2D() ? readA2D() : rowsOfA(); }
std::string Writer::readB() const { return kernel.uses2D() ? readB2D() : rowsOfB(); }

/// What the next round reads, past the end in the last one.
std::string Writer::prefetch() const {
  if (!kernel.prefetches)
    return "";
  if (!kernel.uses2D())
    return "    " + loop("mm", kernel.rows) + "\n      prefetch(a + (" + m1 +
           ") * K + next, 16);\n" + "    prefetch(b + next * N + n, 16);\n";
  return "    " + loop("mm", kernel.rows) + "\n      " +
         read2D("prefetch", type.bits, 8, 256 / type.bits, 1, sizeOfA, "next", m1, "") + "    " +
         loop("nn", kernel.columns) + "\n      " +
         read2D("prefetch", 32, 8, 16, 1, "(global void *)b, N * 4, K, N * 4", n1,
                "next / " + number(elementsInWord), "");
}

std::string Writer::write() const {
  const std::string grid = "  " + loop("mm", kernel.rows) + loop("nn", kernel.columns);
  if (kernel.uses2D())
    return grid + "\n    " +
           read2D("write", 32, 8, 16, 1, "c, N * 4, M, N * 4", n1, m1,
                  ", (private uint *)&sum[nn][mm]");
  const std::string place = "c + (" + m1 + " + r) * N + " + n1;
  const bool isBlocks =
      kernel.reads == GemmReads::blocks || kernel.reads == GemmReads::blocksPacked;
  return grid + loop("r", 8) + "\n    " +
         (isBlocks ? "intel_sub_group_block_write((global uint *)(" + place +
                         "), as_uint(sum[nn][mm][r]));\n"
                   : "(" + place + ")[lane] = sum[nn][mm][r];\n");
}

std::string Writer::text() {
  const bool splits =
      kernel.waiting == GemmWaiting::split || kernel.waiting == GemmWaiting::splitEverySecondRound;
  const std::string arrive = "intel_work_group_barrier_arrive(0);\n",
                    wait = "intel_work_group_barrier_wait(0);\n";
  const std::string round = number(k1 * kernel.depth);
  std::string result =
      "__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(" +
      number(16 * kernel.across) + ", " + number(kernel.down) + ", 1)))\nkernel void " +
      kernel.name() + "(const global " + type.element + " *a, const global " + type.element +
      " *b,\n    global " + (kernel.type == GemmType::i8 ? "int" : "float") +
      " *c, int M, int N, int K) {\n  const int lane = get_sub_group_local_id();\n"
      "  const int m = (get_group_id(1) * " +
      number(kernel.down) + " + get_sub_group_id() / " + number(kernel.across) + ") * " +
      number(8 * kernel.rows) + ";\n  const int n = (get_group_id(0) * " + number(kernel.across) +
      " + get_sub_group_id() % " + number(kernel.across) + ") * " + number(16 * kernel.columns) +
      ";\n  " + type.c + " sum[" + number(kernel.columns) + "][" + number(kernel.rows) + "];\n  " +
      loop("mm", kernel.rows) + loop("nn", kernel.columns) + "sum[nn][mm] = 0;\n";
  if (kernel.prefetches)
    result += "  {\n    const int next = 0;\n" + prefetch() + "  }\n";
  if (splits)
    result += "  " + arrive;
  result += "  for (int k = 0; k < K; k += " + round + ") {\n    " + type.a + " x[" +
            number(kernel.depth) + "][" + number(kernel.rows) + "];\n    " + type.b + " y[" +
            number(kernel.columns) + "][" + number(kernel.depth) + "];\n" + readA() + readB();
  if (kernel.prefetches)
    result += "    const int next = k + " + round + ";\n" + prefetch();
  result += "    " + loop("kk", kernel.depth) + loop("nn", kernel.columns) +
            loop("mm", kernel.rows) + "\n      sum[nn][mm] = " + type.function +
            "(x[kk][mm], y[nn][kk], sum[nn][mm]);\n";
  if (kernel.waiting == GemmWaiting::split)
    result += "    " + wait + "    " + arrive;
  if (kernel.waiting == GemmWaiting::splitEverySecondRound)
    result += "    if (k / " + round + " % 2) {\n      " + wait + "      " + arrive + "    }\n";
  if (kernel.waiting == GemmWaiting::barrier)
    result += "    barrier(CLK_LOCAL_MEM_FENCE);\n";
  result += "  }\n";
  if (splits)
    result += "  " + wait;
  return result + write() + "}\n";
}

struct WorkGroup {
  unsigned across, down;
};
constexpr WorkGroup workGroups[] = {{1, 1}, {2, 1}, {1, 4}, {2, 2}, {4, 4}, {4, 8}};
constexpr GemmWaiting waitings[] = {GemmWaiting::never, GemmWaiting::split,
                                    GemmWaiting::splitEverySecondRound, GemmWaiting::barrier};

/// Calls with each combination of what makes most of the code: type, reads, grid, depth.
template <typename Function> void forEachShape(Function function) {
  for (GemmType type : {GemmType::bf16, GemmType::i8, GemmType::tf32})
    for (GemmReads reads : {GemmReads::blocks2D, GemmReads::blocks2DPacked, GemmReads::blocks,
                            GemmReads::blocksPacked, GemmReads::lanes, GemmReads::lanesPacked})
      for (unsigned rows = 1; rows <= 4; ++rows)
        for (unsigned columns = 1; columns <= 4; ++columns)
          for (unsigned depth = 1; depth <= 2; ++depth) {
            const GemmKernel kernel{
                type, reads, rows, columns, depth, false, false, GemmWaiting::never, 1, 1};
            // Elements of 32 bits are not packed.
            if (type != GemmType::tf32 || !kernel.takesPackedB())
              function(kernel);
          }
}

} // namespace

std::string GemmKernel::name() const {
  static const char *const readsNames[] = {"2d",    "2d_packed",   "blocks", "blocks_packed",
                                           "lanes", "lanes_packed"};
  static const char *const waitingNames[] = {"", "_split", "_split2", "_barrier"};
  return "gemm_" + std::string(typeOf(*this).name) + "_" + readsNames[unsigned(reads)] + "_" +
         number(rows) + "x" + number(columns) + "x" + number(depth) + (wide ? "_wide" : "") +
         (prefetches ? "_prefetch" : "") + waitingNames[unsigned(waiting)] + "_wg" +
         number(across) + "x" + number(down);
}

std::string GemmKernel::text() const { return Writer(*this).text(); }

std::vector<GemmKernel> allGemmKernels() {
  std::vector<GemmKernel> kernels;
  forEachShape([&](GemmKernel kernel) {
    for (bool wide : {false, true})
      for (bool prefetches : {false, true})
        for (GemmWaiting waiting : waitings)
          for (const WorkGroup &group : workGroups) {
            kernel.wide = wide;
            kernel.prefetches = prefetches;
            kernel.waiting = waiting;
            kernel.across = group.across;
            kernel.down = group.down;
            if (!wide || kernel.uses2D())
              kernels.push_back(kernel);
          }
  });
  return kernels;
}

std::vector<GemmKernel> someGemmKernels() {
  std::vector<GemmKernel> kernels;
  // Numbers of values without a common factor with the grid's, so that all of them meet.
  unsigned turn = 0;
  forEachShape([&](GemmKernel kernel) {
    kernel.wide = kernel.uses2D() && turn % 3 != 0;
    kernel.prefetches = turn % 5 < 2;
    kernel.waiting = waitings[turn % 7 % 4];
    const WorkGroup &group = workGroups[turn % 11 % 6];
    kernel.across = group.across;
    kernel.down = group.down;
    kernels.push_back(kernel);
    ++turn;
  });
  return kernels;
}

} // namespace heddle::test
