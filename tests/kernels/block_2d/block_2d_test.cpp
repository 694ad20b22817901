// 2D block reads, writes and prefetches against the reference algorithm: every function of the
// table and shapes beyond it, inside of a matrix and across all of its edges, with pages on both
// sides of the memory that may not be touched. From source and from SPIR-V.
#include "tests/kernels/block_2d/block_reference.hpp"
#include "tests/kernels/block_2d/guarded_memory.hpp"
#include "tests/kernels/harness/driver.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

namespace heddle::test {
namespace {

struct Function {
  std::string name; ///< of the kernel
  std::string text; ///< of the kernel
  BlockShape shape;
  unsigned componentBytes; ///< of the private array's type
  unsigned lanes = 16;
};

std::string kernelHead(unsigned lanes, const std::string &name) {
  return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(lanes) + ")))\nkernel void " +
         name +
         "(global char *memory, uint offset, int width, int height, int pitch,\n"
         "  global const int2 *places, global uchar *values) {\n"
         "  int2 at = places[get_group_id(0)];\n";
}

std::string number(unsigned value) { return std::to_string(value); }

/// `values` holds component 0 of all lanes of a work-group's sub-group, then component 1, …
std::string arrayOf(const std::string &type, unsigned bytes, unsigned lanes) {
  return "  " + type + " v[" + number(bytes) + " / sizeof(" + type + ")];\n" +
         "  const int count = sizeof(v) / sizeof(v[0]);\n  global " + type + " *own = (global " +
         type + " *)values + get_group_id(0) * count * " + number(lanes) +
         " + get_sub_group_local_id();\n";
}

/// A work-item's array of `bytes`, as `type`, read by `call` or written by it.
std::string reader(unsigned lanes, const std::string &name, const std::string &type, unsigned bytes,
                   const std::string &call) {
  return kernelHead(lanes, name) + arrayOf(type, bytes, lanes) + "  " + call +
         ";\n  for (int i = 0; i < count; ++i) own[i * " + number(lanes) + "] = v[i];\n}\n";
}

std::string writer(unsigned lanes, const std::string &name, const std::string &type, unsigned bytes,
                   const std::string &call) {
  return kernelHead(lanes, name) + arrayOf(type, bytes, lanes) +
         "  for (int i = 0; i < count; ++i) v[i] = own[i * " + number(lanes) + "];\n  " + call +
         ";\n}\n";
}

/// The private arrays of `lanes` lanes, one behind the other, as `values` holds them.
Bytes componentMajor(const Bytes &arrays, unsigned lanes, unsigned componentBytes) {
  Bytes result(arrays.size());
  const std::size_t count = arrays.size() / lanes / componentBytes;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(result.data() + (i * lanes + lane) * componentBytes,
                  arrays.data() + (lane * count + i) * componentBytes, componentBytes);
  return result;
}

constexpr char arguments[] = "memory + offset, width, height, pitch, at";

Function tableRead(const std::string &kind, unsigned bits, unsigned rows, unsigned columns,
                   unsigned blocks, const std::string &type, unsigned count) {
  const std::string name = kind + "_" + number(bits) + "b_" + number(rows) + "r" + number(columns) +
                           "x" + number(blocks) + "c";
  const Order order = kind == "read_transform"   ? Order::transform
                      : kind == "read_transpose" ? Order::transpose
                                                 : Order::plain;
  const unsigned component = type == "uchar" ? 1 : type == "ushort" ? 2 : 4;
  return {name,
          reader(16, name, type, count * component,
                 "intel_sub_group_2d_block_" + name + "(" + arguments + ", v)"),
          {bits / 8, rows, columns, blocks, order},
          component};
}

Function tableWrite(unsigned bits, unsigned rows, unsigned columns, unsigned blocks,
                    const std::string &type, unsigned count) {
  const std::string name = "write_" + number(bits) + "b_" + number(rows) + "r" + number(columns) +
                           "x" + number(blocks) + "c";
  const unsigned component = type == "uchar" ? 1 : type == "ushort" ? 2 : 4;
  return {name,
          writer(16, name, type, count * component,
                 "intel_sub_group_2d_block_" + name + "(" + arguments + ", v)"),
          {bits / 8, rows, columns, blocks},
          component};
}

Function tablePrefetch(unsigned bits, unsigned rows, unsigned columns, unsigned blocks) {
  const std::string name = "prefetch_" + number(bits) + "b_" + number(rows) + "r" +
                           number(columns) + "x" + number(blocks) + "c";
  return {name,
          kernelHead(16, name) + "  intel_sub_group_2d_block_" + name + "(" + arguments +
              ");\n  values[get_global_id(0)] = 1;\n}\n",
          {bits / 8, rows, columns, blocks},
          1};
}

const std::vector<Function> reads = {
#define HEDDLE_2D_READ(bits, rows, columns, blocks, type, count)                                   \
  tableRead("read", bits, rows, columns, blocks, #type, count),
#define HEDDLE_2D_READ_TRANSFORM(bits, rows, columns, blocks, type, count)                         \
  tableRead("read_transform", bits, rows, columns, blocks, #type, count),
#define HEDDLE_2D_READ_TRANSPOSE(bits, rows, columns, blocks, type, count)                         \
  tableRead("read_transpose", bits, rows, columns, blocks, #type, count),
#include "builtins/include/subgroup_2d_block_io.def"
};
const std::vector<Function> writes = {
#define HEDDLE_2D_WRITE(bits, rows, columns, blocks, type, count)                                  \
  tableWrite(bits, rows, columns, blocks, #type, count),
#include "builtins/include/subgroup_2d_block_io.def"
};
const std::vector<Function> prefetches = {
#define HEDDLE_2D_PREFETCH(bits, rows, columns, blocks) tablePrefetch(bits, rows, columns, blocks),
#include "builtins/include/subgroup_2d_block_io.def"
};

/// Shapes that only SPIR-V has. clang writes these calls as the instructions.
constexpr char instructions[] =
    "#define I __attribute__((overloadable, convergent)) void\n"
    "I __spirv_Subgroup2DBlockLoadINTEL(int, int, int, int, const global void *, int, int, int,\n"
    "  int2, private void *);\n"
    "I __spirv_Subgroup2DBlockLoadTransformINTEL(int, int, int, int, const global void *, int,\n"
    "  int, int, int2, private void *);\n"
    "I __spirv_Subgroup2DBlockLoadTransposeINTEL(int, int, int, int, const global void *, int,\n"
    "  int, int, int2, private void *);\n"
    "I __spirv_Subgroup2DBlockStoreINTEL(int, int, int, int, const private void *, global void *,\n"
    "  int, int, int, int2);\n";

std::string numbersOf(const BlockShape &shape) {
  return number(shape.elementBytes) + ", " + number(shape.columns) + ", " + number(shape.rows) +
         ", " + number(shape.blocks) + ", ";
}

std::string elementType(unsigned bytes) {
  return bytes == 1 ? "uchar" : bytes == 2 ? "ushort" : bytes == 4 ? "uint" : "ulong";
}

std::string shapeName(const BlockShape &shape, unsigned lanes) {
  return number(shape.elementBytes) + "_" + number(shape.rows) + "x" + number(shape.columns) + "x" +
         number(shape.blocks) + "_" + number(lanes);
}

Function instructionRead(const BlockShape &shape, unsigned lanes) {
  const char *opcode = shape.order == Order::transform   ? "LoadTransform"
                       : shape.order == Order::transpose ? "LoadTranspose"
                                                         : "Load";
  const std::string name = opcode + std::string("_") + shapeName(shape, lanes);
  return {name,
          reader(lanes, name, elementType(shape.unitBytes()), shape.privateBytes(lanes),
                 std::string("__spirv_Subgroup2DBlock") + opcode + "INTEL(" + numbersOf(shape) +
                     arguments + ", v)"),
          shape, shape.unitBytes(), lanes};
}

Function instructionWrite(const BlockShape &shape, unsigned lanes) {
  const std::string name = "Store_" + shapeName(shape, lanes);
  return {name,
          writer(lanes, name, elementType(shape.elementBytes), shape.privateBytes(lanes),
                 "__spirv_Subgroup2DBlockStoreINTEL(" + numbersOf(shape) + "v, " + arguments + ")"),
          shape, shape.elementBytes, lanes};
}

const std::vector<BlockShape> shapesBeyond = {
    {8, 8, 4, 1}, {8, 4, 8, 2},  {8, 2, 16, 1}, {4, 3, 32, 1}, {4, 5, 4, 2},  {4, 1, 1, 1},
    {4, 7, 2, 3}, {2, 8, 32, 1}, {2, 9, 8, 2},  {2, 4, 2, 1},  {1, 8, 64, 1}, {1, 3, 8, 4},
    {1, 6, 4, 1}, {2, 2, 12, 1}, {1, 2, 20, 2}, {4, 3, 6, 1},  {1, 2, 128, 1}};

std::vector<Function> readsBeyond() {
  std::vector<Function> result;
  for (unsigned lanes : {8u, 16u, 32u}) {
    for (const BlockShape &shape : shapesBeyond)
      result.push_back(instructionRead(shape, lanes));
    for (BlockShape shape : {BlockShape{1, 32, 8, 1}, {1, 7, 16, 2}, {2, 5, 32, 1}, {2, 8, 4, 1}}) {
      shape.order = Order::transform;
      result.push_back(instructionRead(shape, lanes));
    }
    for (BlockShape shape : {BlockShape{4, 8, 8, 1},
                             {4, 16, 4, 2},
                             {8, 8, 4, 1},
                             {2, 16, 16, 1},
                             {4, 5, 3, 1},
                             {1, 32, 4, 1}}) {
      shape.order = Order::transpose;
      result.push_back(instructionRead(shape, lanes));
    }
  }
  return result;
}

std::vector<Function> writesBeyond() {
  std::vector<Function> result;
  for (unsigned lanes : {8u, 16u, 32u})
    for (const BlockShape &shape : shapesBeyond)
      result.push_back(instructionWrite(shape, lanes));
  return result;
}

std::string sourceOf(const std::vector<Function> &functions) {
  std::string source = instructions;
  for (const Function &function : functions)
    source += function.text;
  return source;
}

struct Place {
  cl_int x, y;
};

/// Inside, flush with the edges, across each of them and each corner, and far away.
std::vector<Place> placesFor(const BlockShape &shape, const Matrix2d &matrix) {
  const int columns = matrix.width / int(shape.elementBytes);
  const int wide = int(shape.blocks * shape.columns), high = int(shape.rows);
  const std::vector<int> xs = {0,           4,           columns - wide, columns - wide + 4,
                               columns - 4, columns - 1, columns,        columns + 60,
                               -4,          -1,          4 - wide,       -wide,
                               -wide - 8,   1 << 23,     -(1 << 23)};
  const std::vector<int> ys = {0,
                               2,
                               matrix.height - high,
                               matrix.height - high + 1,
                               matrix.height - 1,
                               matrix.height,
                               matrix.height + 9,
                               -1,
                               1 - high,
                               -high,
                               -high - 5,
                               1 << 23,
                               -(1 << 23)};
  std::vector<Place> result;
  for (int x : xs)
    for (int y : ys)
      result.push_back({x, y});
  return result;
}

/// Width and pitch in bytes, for an element size and a block.
struct Sizes {
  int width, height, pitch;
};

std::vector<Sizes> sizesFor(const BlockShape &shape) {
  const int es = int(shape.elementBytes);
  const int block = int(shape.blocks * shape.columns) * es;
  const int width = std::max((block + block / 2 + 12) / 4 * 4, 64);
  const int round = (width + 15) / 16 * 16;
  // As the extension has it; no multiple of anything; smaller than a block.
  return {{width / es * es, int(shape.rows) + 5, round + 16},
          {(width + 3) / es * es + (es == 1 ? 0 : es), int(shape.rows) + 3, width + 3 + 7 * es},
          {5 * es, 2, 5 * es + 3}};
}

enum class Input { source, typedModule, untypedModule };

class Blocks : public testing::TestWithParam<Input> {
protected:
  static void SetUpTestSuite() {
    std::string error;
    device = findDevice(error);
    ASSERT_NE(device, nullptr) << error;
    cl_int status = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    ASSERT_EQ(status, CL_SUCCESS);
  }

  cl_program build(const std::string &source, const std::string &options = "-cl-std=CL3.0") {
    cl_int status = CL_SUCCESS;
    cl_program program = nullptr;
    const bool isModule = GetParam() != Input::source;
    if (isModule) {
      const TemporaryFolder folder("heddle-blocks");
      const std::string text = folder / "blocks.cl", module = folder / "blocks.spv";
      folder.write("blocks.cl", source);
      EXPECT_EQ(compileToSpirv(text, options, module, GetParam() == Input::untypedModule), "");
      std::ifstream file(module, std::ios::binary);
      const std::string words{std::istreambuf_iterator<char>(file), {}};
      program = clCreateProgramWithIL(context, words.data(), words.size(), &status);
    } else {
      const char *text = source.c_str();
      program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
    }
    EXPECT_EQ(status, CL_SUCCESS) << "creating the program";
    status = clBuildProgram(program, 1, &device, isModule ? "" : options.c_str(), nullptr, nullptr);
    EXPECT_EQ(status, CL_SUCCESS) << buildLog(program, device);
    return program;
  }

  /// Runs a kernel on a matrix at the begin or the end of guarded memory, a work-group for each
  /// place.
  void run(cl_program program, const Function &function, const Matrix2d &matrix,
           const GuardedMemory &memory, const std::vector<Place> &places, Bytes &values,
           std::size_t localSize) {
    cl_int status = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, function.name.c_str(), &status);
    ASSERT_EQ(status, CL_SUCCESS) << function.name;
    cl_mem matrixBuffer =
        clCreateBuffer(context, CL_MEM_USE_HOST_PTR, memory.size(), memory.begin(), &status);
    cl_mem placeBuffer =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, places.size() * sizeof(Place),
                       const_cast<Place *>(places.data()), &status);
    cl_mem valueBuffer =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, values.size(), values.data(), &status);
    const cl_uint offset = cl_uint(matrix.base - memory.begin());
    clSetKernelArg(kernel, 0, sizeof matrixBuffer, &matrixBuffer);
    clSetKernelArg(kernel, 1, sizeof offset, &offset);
    clSetKernelArg(kernel, 2, sizeof matrix.width, &matrix.width);
    clSetKernelArg(kernel, 3, sizeof matrix.height, &matrix.height);
    clSetKernelArg(kernel, 4, sizeof matrix.pitch, &matrix.pitch);
    clSetKernelArg(kernel, 5, sizeof placeBuffer, &placeBuffer);
    clSetKernelArg(kernel, 6, sizeof valueBuffer, &valueBuffer);
    const std::size_t globalSize = places.size() * localSize;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &globalSize, &localSize, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue, valueBuffer, CL_TRUE, 0, values.size(), values.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    void *mapped = clEnqueueMapBuffer(queue, matrixBuffer, CL_TRUE, CL_MAP_READ, 0, memory.size(),
                                      0, nullptr, nullptr, &status);
    EXPECT_EQ(mapped, memory.begin());
    clEnqueueUnmapMemObject(queue, matrixBuffer, mapped, 0, nullptr, nullptr);
    clFinish(queue);
    for (cl_mem buffer : {matrixBuffer, placeBuffer, valueBuffer})
      clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
  }

  /// For each matrix of the function's sizes, at the begin and the end of guarded memory that holds
  /// random bytes.
  template <typename Body> void forEachMatrix(const Function &function, Body body) {
    for (const Sizes &sizes : sizesFor(function.shape)) {
      const std::size_t bytes = std::size_t(sizes.height - 1) * sizes.pitch + sizes.width;
      GuardedMemory memory(bytes);
      for (bool atEnd : {false, true}) {
        std::uint8_t *base = memory.begin() + (atEnd ? memory.size() - bytes : 0);
        const Matrix2d matrix{base, sizes.width, sizes.height, sizes.pitch};
        SCOPED_TRACE(function.name + ", width " + std::to_string(sizes.width) + ", height " +
                     std::to_string(sizes.height) + ", pitch " + std::to_string(sizes.pitch) +
                     (atEnd ? ", at the end" : ", at the begin"));
        std::generate_n(memory.begin(), memory.size(), [&] { return std::uint8_t(random()); });
        body(matrix, memory);
        if (HasFailure())
          return;
      }
    }
  }

  void checkReads(const std::vector<Function> &functions) {
    cl_program program = build(sourceOf(functions));
    for (const Function &function : functions) {
      if (HasFailure())
        break;
      forEachMatrix(function, [&](const Matrix2d &matrix, const GuardedMemory &memory) {
        const std::vector<Place> places = placesFor(function.shape, matrix);
        const Bytes before(memory.begin(), memory.begin() + memory.size());
        const std::size_t each = function.lanes * function.shape.privateBytes(function.lanes);
        Bytes values(places.size() * each, 0xA5);
        run(program, function, matrix, memory, places, values, function.lanes);
        for (std::size_t i = 0; i < places.size() && !HasFailure(); ++i) {
          const Bytes found(values.begin() + std::ptrdiff_t(i * each),
                            values.begin() + std::ptrdiff_t((i + 1) * each));
          EXPECT_EQ(found, componentMajor(readBlock(function.shape, function.lanes, matrix,
                                                    places[i].x, places[i].y),
                                          function.lanes, function.componentBytes))
              << "at " << places[i].x << ", " << places[i].y;
        }
        EXPECT_TRUE(std::equal(before.begin(), before.end(), memory.begin()));
      });
    }
    clReleaseProgram(program);
  }

  void checkWrites(const std::vector<Function> &functions, unsigned active) {
    cl_program program = build(sourceOf(functions));
    for (const Function &function : functions) {
      if (HasFailure())
        break;
      forEachMatrix(function, [&](const Matrix2d &matrix, const GuardedMemory &memory) {
        const unsigned lanes = std::min(active, function.lanes);
        for (const Place &place : placesFor(function.shape, matrix)) {
          // What the lanes that do not exist would write is there, too.
          Bytes values(function.lanes * function.shape.privateBytes(function.lanes));
          std::generate(values.begin(), values.end(), [&] { return std::uint8_t(random()); });
          Bytes expected(memory.begin(), memory.begin() + memory.size());
          writeBlock(function.shape, function.lanes, lanes, values,
                     {expected.data() + (matrix.base - memory.begin()), matrix.width, matrix.height,
                      matrix.pitch},
                     place.x, place.y);
          values = componentMajor(values, function.lanes, function.componentBytes);
          run(program, function, matrix, memory, {place}, values, lanes);
          EXPECT_TRUE(std::equal(expected.begin(), expected.end(), memory.begin()))
              << "at " << place.x << ", " << place.y;
          if (HasFailure())
            return;
        }
      });
    }
    clReleaseProgram(program);
  }

  inline static cl_device_id device = nullptr;
  inline static cl_context context = nullptr;
  inline static cl_command_queue queue = nullptr;
  std::mt19937 random{1};
};

TEST_P(Blocks, EveryReadIsTheReference) {
  EXPECT_EQ(reads.size(), 54u);
  checkReads(reads);
}

TEST_P(Blocks, EveryWriteIsTheReference) {
  EXPECT_EQ(writes.size(), 16u);
  checkWrites(writes, 16);
}

TEST_P(Blocks, LanesThatDoNotExistWriteNothing) { checkWrites(writes, 11); }

TEST_P(Blocks, ShapesBeyondTheTableAreRead) { checkReads(readsBeyond()); }

TEST_P(Blocks, ShapesBeyondTheTableAreWritten) { checkWrites(writesBeyond(), 32); }

TEST_P(Blocks, PrefetchesTouchNothing) {
  EXPECT_EQ(prefetches.size(), 47u);
  cl_program program = build(sourceOf(prefetches));
  for (const Function &function : prefetches)
    forEachMatrix(function, [&](const Matrix2d &matrix, const GuardedMemory &memory) {
      const std::vector<Place> places = placesFor(function.shape, matrix);
      const Bytes before(memory.begin(), memory.begin() + memory.size());
      Bytes values(places.size() * 16);
      run(program, function, matrix, memory, places, values, 16);
      EXPECT_EQ(values, Bytes(places.size() * 16, 1));
      EXPECT_TRUE(std::equal(before.begin(), before.end(), memory.begin()));
    });
  clReleaseProgram(program);
}

INSTANTIATE_TEST_SUITE_P(From, Blocks,
                         testing::Values(Input::source, Input::typedModule, Input::untypedModule),
                         [](const auto &info) {
                           return info.param == Input::source        ? "Source"
                                  : info.param == Input::typedModule ? "Spirv"
                                                                     : "UntypedSpirv";
                         });

} // namespace
} // namespace heddle::test
