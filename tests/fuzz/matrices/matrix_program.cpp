#include "tests/fuzz/matrices/matrix_program.hpp"

#include "tests/kernels/matrix/matrix_reference.hpp"

#include <initializer_list>

namespace heddle::test {

namespace {

constexpr unsigned inputBytes = 1 << 18;
/// Steps of a row-major A, and panels of B that lie side by side.
constexpr unsigned stepsInRow = 8, panels = 4;

std::string text(unsigned number) { return std::to_string(number); }

/// "short" of "short8".
std::string scalarOf(const std::string &type) {
  return type.substr(0, type.find_first_of("0123456789"));
}

class KernelWriter {
public:
  explicit KernelWriter(std::uint64_t seed) : random(seed), seed(seed) {}

  MatrixKernel write();

private:
  bool oneIn(unsigned count) { return random.below(count) == 0; }
  template <typename Type> Type oneOf(std::initializer_list<Type> values) {
    return values.begin()[random.below(unsigned(values.size()))];
  }

  void writeProducts(unsigned number);
  const MadFunction &chooseFunction();
  void fill(std::vector<std::uint8_t> &bytes, Format format, int largest);
  std::string index(const std::string &expression) {
    return "(" + indexType + ")(" + expression + ")";
  }

  std::string loadA(const MadFunction &f, const std::string &x, const std::string &a);
  std::string loadB(const MadFunction &f, const std::string &y, const std::string &b);
  std::string statements(const MadFunction &f, const std::string &product);

