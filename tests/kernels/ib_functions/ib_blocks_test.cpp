// The 2D blocks of ib_functions.def, each shape under each of its names, against the layout of the
// extension's text; and the blocks of a sub-group.
#include "tests/kernels/matrix/device_fixture.hpp"

#include <algorithm>
#include <cstring>

namespace heddle::test {
namespace {

enum class Order { plain, transform, transpose };

struct Shape {
  std::string name;
  unsigned bits, rows, columns, blocks;
  Order order;

  unsigned bytes() const { return bits / 8; }
  unsigned bytesOfLane() const { return rows * columns * blocks * bytes() / lanes; }
  std::string prefix() const {
    return order == Order::plain ? "" : order == Order::transform ? "transform_" : "transpose_";
  }
  static constexpr unsigned lanes = 16;
};

std::vector<Shape> shapes() {
  std::vector<Shape> table = {
#define HEDDLE_IB_BLOCK_2D(shape, bits, rows, columns, blocks, order)                              \
  {#shape, bits, rows, columns, blocks, Order::order},
#include "compiler/spirv/builtins/ib_functions.def"
  };
  for (Shape &shape : table)
    if (!shape.rows)
      shape.rows = Shape::lanes;
  return table;
}

/// With "transform_" or "transpose_" in front.
const Shape *shapeNamed(const std::string &name) {
  static const std::vector<Shape> table = shapes();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Shape &shape) {
    return shape.prefix() + shape.name == name;
  });
  return found == table.end() ? nullptr : &*found;
}

/// Some OpenCL C type of so many bytes.
std::string typeOf(unsigned bytes) {
  for (unsigned size : {1u, 2u, 4u, 8u})
    for (unsigned count : {1u, 2u, 4u, 8u, 16u})
      if (size * count == bytes) {
        const std::string scalar = size == 1   ? "uchar"
                                   : size == 2 ? "ushort"
                                   : size == 4 ? "uint"
                                               : "ulong";
        return count == 1 ? scalar : scalar + std::to_string(count);
      }
  return "";
}

// A matrix of which the blocks lie partly outside.
constexpr unsigned width = 96, height = 37, pitch = 128, xBytes = 48, y = 10;

Bytes matrix() {
  Bytes result(pitch * height);
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = std::uint8_t(i * 7 + i / 251 + 1);
  return result;
}

/// One byte of an element; what lies outside is zero.
std::uint8_t byteAt(const Bytes &matrix, const Shape &shape, unsigned row, unsigned column,
                    unsigned byte) {
  const unsigned at = xBytes + column * shape.bytes() + byte;
  return row + y < height && at < width ? matrix[(row + y) * pitch + at] : 0;
}

/// What a work-item gets, byte by byte.
Bytes expected(const Bytes &matrix, const Shape &shape, unsigned lane) {
  Bytes result;
  const unsigned lanes = Shape::lanes;
  const auto add = [&](unsigned row, unsigned column) {
    for (unsigned byte = 0; byte < shape.bytes(); ++byte)
      result.push_back(byteAt(matrix, shape, row, column, byte));
  };
  for (unsigned block = 0; block < shape.blocks; ++block) {
    const unsigned first = block * shape.columns;
    if (shape.order == Order::transform) {
      for (unsigned row = 0; row < shape.rows; ++row)
        add(row, first + lane);
    } else if (shape.order == Order::transpose) {
      const unsigned rowsOfLane = shape.rows / lanes;
      for (unsigned column = 0; column < shape.columns; ++column)
        for (unsigned i = 0; i < rowsOfLane; ++i)
          add(lane * rowsOfLane + i, first + column);
    } else if (shape.columns < lanes) {
      const unsigned abreast = lanes / shape.columns;
      for (unsigned row = lane / shape.columns; row < shape.rows; row += abreast)
        add(row, first + lane % shape.columns);
    } else {
      const unsigned columnsOfLane = shape.columns / lanes;
      for (unsigned row = 0; row < shape.rows; ++row)
        for (unsigned i = 0; i < columnsOfLane; ++i)
          add(row, first + lane * columnsOfLane + i);
    }
  }
  return result;
}

class IbBlocks : public MatrixDeviceTest {
protected:
  static constexpr char attributes[] =
      "__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))\n";
  static std::string coordinate(const Shape &shape) {
    return "(int2)(" + std::to_string(xBytes / shape.bytes()) + ", " + std::to_string(y) + ")";
  }
};

/// Whether the test reads it: not rows of a 1 x 8 block, which fill half of the lanes, nor 64 and
/// more components, which take long to compile.
bool isTested(const Shape &shape) {
  return shape.rows * shape.columns >= Shape::lanes &&
         (shape.order != Order::plain || shape.rows * shape.blocks <= 32);
}

TEST_F(IbBlocks, EveryShapeIsRead) {
  // The names in turn, and whether there is a cache control behind the coordinate.
  const std::pair<std::string, bool> forms[] = {
      {"flat_", false}, {"cacheopts_", true}, {"flat_cacheopts_", true}};
  const Bytes input = matrix();
  std::string source;
  unsigned count = 0;
  for (const Shape &shape : shapes()) {
    if (!isTested(shape))
      continue;
    const auto &[form, hasCacheControl] = forms[count++ % 3];
    const std::string function =
        "__builtin_IB_subgroup_block_read_" + form + shape.prefix() + shape.name;
    const std::string type = typeOf(shape.bytesOfLane());
    source += type + " " + function + "(long, int, int, int, int2" +
              (hasCacheControl ? ", int" : "") + ");\n" + attributes + "kernel void k_" +
              shape.prefix() + shape.name + "(global const uchar *in, global " + type +
              " *out) {\n  out[get_local_id(0)] = " + function + "(as_long(in), 95, 36, 127, " +
              coordinate(shape) + (hasCacheControl ? ", 4" : "") + ");\n}\n";
  }
  ASSERT_GT(count, 50u);
  const BuiltProgram built = device().buildSource(source);
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  for (const Shape &shape : shapes()) {
    if (!isTested(shape))
      continue;
    const unsigned bytes = shape.bytesOfLane();
    const Bytes output = device().run(built.program, "k_" + shape.prefix() + shape.name, {input},
                                      bytes * Shape::lanes, Shape::lanes, Shape::lanes);
    for (unsigned lane = 0; lane < Shape::lanes && !output.empty(); ++lane)
      EXPECT_EQ(Bytes(output.begin() + lane * bytes, output.begin() + (lane + 1) * bytes),
                expected(input, shape, lane))
          << shape.prefix() << shape.name << ", lane " << lane;
  }
}

TEST_F(IbBlocks, ExtendedBlockReadsTakeWholeSizes) {
  const std::pair<std::string, std::string> functions[] = {
#define HEDDLE_EXTENDED_BLOCK_READ(shape, type) {#shape, #type},
#include "builtins/include/subgroup_extended_block_read.def"
  };
  std::string source;
  for (const auto &[name, type] : functions) {
    const auto *shape = shapeNamed(name);
    ASSERT_NE(shape, nullptr) << name;
    source += attributes + ("kernel void k_" + name) + "(global uchar *in, global " + type +
              " *out) {\n  out[get_local_id(0)] = intel_subgroup_block_read_" + name +
              "(in, 96, 37, 128, " + coordinate(*shape) + ");\n}\n";
  }
  const BuiltProgram built = device().buildSource(source);
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  const Bytes input = matrix();
  for (const auto &[name, type] : functions) {
    const auto *shape = shapeNamed(name);
    const unsigned bytes = shape->bytesOfLane();
    const Bytes output = device().run(built.program, "k_" + name, {input}, bytes * Shape::lanes,
                                      Shape::lanes, Shape::lanes);
    ASSERT_FALSE(output.empty());
    for (unsigned lane = 0; lane < Shape::lanes; ++lane)
      EXPECT_EQ(Bytes(output.begin() + lane * bytes, output.begin() + (lane + 1) * bytes),
                expected(input, *shape, lane))
          << name << ", lane " << lane;
  }
}

TEST_F(IbBlocks, BlocksAreWrittenAndPrefetched) {
  std::string source;
  const auto isWritten = [](const Shape &shape) {
    return shape.order == Order::plain && isTested(shape);
  };
  for (const Shape &shape : shapes()) {
    if (!isWritten(shape))
      continue;
    const std::string type = typeOf(shape.bytesOfLane());
    const std::string block = "__builtin_IB_subgroup_block_";
    source += type + " " + block + "read_flat_" + shape.name + "(long, int, int, int, int2);\n";
    source +=
        "void " + block + "read_prefetch_" + shape.name + "(long, int, int, int, int2, int);\n";
    source += "void " + block + "read_flat_prefetch_" + shape.name +
              "(long, int, int, int, int2, int);\n";
    source += "void " + block + "write_flat_" + shape.name + "(long, int, int, int, int2, " + type +
              ");\n";
    source +=
        "void " + block + "write_cacheopts_" + shape.name + "(long, int, int, int, int2, " + type +
        ", int);\n" + attributes + "kernel void k_" + shape.name +
        "(global const uchar *in, global uchar *out) {\n  int2 at = " + coordinate(shape) +
        ";\n  " + block + "read_prefetch_" + shape.name + "(as_long(in), 95, 36, 127, at, 4);\n  " +
        block + "read_flat_prefetch_" + shape.name + "(as_long(in), 95, 36, 127, at, 4);\n  " +
        type + " x = " + block + "read_flat_" + shape.name + "(as_long(in), 95, 36, 127, at);\n  " +
        block + "write_flat_" + shape.name + "(as_long(out), 95, 36, 127, at, x);\n  " + block +
        "write_cacheopts_" + shape.name + "(as_long(out + 128 * 37), 95, 36, 127, at, x, 4);\n}\n";
  }
  const BuiltProgram built = device().buildSource(source);
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  const Bytes input = matrix();
  for (const Shape &shape : shapes()) {
    if (!isWritten(shape))
      continue;
    const Bytes output = device().run(built.program, "k_" + shape.name, {input}, 2 * input.size(),
                                      Shape::lanes, Shape::lanes);
    ASSERT_FALSE(output.empty());
    Bytes wanted(2 * input.size(), 0xA5);
    const unsigned end = std::min(width, xBytes + shape.blocks * shape.columns * shape.bytes());
    for (unsigned copy = 0; copy < 2; ++copy)
      for (unsigned row = y; row < std::min(height, y + shape.rows); ++row)
        for (unsigned at = xBytes; at < end; ++at)
          wanted[copy * input.size() + row * pitch + at] = input[row * pitch + at];
    EXPECT_EQ(output, wanted) << shape.name;
  }
}

TEST_F(IbBlocks, TransposedBlocksHaveARowForEachWorkItemOfSize32) {
  const BuiltProgram built = device().buildSource(
      "uint4 __builtin_IB_subgroup_block_read_flat_transpose_u32_k4(long, int, int, int, int2);\n"
      "uint4 part(global const uint *in) { return "
      "__builtin_IB_subgroup_block_read_flat_transpose_u32_k4(as_long(in), 15, 31, 15, 0); }\n"
      "__attribute__((intel_reqd_sub_group_size(32))) kernel void k(global const uint *in, "
      "global uint4 *out) { out[get_local_id(0)] = part(in); }\n");
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  const Bytes all = matrix(), input(all.begin(), all.begin() + 32 * 16);
  EXPECT_EQ(device().run(built.program, "k", {input}, 32 * 16, 32, 32), input);
}

TEST_F(IbBlocks, BlocksOfASubGroupAreCopied) {
  struct Row {
    std::string function, type, space;
  };
  std::vector<Row> reads;
  const auto rowOf = [](const std::string &name) {
    const std::string scalar = name.ends_with("_b")   ? "uchar"
                               : name.ends_with("_h") ? "ushort"
                               : name.ends_with("_l") ? "ulong"
                                                      : "uint";
    const std::size_t count = name.find_first_of("0123456789");
    const std::string width = name.substr(count, name.find('_', count) - count);
    return Row{name, width == "1" ? scalar : scalar + width,
               name.find("_local") == std::string::npos ? "global" : "local"};
  };
#define HEDDLE_IB_BLOCK_READ(function) reads.push_back(rowOf(#function));
#include "compiler/spirv/builtins/ib_functions.def"
  std::string source;
  for (const Row &read : reads) {
    std::string write = read.function;
    write.replace(write.find("_read_"), 6, "_write_");
    const std::string scalar = read.type.substr(0, read.type.find_first_of("0123456789"));
    source += read.type + " " + read.function + "(const " + read.space + " " + scalar +
              " *);\nvoid " + write + "(" + read.space + " " + scalar + " *, " + read.type +
              ");\n" + attributes + "kernel void c_" + read.function + "(global const " + scalar +
              " *in, global " + scalar + " *out) {\n";
    if (read.space == "global")
      source += "  " + write + "(out, " + read.function + "(in));\n}\n";
    else
      source += "  local " + scalar +
                " a[256], b[256];\n  for (int i = get_local_id(0); i < 256; "
                "i += 16) { a[i] = in[i]; b[i] = 0; }\n  barrier(CLK_LOCAL_MEM_FENCE);\n  " +
                write + "(b, " + read.function +
                "(a));\n  barrier(CLK_LOCAL_MEM_FENCE);\n  for (int i = get_local_id(0); i < 256; "
                "i += 16) out[i] = b[i];\n}\n";
  }
  ASSERT_EQ(reads.size(), 40u);
  const BuiltProgram built = device().buildSource(source);
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  const Bytes all = matrix();
  for (const Row &read : reads) {
    const unsigned size = read.type.starts_with("uchar")    ? 1
                          : read.type.starts_with("ushort") ? 2
                          : read.type.starts_with("uint")   ? 4
                                                            : 8;
    const std::size_t digits = read.type.find_first_of("0123456789");
    const unsigned width =
        digits == std::string::npos ? 1 : unsigned(std::stoul(read.type.substr(digits)));
    const unsigned copied = size * width * 16;
    const Bytes input(all.begin(), all.begin() + 256 * size);
    const Bytes output =
        device().run(built.program, "c_" + read.function, {input}, 256 * size, 16, 16);
    ASSERT_EQ(output.size(), input.size());
    EXPECT_EQ(Bytes(output.begin(), output.begin() + copied),
              Bytes(input.begin(), input.begin() + copied))
        << read.function;
    const std::uint8_t untouched = read.space == "global" ? 0xA5 : 0;
    EXPECT_EQ(Bytes(output.begin() + copied, output.end()), Bytes(256 * size - copied, untouched))
        << read.function;
  }
}

} // namespace
} // namespace heddle::test
