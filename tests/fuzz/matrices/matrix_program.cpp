#include "tests/fuzz/matrices/matrix_program.hpp"

#include "tests/fuzz/matrices/cooperative_program.hpp"
#include "tests/fuzz/matrices/kernel_writer.hpp"
#include "tests/fuzz/matrices/product_program.hpp"

namespace heddle::test {

std::string put(const std::string &pattern,
                std::initializer_list<std::pair<const char *, std::string>> values) {
  std::string result;
  for (std::size_t at = 0; at < pattern.size();) {
    if (pattern[at] != '$') {
      result += pattern[at++];
      continue;
    }
    const std::size_t end = pattern.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ", at + 1);
    const std::string name = pattern.substr(at + 1, end - at - 1);
    const auto *value = std::find_if(values.begin(), values.end(),
                                     [&](const auto &entry) { return entry.first == name; });
    result += value != values.end() ? value->second : "#error no value of " + name + "\n";
    at = std::min(end, pattern.size());
  }
  return result;
}

namespace {

/// Whether there is a form that two sub-groups call together.
bool hasSplitForm(const MadFunction &f) {
  static const std::pair<std::string, unsigned> wholes[] = {
#define HEDDLE_SPLIT_MATRIX_MAD(function, M, K, aFormat, bFormat, cFormat, aType, bType, cType,    \
                                bits, whole)                                                       \
  {#whole, M},
#include "builtins/include/subgroup_split_matrix.def"
  };
  return f.n == 8 && std::find(std::begin(wholes), std::end(wholes),
                               std::pair(std::string(f.function), f.m)) != std::end(wholes);
}

/// "intel_sub_group_i8_i8_split_matrix_mad_k32".
std::string splitForm(std::string function) {
  return function.insert(function.find("_matrix_mad"), "_split");
}

} // namespace

namespace {

/// One that takes the same words for integers of other signs; null for floats.
const MadFunction *withOtherSigns(const MadFunction &f) {
  const auto isOther = [&](const MadFunction &g) {
    return isInteger(f.a) && isInteger(g.a) && bitsOf(g.a) == bitsOf(f.a) && isInteger(g.b) &&
           bitsOf(g.b) == bitsOf(f.b) && (g.a != f.a || g.b != f.b) && g.m == f.m && g.n == f.n &&
           g.k == f.k && g.rowsAbreast == f.rowsAbreast && std::string(g.cType) == f.cType;
  };
  const auto found = std::find_if(madFunctions().begin(), madFunctions().end(), isOther);
  return found == madFunctions().end() ? nullptr : &*found;
}

} // namespace

/// Often of 8 rows, and of formats that have several ways to go.
const MadFunction &KernelWriter::chooseFunction() {
  const unsigned rows = oneOf({8u, 8u, 8u, 8u, 8u, 4u, 2u, 1u});
  const bool isFloat = oneIn(2);
  // What is around the products matters more in a nest than what they are.
  const bool isCommon = onlyWords && !oneIn(3);
  const auto fits = [&](const MadFunction &f) {
    if (f.n != kernel.subGroupSize || f.rowsAbreast != 1 || isInteger(f.a) == isFloat)
      return false;
    if (onlyWords && componentBits(f.cType) != 32)
      return false;
    if (isCommon)
      return f.m == 8 && f.a == f.b && (f.a == Format::bf16 || f.a == Format::i8);
    return f.m == rows && (isFloat || bitsOf(f.a) == bitsOf(f.b) || oneIn(3));
  };
  std::vector<const MadFunction *> candidates;
  for (const MadFunction &f : madFunctions())
    if (fits(f))
      candidates.push_back(&f);
  return *candidates[random.below(unsigned(candidates.size()))];
}

std::vector<std::uint8_t> smallNumbers(Random &random, Format format, int largest,
                                       unsigned inputBytes) {
  std::vector<std::uint8_t> bytes(inputBytes);
  if (isInteger(format)) {
    for (std::uint8_t &byte : bytes)
      byte = std::uint8_t(random.next() >> 8);
    return bytes;
  }
  const unsigned bits = bitsOf(format), count = inputBytes * 8 / bits;
  std::vector<std::uint32_t> elements;
  for (int value = -largest; value <= largest; ++value)
    elements.push_back(bitsOfValue(format, float(value)));
  for (unsigned i = 0; i < count; ++i) {
    std::uint32_t element = elements[random.below(unsigned(elements.size()))];
    if (format == Format::tf32) // what is cut off
      element |= random.next() & 0x1FFF;
    for (unsigned bit = 0; bit < bits; bit += std::min(bits, 8u)) {
      const unsigned place = i * bits + bit;
      bytes[place / 8] |= std::uint8_t((element >> bit & (bits < 8 ? 0xF : 0xFF)) << place % 8);
    }
  }
  return bytes;
}

std::string KernelWriter::overSums(const Products &products) {
  const std::string rows = "for (int i = 0; i < " + text(products.rowBlocks) + "; ++i) ",
                    columns = "for (int j = 0; j < " + text(products.columnBlocks) + "; ++j) ";
  return oneIn(2) ? rows + columns : columns + rows;
}

std::string KernelWriter::barrier() {
  return "barrier(" + oneOf<std::string>({"CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE", "0"}) +
         ");\n";
}

std::string KernelWriter::maybeBarrier() {
  return waiting == Waiting::atBarriers && oneIn(3) ? "    " + barrier() : "";
}

/// The products of a round, and what else happens to the sums.
std::string KernelWriter::multiply(const Products &products) {
  const std::string sum = products.sum();
  // Sizes of 8 have factors of one type: a value may be both.
  const std::string equal =
      products.function.aType == products.function.bType &&
              products.function.a == products.function.b && oneIn(3)
          ? put(products.isLongB || (!products.isLongA && oneIn(2)) ? "    $B = $A;\n"
                                                                    : "    $A = $B;\n",
                {{"A", products.a("0", "0")}, {"B", products.b("0", "0")}})
          : "";
  const auto productsOf = [&](const std::string &function, const std::string &a,
                              const std::string &b) {
    return put("    for (int h = 0; h < $D; ++h)\n      $OVER\n        $S = $F($A, $B, $S);\n",
               {{"D", text(products.depth)},
                {"OVER", overSums(products)},
                {"S", sum},
                {"F", function},
                {"A", a},
                {"B", b}});
  };
  std::string all = equal + productsOf(products.isSplit ? splitForm(products.function.function)
                                                        : products.function.function,
                                       products.a() + (!products.isSplit          ? ""
                                                       : products.function.m == 2 ? ".s0"
                                                                                  : ".lo"),
                                       products.b());
  switch (random.below(9)) {
  case 0:
    // Doubled too often, sums have more bits than they are exact with.
    return componentBits(products.function.cType) != 32 || kernel.steps > 5 ? all
           : onlyWords ? all + change(products)
                       : all + "    " + overSums(products) + sum + " = " + sum + " * 2 + 1;\n";
  case 1:
    return "    if (k != skip) {\n" + all + "    }\n";
  case 2:
    return all + maybeBarrier() + all;
  case 3:
    if (const MadFunction *other = withOtherSigns(products.function); other && !products.isSplit)
      return "    if (k != skip) {\n" + all + "    } else {\n" +
             productsOf(other->function,
                        "as_" + std::string(other->aType) + "(" + products.a() + ")",
                        "as_" + std::string(other->bType) + "(" + products.b() + ")") +
             "    }\n";
    return all;
  default:
    return all;
  }
}

/// A grid of sums, with its inputs and its declaration.
Products KernelWriter::chooseProducts(unsigned number) {
  const MadFunction &f = chooseFunction();
  const bool isNarrow = componentBits(f.cType) == 16;
  // Four bits have no 5.
  const bool isLong = (f.a == Format::f16 || f.a == Format::tf32) && !isNarrow && oneIn(2);
  const int small = isNarrow ? 1 : 3;
  const bool isLongA = isLong && oneIn(2), isLongB = isLong && !isLongA;
  const Products products{f,
                          number,
                          oneOf({1u, 1u, 2u, 3u, 4u}),
                          oneOf({1u, 1u, 2u, 4u}),
                          oneOf({1u, 1u, 2u}),
                          oneIn(2),
                          oneIn(2),
                          isLongA,
                          isLongB,
                          pairsMeet && hasSplitForm(f) && oneIn(2)};
  kernel.inputs[2 * number] = smallNumbers(random, f.a, isLongA ? largest : small);
  kernel.inputs[2 * number + 1] = smallNumbers(random, f.b, isLongB ? largest : small);
  declarations += put("  const global uchar *pa$N = a$N, *pb$N = b$N + across * 64;\n"
                      "  $TYPE s$N$DIMENSIONS;\n  $OVER\n    $S = $START;\n",
                      {{"N", text(number)},
                       {"TYPE", f.cType},
                       {"DIMENSIONS", products.arraysOfSums()},
                       {"OVER", overSums(products)},
                       {"START", oneIn(3) && !isNarrow ? "(" + f.cType + ")(i + j)" : "0"},
                       {"S", products.sum()}});
  return products;
}

/// The private arrays that its factors are read into.
std::string KernelWriter::declareFactors(const Products &products) {
  return put("    $ATYPE x$N$ADIMENSIONS;\n    $BTYPE y$N$BDIMENSIONS;\n",
             {{"N", text(products.number)},
              {"ATYPE", products.function.aType},
              {"BTYPE", products.function.bType},
              {"ADIMENSIONS", products.arraysOfFactors(products.rowBlocks)},
              {"BDIMENSIONS", products.arraysOfFactors(products.columnBlocks)}});
}

void KernelWriter::writeProducts(unsigned number) {
  const Products products = chooseProducts(number);
  const std::string arrive = "    intel_work_group_barrier_arrive(0);\n",
                    wait = "    intel_work_group_barrier_wait(0);\n";
  const bool splits = waiting == Waiting::inRound;
  std::string loads = loadA(products);
  // What is known of the arguments decides where they come from.
  if (oneIn(4))
    loads = "    if (" + oneOf<std::string>({"skip == 1", "skip != 1", "steps & 1"}) + ") {\n" +
            loads + "    } else {\n" + loadA(products) + "    }\n";
  body += declareFactors(products) + loads + maybeBarrier() + (splits ? arrive : "") +
          loadB(products) + maybeBarrier() + multiply(products) + (splits ? wait : "") +
          maybeBarrier();
  stores += maybeBarrier() + storeSums(products);
}

void KernelWriter::choose() {
  kernel.subGroupSize = oneOf({8u, 16u, 16u, 16u});
  kernel.across = oneOf({1u, 1u, 2u, 4u, 8u});
  kernel.down = oneOf({1u, 1u, 2u, 4u, 8u});
  if (kernel.subGroups() > 32)
    kernel.down = 2;
  kernel.steps = int(oneOf({1u, 2u, 3u, 5u}));
  // Enough neighbours to run several at once, where there is little to be done.
  if (kernel.subGroups() == 1)
    kernel.workGroups = oneOf({3u, 9u, 12u});
  kernel.inColumn = oneIn(2);
  indexType = oneOf<std::string>({"int", "uint", "size_t"});
  waiting = oneOf({Waiting::never, Waiting::never, Waiting::atBarriers, Waiting::atBarriers,
                   Waiting::acrossRounds, Waiting::inRound});
}

MatrixKernel KernelWriter::write() {
  choose();
  pairsMeet = true;
  if (oneIn(3))
    kernel.steps = int(oneOf({9u, 17u}));
  const unsigned blocks = oneIn(4) ? 2 : 1;
  for (unsigned number = 0; number < blocks; ++number)
    writeProducts(number);
  const bool acrossRounds = waiting == Waiting::acrossRounds;
  const std::string arrive = "  intel_work_group_barrier_arrive(0);\n",
                    wait = "  intel_work_group_barrier_wait(0);\n";
  if (acrossRounds)
    body += "    " + oneOf<std::string>({"", "", "if (k % 2 == 0) "}) + "{\n    " + wait + "    " +
            arrive + "    }\n";
  const std::string index = oneOf<std::string>({"int", "uint"});
  return finish((acrossRounds ? arrive : "") + "  for (" + index + " k = 0; k < steps; ++k) {\n" +
                body + "  }\n" + (acrossRounds ? wait : ""));
}

MatrixKernel KernelWriter::finish(const std::string &statements) {
  for (std::vector<std::uint8_t> &input : kernel.inputs)
    input.resize(usualInputBytes);
  // Which sub-group it is, said in ways that the compiler has to see through, or not.
  const bool byIds = oneIn(2);
  kernel.text =
      kernel.defineGroup() +
      put("#define WORDS $WORDS\n"
          "__attribute__((intel_reqd_sub_group_size($SIZE), reqd_work_group_size($WIDTH, $DOWN, "
          "1)))\n"
          "kernel void fuzz$SEED(global uchar *a0, global uchar *b0, global uchar *a1,\n"
          "    global uchar *b1, global uint *out, int steps, int skip) {\n"
          "  const int lane = get_sub_group_local_id();\n"
          "  const int down = $MYDOWN, across = $MYACROSS;\n"
          "  const int row = (GROUP * $DOWN + down) * 8;\n"
          "$DECLARATIONS$STATEMENTS$STORES}\n",
          {{"MYDOWN", byIds ? "get_sub_group_id() / " + text(kernel.across) : "get_local_id(1)"},
           {"MYACROSS", byIds ? "get_sub_group_id() % " + text(kernel.across)
                              : "get_local_id(0) / " + text(kernel.subGroupSize)},
           {"WORDS", text(kernel.words)},
           {"SIZE", text(kernel.subGroupSize)},
           {"WIDTH", text(kernel.subGroupSize * kernel.across)},
           {"DOWN", text(kernel.down)},
           {"SEED", text(seed)},
           {"DECLARATIONS", declarations},
           {"STATEMENTS", statements},
           {"STORES", stores}});
  return std::move(kernel);
}

MatrixKernel writeMatrixKernel(std::uint64_t seed) {
  switch (seed % 6) {
  case 0:
    return writeCooperativeKernel(seed);
  case 1:
    return KernelWriter(seed).write();
  case 4:
  case 5:
    return writeProductKernel(seed);
  default:
    return KernelWriter(seed).writeNest();
  }
}

} // namespace heddle::test