  Random random;
  std::uint64_t seed;
  MatrixKernel kernel;
  std::string indexType;
  std::string declarations, body, stores;
  unsigned rowBlocks = 1, columnBlocks = 1;
};

/// Often of 8 rows, and of formats that have several ways to go.
const MadFunction &KernelWriter::chooseFunction() {
  const unsigned rows = oneOf({8u, 8u, 8u, 8u, 4u, 2u, 1u});
  const bool isFloat = oneIn(2);
  std::vector<const MadFunction *> candidates;
  for (const MadFunction &f : madFunctions())
    if (f.n == kernel.subGroupSize && f.m == rows && f.rowsAbreast == 1 &&
        isInteger(f.a) != isFloat && (isFloat || bitsOf(f.a) == bitsOf(f.b) || oneIn(3)))
      candidates.push_back(&f);
  return *candidates[random.below(unsigned(candidates.size()))];
}

/// Random bits of integers; floats are integers up to `largest`.
void KernelWriter::fill(std::vector<std::uint8_t> &bytes, Format format, int largest) {
  bytes.resize(inputBytes);
  if (isInteger(format)) {
    for (std::uint8_t &byte : bytes)
      byte = std::uint8_t(random.next() >> 8);
    return;
  }
  const unsigned bits = bitsOf(format), count = inputBytes * 8 / bits;
  for (unsigned i = 0; i < count; ++i) {
    const int value = int(random.below(unsigned(2 * largest + 1))) - largest;
    std::uint32_t element = bitsOfValue(format, float(value));
    if (format == Format::tf32) // what is cut off
      element |= random.next() & 0x1FFF;
    for (unsigned bit = 0; bit < bits; bit += std::min(bits, 8u)) {
      const unsigned place = i * bits + bit;
      bytes[place / 8] |= std::uint8_t((element >> bit & (bits < 8 ? 0xF : 0xFF)) << place % 8);
    }
  }
}

std::string KernelWriter::loadA(const MadFunction &f, const std::string &x, const std::string &a) {
  const std::string scalar = scalarOf(f.aType), size = text(f.n);
  const unsigned components = componentCount(f.aType), bits = componentBits(f.aType);
  // Two rows of elements in a component of all lanes, or one.
  const unsigned abreast = components < f.m ? 2 : 1, columns = f.n / abreast;
  const std::string pointer = "((const global " + scalar + " *)" + a + ")";
  const std::string forAll = "    for (int i = 0; i < " + text(rowBlocks) + "; ++i)\n      ";
  const std::string each = "for (int r = 0; r < " + text(components) + "; ++r)\n        " +
                           (components == 1 ? x + "[i]" : x + "[i][r]") + " = ";
  const std::string row = "(row + i * " + text(f.m) + " + r * " + text(abreast) +
                          (abreast == 2 ? " + lane / " + text(columns) : "") + ") * " +
                          text(columns * stepsInRow) + " + k * " + text(columns);
  switch (random.below(bits == 16 && f.n == 16 && components == 8 ? 6 : 5)) {
  case 0:
  case 1: // rows of a matrix
    return forAll + each + pointer + "[" +
           index(row + (abreast == 2 ? " + lane % " + text(columns) : " + lane")) + "];\n";
  case 2: // blocks one after another
    return forAll + each + pointer + "[" +
           index("((k * " + text(rowBlocks) + " + i) * " + text(components) + " + r) * " + size +
                 " + lane") +
           "];\n";
  case 3: // each lane's components together
    return forAll + each + pointer + "[" +
           index("((k * " + text(rowBlocks) + " + i) * " + size + " + lane) * " + text(components) +
                 " + r") +
           "];\n";
  case 4: { // block reads
    if (bits == 8 || abreast == 2)
      return forAll + each + pointer + "[lane + r];\n";
    const std::string word = bits == 16 ? "ushort" : "uint";
    return forAll + each + "as_" + scalar + "(intel_sub_group_block_read" +
           (bits == 16 ? "_us" : "") + "((const global " + word + " *)" + a + " + " + row + "));\n";
  }
  default: { // 2D blocks, of which some lie across the edges
    const std::string width = text(columns * stepsInRow * 2);
    return forAll +
           "{\n        ushort rows[8];\n        intel_sub_group_2d_block_read_16b_8r16x1c(" +
           "(global void *)" + a + ", " + width + ", " + text(random.below(40) + 9) + ", " + width +
           ", (int2)(k * 16" + oneOf({"", "", " + 6", " - 2"}) + ", row + i * 8), rows);\n" +
           "        for (int r = 0; r < 8; ++r)\n          " + x + "[i][r] = as_" + scalar +
           "(rows[r]);\n      }\n";
  }
  }
}

std::string KernelWriter::loadB(const MadFunction &f, const std::string &y, const std::string &b) {
  const std::string scalar = scalarOf(f.bType), size = text(f.n);
  const unsigned rows = componentCount(f.bType);
  const std::string forAll = "    for (int j = 0; j < " + text(columnBlocks) + "; ++j)\n      ";
  const std::string each = "for (int r = 0; r < " + text(rows) + "; ++r)\n        " +
                           (rows == 1 ? y + "[j]" : y + "[j][r]") + " = ";
  const std::string words = "((const global " + scalar + " *)" + b + ")";
  const bool hasPairs = bitsOf(f.b) == 16;
  switch (random.below(hasPairs && f.n == 16 && rows == 8 ? 5 : hasPairs ? 4 : 3)) {
  case 0: // packed into panels
    return forAll + each + words + "[" +
           index("j * " + text(64 * f.n) + " + (k * " + text(rows) + " + r) * " + size +
                 " + lane") +
           "];\n";
  case 1: // rows of words
    return forAll + each + words + "[" +
           index("(k * " + text(rows) + " + r) * " + text(f.n * panels) + " + j * " + size +
                 " + lane") +
           "];\n";
  case 2: // block reads
    if (rows != 8)
      return forAll + each + words + "[lane + j + r];\n";
    return forAll + y + "[j] = as_" + f.bType +
           "(intel_sub_group_block_read8((const global uint *)" + b + " + j * " + text(64 * f.n) +
           " + k * " + text(8 * f.n) + "));\n";
  case 3: { // put together of two rows
    const auto half = [&](const std::string &row) {
      return "((const global ushort *)" + b + ")[" +
             index("(k * " + text(2 * rows) + " + " + row + ") * " + text(f.n * panels) +
                   " + j * " + size + " + lane") +
             "]";
    };
    return forAll + each + "as_" + scalar + "((ushort2)(" + half("2 * r") + ", " +
           half("2 * r + 1") + "));\n";
  }
  default: {
    const std::string width = text(f.n * panels * 2);
    return forAll +
           "{\n        uint rows[8];\n        "
           "intel_sub_group_2d_block_read_transform_16b_16r16x1c(" +
           "(global void *)" + b + ", " + width + ", " + text(random.below(60) + 20) + ", " +
           width + ", (int2)(j * 16" + oneOf({"", "", " + 4"}) + ", k * 16), rows);\n" +
           "        for (int r = 0; r < 8; ++r)\n          " + y + "[j][r] = as_" + scalar +
           "(rows[r]);\n      }\n";
  }
  }
}

/// The products of a round, and what else happens to the sums.
std::string KernelWriter::statements(const MadFunction &f, const std::string &product) {
  const bool isWide = componentBits(f.cType) == 32;
  const std::string all = "    for (int i = 0; i < " + text(rowBlocks) +
                          "; ++i)\n      for (int j = 0; j < " + text(columnBlocks) +
                          "; ++j)\n        ";
  const std::string sum = product.substr(0, product.find(' '));
  const std::string products = all + product + ";\n";
  switch (random.below(8)) {
  case 0:
    return isWide ? products + all + sum + " = " + sum + " * 2 + 1;\n" : products;
  case 1:
    return "    if (k != skip) {\n" + products + "    }\n";
  case 2:
    return products + "    barrier(CLK_LOCAL_MEM_FENCE);\n";
  case 3:
    return products + products;
  default:
    return products;
  }
}

void KernelWriter::writeProducts(unsigned number) {
  const MadFunction &f = chooseFunction();
  rowBlocks = oneOf({1u, 1u, 2u, 3u, 4u});
  columnBlocks = oneOf({1u, 1u, 2u, 4u});
  const std::string n = text(number), s = "s" + n, x = "x" + n, y = "y" + n;
  const bool isNarrow = componentBits(f.cType) == 16;
  // One side of halves and tf32 has all their bits. Four bits have no 5.
  const bool isLong = (f.a == Format::f16 || f.a == Format::tf32) && !isNarrow && oneIn(2);
  const int small = isNarrow ? 1 : 3;
  const bool longA = isLong && oneIn(2);
  fill(kernel.inputs[2 * number], f.a, longA ? 1100 : small);
  fill(kernel.inputs[2 * number + 1], f.b, isLong && !longA ? 1100 : small);

  const std::string start = oneIn(3) && !isNarrow ? "(" + f.cType + ")(i + j)" : "0";
  declarations += "  " + f.cType + " " + s + "[" + text(rowBlocks) + "][" + text(columnBlocks) +
                  "];\n  for (int i = 0; i < " + text(rowBlocks) +
                  "; ++i)\n    for (int j = 0; j < " + text(columnBlocks) + "; ++j)\n      " + s +
                  "[i][j] = " + start + ";\n";
  body +=
      "    " + f.aType + " " + x + "[" + text(rowBlocks) + "];\n    " + f.bType + " " + y + "[" +
      text(columnBlocks) + "];\n" + loadA(f, x, "a" + n) + loadB(f, y, "b" + n) +
      statements(f, s + "[i][j] = " + f.function + "(" + x + "[i], " + y + "[j], " + s + "[i][j])");

  const std::string element = s + "[i][j]" + (f.m == 1 ? "" : "[r]"), size = text(f.n);
  const std::string place = oneOf<std::string>(
      {"((i * " + text(f.m) + " + r) * " + text(columnBlocks) + " + j) * " + size + " + lane",
       "(lane * " + text(rowBlocks * columnBlocks) + " + i * " + text(columnBlocks) + " + j) * " +
           text(f.m) + " + r",
       "((i * " + text(columnBlocks) + " + j) * " + text(f.m) + " + r) * " + size + " + lane"});
  stores += "  for (int i = 0; i < " + text(rowBlocks) + "; ++i)\n    for (int j = 0; j < " +
            text(columnBlocks) + "; ++j)\n      for (int r = 0; r < " + text(f.m) +
            "; ++r)\n        out[base + " + text(kernel.words) + " + " + place +
            "] = " + (isNarrow ? "as_ushort(" : "as_uint(") + element + ");\n";
  kernel.words += rowBlocks * columnBlocks * f.m * f.n;
}

MatrixKernel KernelWriter::write() {
  kernel.subGroupSize = oneOf({8u, 16u, 16u, 16u});
  kernel.subGroups = oneOf({1u, 1u, 2u, 4u});
  kernel.steps = int(oneOf({1u, 2u, 3u, 5u}));
  indexType = oneOf<std::string>({"int", "uint", "size_t"});
  const unsigned blocks = oneIn(4) ? 2 : 1;
  for (unsigned number = 0; number < blocks; ++number)
    writeProducts(number);
  for (std::vector<std::uint8_t> &input : kernel.inputs)
    input.resize(inputBytes);
  kernel.text =
      "__attribute__((intel_reqd_sub_group_size(" + text(kernel.subGroupSize) +
      "), reqd_work_group_size(" + text(kernel.subGroupSize * kernel.subGroups) +
      ", 1, 1)))\nkernel void fuzz" + std::to_string(seed) +
      "(const global uchar *a0, const global uchar *b0, const global uchar *a1,\n"
      "    const global uchar *b1, global uint *out, int steps, int skip) {\n"
      "  const int lane = get_sub_group_local_id();\n  const int row = get_group_id(0) * 8;\n"
      "  const int base = (get_group_id(0) * get_num_sub_groups() + get_sub_group_id()) * " +
      text(kernel.words) + ";\n" + declarations + "  for (" + oneOf<std::string>({"int", "uint"}) +
      " k = 0; k < steps; ++k) {\n" + body + "  }\n" + stores + "}\n";
  return std::move(kernel);
}

} // namespace

MatrixKernel writeMatrixKernel(std::uint64_t seed) { return KernelWriter(seed).write(); }

} // namespace heddle::test
